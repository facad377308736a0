"""Settings of Sphinx: ``sphinx-build -c docs . docs/_build/html``, in a checkout.

The sources are the whole checkout, as the notebooks are pages too and lie beside this folder. Links
between pages and notebooks are relative paths, which hold in the checkout and in what is built.
Nothing is taken from the net, now or when the pages are read.
"""

import sys
from pathlib import Path

from marengo import __version__

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "marengo"
author = "the marengo authors"
copyright = "2026, the marengo authors"  # noqa: A001 -- Sphinx wants this name
release = __version__

root_doc = "docs/index"
include_patterns = ["docs/**", "notebooks/*.ipynb", "reports/**"]
exclude_patterns = ["docs/_build", ".*", "runs", "artefacts", "data", "marengo", "tests"]

extensions = [
    "myst_nb",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "command_help",
    "heading_links",
    "plain_math",
    "public_names",
    "rule_links",
    "source_links",
]

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3

nb_execution_mode = "off"  # the tests run notebooks and examples
# A widget shows the picture that it left in the notebook: no kernel stands behind a page.
nb_mime_priority_overrides = [("*", "application/vnd.jupyter.widget-view+json", None)]
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
nb_merge_streams = True

# the engine has no pages of its own
nitpick_ignore = [("py:mod", "marengo.games.marengo.rules.information_set")]
autodoc_typehints = "none"  # numpydoc's sections say the types, and what they mean
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
toc_object_entries_show_parents = "hide"
python_display_short_literal_types = True

html_math_renderer = "plain"
html_theme = "furo"
html_title = "marengo"
html_static_path = ["static"]
html_css_files = ["marengo.css"]
html_extra_path = ["start"]  # index.html of the whole, which leads to that of docs/
html_copy_source = False
html_show_sourcelink = False
