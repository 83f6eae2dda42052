"""Finds a Chromium or Chrome for the browser tests, or installs one.

In this order: ``SCOREKEEPER_TEST_BROWSER``; one that is installed; Debian's package, where apt-get may be
used; Playwright's own download. Where none of them works, :func:`browser_path` says so and the tests fail:
they are never skipped. ``python -m tests.e2e.browser`` prints the path.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.debian import installed_from_debian, succeeds

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
APPLICATIONS = (
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
)
# The fonts: a sans with the suits of cards, a neutral one, and a Palatino for the headings.
PACKAGES = ("chromium", "fonts-dejavu-core", "fonts-inter", "fonts-urw-base35")


class NoBrowserFound(Exception):
    """No browser here, and none that could be installed."""


@cache
def browser_path() -> Path:
    """The browser to test with; installs one where there is none.

    Raises:
        NoBrowserFound: with what was tried and what would help.
    """
    # Several test processes may ask at once: one installs, the others wait and find it.
    with Path(tempfile.gettempdir(), f"scorekeeper-browser-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = _chosen() or _installed() or _from_debian() or _from_playwright()
    if found is None:
        raise NoBrowserFound(
            "The browser tests need Chromium or Chrome. None is installed, and neither apt-get nor "
            "Playwright could install one. Install one (on Debian: apt-get install chromium), or name one "
            "that is elsewhere: SCOREKEEPER_TEST_BROWSER=/path/to/chrome."
        )
    return found


def _chosen() -> Path | None:
    chosen = os.environ.get("SCOREKEEPER_TEST_BROWSER")
    if not chosen:
        return None
    if not _runs(Path(chosen)):
        raise NoBrowserFound(f"SCOREKEEPER_TEST_BROWSER names {chosen}, which is no browser that runs.")
    return Path(chosen)


def _installed() -> Path | None:
    on_path = (Path(found) for name in NAMES if (found := shutil.which(name)))
    return next((path for path in (*on_path, *APPLICATIONS) if _runs(path)), None)


def _from_debian() -> Path | None:
    return _installed() if installed_from_debian(*PACKAGES) else None


def _from_playwright() -> Path | None:
    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    if not _runs(path):
        print("No browser here: asking Playwright to download one …", file=sys.stderr)
        succeeds([sys.executable, "-m", "playwright", "install", "chromium"])
    return path if _runs(path) else None


def _runs(path: Path) -> bool:
    """Whether it is there and is more than the stub that points to another way of installing it."""
    return path.is_file() and succeeds([str(path), "--version"], seconds=30, quiet=True)


if __name__ == "__main__":
    try:
        print(browser_path())
    except NoBrowserFound as reason:
        sys.exit(str(reason))
