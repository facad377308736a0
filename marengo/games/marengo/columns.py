"""What a batch of games on the field of Marengo tells of each, whatever its rules."""

from marengo.core.columns import DECISIONS, Column
from marengo.games.marengo.rules.vocabulary import Side, Victory

LEVEL = "{} morale at the end, discs (T-18.1) or points (B-13.1)"

COLUMNS = (
    Column(
        "kind",
        "decisive (T-19.1, B-14.2) or marginal (T-19.2, B-14.3)",
        "victory",
        words={victory: victory.name.lower() for victory in Victory if victory},
    ),
    Column(
        "last_round",
        "round in which the game ended, hours of the 24-hour clock",
        "last_round",
        dtype="Int8",
    ),
    DECISIONS,
    Column("austrian_level", LEVEL.format("Austrian"), "level", Side.AUSTRIAN),
    Column("french_level", LEVEL.format("French"), "level", Side.FRENCH),
    Column("austrian_lost", "Austrian strength lost, strength points", "lost", Side.AUSTRIAN),
    Column("french_lost", "French strength lost, strength points", "lost", Side.FRENCH),
)
