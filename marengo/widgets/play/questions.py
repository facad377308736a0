"""The decision asked for, in words, with the rules that it rests on and what these say."""

from collections.abc import Mapping
from dataclasses import dataclass

from marengo.board import Place
from marengo.game import Decision, State
from marengo.widgets.narration import ARMIES, face, faces

_NUMBERS = ("No pieces come", "One piece comes", "Two pieces come", "Three pieces come")

Table = Mapping[Decision, tuple[str, str, str]]
"""Decision -> the question, the ids of its rules, and what these say in short."""

_TRIOMPHE: Table = {
    Decision.ACTION: (
        "What do your pieces do? Pick pieces, then where they go.",
        "T-6.1 to T-6.16",
        "One to three pieces of one place act together, each piece once a turn. Nobody has to act.",
    ),
    Decision.ROAD_STEP: (
        "{piece} marches by road, step {step} of 3. Where does it go?",
        "T-8.10 to T-8.25",
        "In each of three steps it crosses into the next locality or waits. Main roads are free.",
    ),
    Decision.RESPONSE: (
        "{attackers} from {origin} in a manoeuvre attack on {attacked}. Who answers?",
        "T-9.13 to T-9.19",
        (
            "As many pieces as attack may go from the reserve into the approach. If that blocks it "
            "fully, the attack fails."
        ),
    ),
    Decision.ADVANCE: (
        "The attack on {attacked} has failed. Do the attackers go into the approach?",
        "T-9.26 to T-9.28",
        "All attackers go, free of charge, or none.",
    ),
    Decision.SHOW: (
        "Which infantry do you show to the enemy?",
        "T-9.31",
        "An attack over a cavalry obstacle needs infantry: one piece of it is shown at the end.",
    ),
    Decision.TARGET: (
        "A bombardment from {origin} hits {attacked}. Which of your pieces takes the loss?",
        "T-10.15",
        "A piece in the approach opposite the guns; without one, of the reserve; or else any.",
    ),
    Decision.DEFENCE_LEADERS: (
        "The enemy assaults {attacked} from {origin}. Who leads the defence?",
        "T-11.11 to T-11.15",
        (
            "One piece, or two of one type where the approach is wide, or nobody. They are shown. "
            "Their strength is taken from the attack, and each costs the attacker a reduction."
        ),
    ),
    Decision.ASSAULT_PIECES: (
        "You assault {attacked} from {origin}. {defenders} Who goes, and who leads?",
        "T-11.16 to T-11.21",
        (
            "One to three pieces go. One leads, or two of one type where the approach is wide, "
            "each of strength 2 or more."
        ),
    ),
    Decision.FIRE: (
        "The assault comes on, led by {leaders}. Does your artillery fire?",
        "T-11.23 to T-11.27",
        "The fire costs a leading piece one point. The artillery is shown.",
    ),
    Decision.HIT: (
        "The artillery fires. Which of your leading pieces is hit?",
        "T-11.27",
        "The attacker says which leading piece is reduced.",
    ),
    Decision.COUNTER_ATTACK: (
        "The assault comes on, led by {leaders}. Who counter-attacks?",
        "T-11.30 to T-11.38",
        (
            "Pieces of strength 2 or more that do not lead. They are reduced, add their strength "
            "to the defence, and cavalry costs the attacker a reduction more."
        ),
    ),
    Decision.REDUCTION: (
        "Losses: {left} still to be taken. Which piece takes the next one?",
        "T-11.37, T-11.44 to T-11.47, T-13.5 to T-13.10",
        (
            "In an assault the leading pieces take them first. In a retreat each position takes "
            "its own, and the owner chooses."
        ),
    ),
    Decision.RETREAT: (
        "Your pieces must leave {locality}. Which goes next, and where?",
        "T-13.12 to T-13.20",
        (
            "Not where the attack came from, nor to the enemy, nor beyond what a locality holds. "
            "The French go east and the Austrians west while they can."
        ),
    ),
    Decision.CONTINUATION: (
        "{piece} has come into reserve. Does it stay, or go on into an approach?",
        "T-12.1 to T-12.18",
        (
            "Cavalry may go on to where the enemy is opposite. It is shown. Each further place in "
            "which the group ends costs an order."
        ),
    ),
    Decision.PAYMENT: (
        "{army} pays with discs from the map: {due} more. Which one do you take?",
        "T-18.20",
        "Discs lost beyond the uncommitted ones are taken by the other side, where it likes.",
    ),
    Decision.SHIFT: (
        "{army} lacks {due} to commit to {to}. Do you shift a disc there from elsewhere?",
        "T-18.13",
        "The other side may make up the shortage with discs from other localities, or not.",
    ),
    Decision.RETURN: (
        "The turn ends. Does a committed disc come back to you?",
        "T-18.27 to T-18.29",
        "One committed French disc may become uncommitted again.",
    ),
    Decision.OVER: ("The game is over.", "T-5.7", "One army is demoralised, or the day is over."),
}

_BONAPARTE: Table = {
    Decision.ACTIVATION: (
        "Which inactive piece becomes active? {activations} may.",
        "B-6.14 to B-6.18",
        "Pieces next to the enemy become active of themselves; these you may choose besides.",
    ),
    Decision.SHUFFLE: (
        "Where do you shuffle your pieces?",
        "B-4.14 to B-4.18",
        "Pieces of one place may be mixed, so that the enemy no longer knows which is which.",
    ),
    Decision.BOMBARDMENT: (
        "{piece} is ready to bombard {attacked}. Does it fire?",
        "B-10.8 to B-10.11",
        "It fires now or the bombardment is cancelled. Artillery that has fired does not move.",
    ),
    Decision.AIM: (
        "At which approach does {piece} fire?",
        "B-10.16",
        "With nobody in the approach opposite nor in reserve, you choose another approach.",
    ),
    Decision.TARGET: (
        "A bombardment from {origin} hits {attacked}. Which of your pieces takes the loss?",
        "B-10.14 to B-10.18",
        "One piece takes the whole loss; it is shown.",
    ),
    Decision.ASSAULT: (
        "Do you assault? Pick pieces that stand in an approach, then the assault.",
        "B-11.1 to B-11.12",
        "Step 2 of the turn. All pieces must stand in one approach; one must be able to lead.",
    ),
    Decision.LEADERS: (
        "You assault {attacked} from {origin}. Who leads?",
        "B-11.22 to B-11.25",
        (
            "One piece, or two of one type where the approach is wide: strength 2 or more, "
            "and more than the penalty there."
        ),
    ),
    Decision.FIRE: (
        "The assault comes on, led by {leaders}. Does your artillery fire?",
        "B-11.26 to B-11.30",
        "Each point of artillery costs the attackers a point. The artillery is shown.",
    ),
    Decision.DEFENCE_LEADERS: (
        "The enemy assaults {attacked} from {origin}, led by {leaders}. Who leads the defence?",
        "B-11.31 to B-11.37",
        "Nobody, one piece, or two of one type where the approach is wide.",
    ),
    Decision.STRIKE: (
        "The enemy loses a point. Which of his pieces takes it?",
        "B-11.18, B-11.58",
        "Of two that lead or pursue, their enemy chooses.",
    ),
    Decision.REDUCTION: (
        "Losses: {left} still to be taken. Which piece takes the next one?",
        "B-11.18, B-12.7 to B-12.10",
        "The owner chooses among pieces that do not lead, and in a retreat.",
    ),
    Decision.PURSUIT: (
        "The fight for {attacked} is won. Which cavalry pursues?",
        "B-11.51 to B-11.59",
        "Cavalry that took part and did not lead. Together the pursuers lose one point.",
    ),
    Decision.RETREAT: (
        "Your pieces must leave {locality}. Which goes next, and where?",
        "B-12.13 to B-12.20",
        "Not where the attack came from, nor to the enemy, nor beyond what a locality holds.",
    ),
    Decision.CONTINUATION: (
        "{piece} has come into reserve. Does it stay, or go on into an approach?",
        "B-8.60 to B-8.68",
        (
            "Cavalry may go on to where the enemy is opposite. It is shown. Each further place in "
            "which the group ends costs a command."
        ),
    ),
    Decision.ACTION: (
        "What do your pieces do? Pick pieces of one place, then where they go.",
        "B-8.1 to B-8.23",
        (
            "Step 3 of the turn. A group of any size costs a command, a march by main road is "
            "free. Each piece moves once a turn."
        ),
    ),
    Decision.JOIN: (
        "Who else is in the group? Pick pieces, or say that it is complete.",
        "B-8.9, B-8.10",
        "Pieces of the same place may go along, of any number and type.",
    ),
    Decision.ROAD_STEP: (
        "{piece} marches by road, step {step} of 3. Where does it go?",
        "B-8.45 to B-8.59",
        "In each of three steps it crosses into the next locality or waits. Main roads are free.",
    ),
    Decision.SHOW: (
        "Which infantry do you show to the enemy?",
        "B-9.7",
        "An attack over a cavalry obstacle needs infantry: one piece of it is shown.",
    ),
    Decision.RESPONSE: (
        "{attackers} from {origin} in a manoeuvre attack on {attacked}. Who blocks it?",
        "B-9.13 to B-9.16",
        (
            "Any number of pieces of the reserve may go into the approach. If one does, the attack "
            "fails; if none does, all your pieces there retreat."
        ),
    ),
    Decision.ADVANCE: (
        "The attack on {attacked} is blocked. Who goes into the approach?",
        "B-9.17 to B-9.19",
        "All stay, all go, or some do; to divide them costs a command.",
    ),
    Decision.DECLARATION: (
        "Does {piece} declare a bombardment for your next turn?",
        "B-10.2 to B-10.7",
        "Step 4 of the turn. Declared now, it may fire when your next turn begins. It is shown.",
    ),
    Decision.OVER: (
        "The game is over.",
        "B-14.1 to B-14.5",
        "An army is demoralised, or it is night.",
    ),
}

QUESTIONS: Mapping[str, Table] = {"triomphe": _TRIOMPHE, "bonaparte": _BONAPARTE}
"""What is asked at each decision of each ruleset, by which rules, and what these say."""


@dataclass(frozen=True)
class Question:
    """A decision in words."""

    text: str
    rules: str  # ids of the rules that say what may be answered
    reason: str  # what these rules say


def ask_in_words(state: State) -> Question:
    """Say what is to be decided; of hidden enemy pieces only their number is named."""
    text, rules, reason = QUESTIONS[state.game.scenario.ruleset][state.decision]
    return Question(_capital(text.format(**_facts(state))), rules, reason)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _facts(state: State) -> dict[str, str]:
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
