"""Files of composed endings: what does not fit is refused, with the name of file and field."""

from pathlib import Path

import pytest

from marengo.core.errors import PositionError
from marengo.games.marengo.game import load
from marengo.games.marengo.study.endings import endings, read_endings

WHOLE = """
[[endings]]
name = "late"
text = "It is late."
turn = "french"
hour = 21
austrian = { "8/4" = "I3" }
french = { "4" = "I2" }
"""


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (("21", "25"), "late.toml: endings.late.hour: expected 23 or less, not 25"),
        (("french", "blue"), "late.toml: endings.late.turn: no value 'blue', expected one of"),
        (("21", "21\ncommands = 1"), "late.toml: late: commands: Triomphe à Marengo knows no such"),
        (("8/4", "8/5"), "late.toml: late: austrian: .*8/5"),
        (("21", "21\norders = 128"), "late.toml: late: expected smaller numbers: .*128 .*int8"),
        (("21", f"21\nmorale = {{ french = {2**53} }}"), "late.toml: "),
        (("[[endings]]", "[[endings"), "late.toml: "),
        ((WHOLE, 2 * WHOLE), "late.toml: endings: expected each name once, not late again"),
    ],
)
def test_a_file_of_endings_that_does_not_fit_is_refused(
    changed: tuple[str, str], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "late.toml"
    path.write_text(WHOLE.replace(*changed, 1), encoding="utf-8")
    with pytest.raises(PositionError, match=said):
        endings(load("triomphe"), path)
    with pytest.raises(PositionError, match=r"none.toml: cannot be read"):
        read_endings(tmp_path / "none.toml")
