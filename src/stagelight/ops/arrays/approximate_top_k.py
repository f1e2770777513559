"""The greatest or least elements, found fast: `tf.math.approx_max_k`, `approx_min_k`.

TensorFlow's answer is approximate on accelerators alone. Here, as in its CPU kernel, it is exact.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid, normalized_axis
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def _check(shape: Any, k: int, axis: int) -> int:
    """The axis, counted from the front."""
    if not len(shape):
        raise invalid("input must be >= 1-D, got shape []")
    if k < 0:
        raise invalid(f"Need k >= 0, got {k}")
    if not -len(shape) <= axis < len(shape):
        raise invalid(f"reduction_dimension {axis} is no axis of a tensor of rank {len(shape)}")
    axis = normalized_axis(axis, len(shape))
    if shape[axis] is not None and shape[axis] < k:
        raise invalid(f"input must have at least k columns. Had {shape[axis]}, needed {k}")
    return axis


def _infer(
    input: Tensor, *, k: int, reduction_dimension: int = -1, **_attrs: Any
) -> tuple[Inferred, Inferred]:
    if input.shape.rank is None:
        shape = TensorShape(None)
    else:
        sizes = input.shape.as_list()
        sizes[_check(sizes, k, reduction_dimension)] = k
        shape = TensorShape(sizes)
    return Inferred(shape, input.dtype), Inferred(shape, dtypes.int32)


def _top(
    xp: ModuleType,
    input: np.ndarray,
    *,
    k: int,
    reduction_dimension: int = -1,
    is_max_k: bool = True,
    **_attrs: Any,
) -> tuple[np.ndarray, np.ndarray]:
    axis = _check(input.shape, k, reduction_dimension)
    order = xp.argsort(-input if is_max_k else input, axis=axis, kind="stable")
    indices = xp.take(order, xp.arange(k), axis=axis)
    return xp.take_along_axis(input, indices, axis), indices.astype(np.int32)


def _gradient(op: Any, dy: Tensor, _: Any) -> Tensor:
    """Each element's gradient goes to where it was found."""
    x, indices = op.inputs[0], op.outputs[1]
    axis = op.attr_value("reduction_dimension")
    if x.shape.rank is not None:
        axis = normalized_axis(axis, x.shape.rank)
    one, zero = np.ones((), x.dtype.numpy_dtype), np.zeros((), x.dtype.numpy_dtype)
    if axis >= 0:
        size = raw.GatherV2(raw.Shape(x), np.int32(axis), np.int32(0))
        hits = raw.OneHot(indices, size, one, zero, axis=axis)
        return raw.Sum(raw.Mul(hits, raw.ExpandDims(dy, np.int32(axis))), np.int32(axis + 1))
    # From the last axis on: the places become the last axis, and are moved to where they belong.
    rank = raw.Rank(x)
    size = raw.GatherV2(raw.Shape(x), raw.AddV2(rank, np.int32(axis)), np.int32(0))
    hits = raw.OneHot(indices, size, one, zero, axis=-1)
    found = raw.Sum(raw.Mul(hits, raw.ExpandDims(dy, np.int32(-1))), np.int32(axis - 1))
    last, at = raw.Sub(rank, np.int32(1)), raw.AddV2(rank, np.int32(axis))
    before, after = raw.Range(np.int32(0), at, np.int32(1)), raw.Range(at, last, np.int32(1))
    return raw.Transpose(found, raw.ConcatV2([before, raw.Pack([last]), after], np.int32(0)))


define(
    "ApproxTopK",
    "input: T",
    "values: T, indices: int32",
    {
        "k": attr("int"),
        "reduction_dimension": -1,
        "recall_target": 0.95,
        "is_max_k": True,
        "reduction_input_size_override": -1,
        "aggregate_to_topk": True,
        "T": types((dtypes.float16, dtypes.bfloat16, dtypes.float32)),
    },
    infer=_infer,
    kernel=_top,
    gradient=_gradient,
)


def _approximate(operand: Any, name: str | None, **attrs: Any) -> tuple[Tensor, Tensor]:
    if not attrs["aggregate_to_topk"]:
        raise NotImplementedError(
            "aggregate_to_topk=False gives candidates of an accelerator's tiles, which there are none of "
            "on a CPU. Leave it True for the k elements."
        )
    attrs["recall_target"] = float(attrs["recall_target"])
    return raw.ApproxTopK(convert_to_tensor(operand), name=name, **attrs)


@public("approx_top_k", "compat.v1.approx_top_k")
def approx_top_k(
    input: Any,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    is_max_k: bool = True,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """The k greatest or least elements along an axis, and where they are.

    Args:
        input: float tensor of rank 1 or more.
        k: how many.
        reduction_dimension: the axis.
        recall_target: the part of them that must be found; all are.
        is_max_k: whether they are the greatest.
        reduction_input_size_override: accepted for compatibility.
        aggregate_to_topk: whether there are k of them at the end.
        name: the operation's name.

    Returns:
        (values, indices).

    >>> [x.numpy().tolist() for x in tf.approx_top_k(tf.constant([1.0, 3.0, 2.0]), k=2)]
    [[3.0, 2.0], [1, 2]]
    """
    values, indices = raw.ApproxTopK(
        input,
        k=k,
        reduction_dimension=reduction_dimension,
        recall_target=recall_target,
        is_max_k=is_max_k,
        reduction_input_size_override=reduction_input_size_override,
        aggregate_to_topk=aggregate_to_topk,
        name=name,
    )
    return values, indices


@public("math.approx_max_k", "nn.approx_max_k")
def approx_max_k(
    operand: Any,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """The k greatest elements along an axis, and where they are.

    Args:
        operand: float16, bfloat16 or float32 tensor of at least one axis.
        k: how many.
        reduction_dimension: the axis.
        recall_target: which part of them is found at least. On a CPU all are.
        reduction_input_size_override: accepted for compatibility: for operands in parts.
        aggregate_to_topk: must be True.
        name: the operation's name.

    Returns:
        The tuple (values, indices): from the greatest on, and int32.

    Raises:
        InvalidArgumentError: there are less than k, or there is no such axis.
        NotImplementedError: `aggregate_to_topk` is False.

    >>> tf.math.approx_max_k([1.0, 5.0, 3.0], 2).indices.numpy()
    array([1, 2], dtype=int32)
    """
    return _approximate(
        operand,
        name,
        k=k,
        reduction_dimension=reduction_dimension,
        recall_target=recall_target,
        is_max_k=True,
        reduction_input_size_override=reduction_input_size_override,
        aggregate_to_topk=aggregate_to_topk,
    )


@public("math.approx_min_k", "nn.approx_min_k")
def approx_min_k(
    operand: Any,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.95,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """The k least elements along an axis, and where they are.

    Args:
        operand, k, reduction_dimension, recall_target: as for `tf.math.approx_max_k`.
        reduction_input_size_override, aggregate_to_topk, name: as for `tf.math.approx_max_k`.

    Returns:
        The tuple (values, indices): from the least on, and int32.

    Raises:
        InvalidArgumentError: there are less than k, or there is no such axis.
        NotImplementedError: `aggregate_to_topk` is False.

    >>> tf.math.approx_min_k([1.0, 5.0, 3.0], 2).values.numpy()
    array([1., 3.], dtype=float32)
    """
    return _approximate(
        operand,
        name,
        k=k,
        reduction_dimension=reduction_dimension,
        recall_target=recall_target,
        is_max_k=False,
        reduction_input_size_override=reduction_input_size_override,
        aggregate_to_topk=aggregate_to_topk,
    )
