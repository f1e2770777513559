"""The functions of the scalar vocabulary, written in primitives for float32 and float64.

`expand` gives the expression of a word; it has no branches, so it runs in vector lanes. Results are
within 4 units in the last place of the true value (most within 2, erfc within 5), and have NumPy's values at
infinities, signed zeros and poles. Subnormal numbers are to be zeros, arguments and results, as they are in
machine code; all else must be IEEE's arithmetic. Where a processor has no such mode, the logarithm of a
subnormal number is about that of the smallest normal one. float16 and bfloat16 are to be cast to float32
and back.

Few steps that wait for each other count as much as few instructions: four vectors fill the 16 registers of
AVX2, and one round of them fills what the processor looks ahead. So polynomials are computed in halves
(`floats.polynomial`), and one quotient is better than two ways of which one is thrown away.

A `where` whose payload is "seldom" may skip its first value where no element needs it: sin, cos and
tan reduce large arguments there, which takes six times as long as all the rest.
"""

from __future__ import annotations

from collections.abc import Callable

from stagelight.codegen.expressions import Expr
from stagelight.codegen.vector_math import (
    elementary,
    error_functions,
    exponential,
    gamma,
    hyperbolic,
    inverse_trigonometry,
    powers,
    trigonometry,
)
from stagelight.codegen.vector_math.floats import FORMATS
from stagelight.types.dtypes import DType

_Rule = Callable[..., Expr]

_OF_NUMBERS: dict[str, _Rule] = {
    "sign": elementary.sign,
    "square": elementary.square,
    "isnan": elementary.is_nan,
    "isinf": elementary.is_inf,
    "isfinite": elementary.is_finite,
}

_OF_FLOATS: dict[str, _Rule] = {
    "nextafter": elementary.nextafter,
    "exp": exponential.exp,
    "exp_of_negative": exponential.exp_of_negative,
    "expm1": exponential.expm1,
    "log": exponential.log,
    "log1p": exponential.log1p,
    "power": powers.power,
    "sin": trigonometry.sin,
    "cos": trigonometry.cos,
    "tan": trigonometry.tan,
    "arcsin": inverse_trigonometry.arcsin,
    "arccos": inverse_trigonometry.arccos,
    "arctan": inverse_trigonometry.arctan,
    "arctan2": inverse_trigonometry.arctan2,
    "sinh": hyperbolic.sinh,
    "cosh": hyperbolic.cosh,
    "tanh": hyperbolic.tanh,
    "expit": hyperbolic.expit,
    "arcsinh": hyperbolic.arcsinh,
    "arccosh": hyperbolic.arccosh,
    "arctanh": hyperbolic.arctanh,
    "erf": error_functions.erf,
    "erfc": error_functions.erfc,
    "erfinv": error_functions.erfinv,
    "ndtri": error_functions.ndtri,
    "gammaln": gamma.gammaln,
    "digamma": gamma.digamma,
}


def supported(word: str, dtype: DType) -> bool:
    """Whether `expand` can write a word for operands of a dtype. Primitives are not its matter."""
    if word in _OF_NUMBERS:
        return dtype in FORMATS or dtype.is_integer
    return word in _OF_FLOATS and dtype in FORMATS


def expand(word: str, operands: tuple[Expr, ...]) -> Expr:
    """The word on these operands, in primitives.

    Besides what is `supported`, integers to a constant power >= 0.

    Raises:
        NotImplementedError: there is no rule for the word on these operands.
    """
    dtype = operands[0].dtype
    if word == "power" and dtype.is_integer:
        return powers.power(*operands)
    if not supported(word, dtype):
        raise NotImplementedError(f"{word!r} has no expansion for {dtype.name}.")
    return (_OF_NUMBERS.get(word) or _OF_FLOATS[word])(*operands)
