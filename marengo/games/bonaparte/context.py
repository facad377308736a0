"""What a decision of *Bonaparte at Marengo* is about, in names."""

from typing import TYPE_CHECKING

from marengo.games.bonaparte.rules.state import Stage
from marengo.games.marengo import context as shared
from marengo.games.marengo.context import (
    Facts,
    attack_place,
    names_in,
)
from marengo.games.marengo.rules.moves import MoveKind
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    FIRST_BOX,
    SLOTS,
    Kind,
)

if TYPE_CHECKING:
    from marengo.games.bonaparte.state import BonaparteState

CAUSES = {
    Stage.ASSAULT_FIRE: "fire",
    Stage.ASSAULT_LOSER: "result",
    Stage.ASSAULT_PURSUIT: "result",
    Stage.PURSUED: "pursuers",
    Stage.ASSAULT_END: "pursued",
}
"""Cause of points lost in an assault, by the stage that follows."""


def shuffle_facts(state: "BonaparteState") -> Facts:
    """Return the places that are done with."""
    s = state.record
    own = (int(s["place"][slot]) for slot in state.slots() if slot // SLOTS == state.turn)
    done = sorted({place for place in own if 0 <= place < int(s["shuffled"])})
    return {"done": [state.game.index.place_text(place) for place in done]}


def artillery_facts(state: "BonaparteState") -> Facts:
    """Return the artillery asked, and where it stands."""
    return {"artillery": names_in(state, "actors")[0], "attack": attack_place(state)}


def target_facts(state: "BonaparteState") -> Facts:
    """Return the artillery, and the approach it aims at where there was a choice (B-10.16)."""
    s, t = state.record, state.game.tables[0]
    goal = int(s["goal"])
    opposite = FIRST_APPROACH + int(t["opposite"][s["attack_approach"]])
    chosen = FIRST_APPROACH <= goal < FIRST_BOX and goal != opposite
    return {**artillery_facts(state), "aim": state.game.index.place_text(goal) if chosen else None}


def join_facts(state: "BonaparteState") -> Facts:
    """Return the group named so far; replies and advances go into the border attacked over."""
    s = state.record
    verb = MoveKind(int(s["verb"]))
    facts: Facts = {
        "verb": verb.name.lower(),
        "pieces": names_in(state, "group"),
        "goal": state.game.index.place_text(int(s["goal"])),
    }
    if verb in (MoveKind.RESPOND, MoveKind.BLOCK):
        opposite = int(state.game.tables[0]["opposite"][s["attack_approach"]])
        attacked = state.game.index.place_text(FIRST_APPROACH + opposite)
        facts["goal"] = attacked if verb == MoveKind.RESPOND else attack_place(state)
        facts["attackers"] = names_in(state, "actors")
    return facts


def assault_facts(state: "BonaparteState") -> Facts:
    """Return who assaults, leads and has fired."""
    return {
        "attack": attack_place(state),
        "participants": names_in(state, "actors"),
        "leaders": names_in(state, "leaders"),
        "defence_leaders": names_in(state, "defence_leaders"),
        "fired": names_in(state, "fired"),
    }


def pursuit_facts(state: "BonaparteState") -> Facts:
    """Return who took part, and who has won."""
    return {**assault_facts(state), "attack_won": bool(state.record["attack_won"])}


def loss_facts(state: "BonaparteState") -> Facts:
    """Return which pieces may lose points, and why."""
    s = state.record
    if s["stage"] == Stage.RETREAT_LOSSES:
        return {**shared.loss_facts(state), "cause": "retreat", "locality": int(s["retreat_from"])}
    cause = CAUSES[Stage(int(s["after_losses"]))]
    pursuers = names_in(state, "pursuers")
    return {
        **assault_facts(state),
        **shared.loss_facts(state),
        "cause": cause,
        "pursuers": pursuers,
    }


def continuation_facts(state: "BonaparteState") -> Facts:
    """Return which piece is asked, and where it may go on to."""
    asked = names_in(state, "asked")
    alive = [name for name in names_in(state, "actors") if state.piece(name).strength]
    before = [name for name in alive if name not in asked]
    return {
        "piece": asked[0],
        "asked": asked,
        "pieces": alive,
        "chosen": {
            name: str(state.piece(name).place)
            for name in before
            if state.piece(name).kind == Kind.CAVALRY
        },
    }


def road_facts(state: "BonaparteState") -> Facts:
    """Return how the marching piece came and how far it is."""
    facts = shared.road_facts(state)
    return {**facts, "side_paid": facts.pop("local_paid")}


def declaration_facts(state: "BonaparteState") -> Facts:
    """Return the artillery asked."""
    return {"artillery": state.piece_in(int(state.record["least"])).name}
