"""Chapter 22 of the digest: how many positions there are."""

from itertools import combinations, product
from typing import Any

from marengo.core.errors import PositionError
from tests.rules.progress.playing import game


def accepted(**given: Any) -> str | None:
    try:
        return game().position(**given).hash()
    except PositionError:
        return None


def test_placings_of_an_army() -> None:
    """M-22.1, M-22.2: 84 without an army on the capital, 140 in all, and all different."""
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for numbers, capital in product(product(range(4), repeat=6), ("", "B* ", "B*f ")):
        if sum(numbers) + bool(capital) > 3:
            continue
        texts = [f"B{numbers[n]} B{numbers[n + 1]}f" for n in (0, 2, 4)]
        places = dict(zip(("blue", "neutral", "orange"), texts, strict=True))
        places["orange"] = f"{capital}{places['orange']}"
        kept = {place: text.replace("B0f", "").replace("B0", "") for place, text in places.items()}
        position = accepted(armies=kept, holder="blue")
        assert position is not None
        found[bool(capital)].add(position)
    assert (len(found[False]), len(found[False] | found[True])) == (84, 140)


def test_hands() -> None:
    """M-22.4: SCORE and any of seven others."""
    seven = ["move-1", "move-2", "recruit", "fortify", "attack", "attack+1", "strengthen"]
    some = [" ".join(cards) for n in range(8) for cards in combinations(seven, n)]
    held = {accepted(hands=(f"{cards} score", "recruit score"), holder="blue") for cards in some}
    assert len(held - {None}) == 128
    assert {accepted(hands=(cards, None)) for cards in some} == {None}


def test_combinations_of_dice() -> None:
    """M-22.3: 48 of the VP dice."""
    names = ("blue", "neutral", "orange")
    dice = [dict(zip(names, one, strict=True)) for one in product(range(4), range(3), range(4))]
    assert len({accepted(vp_dice=one, holder="blue") for one in dice} - {None}) == 48
