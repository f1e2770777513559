"""What is expected of samples by XLA: where rounding differs, and what may be left to the host."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

import numpy as np

import stagelight.runtime.xla.rules  # noqa: F401 - registers them
from stagelight.core import registry
from stagelight.runtime.xla import registry as rules
from tests.ops.sample_runs import array_of, flat

# Results of these come with another rounding than 64 units in the last place, and why.
_IN_SINGLE = (64.0 * 2**29, "doubles are adjusted in float32, too")
LESS_EXACT: dict[str, tuple[float, str]] = {
    "AdjustContrastv2": _IN_SINGLE,
    "AdjustSaturation": _IN_SINGLE,
    "AdjustHue": _IN_SINGLE,
    "FakeQuantWithMinMaxVarsPerChannel": (
        2.0**17,
        "what lies in the middle between two steps goes to either: products and sums are contracted",
    ),
}

# Operations with a rule that single samples leave to the host: op -> a pattern of the reasons.
_OF_C = "have the bits of the C library"
LEFT_TO_THE_HOST: dict[str, str] = {
    "StatelessRandomNormal": _OF_C,
    "StatelessRandomNormalV2": _OF_C,
    "StatelessTruncatedNormal": _OF_C,
    "StatelessTruncatedNormalV2": _OF_C,
}

# What every op may say: an argument that must be known comes with the call.
_BY_DATA = re.compile(r"depends? on data|data tells|is of dtype|is no scalar|works on text|is text")


def has_rule(op: str) -> bool:
    return rules.rule_of(registry.lookup(op)) is not None


def is_expected(op: str, reason: str) -> bool:
    """Whether an operation with a rule may be left to the host for a reason."""
    if _BY_DATA.search(reason):
        return True
    pattern = LEFT_TO_THE_HOST.get(op)
    return pattern is not None and re.search(pattern, reason) is not None


def are_bits_known(types: Collection[str]) -> bool:
    """Whether operations of such types do nothing but draw, so that all bits are TensorFlow's."""
    return any("Random" in x for x in types) and all(
        "Random" in x or x in ("Const", "Placeholder", "Cast", "Identity", "NoOp") for x in types
    )


def rounding_differences(
    op: str, expected: Any, actual: Any, *, exactly: bool = False
) -> list[str]:
    """What differs by more than rounding, leaf by leaf."""
    units = 0.0 if exactly else LESS_EXACT.get(op, (64.0, ""))[0]
    one, other = flat(expected), flat(actual)
    if len(one) != len(other):
        return [f"{len(other)} results, expected {len(one)}"]
    found = []
    for i, (x, y) in enumerate(zip(map(array_of, one), map(array_of, other), strict=True)):
        if (x.dtype, x.shape) != (y.dtype, y.shape):
            found.append(f"result {i}: {y.dtype}{list(y.shape)}, expected {x.dtype}{list(x.shape)}")
        elif not _is_close(x, y, units):
            found.append(f"result {i}: {y.tolist()!s:.200}, expected {x.tolist()!s:.200}")
    return found


def _is_close(x: np.ndarray, y: np.ndarray, units: float) -> bool:
    """Whether two arrays are the same, floats but for so many units of the largest finite element."""
    if x.dtype.kind in "iubOSU":
        return np.array_equal(x, y)
    kind = np.complex128 if x.dtype.kind == "c" else np.float64
    eps = {2: 2.0**-7 if x.dtype.kind == "V" else 2.0**-10, 8: 2.0**-52}.get(
        x.dtype.itemsize, 2.0**-23
    )
    if x.dtype == np.complex64:
        eps = 2.0**-23
    elif x.dtype == np.complex128:
        eps = 2.0**-52
    wide, other = x.astype(kind), y.astype(kind)
    finite = np.abs(wide[np.isfinite(wide)])
    largest = max(1.0, float(finite.max(initial=0.0)))
    units = min(units, 4.0) if x.dtype.itemsize == 2 else units
    return bool(
        np.allclose(other, wide, rtol=units * eps, atol=units * eps * largest, equal_nan=True)
    )
