"""The update rules of optimizers, as functions of variables and gradients.

Each changes the variable and its slots in place. `tf.optimizers` and `compat.v1.train` are faces of these.
"""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor


def descend(variable: Any, gradient: Any, learning_rate: Any) -> None:
    """`w -= learning_rate * g`; rows alone for sliced gradients."""
    if isinstance(gradient, IndexedSlices):
        step = raw.Mul(gradient.values, in_dtype(learning_rate, gradient.dtype))
        variable.scatter_sub(IndexedSlices(step, gradient.indices, gradient.dense_shape))
        return
    variable.assign_sub(raw.Mul(gradient, in_dtype(learning_rate, variable.dtype)))


def descend_with_momentum(
    variable: Any, gradient: Any, velocity: Any, learning_rate: Any, momentum: float, nesterov: bool
) -> None:
    """`m = momentum * m - learning_rate * g; w += m` (Nesterov: `w += momentum * m - learning_rate * g`)."""
    step = raw.Mul(dense(gradient), in_dtype(learning_rate, variable.dtype))
    velocity.assign(raw.Sub(raw.Mul(velocity, momentum), step))
    if nesterov:
        variable.assign_add(raw.Sub(raw.Mul(velocity, momentum), step))
    else:
        variable.assign_add(velocity)


def adam(
    variable: Any,
    gradient: Any,
    mean: Any,
    square_mean: Any,
    step_size: Any,
    beta_1: Any,
    beta_2: Any,
    epsilon: Any,
) -> None:
    """`m += (1-b1)(g-m); v += (1-b2)(g^2-v); w -= step_size * m / (sqrt(v) + epsilon)`.

    `step_size` is the learning rate corrected for the moments' start at zero (Kingma & Ba 2014,
    section 2, last paragraph).
    """
    g = dense(gradient)
    mean.assign_add(raw.Mul(raw.Sub(g, mean), 1 - beta_1))
    square_mean.assign_add(raw.Mul(raw.Sub(raw.Square(g), square_mean), 1 - beta_2))
    denominator = raw.AddV2(raw.Sqrt(square_mean), epsilon)
    variable.assign_sub(
        raw.RealDiv(raw.Mul(mean, in_dtype(step_size, variable.dtype)), denominator)
    )


def adam_step_size(learning_rate: Any, power_1: Any, power_2: Any) -> Tensor:
    """`learning_rate * sqrt(1 - b2^t) / (1 - b1^t)` for the step t, from 1, given the powers `b^t`."""
    power_2 = convert_to_tensor(power_2)
    corrected = raw.Sqrt(raw.Sub(1.0, power_2))
    return raw.RealDiv(
        raw.Mul(in_dtype(learning_rate, power_2.dtype), corrected), raw.Sub(1.0, power_1)
    )


def dense(gradient: Any) -> Tensor:
    """The gradient as a whole tensor."""
    return (
        gradient.to_dense() if isinstance(gradient, IndexedSlices) else convert_to_tensor(gradient)
    )


def in_dtype(value: Any, dtype: Any) -> Tensor:
    """A number as a tensor of a dtype, which Python's take at once."""
    tensor = convert_to_tensor(value, dtype_hint=dtype)
    return tensor if tensor.dtype is dtype else raw.Cast(tensor, DstT=dtype)
