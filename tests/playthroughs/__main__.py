"""Play and write the golden playthroughs anew: ``python -m tests.playthroughs``."""

import sys

from marengo.games.marengo.game import load
from tests.playthroughs.writing import SEEDS, file_of, played, written


def main() -> int:
    """Write all files and say which of them have changed."""
    for scenario, seeds in SEEDS.items():
        game = load(scenario)
        for seed in seeds:
            path = file_of(scenario, seed)
            before = path.read_text(encoding="utf-8") if path.exists() else ""
            text = written(game, seed, played(game, seed))
            path.write_text(text, encoding="utf-8")
            print(f"{path.name}: {'as before' if text == before else 'written anew'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
