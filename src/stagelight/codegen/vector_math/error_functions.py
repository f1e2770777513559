"""erf, erfc, and the inverses erfinv and ndtri.

erfc(x) for x >= 0 is exp(-x^2) P(x) / Q(x), which covers the whole half line. The terms of P and Q are
positive.

ndtri(p) = sqrt(2) erfinv(2 p - 1). Near the middle erfinv is a rational function of x^2. In the tails it is
t = sqrt(-log(q)) less one of t; q = (1 - |x|) / 2 is the probability that is left, which ndtri has exactly.
"""

from __future__ import annotations

from stagelight.codegen.expressions import Expr, fma, where
from stagelight.codegen.vector_math.coefficients import (
    ERF,
    ERFC,
    ERFC_BELOW,
    ERFINV,
    ERFINV_BELOW,
    ERFINV_FAR_TAIL,
    ERFINV_FAR_TAIL_BELOW,
    ERFINV_TAIL,
    ERFINV_TAIL_BELOW,
)
from stagelight.codegen.vector_math.exponential import (
    LIFT,
    exp2m1_of_negative,
    lifted_exp_of_negative_square,
    log,
)
from stagelight.codegen.vector_math.floats import (
    INF,
    at_most,
    by_even_and_odd,
    copysign,
    equal,
    magnitude,
    polynomial,
    sqrt,
)

# Where erfc has become 0.
_ERFC_END = {"float32": 10.1, "float64": 27.3}

# Where erf has become 1.
_ERF_END = {"float32": 3.95, "float64": 6.0}


def erfc(x: Expr) -> Expr:
    name = x.dtype.name
    a = at_most(magnitude(x), _ERFC_END[name])
    above = by_even_and_odd(a, [c * 2.0**-LIFT for c in ERFC[name]])
    y = lifted_exp_of_negative_square(a) * (above / by_even_and_odd(a, ERFC_BELOW[name]))
    return where(x < 0.0, 2.0 - y, y)


def erf(x: Expr) -> Expr:
    """1 - 2^(-a P(a)) with the sign of x, a = |x|."""
    a = at_most(magnitude(x), _ERF_END[x.dtype.name])
    y = -a * polynomial(a, ERF[x.dtype.name])
    return copysign(exp2m1_of_negative(y), x)


# The largest |x| that counts as near the middle, and where the parts of the tail begin.
_MIDDLE = 0.85
_TAIL, _FAR_TAIL = 1.58, 5.0
_HALF_ROOT_PI = 0.886226925452758
_ROOT_2 = 1.4142135623730951


def _erfinv_near_0(x: Expr) -> Expr:
    z = x * x
    t = _MIDDLE**2 - z
    name = x.dtype.name
    rest = polynomial(t, ERFINV[name]) / polynomial(t, ERFINV_BELOW[name])
    return x * fma(z, rest, _HALF_ROOT_PI)


def _erfinv_of_tail(q: Expr) -> Expr:
    """erfinv(1 - 2 q) for 0 <= q <= 0.075; NaN for negative q."""
    t = sqrt(-log(q))
    name = q.dtype.name
    u = t - _TAIL
    above, below = polynomial(u, ERFINV_TAIL[name]), polynomial(u, ERFINV_TAIL_BELOW[name])
    if name in ERFINV_FAR_TAIL:
        u = t - _FAR_TAIL
        above = where(u > 0.0, polynomial(u, ERFINV_FAR_TAIL[name]), above)
        below = where(u > 0.0, polynomial(u, ERFINV_FAR_TAIL_BELOW[name]), below)
    return where(equal(q, 0.0), INF, t - above / below)


def erfinv(x: Expr) -> Expr:
    a = magnitude(x)
    tail = copysign(_erfinv_of_tail(0.5 - 0.5 * a), x)
    # erfinv(-0.0) is 0.0.
    return where(a <= _MIDDLE, _erfinv_near_0(x) + 0.0, tail)


def ndtri(p: Expr) -> Expr:
    x = fma(p, 2.0, -1.0)
    tail = copysign(_erfinv_of_tail(where(p < 0.5, p, 1.0 - p)), x)
    return _ROOT_2 * where(magnitude(x) <= _MIDDLE, _erfinv_near_0(x), tail)
