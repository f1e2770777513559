"""Running sums, products and log-sums along an axis: `tf.cumsum`, `tf.math.cumprod`,
`tf.math.cumulative_logsumexp`.

    inclusive:  out[i] = x[0] * ... * x[i]        exclusive:  out[i] = x[0] * ... * x[i - 1]

and from the other end with `reverse`.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import Inferred, constant_value, invalid
from stagelight.core.op_def import types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes

# These are added up in float32.
_NARROW_FLOATS = frozenset(dtype.numpy_dtype for dtype in (dtypes.float16, dtypes.bfloat16))


def _infer(x: Tensor, axis: Tensor, **_attrs: Any) -> Inferred:
    if axis.shape.rank not in (None, 0):
        raise invalid(f"axis must be a scalar. Received shape: {list(axis.shape)}")
    value = constant_value(axis)
    if value is not None and x.shape.rank is not None:
        _checked_axis(int(value), x.shape.rank)
    return Inferred(x.shape, x.dtype)


def _checked_axis(axis: int, rank: int) -> int:
    if not -rank <= axis < rank:
        raise invalid(f"ScanOp: Expected scan axis in the range [{-rank}, {rank}), but got {axis}")
    return axis % rank


def _kernel(accumulate: Callable[..., Any], neutral: float) -> Callable[..., Any]:
    """The kernel of a scan, of `accumulate(xp, x, axis)` and what stands before the first
    element."""

    def kernel(
        xp: ModuleType,
        x: np.ndarray,
        axis: np.ndarray,
        *,
        exclusive: bool = False,
        reverse: bool = False,
    ) -> Any:
        if axis.ndim:
            raise invalid(f"axis must be a scalar. Received shape: {list(axis.shape)}")
        along = _checked_axis(int(axis), x.ndim)
        values = x.astype(np.float32) if x.dtype in _NARROW_FLOATS else x
        if reverse:
            values = xp.flip(values, along)
        if exclusive and x.shape[along]:
            shape = list(values.shape)
            shape[along] = 1
            first = xp.full(shape, neutral, values.dtype)
            body = xp.take(values, xp.arange(x.shape[along] - 1), along)
            values = xp.concatenate([first, body], along)
        result = accumulate(xp, values, along)
        if reverse:
            result = xp.flip(result, along)
        return result.astype(x.dtype)

    return kernel


def _accumulate_log_sum(xp: ModuleType, x: np.ndarray, axis: int) -> Any:
    if xp is np:
        return np.logaddexp.accumulate(x, axis)
    peak = xp.max(x, axis=axis, keepdims=True, initial=-xp.inf)
    peak = xp.where(xp.isfinite(peak), peak, 0)
    return xp.log(xp.cumsum(xp.exp(x - peak), axis)) + peak


def _steps(op: Any) -> dict[str, bool]:
    return {key: op.attr_value(key) for key in ("exclusive", "reverse")}


def _sum_gradient(op: Any, dy: Tensor) -> list[Any]:
    steps = _steps(op)
    return [
        raw.Cumsum(dy, op.inputs[1], exclusive=steps["exclusive"], reverse=not steps["reverse"]),
        None,
    ]


def _product_gradient(op: Any, dy: Tensor) -> list[Any]:
    # TF: an element that is zero gets no gradient.
    x, axis = op.inputs
    steps = _steps(op)
    if x.dtype.is_complex:
        x = raw.Conj(x)
    product = raw.Cumprod(x, axis, **steps)
    rest = raw.Cumsum(
        raw.Mul(product, dy), axis, exclusive=steps["exclusive"], reverse=not steps["reverse"]
    )
    return [raw.DivNoNan(rest, x), None]


def _log_sum_gradient(op: Any, dy: Tensor) -> list[Any]:
    x, axis = op.inputs
    steps = _steps(op)
    output = op.output
    if steps["exclusive"]:
        # The empty sum's logarithm, -inf, has no part in the gradient, but would make NaN of derivatives.
        counts = raw.Cumsum(raw.OnesLike(x), axis, **steps)
        output = raw.SelectV2(raw.Greater(counts, raw.ZerosLike(x)), output, raw.ZerosLike(x))
    steps["reverse"] = not steps["reverse"]
    lowest = np.asarray(dy.dtype.min, dy.dtype.numpy_dtype)
    zero = raw.ZerosLike(dy)
    log_positive = raw.SelectV2(raw.Greater(dy, zero), raw.Log(dy), lowest)
    log_negative = raw.SelectV2(raw.Less(dy, zero), raw.Log(raw.Neg(dy)), lowest)

    def part(log_dy: Tensor) -> Tensor:
        scan = raw.CumulativeLogsumexp(raw.Sub(log_dy, output), axis, **steps)
        return raw.Exp(raw.AddV2(scan, x))

    return [raw.Sub(part(log_positive), part(log_negative)), None]


for _name, _accumulate, _neutral, _allowed, _gradient in (
    (
        "Cumsum",
        lambda xp, x, axis: xp.cumsum(x, axis, dtype=x.dtype),
        0,
        (*dtypes.NUMERIC, *dtypes.QUANTIZED),
        _sum_gradient,
    ),
    (
        "Cumprod",
        lambda xp, x, axis: xp.cumprod(x, axis, dtype=x.dtype),
        1,
        (*dtypes.NUMERIC, *dtypes.QUANTIZED),
        _product_gradient,
    ),
    ("CumulativeLogsumexp", _accumulate_log_sum, -np.inf, dtypes.FLOATING, _log_sum_gradient),
):
    define(
        _name,
        "x: T, axis: Tidx",
        "out: T",
        {
            "exclusive": False,
            "reverse": False,
            "T": types(_allowed),
            "Tidx": types(dtypes.INDEX, dtypes.int32),
        },
        infer=_infer,
        kernel=_kernel(_accumulate, _neutral),
        gradient=_gradient,
    )


@public("math.cumsum", "cumsum")
def cumsum(
    x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Tensor:
    """The running sum along an axis.

    Args:
        x: numeric tensor.
        axis: integer, perhaps negative.
        exclusive: whether each sum leaves out its own element.
        reverse: whether the sums run from the last element to the first.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    Raises:
        InvalidArgumentError: there is no such axis.

    >>> tf.cumsum([2, 4, 6]).numpy()
    array([ 2,  6, 12], dtype=int32)
    >>> tf.cumsum([2, 4, 6], exclusive=True, reverse=True).numpy()
    array([10,  6,  0], dtype=int32)
    """
    x = convert_to_tensor(x, name="x")
    return raw.Cumsum(x, axis, exclusive=exclusive, reverse=reverse, name=name)


@public("math.cumprod")
def cumprod(
    x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Tensor:
    """The running product along an axis.

    Args:
        x: numeric tensor.
        axis: integer, perhaps negative.
        exclusive: whether each product leaves out its own element.
        reverse: whether the products run from the last element to the first.
        name: name of the operation.

    Returns:
        Tensor like `x`. An element that is zero gets no gradient.

    Raises:
        InvalidArgumentError: there is no such axis.

    >>> tf.math.cumprod([2, 4, 6]).numpy()
    array([ 2,  8, 48], dtype=int32)
    """
    x = convert_to_tensor(x, name="x")
    return raw.Cumprod(x, axis, exclusive=exclusive, reverse=reverse, name=name)


@public("math.cumulative_logsumexp")
def cumulative_logsumexp(
    x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Tensor:
    """The running `log(sum(exp(x)))` along an axis, without overflow.

    Args:
        x: floating tensor.
        axis: integer, perhaps negative.
        exclusive: whether each sum leaves out its own element; the first is then the lowest number.
        reverse: whether the sums run from the last element to the first.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    Raises:
        InvalidArgumentError: there is no such axis.

    >>> tf.math.cumulative_logsumexp([0.0, 0.0]).numpy()
    array([0.       , 0.6931472], dtype=float32)
    """
    x = convert_to_tensor(x, name="x")
    return raw.CumulativeLogsumexp(x, axis, exclusive=exclusive, reverse=reverse, name=name)
