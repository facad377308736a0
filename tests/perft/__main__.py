"""Print the numbers as the engine counts them: ``python -m tests.perft``."""

import sys

from tests.perft.counting import Games, engine_moves, paths, read_counts


def main() -> int:
    """Print a line for each position; exit with 1 if any number differs from the file."""
    games, differ = Games(), False
    for count in read_counts():
        found = paths(count.state(games), len(count.paths), engine_moves)
        differ |= found != count.paths
        print(f"{count.name}: {list(found)}{'' if found == count.paths else f' not {count.paths}'}")
    return int(differ)


if __name__ == "__main__":
    sys.exit(main())
