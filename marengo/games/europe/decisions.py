"""What is asked in a battle, and what may be answered: a row for each decision and verb."""

from collections.abc import Mapping

from marengo.core.asking import Question, Wording
from marengo.games.europe.rules.words import Decision, Verb
from marengo.languages import N_

QUESTIONS: Mapping[int, Question] = {
    Decision.DEPLOY: Question(
        N_("units of one kind after the other are to be deployed (N-20.6)"), (Verb.DEPLOY,)
    ),
    Decision.ACT: Question(
        N_("units of a phase are to act (N-21.1)"),
        (Verb.MOVE, Verb.FIRE, Verb.CHARGE, Verb.UNSQUARE, Verb.RALLY, Verb.RETREAT),
    ),
    Decision.ANSWER: Question(
        N_("a charge is to be answered (N-23.11, N-24.1)"),
        (Verb.STAND, Verb.FORM_SQUARE, Verb.EVADE),
    ),
    Decision.PRESS: Question(N_("a charge is to be carried through or broken off (N-24.3)")),
    Decision.FALL: Question(N_("it is to be said which leader is lost (N-25.6)"), (Verb.LOSE,)),
    Decision.RALLY: Question(N_("it is to be said who is rallied (N-25.3)"), (Verb.RALLY,)),
    Decision.PURSUE: Question(N_("somebody is to be pursued (N-26.6)"), (Verb.PURSUE,)),
    Decision.OVER: Question(N_("the battle is over (N-26.1)")),
}
"""The decisions of a battle; of chance nothing is asked."""

VERBS: Mapping[int, Wording] = {
    Verb.DEPLOY: Wording("deploy {number} {piece} {zone}", N_("{number} {piece} to the {place}")),
    Verb.MOVE: Wording(
        "move {piece} {zone} {zone} [again]",
        N_("{piece}{again}, {origin}: move to the {place}"),
        (N_("{piece}, {origin} …"),),
    ),
    Verb.FIRE: Wording(
        "fire {piece} {zone} at {nation} {piece} [far]",
        N_("{piece}, {origin}: fire at {target} ({nation})"),
        (N_("{piece}, {origin} …"),),
    ),
    Verb.CHARGE: Wording(
        "charge {piece} {zone} at {nation} {piece} [again]",
        N_("{piece}{again}, {origin}: charge {target} ({nation})"),
        (N_("{piece}, {origin} …"),),
    ),
    Verb.UNSQUARE: Wording(
        "unsquare {piece} {zone}",
        N_("{piece}, {origin}: leave the square"),
        (N_("{piece}, {origin} …"),),
    ),
    Verb.RALLY: Wording("rally [{nation} {piece}] [again]", N_("rally {target} ({nation}){again}")),
    Verb.END: Wording("end", N_("no more")),
    Verb.RETREAT: Wording("retreat", N_("retreat: the battle is lost")),
    Verb.STAND: Wording("stand", N_("stand")),
    Verb.FORM_SQUARE: Wording("square", N_("form square")),
    Verb.EVADE: Wording("evade", N_("evade to the reserve")),
    Verb.CARRY_THROUGH: Wording("carry-through", N_("carry the charge through")),
    Verb.BREAK_OFF: Wording("break-off", N_("break the charge off")),
    Verb.LOSE: Wording("lose {nation} leader", N_("lose the leader ({nation})")),
    Verb.PURSUE: Wording(
        "pursue {nation} {piece} with {piece}", N_("{piece}: pursue {target} ({nation})")
    ),
    Verb.ROLL: Wording("roll {number}", N_("the dice show {number}")),
}
"""What can be done in a battle, and what chance decides."""
