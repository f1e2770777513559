"""Values in the files of checkpoints, as ops: graphs of saved models save and restore by them."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.inference import UNKNOWN, Inferred, invalid, require_rank
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.formats.tensor_bundle import BundleReader, write_bundle
from stagelight.formats.tensor_parts import read_part
from stagelight.types.dtypes import DType, as_dtype, from_numpy


def _require_vectors(prefix: Tensor, tensor_names: Tensor, shape_and_slices: Tensor) -> None:
    require_rank(prefix, 0, "prefix")
    require_rank(tensor_names, 1, "tensor_names")
    require_rank(shape_and_slices, 1, "shape_and_slices")


def _texts(
    prefix: np.ndarray, names: np.ndarray, slices: np.ndarray, count: int
) -> tuple[str, list[str]]:
    """The prefix and the names of so many tensors."""
    if prefix.ndim or names.shape != (count,) or slices.shape != (count,):
        raise invalid(
            f"Input prefix should be a scalar tensor, and there should be {count} names and slices. "
            f"Received shapes: {list(prefix.shape)}, {list(names.shape)}, {list(slices.shape)}"
        )
    path: bytes = prefix.item()
    return path.decode(), [name.decode() for name in names.tolist()]


def _infer_save(
    prefix: Tensor, tensor_names: Tensor, shape_and_slices: Tensor, *tensors: Tensor
) -> tuple[()]:
    _require_vectors(prefix, tensor_names, shape_and_slices)
    return ()


def _save(
    xp: ModuleType, prefix: np.ndarray, names: np.ndarray, slices: np.ndarray, *tensors: np.ndarray
) -> tuple[()]:
    path, keys = _texts(prefix, names, slices, len(tensors))
    if any(slices.tolist()):
        raise errors.UnimplementedError(
            None, None, "Parts of tensors are restored, and not saved. Save whole ones."
        )
    write_bundle(
        path,
        {
            key: (from_numpy(tensor.dtype).as_datatype_enum, tensor)
            for key, tensor in zip(keys, tensors, strict=True)
        },
    )
    return ()


define(
    "SaveV2",
    "prefix: string, tensor_names: string, shape_and_slices: string, tensors: dtypes",
    "",
    {"dtypes": attr("list(type)")},
    infer=_infer_save,
    kernel=_save,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.SIDE_EFFECT,
)


def _infer_restore(
    prefix: Tensor, tensor_names: Tensor, shape_and_slices: Tensor, *, dtypes: Sequence[Any]
) -> list[Inferred]:
    _require_vectors(prefix, tensor_names, shape_and_slices)
    return [Inferred(UNKNOWN, as_dtype(dtype)) for dtype in dtypes]


def _restore(
    xp: ModuleType,
    prefix: np.ndarray,
    names: np.ndarray,
    slices: np.ndarray,
    *,
    dtypes: Sequence[Any],
) -> tuple[np.ndarray, ...]:
    path, keys = _texts(prefix, names, slices, len(dtypes))
    reader = BundleReader(path)
    restored = []
    for key, part, dtype in zip(keys, slices.tolist(), map(as_dtype, dtypes), strict=True):
        stored: DType = as_dtype(reader.dtype_number(key))
        if stored is not dtype:
            raise invalid(
                f"tensor_name = {key}; expected dtype {dtype.name} does not equal original dtype "
                f"{stored.name}"
            )
        restored.append(_part(reader.tensor(key), key, part.decode()))
    return tuple(restored)


def _part(whole: np.ndarray, key: str, text: str) -> np.ndarray:
    """The part of a tensor that text asks for."""
    if not text:
        return whole
    try:
        shape, bounds = read_part(text)
    except ValueError as error:
        raise invalid(f"can't parse tensor_slice {text!r} of {key}: {error}") from None
    if shape != whole.shape:
        raise invalid(
            f"Shape in shape_and_slice spec {list(shape)} does not match the shape stored in "
            f"checkpoint: {list(whole.shape)}"
        )
    return whole[bounds]


define(
    "RestoreV2",
    "prefix: string, tensor_names: string, shape_and_slices: string",
    "tensors: dtypes",
    {"dtypes": attr("list(type)")},
    infer=_infer_restore,
    kernel=_restore,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.SIDE_EFFECT,
)
