"""What was just done, said once; the address says which (``?done=paid``)."""

from __future__ import annotations

from scorekeeper.web.reader import _


def done_said(done: str) -> dict[str, str] | None:
    """The toast for it, without an undo of its own."""
    texts = {
        "undone": _("Taken back"),
        "redone": _("Done again"),
        "changed": _("Changed"),
        "paid": _("Kept as paid"),
        "taken-back": _("Taken back: it counts as not paid"),
        "same": _("The same was entered already, on another phone."),
        "renewed": _("The old link is stopped. This is the new one."),
        "put-out": _("That phone is out."),
        "me": _("Remembered"),
        "in-club": _("It belongs to the club now"),
        "out-of-club": _("It belongs to no club any more"),
        "archived": _("Archived: it counts in no statistics"),
        "back": _("Brought back"),
        "hidden": _("Hidden on this phone"),
        "listed": _("Listed again on this phone"),
        "added": _("Added"),
        "renamed": _("Renamed"),
        "retired": _("Retired: no longer offered"),
        "merged": _("Both count as one person now"),
        "separated": _("Two people again"),
        "imported": _("Imported"),
        "imported-before": _("It was imported before. This is it, as it is by now."),
    }
    return {"text": texts[done], "undo_label": ""} if done in texts else None
