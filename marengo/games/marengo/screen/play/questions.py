"""The decision asked for, in words, with the rules that it rests on and what these say."""

from dataclasses import dataclass

from marengo.games.marengo.board import Place
from marengo.games.marengo.screen.narration import face, faces
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.types import ARMIES

_NUMBERS = ("No pieces come", "One piece comes", "Two pieces come", "Three pieces come")


@dataclass(frozen=True)
class Question:
    """A decision in words."""

    text: str
    rules: str  # ids of the rules that say what may be answered
    reason: str  # what these rules say


def ask_in_words(state: MarengoState) -> Question:
    """Say what is to be decided; of hidden enemy pieces only their number is named."""
    node = state.game.nodes[state.decision]
    return Question(_capital(node.question.format(**_facts(state))), node.rules, node.reason)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _facts(state: MarengoState) -> dict[str, str]:
    """Return what fills the placeholders of the questions."""
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
