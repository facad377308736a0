"""Pictures put together for readers without a kernel."""

import io
from collections.abc import Iterable, Sequence

from PIL import Image

from marengo.plots import style

GAP = 12
"""Room between pictures, in pixels."""


def beside(columns: Iterable[Sequence[bytes]]) -> bytes:
    """Return columns of PNG pictures side by side as one PNG; empty ones are left out."""
    opened = [[Image.open(io.BytesIO(one)) for one in column if one] for column in columns]
    widths = [max((one.width for one in column), default=1) for column in opened]
    heights = [sum(one.height + GAP for one in column) for column in opened]
    whole = Image.new(
        "RGB", (sum(widths) + GAP * (len(widths) - 1), max(*heights, 1)), style.MARGIN
    )
    x = 0
    for column, width in zip(opened, widths, strict=True):
        y = 0
        for one in column:
            whole.paste(one.convert("RGB"), (x, y))
            y += one.height + GAP
        x += width + GAP
    with io.BytesIO() as target:
        whole.quantize(128).save(target, format="png")
        return target.getvalue()
