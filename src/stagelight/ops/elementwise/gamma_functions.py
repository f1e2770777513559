"""The gamma function and its family: logarithm, derivatives, zeta, incomplete gamma and beta.

gamma(x) = integral from 0 to inf of t**(x - 1) exp(-t) dt        digamma = (log gamma)'
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.elementwise import define_unary
from stagelight.core.inference import Inferred, broadcast_of_inputs, first_known, invalid
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scalar import array_kernel, in_float32, special, words
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.broadcasting import sum_to_shape_of
from stagelight.ops.elementwise.gradient_terms import for_operands
from stagelight.public import public
from stagelight.types import dtypes

_DOUBLE_OR_SINGLE = (dtypes.float32, dtypes.float64)

# ---------------------------------------------------------------------------- log gamma


def _lgamma_gradient(op: Any, dy: Tensor) -> Tensor:
    return raw.Mul(dy, raw.Digamma(op.inputs[0]))


def _digamma_gradient(op: Any, dy: Tensor) -> Tensor:
    (x,) = op.inputs
    return raw.Mul(dy, raw.Polygamma(raw.OnesLike(x), x))


define_unary(
    "Lgamma",
    dtypes.FLOATING,
    # SciPy has minus infinity at minus infinity.
    lambda x: words.where(words.isinf(x), words.abs(x), words.gammaln(x)),
    gradient=_lgamma_gradient,
)
define_unary(
    "Digamma",
    dtypes.FLOATING,
    # TF: NaN at the poles, the one at 0 among them.
    lambda x: words.where(words.equal(x, 0), float("nan"), words.digamma(x)),
    gradient=_digamma_gradient,
)


@public("math.lgamma", "compat.v1.lgamma")
def lgamma(x: Any, name: str | None = None) -> Tensor:
    """`log(|gamma(x)|)`, element by element; infinite at 0, -1, -2, ...

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.lgamma([0.5, 4.0]).numpy().round(4)
    array([0.5724, 1.7918], dtype=float32)
    """
    return raw.Lgamma(x, name=name)


@public("math.digamma", "compat.v1.digamma")
def digamma(x: Any, name: str | None = None) -> Tensor:
    """The derivative of `lgamma`, element by element; NaN at 0, -1, -2, ...

    Args:
        x: floating tensor.
        name: name of the operation.

    Returns:
        Tensor like `x`.

    >>> tf.math.digamma([0.5, 4.0]).numpy().round(4)
    array([-1.9635,  1.2561], dtype=float32)
    """
    return raw.Digamma(x, name=name)


def _polygamma(xp: ModuleType, a: np.ndarray, x: np.ndarray) -> np.ndarray:
    functions = special(xp)
    order = a + 1
    sign = xp.where(xp.mod(a, 2) == 0, -1.0, 1.0).astype(x.dtype)
    derivative = sign * xp.exp(functions.gammaln(order)) * functions.zeta(order, x)
    value = xp.where(a == 0, functions.digamma(x), derivative)
    # TF: the order is a whole number from 0 up.
    is_order = (a >= 0) & (xp.floor(a) == a)
    return xp.where(is_order, value, np.nan).astype(x.dtype)


def _polygamma_gradient(op: Any, dz: Tensor) -> list[Tensor | None]:
    a, x = op.inputs
    return for_operands(op, None, raw.Mul(dz, raw.Polygamma(raw.AddV2(a, 1), x)))


define(
    "Polygamma",
    "a: T, x: T",
    "z: T",
    {"T": types(_DOUBLE_OR_SINGLE)},
    infer=broadcast_of_inputs,
    kernel=_polygamma,
    gradient=_polygamma_gradient,
    traits=Trait.ELEMENTWISE,
)


@public("math.polygamma", "compat.v1.polygamma")
def polygamma(a: Any, x: Any, name: str | None = None) -> Tensor:
    """The derivative of `digamma` of order `a`, element by element.

    Args:
        a: tensor of dtype float32 or float64 of whole numbers from 0 up. No gradient flows to it.
        x: tensor of the same dtype, of a shape that broadcasts with that of `a`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape; NaN where `a` is no order.

    >>> tf.math.polygamma([0.0, 1.0], 1.0).numpy().round(4)
    array([-0.5772,  1.6449], dtype=float32)
    """
    return raw.Polygamma(a, x, name=name)


def _zeta_rule(x: Any, q: Any) -> Any:
    # SciPy has poles where q is one, whatever x is.
    return words.where(words.equal(x, x), words.zeta(x, q), x)


def _zeta_gradient(op: Any, dz: Tensor) -> list[Tensor | None]:
    x, q = op.inputs
    slope = raw.Mul(raw.Neg(x), raw.Zeta(raw.AddV2(x, 1), q))
    return for_operands(op, None, raw.Mul(dz, slope))


define(
    "Zeta",
    "x: T, q: T",
    "z: T",
    {"T": types(_DOUBLE_OR_SINGLE)},
    infer=broadcast_of_inputs,
    kernel=array_kernel("Zeta", _zeta_rule),
    gradient=_zeta_gradient,
    traits=Trait.ELEMENTWISE,
    scalar=_zeta_rule,
)


@public("math.zeta", "compat.v1.zeta")
def zeta(x: Any, q: Any, name: str | None = None) -> Tensor:
    """The Hurwitz zeta function `sum over n >= 0 of (q + n) ** -x`, element by element.

    Args:
        x: tensor of dtype float32 or float64, above 1. No gradient flows to it.
        q: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape.

    >>> tf.math.zeta([2.0, 4.0], 1.0).numpy().round(4)
    array([1.6449, 1.0823], dtype=float32)
    """
    return raw.Zeta(x, q, name=name)


# ---------------------------------------------------------------------------- incomplete gamma


def _within_domain(a: Any, x: Any, value: Any) -> Any:
    return words.where(words.logical_and(a > 0, x >= 0), value, float("nan"))


def _igamma_rule(a: Any, x: Any) -> Any:
    return _within_domain(a, x, words.gammainc(a, x))


def _igammac_rule(a: Any, x: Any) -> Any:
    return _within_domain(a, x, words.gammaincc(a, x))


def _igamma_slopes(op: Any) -> tuple[Tensor, Tensor]:
    """The derivatives of the lower function with respect to a and x."""
    a, x = op.inputs
    log_density = raw.Sub(raw.Sub(raw.Xlogy(raw.Sub(a, 1), x), x), raw.Lgamma(a))
    return raw.IgammaGradA(a, x), raw.Exp(log_density)


def _igamma_gradient(op: Any, dz: Tensor) -> list[Tensor | None]:
    of_a, of_x = _igamma_slopes(op)
    return for_operands(op, raw.Mul(dz, of_a), raw.Mul(dz, of_x))


def _igammac_gradient(op: Any, dz: Tensor) -> list[Tensor | None]:
    return _igamma_gradient(op, raw.Neg(dz))


for _name, _rule, _gradient in (
    ("Igamma", _igamma_rule, _igamma_gradient),
    ("Igammac", _igammac_rule, _igammac_gradient),
):
    define(
        _name,
        "a: T, x: T",
        "z: T",
        {"T": types(dtypes.FLOATING)},
        infer=broadcast_of_inputs,
        kernel=array_kernel(_name, _rule),
        gradient=_gradient,
        traits=Trait.ELEMENTWISE,
        scalar=_rule,
    )


@public("math.igamma", "compat.v1.igamma")
def igamma(a: Any, x: Any, name: str | None = None) -> Tensor:
    """The lower incomplete gamma function `integral(t**(a - 1) exp(-t), 0, x) / gamma(a)`.

    Args:
        a: floating tensor, above 0.
        x: tensor of the same dtype, from 0 up, of a shape that broadcasts with that of `a`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape, between 0 and 1; NaN outside the domain.

    >>> tf.math.igamma([1.0, 2.0], 1.0).numpy().round(4)
    array([0.6321, 0.2642], dtype=float32)
    """
    return raw.Igamma(a, x, name=name)


@public("math.igammac", "compat.v1.igammac")
def igammac(a: Any, x: Any, name: str | None = None) -> Tensor:
    """The upper incomplete gamma function `1 - igamma(a, x)`, exact for large `x`.

    Args:
        a: floating tensor, above 0.
        x: tensor of the same dtype, from 0 up, of a shape that broadcasts with that of `a`.
        name: name of the operation.

    Returns:
        Tensor of that dtype and the broadcast shape, between 0 and 1; NaN outside the domain.

    >>> tf.math.igammac([1.0, 2.0], 1.0).numpy().round(4)
    array([0.3679, 0.7358], dtype=float32)
    """
    return raw.Igammac(a, x, name=name)


def _igamma_grad_a(xp: ModuleType, a: np.ndarray, x: np.ndarray) -> np.ndarray:
    """By the series of the derivative with respect to a,

        sum over n of p[n] (log(x) - digamma(a + n + 1)),   p[n] = x**(a + n) exp(-x) / gamma(a + n
        + 1)

    whose terms are added until all are negligible. In float64, as its signs change. Where a is large there
    are many terms, and the function is so smooth that its differences tell the derivative.
    """
    functions = special(xp)
    a, x = xp.broadcast_arrays(a, x)
    shape, dtype = a.shape, a.dtype
    a, x = (xp.ravel(array).astype(np.float64) for array in (a, x))
    is_inside = (a > 0) & (x > 0) & xp.isfinite(a) & xp.isfinite(x)
    is_large = is_inside & (a > _LARGE_ORDER)
    # So far above a, the function is 1 for all numbers.
    is_one = is_inside & (x > a + 40 * xp.sqrt(xp.where(is_inside, x, 0.0)) + 800)
    in_series = is_inside & ~is_large & ~is_one
    safe_a, safe_x = xp.where(in_series, a, 1.0), xp.where(in_series, x, 1.0)
    log_x = xp.log(safe_x)
    order = safe_a + 1
    term = xp.exp(safe_a * log_x - safe_x - functions.gammaln(order))
    slope = log_x - functions.digamma(order)
    total = xp.zeros_like(safe_a)
    # Terms grow until n passes x, so the largest x and some deviations more bound their count.
    limit = int(np.ceil(safe_x.max(initial=0.0) + 40 * np.sqrt(safe_x.max(initial=0.0) + 1))) + 60
    for _ in range(limit):
        total += term * slope
        slope -= 1 / order
        term = term * safe_x / order
        order += 1
    at_ends = xp.where((a > 0) & (x == 0) | (x == np.inf), 0.0, np.nan)
    differences = (
        _igamma_differences(functions, xp.where(is_large, a, 1.0), x) if is_large.any() else 0.0
    )
    found = xp.where(
        in_series, total, xp.where(is_inside, xp.where(is_one, 0.0, differences), at_ends)
    )
    return found.astype(dtype).reshape(shape)


# From here on terms are left to differences.
_LARGE_ORDER = 1e4


def _igamma_differences(functions: Any, a: np.ndarray, x: np.ndarray) -> np.ndarray:
    """The derivative with respect to a from four values, which lie a hundredth of its scale apart."""
    step = 0.01 * a**0.5
    near = functions.gammainc(a + step, x) - functions.gammainc(a - step, x)
    far = functions.gammainc(a + 2 * step, x) - functions.gammainc(a - 2 * step, x)
    derivative: np.ndarray = (8 * near - far) / (12 * step)
    return derivative


define(
    "IgammaGradA",
    "a: T, x: T",
    "z: T",
    {"T": types(dtypes.FLOATING)},
    infer=broadcast_of_inputs,
    kernel=in_float32(_igamma_grad_a),
    traits=Trait.ELEMENTWISE,
)

# ---------------------------------------------------------------------------- beta


def _infer_betainc(a: Tensor, b: Tensor, x: Tensor) -> Inferred:
    shape = first_known(*(t.shape for t in (a, b, x) if t.shape.rank != 0))
    return Inferred(a.shape if all(t.shape.rank == 0 for t in (a, b, x)) else shape, a.dtype)


def _betainc(xp: ModuleType, a: np.ndarray, b: np.ndarray, x: np.ndarray) -> np.ndarray:
    shapes = {array.shape for array in (a, b, x) if array.ndim}
    if len(shapes) > 1:
        raise invalid(
            "Betainc: `a`, `b` and `x` must have one shape or be scalars. Received: "
            f"{list(a.shape)}, {list(b.shape)}, {list(x.shape)}"
        )
    is_inside = (a > 0) & (b > 0) & (x >= 0) & (x <= 1)
    return xp.where(is_inside, special(xp).betainc(a, b, x), np.nan).astype(x.dtype)


def _betainc_gradient(op: Any, dz: Tensor) -> list[Tensor | None]:
    # TF: no gradient flows to a and b.
    a, b, x = op.inputs
    log_beta = raw.Sub(raw.AddV2(raw.Lgamma(a), raw.Lgamma(b)), raw.Lgamma(raw.AddV2(a, b)))
    powers = raw.AddV2(
        raw.Xlog1py(raw.Sub(b, 1), raw.Neg(x)),
        raw.Xlogy(raw.Sub(a, 1), x),
    )
    slope = raw.Exp(raw.Sub(powers, log_beta))
    return [None, None, sum_to_shape_of(raw.Mul(dz, slope), x)]


define(
    "Betainc",
    "a: T, b: T, x: T",
    "z: T",
    {"T": types(_DOUBLE_OR_SINGLE)},
    infer=_infer_betainc,
    kernel=_betainc,
    gradient=_betainc_gradient,
    traits=Trait.ELEMENTWISE,
)


@public("math.betainc", "compat.v1.betainc")
def betainc(a: Any, b: Any, x: Any, name: str | None = None) -> Tensor:
    """The regularized incomplete beta function `integral(t**(a-1) (1-t)**(b-1), 0, x) / B(a, b)`.

    Args:
        a: tensor of dtype float32 or float64, above 0. No gradient flows to it and to `b`.
        b: tensor of the same dtype and shape, above 0.
        x: tensor of the same dtype and shape, between 0 and 1. Each may be a scalar instead.
        name: name of the operation.

    Returns:
        Tensor of that dtype and shape, between 0 and 1; NaN outside the domain.

    Raises:
        InvalidArgumentError: the shapes differ.

    >>> tf.math.betainc(1.0, 2.0, [0.25, 0.5]).numpy().round(4)
    array([0.4375, 0.75  ], dtype=float32)
    """
    return raw.Betainc(a, b, x, name=name)


@public("math.lbeta", "compat.v1.lbeta")
def lbeta(x: Any, name: str | None = None) -> Tensor:
    """`log(|B(x)|) = sum(lgamma(x)) - lgamma(sum(x))` along the last axis.

    Args:
        x: floating tensor with at least one axis.
        name: name of the operation.

    Returns:
        Tensor without the last axis; `-inf` where that is empty.

    >>> tf.math.lbeta([1.0, 2.0]).numpy().round(4)
    np.float32(-0.6931)
    """
    with op_scope(name or "lbeta") as scope:
        x = convert_to_tensor(x, name="x")
        of_all = raw.Sum(raw.Lgamma(x), [-1])
        of_sum = raw.Lgamma(raw.Sum(x, [-1]))
        return raw.Sub(of_all, of_sum, name=scope)
