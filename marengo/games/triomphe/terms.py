"""What the fields of scenarios of *Triomphe à Marengo* are called."""

from marengo.games.marengo.terms import Term, Terms

TERMS: Terms = {
    "parameters.first_hour": Term("first round", "hour", "T-5.1"),
    "parameters.last_hour": Term("last round", "hour", "T-5.1"),
    "parameters.road_steps": Term("steps of a road march", "", "T-8.3"),
    "parameters.orders_per_turn": Term("orders per turn", "", "T-6.2"),
    "parameters.group_limit": Term("most pieces in one action", "", "T-6.14"),
    "parameters.surprise_hour": Term("last hour of surprise", "hour", "T-14.1"),
    "parameters.organised_for_pairs": Term(
        "organised pieces from which an order may organise two", "", "T-14.12"
    ),
    "parameters.return_until": Term("last hour of the French return of a disc", "hour", "T-18.27"),
    "parameters.objective_pieces": Term(
        "Austrian pieces needed east of the objective line", "", "T-19.3"
    ),
    "morale.austrian.uncommitted": Term("uncommitted Austrian discs", "", "T-4.3"),
    "morale.french.uncommitted": Term("uncommitted French discs", "", "T-4.3"),
    "morale.austrian.track.*": Term("Austrian discs on the track at {0}:00", "", "T-4.2", absent=0),
    "morale.french.track.*": Term("French discs on the track at {0}:00", "", "T-4.2", absent=0),
    "hours.*": Term("{0} opens at", "hour", "T-15.1", between=" "),
}
