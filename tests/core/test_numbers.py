"""Every number that people give is taken as what it plainly is, or refused by its name."""

import inspect
import re
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import marengo
import marengo.lab
import marengo.lab.analysis
import marengo.players
import marengo.plots
import marengo.widgets
from marengo.core.errors import MarengoError
from marengo.core.numbers import COUNTED, Bounds, plain, takes
from marengo.lab import simulate

FACES = (
    marengo,
    marengo.lab,
    marengo.lab.analysis,
    marengo.players,
    marengo.plots,
    marengo.widgets,
)

NUMBER = re.compile(r"\b(int|float)\b")

NOT_GIVEN = {
    "Attack Block Move Outcome Piece Place Share ByHour Learned Taught Scenario Layout Assault",
    "Balanced Comparison Discovered EvenPoint Factor HandicapCurve Odds",
    "Hours Stopped",
    "MeanComparison PairedDifference SolvedEnding Surface SearchedMove Thought",
    "Replay TurnReplay Board",
    "ValueBySearch",
}
"""Classes that marengo makes, and nobody else."""

OTHERWISE = {
    "Game.write_move": "a move is asked for its text",
    "Game.best_response": "a seat is no number",
    "State.hides": "a seat is no number",
    "State.information_set": "a seat is no number",
    "State.draw": "takes a generator as well",
    "GameRecord": "see the tests of records",
    "GameRecord.of": "see the tests of records",
    "Game.start": "see the tests of records",
    "Study": "see the tests of plans",
    "Factor.at": "asked by what draws points",
    "Factor.table": "asked by what draws points",
    "Assault.wait": "asked by tests",
    "payoffs": "its values are made by a function",
    "OraclePlayer": "as the search",
    "handicap_plot": "its interval may be open",
    "least_changes": "its standard holds truths as well",
}
"""What takes numbers, and why it is not asked here."""


def callables() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield what the faces offer that can be called, classes with their methods, each once."""
    known: set[object] = set()
    classes = set(" ".join(NOT_GIVEN).split())
    for face in FACES:
        for name in dir(face):
            one = getattr(face, name)
            if name.startswith("_") or isinstance(one, ModuleType) or not callable(one):
                continue
            if one in known:
                continue
            known.add(one)
            if not inspect.isclass(one) or name not in classes:
                yield name, one
            for part, method in vars(one).items() if inspect.isclass(one) else ():
                if inspect.isfunction(method) and not part.startswith("_"):
                    yield f"{name}.{part}", method


def arguments() -> Iterator[tuple[str, inspect.Parameter, Callable[..., Any]]]:
    """Yield each argument that is no function: whose, itself, and what can be called."""
    for name, one in callables():
        try:
            parameters = inspect.signature(one).parameters.values()
        except (TypeError, ValueError):
            continue
        for parameter in parameters:
            if "Callable" not in str(parameter.annotation):
                yield name, parameter, one


def asked() -> Iterator[tuple[str, str, Callable[..., Any]]]:
    """Yield each argument that is a number: whose, its name, and what can be called."""
    for name, parameter, one in arguments():
        if NUMBER.search(str(parameter.annotation)) and name not in OTHERWISE:
            yield name, parameter.name, one


ASKED = {f"{whose} {name}": (name, one) for whose, name, one in asked()}


def call(one: Callable[..., Any], name: str, value: object) -> object:
    """Call something with nothing that makes sense but the numbers that it needs, save one."""
    given: dict[str, Any] = {}
    parameters = inspect.signature(one).parameters
    for other in parameters.values():
        if other.default is other.empty and other.kind is not other.VAR_POSITIONAL:
            text = str(other.annotation)
            number: object = [1] if "Sequence[" in text else 1
            given[other.name] = number if NUMBER.search(text) else object()
    if parameters[name].kind is inspect.Parameter.VAR_POSITIONAL:
        return one(*given.values(), value)
    text = str(parameters[name].annotation)
    if "Mapping[" in text and not isinstance(value, str):
        value = {"front": value}
    elif ("Sequence[" in text or "tuple[" in text) and not isinstance(value, str):
        value = (value, value)
    return one(**{**given, name: value})


def test_the_numbers_of_all_faces_are_asked() -> None:
    assert len(ASKED) > 150
    assert {"simulate games", "discover least", "hours_map hours", "SearchPlayer prior"} <= {*ASKED}


@pytest.mark.parametrize("whose", ASKED)
def test_what_is_no_number_is_refused_by_its_name(whose: str) -> None:
    name, one = ASKED[whose]
    named = re.search("str|Literal", str(inspect.signature(one).parameters[name].annotation))
    for value in (True, float("nan"), np.array([[1.5]]), *(() if named else ("5",))):
        with pytest.raises(ValueError, match=rf"^{name}\S*: expected "):
            call(one, name, value)


THING = re.compile(r"\b(State|Game|GameRecord|Study|Run|Board|Move|Surface|str|Path|DataFrame)\b")

NOT_ASKED = {
    "ScenarioLab.begin": "a page asks it",
    "Explorer.open_game": "a page asks it",
    "Play Play.make_ready ChoicePage SurfaceExplorer Explorer": "made by what opens them",
    "Board.approach Board.crossing Board.entry Board.opposite": "of a thing",
    "Scenario.diff Study.game Study.learning": "of a thing",
    "State State.move State.play State.why_illegal State.reason_against": "below",
    "Game.describe EnginePlayer.choose Player.choose": "of a thing",
    "face": "asked by packages",
    "Answer Cell Event Opponent Payoffs Run ValueOfGame ValueBySearch": "made by what returns them",
}
"""What takes things, and why it is not asked here."""


def things() -> Iterator[tuple[str, str, Callable[..., Any]]]:
    """Yield each argument that is a game, a text and the like, as :func:`asked`."""
    not_asked = set(" ".join(NOT_ASKED).split())
    for name, parameter, one in arguments():
        several = parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        asked = THING.search(str(parameter.annotation)) and not several
        if asked and name not in not_asked and parameter.name != "self":
            yield name, parameter.name, one


THINGS = {f"{whose} {name}": (name, one) for whose, name, one in things()}


@pytest.mark.parametrize("whose", THINGS)
def test_what_is_no_game_or_text_is_refused_by_its_name(whose: str) -> None:
    """Nor are the others that are given here, of which any may be named."""
    name, one = THINGS[whose]
    names = "|".join(inspect.signature(one).parameters)
    for value in (5, b"x"):
        if value != 5 or not NUMBER.search(str(inspect.signature(one).parameters[name])):
            with pytest.raises((ValueError, TypeError), match=rf"^({names}|frame)\S*: expected "):
                call(one, name, value)


@pytest.mark.parametrize("value", [None, 5, b"x", object()])
@pytest.mark.parametrize("name", ["triomphe", "bonaparte", "progress-small"])
def test_what_is_no_move_text_or_seat_is_refused_by_a_position(name: str, value: Any) -> None:
    game = marengo.load(name)
    state = game.start(1)
    calls = {
        "move": (state.play, state.why_illegal),
        "text": (state.move, marengo.position),
        "side": (state.information_set, *([] if value is None else [state.view])),
        "build_position": (game.position,),  # type: ignore[attr-defined]
    }
    for named, functions in calls.items():
        for function in functions:
            with pytest.raises((ValueError, TypeError), match=f"^{named}: expected "):
                function(value)


WRONG: list[object] = [True, "5", 0.5, np.int64(-3), 10**30, float("inf"), 10**5000]


@pytest.mark.parametrize("name", ["games", "seed", "workers"])
@pytest.mark.parametrize("value", WRONG, ids=range(len(WRONG)))
def test_numbers_of_a_batch_are_refused_by_their_names(name: str, value: object) -> None:
    given: dict[str, Any] = {"games": 1, "progress": False, name: value}
    with pytest.raises(ValueError, match=f"^{name}: expected .{{1,200}}$"):
        simulate("triomphe", players=("random", "random"), **given)


def test_what_plainly_is_a_number_is_taken() -> None:
    wanted = simulate("triomphe", 2, "random", "random", seed=5, workers=1, progress=False)
    given: dict[str, Any] = {"seed": np.float64(5), "workers": 1.0, "progress": False}
    for games in (2.0, np.int64(2), np.array(2)):
        found = simulate("triomphe", games, "random", "random", **given)  # type: ignore[arg-type]
        assert found.equals(wanted)


@pytest.mark.parametrize(
    ("value", "number"),
    [
        *((2.0, 2), (np.float32(0.5), 0.5), (np.uint8(200), 200), (False, None), (np.True_, None)),
        *((None, None), ([1], None), (1j, None), ("1", None)),
    ],
)
def test_a_number_is_what_it_plainly_is(value: object, number: float | None) -> None:
    assert plain(value) == number
    assert type(plain(value)) is type(number)


def test_a_function_says_itself_what_it_lacks() -> None:
    @takes(games=Bounds(1, 5))
    def play(games: int, seed: int = 0) -> int:
        return games + seed

    assert play(np.int8(2), seed=3) == 5  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"play\(\) missing 1 required positional argument"):
        play()  # type: ignore[call-arg]


def test_numbers_given_one_by_one_are_each_taken() -> None:
    @takes(places=COUNTED)
    def around(*places: int) -> tuple[int, ...]:
        return places

    assert around(1, 2.0) == (1, 2)  # type: ignore[arg-type] # as people do
    with pytest.raises(MarengoError, match=r"places\[1\]: expected a whole number, not 1\.5"):
        around(1, 1.5)  # type: ignore[arg-type]
