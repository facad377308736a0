"""The decisions of *Triomphe à Marengo*: what is asked, by which rules, and what may be answered.

The rules list, carry out and forbid the moves: see ``rules/engine.py``.
"""

from collections.abc import Mapping

from marengo.games.marengo.context import attack_facts, loss_facts, retreat_facts, road_facts
from marengo.games.marengo.decisions import FieldQuestion
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind
from marengo.games.triomphe import context
from marengo.languages import N_

QUESTIONS: Mapping[int, FieldQuestion] = {
    Decision.ACTION: FieldQuestion(
        asks=N_("What do your pieces do? Pick pieces, then where they go."),
        rules="T-6.1 to T-6.16",
        reason=N_(
            "One to three pieces of one place act together, each piece once a turn. Nobody has to "
            "act."
        ),
        verbs=(
            MoveKind.END,
            MoveKind.MARCH,
            MoveKind.ROAD,
            MoveKind.PONTOON,
            MoveKind.ATTACK,
            MoveKind.DECLARE,
            MoveKind.COMPLETE,
            MoveKind.CANCEL,
            MoveKind.ASSAULT,
            MoveKind.ORGANISE,
        ),
        names=True,
    ),
    Decision.ROAD_STEP: FieldQuestion(
        asks=N_("{piece} marches by road, step {step} of 3. Where does it go?"),
        rules="T-8.10 to T-8.25",
        reason=N_(
            "In each of three steps it crosses into the next locality or waits. Main roads are "
            "free."
        ),
        verbs=(MoveKind.CROSS, MoveKind.WAIT, MoveKind.STOP, MoveKind.CONTINUE),
        context=road_facts,
        given=True,
    ),
    Decision.RESPONSE: FieldQuestion(
        asks=N_("{attackers} from {origin} in a manoeuvre attack on {attacked}. Who answers?"),
        rules="T-9.13 to T-9.19",
        reason=N_(
            "As many pieces as attack may go from the reserve into the approach. If that blocks "
            "it fully, the attack fails."
        ),
        verbs=(MoveKind.RESPOND,),
        context=attack_facts,
        names=True,
    ),
    Decision.ADVANCE: FieldQuestion(
        asks=N_("The attack on {attacked} has failed. Do the attackers go into the approach?"),
        rules="T-9.26 to T-9.28",
        reason=N_("All attackers go, free of charge, or none."),
        verbs=(MoveKind.ADVANCE, MoveKind.HOLD),
        context=attack_facts,
    ),
    Decision.TARGET: FieldQuestion(
        asks=N_(
            "A bombardment from {origin} hits {attacked}. Which of your pieces takes the loss?"
        ),
        rules="T-10.15",
        reason=N_(
            "A piece in the approach opposite the guns; without one, of the reserve; or else any."
        ),
        verbs=(MoveKind.TARGET,),
        context=context.target_facts,
    ),
    Decision.DEFENCE_LEADERS: FieldQuestion(
        asks=N_("The enemy assaults {attacked} from {origin}. Who leads the defence?"),
        rules="T-11.11 to T-11.15",
        reason=N_(
            "One piece, or two of one type where the approach is wide, or nobody. They are shown. "
            "Their strength is taken from the attack, and each costs the attacker a reduction."
        ),
        verbs=(MoveKind.LEAD,),
        context=context.assault_facts,
        names=True,
    ),
    Decision.ASSAULT_PIECES: FieldQuestion(
        asks=N_("You assault {attacked} from {origin}. {defenders} Who goes, and who leads?"),
        rules="T-11.16 to T-11.21",
        reason=N_(
            "One to three pieces go. One leads, or two of one type where the approach is wide, "
            "each of strength 2 or more."
        ),
        verbs=(MoveKind.SEND,),
        context=context.assault_facts,
        names=True,
    ),
    Decision.FIRE: FieldQuestion(
        asks=N_("The assault comes on, led by {leaders}. Does your artillery fire?"),
        rules="T-11.23 to T-11.27",
        reason=N_("The fire costs a leading piece one point. The artillery is shown."),
        verbs=(MoveKind.FIRE,),
        context=context.assault_facts,
    ),
    Decision.HIT: FieldQuestion(
        asks=N_("The artillery fires. Which of your leading pieces is hit?"),
        rules="T-11.27",
        reason=N_("The attacker says which leading piece is reduced."),
        verbs=(MoveKind.HIT,),
        context=context.assault_facts,
    ),
    Decision.COUNTER_ATTACK: FieldQuestion(
        asks=N_("The assault comes on, led by {leaders}. Who counter-attacks?"),
        rules="T-11.30 to T-11.38",
        reason=N_(
            "Pieces of strength 2 or more that do not lead. They are reduced, add their strength "
            "to the defence, and cavalry costs the attacker a reduction more."
        ),
        verbs=(MoveKind.COUNTER,),
        context=context.assault_facts,
    ),
    Decision.REDUCTION: FieldQuestion(
        asks=N_("Losses: {left} still to be taken. Which piece takes the next one?"),
        rules="T-11.37, T-11.44 to T-11.47, T-13.5 to T-13.10",
        reason=N_(
            "In an assault the leading pieces take them first. In a retreat each position takes "
            "its own, and the owner chooses."
        ),
        verbs=(MoveKind.REDUCE,),
        context=loss_facts,
    ),
    Decision.RETREAT: FieldQuestion(
        asks=N_("Your pieces must leave {locality}. Which goes next, and where?"),
        rules="T-13.12 to T-13.20",
        reason=N_(
            "Not where the attack came from, nor to the enemy, nor beyond what a locality holds. "
            "The French go east and the Austrians west while they can."
        ),
        verbs=(MoveKind.RETREAT,),
        context=retreat_facts,
    ),
    Decision.CONTINUATION: FieldQuestion(
        asks=N_("{piece} has come into reserve. Does it stay, or go on into an approach?"),
        rules="T-12.1 to T-12.18",
        reason=N_(
            "Cavalry may go on to where the enemy is opposite. It is shown. Each further place in "
            "which the group ends costs an order."
        ),
        verbs=(MoveKind.STAY, MoveKind.CONTINUE),
        context=context.continuation_facts,
        given=True,
    ),
    Decision.PAYMENT: FieldQuestion(
        asks=N_("{army} pays with discs from the map: {due} more. Which one do you take?"),
        rules="T-18.20",
        reason=N_(
            "Discs lost beyond the uncommitted ones are taken by the other side, where it likes."
        ),
        verbs=(MoveKind.TAKE,),
        context=context.discs_facts,
    ),
    Decision.SHIFT: FieldQuestion(
        asks=N_("{army} lacks {due} to commit to {to}. Do you shift a disc there from elsewhere?"),
        rules="T-18.13",
        reason=N_(
            "The other side may make up the shortage with discs from other localities, or not."
        ),
        verbs=(MoveKind.SHIFT,),
        context=context.discs_facts,
    ),
    Decision.RETURN: FieldQuestion(
        asks=N_("The turn ends. Does a committed disc come back to you?"),
        rules="T-18.27 to T-18.29",
        reason=N_("One committed French disc may become uncommitted again."),
        verbs=(MoveKind.RETURN,),
    ),
    Decision.SHOW: FieldQuestion(
        asks=N_("Which infantry do you show to the enemy?"),
        rules="T-9.31",
        reason=N_(
            "An attack over a cavalry obstacle needs infantry: one piece of it is shown at the end."
        ),
        verbs=(MoveKind.SHOW,),
        context=attack_facts,
    ),
    Decision.OVER: FieldQuestion(
        asks=N_("The game is over."),
        rules="T-5.7",
        reason=N_("One army is demoralised, or the day is over."),
    ),
}
"""Description of each decision."""
