"""The best play in a tree of decisions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from marengo.games.marengo.game import MarengoGame
from marengo.games.marengo.rules.vocabulary import Side
from marengo.games.marengo.study.fights.measures import FightOutcome, Measure, Value
from marengo.games.marengo.study.fights.tree import FightNode

Texts = tuple[str, ...]
Key = tuple[Texts, Texts]
"""The moves by which attacker and defender name who fights and who leads."""


@dataclass(frozen=True, slots=True)
class Variation:
    """Play from a decision on: how good it is, its moves as a linked list, and its end."""

    value: Value
    chain: "tuple[Texts, Variation] | None"
    outcome: FightOutcome

    def moves(self) -> Texts:
        """Return all its moves."""
        moves: list[str] = []
        link = self.chain
        while link is not None:
            moves += link[0]
            link = link[1].chain
        return tuple(moves)


class Solver:
    """Finds the best play in a tree: the attacker maximises a measure, his enemy minimises it."""

    def __init__(
        self, root: FightNode, attacker: Side, measure: Measure, game: MarengoGame
    ) -> None:
        self._root = root
        self._attacker = attacker
        self._measure = measure
        self._questions = game.questions
        self._text = cache(game.write_move)

    def texts(self, node: FightNode, codes: tuple[int, ...]) -> Texts:
        """Return the texts of the moves of an edge."""
        return tuple(self._text(node.side, code) for code in codes)

    def ends(self, outcome: FightOutcome) -> Variation:
        """Return the variation that ends here."""
        return Variation(self._measure.value(outcome), None, outcome)

    def better(self, side: Side, variation: Variation, other: Variation) -> bool:
        """Return whether a variation is better for a side than another."""
        return (
            variation.value > other.value
            if side == self._attacker
            else variation.value < other.value
        )

    def best(self, wanted: Texts = ()) -> Variation:
        """Return the best play of both sides, moves that are wanted being played where legal."""
        solved: dict[tuple[int, int], Variation] = {}

        def solve(node: FightNode, left: int) -> Variation:
            key = (id(node), left)
            if key not in solved:
                solved[key] = self.ends(node.outcome) if node.outcome else choose(node, left)
            return solved[key]

        def choose(node: FightNode, left: int) -> Variation:
            edges = [(self.texts(node, codes), after) for codes, after in node.edges]
            for index, move in enumerate(wanted):
                asked = [edge for edge in edges if edge[0][0] == move]
                if left >> index & 1 and asked:
                    edges, left = asked, left & ~(1 << index)
                    break
            best: Variation | None = None
            for texts, after in edges:
                following = solve(after, left)
                if best is None or self.better(node.side, following, best):
                    best = Variation(following.value, (texts, following), following.outcome)
            assert best is not None, "a decision has at least one move"
            return best

        return solve(self._root, (1 << len(wanted)) - 1)

    def choices(self) -> Mapping[Key, Variation]:
        """Return the best play after each choice of pieces by attacker and defender.

        What is decided before these choices, such as fire, is decided knowing them.
        """
        solved: dict[int, dict[Key, Variation]] = {}

        def solve(node: FightNode) -> dict[Key, Variation]:
            if id(node) not in solved:
                empty: Key = ((), ())
                solved[id(node)] = {empty: self.ends(node.outcome)} if node.outcome else join(node)
            return solved[id(node)]

        def join(node: FightNode) -> dict[Key, Variation]:
            variations: dict[Key, Variation] = {}
            for codes, after in node.edges:
                texts = self.texts(node, codes)
                for key, following in solve(after).items():
                    longer = self._named(node, texts, key)
                    variation = Variation(following.value, (texts, following), following.outcome)
                    if longer not in variations or self.better(
                        node.side, variation, variations[longer]
                    ):
                        variations[longer] = variation
            return variations

        return solve(self._root)

    def key_of(self, moves: Texts) -> Key:
        """Return what each side has named in a line of play."""
        node = self._root
        key: Key = ((), ())
        named: list[tuple[FightNode, Texts]] = []
        while node.outcome is None:
            texts, after = next(
                (texts, after)
                for codes, after in node.edges
                if (texts := self.texts(node, codes)) == moves[: len(codes)]
            )
            named.append((node, texts[:1]))
            node, moves = after, moves[len(texts) :]
        for decision, texts in reversed(named):
            key = self._named(decision, texts, key)
        return key

    def _named(self, node: FightNode, texts: Texts, key: Key) -> Key:
        if not self._questions[node.decision].names:
            return key
        attack, reply = key
        return (texts + attack, reply) if node.side == self._attacker else (attack, texts + reply)

    def lines(self) -> Iterator[tuple[list[tuple[Side, str]], FightOutcome]]:
        """Yield every line of play: its moves with who plays them, and its end."""
        path: list[tuple[Side, str]] = []

        def walk(node: FightNode) -> Iterator[tuple[list[tuple[Side, str]], FightOutcome]]:
            if node.outcome is not None:
                yield list(path), node.outcome
                return
            for codes, after in node.edges:
                texts = self.texts(node, codes)
                path.extend((node.side, text) for text in texts)
                yield from walk(after)
                del path[-len(texts) :]

        return walk(self._root)


def extremes(values: Mapping[Key, Value]) -> tuple[dict[Texts, Value], dict[Texts, Value]]:
    """Return the most an attacker can have against each reply, and the least after each attack."""
    most: dict[Texts, Value] = {}
    least: dict[Texts, Value] = {}
    for (attack, reply), value in values.items():
        most[reply] = max(value, most.get(reply, value))
        least[attack] = min(value, least.get(attack, value))
    return most, least
