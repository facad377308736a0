"""A battle in words: what is asked, can be done, happened, and how it stands."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from marengo.core.asking import Question
from marengo.core.move import Move
from marengo.core.state import Chance
from marengo.games.europe.decisions import QUESTIONS, VERBS
from marengo.games.europe.notation import ADJECTIVES, PIECES, zone_names
from marengo.games.europe.rules.words import Decision, Nation, Phase, Piece, Side, Stage, Verb
from marengo.games.europe.state import BattleState, BattleView, FoughtState
from marengo.languages import N_, _

Losses = Mapping[Nation, Mapping[Piece, int]]

SEATS = {Side.ATTACKER: N_("Attacker"), Side.DEFENDER: N_("Defender")}

NATIONS = {
    Nation.FRANCE: N_("France"),
    Nation.GREAT_BRITAIN: N_("Great Britain"),
    Nation.PRUSSIA: N_("Prussia"),
    Nation.RUSSIA: N_("Russia"),
    Nation.OTTOMAN_EMPIRE: N_("the Ottoman Empire"),
    Nation.AUSTRIA: N_("Austria"),
    Nation.SPAIN: N_("Spain"),
    Nation.MINOR: N_("the minor nation"),
}

PHASES = {
    Phase.CAVALRY: N_("cavalry"),
    Phase.ARTILLERY: N_("artillery"),
    Phase.INFANTRY: N_("infantry"),
    Phase.LEADERS: N_("leaders"),
}

KINDS = {
    Piece.INFANTRY: N_("infantry"),
    Piece.ELITE: N_("elite infantry"),
    Piece.MILITIA: N_("militia"),
    Piece.CAVALRY: N_("cavalry"),
    Piece.HEAVY: N_("heavy cavalry"),
    Piece.IRREGULAR: N_("irregular cavalry"),
    Piece.ARTILLERY: N_("artillery"),
    Piece.LEADER: N_("leader"),
    Piece.INFANTRY_SQUARE: N_("infantry in square"),
    Piece.ELITE_SQUARE: N_("elite infantry in square"),
    Piece.MILITIA_SQUARE: N_("militia in square"),
}

ZONES = {
    "left": N_("left"),
    "centre": N_("centre"),
    "right": N_("right"),
    "middle-left": N_("middle left"),
    "middle-centre": N_("middle centre"),
    "middle-right": N_("middle right"),
    "reserve": N_("reserve"),
    "rout": N_("rout"),
}

ROLLED = Question(N_("the dice are rolled (N-28.4)"))
"""What is asked of chance."""

# Words for moves that are otherwise than others of their verb.
_FAR = N_("{piece}, {origin}: fire two zones far at {target} ({nation})")
_RALLY_ANY = N_("rally{again}")


def seat_title(side: int) -> str:
    """Return what a side is called."""
    return _(SEATS[Side(side)])


def nation_title(nation: Nation) -> str:
    """Return what a nation is called."""
    return _(NATIONS[nation])


def piece_title(piece: Piece) -> str:
    """Return what a piece is called."""
    return _(KINDS[piece])


def said(text: str) -> str:
    """Return a move in plain words."""
    verb, facts = _read(text)
    words = VERBS[verb].says
    if verb == Verb.FIRE and text.endswith(" far"):
        words = _FAR
    elif verb == Verb.RALLY and "target" not in facts:
        words = _RALLY_ANY
    return _(words).format(**facts)


def headings(text: str) -> Iterator[str]:
    """Yield under which heading a move is offered where there are many: what acts."""
    verb, facts = _read(text)
    for heading in VERBS[verb].headings:
        yield _(heading).format(**facts)


def _read(text: str) -> tuple[int, dict[str, str]]:
    """Return the verb of a move, and the facts that it is told with."""
    word, *words = text.split()
    verb = next(verb for verb, wording in VERBS.items() if wording.form.split()[0] == word)
    facts = {"again": _(" again") if "again" in words else ""}
    match [word, *(word for word in words if word != "again")]:
        case ["deploy", number, piece, zone]:
            facts |= {"number": number, "piece": _piece(piece), "place": _zone(zone)}
        case ["move", piece, zone, to]:
            facts |= {"piece": _piece(piece), "origin": _zone(zone), "place": _zone(to)}
        case ["fire" | "charge", piece, zone, _at, nation, target, *_far]:
            facts |= {"piece": _piece(piece), "origin": _zone(zone), **_whom(nation, target)}
        case ["unsquare", piece, zone]:
            facts |= {"piece": _piece(piece), "origin": _zone(zone)}
        case ["rally" | "lose", nation, target]:
            facts |= _whom(nation, target)
        case ["pursue", nation, target, _with, piece]:
            facts |= {"piece": _piece(piece), **_whom(nation, target)}
        case ["roll", number]:
            facts["number"] = number
    return verb, facts


def _piece(name: str) -> str:
    return piece_title(Piece(PIECES.index(name)))


def _zone(name: str) -> str:
    return _(ZONES[name])


def _whom(nation: str, target: str) -> dict[str, str]:
    return {"nation": nation_title(Nation(ADJECTIVES.index(nation))), "target": _piece(target)}


def begun(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def question(state: FoughtState) -> str:
    """Return what is to be decided, and by which rule."""
    if state.decision == Decision.ACT and state.nation is not None:
        words = _("{nation}: {phase} may act (N-21.4).")
        phase = _(PHASES[state.phase])
        return begun(words.format(nation=nation_title(state.nation), phase=phase))
    if state.decision == Decision.DEPLOY and state.nation is not None:
        asked = _("{nation}: how many {piece} go to the {place}? The rest is for what comes after.")
        names = zone_names(state.sides[state.nation])
        facts = {
            "nation": nation_title(state.nation),
            "piece": piece_title(Piece(int(state.record["kind"]))),
            "place": _zone(names[int(state.record["column"])]),
        }
        return begun(asked.format(**facts))
    asked = QUESTIONS.get(state.decision, ROLLED).asks
    return f"{begun(_(asked))}."


def happened(
    before: BattleState, move: Move, after: BattleState, side: Side | None
) -> Iterator[str]:
    """Tell what a move did; how the attacker deploys is told once the defender has deployed."""
    yield from acted(before, move, side, seat_title)
    yield from eliminated(before.lost, after.lost)
    yield from routed(before, after)
    if before.winner is None and after.winner is not None:
        yield _("{seat} has won the battle.").format(seat=seat_title(after.winner))


def acted(
    before: FoughtState, move: Move, seat: int | None, title: Callable[[Any], str]
) -> Iterator[str]:
    """Tell who did what in a battle; the seats have titles."""
    deploys = before.stage == Stage.DEPLOYMENT
    if not (deploys and seat is not None and before.to_move != seat):
        who = _("Chance") if before.to_move is Chance.CHANCE else title(before.to_move)
        yield f"{who}: {said(str(move))}."


def eliminated(old: Losses, new: Losses) -> Iterator[str]:
    """Tell what was eliminated, from all that was before and after."""
    for nation in new:
        for piece, number in new[nation].items():
            if number > old.get(nation, {}).get(piece, 0):
                words = _("{piece} of {nation}: eliminated.")
                title = piece_title(piece)
                yield begun(words.format(piece=title, nation=nation_title(nation)))


def routed(old: FoughtState, new: FoughtState) -> Iterator[str]:
    """Tell what was routed."""
    for nation in old.sides if new.stage == Stage.ROUNDS else ():
        before, now = (state.units.get((nation, "rout"), {}) for state in (old, new))
        for piece in now:
            if now[piece] > before.get(piece, 0):
                words = _("{piece} of {nation}: routed.")
                title = piece_title(piece)
                yield begun(words.format(piece=title, nation=nation_title(nation)))


def turn(shown: FoughtState | BattleView) -> Iterator[str]:
    """Yield what the turn of a position is called: its round."""
    yield _("Round {number}").format(number=shown.round) if shown.round else _("Deployment")


def describe(view: BattleView) -> str:
    """Return a position in words: a heading, and lines."""
    (where,) = turn(view)
    kind = _("great battle") if view.great else _("skirmish")
    lines = [f"{where}, {_(PHASES[view.phase])}; {kind}" if view.round else f"{where}; {kind}"]
    if view.winner is not None:
        lines = [_("{seat} has won the battle.").format(seat=seat_title(view.winner))]
    for nation, side in view.sides.items():
        for zone in zone_names(side):
            if pieces := view.units.get((nation, zone)):
                hidden = _(" (not shown yet)") if side in view.hidden else ""
                where = f"{nation_title(nation)}, {_zone(zone)}{hidden}"
                lines.append(begun(f"{where}: {listed(pieces)}"))
        if lost := view.lost[nation]:
            words = _("{nation} has lost {pieces}")
            line = words.format(nation=nation_title(nation), pieces=listed(lost))
            lines.append(begun(line))
    return "\n".join(lines)


def listed(pieces: Mapping[Piece, int]) -> str:
    """Return pieces with their numbers."""
    return ", ".join(f"{number} {piece_title(piece)}" for piece, number in pieces.items())


INITIALS = ("FR", "GB", "PR", "RU", "OT", "AU", "SP", "MI")


def initials(nation: Nation) -> str:
    """Return the letters by which a nation is known (N-2.1)."""
    return INITIALS[nation]


def zone_title(name: str) -> str:
    """Return what a zone is called."""
    return _(ZONES[name])
