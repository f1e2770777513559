"""Values in the files of checkpoints, as ops: graphs of saved models save and restore by them."""

from __future__ import annotations

import contextlib
import glob
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.inference import (
    SCALAR,
    UNKNOWN,
    Inferred,
    invalid,
    require_rank,
    shape_text,
)
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.formats.tensor_bundle import BundleReader, index_file, write_bundle
from stagelight.formats.tensor_parts import read_part
from stagelight.types.dtypes import DType, as_dtype, from_numpy, string


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
    parts: dict[str, list[tuple[str, np.ndarray]]] = {}
    for key, part, tensor in zip(keys, slices.tolist(), tensors, strict=True):
        parts.setdefault(key, []).append((part.decode(), tensor))
    whole = {key: _joined(key, given) for key, given in parts.items()}
    stored = {key: (from_numpy(x.dtype).as_datatype_enum, x) for key, x in whole.items()}
    write_bundle(path, stored)
    return ()


def _joined(key: str, parts: Sequence[tuple[str, np.ndarray]]) -> np.ndarray:
    """A tensor of its parts: it is stored as a whole, of which parts are restored too."""
    if len(parts) == 1 and not parts[0][0]:
        return parts[0][1]
    found: np.ndarray | None = None
    filled = 0
    for text, tensor in parts:
        shape, bounds = _part_of(text, key)
        if found is None:
            found = np.empty(shape, tensor.dtype)
        if found.shape != shape or found[bounds].shape != tensor.shape:
            raise invalid(
                f"Slice spec {text!r} of {key} does not match the tensor's shape {list(tensor.shape)}"
            )
        found[bounds] = tensor
        filled += tensor.size
    if found is None or filled != found.size:
        raise errors.UnimplementedError(
            None, None, f"The parts of {key} that one operation saves must be all of it."
        )
    return found


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


def _part_of(text: str, key: str) -> tuple[tuple[int, ...], tuple[slice, ...]]:
    """The shape of the whole, and the part of it, that text tells of."""
    try:
        return read_part(text)
    except ValueError as error:
        raise invalid(f"can't parse tensor_slice {text!r} of {key}: {error}") from None


def _part(whole: np.ndarray, key: str, text: str) -> np.ndarray:
    """The part of a tensor that text asks for."""
    if not text:
        return whole
    shape, bounds = _part_of(text, key)
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


# ---------------------------------------------------------------------------- files of several writers


def _require_scalars(*tensors: Tensor) -> Inferred:
    for tensor in tensors:
        require_rank(tensor, 0, "input")
    return Inferred(SCALAR, string)


def _scalars(arrays: dict[str, np.ndarray]) -> list[Any]:
    for name, array in arrays.items():
        if array.ndim:
            raise invalid(f"{name} must be a scalar, got shape {shape_text(array.shape)}")
    return [array.item() for array in arrays.values()]


def _sharded_name(
    xp: ModuleType, basename: np.ndarray, shard: np.ndarray, num_shards: np.ndarray
) -> np.ndarray:
    arrays = {"basename": basename, "shard": shard, "num_shards": num_shards}
    name, number, count = _scalars(arrays)
    return np.asarray(name + b"-%05d-of-%05d" % (number, count), object)


define(
    "ShardedFilename",
    "basename: string, shard: int32, num_shards: int32",
    "filename: string",
    infer=_require_scalars,
    kernel=_sharded_name,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def _sharded_pattern(xp: ModuleType, basename: np.ndarray, num_shards: np.ndarray) -> np.ndarray:
    name, count = _scalars({"basename": basename, "num_shards": num_shards})
    return np.asarray(name + b"-?????-of-%05d" % count, object)


define(
    "ShardedFilespec",
    "basename: string, num_shards: int32",
    "filename: string",
    infer=_require_scalars,
    kernel=_sharded_pattern,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def _infer_merge(checkpoint_prefixes: Tensor, destination_prefix: Tensor, **_: Any) -> tuple[()]:
    require_rank(checkpoint_prefixes, 1, "checkpoint_prefixes")
    require_rank(destination_prefix, 0, "destination_prefix")
    return ()


def _merge(
    xp: ModuleType,
    checkpoint_prefixes: np.ndarray,
    destination_prefix: np.ndarray,
    *,
    delete_old_dirs: bool = True,
    allow_missing_files: bool = False,
) -> tuple[()]:
    if checkpoint_prefixes.ndim != 1 or destination_prefix.ndim:
        raise invalid(
            "Input checkpoint_prefixes should be a vector, and destination_prefix a scalar. Received "
            f"shapes: {shape_text(checkpoint_prefixes.shape)}, {shape_text(destination_prefix.shape)}"
        )
    prefixes = [prefix.decode() for prefix in checkpoint_prefixes.tolist()]
    target: str = destination_prefix.item().decode()
    there = [prefix for prefix in prefixes if index_file(prefix).exists()]
    missing = sorted({*prefixes} - {*there})
    if missing and not allow_missing_files:
        raise invalid(f"allow_missing_files was set to false and {missing} did not exist.")
    if not there:
        raise invalid("At least one prefix checkpoint file must exist, but none existed.")
    merged: dict[str, tuple[int, np.ndarray]] = {}
    for prefix in there:
        reader = BundleReader(prefix)
        for key in reader.all_keys():
            if key in merged:
                raise invalid(f"Duplicate tensor keyed by {key} encountered, when merging {prefix}")
            merged[key] = reader.dtype_number(key), reader.tensor(key)
    write_bundle(target, merged)
    for prefix in there:
        if prefix != target:
            _delete(prefix, with_folder=delete_old_dirs)
    return ()


def _delete(prefix: str, with_folder: bool) -> None:
    """Deletes a bundle, and its folder if nothing else is in it."""
    path = Path(prefix)
    for file in (index_file(prefix), *path.parent.glob(f"{glob.escape(path.name)}.data-*-of-*")):
        file.unlink(missing_ok=True)
    if with_folder:
        with contextlib.suppress(OSError):
            path.parent.rmdir()


define(
    "MergeV2Checkpoints",
    "checkpoint_prefixes: string, destination_prefix: string",
    "",
    {"delete_old_dirs": True, "allow_missing_files": False},
    infer=_infer_merge,
    kernel=_merge,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.SIDE_EFFECT,
)
