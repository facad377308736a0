"""Options in words, for lists of choices and for tooltips on the map."""

from marengo.games.marengo.board import Place
from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.state import MarengoState
from marengo.languages import N_, _
from marengo.screens.marengo.narration import action_points_text, faces
from marengo.screens.marengo.play.options import Option

# verb -> what is done; the second is said of "none" instead of pieces
_DONE = {
    "end": N_("end the actions of the turn"),
    "march": N_("march to {place}"),
    "road": N_("march by road, step by step"),
    "pontoon": N_("enter by the pontoon bridge"),
    "attack": N_("attack {enemy}"),
    "fall-back": N_("fall back into the reserve"),
    "declare": N_("declare a bombardment"),
    "complete": N_("fire: complete the bombardment"),
    "cancel": N_("cancel the bombardment"),
    "aim": N_("fire at {place}"),
    "assault": N_("assault {enemy} from {own}"),
    "join": N_("add to the group"),
    "organise": N_("organise"),
    "activate": N_("make active"),
    "shuffle": N_("shuffle in {place}"),
    "cross": N_("go by road to {place}"),
    "wait": N_("wait one step"),
    "stop": N_("stop here"),
    "continue": N_("go on into {place}"),
    "stay": N_("stay in reserve"),
    "respond": N_("answer the attack"),
    "advance": N_("all go into the approach"),
    "hold": N_("all stay in reserve"),
    "block": N_("go into the approach"),
    "show": N_("show"),
    "target": N_("take the loss"),
    "lead": N_("lead"),
    "send": N_("assault, led by {leaders}"),
    "fire": N_("fire"),
    "hit": N_("take the hit"),
    "strike": N_("take the point"),
    "counter": N_("counter-attack"),
    "pursue": N_("pursue"),
    "reduce": N_("take the loss"),
    "retreat": N_("retreat to {place}"),
    "take": N_("take the disc from {place}"),
    "shift": N_("shift the disc from {place}"),
    "return": N_("take back the disc from {place}"),
}
_NOT_DONE = {
    "activate": N_("activate no more"),
    "shuffle": N_("shuffle no more"),
    "join": N_("the group is complete"),
    "declare": N_("declare no bombardment"),
    "respond": N_("do not answer"),
    "block": N_("all stay in reserve"),
    "lead": N_("nobody leads"),
    "fire": N_("do not fire"),
    "counter": N_("do not counter-attack"),
    "pursue": N_("do not pursue"),
    "shift": N_("shift none"),
    "return": N_("take none back"),
}
# A march by road, by whether it attacks, whether it goes on into an approach, and whether it passes
# localities on the way.
_BY_ROAD = {
    (True, False, False): N_("attack {target} by road"),
    (True, False, True): N_("attack {target} by road over {way}"),
    (False, True, False): N_("go on by road into {target}"),
    (False, True, True): N_("go on by road over {way} into {target}"),
    (False, False, False): N_("march by road to {target}"),
    (False, False, True): N_("march by road to {target} over {way}"),
}
_PRICED = frozenset(
    ["march", "road", "pontoon", "attack", "assault", "organise", "cross", "continue", "fall-back"]
)
"""Verbs that may cost something, so that a free one is called free."""


def option_words(state: MarengoState, option: Option) -> str:
    """Say what an option of a `Chooser` does, such as ``march to 14``."""
    if option.verb in _NOT_DONE and not option.pieces and option.target is None:
        return _(_NOT_DONE[option.verb])
    if option.verb == "end" and state.decision == Decision.ASSAULT:
        return _("make no more assaults")  # B-7.6
    if option.verb == "road" and (option.target or option.attacks):
        return _by_road(option)
    if option.verb == "cross" and option.attacks:
        return _(_BY_ROAD[True, False, False]).format(target=option.target)
    place = place_words(option.target) if option.target else ""
    own, enemy = _border(option.target or "")
    leaders = faces(map(state.piece, option.leaders))
    words = _(_DONE[option.verb]).format(place=place, own=own, enemy=enemy, leaders=leaders)
    return _("{words}, a shifted one").format(words=words) if option.shifted else words


def _border(target: str) -> tuple[str, str]:
    """Name the localities of an attack, and the border where two of them lead there (T-3.29)."""
    own, beyond = target.partition("/")[::2]
    enemy = beyond.rstrip("ab")
    if enemy != beyond:
        enemy = _("{enemy} over border {border}").format(enemy=enemy, border=beyond)
    return own, enemy


def _by_road(march: Option) -> str:
    """Say where a march by road leads, and over which localities."""
    into = not march.attacks and Place.parse(str(march.target)).towards is not None
    target = place_words(march.target) if march.target else _("the enemy")
    words = _(_BY_ROAD[march.attacks, into, bool(march.way)])
    return words.format(target=target, way=_(" and ").join(march.way))


def price_words(state: MarengoState, option: Option) -> str:
    """Say what an option costs, such as ``1 order``; empty if its verb never costs anything."""
    if not option.price:
        return _("free") if option.verb in _PRICED else ""
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
    other = f"{place.towards}{place.pair or ''}"
    return _("the approach of {locality} towards {other}").format(
        locality=place.locality, other=other
    )
