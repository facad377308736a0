"""What reports are made of, whatever they are written as."""

from dataclasses import dataclass, field
from typing import TypeAlias

import polars as pl
from matplotlib.figure import Figure

from marengo.lab.findings import Finding

__all__ = [
    "Chart",
    "Code",
    "Finding",
    "Heading",
    "Part",
    "Report",
    "Shown",
    "Source",
    "Table",
    "Text",
]


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a section.

    Parameters
    ----------
    text : str
        Plain text.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph.

    Parameters
    ----------
    text : str
        Plain text.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """Commands, one a line.

    Parameters
    ----------
    text : str
        Plain text.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts.

    Parameters
    ----------
    frame : polars.DataFrame
        Texts as they shall be read; the names of the columns are its head.
    note : str
        What is to be known of it, written below.
    """

    frame: pl.DataFrame
    note: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart or a map.

    Parameters
    ----------
    name : str
        Of its file, without ending.
    figure : matplotlib.figure.Figure
        The picture.
    words : str
        Its caption.
    """

    name: str
    figure: Figure
    words: str


@dataclass(frozen=True, slots=True)
class Source:
    """Source of what stands above: a page that tells more.

    Parameters
    ----------
    words : str
        Plain text.
    title : str
        Of the page that tells more.
    page : str
        Where it lies, from the report's folder.
    """

    words: str
    title: str
    page: str


Shown: TypeAlias = Heading | Text | Source | Code | Table | Chart

Part: TypeAlias = Shown | Finding
"""Part of a report; a finding is not shown, but stored beside the page for the atlas."""


@dataclass(frozen=True, slots=True)
class Report:
    """A report.

    Parameters
    ----------
    title : str
        Plain text.
    parts : list of Part
        In the order of reading.
    """

    title: str
    parts: list[Part] = field(default_factory=list)
