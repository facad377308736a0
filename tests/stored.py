"""Runs notebooks and stores what they show: ``python -m tests.stored notebooks/02_play.ipynb``.

What a run adds to the metadata is left out, and what it says of its own progress (standard error);
a picture that an output has as HTML too is kept once.
"""

import json
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

PNG = "image/png"


def run(path: Path) -> None:
    """Run a notebook beside the others, and store it."""
    text = path.read_text(encoding="utf-8")
    notebook = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call] # nbformat has few types
    where = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, timeout=None, resources=where, store_widget_state=False).execute()
    written = nbformat.writes(notebook)  # type: ignore[no-untyped-call] # as above
    stored, all_ran = json.loads(text), json.loads(written)["cells"]
    for cell, ran in zip(stored["cells"], all_ran, strict=True):
        if cell["cell_type"] == "code":
            cell["outputs"] = merged(ran["outputs"])
            cell["execution_count"] = ran["execution_count"]
    path.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def merged(outputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return outputs with a picture once each, and what was printed in one go."""
    found: list[dict[str, Any]] = []
    for output in [one for one in outputs if one.get("name") != "stderr"]:
        data = output.get("data", {})
        if PNG in data and f"data:{PNG}" in "".join(data.get("text/html", "")):
            del data[PNG]
        before = found[-1] if found else {}
        if output["output_type"] == "stream" and output["name"] == before.get("name"):
            before["text"] += output["text"]
        else:
            found.append(output)
    return found


if __name__ == "__main__":
    for name in sys.argv[1:]:
        run(Path(name))
