"""Links to headings of a notebook: JupyterLab calls them by their text, Sphinx by its letters."""

import re
from typing import Any
from urllib.parse import unquote

NO_LETTER = re.compile(r"[^\w-]")
LINK = re.compile(r"(?<=\]\(#)(?:[^()\s]|\([^()\s]*\))+(?=\))")


def rename(_: Any, page: str, source: list[str]) -> None:
    """Call headings in the source of a notebook as Sphinx does."""
    if page.startswith("notebooks/"):
        source[0] = LINK.sub(
            lambda link: re.sub(r"[^\w-]", "", unquote(link[0]).lower()), source[0]
        )


def setup(app: Any) -> dict[str, bool]:
    """Register what is done with the sources of pages before they are read."""
    app.connect("source-read", rename)
    return {"parallel_read_safe": True}
