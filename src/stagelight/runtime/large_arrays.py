"""Eager ops on large arrays run as machine code, which threads share.

NumPy takes 2 to 30 times as long for a function such as tanh or erf, and gets the memory of each large
result from the system. A kernel of an elementwise op serves arrays of all shapes. Reductions, convolutions
and their like have one for each shape. Random numbers are drawn in chunks, by one program for each
distribution and dtype. What is compiled has been asked for often enough that this will have paid; what is
small never comes here (`dispatch.LARGE`).
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from stagelight import config
from stagelight.core import buffer_pool
from stagelight.core.dispatch import set_large_evaluator
from stagelight.core.op_def import OpDef
from stagelight.core.tensor import EagerTensor
from stagelight.fork_safety import renewed_in_child
from stagelight.ops.random.philox import WORDS_PER_BLOCK, Philox
from stagelight.ops.random.truncated_normal import RESERVED_WORDS_PER_VALUE
from stagelight.runtime.compile_failures import tell_failure
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

# Elements that an op has to be asked for before it is compiled.
_WORTH_COMPILING = 1 << 22
# Cost of all elements from which machine code pays: a call of it takes some 10 us.
_WORTH_CALLING = 1 << 19


class _OneShape(NamedTuple):
    """An op that machine code of one shape does in less time than NumPy.

    Attributes:
        known: positions of the inputs whose values have to be known for it.
        cost: of an element of the inputs in NumPy, in ns.
    """

    known: tuple[int, ...] = ()
    cost: int = 1


_OF_ONE_SHAPE: dict[str, _OneShape] = {
    **dict.fromkeys(["Sum", "Mean", "Prod", "Max", "Min", "All", "Any"], _OneShape((1,))),
    **dict.fromkeys(["Softmax", "LogSoftmax", "MaxPool", "AvgPool", "BiasAddGrad"], _OneShape()),
    **dict.fromkeys(["Conv2D", "Conv3D", "MaxPoolGrad"], _OneShape(cost=8)),
    **dict.fromkeys(["Conv2DBackpropInput", "Conv3DBackpropInputV2"], _OneShape((0,), cost=8)),
    **dict.fromkeys(["Conv2DBackpropFilter", "Conv3DBackpropFilterV2"], _OneShape((1,), cost=8)),
    "AvgPoolGrad": _OneShape((0,), cost=4),
    "DepthwiseConv2dNative": _OneShape(cost=8),
    "DepthwiseConv2dNativeBackpropFilter": _OneShape((1,), cost=4),
    "DepthwiseConv2dNativeBackpropInput": _OneShape((0,), cost=8),
    **dict.fromkeys(["FusedBatchNormV3", "FusedBatchNormGradV3"], _OneShape(cost=4)),
    "ResizeBilinear": _OneShape((1,), cost=8),
    "TopKV2": _OneShape((1,), cost=32),
}
# Cost of all elements that such an op has to be asked for with one shape: 34 ms, what compiling it takes. How
# many programs there may be, and how many shapes are counted.
_WORTH_A_PROGRAM = 1 << 25
_MOST_PROGRAMS = 256
_MOST_SHAPES = 4096

# Random ops with a key and a counter.
_DRAWS = frozenset(
    (
        "StatelessRandomNormalV2",
        "StatelessRandomUniformFullIntV2",
        "StatelessRandomUniformIntV2",
        "StatelessRandomUniformV2",
        "StatelessTruncatedNormalV2",
    )
)
# Words of the stream that one number takes where that is more than its bytes.
_RESERVED_WORDS = {"StatelessTruncatedNormalV2": RESERVED_WORDS_PER_VALUE}
# The inputs that have to be known for them: the shape and the algorithm.
_KNOWN_OF_DRAWS = (0, 3)
# Numbers that a program draws, and numbers that have to be asked for before there is one.
_DRAWN_AT_ONCE = 1 << 16
_WORTH_DRAWING = 1 << 21

# Of an elementwise op: its name, dtypes, and which inputs are of one element. Of others: all that is known.
_Key = tuple[Any, ...]

_lock = renewed_in_child(threading.Lock())


class _Candidate:
    """An op for some dtypes: its kernel once there is one, and how many elements it was asked for."""

    __slots__ = ("asked", "is_tried", "kernel")

    def __init__(self) -> None:
        self.asked = 0
        self.is_tried = False
        self.kernel: Any = None


_candidates: dict[_Key, _Candidate] = {}
_programs: dict[_Key, _Candidate] = {}


def has_eager_code(op_def: OpDef) -> bool:
    """Whether an op may run as machine code on large arrays."""
    return op_def.scalar is not None or op_def.name in _OF_ONE_SHAPE or op_def.name in _DRAWS


def evaluate_large(op_def: OpDef, inputs: Sequence[EagerTensor], attrs: Mapping[str, Any]) -> Any:
    """The result of an op, those of one with several outputs.

    None if NumPy does it as well, or the arrays do not lie in rows.
    """
    if config.current.executor != "native":
        return None
    if op_def.name in _DRAWS:
        return _draw(op_def, inputs, attrs)
    if op_def.scalar is None:
        described = _OF_ONE_SHAPE.get(op_def.name)
        return None if described is None else _evaluate_shape(op_def, inputs, attrs, *described)
    return None if attrs else _evaluate_elements(op_def, inputs)


def _evaluate_elements(op_def: OpDef, inputs: Sequence[EagerTensor]) -> np.ndarray | None:
    arrays = [x._array for x in inputs]
    shape: tuple[int, ...] = max([x.shape for x in arrays], key=len)
    if op_def.requirements and any(x.shape != shape for x in arrays):
        return None  # The kernel checks what the op requires.
    size = max([x.size for x in arrays])
    are_single = tuple([x.size == 1 for x in arrays])
    for array, is_single in zip(arrays, are_single, strict=True):
        flags = array.flags
        if not (is_single or (array.shape == shape and flags.c_contiguous)) or not flags.aligned:
            return None
    key = op_def.name, tuple([x.dtype for x in inputs]), are_single
    candidate = _candidates.get(key)
    if candidate is None:
        candidate = _candidates.setdefault(key, _Candidate())
    if not candidate.is_tried:
        candidate.asked += size
        if candidate.asked < _WORTH_COMPILING:
            return None
        _try(candidate, "elementwise_kernel", op_def, key[1], are_single)
    kernel = candidate.kernel
    if kernel is None or kernel.cost * size < _WORTH_CALLING:
        return None
    return kernel(arrays, shape)


def _evaluate_shape(
    op_def: OpDef,
    inputs: Sequence[EagerTensor],
    attrs: Mapping[str, Any],
    known: tuple[int, ...],
    cost: int,
) -> Any:
    arrays = [x._array for x in inputs]
    described = [
        (array.tobytes() if i in known else None, array.shape, x.dtype)
        for i, (x, array) in enumerate(zip(inputs, arrays, strict=True))
    ]
    key = op_def.name, tuple(described), repr(sorted(attrs.items()))
    candidate = _programs.get(key)
    if candidate is None:
        if len(_programs) >= _MOST_SHAPES:
            return None
        candidate = _programs.setdefault(key, _Candidate())
    if not candidate.is_tried:
        candidate.asked += cost * sum([x.size for x in arrays])
        if candidate.asked < _WORTH_A_PROGRAM:
            return None
        if sum([x.kernel is not None for x in list(_programs.values())]) >= _MOST_PROGRAMS:
            return None
        _try(candidate, "program_of_op", op_def, inputs, attrs, known)
    if candidate.kernel is None:
        return None
    brought = [x for i, x in enumerate(arrays) if i not in known]
    results = candidate.kernel(*brought)
    return results[0] if op_def.has_one_output else results


def _draw(
    op_def: OpDef, inputs: Sequence[EagerTensor], attrs: Mapping[str, Any]
) -> np.ndarray | None:
    """The numbers of a random op, `[size]`.

    Args:
        op_def: one with a key and a counter.
        inputs: its inputs; the shape is `[size]`.
        attrs: its attrs.
    """
    dtype: DType = attrs["dtype"] if "dtype" in attrs else inputs[-1].dtype
    key = op_def.name, dtype
    candidate = _candidates.get(key)
    if candidate is None:
        candidate = _candidates.setdefault(key, _Candidate())
    shape, stream_key, counter, _, *bounds = [x._array for x in inputs]
    size = int(shape[0])
    if not candidate.is_tried:
        candidate.asked += size
        if candidate.asked < _WORTH_DRAWING:
            return None
        chunk = EagerTensor(np.array([_DRAWN_AT_ONCE]), inputs[0].dtype)
        _try(candidate, "program_of_op", op_def, [chunk, *inputs[1:]], attrs, _KNOWN_OF_DRAWS)
    if candidate.kernel is None:
        return None
    result = buffer_pool.empty((size,), dtype.numpy_dtype)
    source = Philox.from_arrays(stream_key, counter)
    words = _RESERVED_WORDS.get(op_def.name, dtype.size // dtypes.uint32.size)
    for start in range(0, size, _DRAWN_AT_ONCE):
        part = result[start : start + _DRAWN_AT_ONCE]
        place = source.skip(start * words // WORDS_PER_BLOCK)
        (drawn,) = candidate.kernel(*place.arrays(), *bounds)
        part[...] = drawn[: part.size]
    return result


def _try(candidate: _Candidate, maker: str, *arguments: Any) -> None:
    """Compiles what is called for, if it can be. The compiler is loaded for the first one."""
    made = importlib.import_module("stagelight.runtime.eager_kernels")
    with _lock:
        if candidate.is_tried:
            return
        candidate.is_tried = True
        try:
            candidate.kernel = getattr(made, maker)(*arguments)
        except Exception as error:  # noqa: BLE001 - whatever fails is told, and NumPy is there
            tell_failure(error, f"{arguments[0].name} on large arrays")


set_large_evaluator(evaluate_large)
