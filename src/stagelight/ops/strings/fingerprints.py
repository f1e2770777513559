"""`tf.fingerprint`: eight bytes that stand for each row of a tensor."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import Inferred, constant_value, invalid, shape_text
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.strings.hashes import fingerprint64
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

_BYTES = 8


def _infer(data: Tensor, method: Tensor) -> Inferred:
    if data.shape.rank == 0:
        raise invalid(f"`data` should have at least one dimension: {shape_text(data.shape)}")
    if method.shape.rank not in (0, None):
        raise invalid(f"`method` should be a scalar string: {shape_text(method.shape)}")
    known = constant_value(method)
    if known is not None:
        _require_method(known)
    rows = data.shape[0] if data.shape.rank else None
    return Inferred(TensorShape([rows, _BYTES]), dtypes.uint8)


def _require_method(method: np.ndarray) -> None:
    if method.ndim:
        raise invalid(f"`method` should be a scalar string: {shape_text(method.shape)}")
    name = method.item()
    if name != b"farmhash64":
        raise invalid(f"Unsupported fingerprint method: {name.decode(errors='replace')}")


def _hashes(texts: list[bytes]) -> np.ndarray:
    return np.array([fingerprint64(text) for text in texts], "<u8")


def _fingerprint(xp: ModuleType, data: np.ndarray, method: np.ndarray) -> np.ndarray:
    if not data.ndim:
        raise invalid("`data` should have at least one dimension: []")
    _require_method(method)
    width = data.size // len(data) if len(data) else 0
    rows = data.reshape(len(data), width)
    if rows.dtype.hasobject:
        rows = _hashes(rows.ravel().tolist()).reshape(rows.shape)
        if width == 1:  # TF: the hash of a single string is not hashed again.
            return rows.view(np.uint8)
    little = rows.astype(rows.dtype.newbyteorder("<"), copy=False)
    found = _hashes([row.tobytes() for row in little])
    return found.view(np.uint8).reshape(len(data), _BYTES)


define(
    "Fingerprint",
    "data: T, method: string",
    "fingerprint: uint8",
    {"T": types()},
    infer=_infer,
    kernel=_fingerprint,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("fingerprint")
def fingerprint(data: Any, method: Any = "farmhash64", name: str | None = None) -> Tensor:
    """Eight bytes for each row: equal rows have equal ones, others very likely not.

    It is the Fingerprint64 of FarmHash (Google, 2014) of the row's bytes, or of the strings' own
    fingerprints, with the lowest byte first.

    Args:
        data: tensor of rank 1 or more.
        method: "farmhash64".
        name: name of the operation.

    Returns:
        uint8 tensor of shape `[rows, 8]`.

    Raises:
        InvalidArgumentError: `data` is a scalar, or the method is not known.

    >>> tf.fingerprint(tf.constant(["abc"])).numpy()
    array([[105, 243, 231, 116, 160, 179, 165,  36]], dtype=uint8)
    """
    return raw.Fingerprint(data, method, name=name)
