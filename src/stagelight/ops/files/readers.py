"""Ops on readers, behind a handle: how TensorFlow 1 reads files. The classes are in `compat.v1`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np

from stagelight.core.arrays import as_bytes
from stagelight.core.inference import SCALAR, Inferred, invalid, require_rank, shape_text
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.logs import get_logger
from stagelight.ops.files.reader_values import (
    FixedLengthRecordReader,
    IdentityReader,
    Reader,
    TextLineReader,
    TFRecordReader,
    WholeFileReader,
)
from stagelight.ops.resources.queues import queue_of
from stagelight.ops.resources.resource_variables import shared_handle
from stagelight.ops.strings.string_arrays import filled
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape


def _reader_of(handle: Any) -> Reader:
    """What the array of a reader's handle holds."""
    reader: Reader = handle[()]
    return reader


# By which the session keeps a reader.
_NAMED = MappingProxyType({"container": "", "shared_name": ""})


def _define_reader(
    name: str, make: Callable[..., Reader], attrs: Mapping[str, Any] = _NAMED
) -> None:
    """Defines the op of a kind of readers."""

    def kernel(
        xp: ModuleType, *, container: str = "", shared_name: str = "", **told: Any
    ) -> np.ndarray:
        of = partial(make, shared_name, **told)
        return shared_handle(name, shared_name, of)

    define(
        name,
        "",
        "reader_handle: resource",
        dict(attrs),
        infer=lambda **_: Inferred(SCALAR, dtypes.resource),
        kernel=kernel,
        differentiable=False,
        traits=Trait.HOST_ONLY | Trait.RANDOM,
    )


def _text_lines(name: str, skip_header_lines: int = 0) -> Reader:
    return TextLineReader(name, skip_header_lines)


def _tf_records(name: str, compression_type: str = "") -> Reader:
    if compression_type not in ("", "GZIP", "ZLIB", "SNAPPY"):
        get_logger().warning(
            "Unsupported compression_type: %s. No compression will be used.", compression_type
        )
        compression_type = ""
    return TFRecordReader(name, compression_type)


def _fixed_length(
    name: str,
    *,
    record_bytes: int,
    header_bytes: int = 0,
    footer_bytes: int = 0,
    hop_bytes: int = 0,
    encoding: str = "",
) -> Reader:
    compression = encoding if encoding in ("GZIP", "ZLIB") else ""
    return FixedLengthRecordReader(
        name, header_bytes, record_bytes, footer_bytes, hop_bytes, compression
    )


_define_reader("WholeFileReaderV2", WholeFileReader)
_define_reader("IdentityReaderV2", IdentityReader)
_define_reader("TextLineReaderV2", _text_lines, {"skip_header_lines": 0, **_NAMED})
_define_reader("TFRecordReaderV2", _tf_records, {**_NAMED, "compression_type": ""})
_define_reader(
    "FixedLengthRecordReaderV2",
    _fixed_length,
    {
        "header_bytes": 0,
        "record_bytes": attr("int"),
        "footer_bytes": 0,
        "hop_bytes": 0,
        **_NAMED,
        "encoding": "",
    },
)

# ---------------------------------------------------------------------------- reading


def _read(xp: ModuleType, reader: Any, queue: Any) -> tuple[np.ndarray, ...]:
    records = _reader_of(reader).read(queue_of(queue), 1)
    return tuple(filled(part, ()) for part in zip(*records, strict=True))


def _read_up_to(
    xp: ModuleType, reader: Any, queue: Any, num_records: np.ndarray
) -> tuple[np.ndarray, ...]:
    count = int(num_records)
    if count < 0:
        raise invalid(f"num_records must not be negative. Received: {count}")
    records = _reader_of(reader).read(queue_of(queue), count)
    keys, values = zip(*records, strict=True) if records else ((), ())
    return filled(keys, (len(keys),)), filled(values, (len(values),))


def _infer_read(reader: Tensor, queue: Tensor) -> list[Inferred]:
    return [Inferred(SCALAR, dtypes.string)] * 2


def _infer_read_up_to(reader: Tensor, queue: Tensor, num_records: Tensor) -> list[Inferred]:
    require_rank(num_records, 0, "num_records")
    return [Inferred(TensorShape([None]), dtypes.string)] * 2


define(
    "ReaderReadV2",
    "reader_handle: resource, queue_handle: resource",
    "key: string, value: string",
    infer=_infer_read,
    kernel=_read,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.WRITES,
)
define(
    "ReaderReadUpToV2",
    "reader_handle: resource, queue_handle: resource, num_records: int64",
    "keys: string, values: string",
    infer=_infer_read_up_to,
    kernel=_read_up_to,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.WRITES,
)

# ---------------------------------------------------------------------------- about it


def _define_count(name: str, output: str, count: Callable[[Reader], int]) -> None:
    define(
        name,
        "reader_handle: resource",
        f"{output}: int64",
        infer=lambda reader: Inferred(SCALAR, dtypes.int64),
        kernel=lambda xp, reader: np.asarray(count(_reader_of(reader)), np.int64),
        differentiable=False,
        traits=Trait.HOST_ONLY | Trait.READS,
    )


_define_count("ReaderNumRecordsProducedV2", "records_produced", lambda x: x.records_produced)
_define_count("ReaderNumWorkUnitsCompletedV2", "units_completed", lambda x: x.work_units_completed)


def _restore(xp: ModuleType, reader: Any, state: np.ndarray) -> tuple[()]:
    if state.ndim:
        raise invalid(f"Reader state must be scalar, but had shape: {shape_text(state.shape)}")
    _reader_of(reader).restore(as_bytes(state.item()))
    return ()


def _infer_restore(reader: Tensor, state: Tensor) -> tuple[()]:
    require_rank(state, 0, "state")
    return ()


def _reset(xp: ModuleType, reader: Any) -> tuple[()]:
    _reader_of(reader).reset()
    return ()


define(
    "ReaderSerializeStateV2",
    "reader_handle: resource",
    "state: string",
    infer=lambda reader: Inferred(SCALAR, dtypes.string),
    kernel=lambda xp, reader: filled([_reader_of(reader).state()], ()),
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.READS,
)
define(
    "ReaderRestoreStateV2",
    "reader_handle: resource, state: string",
    "",
    infer=_infer_restore,
    kernel=_restore,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.WRITES,
)
define(
    "ReaderResetV2",
    "reader_handle: resource",
    "",
    infer=lambda reader: (),
    kernel=_reset,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.WRITES,
)
