"""Building any position of a war: for tests and lessons."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from marengo.core.engine import driver
from marengo.core.engine.driver import NONE
from marengo.core.errors import PositionError
from marengo.core.uncompiled import call_python
from marengo.games.europe.notation import NAMES
from marengo.games.europe.position import number, one_of, pieces
from marengo.games.europe.rules.words import KINDS
from marengo.games.europe.war.rules import ground, politics, production, sequence, setup
from marengo.games.europe.war.rules.record import War
from marengo.games.europe.war.rules.words import NATION_OF, Step
from marengo.games.europe.war.state import WarState

if TYPE_CHECKING:
    from marengo.games.europe.war.game import WarGame

KNOWN = {NAMES[one]: int(one) for one in NATION_OF}
"""The nations by name."""

MOST = 1000
"""PAP and PP that a position may have."""


def build_position(
    game: "WarGame",
    *,
    troops: Mapping[str, Mapping[str, str]] | None = None,
    owners: Mapping[str, str] | None = None,
    uprisings: Iterable[str] = (),
    fallen: Iterable[str] = (),
    pap: Mapping[str, int] | None = None,
    pp: Mapping[str, int] | None = None,
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
    whose = one_of(nation, KNOWN, "nation") if nation else int(t["first"])
    regions = {name: place for place, name in enumerate(game.regions)}
    for place, owner in _owners(owners or {}, regions, t["home"].tolist()):
        s["owner"][place] = owner
    for field, marked in (("uprising", uprisings), ("fallen", fallen)):
        for region in marked:
            s[field][one_of(region, regions, field)] = 1
    for field, given in (("pap", pap), ("pp", pp)):
        for name, value in (given or {}).items():
            s[field][one_of(name, KNOWN, field)] = number(value, f"{field}.{name}", 0, MOST)
    if troops is None:
        call_python(setup.muster, game, record)
    else:
        for one, place, kind, count in _stacks(troops, regions):
            call_python(ground.put, game, record, one, place, kind, count)
    call_python(sequence.begin_turn, game, record, whose)
    s["step"] = one_of(step, {one.name.lower(): int(one) for one in Step}, "step")
    call_python(politics.open_window, game, record)
    if s["step"] == Step.PURCHASES:
        call_python(production.receive, game, record)
    driver.resume(game.tables, record, game.workspace())
    state = WarState(game, record)
    if problems := state.problems():
        raise PositionError("; ".join(problems))
    return state


def _owners(
    owners: Mapping[str, str], regions: Mapping[str, int], homes: list[int]
) -> Iterator[tuple[int, int]]:
    """Yield regions with their owners; a homeland has always one (N-1.6)."""
    for region, owner in owners.items():
        place = one_of(region, regions, "owners")
        known = KNOWN if homes[place] != NONE else {**KNOWN, "": NONE}
        yield place, one_of(owner, known, f"owners.{region}")


def _stacks(
    troops: Mapping[str, Mapping[str, str]], regions: Mapping[str, int]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield nation, region, kind and number of what stands where."""
    for name, places in troops.items():
        nation = one_of(name, KNOWN, "troops")
        for region, told in places.items():
            field = f"troops.{name}.{region}"
            for count, kind in pieces(told, field):
                if kind >= KINDS:
                    raise PositionError(f"{field}: expected no squares: battles form them")
                yield nation, one_of(region, regions, f"troops.{name}"), kind, count
