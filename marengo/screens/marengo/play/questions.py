"""The decision asked for, in words, with the rules that it rests on and what these say."""

from dataclasses import dataclass

from marengo.games.marengo.board import Place
from marengo.games.marengo.state import MarengoState
from marengo.languages import N_, _, ngettext
from marengo.screens.marengo.narration import army_name, capital, face, faces

_NUMBERS = (
    N_("No pieces come"),
    N_("One piece comes"),
    N_("Two pieces come"),
    N_("Three pieces come"),
)


@dataclass(frozen=True)
class Asked:
    """A decision in words."""

    text: str
    rules: str  # ids of the rules that say what may be answered
    reason: str  # what these rules say


def ask_in_words(state: MarengoState) -> Asked:
    """Say what is to be decided; of hidden enemy pieces only their number is named."""
    asked = state.game.questions[state.decision]
    text = capital(_(asked.asks).format(**_facts(state)))
    return Asked(text, rules_words(asked.rules), _(asked.reason))


def rules_words(rules: str) -> str:
    """Return which rules are meant, such as ``T-6.1 to T-6.16``."""
    between = _("{first} to {last}")
    parts = [part.split(" to ") for part in rules.split(", ")]
    return ", ".join(
        between.format(first=part[0], last=part[1]) if len(part) > 1 else part[0] for part in parts
    )


def _attackers(number: int) -> str:
    if number < len(_NUMBERS):
        return _(_NUMBERS[number])
    return ngettext("{number} piece comes", "{number} pieces come", number).format(number=number)


def _facts(state: MarengoState) -> dict[str, str]:
    """Return what fills the placeholders of the questions."""
    context = state.context
    attack = Place.parse(context["attack"]) if context.get("attack") else None
    name = context.get("piece") or context.get("artillery")
    defenders = faces(map(state.piece, context.get("defence_leaders", ())))
    return {
        "piece": face(state.piece(name)) if name else "",
        "step": str(context.get("step", "")),
        "origin": str(attack.locality) if attack else "",
        "attacked": str(attack.towards) if attack else "",
        "attackers": _attackers(len(context.get("attackers", ()))),
        "leaders": faces(map(state.piece, context.get("leaders", ()))) or _("nobody"),
        "defenders": capital(_("{pieces} leads the defence.").format(pieces=defenders))
        if defenders
        else _("Nobody leads the defence."),
        "left": str(context.get("left", "")),
        "locality": str(context.get("locality", "")),
        "activations": str(getattr(state, "activations", "")),
        "army": army_name(context["side"]) if "side" in context else "",
        "due": str(context.get("due", "")),
        "to": str(context.get("to", "")),
    }
