"""Conversion of Python's and NumPy's values to tensors, for each dtype that is asked for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

VALUES = (
    True, [True, False], 1, [1, 2], 1.5, [1.5], 1j, [1j], "a", b"x", [b"x", "y"], (1, 2), [], [[]],
    [1, True], [1, 1.5], [1.5, 1], -1, 2**31, [2**31], [2**70],
    np.True_, np.int8(1), np.float16(1), [np.int64(1), 2], [np.float64(1.0)], [np.float32(1), 2.0],
    np.array([True]), np.array([1.5]), np.array([1.5], np.float32), np.array([1], np.int8), np.array([1j]),
)  # fmt: skip
DTYPES = (
    "bool", "int8", "uint8", "int32", "int64", "uint64",
    "float16", "bfloat16", "float32", "float64", "complex64", "complex128", "string",
)  # fmt: skip


def outcome(make: Any) -> Any:
    """Dtype and values of a tensor, or "refused"."""
    try:
        tensor = make()
    except Exception:  # noqa: BLE001 - TensorFlow's are of many classes
        return "refused"
    return tensor.dtype.name, np.asarray(tensor.numpy()).tolist()


def has_bools(value: Any) -> bool:
    return np.asarray(value, object).size > 0 and any(
        isinstance(x, (bool, np.bool_)) for x in np.asarray(value, object).flat
    )


def has_large_or_negative_integers(value: Any) -> bool:
    leaves = np.asarray(value, object).reshape(-1).tolist()
    return any(isinstance(x, int) and not 0 <= x < 2**31 for x in leaves)


def converted(tf: Any, value: Any, dtype: str, mode: str) -> Any:
    wanted = getattr(tf, dtype)
    how = {"dtype_hint": wanted} if "hint" in mode else {"dtype": wanted}
    if "graph" in mode:
        return outcome(lambda: tf.function(lambda: tf.convert_to_tensor(value, **how))())
    return outcome(lambda: tf.convert_to_tensor(value, **how))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("mode", ["eager", "eager hint", "graph", "graph hint"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_values_become_the_same_tensors(
    tensorflow: Any, stagelight: Any, dtype: str, mode: str
) -> None:
    different = []
    for value in VALUES:
        theirs, ours = (converted(tf, value, dtype, mode) for tf in (tensorflow, stagelight))
        # A bool is a number to us, in graphs as outside of them.
        if theirs == ours or has_bools(value):
            continue
        # Integers that the dtype cannot hold are refused, and not wrapped around.
        if has_large_or_negative_integers(value) and (
            "refused" in (ours, theirs) or "hint" in mode
        ):
            continue
        # In a graph TensorFlow's second attempt, without the hint, forgets the dtype of NumPy's numbers.
        if (
            mode == "graph hint"
            and isinstance(value, list)
            and value
            and isinstance(value[0], np.floating)
        ):
            continue
        different.append(f"{value!r}: {theirs} in TensorFlow, {ours} here")
    assert not different, "\n".join(different)
