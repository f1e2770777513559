"""Sums of many tensors of one shape: `tf.add_n` and `tf.math.accumulate_n`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, first_known, invalid
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import as_dtype
from stagelight.types.shapes import TensorShape, as_shape

# ---------------------------------------------------------------------------- AddN


def _infer_add_n(*inputs: Tensor, **_attrs: Any) -> Inferred:
    handle_data = getattr(inputs[0], "handle_data", None)  # of tensor lists
    return Inferred(first_known(*(x.shape for x in inputs)), inputs[0].dtype, handle_data)


def _add_n(xp: ModuleType, *inputs: np.ndarray, **_attrs: Any) -> np.ndarray:
    for i, x in enumerate(inputs):
        if x.shape != inputs[0].shape:
            raise invalid(
                "Inputs to operation AddN must have the same size and shape. "
                f"Input 0: {list(inputs[0].shape)} != input {i}: {list(x.shape)}"
            )
    total = inputs[0]
    for x in inputs[1:]:
        total = total + x
    return total


def _add_n_gradient(op: Any, dy: Tensor) -> list[Tensor]:
    return [dy] * len(op.inputs)


define(
    "AddN",
    "inputs: N * T",
    "sum: T",
    {"N": attr("int"), "T": types((*dtypes.NUMERIC, dtypes.variant))},
    infer=_infer_add_n,
    kernel=_add_n,
    gradient=_add_n_gradient,
)
define(
    "AccumulateNV2",
    "inputs: N * T",
    "sum: T",
    {"N": attr("int"), "T": types(dtypes.NUMERIC), "shape": attr("shape")},
    infer=_infer_add_n,
    kernel=_add_n,
    gradient=_add_n_gradient,
    traits=Trait.COMMUTATIVE,
)


@public("math.add_n", "add_n")
def add_n(inputs: Sequence[Any], name: str | None = None) -> Tensor:
    """The sum of a list of tensors of one shape and dtype.

    Args:
        inputs: non-empty list of numeric tensors or `IndexedSlices`; or a tensor, whose rows are
            summed.
        name: name of the operation.

    Returns:
        Tensor like each of them.

    Raises:
        ValueError: no tensors.
        InvalidArgumentError: their shapes or dtypes differ.

    >>> tf.add_n([tf.constant(1), tf.constant(2), tf.constant(3)]).numpy()
    np.int32(6)
    """
    if not isinstance(inputs, Iterable) or not (tensors := [convert_to_tensor(x) for x in inputs]):
        raise ValueError(
            "Inputs must be an iterable of at least one Tensor/IndexedSlices with the same dtype "
            f"and shape. Received: {inputs!r}"
        )
    if len(tensors) == 1:
        return tensors[0] if name is None else raw.Identity(tensors[0], name=name)
    return raw.AddN(tensors, name=name)


@public("math.accumulate_n", "compat.v1.accumulate_n")
def accumulate_n(
    inputs: Sequence[Any], shape: Any = None, tensor_dtype: Any = None, name: str | None = None
) -> Tensor:
    """The sum of a list of tensors of one shape and dtype, which it checks before.

    Args:
        inputs: non-empty list of numeric tensors.
        shape: the shape they must have, or None.
        tensor_dtype: the dtype they must have, or None.
        name: name of the operation.

    Returns:
        Tensor like each of them.

    Raises:
        ValueError: no tensors, or their shapes differ.
        TypeError: their dtypes are not `tensor_dtype` or differ.

    >>> tf.math.accumulate_n([tf.constant([1, 2]), tf.constant([3, 4])]).numpy()
    array([4, 6], dtype=int32)
    """
    complaint = "inputs must be a list of at least one Tensor with the same dtype and shape"
    if not isinstance(inputs, (list, tuple)) or not inputs:
        raise ValueError(f"{complaint}. Received: {inputs!r}")
    tensors = [convert_to_tensor(x) for x in inputs]
    if any(x.dtype is not tensors[0].dtype for x in tensors):
        raise ValueError(f"{complaint}. Received dtypes: {[x.dtype.name for x in tensors]}")
    if tensor_dtype is not None and as_dtype(tensor_dtype) is not tensors[0].dtype:
        raise TypeError(
            f"The `tensor_dtype` argument is {as_dtype(tensor_dtype)}, but `input` is of type "
            f"{tensors[0].dtype}. These must be equal. Use tf.cast."
        )
    merged = TensorShape(None) if shape is None else as_shape(shape)
    for x in tensors:
        merged = merged.merge_with(x.shape)
    if len(tensors) == 1 and name is None:
        return tensors[0]
    return raw.AddN(tensors, name=name)
