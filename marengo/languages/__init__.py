"""What is said on the screen, in the language of whoever reads it.

English is the source, and always complete. Any other language is a catalogue of gettext beside this
module, such as ``de.po``, and is read when it is spoken for the first time. One process speaks one
language: English until somebody is asked or says which.
"""

import gettext as standard
import io
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

__all__ = ["LANGUAGES", "N_", "_", "language", "ngettext", "pgettext", "readers_language", "speak"]

SOURCE = "en"

HERE = Path(__file__).parent

LANGUAGES = (SOURCE, *sorted(path.stem for path in HERE.glob("*.po")))
"""The languages there are, as ISO 639 has them."""

VARIABLE = "MARENGO_LANGUAGE"


class _Voice:
    """Language spoken now."""

    name = SOURCE
    words = standard.NullTranslations()


def _(text: str) -> str:
    """Return a text in the language that is spoken."""
    return _Voice.words.gettext(text) if text else ""  # to gettext the empty text is the header


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return one of two texts, or of as many as the language has for numbers."""
    return _Voice.words.ngettext(singular, plural, number)


def pgettext(context: str, text: str) -> str:
    """Return a text that means something else, or is declined, in another context."""
    return _Voice.words.pgettext(context, text)


def N_(text: str) -> str:  # noqa: N802 -- so gettext calls it
    """Mark a text that is translated when it is shown; return it as it is."""
    return text


def language() -> str:
    """Return the language that is spoken."""
    return _Voice.name


def speak(language: str | None = None) -> None:
    """Speak a language from now on; without a name, that of the reader.

    Raises
    ------
    ValueError
        If there is no such language.
    """
    name = readers_language() if language is None else _checked(language, "language")
    _Voice.name, _Voice.words = name, translations(name)


def readers_language() -> str:
    """Return what ``MARENGO_LANGUAGE`` says, else the language of the system if it is there.

    Raises
    ------
    ValueError
        If ``MARENGO_LANGUAGE`` names no language that there is.
    """
    if wanted := os.environ.get(VARIABLE):
        return _checked(wanted, VARIABLE)
    settings = map(os.environ.get, ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    wishes = next(filter(None, settings), SOURCE).split(":")
    names = [name.replace("-", "_").partition("_")[0].partition(".")[0] for name in wishes]
    return next((name for name in names if name in LANGUAGES), SOURCE)


def _checked(name: str, what: str) -> str:
    if name not in LANGUAGES:
        raise ValueError(f"{what}: expected one of {', '.join(LANGUAGES)}, not {name!r}")
    return name


@cache
def translations(name: str) -> standard.NullTranslations:
    """Return what is said in a language."""
    if name == SOURCE:
        return standard.NullTranslations()
    from babel.messages.pofile import read_po

    with (HERE / f"{name}.po").open("rb") as file:
        return compiled(read_po(file, locale=name))


def compiled(catalogue: "Catalog") -> standard.GNUTranslations:
    """Return a catalogue as Python's gettext reads it."""
    from babel.messages.mofile import write_mo

    written = io.BytesIO()
    write_mo(written, catalogue)
    written.seek(0)
    return standard.GNUTranslations(written)
