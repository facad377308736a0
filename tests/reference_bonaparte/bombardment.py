"""Chapter 10: fire or cancel (B-18.11), the target (B-18.12, B-18.13), declaration (B-18.38)."""

from marengo.games.marengo.board import Place
from tests.reference_bonaparte.facts import ARTILLERY, Piece
from tests.reference_bonaparte.situation import Situation, selections

# What a piece's `bombardment` says: nothing; declared, in the owner's turn or the enemy turn after
# it; pending at the start of the owner's next turn; fired in this turn.
NONE, DECLARED, DUE, COMPLETED = "none", "declared", "due", "completed"


def pending(now: Situation) -> set[str]:
    """B-10.8: the player fires or cancels; B-10.9: without a target it is cancelled of itself."""
    found = set()
    for place, here in now.places.items():
        for piece in here:
            if piece.side == now.side and piece.bombardment == DUE and now.enemy_opposite(place):
                found |= {f"complete {piece.name}", f"cancel {piece.name}"}
    return found


def aims(now: Situation) -> set[str]:
    """B-10.16: the firing player chooses one of the occupied approaches."""
    return {f"aim {group[0].place}" for group in target_groups(now, _artillery(now))}


def targets(now: Situation) -> set[str]:
    """B-10.18: the owner of the target group chooses the piece that takes the whole loss."""
    groups = target_groups(now, _artillery(now))
    aim = now.state.context["aim"]
    if aim is not None:
        groups = [group for group in groups if str(group[0].place) == str(aim)]
    assert len(groups) == 1, "the target group is known when its owner is asked"
    return {f"target {piece.name}" for (piece,) in selections(groups[0], [1])}


def target_groups(now: Situation, artillery: Piece) -> list[list[Piece]]:
    """Return the group fired at, or in the third case those from which one is chosen."""
    assert isinstance(artillery.place, Place), "only artillery in an approach bombards (B-10.1)"
    enemy = now.enemy if artillery.side == now.side else now.side
    opposite = artillery.place.opposite
    for place in (opposite, Place(opposite.locality)):  # B-10.14, B-10.15
        if now.at(place, enemy):
            return [now.at(place, enemy)]
    others = [now.at(place, enemy) for place in now.ground.approaches[opposite.locality]]
    return [group for group in others if group]  # B-10.16


def fire_strength(now: Situation, artillery: Piece, target: Place) -> int:
    """B-10.17: the penalty counts in the first case only; never below zero."""
    assert isinstance(artillery.place, Place)
    in_opposite_approach = target == artillery.place.opposite
    penalty = now.ground.sides[target].artillery if in_opposite_approach else 0
    return max(0, artillery.strength - penalty)


def declarations(now: Situation) -> set[str]:
    """Return what may be declared in step 4; B-10.3: it is optional."""
    found = {"declare none"}
    for place, here in now.places.items():
        found |= {f"declare {piece.name}" for piece in here if _may_declare(now, piece, place)}
    return found


def _may_declare(now: Situation, piece: Piece, place: Place) -> bool:
    return (
        piece.side == now.side
        and piece.kind == ARTILLERY  # B-10.1
        and not place.is_reserve  # B-10.1
        # B-10.4: it may have moved this turn. B-10.11: it may have cancelled.
        and piece.bombardment == NONE  # B-10.5
        and not piece.assaulted  # B-10.6
        and now.enemy_opposite(place)  # B-10.7
    )


def _artillery(now: Situation) -> Piece:
    (artillery,) = [p for p in now.state.pieces if p.name == now.state.context["artillery"]]
    return artillery
