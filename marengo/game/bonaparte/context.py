"""What a decision of *Bonaparte at Marengo* is about, in names."""

from collections.abc import Callable

from marengo.game.bonaparte.state import BonaparteState
from marengo.game.context import (
    Facts,
    attack_facts,
    attack_place,
    loss_facts,
    names_in,
    retreat_facts,
    road_facts,
)
from marengo.games.bonaparte.rules.state import Stage
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.moves import MoveKind
from marengo.games.marengo.rules.vocabulary import (
    FIRST_APPROACH,
    FIRST_BOX,
    SLOTS,
    Kind,
)

CAUSES = {
    Stage.ASSAULT_FIRE: "fire",
    Stage.ASSAULT_LOSER: "result",
    Stage.ASSAULT_PURSUIT: "result",
    Stage.PURSUED: "pursuers",
    Stage.ASSAULT_END: "pursued",
}
"""Why points are lost in an assault, by the stage that follows when they are."""


def _shuffle(state: BonaparteState) -> Facts:
    s = state.record
    own = (int(s["place"][slot]) for slot in state.slots() if slot // SLOTS == state.turn)
    done = sorted({place for place in own if 0 <= place < int(s["shuffled"])})
    return {"done": [state.game.index.place_text(place) for place in done]}


def _artillery(state: BonaparteState) -> Facts:
    return {"artillery": names_in(state, "actors")[0], "attack": attack_place(state)}


def _target(state: BonaparteState) -> Facts:
    """Return the artillery, and the approach it aims at where there was a choice (B-10.16)."""
    s, t = state.record, state.game.tables[0]
    goal = int(s["goal"])
    opposite = FIRST_APPROACH + int(t["opposite"][s["attack_approach"]])
    chosen = FIRST_APPROACH <= goal < FIRST_BOX and goal != opposite
    return {**_artillery(state), "aim": state.game.index.place_text(goal) if chosen else None}


def _join(state: BonaparteState) -> Facts:
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


def _assault(state: BonaparteState) -> Facts:
    return {
        "attack": attack_place(state),
        "participants": names_in(state, "actors"),
        "leaders": names_in(state, "leaders"),
        "defence_leaders": names_in(state, "defence_leaders"),
        "fired": names_in(state, "fired"),
    }


def _pursuit(state: BonaparteState) -> Facts:
    return {**_assault(state), "attack_won": bool(state.record["attack_won"])}


def _loss(state: BonaparteState) -> Facts:
    s = state.record
    if s["stage"] == Stage.RETREAT_LOSSES:
        return {**loss_facts(state), "cause": "retreat", "locality": int(s["retreat_from"])}
    cause = CAUSES[Stage(int(s["after_losses"]))]
    pursuers = names_in(state, "pursuers")
    return {**_assault(state), **loss_facts(state), "cause": cause, "pursuers": pursuers}


def _continuation(state: BonaparteState) -> Facts:
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


def _road(state: BonaparteState) -> Facts:
    facts = road_facts(state)
    return {**facts, "side_paid": facts.pop("local_paid")}


def _declaration(state: BonaparteState) -> Facts:
    return {"artillery": state.piece_in(int(state.record["least"])).name}


_DESCRIBE: dict[Decision, Callable[[BonaparteState], Facts]] = {
    Decision.SHUFFLE: _shuffle,
    Decision.BOMBARDMENT: _artillery,
    Decision.AIM: _artillery,
    Decision.TARGET: _target,
    Decision.JOIN: _join,
    Decision.LEADERS: _assault,
    Decision.FIRE: _assault,
    Decision.DEFENCE_LEADERS: _assault,
    Decision.PURSUIT: _pursuit,
    Decision.STRIKE: _loss,
    Decision.REDUCTION: _loss,
    Decision.RETREAT: retreat_facts,
    Decision.CONTINUATION: _continuation,
    Decision.ROAD_STEP: _road,
    Decision.SHOW: attack_facts,
    Decision.RESPONSE: attack_facts,
    Decision.ADVANCE: attack_facts,
    Decision.DECLARATION: _declaration,
}


def describe_context(state: BonaparteState) -> Facts:
    """Return the facts of the decision by name; empty for the choice of a move."""
    describe = _DESCRIBE.get(state.decision)
    return describe(state) if describe else {}
