"""Building any position of a war: for tests and lessons."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from marengo.core.engine import driver
from marengo.core.engine.driver import NONE
from marengo.core.errors import PositionError
from marengo.core.numbers import takes
from marengo.core.uncompiled import call_python
from marengo.games.europe.notation import NAMES
from marengo.games.europe.position import number, one_of, pieces
from marengo.games.europe.rules.words import KINDS
from marengo.games.europe.war.rules import (
    ground,
    politics,
    production,
    sequence,
    setup,
)
from marengo.games.europe.war.rules.record import War
from marengo.games.europe.war.rules.words import WATERS, Relation, Step
from marengo.games.europe.war.state import WarState

if TYPE_CHECKING:
    from marengo.games.europe.war.game import WarGame

Known = Mapping[str, int]
"""The nations of the scenario by name."""

MOST = 1000
"""PAP and PP that a position may have."""


@takes(PositionError)
def build_position(
    game: "WarGame",
    *,
    troops: Mapping[str, Mapping[str, str]] | None = None,
    owners: Mapping[str, str] | None = None,
    uprisings: Iterable[str] = (),
    fallen: Iterable[str] = (),
    pap: Mapping[str, int] | None = None,
    pp: Mapping[str, int] | None = None,
    squadrons: Mapping[str, Mapping[str, int]] | None = None,
    wars: Iterable[tuple[str, str]] | None = None,
    alliances: Iterable[tuple[str, str]] | None = None,
    passages: Iterable[tuple[str, str]] = (),
    controllers: Mapping[str, str] | None = None,
    month: int = 1,
    nation: str = "",
    step: str = "movement",
) -> WarState:
    """Return a position in which a nation begins a step of its turn.

    Parameters
    ----------
    game : Game
        The scenario.
    troops : mapping of nation to mapping of region to pieces, optional
        Such as ``{"france": {"lorraine": "8 infantry, 1 leader"}}``, and nothing else is on the
        map. Default: those of the scenario.
    owners : mapping of region to nation, optional
        Where they differ from the scenario; an empty text for no owner.
    uprisings : iterable of str
        Regions in uprising.
    fallen : iterable of str
        Capitals that enemies occupy already, so that they are not rolled for again (N-17.5).
    pap, pp : mapping of nation to number, optional
        Where they differ from the scenario.
    squadrons : mapping of nation to mapping of place to number, optional
        Such as ``{"france": {"brittany": 3, "north-sea": 1}}``, in ports and sea areas; default:
        those of the scenario, if the troops are too.
    wars : iterable of pairs of nations, optional
        All wars, in the order in which they began; default: those of the scenario.
    alliances : iterable of pairs of nations, optional
        All alliances; default: those of the scenario.
    passages : iterable of pairs of nations
        Rights of passage, of the first granted to the second.
    controllers : mapping of nation to nation, optional
        Who controls a neutral great nation.
    month : int
        The round, from 1.
    nation : str
        Whose turn it is; default: that of the first nation.
    step : str
        The name of a :class:`Step` in small letters, such as ``"movement"`` or ``"battles"``, or
        ``"purchases"`` in a production turn.

    Raises
    ------
    PositionError
        If something cannot be; says what.
    """
    record = War.array()
    call_python(setup.clear, game, record)
    s, t = record[0], game.tables[0]
    s["month"] = number(month, "month", 1, int(t["rounds"]))
    nations = {NAMES[nation_code]: int(nation_code) for nation_code in game.nations}
    whose = one_of(nation, nations, "nation") if nation else int(t["first"])
    regions = {name: place for place, name in enumerate(game.regions)}
    for place, owner in _owners(nations, owners or {}, regions, t["home"].tolist()):
        s["owner"][place] = owner
    for field, marked in (("uprising", uprisings), ("fallen", fallen)):
        for region in marked:
            s[field][one_of(region, regions, field)] = 1
    for field, points in (("pap", pap), ("pp", pp)):
        for name, value in (points or {}).items():
            s[field][one_of(name, nations, field)] = number(value, f"{field}.{name}", 0, MOST)
    _relate(nations, s, wars, alliances)
    _grant(nations, s, passages, controllers or {})
    _muster(game, nations, record, troops, squadrons)
    call_python(sequence.begin_turn, game, record, whose)
    s["step"] = one_of(step, {turn_step.name.lower(): int(turn_step) for turn_step in Step}, "step")
    call_python(politics.open_window, game, record)
    if s["step"] == Step.PURCHASES:
        call_python(production.receive, game, record)
    driver.resume(game.tables, record, game.workspace())
    state = WarState(game, record)
    if problems := state.problems():
        raise PositionError("; ".join(problems))
    return state


def _muster(game: "WarGame", nations: Known, record: Any, troops: Any, squadrons: Any) -> None:
    """Put troops and squadrons on the map; those of the scenario if none are told."""
    if troops is None and squadrons is None:
        call_python(setup.muster, game, record)
        return
    regions = {name: place for place, name in enumerate(game.regions)}
    for nation, place, kind, count in _stacks(nations, troops or {}, regions):
        call_python(ground.put, game, record, nation, place, kind, count)
    for nation, place, count in _fleets(nations, squadrons or {}, game.names.waters):
        record[0]["ships"][nation * WATERS + place] = count


def _two(nations: Known, names: tuple[str, str], field: str) -> tuple[int, int]:
    """Return the numbers of two nations."""
    return one_of(names[0], nations, field), one_of(names[1], nations, field)


def _fleets(
    nations: Known, squadrons: Mapping[str, Mapping[str, int]], waters: tuple[str, ...]
) -> Iterator[tuple[int, int, int]]:
    """Yield nation, sea area or port, and number of squadrons."""
    water_numbers = {name: place for place, name in enumerate(waters) if name}
    for name, places in squadrons.items():
        nation = one_of(name, nations, "squadrons")
        for water, many in places.items():
            place = one_of(water, water_numbers, f"squadrons.{name}")
            yield nation, place, number(many, f"squadrons.{name}.{water}", 0, MOST)


def _relate(
    nations: Known,
    s: Any,
    wars: Iterable[tuple[str, str]] | None,
    alliances: Iterable[tuple[str, str]] | None,
) -> None:
    """Write who is at war and who is allied, where it is told."""
    for field, pairs, relation in (
        ("wars", wars, Relation.WAR),
        ("alliances", alliances, Relation.ALLIED),
    ):
        if pairs is None:
            continue
        s["relation"][s["relation"] == relation] = Relation.NEUTRAL
        for count, (name, other_name) in enumerate(pairs, 1):
            nation, other = _two(nations, (name, other_name), field)
            for place in (ground.pair(nation, other), ground.pair(other, nation)):
                s["relation"][place] = relation
                if relation == Relation.WAR:
                    s["war_since"][place], s["wars"] = count, count


def _grant(
    nations: Known, s: Any, passages: Iterable[tuple[str, str]], controllers: Mapping[str, str]
) -> None:
    """Write who may pass where another is, and who acts for neutral nations."""
    for both in passages:
        s["passage"][ground.pair(*_two(nations, both, "passages"))] = 1
    for both in controllers.items():
        neutral, by = _two(nations, both, "controllers")
        s["controller"][neutral] = by


def _owners(
    nations: Known, owners: Mapping[str, str], regions: Mapping[str, int], homes: list[int]
) -> Iterator[tuple[int, int]]:
    """Yield regions with their owners; a homeland has always one (N-1.6)."""
    for region, owner in owners.items():
        place = one_of(region, regions, "owners")
        allowed = nations if homes[place] != NONE else {**nations, "": NONE}
        yield place, one_of(owner, allowed, f"owners.{region}")


def _stacks(
    nations: Known, troops: Mapping[str, Mapping[str, str]], regions: Mapping[str, int]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield nation, region, kind and number of what stands where."""
    for name, places in troops.items():
        nation = one_of(name, nations, "troops")
        for region, text in places.items():
            field = f"troops.{name}.{region}"
            for count, kind in pieces(text, field):
                if kind >= KINDS:
                    raise PositionError(f"{field}: expected no squares: battles form them")
                yield nation, one_of(region, regions, f"troops.{name}"), kind, count
