"""Pictures that cells of notebooks left behind are described by the words beside them."""

from typing import Any

from docutils import nodes

LONGEST = 300
"""Characters of a description; readers of a longer one are better served by the page."""


def describe(_: Any, page: nodes.document) -> None:
    """Give every picture of an output the words of the same output."""
    for output in page.findall(nodes.container):
        if output.get("nb_element") != "mime_bundle":
            continue
        words = [part.astext() for part in output if part["mime_type"] == "text/plain"]
        for picture in output.findall(nodes.image):
            picture.setdefault("alt", _shortened(words[0]) if words else "picture")


def _shortened(words: str) -> str:
    """Return the beginning of a text in one line."""
    line = " ".join(words.split())
    return line if len(line) <= LONGEST else line[:LONGEST].rsplit(" ", 1)[0] + " …"


def setup(app: Any) -> dict[str, bool]:
    """Register what is done with the pages once they are read."""
    app.connect("doctree-read", describe)
    return {"parallel_read_safe": True}
