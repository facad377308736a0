"""What a batch of games on the field of Marengo tells of each, whatever its rules."""

from marengo.core.columns import DECISIONS, Column
from marengo.games.marengo.armies import ARMY_OF
from marengo.games.marengo.rules.vocabulary import Side, Victory
from marengo.games.marengo.types import ARMIES

LEVEL = "{} morale at the end, discs (T-18.1) or points (B-13.1)"

COLUMNS = (
    Column(
        "kind",
        "decisive (T-19.1, B-14.2) or marginal (T-19.2, B-14.3)",
        "victory",
        words={victory: victory.name.lower() for victory in Victory if victory},
        label="victory",
    ),
    Column(
        "last_round",
        "round in which the game ended, hours of the 24-hour clock",
        "last_round",
        label="last round",
        is_hour=True,
        counts="length",
    ),
    DECISIONS,
    *(
        Column(
            f"{ARMY_OF[side]}_{field}",
            text.format(side.name.title()),
            field,
            side,
            label=f"{word} of {ARMIES[side]}",
            counts="losses" if field == "lost" else "",
        )
        for field, word, text in (
            ("level", "morale", LEVEL),
            ("lost", "losses", "{} strength lost, strength points"),
        )
        for side in Side
    ),
)
