"""Fits the polynomials and rational functions of `stagelight/codegen/vector_math`.

    python scripts/fit_vector_math.py             # writes coefficients.py anew (some minutes)
    python scripts/fit_vector_math.py EXP SIN     # fits these anew, and keeps the others

Needs mpmath (with gmpy2 it is ten times as fast). A fit minimises the largest weighted error on an
interval by Lawson's iteration: least squares over Chebyshev points, whose weights grow where the
error is large. For a rational function the error is made linear with the denominator of the round
before. Coefficients of polynomials are rounded one after another, lowest power first, and the others
are fitted again each time.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mpmath as mp

mp.mp.dps = 45

TARGET = Path(__file__).parents[1] / "src/stagelight/codegen/vector_math/coefficients.py"
Real = Any
Function = Callable[[Real], Real]


@dataclass(frozen=True)
class Fit:
    """`function` on `interval` as a polynomial, or as a quotient of two of them.

    `weight(t)` turns an error of the fit into a relative error of what is computed with it.
    `degrees` is one degree, or those of numerator and denominator.
    """

    function: Function
    interval: tuple[Real, Real]
    weight: Function
    degrees: dict[str, int | tuple[int, int]]  # "float32", "float64"


def horner(coefficients: Sequence[Real], t: Real) -> Real:
    total = mp.mpf(0)
    for coefficient in reversed(coefficients):
        total = total * t + coefficient
    return total


class Lawson:
    """The iteration for one fit. The denominator's constant term is 1."""

    def __init__(self, fit: Fit, numerator: int, denominator: int) -> None:
        low, high = (mp.mpf(x) for x in fit.interval)
        count = 12 * (numerator + denominator + 2)
        middle, half = (low + high) / 2, (high - low) / 2
        self.points = [middle - half * mp.cos(mp.pi * i / (count - 1)) for i in range(count)]
        self.values = [fit.function(t) for t in self.points]
        self.scales = [fit.weight(t) for t in self.points]
        self.powers = [[t**k for k in range(max(numerator, denominator) + 1)] for t in self.points]
        self.weights = [mp.mpf(1)] * count
        self.p = [mp.mpf(0)] * (numerator + 1)
        self.q = [mp.mpf(1)] + [mp.mpf(0)] * denominator
        self.best: tuple[Real, list[Real], list[Real]] | None = None

    def run(self, rounds: int, fixed: int = 0) -> None:
        """The best coefficients of some rounds; the first `fixed` of the numerator stay."""
        self.best = None
        for _ in range(rounds):
            self._solve(fixed)
            errors = [
                abs(horner(self.p, t) / horner(self.q, t) - value) * scale
                for t, value, scale in zip(self.points, self.values, self.scales, strict=True)
            ]
            worst = max(errors)
            if self.best is None or worst < self.best[0]:
                self.best = (worst, list(self.p), list(self.q))
            grown = [
                w * (e / worst + mp.mpf("1e-6")) for w, e in zip(self.weights, errors, strict=True)
            ]
            total = sum(grown)
            self.weights = [w / total for w in grown]
        assert self.best is not None
        _, self.p, self.q = self.best

    def _solve(self, fixed: int) -> None:
        free, below = len(self.p) - fixed, len(self.q) - 1
        size = free + below
        normal, right = mp.matrix(size, size), mp.matrix(size, 1)
        for value, scale, weight, powers in zip(
            self.values, self.scales, self.weights, self.powers, strict=True
        ):
            old = sum(c * power for c, power in zip(self.q, powers, strict=False))
            factor = mp.sqrt(weight) * scale / old
            row = [power * factor for power in powers[fixed : fixed + free]]
            row += [-value * power * factor for power in powers[1 : below + 1]]
            known = sum(c * power for c, power in zip(self.p[:fixed], powers, strict=False))
            rest = (value - known) * factor
            for i in range(size):
                right[i] += row[i] * rest
                for j in range(i, size):
                    normal[i, j] += row[i] * row[j]
        for i in range(size):
            for j in range(i):
                normal[i, j] = normal[j, i]
        found = list(mp.lu_solve(normal, right))
        self.p[fixed:] = found[:free]
        self.q[1:] = found[free:]


def rounded(value: Real, dtype: str) -> float:
    if dtype == "float64":
        return float(value)
    return float(struct.unpack("<f", struct.pack("<f", float(value)))[0])


def solve(fit: Fit, dtype: str) -> tuple[tuple[float, ...], tuple[float, ...], Real]:
    """Numerator, denominator, and the largest weighted error after rounding."""
    degrees = fit.degrees[dtype]
    numerator, denominator = (degrees, 0) if isinstance(degrees, int) else degrees
    iteration = Lawson(fit, numerator, denominator)
    iteration.run(60)
    if not denominator:
        # For float64 only the first coefficients matter to the last bit.
        for index in range(numerator if dtype == "float32" else 2):
            iteration.p[index] = mp.mpf(rounded(iteration.p[index], dtype))
            iteration.run(12, fixed=index + 1)
    p = tuple(rounded(c, dtype) for c in iteration.p)
    q = tuple(rounded(c, dtype) for c in iteration.q)
    error = max(
        abs(horner(p, t) / horner(q, t) - value) * scale
        for t, value, scale in zip(
            iteration.points, iteration.values, iteration.scales, strict=True
        )
    )
    return p, q, error


def odd(function: Function, first: Real) -> Function:
    """z -> function(x) / x at x = sqrt(z); `first` is the limit at 0."""
    return lambda z: function(mp.sqrt(z)) / mp.sqrt(z) if z else mp.mpf(first)


def relative(function: Function) -> Function:
    return lambda t: 1 / abs(function(t))


def odd_rest(function: Function, third: Real, end: Real, **degrees: int | tuple[int, int]) -> Fit:
    """P(z) of function(x) = x + x z P(z), z = x^2, for 0 <= x <= end; `third` is P(0)."""

    def rest(z: Real) -> Real:
        return (odd(function, 1)(z) - 1) / z if z else mp.mpf(third)

    return Fit(rest, (0, mp.mpf(end) ** 2), lambda z: z / odd(function, 1)(z), degrees)


def odd_quotient(
    function: Function, first: Real, end: Real, **degrees: int | tuple[int, int]
) -> Fit:
    """P(z) / Q(z) of function(x) = x P(z) / Q(z), z = x^2, for 0 <= x <= end."""
    ratio = odd(function, first)
    return Fit(ratio, (0, mp.mpf(end) ** 2), relative(ratio), degrees)


def exponential() -> Fit:
    """P(r) of e^r = 1 + r + r^2 P(r) for |r| <= log(2) / 2, good for e^r - 1 too."""
    end = mp.log(2) / 2 * mp.mpf("1.001")
    return Fit(
        lambda r: (mp.expm1(r) - r) / r**2 if r else mp.mpf(0.5),
        (-end, end),
        lambda r: r * r / abs(mp.expm1(r)) if r else mp.mpf(0),
        {"float32": 4, "float64": 9},
    )


def power_of_two() -> Fit:
    """P(r) of 2^r - 1 = r P(r) for |r| <= 1/2."""

    def ratio(r: Real) -> Real:
        return mp.expm1(r * mp.log(2)) / r if r else mp.log(2)

    end = mp.mpf("0.501")
    return Fit(ratio, (-end, end), relative(ratio), {"float32": 5, "float64": 10})


def logarithm() -> Fit:
    """P(f) of log(1 + f) = f + f^2 P(f), from sqrt(1/2) to sqrt(2)."""
    return Fit(
        lambda f: (mp.log1p(f) - f) / f**2 if f else mp.mpf(-0.5),
        (mp.sqrt(0.5) - 1, mp.sqrt(2) - 1),
        lambda f: f * f / abs(mp.log1p(f)) if f else mp.mpf(0),
        {"float32": 8},
    )


def logarithm_by_quotient() -> Fit:
    """P(z) of log((1 + s) / (1 - s)) = 2 s + s z P(z), z = s^2, for |s| <= 0.1716."""
    return Fit(
        lambda z: (odd(mp.atanh, 1)(z) - 1) * 2 / z if z else mp.mpf(2) / 3,
        (0, mp.mpf("0.02945")),
        lambda z: z / 2,
        {"float64": 6},
    )


def scaled_complement(middle: float, end: float, dtype: str, degree: int) -> Fit:
    """P(t) of (1 + 2 x) exp(x^2) erfc(x) at t = (x - middle) / (x + middle), 0 <= x <= end."""

    def function(t: Real) -> Real:
        x = middle * (1 + t) / (1 - t)
        return (1 + 2 * x) * mp.exp(x * x) * mp.erfc(x)

    last = (mp.mpf(end) - middle) / (end + middle)
    return Fit(function, (-1, last), relative(function), {dtype: degree})


def logarithm_of_complement(end: float, dtype: str, degree: int) -> Fit:
    """P(x) of erf(x) = 1 - 2^(-x P(x)), 0 <= x <= end."""
    return Fit(
        lambda x: -mp.log(mp.erfc(x), 2) / x if x else 2 / mp.sqrt(mp.pi) / mp.log(2),
        (0, end),
        lambda x: mp.log(2) * (x * mp.erfc(x) / mp.erf(x) if x else mp.sqrt(mp.pi) / 2),
        {dtype: degree},
    )


FITS: dict[str, list[Fit]] = {
    "EXP": [exponential()],
    "EXP2M1": [power_of_two()],
    "LOG": [logarithm()],
    "LOG_BY_QUOTIENT": [logarithm_by_quotient()],
    "SIN": [odd_rest(mp.sin, mp.mpf(-1) / 6, mp.pi / 2 * 1.002, float32=3, float64=7)],
    "TAN": [odd_quotient(mp.tan, 1, mp.pi / 4 * 1.002, float32=(1, 2), float64=(3, 3))],
    "ARCTAN": [odd_rest(mp.atan, mp.mpf(-1) / 3, 1, float32=7, float64=19)],
    "ARCSIN": [odd_rest(mp.asin, mp.mpf(1) / 6, 0.5, float32=4, float64=11)],
    "SINH": [odd_rest(mp.sinh, mp.mpf(1) / 6, 1, float32=3, float64=6)],
    "TANH": [odd_rest(mp.tanh, mp.mpf(-1) / 3, 0.625, float32=5, float64=12)],
    "ERF": [
        logarithm_of_complement(3.95, "float32", 7),
        logarithm_of_complement(6.0, "float64", 23),
    ],
    "ERF_NEAR_0": [odd_quotient(mp.erf, 2 / mp.sqrt(mp.pi), 0.5, float32=4, float64=8)],
    "ERFC": [
        scaled_complement(2.0, 10.2, "float32", 9),
        scaled_complement(5.0, 27.3, "float64", 23),
    ],
}

HEADER = '''\
"""Coefficients of polynomials, lowest power first, by dtype.

Written by scripts/fit_vector_math.py, which says what each approximates; change them there.
Where there is a `_BELOW`, the other is its numerator. The comments give the largest error of the
fit, relative to the result.
"""

# fmt: off
from __future__ import annotations

Table = dict[str, tuple[float, ...]]
'''


def table_text(name: str, rows: dict[str, tuple[float, ...]], comment: str) -> str:
    lines = [comment] if comment else []
    lines.append(f"{name}: Table = {{")
    for dtype, row in rows.items():
        lines.append(f'    "{dtype}": (')
        line = "       "
        for number in row:
            text = f" {number!r},"
            if len(line) + len(text) > 100:
                lines.append(line)
                line = "       "
            line += text
        lines.extend([line, "    ),"])
    return "\n".join([*lines, "}"])


def block(name: str) -> str:
    """The text of one entry: its numerators, and its denominators if it is a quotient."""
    above: dict[str, tuple[float, ...]] = {}
    below: dict[str, tuple[float, ...]] = {}
    errors = []
    for fit in FITS[name]:
        for dtype in fit.degrees:
            p, q, error = solve(fit, dtype)
            above[dtype] = p
            if len(q) > 1:
                below[dtype] = q
            errors.append(f"{dtype} 2^{mp.nstr(mp.log(error, 2), 4)}")
            print(name, errors[-1], flush=True)
    text = table_text(name, above, f"# {', '.join(errors)}")
    return text + ("\n\n" + table_text(f"{name}_BELOW", below, "") if below else "")


def main(names: list[str]) -> int:
    """Fits the named entries, or all; the others stay as they are in the file."""
    kept: dict[str, str] = {}
    if names and TARGET.exists():
        for text in TARGET.read_text(encoding="utf-8").split("\n\n# float")[1:]:
            kept[text.split("\n", 1)[1].split(":", 1)[0]] = "# float" + text.rstrip("\n")
    blocks = [
        block(name) if not names or name in names or name not in kept else kept[name]
        for name in FITS
    ]
    TARGET.write_text("\n\n".join([HEADER.rstrip("\n"), *blocks]) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
