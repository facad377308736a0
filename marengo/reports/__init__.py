"""Reports of runs: figures, charts and words, as a page and as Markdown."""

from marengo.reports.answers import make_answers
from marengo.reports.atlas import make_atlas
from marengo.reports.document import Chart, Code, Finding, Heading, Report, Source, Table, Text
from marengo.reports.pages import save_report, to_html, to_markdown
from marengo.reports.run_report import make_report
from marengo.reports.worksheet import sheet

__all__ = [
    "Chart",
    "Code",
    "Finding",
    "Heading",
    "Report",
    "Source",
    "Table",
    "Text",
    "make_answers",
    "make_atlas",
    "make_report",
    "save_report",
    "sheet",
    "to_html",
    "to_markdown",
]
