"""Games by mail: what is drawn is nobody's, and a file goes on from what its reader has seen."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from marengo.core.errors import FileError, MarengoError, RecordError
from marengo.core.game import Game
from marengo.core.scenarios import load
from marengo.widgets.playing import mail
from marengo.widgets.playing.mail import Chain, Keeper, MailedGame, contribute, file_of
from marengo.widgets.playing.shared import Mailed, Shared, read, shared
from tests.core.test_texts import HARMLESS, Change
from tests.core.toys.race import RaceGame

GAME = "game.txt"


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def begun(path: Path, game: Game[Any]) -> MailedGame:
    """Return a game to which all seats have contributed, in a file that went round twice."""
    for seat in (*game.played, *game.played):
        contribute(path, game, seat)
    found = file_of(path, game)
    assert isinstance(found, MailedGame)
    return found


Sit = Callable[[Game[Any], int], Mailed]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Return what opens the page of a seat."""
    opened: list[Shared] = []

    def open_it(game: Game[Any], place: int) -> Mailed:
        page = Mailed(game, tmp_path / GAME, game.played[place], served=False, adviser="rule")
        opened.append(page)
        page.go_on()
        return page

    yield open_it
    for one in opened:
        one.leave()


def played(pages: list[Mailed], until: Callable[[], bool]) -> None:
    """Let seats decide, each by what lies in the file, until something holds."""
    for _ in range(500):
        for page in pages:
            page.look()
            page.go_on()
            if until():
                return
            if page.asked:
                page.play([page.state.legal_moves()[0]])
            assert not page.trouble
    raise AssertionError("it never came to pass")


def rolls(record: MailedGame) -> list[int]:
    """Return the places of moves that were drawn."""
    return [place for place, move in enumerate(record.moves) if move.startswith("roll")]


@pytest.mark.parametrize("change", HARMLESS.values(), ids=HARMLESS)
def test_what_programs_do_to_files_does_no_harm(change: Change, tmp_path: Path) -> None:
    """Both to one that invites and to one that is played."""
    path, game = tmp_path / GAME, load("progress-small")
    contribute(path, game, game.played[0])
    for found in (file_of(path, game), begun(path, game)):
        path.write_bytes(change(found.text()))
        assert file_of(path, game) == found


def test_an_invitation_may_be_answered_twice(tmp_path: Path) -> None:
    """Who saves the same attachment again stays by the secret to which he is committed."""
    path, game = tmp_path / GAME, load("progress-small")
    blue, orange = game.played
    contribute(path, game, blue)
    invitation = path.read_bytes()
    contribute(path, game, orange)
    answer = path.read_bytes()
    path.write_bytes(invitation)
    contribute(path, game, orange)
    assert path.read_bytes() == answer


def test_an_invitation_names_a_scenario_and_no_file(tmp_path: Path) -> None:
    """The error of reading a file would quote from it."""
    path, game = tmp_path / GAME, load("progress-small")
    contribute(path, game, game.played[0])
    secret = tmp_path / "secret.toml"
    secret.write_text("root:password", encoding="utf-8")
    path.write_text(path.read_text().replace("scenario: progress-small", f"scenario: {secret}"))
    with pytest.raises(RecordError, match=r"game\.txt: scenario: no scenario") as caught:
        file_of(path)
    assert "password" not in str(caught.value)


def test_nobody_has_a_seed_before_all_have_given_a_secret(tmp_path: Path) -> None:
    """Who begins commits himself before he sees what the others give, and they before he shows."""
    path, game = tmp_path / GAME, load("triomphe")
    austrian, french = game.played
    assert contribute(path, game, austrian) == "France"
    invited = file_of(path, game)
    assert isinstance(invited, mail.Invitation)
    assert (invited.chains[0].count, invited.chains[1]) == (0, None)  # type: ignore[union-attr]
    assert contribute(path, game, french) == "Austria"
    answered = file_of(path, game)
    assert [chain.count for chain in answered.chains] == [0, 1]  # type: ignore[union-attr]
    assert contribute(path, game, austrian) == ""
    record = file_of(path, game)
    assert isinstance(record, MailedGame)
    assert record.seed == mail.seed_of(record.mail, record.chains)
    assert contribute(path, game, french) == ""
    other = begun(tmp_path / "other.txt", game)
    assert other.seed != record.seed
    with pytest.raises(RecordError, match="is played by mail"):
        read(path)
    for seat in game.played:
        kept = Keeper.load(record.mail, seat)
        assert kept.path.stat().st_mode & 0o777 == 0o600
        assert kept.kept.secret not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("french-chance: None", "french-chance: 71", "french-chance: expected a commitment"),
        ("mail: ", "mail: x", "mail: expected the number of a game by mail"),
        ("end of game record", "end", "torn: expected 'end of game record'"),
        ("scenario-hash: ", "scenario-hash: 0", "is another scenario or board"),
    ],
)
def test_a_damaged_invitation_is_told(old: str, new: str, told: str, tmp_path: Path) -> None:
    path, game = tmp_path / GAME, load("triomphe")
    contribute(path, game, game.played[0])
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(RecordError, match=rf"game.txt: .*{told}"):
        contribute(path, game, game.played[1])


def test_a_commitment_is_kept(tmp_path: Path) -> None:
    """Who has seen what another gave cannot give something else than he has promised."""
    path, game = tmp_path / GAME, load("triomphe")
    austrian, french = game.played
    contribute(path, game, austrian)
    contribute(path, game, french)
    answered = file_of(path, game)
    other = Keeper("0" * 32, austrian).chain(1)
    ready = (other, answered.chains[1])
    seed = mail.seed_of(answered.mail, ready)  # type: ignore[arg-type]
    forged = MailedGame(game, seed, (), ("human",) * 2, None, answered.mail, ready)  # type: ignore[arg-type]
    forged.save(path)
    with pytest.raises(RecordError, match=r"austrian-chance: is another commitment than .* french"):
        contribute(path, game, french)


def test_whoever_did_not_begin_here_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, game = tmp_path / GAME, load("progress-small")
    begun(path, game)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))
    with pytest.raises(FileError, match="expected the secret of blue, which lies where that seat"):
        contribute(path, game, game.played[0])
    with pytest.raises(FileError, match="expected the secret of orange"):
        Mailed(game, path, game.played[1], served=False)


def test_a_game_with_dice_goes_from_seat_to_seat(tmp_path: Path, sit: Sit) -> None:
    """Who decides cannot roll alone, and what all read is made of what two have given."""
    path, game = tmp_path / GAME, RaceGame(goal=9)
    begun(path, game)
    pages = [sit(game, place) for place in range(3)]
    played(pages, lambda: pages[0].over)
    record = file_of(path, game)
    assert isinstance(record, MailedGame)
    assert len(rolls(record)) > 3
    assert max(chain.count for chain in record.chains) > 2
    assert record.positions()[-1].is_over


def test_who_decides_does_not_draw(tmp_path: Path, sit: Sit) -> None:
    path, game = tmp_path / GAME, RaceGame(goal=30)
    begun(path, game)
    ada, berta, clara = (sit(game, place) for place in range(3))
    played([ada, berta, clara], lambda: ada.asked)
    ada.play([ada.state.move("again")])
    before = ada.state.hash()
    ada.look()
    ada.go_on()
    assert ada.state.hash() == before  # it is Berta's page that adds the other secret
    assert "Send the file game.txt to Berta, whose page adds one" in ada.waiting("")
    record = file_of(path, game)
    assert isinstance(record, MailedGame)
    chains = [*record.chains]
    chains[1] = replace(chains[1], count=chains[1].count + 1, last=bytes(32))
    forged = replace(record, chains=tuple(chains)).text()
    with pytest.raises(
        RecordError, match="one of the secrets that the seat"
    ):  # and nobody else can
        MailedGame.parse(forged, GAME, game)
    clara.look()
    assert clara.state.hash() == before
    berta.look()
    assert berta.state.hash() != before


Forge = Callable[[MailedGame], MailedGame]


def another_roll(record: MailedGame) -> MailedGame:
    place = rolls(record)[-1]
    other = "roll 2" if record.moves[place] != "roll 2" else "roll 3"
    return replace(record, moves=(*record.moves[:place], other, *record.moves[place + 1 :]))


def another_seed(record: MailedGame) -> MailedGame:
    return replace(record, seed=record.seed + 1)


def a_secret_more(record: MailedGame) -> MailedGame:
    keeper = Keeper.load(record.mail, record.game.played[0])
    chains = (keeper.chain(record.chains[0].count + 2), *record.chains[1:])
    return replace(record, chains=chains)


def no_secret(record: MailedGame) -> MailedGame:
    first = record.chains[0]
    return replace(
        record, chains=(Chain(first.commitment, 0, first.commitment), *record.chains[1:])
    )


@pytest.mark.parametrize(
    ("forge", "told"),
    [
        (another_roll, r"move \d+: roll \d: the secrets of the seats draw roll \d"),
        (another_seed, "seed: expected one made of the secrets of the seats"),
        (a_secret_more, "ada-chance: expected . secrets, not"),
        (no_secret, "seed: expected one made of the secrets"),
    ],
)
def test_what_was_not_drawn_is_not_taken_over(
    forge: Forge, told: str, tmp_path: Path, sit: Sit
) -> None:
    path, game = tmp_path / GAME, RaceGame(goal=30)
    begun(path, game)
    pages = [sit(game, place) for place in range(3)]
    played(pages, lambda: pages[1].asked)
    record = file_of(path, game)
    assert isinstance(record, MailedGame)
    forged = forge(record)
    path.write_text(forged.text(), encoding="utf-8")
    with pytest.raises(RecordError, match=f"game.txt: .*{told}"):
        pages[1].look()
    assert pages[1].state == record.positions()[-1]


def taken_back(record: MailedGame) -> MailedGame:
    return replace(record, moves=record.moves[:1])


def another_move(record: MailedGame) -> MailedGame:
    """Decide otherwise at the beginning, and as well as that goes from there."""
    state = record.game.start(record.seed)
    while len(state.moves) < len(record.moves):
        legal = state.legal_moves()
        state.play(legal[-1])
    return replace(record, moves=tuple(map(str, state.moves)))


def a_move_of_the_other(record: MailedGame) -> MailedGame:
    """Decide for whom the file is sent to as well."""
    state = record.positions()[-1]
    return replace(record, moves=(*record.moves, str(state.legal_moves()[0])))


def resigned_for_the_other(record: MailedGame) -> MailedGame:
    return replace(record, resigned=record.positions()[-1].to_move)


def resigned_by_the_sender(record: MailedGame) -> MailedGame:
    return replace(record, resigned=record.game.played[1])


def resigned_with_a_secret(record: MailedGame) -> MailedGame:
    """Vouch for another by what that seat has shown, which is not its last secret."""
    shown = record.chains[1].last.hex()
    return replace(record, resigned=record.game.played[1], proof=shown)


@pytest.mark.parametrize(
    ("forge", "told"),
    [
        (taken_back, r"1 moves: blue has seen \d already; ask for the file as it was sent"),
        (another_move, r"move \d: .*: blue has seen .* there; ask for the file"),
        (a_move_of_the_other, r"move \d: .*: blue has not decided so"),
        (resigned_for_the_other, "result: .* blue has resigned, and only blue can say so"),
        (resigned_by_the_sender, "result: .* orange has resigned, and only orange can say so"),
        (resigned_with_a_secret, "result: .* orange has resigned, and only orange can say so"),
    ],
)
def test_a_file_that_does_not_go_on_from_what_was_seen_is_refused(
    forge: Forge, told: str, tmp_path: Path, sit: Sit
) -> None:
    """By a page that is open, by one that is opened, and when it is uploaded."""
    path, game = tmp_path / GAME, load("progress-small")
    begun(path, game)
    blue, orange = sit(game, 0), sit(game, 1)
    played([blue, orange], lambda: len(blue.steps) > 2 and blue.asked)
    record = file_of(path, game)
    assert isinstance(record, MailedGame)
    forged = forge(record).text()
    with pytest.raises(RecordError, match=told):
        blue._parsed(forged, "uploaded")
    path.write_text(forged, encoding="utf-8")
    with pytest.raises(RecordError, match=told):
        blue.look()
    with pytest.raises(RecordError, match=told):
        sit(game, 0)
    with pytest.raises(RecordError, match=told):
        contribute(path, game, game.played[0])
    assert blue.state == record.positions()[-1]
    path.write_text(record.text(), encoding="utf-8")
    assert not blue.look()
    assert blue.asked


def test_who_resigns_can_prove_it(tmp_path: Path, sit: Sit) -> None:
    """The other page takes it over, and nobody can take it back."""
    path, game = tmp_path / GAME, load("progress-small")
    record = begun(path, game)
    blue, orange = sit(game, 0), sit(game, 1)
    played([blue, orange], lambda: len(blue.steps) > 2 and blue.asked)
    goes_on = path.read_text(encoding="utf-8")
    blue.resign()
    assert blue.over
    assert blue.resigned == game.played[0]
    assert orange.look()
    assert orange.winner == game.played[1]
    assert sit(game, 1).winner == game.played[1]
    secret = Keeper.load(record.mail, game.played[0]).kept.secret
    text = path.read_text(encoding="utf-8")
    assert f"\nproof: {secret}\n" in text
    with pytest.raises(RecordError, match="proof: expected no such line, as nobody has resigned"):
        MailedGame.parse(text.replace("result: resigned by blue\n", ""), GAME, game)
    path.write_text(goes_on, encoding="utf-8")
    with pytest.raises(RecordError, match="result: orange has seen that blue resigned"):
        orange.look()


def test_what_one_decides_oneself_may_be_taken_back_until_it_is_sent(
    tmp_path: Path, sit: Sit
) -> None:
    path, game = tmp_path / GAME, load("triomphe")
    begun(path, game)
    austrian, other = sit(game, 0), sit(game, 0)
    austrian.play([austrian.state.move("pontoon A1")])
    assert other.look()
    assert other.undo()
    assert austrian.look()
    assert austrian.steps == other.steps == []
    austrian.play([austrian.state.move("end")])
    french = sit(game, 1)
    assert french.state == austrian.state
    assert not other.undo()


def test_a_game_comes_back_by_mail(tmp_path: Path, sit: Sit) -> None:
    """Each on his own machine: what is uploaded is checked, and kept."""
    path, game = tmp_path / GAME, load("progress-small")
    begun(path, game)
    blue = sit(game, 0)
    while blue.asked:
        blue.play([blue.state.legal_moves()[0]])
    sent = tmp_path / "sent.txt"
    blue.record().save(sent)
    kind = shared(Shared, Mailed)
    orange: Any = kind(game, sent, game.played[1], served=False, adviser="rule")
    orange.go_on()
    while orange.asked:
        orange.play([orange.state.legal_moves()[0]])
    orange.leave()
    blue.resume(blue.read(sent))
    assert blue.state == orange.state
    assert path.read_text(encoding="utf-8") == sent.read_text(encoding="utf-8")
    with pytest.raises(MarengoError, match=r"Expected this game|has seen"):
        blue.resume(begun(tmp_path / "other.txt", game))
