"""What a batch of games of *Bonaparte at Marengo* tells beside the common facts."""

from marengo.core.columns import Column
from marengo.games.marengo import columns as common
from marengo.games.marengo.rules.vocabulary import Side

DEMORALISED = "round in which the {} army was demoralised (B-13.2), hours of the 24-hour clock"

COLUMNS = (
    *common.COLUMNS,
    Column("austrian_stars", "star localities the Austrians hold at the end, localities", "stars"),
    Column("austrian_colours", "colours of these (B-14.3), colours", "colours"),
    *(
        Column(
            f"{side.name.lower()}_demoralised",
            DEMORALISED.format(side.name.title()),
            "demoralised",
            side,
            missing=True,
        )
        for side in Side
    ),
)
