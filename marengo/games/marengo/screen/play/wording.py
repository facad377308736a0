"""Options in words, for lists of choices and for tooltips on the map."""

from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.screen.narration import action_points_text, faces
from marengo.games.marengo.screen.play.options import Option
from marengo.games.marengo.state import MarengoState

# verb -> what is done; the second is said of "none" instead of pieces
_DONE = {
    "end": "end the actions of the turn",
    "march": "march to {place}",
    "road": "march by road, step by step",
    "pontoon": "enter by the pontoon bridge",
    "attack": "attack {enemy}",
    "fall-back": "fall back into the reserve",
    "declare": "declare a bombardment",
    "complete": "fire: complete the bombardment",
    "cancel": "cancel the bombardment",
    "aim": "fire at {place}",
    "assault": "assault {enemy} from {own}",
    "join": "add to the group",
    "organise": "organise",
    "activate": "make active",
    "shuffle": "shuffle in {place}",
    "cross": "go by road to {place}",
    "wait": "wait one step",
    "stop": "stop here",
    "continue": "go on into {place}",
    "stay": "stay in reserve",
    "respond": "answer the attack",
    "advance": "all go into the approach",
    "hold": "all stay in reserve",
    "block": "go into the approach",
    "show": "show",
    "target": "take the loss",
    "lead": "lead",
    "send": "assault, led by {leaders}",
    "fire": "fire",
    "hit": "take the hit",
    "strike": "take the point",
    "counter": "counter-attack",
    "pursue": "pursue",
    "reduce": "take the loss",
    "retreat": "retreat to {place}",
    "take": "take the disc from {place}",
    "shift": "shift the disc from {place}",
    "return": "take back the disc from {place}",
}
_NOT_DONE = {
    "activate": "activate no more",
    "shuffle": "shuffle no more",
    "join": "the group is complete",
    "declare": "declare no bombardment",
    "respond": "do not answer",
    "block": "all stay in reserve",
    "lead": "nobody leads",
    "fire": "do not fire",
    "counter": "do not counter-attack",
    "pursue": "do not pursue",
    "shift": "shift none",
    "return": "take none back",
}
_PRICED = frozenset(
    ["march", "road", "pontoon", "attack", "assault", "organise", "cross", "continue", "fall-back"]
)
"""Verbs that may cost something, so that a free one is called free."""


def option_words(state: MarengoState, option: Option) -> str:
    """Say what an option of a `Chooser` does, such as ``march to 14``."""
    if option.verb in _NOT_DONE and not option.pieces and option.target is None:
        return _NOT_DONE[option.verb]
    if option.verb == "end" and state.decision == Decision.ASSAULT:
        return "make no more assaults"  # B-7.6
    if option.verb == "road" and (option.target or option.attacks):
        return _by_road(option)
    if option.verb == "cross" and option.attacks:
        return f"attack {option.target} by road"
    place = place_words(option.target) if option.target else ""
    own, enemy = _border(option.target or "")
    leaders = faces(map(state.piece, option.leaders))
    words = _DONE[option.verb].format(place=place, own=own, enemy=enemy, leaders=leaders)
    return f"{words}, a shifted one" if option.shifted else words


def _border(target: str) -> tuple[str, str]:
    """Name the localities of an attack, and the border where two of them lead there (T-3.29)."""
    own, _, beyond = target.partition("/")
    enemy = beyond.rstrip("ab")
    return own, enemy if enemy == beyond else f"{enemy} over border {beyond}"


def _by_road(march: Option) -> str:
    """Say where a march by road leads, and over which localities."""
    over = f" over {' and '.join(march.way)}" if march.way else ""
    if march.attacks:
        return f"attack {march.target or 'the enemy'} by road{over}"
    if Place.parse(str(march.target)).towards is not None:
        return f"go on by road{over} into {place_words(str(march.target))}"
    return f"march by road to {march.target}{over}"


def price_words(state: MarengoState, option: Option) -> str:
    """Say what an option costs, such as ``1 order``; empty if its verb never costs anything."""
    if not option.price:
        return "free" if option.verb in _PRICED else ""
    return action_points_text(state, option.price)


def full_words(state: MarengoState, option: Option) -> str:
    """Say what an option does, with its price."""
    price = price_words(state, option)
    return f"{option_words(state, option)} ({price})" if price else option_words(state, option)


def place_words(text: str) -> str:
    """Name a place on the map, such as ``the approach of 8 towards 4``."""
    if "/" not in text:
        return text
    place = Place.parse(text)
    return f"the approach of {place.locality} towards {place.towards}{place.pair or ''}"
