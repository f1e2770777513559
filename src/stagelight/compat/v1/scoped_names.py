"""Names of operations, tensors and controls ("a", "a:0", "^a", "loc:@a") in and without a name scope."""

from __future__ import annotations

import re

_MARK = r"(\^|loc:@|)"


def with_scope(name: str, scope: str | None) -> str:
    """A name inside of a scope.

    Args:
        name: the name.
        scope: the scope, with or without a slash at its end; None or "" for none.
    """
    if not scope:
        return name
    return re.sub(f"^{_MARK}", rf"\g<1>{scope.rstrip('/')}/", name, count=1)


def without_scope(name: str, scope: str | None) -> str:
    """A name as it is inside of a scope; one that is outside stays as it is."""
    if not scope:
        return name
    return re.sub(f"^{_MARK}{re.escape(scope.rstrip('/'))}/+", r"\g<1>", name, count=1)


def is_within(name: str, scope: str | None) -> bool:
    """Whether a name begins with a scope's, as TensorFlow asks it: "ab" is within "a"."""
    return not scope or name.startswith(scope)
