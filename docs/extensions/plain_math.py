"""Formulas as MathML, which browsers show by themselves: nothing is fetched from the net."""

from typing import Any

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.util.logging import getLogger

logger = getLogger(__name__)


def _write(translator: Any, node: nodes.Element, as_block: bool) -> None:
    """Write a formula."""
    try:
        translator.body.append(tex2mathml(node.astext(), as_block=as_block))
    except MathError as error:
        logger.warning("formula not understood: %s", error, location=node)
    raise nodes.SkipNode


def write_inline(translator: Any, node: nodes.Element) -> None:
    """Write a formula inside of a line."""
    _write(translator, node, as_block=False)


def write_block(translator: Any, node: nodes.Element) -> None:
    """Write a formula on a line of its own."""
    translator.body.append('<div class="formula">')
    try:
        _write(translator, node, as_block=True)
    finally:
        translator.body.append("</div>")


def setup(app: Any) -> dict[str, bool]:
    """Register the renderer."""
    app.add_html_math_renderer("plain", (write_inline, None), (write_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
