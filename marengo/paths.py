"""Where the files of data that belong to marengo are found."""

from pathlib import Path


def data_path(relative: str) -> Path:
    """Return the path of a file that ships with marengo.

    Parameters
    ----------
    relative : str
        The file as it lies under ``data/``, for example ``"boards/triomphe.geojson"``.

    Returns
    -------
    Path
        In an installed package below ``marengo/data``, in a checkout below the ``data`` folder
        beside the package. The file itself need not exist.
    """
    package = Path(__file__).resolve().parent
    installed = package / "data"
    folder = installed if installed.is_dir() else package.parent / "data"
    return folder / relative
