"""Build hook: compiles the translations and puts templates, static files and migrations into the wheel.

Those three folders stand at the top of the repository and inside the package of a wheel. They are added here
and not by ``force-include`` in ``pyproject.toml``, because that would copy them into an editable install too,
where the copies go stale; an editable install reads the folders in place.
"""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("templates", "static", "migrations")
PLACEHOLDER = re.compile(r"\{\w+|%\(\w+\)")  # of str.format and of %-formatting
TRANSLATIONS = Path("scorekeeper", "translations")


class InvalidTranslation(Exception):
    """A translation whose placeholders or plural forms do not fit its message."""


def compile_translations(root: Path) -> list[Path]:
    """Write a ``.mo`` file beside every ``.po`` file of the package; answer those that changed.

    Raises:
        InvalidTranslation: with the file, the line and what is wrong.
    """
    written = []
    for source in sorted((root / TRANSLATIONS).glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as file:
            catalog = read_po(file, locale=source.parts[-3], domain=source.stem, abort_invalid=True)
        for message in catalog:
            if message.id and not message.fuzzy and (wrong := _wrong(message)):
                raise InvalidTranslation(f"{source.relative_to(root)}, line {message.lineno}: {wrong}")
        compiled = BytesIO()
        write_mo(compiled, catalog)
        target = source.with_suffix(".mo")
        if not target.exists() or target.read_bytes() != compiled.getvalue():
            target.write_bytes(compiled.getvalue())
            written.append(target)
    return written


def _wrong(message: Message) -> str | None:
    """What would go wrong when this translation is used; None if nothing would."""
    if errors := message.check():
        return str(errors[0])
    originals = [message.id] if isinstance(message.id, str) else message.id
    translations = [message.string] if isinstance(message.string, str) else message.string or []
    known = set(PLACEHOLDER.findall(" ".join(originals)))
    unknown = set(PLACEHOLDER.findall(" ".join(text or "" for text in translations))) - known
    return f"the original has no {', '.join(sorted(unknown))}" if unknown else None


class ScorekeeperBuildHook(BuildHookInterface[Any]):
    """Called by hatchling before it builds the wheel (``[tool.hatch.build.targets.wheel.hooks.custom]``)."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the translations; add the top folders unless the install is editable (``version``)."""
        root = Path(self.root)
        compile_translations(root)
        if version == "editable":
            return
        for folder in FOLDERS:
            # An empty folder would break the wheel, and one that is missing the program: both end the build.
            if not any(path.is_file() for path in (root / folder).rglob("*")):
                raise FileNotFoundError(f"{root / folder}: nothing there to put into the wheel")
            build_data["force_include"][str(root / folder)] = f"scorekeeper/{folder}"


if __name__ == "__main__":
    for path in compile_translations(Path(__file__).parent):
        print(path)
