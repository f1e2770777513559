"""Names without a value, which Python keeps silent about and staged blocks have to carry."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from functools import partial
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
        skips: Which owners are spared when symbols such as `box.x` and `values[0]` are written.
        changed: Such symbols given another value: the owners, the keys there, and what they have.
        owners: Gets these owners in place of a value, if they are only asked for.
        written: Gets these owners, each with a function that takes the write back.
    """

    is_open = False
    skips: Callable[[Any], bool] | None = None
    changed: list[tuple[Any, Any, Any]] | None = None
    owners: list[Any] | None = None
    written: list[tuple[Any, Callable[[], None]]] | None = None


_state = _State()


def is_state_open() -> bool:
    """Whether the state of a block is being read or written, which is no use of its values."""
    return _state.is_open


@contextlib.contextmanager
def sparing(
    skips: Callable[[Any], bool], changed: list[tuple[Any, Any, Any]] | None = None
) -> Iterator[None]:
    """Inside the `with`, the state is open, and symbols that are places in some owners are not written.

    Owners that get another value are added to `changed`, with the key and the value that they have.
    """
    before = _state.is_open, _state.skips, _state.changed
    _state.is_open, _state.skips, _state.changed = True, skips, changed
    try:
        yield
    finally:
        _state.is_open, _state.skips, _state.changed = before


def owners_of(set_state: Callable[[Any], None], values: Any) -> list[Any]:
    """The objects that have the symbols such as `box.x` and `values[0]`, in the order of their writes.

    Args:
        set_state: Writes the symbols.
        values: What they are now.
    """
    owners: list[Any] = []
    before = _state.is_open, _state.owners
    _state.is_open, _state.owners = True, owners
    try:
        # The last owners may not be there any more, as that of `box.x[0]` where `box.x` is None now.
        with contextlib.suppress(AttributeError, LookupError, TypeError):
            set_state(values)
    finally:
        _state.is_open, _state.owners = before
    return owners


def write_symbols(set_state: Callable[[Any], None], values: Any) -> None:
    """Writes symbols, those such as `box.x` to the owners that they have when all are written.

    With `box is same`, `box.x[0]` is written before `same.x`, which is what it is to be in.
    """
    written: list[tuple[Any, Callable[[], None]]] = []
    before = _state.written
    _state.written = written
    try:
        set_state(values)
    finally:
        _state.written = before
    owners = owners_of(set_state, values)
    misplaced = [
        take_back for (x, take_back), owner in zip(written, owners, strict=False) if x is not owner
    ]
    for take_back in reversed(misplaced):
        take_back()
    if misplaced:
        set_state(values)


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
    is_property = isinstance(getattr(type(owner), name, None), property)
    now = (
        partial(Undefined, name) if is_property else partial(getattr, owner, name, Undefined(name))
    )
    if _is_spared(owner, now, partial(store_attribute, owner, name)) or is_property:
        return
    if _state.changed is not None and getattr(owner, name, Undefined) is not value:
        _state.changed.append((owner, name, getattr(owner, name, Undefined(name))))
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
    if _is_spared(owner, partial(_item_of, owner, index), partial(store_item, owner, index)):
        return
    if isinstance(owner, list) and type(value) is Undefined:
        return
    if _state.changed is not None and _item_of(owner, index) is not value:
        _state.changed.append((owner, index, _item_of(owner, index)))
    if type(value) is not Undefined:
        owner[index] = value
    elif hasattr(owner, "keys") and index in owner:
        del owner[index]


def _is_spared(owner: Any, read: Callable[[], Any], write: Callable[[Any], None]) -> bool:
    """Whether a symbol is not written: its owner is only asked for, or is spared."""
    if _state.owners is not None:
        _state.owners.append(owner)
        return True
    is_spared = _state.skips is not None and _state.skips(owner)
    if _state.written is not None:
        _state.written.append((owner, _nothing if is_spared else partial(write, read())))
    return is_spared


def _nothing() -> None:
    pass


def _item_of(owner: Any, index: Any) -> Any:
    """What a list or dict has at an index."""
    missing = Undefined(f"[{index!r}]")
    if isinstance(owner, dict):
        return dict.get(owner, index, missing)
    return owner[index] if isinstance(owner, list) and index < len(owner) else missing
