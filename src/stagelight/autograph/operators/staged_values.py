"""The values of symbols at the joints of staged blocks: which of them the graph carries, and as what.

A block (a branch, a round of a loop) leaves a value in each symbol that it may change. What is or can become
a tensor is carried by the graph; any other object must be the same one on all ways. Structures are
carried leaf by leaf.
"""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.autograph.operators.variables import Undefined, UndefinedReturnValue
from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.state.variable import Variable

_CARRIED = (Tensor, bool, numbers.Number, str, bytes, np.ndarray, np.generic)


def is_undefined(value: Any) -> bool:
    """Whether a symbol has no value yet."""
    return isinstance(value, (Undefined, UndefinedReturnValue))


def is_carried(leaf: Any) -> bool:
    """Whether the graph carries a value: it is a tensor, or can become one."""
    return isinstance(leaf, _CARRIED)


def leaves_of(value: Any) -> list[Any]:
    """The leaves of a symbol's value; composite tensors count as their components."""
    return nest.flatten(value, expand_composites=True)


def packed_like(value: Any, leaves: list[Any]) -> Any:
    """A value of the same structure with other leaves."""
    return nest.pack_sequence_as(value, leaves, expand_composites=True)


def has_same_structure(first: Any, second: Any) -> bool:
    """Whether two values have their leaves in the same places."""
    try:
        nest.assert_same_structure(first, second, expand_composites=True)
    except (TypeError, ValueError):
        return False
    return True


def placeholder_like(value: Any) -> Any:
    """Something of the same kind, for a symbol without a value on a way where nobody reads it."""
    return packed_like(value, [_zeros(leaf) for leaf in leaves_of(value)])


def _zeros(leaf: Any) -> Any:
    if not is_carried(leaf):
        return leaf
    tensor = convert_to_tensor(leaf)
    shape = tensor.shape
    if shape.is_fully_defined() and tensor.dtype.is_numpy_compatible:
        value = np.zeros([size or 0 for size in shape], tensor.dtype.numpy_dtype)
        if value.dtype.hasobject:
            value = np.full(value.shape, b"", object)
        return convert_to_tensor(value, tensor.dtype)
    if tensor.dtype.name == "variant":
        return tensor
    # Of unknown sizes the least: nobody reads it.
    sizes = [0 if size is None else size for size in shape] if shape.rank is not None else []
    return convert_to_tensor(np.zeros(sizes, tensor.dtype.numpy_dtype), tensor.dtype)


def is_same_object(first: Any, second: Any) -> bool:
    """Whether a symbol that no graph carries is unchanged."""
    return first is second or (
        type(first) is type(second) and _is_plain(first) and bool(first == second)
    )


def _is_plain(value: Any) -> bool:
    return isinstance(value, (type, range, slice)) or value is None


def as_value(leaf: Any) -> Any:
    """A variable's value; anything else as it is."""
    return leaf.read_value() if isinstance(leaf, Variable) else leaf


def passed_on(leaf: Any) -> Tensor:
    """A leaf as the output of a block: behind an `Identity` of its own."""
    return raw.Identity(convert_to_tensor(leaf))


def kind_of(value: Any) -> str:
    """What a value is, for messages."""
    if isinstance(value, Tensor):
        return f"a {value.dtype.name} tensor of shape {value.shape}"
    if isinstance(value, CompositeTensor):
        return f"a {type(value).__name__}"
    return "None" if value is None else f"{type(value).__name__} {value!r}"
