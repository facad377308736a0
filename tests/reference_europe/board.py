"""Chapters 2 and 20: nations, kinds of units and the zones of the board."""

from collections.abc import Iterator

NATIONS = {
    "france": "french",
    "great-britain": "british",
    "prussia": "prussian",
    "russia": "russian",
    "ottoman-empire": "ottoman",
    "austria": "austrian",
    "spain": "spanish",
}
"""N-2.1: in turn order, with what moves call their units."""

ARMS = {
    "infantry": "infantry",
    "elite": "infantry",
    "militia": "infantry",
    "cavalry": "cavalry",
    "heavy": "cavalry",
    "irregular": "cavalry",
    "artillery": "artillery",
    "leader": "leader",
}
"""Kinds of units, with their arms."""

PHASES = ("cavalry", "artillery", "infantry", "leaders")
ATTACKER, DEFENDER = 0, 1

Zone = tuple[str, int]
"""A row and its column: ``line-0`` and ``line-1`` are those of the sides, ``middle`` lies between.

Columns are numbered as the attacker sees them from left to right. Reserves and rout zones, which
have none, have column 0.
"""


def reserve(side: int) -> Zone:
    return f"reserve-{side}", 0


def rout(side: int) -> Zone:
    return f"rout-{side}", 0


def line(side: int, column: int) -> Zone:
    return f"line-{side}", column


def middle(column: int) -> Zone:
    return "middle", column


def neighbours(zone: Zone, columns: list[int]) -> Iterator[Zone]:
    """N-20.4: whatever is adjacent to a zone, of both sides."""
    row, column = zone
    if row == "middle" or row.startswith("line"):
        for beside in (column - 1, column + 1):
            if beside in columns:
                yield row, beside
    if row == "middle":
        for side in (ATTACKER, DEFENDER):
            yield line(side, column)
    if row.startswith("line"):
        yield middle(column)
        yield reserve(int(row[-1]))
    if row.startswith("reserve"):
        for each in columns:
            yield line(int(row[-1]), each)


def ahead(zone: Zone, side: int) -> list[Zone]:
    """N-22.2: zones straight ahead of a side, the nearer first."""
    _, column = zone
    way = [line(side, column), middle(column), line(1 - side, column)]
    return way[way.index(zone) + 1 :] if zone in way else []


def name(zone: Zone, side: int) -> str:
    """N-20.2: what a side calls a zone."""
    row, column = zone
    if row.startswith(("reserve", "rout")):
        return row[:-2]
    seen = ("left", "centre", "right")[column if side == ATTACKER else 2 - column]
    return f"middle-{seen}" if row == "middle" else seen


def place(text: str, side: int) -> Zone:
    """Return the zone that a side calls by a name."""
    if text in ("reserve", "rout"):
        return f"{text}-{side}", 0
    columns = range(3)
    zones = [zone for each in columns for zone in (line(side, each), middle(each))]
    return next(zone for zone in zones if name(zone, side) == text)
