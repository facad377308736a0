"""Ids of rules, such as ``T-8.12``, lead to the statement in the digest, wherever they stand."""

import re
from typing import Any

from docutils import nodes

DIGESTS = {
    "B": "docs/rules/bonaparte",
    "M": "docs/rules/progress",
    "N": "docs/rules/europe",
    "T": "docs/rules/triomphe",
}
"""The page that states the rules of a letter."""

RULE = re.compile(r"\b[BMNT]-\d+\.\d+\b")

KEPT = (nodes.FixedTextElement, nodes.literal, nodes.raw, nodes.reference, nodes.title)
"""What is left as it is with all that is in it: code, links and headings."""


def mark_statements(app: Any, page: nodes.document) -> None:
    """Make every statement of a digest a place to go to: it begins with its id in bold."""
    if app.env.docname in DIGESTS.values():
        for bold in page.findall(nodes.strong):
            rule = RULE.match(bold.astext())
            if rule and bold.parent.astext().startswith(bold.astext()):
                bold["ids"].append(rule[0])


def link_rules(app: Any, page: nodes.document, name: str) -> None:
    """Turn the ids in the texts of a page into links."""
    for text in list(page.findall(nodes.Text)):
        if RULE.search(text) and not _is_kept(text):
            text.parent.replace(text, list(_linked(app, name, text)))


def _is_kept(text: nodes.Text) -> bool:
    """Whether a text stands in something that is left as it is, or is the statement's own id."""
    node = text.parent
    if isinstance(node, nodes.strong) and node["ids"]:
        return True
    while node is not None:
        if isinstance(node, KEPT):
            return True
        node = node.parent
    return False


def _linked(app: Any, name: str, text: str) -> list[nodes.Node]:
    """Return a text in parts, ids being links."""
    parts: list[nodes.Node] = []
    at = 0
    for rule in RULE.finditer(text):
        page = app.builder.get_relative_uri(name, DIGESTS[rule[0][0]])
        link = nodes.reference(rule[0], rule[0], refuri=f"{page}#{rule[0]}", internal=True)
        link["classes"].append("rule")
        parts += [nodes.Text(text[at : rule.start()]), link]
        at = rule.end()
    return [*parts, nodes.Text(text[at:])]


def setup(app: Any) -> dict[str, bool]:
    """Register what is done with pages once they are read, and before they are written."""
    app.connect("doctree-read", mark_statements)
    app.connect("doctree-resolved", link_rules)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
