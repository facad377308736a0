"""Games by mail: chance that no seat chooses or foresees, and files that go on from what was seen.

Each seat has a chain of secrets, each of them the hash of the next. To begin with it commits itself
to the first. To reveal the next one costs nothing, shows that it was fixed from the beginning, and
is the commitment to that which follows. The seed of the game is made of the second secret of every
seat. Whatever is drawn after a decision is made of the next secrets of the seat that decided, which
stands in the file beside the decision, and of the seat after it, which adds its own when it has the
file. So who decides does not know what will be drawn, and who draws has nothing to decide.

A seat keeps its secret, and what it has seen, in the user's folder of data; a file that says
something else is refused.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from secrets import token_bytes, token_hex
from typing import Any, Self

import msgspec
from platformdirs import user_data_path

from marengo.core.errors import FileError, RecordError
from marengo.core.files import fitted, parse_json, read_bytes, read_text
from marengo.core.game import Game
from marengo.core.records import END, GameRecord, Header, game_named, lines_in, scenario_hash
from marengo.core.state import Chance, State
from marengo.core.writing import write_private
from marengo.languages import _
from marengo.widgets.playing.seats import HUMAN

INVITATION = "marengo mail 1"
"""The first line of a file in which a game by mail has not begun."""

MOST = 1 << 16
"""Secrets in a chain: so often can a seat take part in a draw."""

BYTES = 32
"""Length of a secret."""

_NAME = re.compile(r"[0-9a-f]{32}")
_SECRET = re.compile(rf"[0-9a-f]{{{2 * BYTES}}}")
_CHAIN = re.compile(rf"([0-9a-f]{{{2 * BYTES}}}) (0|[1-9][0-9]{{0,4}}) ([0-9a-f]{{{2 * BYTES}}})")


def _hash(*parts: object) -> bytes:
    """Return a hash of what several things say."""
    return blake2b("\n".join(map(str, parts)).encode(), digest_size=BYTES).digest()


def _along(value: bytes, steps: int) -> bytes:
    """Return the secret so many steps nearer to the beginning of its chain."""
    for _step in range(steps):
        value = blake2b(value, digest_size=BYTES, person=b"marengo chain").digest()
    return value


@dataclass(frozen=True)
class Chain:
    """A seat's chain of secrets, as far as everybody knows it."""

    commitment: bytes  # the first secret
    count: int  # of secrets revealed after it
    last: bytes  # of these, or the first

    def secret(self, number: int) -> bytes:
        """Return one that was revealed, counted from 0."""
        return _along(self.last, self.count - number)

    def __str__(self) -> str:
        return f"{self.commitment.hex()} {self.count} {self.last.hex()}"


def _line_of(seat: Any) -> str:
    return f"{seat.name.lower()}-chance"


def _chain_in(header: Header, seat: Any) -> Chain:
    """Return the chain of a seat, as a header has it."""
    name = _line_of(seat)
    match = _CHAIN.fullmatch(header.said.get(name, ""))
    if not match or int(match[2]) >= MOST:
        raise header.wrong(
            name,
            "a commitment, a number and a secret, as a game by mail has them that was begun with "
            "`marengo play --file`",
        )
    chain = Chain(bytes.fromhex(match[1]), int(match[2]), bytes.fromhex(match[3]))
    if chain.secret(0) != chain.commitment:
        raise header.wrong(name, "one of the secrets that the seat has committed itself to")
    return chain


def _mail_in(header: Header) -> str:
    if not _NAME.fullmatch(header.said.get("mail", "")):
        raise header.wrong("mail", "the number of a game by mail")
    return header.said["mail"]


def seed_of(mail: str, chains: Sequence[Chain]) -> int:
    """Return the seed of a game, of which each seat has made a part."""
    return int.from_bytes(_hash("seed", mail, *(chain.secret(1).hex() for chain in chains))[:16])


class Draws:
    """Draws of a game as it goes on, and the secrets that they are made of."""

    def __init__(self, mail: str, seats: Sequence[Any], chains: Sequence[Chain]) -> None:
        self.mail, self.seats, self.chains = mail, seats, chains
        self.counts = [1] * len(seats)  # secrets that were needed so far; that of the seed
        self.due: tuple[int, int] | None = None  # who takes part: who decided, and the next seat
        self._decided, self._drawn, self._number = 0, 0, 0

    def look(self, state: State) -> None:
        """Take in a position of the game; call it once for each, in order."""
        if state.is_over or state.to_move is not Chance.CHANCE:
            self.due = None
            if not state.is_over:
                self._decided = self.seats.index(state.to_move)
        elif self.due is None:
            self.due = (self._decided, (self._decided + 1) % len(self.seats))
            self._drawn, self._number = 0, self._number + 1
            for seat in {*self.due}:
                self.counts[seat] += 1
        else:  # again, without a decision between
            self._drawn += 1

    @property
    def lacks(self) -> int | None:
        """Place of the seat whose secret is still to be revealed; None if there is none."""
        for seat in self.due or ():
            if self.chains[seat].count < self.counts[seat]:
                return seat
        return None

    def draw(self, state: State) -> None:
        """Play what is drawn."""
        assert self.due is not None
        secrets = [self.chains[seat].secret(self.counts[seat]).hex() for seat in self.due]
        digest = _hash("draw", self.mail, self._number, self._drawn, *secrets)
        state.draw(int.from_bytes(digest[:16]))


@dataclass(frozen=True)
class MailedGame(GameRecord):
    """A game that goes from seat to seat.

    The header then has a line ``mail`` with a number of the game, and for each seat a line such as
    ``french-chance``: what it has committed itself to, how many secrets it has revealed, and the
    last of them. If a seat has resigned, its line ``proof`` is the last secret of its chain, which
    nobody else can know, and which nothing is ever drawn of.
    """

    mail: str = ""
    chains: tuple[Chain, ...] = ()
    proof: str = ""

    def _header(self) -> dict[str, str]:
        """Return what stands above the moves."""
        header = super()._header()
        final = {"final": header.pop("final")}
        proof = {"proof": self.proof} if self.proof else {}
        return {**header, **_lines(self.game, self.mail, self.chains), **proof, **final}

    @classmethod
    def parse(cls, text: str, source: str, game: Game[Any] | None = None) -> Self:
        """Check the text of a record, and that what was drawn and resigned is the seats' own."""
        record, header = super().parse(text, source, game), Header.of(source, text)
        seats = record.game.played
        chains = tuple(_chain_in(header, seat) for seat in seats)
        proof = header.said.get("proof", "")
        record = replace(record, mail=_mail_in(header), chains=chains, proof=proof)
        if min(chain.count for chain in chains) < 1 or seed_of(record.mail, chains) != record.seed:
            raise header.wrong("seed", "one made of the secrets of the seats")
        record._check_draws(source)
        record._check_proof(header)
        return record

    def _check_proof(self, header: Header) -> None:
        if self.resigned is None:
            if self.proof:
                raise header.wrong("proof", "no such line, as nobody has resigned")
            return
        seat, chain = self.resigned, self.chains[self.game.played.index(self.resigned)]
        proved = _SECRET.fullmatch(self.proof) and _along(bytes.fromhex(self.proof), MOST)
        if proved != chain.commitment:
            name = seat.name.lower()
            raise RecordError(
                f"{header.source}: line {header.numbers['result']}: result: the file says that "
                f"{name} has resigned, and only {name} can say so, by a line 'proof' with the last "
                f"of the secrets of that seat; {ASK}"
            )

    def _check_draws(self, source: str) -> None:
        state, draws = self.game.start(self.seed), self.draws()
        for number, move in enumerate(self.moves, start=1):
            draws.look(state)
            if draws.due is None:
                state.play(move)
                continue
            if draws.lacks is not None:
                raise RecordError(f"{source}: move {number}: was drawn before all secrets were in")
            draws.draw(state)
            if str(state.moves[-1]) != move:
                raise RecordError(
                    f"{source}: move {number}: {move}: the secrets of the seats draw "
                    f"{state.moves[-1]}"
                )
        draws.look(state)
        for place, seat in enumerate(self.game.played):
            missing = draws.counts[place] - self.chains[place].count
            if missing not in (0, int(place in (draws.due or ()))):
                raise RecordError(
                    f"{source}: header: {_line_of(seat)}: expected {draws.counts[place]} secrets, "
                    f"not {self.chains[place].count}"
                )

    def draws(self) -> Draws:
        """Return the draws of the game, before its first position."""
        return Draws(self.mail, self.game.played, self.chains)


def _lines(game: Game[Any], mail: str, chains: Sequence[Chain | None]) -> dict[str, str]:
    lines = {_line_of(seat): str(chain) for seat, chain in zip(game.played, chains, strict=True)}
    return {"mail": mail, **lines}


# --- what a seat keeps --------------------------------------------------------------------------


class SeatRecord(msgspec.Struct, forbid_unknown_fields=True):
    """Record of what a seat keeps of a game by mail."""

    secret: str  # the last of its chain, from which all others follow
    commitments: dict[str, str] = {}  # of all seats, as far as seen
    moves: list[str] = []  # which it has seen, and does not take back
    saved: list[list[str]] = []  # all moves in the files that it wrote last
    resigned: str = ""  # who has given up


@dataclass
class Keeper:
    """Secret and memory of a seat in a game by mail, in a file that its user alone can read."""

    mail: str
    seat: Any
    kept: SeatRecord = field(default_factory=lambda: SeatRecord(token_bytes(BYTES).hex()))

    @property
    def path(self) -> Path:
        """The file."""
        name = f"{self.mail}-{self.seat.name.lower()}.json"
        return user_data_path("marengo") / "mail" / name

    @classmethod
    def load(cls, mail: str, seat: Any) -> Self:
        """Return what a seat keeps; FileError if that lies with another user or machine."""
        keeper = cls(mail, seat, SeatRecord(""))
        want = f"the secret of {seat.name.lower()}, which lies where that seat was begun"
        content = parse_json(read_bytes(keeper.path, FileError, want=want), keeper.path, FileError)
        keeper.kept = fitted(content, SeatRecord, keeper.path, FileError)
        return keeper

    def save(self) -> None:
        """Write the file."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_private(self.path, msgspec.json.encode(self.kept))

    def chain(self, count: int) -> Chain:
        """Return the chain, of which so many secrets are revealed."""
        secret = bytes.fromhex(self.kept.secret)
        if count >= MOST:  # the last is kept for the one who resigns
            raise RecordError(f"expected fewer than {MOST} draws in a game by mail")
        last = _along(secret, MOST - count)
        return Chain(_along(last, count), count, last)

    def meet(self, game: Game[Any], chains: Sequence[Chain | None], source: object) -> None:
        """Remember the commitments of the seats; RecordError if one has changed."""
        for seat, chain in zip(game.played, chains, strict=True):
            name, commitments = seat.name.lower(), self.kept.commitments
            commitment = chain.commitment.hex() if chain else ""
            if commitments.get(name, commitment) != commitment:
                raise RecordError(
                    f"{source}: header: {_line_of(seat)}: is another commitment than the one that "
                    f"{self.seat.name.lower()} has seen; {ASK}"
                )
            if chain:
                commitments[name] = commitment

    def check(self, record: MailedGame, source: object) -> None:
        """Raise RecordError unless a file goes on from what the seat has seen and decided."""
        own = self.seat.name.lower()
        self.meet(record.game, record.chains, source)
        seen, moves = self.kept.moves, list(record.moves)
        for number, (expected, other) in enumerate(zip(seen, moves, strict=False), start=1):
            if expected != other:
                raise RecordError(
                    f"{source}: move {number}: {other}: {own} has seen {expected} there; {ASK}"
                )
        if len(moves) < len(seen):
            raise RecordError(
                f"{source}: {len(moves)} moves: {own} has seen {len(seen)} already; {ASK}"
            )
        decided = _decided_by(record, self.seat)
        if decided > len(seen) and moves[:decided] not in (
            saved_moves[:decided] for saved_moves in self.kept.saved
        ):
            raise RecordError(
                f"{source}: move {decided}: {moves[decided - 1]}: {own} has not decided so; {ASK}"
            )
        resigned = record.resigned.name.lower() if record.resigned is not None else ""
        if resigned != self.kept.resigned and (self.kept.resigned or resigned == own):
            was = f"has seen that {self.kept.resigned}" if self.kept.resigned else "has not"
            raise RecordError(f"{source}: header: result: {own} {was} resigned; {ASK}")

    def will_write(self, record: MailedGame) -> None:
        """Remember what is about to be written, so that it is known again."""
        self.kept.saved = [*self.kept.saved[-1:], list(record.moves)]
        self.kept.resigned = record.resigned.name.lower() if record.resigned is not None else ""
        self.save()

    def has_seen(self, record: MailedGame) -> None:
        """Remember a file that was taken over or written; own decisions may still be taken back."""
        moves, state = list(record.moves), record.positions()[-1]
        if not state.is_over and state.to_move == self.seat:
            moves = moves[: _decided_by(record, self.seat, otherwise=True)]
        resigned = record.resigned.name.lower() if record.resigned is not None else ""
        if (moves, resigned) != (self.kept.moves, self.kept.resigned):
            self.kept.moves, self.kept.resigned = moves, resigned
            self.save()


ASK = "ask for the file as it was sent"


def _decided_by(record: MailedGame, seat: Any, *, otherwise: bool = False) -> int:
    """Return how many moves there are up to the last of a seat, or of any but this."""
    last = 0
    for number, state in enumerate(record.positions()[:-1], start=1):
        if (state.to_move == seat) != otherwise:
            last = number
    return last


# --- before the game ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Invitation:
    """A game by mail to which not all seats have contributed."""

    game: Game[Any]
    mail: str
    chains: tuple[Chain | None, ...]  # None for a seat that has not committed itself

    def text(self) -> str:
        """Return it as text."""
        header = {
            "scenario": self.game.scenario_name,
            "scenario-hash": scenario_hash(self.game),
            **_lines(self.game, self.mail, self.chains),
        }
        lines = (f"{key}: {value}" for key, value in header.items())
        return "\n".join([INVITATION, *lines, "", END]) + "\n"

    @classmethod
    def parse(cls, text: str, source: str, game: Game[Any] | None = None) -> Self:
        """Check the text of one."""
        lines = lines_in(text)
        if lines[-1][1] != END:
            raise RecordError(f"{source}: torn: expected {END!r} as the last line")
        header = Header.read(source, lines[:-1])
        header.expect("scenario", "scenario-hash")
        game = game or game_named(source, header.name("scenario"))
        seats = map(_line_of, game.played)
        header.expect_only({"scenario", "scenario-hash", "mail", *seats})
        if scenario_hash(game) != header.said["scenario-hash"]:
            raise RecordError(f"{source}: scenario-hash: is another scenario or board than here")
        chains = tuple(
            None if header.said.get(_line_of(seat)) == "None" else _chain_in(header, seat)
            for seat in game.played
        )
        return cls(game, _mail_in(header), chains)


def file_of(path: Path, game: Game[Any] | None = None) -> Invitation | MailedGame:
    """Return the game by mail in a file; RecordError if it is none, or breaks a commitment."""
    text = read_text(path, RecordError)
    kind: Any = Invitation if lines_in(text)[0][1] == INVITATION else MailedGame
    parsed: Invitation | MailedGame = kind.parse(text, str(path), game)
    return parsed


def contribute(path: Path, game: Game[Any], seat: Any) -> str:
    """Add what a seat has to add before the game can begin; return to whom the file goes then.

    The game begins, and nothing is returned, once the secrets of all seats are in.
    """
    current = file_of(path, game) if path.exists() else None
    if isinstance(current, MailedGame):
        keeper = Keeper.load(current.mail, seat)
        keeper.check(current, path)
        keeper.has_seen(current)
        return ""
    mine = game.played.index(seat)
    asked = current or Invitation(game, token_hex(16), (None,) * len(game.played))
    chains = list(asked.chains)
    keeper = Keeper(asked.mail, seat)
    if chains[mine] is not None or keeper.path.exists():  # it may answer the same file twice
        keeper = Keeper.load(asked.mail, seat)
    chains[mine] = chains[mine] or keeper.chain(0)
    keeper.meet(game, chains, path)
    chains[mine] = keeper.chain(chain.count if (chain := chains[mine]) else 0)
    if None not in chains:
        chains[mine] = keeper.chain(1)
    keeper.meet(game, chains, path)
    keeper.save()
    ready = [chain for chain in chains if chain and chain.count]
    if len(ready) == len(chains):
        people = (HUMAN,) * len(game.seats)
        seed = seed_of(asked.mail, ready)
        MailedGame(game, seed, (), people, None, asked.mail, tuple(ready)).save(path)
        return ""
    write_private(path, Invitation(game, asked.mail, tuple(chains)).text().encode())
    others = [(mine + step) % len(chains) for step in range(1, len(chains))]
    lacking = [place for place in others if chains[place] is None] or [
        place for place in others if not getattr(chains[place], "count", 0)
    ]
    return _(game.seat_titles()[game.played[lacking[0]]])
