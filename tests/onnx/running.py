"""Runs ONNX models: by ONNX Runtime, and where it has no kernel by the reference of the library `onnx`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import onnx
import onnx.reference
import onnxruntime

onnxruntime.set_default_logger_severity(4)

# What ONNX Runtime says where it lacks a kernel or a dtype.
LACKING = (
    "NOT_IMPLEMENTED",
    "not currently registered or supported",
    "Numpy_type",
    "No corresponding Numpy type",
    "Unexpected input data type",
)


class Ran(NamedTuple):
    """The results of a model, and whether the reference gave them."""

    results: list[Any]
    by_reference: bool


def checked(model: Any) -> Any:
    """The model, which `onnx` finds valid, with its shapes and dtypes."""
    onnx.checker.check_model(model, full_check=True)
    return model


def run(model: Any, *arrays: Any) -> Ran:
    """The results of a model for arrays in the order of its inputs."""
    feeds = {x.name: _feed(a) for x, a in zip(model.graph.input, arrays, strict=True)}
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(
            model.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
        return Ran([_bytes(x) for x in session.run(None, feeds)], False)
    except Exception as error:  # ONNX Runtime's errors have no common class
        if not any(text in str(error) for text in LACKING):
            raise
    found = onnx.reference.ReferenceEvaluator(model).run(None, feeds)
    return Ran([_bytes(x) for x in found], True)


def _feed(array: Any) -> np.ndarray:
    array = np.asarray(array)
    if array.dtype.kind in "SO":
        texts = np.empty(array.shape, object)
        texts[...] = np.vectorize(lambda x: x.decode("utf-8", "replace"), otypes=[object])(array)
        return texts
    return array


def _bytes(value: Any) -> np.ndarray:
    array = np.asarray(value)
    if array.dtype.kind not in "UO":
        return array
    encoded = np.empty(array.shape, object)
    for index in np.ndindex(array.shape):
        item = array[index]
        encoded[index] = item.encode() if isinstance(item, str) else item
    return encoded


def differences(expected: Sequence[Any], ran: Ran, units: float = 64) -> list[str]:
    """What differs by more than rounding, result by result."""
    if len(expected) != len(ran.results):
        return [f"{len(ran.results)} results, expected {len(expected)}"]
    found = []
    for i, (one, other) in enumerate(zip(expected, ran.results, strict=True)):
        a, b = np.asarray(one), np.asarray(other)
        if a.dtype.kind == "S":
            a = a.astype(object)
        if (a.dtype, a.shape) != (b.dtype, b.shape):
            found.append(f"result {i}: {b.dtype}{list(b.shape)}, expected {a.dtype}{list(a.shape)}")
        elif not _same(a, b, units):
            found.append(f"result {i}: {b.ravel()[:8]!s}, expected {a.ravel()[:8]!s}")
    return found


def _same(a: np.ndarray, b: np.ndarray, units: float) -> bool:
    if a.dtype.kind in "biuOS":
        return bool(np.array_equal(a, b))
    if a.dtype.kind != "f" and "float" not in a.dtype.name:
        return bool(np.allclose(a, b, rtol=1e-5, atol=1e-5))
    most = units * float(np.finfo(a.dtype).eps) if a.dtype.kind == "f" else 0.05
    return bool(np.allclose(a.astype(np.float64), b.astype(np.float64), most, most, equal_nan=True))
