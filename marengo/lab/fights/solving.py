"""The best play in a tree of decisions: what each side should choose, and what for."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from marengo.game import Decision, Side
from marengo.lab.fights.measures import Measure, Outcome, Value
from marengo.lab.fights.tree import Node

Write = Callable[[Side, int], str]
Texts = tuple[str, ...]
Key = tuple[Texts, Texts]
"""What the attacker and the defender have named, move by move."""


NAMED = frozenset(
    {
        *(Decision.ACTION, Decision.ASSAULT, Decision.LEADERS, Decision.ASSAULT_PIECES),
        *(Decision.DEFENCE_LEADERS, Decision.RESPONSE, Decision.JOIN),
    }
)
"""Decisions that say who fights and who leads; the others are how they fight."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to go on from a decision: how good it is, its moves as a chain, and its end."""

    value: Value
    chain: "tuple[Texts, Way] | None"
    outcome: Outcome

    def moves(self) -> Texts:
        """Return all moves of the way."""
        found: list[str] = []
        link = self.chain
        while link is not None:
            found += link[0]
            link = link[1].chain
        return tuple(found)


class Solver:
    """Finds the best play in a tree: the attacker maximises a measure, his enemy minimises it."""

    def __init__(self, root: Node, attacker: Side, measure: Measure, write: Write) -> None:
        self._root = root
        self._attacker = attacker
        self._measure = measure
        self._write = write
        self._texts: dict[tuple[Side, int], str] = {}

    def texts(self, node: Node, codes: tuple[int, ...]) -> Texts:
        """Return the texts of the moves of an edge."""
        written = self._texts
        found = []
        for code in codes:
            key = (node.side, code)
            if key not in written:
                written[key] = self._write(*key)
            found.append(written[key])
        return tuple(found)

    def ends(self, outcome: Outcome) -> Way:
        """Return the way that ends here."""
        return Way(self._measure.value(outcome), None, outcome)

    def better(self, side: Side, one: Way, other: Way) -> bool:
        """Whether a way is better for a side than another."""
        return one.value > other.value if side == self._attacker else one.value < other.value

    def best(self, wanted: Texts = ()) -> Way:
        """Return the best play of both sides, moves that are wanted being played where legal."""
        known: dict[tuple[int, int], Way] = {}

        def solve(node: Node, left: int) -> Way:
            key = (id(node), left)
            if key not in known:
                known[key] = self.ends(node.outcome) if node.outcome else choose(node, left)
            return known[key]

        def choose(node: Node, left: int) -> Way:
            edges = [(self.texts(node, codes), after) for codes, after in node.edges]
            for index, move in enumerate(wanted):
                asked = [edge for edge in edges if edge[0][0] == move]
                if left >> index & 1 and asked:
                    edges, left = asked, left & ~(1 << index)
                    break
            found: Way | None = None
            for texts, after in edges:
                way = solve(after, left)
                if found is None or self.better(node.side, way, found):
                    found = Way(way.value, (texts, way), way.outcome)
            assert found is not None, "a decision has at least one move"
            return found

        return solve(self._root, (1 << len(wanted)) - 1)

    def choices(self) -> Mapping[Key, Way]:
        """Return what comes of each way to name pieces, all else being best play.

        Keys are the moves by which attacker and defender name who fights and who leads. What is
        decided before them, such as fire, is decided knowing them.
        """
        known: dict[int, dict[Key, Way]] = {}

        def solve(node: Node) -> dict[Key, Way]:
            if id(node) not in known:
                empty: Key = ((), ())
                known[id(node)] = {empty: self.ends(node.outcome)} if node.outcome else join(node)
            return known[id(node)]

        def join(node: Node) -> dict[Key, Way]:
            found: dict[Key, Way] = {}
            for codes, after in node.edges:
                texts = self.texts(node, codes)
                for key, way in solve(after).items():
                    longer = self._named(node, texts, key)
                    here = Way(way.value, (texts, way), way.outcome)
                    if longer not in found or self.better(node.side, here, found[longer]):
                        found[longer] = here
            return found

        return solve(self._root)

    def key_of(self, moves: Texts) -> Key:
        """Return what each side has named in a line of play."""
        found: Key = ((), ())
        named: list[tuple[Node, str]] = []
        node, at = self._root, 0
        while node.outcome is None:
            texts, node_after = next(
                (texts, after)
                for codes, after in node.edges
                if (texts := self.texts(node, codes)) == moves[at : at + len(codes)]
            )
            named.append((node, texts[0]))
            node, at = node_after, at + len(texts)
        for node, text in reversed(named):
            found = self._named(node, (text,), found)
        return found

    def _named(self, node: Node, texts: Texts, key: Key) -> Key:
        if node.decision not in NAMED:
            return key
        attack, reply = key
        return (texts + attack, reply) if node.side == self._attacker else (attack, texts + reply)

    def lines(self) -> Iterator[tuple[list[tuple[Side, str]], Outcome]]:
        """Yield every line of play: its moves with who plays them, and its end."""
        path: list[tuple[Side, str]] = []

        def walk(node: Node) -> Iterator[tuple[list[tuple[Side, str]], Outcome]]:
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
