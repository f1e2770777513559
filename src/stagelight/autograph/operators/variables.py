"""Names without a value, which Python keeps silent about and staged blocks have to carry."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

from stagelight.autograph.generated_names import generated_name
from stagelight.autograph.operators.replaced_lists import current
from stagelight.errors import InaccessibleTensorError, OperatorNotAllowedInGraphError


@generated_name("Undefined")
class Undefined:
    """The value of a symbol that has none yet. Reading the symbol is Python's own error.

    Attributes:
        symbol_name: What the symbol is called.
        error: The error of reading it.
        is_carried: Whether a staged block was entered with it, and may leave it as it is.
    """

    __slots__ = ("error", "is_carried", "symbol_name")

    def __init__(self, symbol_name: str, error: Exception | None = None) -> None:
        self.symbol_name = symbol_name
        self.is_carried = False
        self.error = error or UnboundLocalError(
            f"cannot access local variable {symbol_name!r} where it is not associated with a value"
        )

    def read(self) -> Any:
        """Fails as Python fails.

        Raises:
            UnboundLocalError: for a name.
            KeyError, AttributeError, IndexError: for a place in an object.
        """
        raise type(self.error)(*self.error.args)

    def __repr__(self) -> str:
        return f"Undefined({self.symbol_name!r})"


def uncarried(name: str) -> Undefined:
    """The value of a captured name after a staged block that cannot carry it.

    No statement reads the name there; a closure that outlives the block may, which is an error.
    """
    return Undefined(
        name,
        InaccessibleTensorError(
            f"A function reads `{name}`, which a loop or a branch of the graph assigned. The graph does not "
            "carry its value out of there: no later statement reads the name, and its values have no dtype "
            "and structure in common. Use the name itself after the loop or the branch, or keep its value "
            f"in the function, as by `lambda {name}={name}: ...`. (AG403)"
        ),
    )


@generated_name("UndefinedReturnValue")
class UndefinedReturnValue:
    """The return value of a function that has not returned yet."""

    __slots__ = ()


@generated_name("ld")
def ld(value: Any) -> Any:
    """Reads a name."""
    kind = type(value)
    if kind is list:
        return current(value)
    return value.read() if issubclass(kind, Undefined) else value


class Holder:
    """The base of what stands for a value that may not be there.

    Attributes:
        held: The value, which its holder is taken for.
    """

    __slots__ = ()

    held: Any


class _State(threading.local):
    """How the symbols of a block are being read and written.

    Attributes:
        is_open: Whether they are: what holds a value then gives it without asking if it is there.
        skips: Which lists are spared when symbols such as `values[0]` are written.
        changed: The owners of symbols such as `box.x` and `values[0]` given another value.
    """

    is_open = False
    skips: Callable[[Any], bool] | None = None
    changed: list[Any] | None = None


_state = _State()


def is_state_open() -> bool:
    """Whether the state of a block is being read or written, which is no use of its values."""
    return _state.is_open


@contextlib.contextmanager
def sparing(skips: Callable[[Any], bool], changed: list[Any] | None = None) -> Iterator[None]:
    """Inside the `with`, the state is open, and symbols that are elements of some owners are not written.

    Owners that get another value are added to `changed`.
    """
    before = _state.is_open, _state.skips, _state.changed
    _state.is_open, _state.skips, _state.changed = True, skips, changed
    try:
        yield
    finally:
        _state.is_open, _state.skips, _state.changed = before


@generated_name("ldu")
def ldu(read: Callable[[], Any], name: str) -> Any:
    """Reads a symbol that may have no value: then the answer is `Undefined`."""
    before = _state.is_open
    _state.is_open = True
    try:
        return read()
    except NameError:
        return Undefined(name)
    except (AttributeError, KeyError, IndexError) as error:
        return Undefined(name, error.with_traceback(None))
    except OperatorNotAllowedInGraphError:
        # An element of a list at an index that only the graph knows: the state is the list itself.
        return Undefined(name)
    finally:
        _state.is_open = before


@generated_name("store_attribute")
def store_attribute(owner: Any, name: str, value: Any) -> None:
    """Assigns an attribute, or removes it if the value is `Undefined`.

    A property is left alone: its state is in other attributes.
    """
    if isinstance(owner, Holder):
        owner = owner.held
    if isinstance(getattr(type(owner), name, None), property):
        return
    if _state.changed is not None and getattr(owner, name, Undefined) is not value:
        _state.changed.append(owner)
    if type(value) is Undefined:
        if getattr(owner, "__dict__", {}).get(name, value) is not value:
            delattr(owner, name)
    elif getattr(owner, name, Undefined) is not value:
        setattr(owner, name, value)


@generated_name("store_item")
def store_item(owner: Any, index: Any, value: Any) -> None:
    """Assigns an item, or removes it from a mapping if the value is `Undefined`."""
    if isinstance(owner, Holder):
        owner = current(owner.held)
    if _state.skips is not None and _state.skips(owner):
        return
    if isinstance(owner, list) and type(value) is Undefined:
        return
    if _state.changed is not None and not _is_item(owner, index, value):
        _state.changed.append(owner)
    if type(value) is not Undefined:
        owner[index] = value
    elif hasattr(owner, "keys") and index in owner:
        del owner[index]


def _is_item(owner: Any, index: Any, value: Any) -> bool:
    """Whether a list or dict has a value as an item already."""
    if isinstance(owner, dict):
        return dict.get(owner, index, Undefined) is value
    return isinstance(owner, list) and index < len(owner) and owner[index] is value
