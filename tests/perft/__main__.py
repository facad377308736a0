"""Print the numbers as the engine counts them: ``python -m tests.perft``."""

import sys

from tests.perft.counting import Games, read_counts


def main() -> int:
    """Print a line for each position; exit with 1 if any number differs from its file."""
    games, differ = Games(), False
    for count in read_counts():
        found = count.engine_paths(games)
        differ |= found != count.paths
        said = "" if found == count.paths else f" not {list(count.paths)}"
        print(f"{count.ruleset}: {count.name}: {list(found)}{said}")
    return int(differ)


if __name__ == "__main__":
    sys.exit(main())
