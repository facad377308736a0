"""A figure on the screen that reports clicks."""

import io
from collections.abc import Callable
from typing import Any, ClassVar

import anywidget
from matplotlib.figure import Figure
from traitlets import Bytes, Unicode

from marengo.charts.figures import DRAWING, figure_words

__all__ = ["Canvas"]

DPI = 100


class Canvas(anywidget.AnyWidget):
    """One figure on the screen, which may shrink, with its words for those who cannot see it.

    A click calls ``clicked`` with its place along the x axis, in the axis' units.
    """

    _esm: ClassVar = """export default { render({ model, el }) {
      const picture = el.appendChild(document.createElement("img"));
      picture.style.width = "100%";
      function draw() {
        URL.revokeObjectURL(picture.src);
        picture.src = URL.createObjectURL(new Blob([model.get("png")], { type: "image/png" }));
        picture.alt = model.get("words");
      }
      picture.addEventListener("click", (event) => {
        const { width, height } = picture.getBoundingClientRect();
        model.send({ x: event.offsetX / width, y: 1 - event.offsetY / height });
      });
      draw();
      model.on("change:png", draw);
      return () => model.off("change:png", draw);
    } };"""

    png = Bytes().tag(sync=True)
    words = Unicode().tag(sync=True)

    def __init__(self, size: tuple[float, float], clicked: Callable[[float], object]) -> None:
        self._clicked = clicked
        with DRAWING:
            self.figure = Figure(figsize=size, dpi=DPI, layout="constrained")
        super().__init__(layout={"width": f"{DPI * size[0]:.0f}px", "max_width": "100%"})
        self.on_msg(self._heard)

    def show(self, draw: Callable[[Figure], object]) -> None:
        """Draw the figure anew."""
        with DRAWING, io.BytesIO() as file:
            draw(self.figure)
            self.figure.savefig(file, format="png", dpi=2 * DPI)
            with self.hold_sync():
                self.words, self.png = figure_words(self.figure), file.getvalue()

    def _heard(self, _: Any, message: dict[str, Any], __: Any) -> None:
        """Report a click within the axes; the browser says it in shares of the picture."""
        (axes,) = self.figure.axes
        at = self.figure.transFigure.transform((message["x"], message["y"]))
        if axes.bbox.contains(*at):
            self._clicked(axes.transData.inverted().transform(at)[0])
