"""Settings of Sphinx."""

from marengo import __version__

project = "marengo"
author = "the marengo authors"
copyright = "2026, the marengo authors"  # noqa: A001 -- Sphinx wants this name
release = __version__

extensions = ["myst_nb", "numpydoc", "sphinx.ext.autodoc", "sphinx.ext.autosummary"]
exclude_patterns = ["_build"]
html_theme = "alabaster"

suppress_warnings = ["myst.xref_missing"]  # pages also link to folders, for readers of the sources
nb_execution_mode = "off"  # the tests run notebooks and examples
numpydoc_show_class_members = False
autodoc_typehints = "none"
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
