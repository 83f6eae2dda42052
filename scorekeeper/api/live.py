"""The live stream, for programs (docs/live.md)."""

from __future__ import annotations

from flask import Response

from scorekeeper.api.callers import program
from scorekeeper.api.parts import LOOKS, Part
from scorekeeper.service.streaming import stream_of

part = Part("Live", "What changes, told at once.")


@part.offers(
    "GET",
    "/sessions/<session>/live",
    tells={"type": "string"},
    problems=LOOKS,
    media_types=("text/event-stream",),
)
def get_live(session: str) -> Response:
    """Server-Sent Events: which match has which version now, for as long as one listens.

    `versions` tells the versions of the matches that changed, by number, and under 0 how many transfers
    there are; all of them at first. Then ask for what you show, with If-None-Match. `presence` tells who
    follows and who is entering what, `ping` comes every 15 seconds, `stopped` says that the link was stopped.
    """
    return stream_of(session, program().device_id)
