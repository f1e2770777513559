"""Maxima under windows with their places: the op `MaxPoolWithArgmax` and its gradients."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.nn.pooling import (
    SAME_OR_VALID,
    attrs_of,
    check_shape,
    infer_forward,
    like_first,
    pool_of,
)
from stagelight.ops.nn.pooling_kernels import (
    max_pool_with_source,
    put_at_source,
    take_at_source,
)
from stagelight.types import dtypes


def _infer_argmax(
    input: Tensor,
    *,
    Targmax: Any = dtypes.int64,
    include_batch_in_index: bool = False,
    **attrs: Any,
) -> tuple[Inferred, Inferred]:
    pooled = infer_forward("NHWC")(input, **attrs)
    return pooled, Inferred(pooled.shape, dtypes.as_dtype(Targmax))


def _argmax(
    xp: ModuleType,
    input: np.ndarray,
    *,
    Targmax: Any = dtypes.int64,
    include_batch_in_index: bool = False,
    **attrs: Any,
) -> tuple[np.ndarray, np.ndarray]:
    if not input.size:
        raise invalid(f"input must not be empty. Received shape: {list(input.shape)}")
    pool = pool_of(input, "NHWC", attrs)
    values, source = max_pool_with_source(pool.enter(input), pool.windows)
    values, source = pool.leave(values), pool.leave(source)
    if include_batch_in_index:
        source = source + _batch_offsets(input.shape)
    return values, source.astype(Targmax.numpy_dtype)


def _batch_offsets(shape: Sequence[int]) -> np.ndarray:
    image = int(np.prod(shape[1:]))
    return np.arange(shape[0], dtype=np.int64).reshape(-1, 1, 1, 1) * image


def _source_of(argmax: np.ndarray, shape: Sequence[int], with_batch: bool) -> np.ndarray:
    """Indices into each flat image.

    Raises:
        InvalidArgumentError: an index lies outside of it.
    """
    source = argmax.astype(np.int64)
    if with_batch:
        source = source - _batch_offsets(shape)
    image = int(np.prod(shape[1:]))
    if source.size and not (source.min() >= 0 and source.max() < image):
        raise invalid(f"Invalid index in argmax: required values in [0, {image}) for each image.")
    return source


def _argmax_back(
    xp: ModuleType,
    input: np.ndarray,
    grad: np.ndarray,
    argmax: np.ndarray,
    *,
    include_batch_in_index: bool = False,
    **attrs: Any,
) -> np.ndarray:
    pool = pool_of(input, "NHWC", attrs)
    check_shape("grad", grad, pool.output_sizes())
    check_shape("argmax", argmax, pool.output_sizes())
    return put_at_source(grad, _source_of(argmax, input.shape, include_batch_in_index), input.shape)


def _argmax_forth(
    xp: ModuleType,
    input: np.ndarray,
    grad: np.ndarray,
    argmax: np.ndarray,
    *,
    include_batch_in_index: bool = False,
    **attrs: Any,
) -> np.ndarray:
    check_shape("grad", grad, input.shape)
    return take_at_source(grad, _source_of(argmax, input.shape, include_batch_in_index))


def _argmax_gradient(op: Any, dy: Tensor, _: Any) -> Tensor:
    attrs = {key: value for key, value in attrs_of(op).items() if key != "Targmax"}
    return raw.MaxPoolGradWithArgmax(op.inputs[0], dy, op.outputs[1], **attrs)


def _argmax_back_gradient(op: Any, dx: Tensor) -> list[Any]:
    x, _, argmax = op.inputs
    second = raw.MaxPoolGradGradWithArgmax(x, dx, argmax, **attrs_of(op))
    return [raw.ZerosLike(x), second, None]


def _argmax_forth_gradient(op: Any, dy: Tensor) -> list[Any]:
    x, _, argmax = op.inputs
    second = raw.MaxPoolGradWithArgmax(x, dy, argmax, **attrs_of(op))
    return [raw.ZerosLike(x), second, None]


_ARGMAX_ATTRS = {
    "ksize": attr("list(int)"),
    "strides": attr("list(int)"),
    "padding": attr("string", allowed=SAME_OR_VALID),
    "include_batch_in_index": False,
    "T": types(dtypes.REAL),
}

define(
    "MaxPoolWithArgmax",
    "input: T",
    "output: T, argmax: Targmax",
    {"Targmax": types(dtypes.INDEX, dtypes.int64), **_ARGMAX_ATTRS},
    infer=_infer_argmax,
    kernel=_argmax,
    gradient=_argmax_gradient,
)
for _name, _kernel, _infer, _gradient in (
    ("MaxPoolGradWithArgmax", _argmax_back, like_first, _argmax_back_gradient),
    (
        "MaxPoolGradGradWithArgmax",
        _argmax_forth,
        lambda x, grad, argmax, **_attrs: Inferred(argmax.shape, x.dtype),
        _argmax_forth_gradient,
    ),
):
    define(
        _name,
        "input: T, grad: T, argmax: Targmax",
        "output: T",
        {**_ARGMAX_ATTRS, "Targmax": types(dtypes.INDEX)},
        infer=_infer,
        kernel=_kernel,
        gradient=_gradient,
    )
