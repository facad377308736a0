"""What the wheel holds of notebooks: the same with smaller pictures, as they are two thirds of it.

A stored picture shows what a notebook will show when it is run, which draws it anew; for that 600
pixels do. The notebooks of a checkout stay as they are.
"""

import io
import json
import re
import tempfile
from base64 import b64decode, b64encode
from functools import cache
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from PIL import Image

COLOURS, WIDTH = 24, 600
"""Of a picture: how many, and how wide it is at most, in pixels."""

PNG = "image/png"

INSIDE = re.compile(r"(?<=data:image/png;base64,)[A-Za-z0-9+/=\\n]+")
"""A picture in the HTML or SVG of an output, as it stands in a notebook."""


class SmallerNotebooks(BuildHookInterface):
    """Puts notebooks with smaller pictures into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make them, unless the checkout itself is installed."""
        if version == "editable":
            return
        self.made = tempfile.TemporaryDirectory()
        for path in sorted(Path(self.root, "notebooks").iterdir()):
            if path.is_dir():  # Jupyter's .ipynb_checkpoints, or what somebody's run has left
                continue
            smaller = Path(self.made.name, path.name)
            if path.suffix == ".ipynb":
                smaller.write_text(with_smaller_pictures(path.read_text("utf-8")), "utf-8")
            else:
                smaller.write_bytes(path.read_bytes())
            build_data["force_include"][str(smaller)] = f"marengo/notebooks/{path.name}"

    def finalize(self, version: str, *_: Any) -> None:
        """Remove what was made for the wheel."""
        if version != "editable":
            self.made.cleanup()


def with_smaller_pictures(text: str) -> str:
    """Return a notebook whose outputs have smaller pictures."""
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            for kind, content in data.items():
                if kind == PNG:
                    data[kind] = smaller(joined(content))
                elif kind.startswith(("text/html", "image/svg")):
                    data[kind] = INSIDE.sub(lambda found: smaller(found[0]), joined(content))
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def joined(content: str | list[str]) -> str:
    """Return a text that notebooks keep whole or line by line."""
    return content if isinstance(content, str) else "".join(content)


@cache
def smaller(encoded: str) -> str:
    """Return a picture with fewer pixels and colours, or as it is if that is not smaller."""
    before, file = b64decode(encoded), io.BytesIO()
    image = Image.open(io.BytesIO(before))
    if getattr(image, "n_frames", 1) > 1:  # a film
        return encoded
    width = min(WIDTH, image.width)
    few = image.convert("RGBA").resize((width, image.height * width // image.width))
    few.quantize(COLOURS, Image.Quantize.FASTOCTREE).save(file, "png")
    after = file.getvalue()
    return b64encode(after).decode() if len(after) < len(before) else encoded
