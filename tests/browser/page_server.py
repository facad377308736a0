"""A Voilà of its own for a test: one notebook as a page, without JupyterLab."""

import contextlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.browser.jupyter import START_SECONDS, environment, free_port, wait_until_it_answers


@contextlib.contextmanager
def voila(notebook: Path, scratch: Path) -> Iterator[str]:
    """Serve a copy of a notebook as a page; yield its address. The log goes to ``scratch``."""
    copy = Path(shutil.copy(notebook, scratch / notebook.name))
    address = f"http://127.0.0.1:{free_port()}"
    command = [
        *(sys.executable, "-m", "voila", str(copy), "--no-browser"),
        *("--Voila.ip=127.0.0.1", f"--port={address.rpartition(':')[2]}"),
    ]
    log = scratch / "voila.log"
    with log.open("wb") as file:
        process = subprocess.Popen(command, env=environment(scratch), stdout=file, stderr=file)
        try:
            wait_until_it_answers(f"{address}/api", process, log)
            yield address
        finally:
            process.terminate()
            process.wait(timeout=START_SECONDS)


@contextlib.contextmanager
def page_of(code: str, folder: Path) -> Iterator[str]:
    """Serve a notebook of one cell as a page; yield its address."""
    cell = {"cell_type": "code", "execution_count": None, "id": "a", "source": code}
    notebook = folder / "source" / "page.ipynb"
    notebook.parent.mkdir()
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    written = {"cells": [{**cell, "metadata": {}, "outputs": []}], "metadata": kernel}
    notebook.write_text(json.dumps({**written, "nbformat": 4, "nbformat_minor": 5}))
    with voila(notebook, folder) as served:
        yield served
