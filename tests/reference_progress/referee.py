"""A game as one story: the rounds, told in the order of the digest."""

from collections.abc import Callable, Generator, Iterator
from itertools import combinations
from typing import Any

from tests.reference_progress.rules import Rules

Position = dict[str, Any]
Question = tuple[str, str, list[str]]
"""Who is asked, for what, and the answers there are."""

Story = Generator[Question, str, Any]
Army = tuple[str, bool, bool]
"""Its country, whether it is fortified, and whether it stands on the enemy capital."""

ENEMY = {"blue": "orange", "orange": "blue"}


def beginning(rules: Rules, holder: str) -> Position:
    """Chapter 3: the position before the first round."""
    homes = {country: country in ENEMY for country in rules["countries"]}
    dice = {one: rules["vp_home" if home else "vp_neutral"] for one, home in homes.items()}
    return {
        "round": 1,
        "holder": holder,
        "supply": rules["supply"],
        "vp": dict.fromkeys(ENEMY, 0),
        "strength": dict.fromkeys(ENEMY, rules["strength"]),
        "dice": dice,
        "hand": {who: set(rules["cards"]) for who in ENEMY},
        "discard": {who: set() for who in ENEMY},
        "table": dict.fromkeys(ENEMY),
        "armies": {who: [(who, False, False)] * rules["armies_in_play"] for who in ENEMY},
        "returns": None,
    }


def occupied(p: Position, home: str) -> bool:
    """M-1.7: the capital of a home has an enemy army on it."""
    return any(capital for _, _, capital in p["armies"][ENEMY[home]])


def there(p: Position, who: str, country: str) -> list[Army]:
    return [army for army in p["armies"][who] if army[0] == country]


def controlled(p: Position, who: str) -> list[str]:
    """Chapter 13."""
    found = []
    for country in p["dice"]:
        if country in ENEMY:
            mine = occupied(p, country) == (country != who)
        else:
            mine = bool(there(p, who, country)) and not there(p, ENEMY[who], country)
        found += [country] * mine
    return found


def playable(p: Position, rules: Rules, who: str) -> list[str]:
    """M-6.1, M-15.2."""
    score = bool(p["discard"][who]) or (rules["score_first_round"] and p["round"] == 1)
    return [f"play {card}" for card in p["hand"][who] if card != "score" or score]


def ask(who: str, decision: str, answers: list[str]) -> Story:
    """M-20.1: a question with one answer is not asked."""
    return answers[0] if len(answers) == 1 else (yield who, decision, answers)


def tell(p: Position, rules: Rules) -> Story:
    """Chapters 4 and 16: rounds until one has 18 points."""
    while p["returns"] is None:
        for who in ENEMY:
            played = yield from ask(who, "CARD", playable(p, rules, who))
            p["table"][who] = played.removeprefix("play ")
            p["hand"][who].remove(p["table"][who])
        for cards, carry_out, first in STEPS:
            players = [who for who in ENEMY if p["table"][who] in cards]
            if len(players) == 2:
                players = yield from order(p, first)
            for who in players:
                yield from carry_out(p, rules, who)
        for who in ENEMY:
            p["discard"][who] |= {p["table"][who]} - {None}
            p["table"][who] = None
        end_round(p, rules)


def order(p: Position, first: str) -> Story:
    """M-5.1, M-5.8: who is resolved first; the initiative passes where it is asked."""
    holder = p["holder"]
    before = {"holder": holder, "other": ENEMY[holder]}.get(first)
    if before is None:
        answer = yield from ask(holder, "FIRST", [f"first {who}" for who in ENEMY])
        before = answer.split()[1]
        p["holder"] = ENEMY[holder]
    return [before, ENEMY[before]]


def end_round(p: Position, rules: Rules) -> None:
    """Chapter 16."""
    blue, orange = p["vp"]["blue"], p["vp"]["orange"]
    if max(blue, orange) >= rules["goal"]:
        p["returns"] = (
            (0.5, 0.5) if blue == orange else (float(blue > orange), float(orange > blue))
        )
    elif p["round"] == rules["round_cap"]:
        p["returns"] = (0.5, 0.5)
    else:
        p["round"] += 1


def words(army: Army) -> str:
    return "capital " if army[2] else "fortified " if army[1] else ""


def move(p: Position, rules: Rules, who: str) -> Story:
    """Chapter 7."""
    mine, most = p["armies"][who], 2 if p["table"][who] == "move-2" else 1
    ways = {}
    for group in (g for n in range(1, most + 1) for g in combinations(mine, n)):
        start = group[0][0]
        if all(army[0] == start for army in group):
            what = "".join(sorted(map(words, group), reverse=True))
            for goal in neighbours(rules, start):
                ways[f"move {len(group)} {what}{start} {goal}"] = group, goal
    if not ways:
        return
    answer = yield from ask(who, "MOVE", list(ways))
    group, goal = ways[answer]
    for army in group:
        mine.remove(army)
        mine.append((goal, False, False))
    left = [army for army in mine if army[0] == ENEMY[who]]
    if rules["capital_successor"] and any(army[2] for army in group) and left:
        crown(mine, min(left))


def neighbours(rules: Rules, country: str) -> Iterator[str]:
    for one, other in rules["borders"]:
        if country in (one, other):
            yield other if country == one else one


def crown(mine: list[Army], army: Army) -> None:
    """Place an army on the enemy capital."""
    mine.remove(army)
    mine.append((army[0], army[1], True))


def recruit(p: Position, rules: Rules, who: str) -> Story:
    """Chapter 8."""
    if len(p["armies"][who]) < rules["armies"] and not occupied(p, who):
        p["armies"][who].append((who, False, False))
    yield from ()


def fortify(p: Position, _: Rules, who: str) -> Story:
    """Chapter 9."""
    mine = p["armies"][who]
    choice = [army for army in mine if not army[1]] or mine
    ways = {f"fortify {words(army)}{army[0]}": army for army in choice}
    if ways:
        answer = yield from ask(who, "FORTIFY", list(ways))
        stand(mine, ways[answer], True)


def stand(mine: list[Army], army: Army, fortified: bool) -> None:
    mine.remove(army)
    mine.append((army[0], fortified, army[2]))


def attack(p: Position, rules: Rules, who: str) -> Story:
    """Chapter 10."""
    mine, foe = p["armies"][who], ENEMY[who]
    garrison = None if occupied(p, foe) else foe
    targets = {army[0] for army in mine if army[0] == garrison or there(p, foe, army[0])}
    bound = {army[0] for army in mine if army[0] in targets and not army[1]}
    ways: dict[str, tuple[str, tuple[Army, ...]]] = {}
    for country in bound if bound and not rules["attack_elsewhere"] else targets:
        lying = [army for army in there(p, who, country) if army[1]]
        for group in (g for n in range(len(lying) + 1) for g in combinations(lying, n)):
            if group or country in bound:
                capital = " capital" * any(army[2] for army in group)
                stood = f" stand {len(group)}{capital}" if group else ""
                ways[f"attack {country}{stood}"] = country, group
    if not ways:
        return
    answer = yield from ask(who, "ATTACK", [*ways, *(["decline"] if not bound else [])])
    if answer != "decline":
        country, group = ways[answer]
        for army in group:
            stand(mine, army, False)
        bonus = yield from pay(p, who)
        fight(p, rules, who, country, bonus)


def pay(p: Position, who: str) -> Story:
    """M-10.13, M-10.14: the discard for ATTACK+1, and the 1 that it brings."""
    others = sorted(p["hand"][who] - {"score"})
    if p["table"][who] != "attack+1" or not others:
        return 0
    answer = yield from ask(who, "DISCARD", [f"discard {card}" for card in others])
    p["hand"][who].remove(answer.removeprefix("discard "))
    p["discard"][who].add(answer.removeprefix("discard "))
    return 1


def fight(p: Position, rules: Rules, who: str, country: str, bonus: int) -> None:
    """Chapters 11 and 12."""
    foe = ENEMY[who]
    mine, theirs = p["armies"][who], p["armies"][foe]
    attackers = [army for army in there(p, who, country) if not army[1]]
    defenders = there(p, foe, country)
    attack_total = len(attackers) * p["strength"][who] + bonus
    alone = rules["fortified_defence"] == "1"
    counted = [0 if alone and army[1] else p["strength"][foe] for army in defenders]
    defence = sum(counted) + sum(army[1] for army in defenders)
    if country == foe and not occupied(p, foe):
        defence += rules["garrison"]
    if attack_total <= defence:
        lost = there(p, who, country) if rules["idle_fortified_die"] else attackers
        p["armies"][who] = [army for army in mine if army not in lost]
    if attack_total >= defence:
        p["armies"][foe] = [army for army in theirs if army not in defenders]
    if attack_total > defence and country == foe and not occupied(p, foe):
        crown(mine, attackers[0])
    defended = attack_total < defence and country == who and rules["occupy_as_defender"]
    if defended and not occupied(p, who):
        crown(theirs, min(defenders))


def strengthen(p: Position, rules: Rules, who: str) -> Story:
    """Chapter 14."""
    most, strength = rules["highest_strength"], p["strength"]
    low = {one: rules["lowest_home"] if one in ENEMY else 0 for one in p["dice"]}
    ways = [f"strengthen {one}" for one in controlled(p, who) if p["dice"][one] > low[one]]
    if not ways or (strength[who] == most and rules["strengthen_at_6"] == "no effect"):
        return
    optional = ["decline"] if rules["strengthen_optional"] else []
    answer = yield from ask(who, "STRENGTHEN", [*ways, *optional])
    if answer != "decline":
        p["dice"][answer.split()[1]] -= 1
        strength[who] = min(strength[who] + 1, most)


def score(p: Position, rules: Rules, who: str) -> Story:
    """Chapter 15, M-17.7."""
    due = 1 + sum(p["dice"][country] for country in controlled(p, who))
    if occupied(p, who):
        due = 0 if rules["score_occupied_total"] else due
    elif there(p, ENEMY[who], who) and not rules["home_vp_when_invaded"]:
        due -= p["dice"][who] + (not rules["marlborough_base_vp"])
    got = min(due, p["supply"])
    p["vp"][who] += got
    p["supply"] -= got
    if rules["score_occupied_take_back"] or not occupied(p, who):
        p["hand"][who], p["discard"][who], p["table"][who] = set(rules["cards"]), set(), None
    yield from ()


STEPS: tuple[tuple[tuple[str, ...], Callable[[Position, Rules, str], Story], str], ...] = (
    (("move-1", "move-2"), move, "asked"),
    (("recruit",), recruit, "holder"),
    (("fortify",), fortify, "other"),
    (("attack", "attack+1"), attack, "asked"),
    (("strengthen",), strengthen, "other"),
    (("score",), score, "holder"),
)
"""M-4.4: the kinds in their order, and who is first if both have played one."""


class Referee:
    """A game under way: its position, and what is asked."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self.position, self._story = position, tell(position, rules)
        self.asked: Question | None = next(self._story)

    def play(self, answer: str) -> None:
        """Give an answer; all that follows of itself is told as well."""
        assert self.asked
        assert answer in self.asked[2]
        try:
            self.asked = self._story.send(answer)
        except StopIteration:
            self.asked = None
