"""`Dataset.fingerprint`: a number that tells pipelines apart, and is the same in each program.

It is made of the ops, their attrs and the values of their inputs, back to the sources. Names do not count,
nor seeds, nor what belongs to one process: handles, and how functions are numbered.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.registry import lookup
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.data.dataset import Dataset, dataset_method
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import SymbolicTensor
from stagelight.types.dtypes import resource, uint64, variant

# TF: pipelines that differ in their seeds alone count as the same.
_SEEDS = ("seed", "seed2")

Feed = Callable[[bytes], None]


@dataset_method("fingerprint")
def fingerprint(self: Dataset) -> Tensor:
    """A number that is the same for pipelines that are made in the same way, in this and other programs.

    Returns:
        uint64 scalar.

    >>> first, second = (tf.data.Dataset.range(3).map(lambda x: x + 1) for _ in range(2))
    >>> bool(first.fingerprint() == second.fingerprint())
    True
    >>> bool(first.fingerprint() == first.batch(2).fingerprint())
    False
    """
    return convert_to_tensor(fingerprint_of(self), uint64)


def fingerprint_of(dataset: Dataset) -> int:
    """The fingerprint as a number of 64 bits."""
    state = hashlib.sha256()
    _feed(dataset, state.update)
    return int.from_bytes(state.digest()[:8], "little")


def _feed(value: Any, feed: Feed) -> None:
    """Tells a hash of a value, in a form that no other value has."""
    feed(f"<{type(value).__name__}".encode())
    if isinstance(value, Dataset):
        _feed_origin(value, feed)
    elif isinstance(value, EagerTensor):
        _feed_tensor(value, feed)
    elif isinstance(value, SymbolicTensor):
        _feed((value.op.type, value.value_index, repr(value.shape), value.dtype.name), feed)
    elif isinstance(value, FuncGraph):
        _feed_graph(value, feed)
    elif isinstance(value, dict):
        for key in sorted(value, key=repr):
            if key not in _SEEDS:
                _feed((key, value[key]), feed)
    elif isinstance(value, (list, tuple)):
        for item in value:
            _feed(item, feed)
    elif callable(value):
        _feed_function(value, feed)
    elif isinstance(value, bytes):
        feed(value)
    else:
        feed(repr(value).encode())
    feed(b">")


def _feed_origin(dataset: Dataset, feed: Feed) -> None:
    if dataset._origin is None:
        _feed(repr(dataset.element_spec), feed)
        return
    op_name, inputs, attrs = dataset._origin
    names = [arg.name for arg in lookup(op_name).inputs]
    # Ops that take lists have more inputs than names, and no seeds.
    has_seeds = len(names) == len(inputs)
    kept = [x for i, x in enumerate(inputs) if not (has_seeds and names[i] in _SEEDS)]
    _feed((op_name, kept, attrs), feed)


def _feed_tensor(tensor: EagerTensor, feed: Feed) -> None:
    feed(f"{tensor.dtype.name}{tensor.shape}".encode())
    array: Any = tensor._array
    if tensor.dtype in (resource, variant):
        return
    _feed(array.reshape(-1).tolist() if array.dtype.hasobject else _bytes_of(array), feed)


def _bytes_of(array: np.ndarray) -> bytes:
    return array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()


def _feed_graph(graph: FuncGraph, feed: Feed) -> None:
    numbers: dict[int, int] = {}
    for operation in graph.operations:
        inputs = [numbers.get(id(tensor), -1) for tensor in operation.inputs]
        for output in operation.outputs:
            numbers[id(output)] = len(numbers)
        _feed((operation.type, inputs, dict(operation.attrs)), feed)
    _feed([numbers.get(id(tensor), -1) for tensor in graph.outputs], feed)


def _feed_function(function: Any, feed: Feed) -> None:
    """Python functions by their names and code; objects that are called by what they hold."""
    code = getattr(function, "__code__", None)
    if code is None:
        _feed([type(function).__qualname__, getattr(function, "__dict__", {})], feed)
        return
    constants = [x for x in code.co_consts if isinstance(x, (int, float, str, bytes, tuple))]
    _feed([function.__module__, function.__qualname__, code.co_code, constants], feed)
