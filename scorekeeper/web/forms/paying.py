"""Somebody pays somebody."""

from __future__ import annotations

from wtforms import StringField

from scorekeeper.web.forms.base import PhoneForm

ALL, HALF, OTHER = "all", "half", "other"


class PayForm(PhoneForm):
    """``payer`` and ``payee``: player ids; ``part``: all that is open, half of it, or ``amount`` as typed.

    ``seen``: how many transfers the page had seen; ``shown``: what it said was open, in minor units;
    ``transfer``: which one to take back.
    """

    payer = StringField()
    payee = StringField()
    currency = StringField()
    plan = StringField()
    part = StringField()
    amount = StringField()
    seen = StringField()
    shown = StringField()
    transfer = StringField()
