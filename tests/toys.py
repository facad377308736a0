"""Toy boards: a handful of localities drawn in a row, for cases the real board does not offer.

Localities, borders, crossings and entries are given as mappings that state only what matters::

    toy_game(
        {1: {"capacity": 6}, 2: {"east": True}},
        [{"a": 1, "b": 2, "wide": True, "b_infantry": 1, "east": 2}],
        [{"id": "m", "between": (1, 2)}],
    )

In a border ``a_infantry`` is a symbol printed in the approach of ``a`` towards ``b``, and so on;
``east`` names the one of the two localities that lies east of the other.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from marengo.games.marengo.board import (
    Approach,
    Board,
    Crossing,
    Direction,
    Entry,
    Locality,
    Point,
    RoadGroup,
)
from marengo.games.marengo.files import read_scenario
from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.scenario import Scenario
from marengo.paths import data_path

Facts = Mapping[str, Any]

STEP = 0.01
"""Length of the side of a locality, in degrees."""


def toy_game(
    localities: Mapping[int, Facts],
    borders: Iterable[Facts],
    crossings: Sequence[Facts] = (),
    groups: Mapping[int, Sequence[Sequence[str]]] | None = None,
    main_groups: Mapping[int, Sequence[Sequence[str]]] | None = None,
    entries: Sequence[Facts] = (),
    hours: Mapping[str, int] | None = None,
    parameters: Facts | None = None,
    ruleset: str = "triomphe",
) -> Any:
    """Build a game on a toy board.

    Parameters
    ----------
    localities : mapping of int to facts
        For each number ``capacity`` (20), ``east`` of the objective line (False), ``star`` and
        ``french_start`` (none), ``name`` and ``note``.
    borders : iterable of facts
        ``a`` and ``b``, ``wide`` (or ``a_wide`` and ``b_wide``), ``a_infantry``, ``a_cavalry``,
        ``a_artillery``, ``a_obstacle``, the same for ``b``, ``impassable``, ``east``, ``pair``.
    crossings : sequence of facts
        ``id``, ``between``, ``road`` ("main", or "local" for a side road) and ``pair``.
    groups : mapping of int to sequences of crossing ids, optional
        The roads that meet inside a locality; without it all roads of a locality meet.
    main_groups : mapping of int to sequences of crossing ids, optional
        Main roads of a locality that only a local road joins.
    entries : sequence of facts
        ``name``, ``army``, ``locality`` and ``pontoon`` (False).
    hours : mapping of str to int, optional
        Hour of entry of each box; 6 where none is given.
    parameters : mapping, optional
        Parameters of the scenario that differ from the standard ones.
    ruleset : str
        What is played.

    Returns
    -------
    Game
        A game whose positions are made with ``position``.
    """
    roads = tuple(
        Crossing(c["id"], c["between"], c.get("pair"), c.get("road", "main"), at=(0.0, 0.0))
        for c in crossings
    )
    gates = tuple(
        Entry(e["name"], e["army"], e["locality"], "main", e.get("pontoon", False), at=(0.0, 0.0))
        for e in entries
    )
    board = Board(
        "toy",
        "Toy",
        localities=tuple(_locality(number, facts) for number, facts in localities.items()),
        approaches=tuple(side for border in borders for side in _sides(border)),
        crossings=roads,
        road_groups=tuple(_road_groups(localities, roads, gates, groups or {}, main_groups or {})),
        entries=gates,
    )
    opening = {gate.name: 6 for gate in gates} | dict(hours or {})
    return MarengoGame.from_parts(board, toy_scenario(opening, parameters or {}, ruleset))


def toy_scenario(
    hours: Mapping[str, int], parameters: Facts, ruleset: str = "triomphe"
) -> Scenario:
    """Return the standard scenario without its forces, with other boxes and parameters."""
    standard = read_scenario(data_path(f"scenarios/{ruleset}.toml"))
    return msgspec.structs.replace(
        standard,
        name="toy",
        board="toy",
        forces=(),
        hours=dict(hours),
        parameters=msgspec.structs.replace(standard.parameters, **parameters),
    )


def row(
    number: int,
    *,
    road: str = "main",
    capacities: Sequence[int] = (),
    borders: Mapping[int, Facts] | None = None,
    ruleset: str = "triomphe",
) -> Any:
    """Build a row of localities 1, 2, … on one road, west to east; it ends at impassable borders.

    Parameters
    ----------
    number : int
        How many localities.
    road : "main" or "local"
        Class of the road; its crossings are called r1 (from 1 to 2), r2, …
    capacities : sequence of int
        Capacities of the localities; 20 where none is given.
    borders : mapping of int to facts, optional
        Facts of the border from that locality to the next; the borders are narrow without symbols.
    ruleset : str
        What is played.

    Returns
    -------
    Game
        A game whose positions are made with ``position``.
    """
    given = borders or {}
    return toy_game(
        {n: {"capacity": capacities[n - 1] if capacities else 20} for n in range(1, number + 1)},
        [{"a": n, "b": n + 1, "east": n + 1, **given.get(n, {})} for n in range(1, number)],
        [
            {"id": f"r{n}", "between": (n, n + 1), "road": road}
            for n in range(1, number)
            if not given.get(n, {}).get("impassable")
        ],
        ruleset=ruleset,
    )


def _square(number: int) -> tuple[Point, Point, Point, Point]:
    west, east = STEP * number, STEP * (number + 1)
    return ((west, 0.0), (east, 0.0), (east, STEP), (west, STEP))


def _locality(number: int, facts: Facts) -> Locality:
    return Locality(
        number,
        name=facts.get("name"),
        capacity=facts.get("capacity", 20),
        french_start=facts.get("french_start", 0),
        star=facts.get("star"),
        east_of_objective=facts.get("east", False),
        polygon=facts.get("polygon", _square(number)),
        note=facts.get("note", ""),
        at=(STEP * (number + 0.5), STEP / 2),
    )


def _sides(border: Facts) -> tuple[Approach, Approach]:
    return _side(border, "a", "b"), _side(border, "b", "a")


def _side(border: Facts, own: str, other: str) -> Approach:
    direction: Direction | None = None
    if border.get("east") is not None:
        direction = "east" if border["east"] == border[other] else "west"
    south_east, north_east = _square(min(border["a"], border["b"]))[1:3]
    return Approach(
        border[own],
        border[other],
        pair=border.get("pair"),
        wide=border.get(f"{own}_wide", border.get("wide", False)),
        infantry=border.get(f"{own}_infantry", 0),
        cavalry=border.get(f"{own}_cavalry", 0),
        artillery=border.get(f"{own}_artillery", 0),
        cavalry_obstacle=border.get(f"{own}_obstacle", False),
        impassable=border.get("impassable", False),
        direction=direction,
        line=(south_east, north_east),
    )


def _road_groups(
    localities: Iterable[int],
    crossings: Sequence[Crossing],
    entries: Sequence[Entry],
    groups: Mapping[int, Sequence[Sequence[str]]],
    main_groups: Mapping[int, Sequence[Sequence[str]]],
) -> Iterator[RoadGroup]:
    for number in localities:
        ends = [c.id for c in crossings if number in c.between]
        ends += [f"entry:{e.name}" for e in entries if e.locality == number]
        main = tuple(tuple(joined) for joined in main_groups.get(number, ()))
        for joined in groups.get(number, [ends] if ends else []):
            yield RoadGroup(number, tuple(joined), main)
