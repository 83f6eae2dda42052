"""Messages of the rules in plain English, without the catalogues and currencies that people see."""

from __future__ import annotations

from scorekeeper.kernel import Amount, Message, Param, Several, Who

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn"


def text(message: Message) -> str:
    """The sentence, with seats as letters and amounts as ``{500}``."""
    one = message.plural is None or message.count == 1
    pattern = message.text if one else str(message.plural)
    return pattern % {name: _filled(param) for name, param in message.params.items()}


def _filled(param: Param) -> str | int:
    match param:
        case Who(seat):
            return LETTERS[seat]
        case Amount(minor):
            return f"{{{minor}}}"
        case Several(items):
            return ", ".join(str(_filled(item)) for item in items)
        case Message():
            return text(param)
        case _:
            return param
