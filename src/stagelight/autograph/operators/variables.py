"""Names without a value, which Python keeps silent about and staged blocks have to carry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.autograph.generated_names import generated_name


@generated_name("Undefined")
class Undefined:
    """The value of a local name that has none yet. Reading the name is Python's own error."""

    __slots__ = ("symbol_name",)

    def __init__(self, symbol_name: str) -> None:
        self.symbol_name = symbol_name

    def read(self) -> Any:
        """Fails as Python fails.

        Raises:
            UnboundLocalError: always.
        """
        raise UnboundLocalError(
            f"cannot access local variable {self.symbol_name!r} "
            "where it is not associated with a value"
        )

    def __repr__(self) -> str:
        return f"Undefined({self.symbol_name!r})"


@generated_name("UndefinedReturnValue")
class UndefinedReturnValue:
    """The return value of a function that has not returned yet."""

    __slots__ = ()


@generated_name("ld")
def ld(value: Any) -> Any:
    """Reads a name."""
    if isinstance(value, Undefined):
        return value.read()
    return value


@generated_name("ldu")
def ldu(read: Callable[[], Any], name: str) -> Any:
    """Reads a symbol that may have no value: then the answer is `Undefined`."""
    try:
        return read()
    except (NameError, AttributeError, KeyError, IndexError):
        return Undefined(name)


@generated_name("store_attribute")
def store_attribute(owner: Any, name: str, value: Any) -> None:
    """Assigns an attribute, or removes it if the value is `Undefined`."""
    if isinstance(value, Undefined):
        if getattr(owner, "__dict__", {}).get(name, value) is not value:
            delattr(owner, name)
    elif getattr(owner, name, Undefined) is not value:
        setattr(owner, name, value)


@generated_name("store_item")
def store_item(owner: Any, index: Any, value: Any) -> None:
    """Assigns an item, or removes it from a mapping if the value is `Undefined`."""
    if not isinstance(value, Undefined):
        owner[index] = value
    elif hasattr(owner, "keys") and index in owner:
        del owner[index]
