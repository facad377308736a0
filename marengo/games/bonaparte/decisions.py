"""The decisions of *Bonaparte at Marengo*: what is asked, by which rules, and what may be answered.

The rules list, carry out and forbid the moves: see ``rules/engine.py``.
"""

from collections.abc import Mapping

from marengo.games.bonaparte import context
from marengo.games.marengo.context import attack_facts, retreat_facts
from marengo.games.marengo.decisions import FieldQuestion
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind
from marengo.languages import N_

QUESTIONS: Mapping[int, FieldQuestion] = {
    Decision.ACTION: FieldQuestion(
        asks=N_("What do your pieces do? Pick pieces of one place, then where they go."),
        rules="B-8.1 to B-8.23",
        reason=N_(
            "Step 3 of the turn. A group of any size costs a command, a march by main road is "
            "free. Each piece moves once a turn."
        ),
        verbs=(
            MoveKind.END,
            MoveKind.MARCH,
            MoveKind.ATTACK,
            MoveKind.ROAD,
            MoveKind.PONTOON,
            MoveKind.FALL_BACK,
        ),
        names=True,
    ),
    Decision.ROAD_STEP: FieldQuestion(
        asks=N_("{piece} marches by road, step {step} of 3. Where does it go?"),
        rules="B-8.45 to B-8.59",
        reason=N_(
            "In each of three steps it crosses into the next locality or waits. Main roads are "
            "free."
        ),
        verbs=(MoveKind.CROSS, MoveKind.WAIT, MoveKind.STOP, MoveKind.CONTINUE),
        context=context.road_facts,
        given=True,
    ),
    Decision.RESPONSE: FieldQuestion(
        asks=N_("{attackers} from {origin} in a manoeuvre attack on {attacked}. Who blocks it?"),
        rules="B-9.13 to B-9.16",
        reason=N_(
            "Any number of pieces of the reserve may go into the approach. If one does, the "
            "attack fails; if none does, all your pieces there retreat."
        ),
        verbs=(MoveKind.RESPOND,),
        context=attack_facts,
        names=True,
    ),
    Decision.ADVANCE: FieldQuestion(
        asks=N_("The attack on {attacked} is blocked. Who goes into the approach?"),
        rules="B-9.17 to B-9.19",
        reason=N_("All stay, all go, or some do; to divide them costs a command."),
        verbs=(MoveKind.BLOCK,),
        context=attack_facts,
    ),
    Decision.TARGET: FieldQuestion(
        asks=N_(
            "A bombardment from {origin} hits {attacked}. Which of your pieces takes the loss?"
        ),
        rules="B-10.14 to B-10.18",
        reason=N_("One piece takes the whole loss; it is shown."),
        verbs=(MoveKind.TARGET,),
        context=context.target_facts,
    ),
    Decision.DEFENCE_LEADERS: FieldQuestion(
        asks=N_(
            "The enemy assaults {attacked} from {origin}, led by {leaders}. Who leads the defence?"
        ),
        rules="B-11.31 to B-11.37",
        reason=N_("Nobody, one piece, or two of one type where the approach is wide."),
        verbs=(MoveKind.LEAD,),
        context=context.assault_facts,
        names=True,
    ),
    Decision.FIRE: FieldQuestion(
        asks=N_("The assault comes on, led by {leaders}. Does your artillery fire?"),
        rules="B-11.26 to B-11.30",
        reason=N_("Each point of artillery costs the attackers a point. The artillery is shown."),
        verbs=(MoveKind.FIRE,),
        context=context.assault_facts,
    ),
    Decision.REDUCTION: FieldQuestion(
        asks=N_("Losses: {left} still to be taken. Which piece takes the next one?"),
        rules="B-11.18, B-12.7 to B-12.10",
        reason=N_("The owner chooses among pieces that do not lead, and in a retreat."),
        verbs=(MoveKind.REDUCE,),
        context=context.loss_facts,
    ),
    Decision.RETREAT: FieldQuestion(
        asks=N_("Your pieces must leave {locality}. Which goes next, and where?"),
        rules="B-12.13 to B-12.20",
        reason=N_(
            "Not where the attack came from, nor to the enemy, nor beyond what a locality holds."
        ),
        verbs=(MoveKind.RETREAT,),
        context=retreat_facts,
    ),
    Decision.CONTINUATION: FieldQuestion(
        asks=N_("{piece} has come into reserve. Does it stay, or go on into an approach?"),
        rules="B-8.60 to B-8.68",
        reason=N_(
            "Cavalry may go on to where the enemy is opposite. It is shown. Each further place in "
            "which the group ends costs a command."
        ),
        verbs=(MoveKind.STAY, MoveKind.CONTINUE),
        context=context.continuation_facts,
        given=True,
    ),
    Decision.SHOW: FieldQuestion(
        asks=N_("Which infantry do you show to the enemy?"),
        rules="B-9.7",
        reason=N_("An attack over a cavalry obstacle needs infantry: one piece of it is shown."),
        verbs=(MoveKind.SHOW,),
        context=attack_facts,
    ),
    Decision.OVER: FieldQuestion(
        asks=N_("The game is over."),
        rules="B-14.1 to B-14.5",
        reason=N_("An army is demoralised, or it is night."),
    ),
    Decision.ACTIVATION: FieldQuestion(
        asks=N_("Which inactive piece becomes active? {activations} may."),
        rules="B-6.14 to B-6.18",
        reason=N_(
            "Pieces next to the enemy become active of themselves; these you may choose besides."
        ),
        verbs=(MoveKind.ACTIVATE,),
    ),
    Decision.SHUFFLE: FieldQuestion(
        asks=N_("Where do you shuffle your pieces?"),
        rules="B-4.14 to B-4.18",
        reason=N_(
            "Pieces of one place may be mixed, so that the enemy no longer knows which is which."
        ),
        verbs=(MoveKind.SHUFFLE,),
        context=context.shuffle_facts,
    ),
    Decision.BOMBARDMENT: FieldQuestion(
        asks=N_("{piece} is ready to bombard {attacked}. Does it fire?"),
        rules="B-10.8 to B-10.11",
        reason=N_(
            "It fires now or the bombardment is cancelled. Artillery that has fired does not move."
        ),
        verbs=(MoveKind.COMPLETE, MoveKind.CANCEL),
        context=context.artillery_facts,
        given=True,
    ),
    Decision.AIM: FieldQuestion(
        asks=N_("At which approach does {piece} fire?"),
        rules="B-10.16",
        reason=N_(
            "With nobody in the approach opposite nor in reserve, you choose another approach."
        ),
        verbs=(MoveKind.AIM,),
        context=context.artillery_facts,
    ),
    Decision.ASSAULT: FieldQuestion(
        asks=N_("Do you assault? Pick pieces that stand in an approach, then the assault."),
        rules="B-11.1 to B-11.12",
        reason=N_(
            "Step 2 of the turn. All pieces must stand in one approach; one must be able to lead."
        ),
        verbs=(MoveKind.END, MoveKind.ASSAULT),
        names=True,
    ),
    Decision.JOIN: FieldQuestion(
        asks=N_("Who else is in the group? Pick pieces, or say that it is complete."),
        rules="B-8.9, B-8.10",
        reason=N_("Pieces of the same place may go along, of any number and type."),
        verbs=(MoveKind.JOIN,),
        context=context.join_facts,
        names=True,
    ),
    Decision.LEADERS: FieldQuestion(
        asks=N_("You assault {attacked} from {origin}. Who leads?"),
        rules="B-11.22 to B-11.25",
        reason=N_(
            "One piece, or two of one type where the approach is wide: strength 2 or more, and "
            "more than the penalty there."
        ),
        verbs=(MoveKind.LEAD,),
        context=context.assault_facts,
        names=True,
    ),
    Decision.STRIKE: FieldQuestion(
        asks=N_("The enemy loses a point. Which of his pieces takes it?"),
        rules="B-11.18, B-11.58",
        reason=N_("Of two that lead or pursue, their enemy chooses."),
        verbs=(MoveKind.STRIKE,),
        context=context.loss_facts,
    ),
    Decision.PURSUIT: FieldQuestion(
        asks=N_("The fight for {attacked} is won. Which cavalry pursues?"),
        rules="B-11.51 to B-11.59",
        reason=N_("Cavalry that took part and did not lead. Together the pursuers lose one point."),
        verbs=(MoveKind.PURSUE,),
        context=context.pursuit_facts,
    ),
    Decision.DECLARATION: FieldQuestion(
        asks=N_("Does {piece} declare a bombardment for your next turn?"),
        rules="B-10.2 to B-10.7",
        reason=N_(
            "Step 4 of the turn. Declared now, it may fire when your next turn begins. It is shown."
        ),
        verbs=(MoveKind.DECLARE,),
        context=context.declaration_facts,
        given=True,
    ),
}
"""Description of each decision."""
