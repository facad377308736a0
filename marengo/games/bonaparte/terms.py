"""What the fields of scenarios of *Bonaparte at Marengo* are called."""

from marengo.games.marengo.terms import Term, Terms

TERMS: Terms = {
    "parameters.first_hour": Term("first round", "hour", "B-7.1"),
    "parameters.last_hour": Term("last round", "hour", "B-7.1"),
    "parameters.road_steps": Term("steps of a road march", "", "B-8.46"),
    "parameters.commands_per_turn": Term("commands per turn", "", "B-8.13"),
    "parameters.group_limit": Term("most pieces in a group or assault", "", "B-8.10"),
    "parameters.leading_strength": Term(
        "least strength of a piece that leads an assault", "", "B-11.23"
    ),
    "parameters.first_activations": Term("pieces activated in the first French turn", "", "B-6.14"),
    "parameters.later_activations": Term(
        "pieces activated in each later French turn", "", "B-6.15"
    ),
    "parameters.activation_hour": Term(
        "round from which activation needs no other condition", "hour", "B-6.17"
    ),
    "parameters.morale_bonus": Term("bonus for demoralising the enemy", "points", "B-13.6"),
    "parameters.stars_needed": Term("stars that win for Austria", "", "B-14.3"),
    "parameters.colours_needed": Term("colours these stars must have", "", "B-14.3"),
    "parameters.obstacle_needs_infantry": Term(
        "an attack over a cavalry obstacle needs infantry", "", "B-15.9"
    ),
    "parameters.automatic_shuffling": Term("shuffling without being asked", "", "B-4.21"),
    "morale.austrian": Term("Austrian morale at the start", "points", "B-6.2"),
    "morale.french": Term("French morale at the start", "points", "B-6.2"),
    "bid.austrian": Term("taken off the Austrian morale", "points", "B-15.3"),
    "bid.french": Term("taken off the French morale", "points", "B-15.3"),
    "options.revealed_units": Term(
        "pieces shown stay face-up until they can be shuffled", "", "B-15.10"
    ),
    "options.open_pieces": Term("only French infantry is hidden", "", "B-15.12"),
    "hours.*": Term("{0} opens at", "hour", "B-8.70", between=" "),
}
