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

import sys
from collections.abc import Sequence
from pathlib import Path

import mpmath as mp
from vector_math_fits import FITS, Fit, Real, rounded

TARGET = Path(__file__).parents[1] / "src/stagelight/codegen/vector_math/coefficients.py"


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
