"""Local response normalization: `tf.nn.lrn`, the op `LRN` and its gradient."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes


def _require_image(x: Tensor, *_rest: Tensor, **_attrs: Any) -> Inferred:
    if x.shape.rank not in (None, 4):
        raise invalid(f"in must be 4-dimensional. Received shape: {list(x.shape)}")
    return Inferred(x.shape, x.dtype)


def _neighbour_sum(xp: ModuleType, x: Any, radius: int) -> Any:
    """The sum over each channel and its neighbours up to the radius."""
    channels = x.shape[-1]
    places = np.arange(channels)
    is_near = np.abs(places[:, None] - places) <= radius
    return xp.matmul(x, is_near.astype(x.dtype))


def _local_response(
    xp: ModuleType,
    input: np.ndarray,
    *,
    depth_radius: int = 5,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
) -> Any:
    if input.ndim != 4:
        raise ValueError("input must have 4 axes")
    x = input.astype(np.float32)
    size = bias + alpha * _neighbour_sum(xp, x * x, depth_radius)
    return (x * size**-beta).astype(input.dtype)


def _local_response_back(
    xp: ModuleType,
    input_grads: np.ndarray,
    input_image: np.ndarray,
    output_image: np.ndarray,
    *,
    depth_radius: int = 5,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
) -> Any:
    if input_image.ndim != 4 or not (input_grads.shape == input_image.shape == output_image.shape):
        raise ValueError("input_grads, input_image and output_image must have 4 axes and one shape")
    dy, x, y = (t.astype(np.float32) for t in (input_grads, input_image, output_image))
    size = bias + alpha * _neighbour_sum(xp, x * x, depth_radius)
    through_size = _neighbour_sum(xp, dy * y / size, depth_radius)
    dx = dy * size**-beta - 2 * alpha * beta * x * through_size
    return dx.astype(input_grads.dtype)


def _local_response_gradient(op: Any, dy: Tensor) -> Tensor:
    attrs = {key: op.attr_value(key) for key in ("depth_radius", "bias", "alpha", "beta")}
    return raw.LRNGrad(dy, op.inputs[0], op.output, **attrs)


_LOCAL = {
    "depth_radius": 5,
    "bias": 1.0,
    "alpha": 1.0,
    "beta": 0.5,
    "T": types((dtypes.float16, dtypes.bfloat16, dtypes.float32), dtypes.float32),
}
define(
    "LRN",
    "input: T",
    "output: T",
    _LOCAL,
    infer=_require_image,
    kernel=_local_response,
    gradient=_local_response_gradient,
)
# TF: no second gradient.
define(
    "LRNGrad",
    "input_grads: T, input_image: T, output_image: T",
    "output: T",
    _LOCAL,
    infer=_require_image,
    kernel=_local_response_back,
)


@public("nn.local_response_normalization", "nn.lrn")
def local_response_normalization(
    input: Any,
    depth_radius: int = 5,
    bias: float = 1,
    alpha: float = 1,
    beta: float = 0.5,
    name: str | None = None,
) -> Tensor:
    """Divides by a power of the squares nearby: `x / (bias + alpha * sum(x[d - r : d + r + 1] **
    2)) ** beta`.

    Args:
        input: float16, bfloat16 or float32 tensor `[batch, height, width, channels]`.
        depth_radius: how many channels on each side count.
        bias: what keeps from dividing by zero.
        alpha: factor of the squares.
        beta: the power.
        name: name of the operation.

    Returns:
        Tensor like `input`.

    Raises:
        InvalidArgumentError: `input` has not four axes.

    >>> tf.nn.local_response_normalization(tf.ones([1, 1, 1, 1]), bias=3.0).numpy().ravel()
    array([0.5], dtype=float32)
    """
    return raw.LRN(
        convert_to_tensor(input),
        depth_radius=depth_radius,
        bias=float(bias),
        alpha=float(alpha),
        beta=float(beta),
        name=name,
    )
