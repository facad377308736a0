"""What shows itself in a notebook, as HTML and as plain text."""

from abc import ABC, abstractmethod
from collections.abc import Iterable

from marengo.game import Side, State
from marengo.plots.position_text import view_of
from marengo.plots.renderer import renderer_of
from marengo.widgets.telling import ARMIES

__all__ = ["Shown", "levels", "table"]


class Shown(ABC):
    """Something that shows itself in a notebook, as HTML and as plain text."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The same as plain text."""

    @abstractmethod
    def _repr_html_(self) -> str: ...

    def __repr__(self) -> str:
        return self.text


def levels(state: State) -> dict[Side, str]:
    """Say each army's morale; both sides see that (T-18.3, B-17.1)."""
    view = view_of(state, None)
    return {
        side: f"{army}: {renderer_of(view).morale(view, side)}." for side, army in ARMIES.items()
    }


def table(head: Iterable[str], body: Iterable[Iterable[str]]) -> str:
    """Return a table in HTML, aligned for reading."""
    style = 'style="text-align: left; vertical-align: top"'
    top = "".join(f'<th scope="col" {style}>{name}</th>' for name in head)
    rows = "".join(
        f"<tr>{''.join(f'<td {style}>{cell}</td>' for cell in row)}</tr>" for row in body
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{rows}</tbody></table>"
