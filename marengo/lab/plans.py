"""The plans of studies that come with marengo."""

from pathlib import Path

from marengo.lab.plan import StudyError
from marengo.paths import data_path


def plan_names() -> tuple[str, ...]:
    """Return the names of the plans that come with marengo."""
    return tuple(sorted(path.stem for path in data_path("studies").glob("*.toml")))


def find_plan(name_or_path: str | Path) -> Path:
    """Return the file of a plan named or given by its path.

    Raises
    ------
    StudyError
        If there is no such plan; lists those that come with marengo.
    """
    if isinstance(name_or_path, str) and name_or_path in plan_names():
        return data_path(f"studies/{name_or_path}.toml")
    path = Path(name_or_path)
    if not path.is_file():
        known = ", ".join(plan_names())
        raise StudyError(f"no plan {str(name_or_path)!r}: expected a file or one of {known}")
    return path
