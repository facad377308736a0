"""The decision asked for, in words, with the rule that it rests on."""

from collections.abc import Iterable
from dataclasses import dataclass

from marengo.board import Place
from marengo.game import Piece, State
from marengo.widgets.play.questions import QUESTIONS
from marengo.widgets.telling import ARMIES, face


@dataclass(frozen=True)
class Question:
    """A decision in words."""

    text: str
    rules: str  # ids of the rules that say what may be answered
    reason: str  # what these rules say


_NUMBERS = ("No pieces come", "One piece comes", "Two pieces come", "Three pieces come")


def ask_in_words(state: State) -> Question:
    """Say what is to be decided; of hidden enemy pieces only their number is named."""
    text, rules, reason = QUESTIONS[state.game.scenario.ruleset][state.decision]
    return Question(_capital(text.format(**_facts(state))), rules, reason)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def faces(pieces: Iterable[Piece]) -> str:
    """Name what several pieces are, alike ones together, such as ``2 × infantry 3, cavalry 2``."""
    counts: dict[str, int] = {}
    for piece in sorted(pieces, key=lambda one: (one.kind, -one.strength)):
        counts[face(piece)] = counts.get(face(piece), 0) + 1
    return ", ".join(
        f"{number} × {name}" if number > 1 else name for name, number in counts.items()
    )


def _facts(state: State) -> dict[str, str]:
    """Return what the questions are filled in with."""
    given = state.context
    attack = Place.parse(given["attack"]) if given.get("attack") else None
    one = given.get("piece") or given.get("artillery")
    number = len(given.get("attackers", ()))
    defenders = faces(map(state.piece, given.get("defence_leaders", ())))
    return {
        "piece": face(state.piece(one)) if one else "",
        "step": str(given.get("step", "")),
        "origin": str(attack.locality) if attack else "",
        "attacked": str(attack.towards) if attack else "",
        "attackers": _NUMBERS[number] if number < len(_NUMBERS) else f"{number} pieces come",
        "leaders": faces(map(state.piece, given.get("leaders", ()))) or "nobody",
        "defenders": f"{_capital(defenders)} leads the defence."
        if defenders
        else "Nobody leads the defence.",
        "left": str(given.get("left", "")),
        "locality": str(given.get("locality", "")),
        "activations": str(getattr(state, "activations", "")),
        "army": ARMIES[given["side"]] if "side" in given else "",
        "due": str(given.get("due", "")),
        "to": str(given.get("to", "")),
    }
