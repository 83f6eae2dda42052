"""Where templates, static files and migrations are: inside the installed package, else beside it."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """The folder ``name``: the wheel carries it inside the package, a checkout has it at the top."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
