"""Why a move of *Triomphe à Marengo* is illegal."""

from collections.abc import Callable, Mapping

from marengo.games.marengo.legality import Legality
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.types import Piece
from marengo.games.triomphe.nodes import NODES
from marengo.games.triomphe.rules.engine import bars_action
from marengo.games.triomphe.rules.road_march import bars_step

BARRED: Mapping[Decision, Callable[..., int]] = {
    Decision.ACTION: bars_action,
    Decision.ROAD_STEP: bars_step,
}
"""What returns the statement that forbids a move, by decision."""

SENTENCES: Mapping[int, str] = {
    3_16_0: "the border is impassable",
    3_20_0: "{to} holds at most {capacity} pieces",
    6_04_0: "it costs 1 order, {orders} are left",
    6_07_0: "{acted} has already acted this turn",
    6_14_0: "one to {limit} pieces take part in one action",
    7_01_0: "the pieces must stand in one position",
    7_02_0: "{to} is not adjacent to {start}",
    7_02_1: "{to} can be blocked only from the reserve of {locality}",
    7_02_2: "the pieces are there already",
    7_03_0: "the enemy occupies {to}",
    7_04_0: "the border is impassable",
    7_06_0: "an assault across this border was lost this turn",
    7_08_0: "a disorganised piece may not leave its locality",
    7_10_0: "no enemy stands in {there}",
    7_18_0: "from {start} only {ahead} and the reserve are in reach",
    8_01_0: "a road march moves one piece",
    8_02_0: "a road march begins in reserve or in a box",
    8_04_0: "that road is not connected with the road of the march",
    8_04_1: "that road does not begin where the piece is",
    8_08_0: "it costs an order, and none is left",
    8_10_0: "a road march has {steps} steps, and none is left for it",
    8_12_0: "the crossing was used in this step or a later one",
    8_13_0: "the crossing was used in the other direction",
    8_19_0: "there is no room beyond",
    8_20_0: "the piece may not cross there",
    8_21_0: "the locality was won by an assault this turn",
    8_22_0: "enemy pieces wait to enter there",
    8_23_0: "a disorganised piece may not leave its locality by road",
    8_25_0: "no crossing is open to it in any step that is left",
    8_25_1: "the piece has not crossed yet",
    8_26_0: "the enemy is there, and cavalry alone attacks on the march",
    8_29_0: "the crossing was used for an attack this turn",
    8_33_0: "cavalry alone does not attack over a cavalry obstacle",
    9_01_0: "no enemy stands in {there}",
    9_02_0: "{opposite} is fully blocked",
    9_04_0: "{start} is neither {to} nor the reserve of {locality}",
    9_04_1: "expected the approach attacked from, such as 8/4",
    9_07_0: "across a cavalry obstacle infantry must take part",
    9_10_0: "{there} does not hold so many attackers",
    10_01_0: "only artillery bombards, one piece at a time",
    10_01_1: "artillery bombards only from an approach",
    10_04_0: "{facing} has an artillery penalty",
    10_05_0: "no enemy stands in {ahead}",
    10_06_0: "a disorganised piece may neither declare nor complete",
    10_07_0: "the border is closed to attacks",
    10_10_0: "no bombardment of {piece} is due",
    10_12_0: "a bombardment is due: complete or cancel it first",
    11_01_0: "no enemy stands in {there}",
    11_01_1: "nobody blocks {opposite}",
    11_02_0: "expected the approach assaulted from, such as 8/4",
    11_04_0: "no piece in {to} that can act may lead",
    11_50_0: "an assault across this border was lost this turn",
    12_01_0: "only cavalry goes on into an approach",
    12_01_1: "the piece goes on into an approach of its own locality",
    12_05_0: "the piece that marches goes on, and no other",
    12_09_0: "no road leads there, or no order is left for it",
    12_11_0: "cavalry goes on at once, or when it has crossed",
    14_01_0: "no French piece may block in the 6:00 round",
    14_05_0: "only French pieces are organised",
    14_06_0: "a disorganised piece may not attack",
    14_11_0: "only disorganised pieces on the map are organised",
    14_12_0: "pieces are organised one at a time, or two where enough are organised",
    14_15_0: "organising {begun} must be finished first",
    14_15_1: "the orders left must do for all pieces of every locality begun",
    15_01_0: "the box {start} opens at {hour}:00",
    15_04_0: "pieces in a box enter by road or by the pontoon bridge",
    15_09_0: "enemy pieces wait to enter {there}",
    15_12_0: "no pontoon bridge leads from {start}",
    15_12_1: "the pontoon bridge was used this turn",
    15_12_2: "one piece enters by the pontoon bridge",
    15_12_3: "the piece is not in a box",
    15_15_0: "{piece} may not enter yet",
}
"""What is said of each statement that forbids a move, with facts of it in braces."""


def _marks(piece: Piece) -> tuple[object, ...]:
    return (piece.organised,)


LEGALITY = Legality(
    nodes=NODES,
    barred=BARRED,
    sentences=SENTENCES,
    letter="T",
    asked="T-23.6",
    over="T-5.7",
    otherwise="the rules do not allow it here (T-6.1)",
    marks=_marks,
)
