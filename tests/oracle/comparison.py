"""Compares what a program gives with two libraries: kind, dtype, shape and values, at every place.

A program is a function of the library, `program(tf)`, that returns any nesting of dicts, lists and
tuples with tensors, NumPy arrays and Python values at the leaves. `outcome` runs it and turns what
came, or the error that it raised, into plain data that belongs to neither library; `differences`
compares two outcomes and says, in words, where they differ and by how much. Nothing here imports
either library, or knows pytest.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

Program = Callable[[ModuleType], Any]

MOST_DIFFERENCES = 5


@dataclass(frozen=True)
class Tolerance:
    """Values agree if `|actual - expected| <= absolute + relative * |expected|`."""

    relative: float
    absolute: float


EXACT = Tolerance(0.0, 0.0)

# By the dtype's name; what is not here must be equal. The two libraries sum in other orders and
# approximate otherwise, which leaves some units in the last place after a few operations.
TOLERANCES = {
    "float16": Tolerance(2e-3, 1e-3),
    "bfloat16": Tolerance(2e-2, 1e-2),
    "float32": Tolerance(1e-5, 1e-6),
    "float64": Tolerance(1e-11, 1e-13),
    "complex64": Tolerance(1e-5, 1e-6),
    "complex128": Tolerance(1e-11, 1e-13),
}


@dataclass(frozen=True)
class Leaf:
    """One value: `kind` is tensor, variable, array, or the name of a Python type."""

    kind: str
    dtype: str
    value: np.ndarray | object

    def __str__(self) -> str:
        if isinstance(self.value, np.ndarray):
            return f"{self.kind} of {self.dtype} {list(self.value.shape)}"
        return f"{self.kind} {self.value!r}"


@dataclass(frozen=True)
class Raised:
    """An error: the names of its class and of that one's bases, and its traceback to show."""

    classes: tuple[str, ...]
    message: str
    trace: str


@dataclass(frozen=True)
class Returned:
    """What a program returned: the leaves by their places, such as `['steps'][0]`."""

    leaves: Mapping[str, Leaf]


Outcome = Returned | Raised


def outcome(program: Program, library: ModuleType) -> Outcome:
    """Runs the program with the library; an error is an outcome like any other."""
    try:
        result = program(library)
        return Returned(dict(leaves(result)))
    except Exception as error:  # noqa: BLE001 (the error is what is compared)
        classes = tuple(base.__name__ for base in type(error).__mro__)
        return Raised(classes, str(error), "".join(traceback.format_exception(error)))


def leaves(result: Any, place: str = "") -> Iterator[tuple[str, Leaf]]:
    """The leaves of a nested result with their places."""
    if isinstance(result, Mapping):
        for key in sorted(result, key=str):
            yield from leaves(result[key], f"{place}[{key!r}]")
    elif hasattr(result, "_fields"):
        for name in result._fields:
            yield from leaves(getattr(result, name), f"{place}.{name}")
    elif isinstance(result, list | tuple):
        kind = "list" if isinstance(result, list) else "tuple"
        yield f"{place} (length)", Leaf(kind, "", len(result))
        for index, part in enumerate(result):
            yield from leaves(part, f"{place}[{index}]")
    elif parts := composite_parts(result):
        for name in parts:
            yield from leaves(getattr(result, name), f"{place}.{name}")
    else:
        yield place, leaf(result)


def composite_parts(result: Any) -> tuple[str, ...]:
    """The attributes that make up a tensor that is put together from others."""
    return {
        "IndexedSlices": ("values", "indices", "dense_shape"),
        "SparseTensor": ("indices", "values", "dense_shape"),
        "RaggedTensor": ("flat_values", "nested_row_splits"),
    }.get(type(result).__name__, ())


def leaf(value: Any) -> Leaf:
    """A single value as plain data."""
    if isinstance(value, np.ndarray | np.generic):
        return Leaf("array", value.dtype.name, np.asarray(value))
    if type(value).__name__ == "TensorShape":
        dimensions = None if value.rank is None else value.as_list()
        return Leaf("TensorShape", "", dimensions)
    if type(value).__name__ == "DType":
        return Leaf("DType", "", value.name)
    if hasattr(value, "numpy") and hasattr(value, "dtype"):
        kind = "variable" if hasattr(value, "assign") else "tensor"
        array = np.asarray(value.numpy())
        if tuple(value.shape) != array.shape:
            raise ValueError(
                f"A {kind} says its shape is {value.shape}, but its array's is {array.shape}."
            )
        return Leaf(kind, value.dtype.name, array)
    return Leaf(type(value).__name__, "", value)


def differences(
    expected: Outcome, actual: Outcome, tolerance: Tolerance | None = None
) -> list[str]:
    """What differs, a text each; empty if nothing does. `expected` is TensorFlow's."""
    if isinstance(expected, Raised) or isinstance(actual, Raised):
        return error_differences(expected, actual)
    found = []
    for place in [*expected.leaves, *(actual.leaves.keys() - expected.leaves.keys())]:
        where = f"  result{place}:"
        if place not in actual.leaves:
            found.append(f"{where} TensorFlow gives {expected.leaves[place]}, Stagelight nothing.")
        elif place not in expected.leaves:
            found.append(f"{where} TensorFlow gives nothing, Stagelight {actual.leaves[place]}.")
        elif text := leaf_difference(expected.leaves[place], actual.leaves[place], tolerance):
            found.append(f"{where} {text}")
    if len(found) > MOST_DIFFERENCES:
        rest = len(found) - MOST_DIFFERENCES
        found[MOST_DIFFERENCES:] = [f"  and {rest} more places."]
    return found


def error_differences(expected: Outcome, actual: Outcome) -> list[str]:
    """An error must be met with one of the same class, or of a class derived from such a one."""
    if isinstance(actual, Returned):
        assert isinstance(expected, Raised)
        return [f"  TensorFlow raises {expected.classes[0]}: {shortened_message(expected)}",
                "  Stagelight raises nothing."]
    if isinstance(expected, Returned):
        return ["  TensorFlow raises nothing. Stagelight raises:", actual.trace]
    if expected.classes[0] in actual.classes:
        return []
    return [f"  TensorFlow raises {expected.classes[0]}: {shortened_message(expected)}",
            "  Stagelight raises another class:", actual.trace]


def shortened_message(raised: Raised) -> str:
    """The message; of TensorFlow's long ones, which carry stacks of frames, both ends."""
    message = raised.message.strip()
    return message if len(message) <= 500 else f"{message[:200]} ... {message[-300:]}"


def leaf_difference(expected: Leaf, actual: Leaf, tolerance: Tolerance | None) -> str | None:
    """What differs between two values, or None."""
    if (expected.kind, expected.dtype) != (actual.kind, actual.dtype):
        return f"TensorFlow gives {expected}, Stagelight {actual}."
    if not isinstance(expected.value, np.ndarray) or not isinstance(actual.value, np.ndarray):
        if isinstance(expected.value, float) and isinstance(actual.value, float):
            arrays = np.asarray(expected.value), np.asarray(actual.value)
            # Most Python floats in results were float32 before.
            return array_difference(*arrays, tolerance or TOLERANCES["float32"])
        same = expected.value == actual.value
        return None if same else f"TensorFlow gives {expected}, Stagelight {actual}."
    if expected.value.shape != actual.value.shape:
        return f"TensorFlow gives {expected}, Stagelight {actual}."
    if tolerance is None:
        tolerance = TOLERANCES.get(expected.dtype, EXACT)
    return array_difference(expected.value, actual.value, tolerance)


def array_difference(expected: np.ndarray, actual: np.ndarray, tolerance: Tolerance) -> str | None:
    """Where two arrays of one shape and dtype are further apart than the tolerance, or None."""
    if expected.dtype.kind in "OSU":
        wrong = np.asarray(expected != actual)
        distance = wrong.astype(np.float64)
    else:
        distance, wrong = distances(expected, actual, tolerance)
    if not wrong.any():
        return None
    worst = np.unravel_index(int(np.argmax(np.where(wrong, distance, -1))), expected.shape)
    place = f"at {[int(index) for index in worst]} " if expected.shape else ""
    lines = [
        f"{int(wrong.sum())} of {expected.size} values differ; the worst, {place}is "
        f"{expected[worst]} with TensorFlow and {actual[worst]} with Stagelight "
        f"(tolerance {tolerance.relative:g} relative, {tolerance.absolute:g} absolute)."
    ]
    if expected.size > 1:
        lines.append(f"    TensorFlow: {shortened(expected)}")
        lines.append(f"    Stagelight: {shortened(actual)}")
    return "\n".join(lines)


def distances(
    expected: np.ndarray, actual: np.ndarray, tolerance: Tolerance
) -> tuple[np.ndarray, np.ndarray]:
    """How far apart the values are, and where that is too far. Equal infinities and NaNs agree."""
    if expected.dtype.kind in "biu" and tolerance == EXACT:
        wrong = np.asarray(expected != actual)
        return np.abs(expected.astype(np.float64) - actual.astype(np.float64)), wrong
    wide = np.complex128 if expected.dtype.kind == "c" else np.float64
    expected, actual = expected.astype(wide), actual.astype(wide)
    with np.errstate(all="ignore"):
        same = (expected == actual) | (np.isnan(expected) & np.isnan(actual))
        distance = np.where(same, 0.0, np.abs(actual - expected))
        distance = np.where(np.isnan(distance), np.inf, distance)
        wrong = ~same & ~(distance <= tolerance.absolute + tolerance.relative * np.abs(expected))
        # An infinity is near nothing but itself.
        wrong |= ~same & ~(np.isfinite(expected) & np.isfinite(actual))
    return distance, wrong


def shortened(array: np.ndarray) -> str:
    text = np.array2string(array, threshold=20, edgeitems=4, max_line_width=10_000)
    return " ".join(text.split())
