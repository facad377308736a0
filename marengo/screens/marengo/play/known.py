"""What one side knows of the enemy, as a table."""

import html
from collections import Counter
from collections.abc import Iterable

from marengo.games.marengo.rules.vocabulary import Kind
from marengo.games.marengo.types import BOMBARDMENTS, KINDS, ROLES, Block
from marengo.games.marengo.view import MarengoView
from marengo.languages import _
from marengo.screens.marengo.play.options import by_number

Face = tuple[Kind, int]


def known_table(view: MarengoView) -> str:
    """Return an HTML table of what a view shows of enemy blocks, place by place.

    Below it stands the open list of all that are left (T-22.5, B-17.6).
    """
    if view.side is None:
        return f"<p>{_('Everything is open.')}</p>"
    rows = "".join(
        f"<tr><th scope='row'>{html.escape(place)}</th><td>{len(blocks)}</td>"
        f"<td>{'<br>'.join(_blocks(blocks, view))}{_certain(view, place, blocks)}</td></tr>"
        for place, blocks in _by_place(view)
    )
    heads = (_("place"), _("blocks"), _("each of them may be"))
    head = "".join(f"<th scope='col'>{words}</th>" for words in heads)
    left = _("Left in all: {pieces}. Which block is which is hidden until a rule shows it.")
    return (
        f"<table class='marengo-known'><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        f"<p>{left.format(pieces=_counted(view.enemy_remaining))}</p>"
    )


def _by_place(view: MarengoView) -> list[tuple[str, list[Block]]]:
    places: dict[str, list[Block]] = {}
    for block in view.enemy:
        places.setdefault(str(block.place), []).append(block)
    return sorted(places.items(), key=lambda item: by_number(item[0]))


def _blocks(blocks: Iterable[Block], view: MarengoView) -> list[str]:
    """List what blocks of one place may be, those alike together."""
    alike = Counter((block.faces, _marks(block)) for block in blocks)
    lines = []
    for (faces, marks), number in sorted(alike.items(), key=lambda item: len(item[0][0])):
        anything = len(faces) > 1 and faces == set(view.enemy_remaining)
        words = _("anything") if anything else _either(faces)
        times = f"{number} × " if len(alike) > 1 or number > 1 else ""
        lines.append(f"{times}{words}{f' ({marks})' if marks else ''}")
    return lines


def _marks(block: Block) -> str:
    """Name the marks of a block that everybody sees."""
    marks = {
        _("disorganised"): not block.organised,
        _("inactive"): not block.active,
        _("shown"): block.face_up,
        _(BOMBARDMENTS.get(block.bombardment, "")): block.bombardment != "none",
        _(ROLES.get(block.role, "")): block.role != "none",
    }
    return ", ".join(mark for mark, is_so in marks.items() if is_so)


def _either(faces: Iterable[Face]) -> str:
    """List faces, the strengths of one type together: ``infantry 2 or 3, or cavalry 2``."""
    between = _(" or ")
    strengths: dict[Kind, list[int]] = {}
    for kind, strength in sorted(faces):
        strengths.setdefault(kind, []).append(strength)
    return _(", or ").join(
        f"{_(KINDS[kind])} {between.join(map(str, several))}" for kind, several in strengths.items()
    )


def _certain(view: MarengoView, place: str, blocks: Iterable[Block]) -> str:
    """Say which faces are there for certain, in whichever block."""
    known_faces = Counter(next(iter(block.faces)) for block in blocks if block.known)
    certain = {
        face: view.at_least(place, *face)
        for face in view.enemy_remaining
        if face not in known_faces
    }
    counted = _counted({face: number for face, number in certain.items() if number})
    return f"<br>{_('for certain: {pieces}').format(pieces=counted)}" if counted else ""


def _counted(faces: dict[Face, int]) -> str:
    return ", ".join(
        f"{number} × {_(KINDS[kind])} {strength}" for (kind, strength), number in faces.items()
    )
