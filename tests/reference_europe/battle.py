"""A battle as one story, told in the order of the digest."""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.reference_europe.board import (
    ARMS,
    ATTACKER,
    DEFENDER,
    NATIONS,
    PHASES,
    Zone,
    ahead,
    line,
    middle,
    name,
    neighbours,
    place,
    reserve,
    rout,
)
from tests.reference_europe.numbers import CHARGE, ELIMINATED, FIRE, PURSUIT, QUALITY, RALLY

Question = tuple[int | str, list[str]]
"""Who is asked, a side or chance, and the answers there are."""

Story = Generator[Question, str, Any]

TWO_DICE = [f"roll {number}" for number in range(2, 13)]
ONE_DIE = [f"roll {number}" for number in range(1, 7)]


@dataclass(frozen=True, kw_only=True)
class Switches:
    """Those of chapter 32 that a battle has."""

    leader_loss_by_defender: bool = True
    charges_count_as_activity: bool = True
    leader_blocks_fire: bool = False
    fire_anywhere_counts: bool = True
    rally_named_first: bool = False
    retest_break_off: bool = False
    pursuit_cav_cav: int = 6


@dataclass(eq=False)
class Unit:
    """One piece."""

    nation: str
    kind: str
    zone: Zone
    squared: bool = False
    used: int = 0  # actions of this phase

    @property
    def arm(self) -> str:
        return ARMS[self.kind]

    @property
    def is_army(self) -> bool:
        """N-1.2."""
        return self.kind != "leader"

    def __str__(self) -> str:
        return f"squared-{self.kind}" if self.squared else self.kind

    def title(self) -> str:
        return f"{NATIONS[self.nation]} {self}"


def ask(who: int | str, answers: Iterable[str]) -> Story:
    """N-33.2: a question with one answer is not asked."""
    answers = list(answers)
    return answers[0] if len(answers) == 1 else (yield who, answers)


def rolled(dice: list[str]) -> Story:
    answer = yield from ask("chance", dice)
    return int(answer.split()[1])


class Ended(Exception):  # noqa: N818 - no error
    """N-26.2: the battle ends at once."""


@dataclass(kw_only=True)
class Battle:
    """The position of a battle, and its story.

    Parameters
    ----------
    sides : sequence of mapping
        Of the attacker and the defender: nations with the numbers of their kinds of units.
    active : str
        The nation whose turn it is.
    """

    sides: list[dict[str, dict[str, int]]]
    active: str
    landing: bool = False
    switches: Switches = Switches()
    units: list[Unit] = field(default_factory=list)
    lost: list[Unit] = field(default_factory=list)
    great: bool = False
    round: int = 0
    phase: str = "cavalry"
    half: int = ATTACKER
    quiet: int = 0
    active_round: bool = False
    winner: int | None = None
    nation: str = ""  # that acts

    # --- the position -----------------------------------------------------------------------

    def __post_init__(self) -> None:
        for side, nations in enumerate(self.sides):
            for nation, numbers in nations.items():
                for kind, number in numbers.items():
                    self.units += [Unit(nation, kind, reserve(side)) for _ in range(number)]
        armies = [sum(one.is_army for one in self.of(side)) for side in (ATTACKER, DEFENDER)]
        self.great = min(armies) >= 6  # N-19.5, N-19.6

    def arrange(self, units: Mapping[str, Mapping[str, str]], **more: Any) -> None:
        """Set units as positions of the engine are written; the others count as lost."""
        for fact, value in more.items():
            setattr(self, fact, value)
        self.lost, self.units = self.units, []
        for nation, zones in units.items():
            for where, pieces in zones.items():
                for piece in pieces.split(", "):
                    number, kind = piece.split()
                    plain = kind.removeprefix("squared-")
                    for _ in range(int(number)):
                        one = next(u for u in self.lost if (u.nation, u.kind) == (nation, plain))
                        self.lost.remove(one)
                        self.units.append(one)
                        one.zone, one.squared = place(where, self.side(nation)), kind != plain

    def side(self, nation: str) -> int:
        return ATTACKER if nation in self.sides[ATTACKER] else DEFENDER

    def of(self, side: int) -> list[Unit]:
        return [one for one in self.units if one.nation in self.sides[side]]

    def armies(self, side: int, zone: Zone) -> list[Unit]:
        return [one for one in self.of(side) if one.is_army and one.zone == zone]

    def leaders(self, side: int, zone: Zone) -> list[Unit]:
        return [one for one in self.of(side) if not one.is_army and one.zone == zone]

    @property
    def columns(self) -> list[int]:
        """N-20.1, N-20.3."""
        return [0, 1, 2] if self.great else [1]

    def order(self, side: int) -> list[str]:
        """N-19.8: the nations of a side in turn order, from the active one."""
        names = [*NATIONS]
        first = names.index(self.active)
        return [one for one in names[first:] + names[:first] if one in self.sides[side]]

    # --- chapters 19 and 20 -----------------------------------------------------------------

    def from_start(self) -> Story:
        """Tell it from its deployment."""
        for side in (ATTACKER, DEFENDER):  # N-19.7
            if not any(one.is_army for one in self.of(side)):
                self.winner = 1 - side
                return (yield from self.pursue())
        for side in (ATTACKER, DEFENDER):
            for nation in self.order(side):
                yield from self.deploy(side, nation)
        self.round = 1
        return (yield from self.rounds())

    def deploy(self, side: int, nation: str) -> Story:
        """N-20.6: kind after kind, column after column; the rest is the reserve."""
        for kind in ARMS:
            for column in self.columns:
                ready = [
                    one
                    for one in self.of(side)
                    if (one.nation, one.kind) == (nation, kind) and one.zone == reserve(side)
                ]
                zone = line(side, column)
                ways = [
                    number
                    for number in range(len(ready) + 1)
                    if not ready or self.can_hold(side, nation, ready, number, column)
                ]
                where = name(zone, side)
                text = yield from ask(side, [f"deploy {each} {kind} {where}" for each in ways])
                for one in ready[: int(text.split()[1])]:
                    one.zone = zone

    def can_hold(self, side: int, nation: str, ready: list[Unit], number: int, column: int) -> bool:
        """N-20.7: whether every line zone can still get an army after so many are placed."""
        open_columns = {each for each in self.columns if not self.armies(side, line(side, each))}
        army = ready[0].is_army
        if number and army:
            open_columns -= {column}
        later = {each for each in open_columns if each > column}
        left = len(ready) - number if army else 0
        still = self.order(side)[self.order(side).index(nation) :]
        kinds = [*ARMS][[*ARMS].index(ready[0].kind) + 1 :]
        others = [
            one
            for one in self.of(side)
            if one.is_army
            and one.zone == reserve(side)
            and one.nation in still
            and (one.nation != nation or one.kind in kinds)
        ]
        return len(open_columns) - min(left, len(later)) <= len(others)

    # --- chapter 21 -------------------------------------------------------------------------

    def rounds(self) -> Story:
        """Tell it from the beginning of a phase of a side to its end."""
        try:
            self.test()
            while True:
                yield from self.act()
                self.pass_on()
        except Ended:
            yield from self.pursue()

    def pass_on(self) -> None:
        """N-21.1, N-26.4: to the next phase, or round."""
        self.half = 1 - self.half
        if self.half == DEFENDER:
            return
        self.phase = PHASES[(PHASES.index(self.phase) + 1) % len(PHASES)]
        if self.phase == PHASES[0]:
            self.quiet = 0 if self.active_round else self.quiet + 1
            self.active_round = False
            if self.quiet == 2:
                self.end(DEFENDER)
            self.round += 1

    def act(self) -> Story:
        """A side acts with its units of a phase."""
        side = self.half
        for one in self.of(side):
            one.used = 0
        fresh = self.round >= 2
        for nation in self.order(side):
            self.nation = nation
            while True:
                ways = {
                    text: how
                    for one in self.of(side)
                    if one.nation == nation
                    for text, how in self.actions(one)
                }
                retreat = ["retreat"] if fresh else []
                answer = yield from ask(side, [*ways, "end", *retreat])
                fresh = False  # N-26.5
                if answer == "retreat":
                    self.end(1 - side)
                if answer == "end":
                    break
                verb, one, *rest = ways[answer]
                one.used += 1
                yield from getattr(self, verb)(one, *rest)
                self.test()

    def actions(self, one: Unit) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """N-21.3, N-21.4: texts of what a unit may do, with what it means."""
        if not self.may_act(one):
            return
        side = self.side(one.nation)
        who, again = f"{one} {name(one.zone, side)}", " again" * one.used
        for zone in self.ways(one):
            yield f"move {who} {name(zone, side)}{again}", ("move", one, zone)
        for far, zone in enumerate(self.lines_of_fire(one)):
            for target in self.armies(1 - side, zone):
                text = f"fire {who} at {target.title()}{' far' * far}"
                yield text, ("fire", one, target, far + 1)
        for target in self.prey(one):
            yield f"charge {who} at {target.title()}{again}", ("charge", one, target)
        if one.squared:
            yield f"unsquare {one.kind} {name(one.zone, side)}", ("unsquare", one)
        if one.arm == "leader" and one.zone == reserve(side):  # N-25.2
            for army in self.armies(side, rout(side)):
                if self.switches.rally_named_first:
                    yield f"rally {army.title()}{again}", ("rally", one, army)
                else:
                    yield f"rally{again}", ("rally_any", one)

    def may_act(self, one: Unit) -> bool:
        often = 2 if one.arm in ("cavalry", "leader") else 1
        routed = one.zone == rout(self.side(one.nation))
        return self.phase.startswith(one.arm) and not routed and one.used < often

    def ways(self, one: Unit) -> Iterator[Zone]:
        """N-21.5 to N-21.12: where a unit may move."""
        side = self.side(one.nation)
        for zone in [] if one.squared else neighbours(one.zone, self.columns):
            barred = zone[0] == f"line-{1 - side}" or self.armies(1 - side, zone)
            if not barred and not (self.is_near(one.zone, side) and self.is_near(zone, side)):
                yield zone

    def is_near(self, zone: Zone, side: int) -> bool:
        """N-21.6, N-21.7: whether an enemy army is in an adjacent zone."""
        return any(self.armies(1 - side, each) for each in neighbours(zone, self.columns))

    def move(self, one: Unit, zone: Zone) -> Story:
        one.zone = zone
        if zone[0] == "middle":
            self.active_round = True
            foe = 1 - self.side(one.nation)
            for leader in self.leaders(foe, zone):  # N-21.9
                leader.zone = line(foe, zone[1])
        yield from ()

    def unsquare(self, one: Unit) -> Story:
        """N-24.5."""
        one.squared = False
        yield from ()

    # --- chapter 22 -------------------------------------------------------------------------

    def lines_of_fire(self, one: Unit) -> list[Zone]:
        """N-22.1: the zones that a unit can fire at, the nearer first."""
        if one.arm not in ("infantry", "artillery"):
            return []
        zones = ahead(one.zone, self.side(one.nation))
        clear = len(zones) == 2 and not any(
            self.armies(each, zones[0])
            or (self.switches.leader_blocks_fire and self.leaders(each, zones[0]))
            for each in (ATTACKER, DEFENDER)
        )
        return zones if one.arm == "artillery" and clear else zones[:1]

    def fire(self, one: Unit, target: Unit, distance: int) -> Story:
        if self.switches.fire_anywhere_counts or target.zone[0].startswith("middle"):
            self.active_round = True
        side, zone = self.side(one.nation), target.zone
        roll = yield from rolled(TWO_DICE)
        total = roll + {"elite": 1, "militia": -1}.get(one.kind, 0) - one.squared
        if target.squared:
            total += {"infantry": 1, "artillery": 2}[one.arm]
        if self.landing and side == DEFENDER:
            total += 2
        if total >= FIRE[one.arm, distance][target.arm]:
            effect = yield from rolled(ONE_DIE)
            if effect <= ELIMINATED.get(target.kind, 3):
                self.eliminate(target)
            else:
                self.rout(target)
        if roll >= 11:  # N-25.4
            yield from self.leader_falls(1 - side, zone)

    def eliminate(self, one: Unit) -> None:
        self.units.remove(one)
        self.lost.append(one)

    def rout(self, one: Unit) -> None:
        """N-24.7."""
        one.zone, one.squared = rout(self.side(one.nation)), False

    def leader_falls(self, side: int, zone: Zone) -> Story:
        """N-25.6."""
        there = {f"lose {one.title()}": one for one in self.leaders(side, zone)}
        if there:
            answer = yield from ask(side, there)
            self.eliminate(there[answer])

    # --- chapters 23 and 24 -----------------------------------------------------------------

    def is_covered(self, target: Unit) -> bool:
        """N-23.4."""
        beside = self.armies(self.side(target.nation), target.zone)
        return target.arm == "artillery" and any(one.arm != "artillery" for one in beside)

    def prey(self, one: Unit) -> list[Unit]:
        """N-23.1: whom a unit may charge."""
        if one.arm not in ("infantry", "cavalry") or one.squared:
            return []
        side = self.side(one.nation)
        there = (self.armies(1 - side, zone) for zone in ahead(one.zone, side)[:1])
        return [target for armies in there for target in armies if not self.is_covered(target)]

    def charge(self, one: Unit, target: Unit) -> Story:
        if self.switches.charges_count_as_activity:
            self.active_round = True
        if one.arm == "infantry" and target.arm == "cavalry":
            goes_on = yield from self.stands_firm(target)
        elif one.arm == "cavalry" and target.arm == "infantry":
            goes_on = yield from self.is_pressed(one, target)
        else:
            goes_on = True
        if goes_on:
            yield from self.clash(one, target)

    def stands_firm(self, target: Unit) -> Story:
        """N-23.11: whether cavalry does not evade."""
        foe = self.side(target.nation)
        answer = yield from ask(foe, ["stand", "evade"])
        if answer == "evade":
            target.zone = reserve(foe)
        return answer == "stand"

    def is_pressed(self, one: Unit, target: Unit) -> Story:
        """N-24.1 to N-24.6: whether a charge at infantry is carried through."""
        forms = False
        if not target.squared:
            answer = yield from ask(self.side(target.nation), ["stand", "square"])
            forms = answer == "square"
            if forms and target.kind == "militia":
                forms = (yield from rolled(ONE_DIE)) >= 4
            target.squared = forms
        if not forms and not (target.squared and self.switches.retest_break_off):
            return True
        answer = yield from ask(self.side(one.nation), ["carry-through", "break-off"])
        return answer == "carry-through"

    def clash(self, one: Unit, target: Unit) -> Story:
        """N-23.2, N-23.8, N-25.4 to N-25.6."""
        side, foe = self.side(one.nation), self.side(target.nation)
        here, there = one.zone, target.zone
        first = yield from rolled(TWO_DICE)
        second = yield from rolled(TWO_DICE)
        difference = first + self.plus(one, target) - second - self.plus(target)
        if difference:
            loser = target if difference > 0 else one
            most = 3 if loser.kind == "elite" else 2
            (self.rout if abs(difference) <= most else self.eliminate)(loser)
        by_defender = self.switches.leader_loss_by_defender
        falls = {foe: (first >= 11, there), side: (second >= 11 and by_defender, here)}
        for owner, (natural, zone) in sorted(falls.items()):  # N-19.8: the active side first
            if natural:
                yield from self.leader_falls(owner, zone)

    def plus(self, one: Unit, target: Unit | None = None) -> int:
        """N-23.3, N-23.5, N-23.6: modifiers of a unit, at a target if it charges."""
        side = self.side(one.nation)
        plus = QUALITY.get(one.kind, 0)
        plus += any(leader.nation == one.nation for leader in self.leaders(side, one.zone))
        arms = {each.arm for each in self.armies(side, one.zone)}
        plus += len(arms) == 3
        if self.landing and side == DEFENDER:
            plus += 2
        if target:
            plus += CHARGE[one.arm][target.arm]
            plus -= 3 * (one.arm == "cavalry" and target.squared)
        return plus

    # --- chapter 25 -------------------------------------------------------------------------

    def rally(self, one: Unit, army: Unit) -> Story:
        """N-25.3 by option: the unit is named before the roll."""
        if (yield from rolled(TWO_DICE)) >= RALLY.get(army.kind, 8):
            army.zone = one.zone

    def rally_any(self, one: Unit) -> Story:
        """N-25.3: a success lets the player choose."""
        side, roll = self.side(one.nation), (yield from rolled(TWO_DICE))
        routed = self.armies(side, rout(side))
        ways = {f"rally {a.title()}": a for a in routed if roll >= RALLY.get(a.kind, 8)}
        if ways:
            answer = yield from ask(side, ways)
            ways[answer].zone = one.zone

    # --- chapter 26 -------------------------------------------------------------------------

    def test(self) -> None:
        """N-26.1: whether each side holds all columns."""
        for side in (ATTACKER, DEFENDER):
            for column in self.columns:
                if not self.armies(side, line(side, column)) + self.armies(side, middle(column)):
                    self.end(1 - side)

    def end(self, winner: int) -> None:
        self.winner = winner
        raise Ended

    def pursue(self) -> Story:
        """N-26.6 to N-26.11."""
        winner = self.winner
        assert winner is not None
        loser = 1 - winner
        table = {arm: dict(row) for arm, row in PURSUIT.items()}
        table["cavalry"]["cavalry"] = self.switches.pursuit_cav_cav
        ready = [one for one in self.of(winner) if one.arm in table and one.zone != rout(winner)]
        cover = [u for u in self.of(loser) if u.arm == "cavalry" and u.zone != rout(loser)]
        if cover:
            ready = [one for one in ready if one.arm == "cavalry"]
        for nation in self.order(winner):
            while True:
                targets = [one for one in cover if one in self.units] or self.of(loser)
                ways = {
                    f"pursue {NATIONS[target.nation]} {target.kind} with {one.kind}": (one, target)
                    for one in ready
                    if one.nation == nation
                    for target in targets
                    if target.arm in table[one.arm]
                }
                answer = yield from ask(winner, [*ways, "end"])
                if answer == "end":
                    break
                one, target = ways[answer]
                ready.remove(one)
                if (yield from rolled(ONE_DIE)) >= table[one.arm][target.arm]:
                    self.eliminate(target)

    # --- what there is to be told -----------------------------------------------------------

    def stands(self) -> dict[tuple[str, str], Counter[str]]:
        """Return how many units of each kind stand where, as their nation's side calls it."""
        found: dict[tuple[str, str], Counter[str]] = {}
        for one in self.units:
            where = one.nation, name(one.zone, self.side(one.nation))
            found.setdefault(where, Counter())[str(one)] += 1
        return found

    def ready(self) -> dict[tuple[str, str], tuple[int, int]]:
        """Return how many units of the nation that acts may do so, and a second time, by place."""
        mine = [one for one in self.units if one.nation == self.nation and self.may_act(one)]
        found = Counter((name(u.zone, self.half), str(u), u.used) for u in mine)
        return {
            (where, kind): (found[where, kind, 0], found[where, kind, 1])
            for where, kind, _ in found
        }


class Referee:
    """A battle under way: its position, and what is asked."""

    def __init__(self, battle: Battle, story: Story) -> None:
        self.battle, self._story = battle, story
        self.asked: Question | None = None
        self.play(None)

    def play(self, answer: str | None) -> None:
        """Give an answer, None to begin; all that follows of itself is told as well."""
        try:
            self.asked = next(self._story) if answer is None else self._story.send(answer)
        except StopIteration:
            self.asked = None
