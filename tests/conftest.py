"""What all tests share: how hypothesis looks for counter-examples.

``--hypothesis-profile=thorough`` searches far longer. Where ``CI`` is set, the same examples come every time.
"""

from __future__ import annotations

import os

from hypothesis import settings

# No deadline: a busy machine is not a counter-example.
settings.register_profile(
    "scorekeeper",
    parent=settings.get_profile("ci" if os.environ.get("CI") else "default"),
    deadline=None,
    print_blob=True,
)
settings.register_profile("thorough", parent=settings.get_profile("scorekeeper"), max_examples=2_000)
settings.load_profile("scorekeeper")
