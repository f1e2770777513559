"""Which collections are written into meta graphs as messages of their own, and how these are read.

The values of other collections are numbers, strings, or names of the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from stagelight.formats import schema


class MessageForm(NamedTuple):
    """How the values of a collection become messages, and messages values.

    Attributes:
        message: the message's name in the schema.
        to_message: takes a value and the scope that is exported; None where the value is not in it.
        from_message: takes a message and the scope that it is imported into.
    """

    message: str
    to_message: Callable[[Any, str | None], Any]
    from_message: Callable[[Any, str | None], Any]

    def read(self, content: bytes) -> Any:
        """The message that bytes are."""
        return schema.parsed(getattr(schema, self.message), content)


_forms: dict[str, MessageForm] = {}


def register_message_form(keys: Iterable[str], form: MessageForm) -> None:
    """Says how the values of some collections become messages."""
    for key in keys:
        _forms[key] = form


def message_form(key: Any) -> MessageForm | None:
    """The form of a collection; None if its values have no messages of their own."""
    return _forms.get(key)
