"""Where the files that belong to marengo are found."""

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
    return shipped("data") / relative


def shipped(folder: str) -> Path:
    """Return a folder that lies inside an installed package, and in a checkout beside it."""
    package = Path(__file__).resolve().parent
    installed = package / folder
    return installed if installed.is_dir() else package.parent / folder
