"""The command that opens the notebooks, in the environment it runs in and in no other."""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

from marengo.cli.options import Add
from marengo.core.errors import MarengoError
from marengo.core.files import reason
from marengo.paths import data_path

START = "index.ipynb"
"""The notebook that leads to the others."""

WORKING = Path("marengo-notebooks")
"""The folder into which the notebooks that come with marengo are copied, to work with them."""

FOLDER = f"folder of notebooks to open (default: {WORKING}, into which marengo copies its own)"

AS_ROOT = "you are root: JupyterLab is started with --allow-root, which it asks root for"

ASKED = "import sys; print(sys.prefix)"

MEND = "this makes it:\n    {python} -m ipykernel install --sys-prefix"


def _lab(options: argparse.Namespace) -> int:
    from marengo.cli.copies import working_copy

    words = [*filter(None, [options.folder]), *options.options]
    folder_name = words.pop(0) if words and not words[0].startswith("-") else None
    if folder_name and options.here:
        raise MarengoError(f"--here: expected no folder beside it, not {folder_name}")
    folder = Path(folder_name or working_copy(Path() if options.here else WORKING)).resolve()
    if not folder.is_dir():
        raise MarengoError(f"{folder}: no such folder, expected the one with the notebooks")
    os.environ.update(settings())
    check_kernel()
    # Rooted above the notebooks: what they link to lies beside their folder.
    first = folder / START
    command = [
        *(sys.executable, "-m", "jupyter", "lab", f"--ServerApp.root_dir={folder.parent}"),
        f"--LabApp.default_url=/lab/tree/{quote(folder.name)}{f'/{START}' * first.is_file()}",
        *words,
        *_as_root(words),
    ]
    return subprocess.call(command)  # noqa: S603 - this very interpreter


def _as_root(words: list[str]) -> list[str]:
    """Return the option that lets JupyterLab run as root, and say so, where it is needed."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0  # Windows has none
    if not is_root or "--allow-root" in words:
        return []
    print(AS_ROOT, flush=True)
    return ["--allow-root"]


def settings() -> dict[str, str]:
    """Return environment variables for JupyterLab.

    This environment's kernel goes before the user's of the same name; Markdown files open rendered,
    and nobody is asked about news from the net. Pages look as ours do. Where the user's home cannot
    be written to, what kernels are reached by lies in a folder for temporary files: else none would
    start.
    """
    ours = str(data_path("jupyter"))
    paths = {
        name: os.pathsep.join(filter(None, [ours, os.environ.get(name, "")]))
        for name in ("JUPYTER_CONFIG_PATH", "JUPYTER_PATH")
    }
    return {"JUPYTER_PREFER_ENV_PATH": "1", **paths} | _runtime()


def _runtime() -> dict[str, str]:
    """Return where Jupyter shall keep what it needs while it runs, if not in its own place."""
    from jupyter_core.paths import jupyter_runtime_dir

    wanted = Path(jupyter_runtime_dir())
    try:
        wanted.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        problem = f"{wanted}: {reason(error)}"
    else:
        if os.access(wanted, os.W_OK | os.X_OK):
            return {}
        problem = f"{wanted}: not allowed to write there"
    folder = tempfile.mkdtemp(prefix="marengo-jupyter-")
    print(f"{problem}; what Jupyter needs while it runs is kept in {folder}", file=sys.stderr)
    return {"JUPYTER_RUNTIME_DIR": folder}


def check_kernel() -> None:
    """Raise an error unless notebooks will run in the environment of this command."""
    from jupyter_client.kernelspec import NoSuchKernel
    from jupyter_client.manager import KernelManager

    mend = f"expected one of {sys.prefix}; {MEND.format(python=sys.executable)}"
    try:
        program = KernelManager(kernel_name="python3").format_kernel_cmd()[0]
        done = subprocess.run(  # noqa: S603 - the interpreter that Jupyter would start
            [program, "-c", ASKED], capture_output=True, text=True, check=True, timeout=60
        )
    except NoSuchKernel:
        raise MarengoError(f"Jupyter has no kernel for Python: {mend}") from None
    except (OSError, subprocess.SubprocessError) as error:
        raise MarengoError(
            f"Jupyter's kernel for Python does not start ({error}): {mend}"
        ) from None
    prefix = Path(done.stdout.strip())
    if prefix.resolve() != Path(sys.prefix).resolve():
        raise MarengoError(f"Jupyter's kernel for Python belongs to {prefix}: {mend}")


def add_commands(add: Add) -> None:
    """Add the commands of this module to the command line."""
    lab = add("lab", _lab, "open JupyterLab on the notebooks")
    lab.add_argument("folder", nargs="?", help=FOLDER)
    lab.add_argument(
        "--here",
        action="store_true",
        help="copy them into this folder, or open a checkout's own",
    )
    lab.add_argument(
        "options",
        nargs="*",
        help="options of JupyterLab, after --, such as: marengo lab -- --no-browser",
    )
