"""A JupyterLab of its own for a test: free port, token, and no trace in the user's settings."""

import contextlib
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from marengo.cli.notebooks import settings

START_SECONDS = 300

# Every cell is drawn even when it is out of sight.
OVERRIDES = {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}}


@dataclass(frozen=True)
class Server:
    """A running JupyterLab."""

    address: str
    token: str
    root: Path

    @property
    def notebooks(self) -> Path:
        """The folder of the notebooks."""
        return self.root / "notebooks"

    def page(self, notebook: str) -> str:
        """Return the address of a notebook, opened in a fresh workspace."""
        return f"{self.address}/lab/tree/notebooks/{notebook}?reset&token={self.token}"


@contextlib.contextmanager
def jupyterlab(root: Path, scratch: Path) -> Iterator[Server]:
    """Run JupyterLab on a copy of the notebooks, with the documentation they link to beside them.

    The log goes to ``scratch``.
    """
    copy = scratch / "root"
    _copy_without_outputs(root / "notebooks", copy / "notebooks")
    for linked in ("docs", "reports"):
        shutil.copytree(root / linked, copy / linked, ignore=shutil.ignore_patterns("_build"))
    settings = scratch / "app_settings"
    settings.mkdir()
    (settings / "overrides.json").write_text(json.dumps(OVERRIDES), encoding="utf-8")
    address = f"http://127.0.0.1:{free_port()}"
    server = Server(address, secrets.token_hex(16), copy)
    with (scratch / "jupyter.log").open("wb") as log:
        process = subprocess.Popen(
            _command(server, scratch), env=environment(scratch), stdout=log, stderr=log
        )
        try:
            address = f"{server.address}/api/status?token={server.token}"
            wait_until_it_answers(address, process, scratch / "jupyter.log")
            yield server
        finally:
            process.terminate()
            process.wait(timeout=30)


def _copy_without_outputs(notebooks: Path, copies: Path) -> None:
    """Copy notebooks so that whatever they show in the test was made in it."""
    shutil.copytree(notebooks, copies)
    for path in copies.rglob("*.ipynb"):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        notebook["metadata"].pop("widgets", None)
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                cell.update(outputs=[], execution_count=None)
        path.write_text(json.dumps(notebook), encoding="utf-8")


def _command(server: Server, scratch: Path) -> list[str]:
    return [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={server.address.rpartition(':')[2]}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={server.root}",
        f"--IdentityProvider.token={server.token}",
        f"--LabApp.app_settings_dir={scratch / 'app_settings'}",
        f"--LabApp.user_settings_dir={scratch / 'user_settings'}",
        f"--LabApp.workspaces_dir={scratch / 'workspaces'}",
        "--LabApp.extension_manager=readonly",
    ]


def environment(scratch: Path) -> dict[str, str]:
    """Keep HOME, where the compiled engine is cached, and move all that Jupyter would write."""
    moved = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    return {
        **os.environ,
        **settings(),
        **{name: str(scratch / name.lower()) for name in moved},
    }


def free_port() -> int:
    """Return a port that nobody listens to."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_it_answers(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a server has started; if it does not, tell what its log says."""
    limit = time.monotonic() + START_SECONDS
    while time.monotonic() < limit and process.poll() is None:
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            try:
                urllib.request.urlopen(address, timeout=5).close()  # noqa: S310 -- http, our own
            except urllib.error.HTTPError as refused:
                refused.close()  # an answer too
            return
        time.sleep(0.2)
    raise RuntimeError(f"no answer from {address}:\n{log.read_text(encoding='utf-8')}")
