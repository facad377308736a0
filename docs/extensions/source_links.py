"""Links to folders of the checkout, which help readers of the sources: no page stands for them."""

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref


def drop_links(_: Any, page: nodes.document) -> None:
    """Leave the mere text of links that lead to folders; all others must lead to a page or file."""
    here = Path(page["source"]).parent
    for link in list(page.findall(pending_xref)):
        if link.get("reftype") == "myst" and (here / link["reftarget"]).is_dir():
            link.replace_self(link.children)


def setup(app: Any) -> dict[str, bool]:
    """Register what is done with the pages once they are read."""
    app.connect("doctree-read", drop_links)
    return {"parallel_read_safe": True}
