"""Attacks whatever reads or writes: files, texts, commands, runs and pages, for some minutes.

    python -m tests.attack [--minutes M] [--seed N] [--front FRONT] [--kind KIND --number N]

What kept no promise is told with the command that tries it again; what was tried lies in
``.cache/attack``.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.attack.commands import commands
from tests.attack.kills import kills
from tests.attack.previews import previews
from tests.attack.readers import readers
from tests.attack.screens import screens
from tests.attack.trying import DEFECT, Attacker, Front, Outcome
from tests.compilation import compile_all

GAMES = ("bonaparte", "triomphe", "progress-small", "europe-battle", "europe-1800", "europe-1805")
"""Of each game a scenario, compiled before anything is tried."""

KEPT = Path(__file__).parents[2] / ".cache" / "attack"

TURN = 20
"""Attempts of a kind before the next has its turn,"""

TURN_SECONDS = 0.05
"""or fewer, if they have taken so long."""

Counts = dict[str, Counter[str]]


@dataclass(frozen=True)
class Plan:
    """A front, its share of the time, and the seconds that an attempt may take."""

    front: Front
    share: float
    limit: float
    every: bool = True  # each kind is tried at least once, however little time there is


FRONTS = {
    "readers": Plan(readers, 0.45, 300.0),
    "commands": Plan(commands, 0.3, 300.0),
    "kills": Plan(kills, 0.25, 600.0, every=False),
    "screens": Plan(screens, 0.05, 300.0),
    "previews": Plan(previews, 0.05, 300.0),
}


def keep(folder: Path, name: str, seed: int, kind: str, number: int, outcome: Outcome) -> None:
    """Tell of a defect, and keep what was tried."""
    again = f"python -m tests.attack --front {name} --kind '{kind}' --seed {seed} --number {number}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}-{kind.replace(' ', '-')}-{seed}-{number}").write_bytes(outcome.tried)
    with (folder / "defects.txt").open("a", encoding="utf-8") as file:
        for to in (file, sys.stdout):
            print(f"{again}\n    {ascii(outcome.said)[1:-1][:600]}", file=to, flush=True)


def attack(name: str, plan: Plan, seed: int, seconds: float, folder: Path) -> Counts:
    """Attack at a front, kind by kind in turn; return what came of it."""
    counts: Counts = {}
    attacker, until = Attacker(plan.front, seed, plan.limit), time.monotonic() + seconds
    try:
        next_of = dict.fromkeys(attacker.kinds, 0)
        while True:
            for kind, first in next_of.items():
                if (first or (not plan.every and counts)) and time.monotonic() > until:
                    return counts
                for number, outcome in attacker.attempts(kind, first, TURN, TURN_SECONDS):
                    next_of[kind] = number + 1
                    counts.setdefault(kind, Counter())[outcome.verdict] += outcome.times
                    if outcome.verdict == DEFECT:
                        keep(folder, name, seed, kind, number, outcome)
    finally:
        attacker.end()


def report(counts: Counts, seconds: float) -> None:
    """Print how often came what of each kind of a front."""
    verdicts = sorted({verdict for counter in counts.values() for verdict in counter} | {DEFECT})
    rows = [["kind", "attempts", *verdicts]]
    for kind, counter in counts.items():
        rows.append([kind, str(counter.total()), *(str(counter[one]) for one in verdicts)])
    width = max(len(kind) for kind, *_ in rows)
    for kind, *cells in rows:
        print(f"{kind:<{width}}", *(f"{cell:>9}" for cell in cells))
    total = sum(counter.total() for counter in counts.values())
    print(f"{total:,} attempts in {seconds:,.0f} s\n", flush=True)


def options() -> argparse.ArgumentParser:
    """Return what the command may be given."""
    parser = argparse.ArgumentParser("python -m tests.attack")
    parser.add_argument("--minutes", type=float, default=2.0, help="for all fronts (%(default)s)")
    parser.add_argument("--seed", type=int, default=1800, help="of all chance (%(default)s)")
    parser.add_argument("--front", choices=tuple(FRONTS), help="attack here alone")
    parser.add_argument("--kind", help="try one attempt of this kind of a front again")
    parser.add_argument("--number", type=int, default=0, help="which one")
    return parser


def main(
    arguments: Sequence[str] | None = None,
    fronts: Mapping[str, Plan] = FRONTS,
    folder: Path = KEPT,
) -> int:
    """Attack and report; return 1 if a promise was not kept."""
    given = options().parse_args(arguments)
    chosen = {name: plan for name, plan in fronts.items() if given.front in (None, name)}
    if given.kind:
        (plan,) = chosen.values()
        attacker = Attacker(plan.front, given.seed, plan.limit)
        ((_, outcome),) = attacker.attempts(given.kind, given.number, 1, 0.0)
        attacker.end()
        print(outcome.verdict, outcome.said, outcome.tried[:2_000], sep="\n")
        return int(outcome.verdict == DEFECT)
    whole, defects = sum(plan.share for plan in chosen.values()), 0
    for name, plan in chosen.items():
        begun, seconds = time.monotonic(), 60 * given.minutes * plan.share / whole
        print(f"{name}, seed {given.seed}:", flush=True)
        counts = attack(name, plan, given.seed, seconds, folder)
        report(counts, time.monotonic() - begun)
        defects += sum(counter[DEFECT] for counter in counts.values())
    return int(defects > 0)


if __name__ == "__main__":
    options().parse_args()  # who asks for help waits for nothing
    for scenario in GAMES:
        compile_all(scenario)  # or else what takes so long would be taken for what hangs
    sys.exit(main())
