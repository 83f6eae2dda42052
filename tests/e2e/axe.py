"""Accessibility, as axe-core judges it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

SOURCE = Path(__file__).parent / "vendor" / "axe-4.14.1.min.js"
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


def violations(page: Page, *, without: tuple[str, ...] = ()) -> list[str]:
    """What is wrong with the page as it stands: a line for each element, with the rule and what would help.

    Args:
        page: as shown now.
        without: ids of rules to leave out; the caller says why.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(_source())
    found = page.evaluate(
        "([tags, without]) => axe.run({runOnly: tags, resultTypes: ['violations'], rules: Object.fromEntries("
        "without.map(id => [id, {enabled: false}]))}).then(result => result.violations)",
        [RULES, without],
    )
    return [
        f"{rule['id']} ({rule['impact']}): {node['html']}: {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


@cache
def _source() -> str:
    return SOURCE.read_text(encoding="utf-8")
