"""What is asked, and what may be answered: a row for each decision and way to answer."""

from collections.abc import Mapping
from dataclasses import dataclass

from marengo.core.asking import Question, Wording
from marengo.games.progress.rules.codes import DECLINE
from marengo.games.progress.rules.words import Decision
from marengo.languages import N_


@dataclass(frozen=True)
class ProgressWording(Wording):
    """A way to answer in words; ``told`` is what is told of the seat that has chosen it."""

    told: str = ""


QUESTIONS: Mapping[int, Question] = {
    Decision.CARD: Question(N_("a card is to be played (M-4.2)"), (Decision.CARD,)),
    Decision.FIRST: Question(N_("it is to be said who is first (M-5.1)")),
    Decision.MOVE: Question(N_("armies are to move (M-7.4)"), (Decision.MOVE,)),
    Decision.FORTIFY: Question(N_("an army is to be fortified (M-9.3)"), (Decision.FORTIFY,)),
    Decision.ATTACK: Question(
        N_("a country is to be attacked (M-10.4)"), (Decision.ATTACK, DECLINE)
    ),
    Decision.DISCARD: Question(N_("a card is to be discarded (M-10.13)"), (Decision.DISCARD,)),
    Decision.STRENGTHEN: Question(
        N_("a country's VP die is to be lowered (M-14.4)"), (Decision.STRENGTHEN, DECLINE)
    ),
    Decision.END: Question(N_("it is to be said whether the game ends (M-16.7)"), (Decision.END,)),
    Decision.OVER: Question(N_("the game is over (M-16.1)")),
}
"""The decisions; a move has the number of the one that it answers."""

VERBS: Mapping[str, ProgressWording] = {
    "play": ProgressWording("play {card}", N_("play {card}"), told=N_("{seat} plays {card}.")),
    "first": ProgressWording(
        "first {colour}", N_("put {colour} first"), told=N_("{seat} puts {colour} first.")
    ),
    "move": ProgressWording(
        "move {number} [fortified|capital] {from} {to}",
        N_("move {armies} from {origin} to {place}"),
        told=N_("{seat} moves {armies} from {origin} to {place}."),
    ),
    "fortify": ProgressWording(
        "fortify [fortified|capital] {place}",
        N_("fortify an army{which} in {place}"),
        told=N_("{seat} fortifies an army{which} in {place}."),
    ),
    "attack": ProgressWording(
        "attack {place}", N_("attack in {place}"), told=N_("{seat} attacks in {place}.")
    ),
    "stand": ProgressWording(
        "attack {place} stand {number} [capital]",
        N_("attack in {place}, standing up {armies}"),
        told=N_("{seat} attacks in {place}, standing up {armies}."),
    ),
    "decline": ProgressWording("decline", N_("do nothing"), told=N_("{seat} does nothing.")),
    "discard": ProgressWording(
        "discard {card}", N_("discard {card}"), told=N_("{seat} discards {card}.")
    ),
    "strengthen": ProgressWording(
        "strengthen {place}",
        N_("lower the VP die of {place}"),
        told=N_("{seat} lowers the VP die of {place}."),
    ),
    "offer": ProgressWording("end offer", N_("offer to end"), told=N_("{seat} offers to end.")),
    "accept": ProgressWording("end accept", N_("agree to end"), told=N_("{seat} agrees to end.")),
    "refuse": ProgressWording("end refuse", N_("play on"), told=N_("{seat} plays on.")),
    "continue": ProgressWording("end continue", N_("play on"), told=N_("{seat} plays on.")),
}
"""Ways to answer, by the word that tells them apart."""
