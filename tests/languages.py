"""The catalogues of the languages: what the sources say, and what of it is translated.

``python -m tests.languages`` brings every catalogue up to date with the sources, and says what it
lacks; with the code of a language that is new it begins its catalogue.
"""

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent

CATALOGUES = ROOT / "marengo" / "languages"

# function -> how many texts it takes, and whether a context comes before them
CALLS = {"_": (1, False), "N_": (1, False), "ngettext": (2, False), "pgettext": (1, True)}

HEADER = """\
# {name} for marengo.
#
# All translations are ours, and not proofread. Terms that rules in this language print: none yet.
"""
"""What a new catalogue begins with; whoever translates says there whose words they are."""

VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

Text = tuple[str | tuple[str, ...], str | None, str]
"""A text, or its forms for one and for several; its context; and the file that says it."""


def texts() -> Iterator[Text]:
    """Yield all texts of the sources that are translated."""
    for path in sorted((ROOT / "marengo").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        yield from ((*one, name) for one in _called(path))
    for path in sorted((ROOT / "data").glob("*/*.toml")):
        if path.parent.name in ("scenarios", "what_if"):
            titled = tomllib.loads(path.read_text(encoding="utf-8"))
            yield titled["title"], None, path.relative_to(ROOT).as_posix()
    for path in sorted((ROOT / "data" / "how_to_play").glob("*.md")):
        for part in path.read_text(encoding="utf-8").strip().split("\n\n"):
            yield part, None, path.relative_to(ROOT).as_posix()


def _called(path: Path) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """Yield the texts that a module calls a function of gettext with.

    Babel's own extractor does not look into f-strings before Python 3.12.
    """
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            number, in_context = CALLS.get(node.func.id, (0, False))
            given = [str(one.value) for one in node.args if isinstance(one, ast.Constant)]
            if number and len(given) >= number + in_context:
                context = given.pop(0) if in_context else None
                yield given[0] if number == 1 else tuple(given[:number]), context


def template() -> Catalog:
    """Return a catalogue of all texts, without translations."""
    found = Catalog(project="marengo", charset="utf-8")
    for text, context, file in texts():
        found.add(text, context=context, locations=[(file, 1)])
    return found


def read(language: str) -> Catalog:
    """Return the catalogue of a language."""
    with (CATALOGUES / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def update(language: str) -> Catalog:
    """Bring a catalogue up to date with the sources, or begin it, and return it."""
    path = CATALOGUES / f"{language}.po"
    if path.exists():
        found = read(language)
    else:
        found = Catalog(language)
        found.header_comment = HEADER.format(name=found.locale and found.locale.english_name)
    found.project, found.version, found.msgid_bugs_address = "marengo", VERSION, ""
    found.last_translator = found.language_team = "the marengo authors"
    found.revision_date = found.creation_date
    texts_now = template()
    texts_now.creation_date = found.creation_date
    found.update(texts_now, no_fuzzy_matching=True)
    found.obsolete.clear()
    found.fuzzy = False
    with path.open("wb") as file:
        write_po(file, found, width=100, include_lineno=False, sort_by_file=True)
    return found


def forms(message: Message) -> list[str]:
    """Return the translations of a message: one, or one for each form of the plural."""
    return [message.string] if isinstance(message.string, str) else list(message.string or [""])


def fields(text: str) -> set[str]:
    """Return the names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def faults(catalogue: Catalog) -> Iterator[str]:
    """Yield what is wrong with a catalogue."""
    wanted = {(one.id, one.context) for one in template() if one.id}
    there = {(one.id, one.context): one for one in catalogue if one.id}
    yield from (f"is lacking: {text!r}" for text, _ in sorted(wanted - there.keys(), key=str))
    yield from (f"is of no use: {text!r}" for text, _ in sorted(there.keys() - wanted, key=str))
    for (text, _), message in there.items():
        if message.fuzzy or not all(forms(message)):
            yield f"is not translated: {text!r}"
            continue
        said = {text} if isinstance(text, str) else set(text)
        known = set.union(*map(fields, said))
        for form in forms(message):
            number_named = known - {"number"} <= fields(form) <= known
            if fields(form) != known and not (message.pluralizable and number_named):
                yield f"has other fields: {text!r}: {form!r}"


def main() -> None:
    """Update the catalogues and say what they lack."""
    for language in sys.argv[1:] or sorted(path.stem for path in CATALOGUES.glob("*.po")):
        update(language)
        for fault in faults(read(language)):
            print(f"{language}.po: {fault}")


if __name__ == "__main__":
    main()
