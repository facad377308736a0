"""Battles against the engine: ``python -m tests.reference_europe --battles 20000``."""

import argparse
import time
from collections import Counter

import numpy as np

from tests.reference_europe.comparing import SWITCHED, compare


def main() -> None:
    """Play them and print how often each kind of move was played."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="of the first battle")
    asked = parser.parse_args()
    played: Counter[str] = Counter()
    began = time.monotonic()
    for seed in range(asked.seed, asked.seed + asked.battles):
        try:
            played += compare(np.random.default_rng(seed), SWITCHED[seed % len(SWITCHED)])
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise
    seconds = time.monotonic() - began
    print(f"{asked.battles} battles in {seconds:.0f} s, the same in both; moves: {dict(played)}")


if __name__ == "__main__":
    main()
