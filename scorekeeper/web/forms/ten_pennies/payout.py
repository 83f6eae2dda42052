"""What the end of a match will do, before it is saved."""

from __future__ import annotations

from typing import Any

from scorekeeper.kernel import Step
from scorekeeper.web.match_page import MatchPage


def payout_preview(page: MatchPage, step: Step[Any] | None) -> dict[str, Any] | None:
    """The pencil box: who takes the bowl and what it moves, and what is unusual about a round."""
    if step is None:
        return None
    outcome, words = page.opened.game.outcome(step.state), page.words_for(step)
    warnings = [words.sentence(caution.message) for caution in step.warnings]
    if outcome.said is None and not warnings:
        return None
    return {
        "verdict": words.sentence(outcome.said) if outcome.said else "",
        "detail": page.payments_in_words(step),
        "amount": None,
        "ledger": None,
        "note": "",
        "warnings": warnings,
    }
