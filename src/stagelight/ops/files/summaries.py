"""Ops on event files: they write what a program tells of itself, when the graph runs.

`tf.summary` has the public functions.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.arrays import as_bytes
from stagelight.core.inference import SCALAR, Inferred, invalid, require_rank
from stagelight.core.op_def import Trait, types
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.formats import schema
from stagelight.formats.event_files import EventFile
from stagelight.formats.tensor_proto import from_array
from stagelight.ops.files.summary_messages import metadata_of
from stagelight.ops.resources.resource_variables import make_handle
from stagelight.types import dtypes


class SummaryWriterResource:
    """What the handle of a writer leads to: an event file, made by `CreateSummaryFileWriter`."""

    def __init__(self) -> None:
        self.file: EventFile | None = None
        self.handle_data = None


def _file_of(handle: Any) -> EventFile:
    resource: SummaryWriterResource = handle[()]
    if resource.file is None:
        raise errors.FailedPreconditionError(None, None, "The summary writer has no file.")
    return resource.file


def _text(array: Any) -> str:
    return as_bytes(array[()]).decode()


def _proto(tensor: np.ndarray) -> Any:
    return from_array(tensor, dtypes.from_numpy(tensor.dtype).as_datatype_enum)


def _writer(xp: ModuleType, **_: Any) -> np.ndarray:
    return make_handle(SummaryWriterResource())._array


define(
    "SummaryWriter",
    "",
    "writer: resource",
    {"shared_name": "", "container": ""},
    infer=lambda **_: Inferred(SCALAR, dtypes.resource),
    kernel=_writer,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.RANDOM,
)


def _create(
    xp: ModuleType, writer: Any, logdir: Any, max_queue: Any, flush_millis: Any, suffix: Any
) -> tuple[()]:
    resource: SummaryWriterResource = writer[()]
    if resource.file is None:
        seconds = int(flush_millis) / 1000
        resource.file = EventFile(_text(logdir), int(max_queue), seconds, _text(suffix))
    return ()


def _write(
    xp: ModuleType, writer: Any, step: Any, tensor: np.ndarray, tag: Any, summary_metadata: Any,
    **_: Any,
) -> tuple[()]:  # fmt: skip
    metadata = metadata_of(as_bytes(summary_metadata[()]))
    value = schema.Summary.Value(tag=_text(tag), tensor=_proto(tensor), metadata=metadata)
    if not summary_metadata[()]:
        value.ClearField("metadata")
    event = schema.Event(step=int(step), summary=schema.Summary(value=[value]))
    _file_of(writer).add(event)
    return ()


def _write_raw(xp: ModuleType, writer: Any, step: Any, tensor: Any) -> tuple[()]:
    summary = schema.Summary()
    try:
        for message in np.ravel(tensor):
            summary.MergeFromString(as_bytes(message))
    except Exception as error:  # Protobuf's implementations raise different classes.
        raise errors.DataLossError(
            None, None, f"Bad tf.compat.v1.Summary binary proto tensor string. {error}"
        ) from error
    _file_of(writer).add(schema.Event(step=int(step), summary=summary))
    return ()


def _write_graph(xp: ModuleType, writer: Any, step: Any, tensor: Any) -> tuple[()]:
    _file_of(writer).add(schema.Event(step=int(step), graph_def=as_bytes(tensor[()])))
    return ()


def _flush(xp: ModuleType, writer: Any) -> tuple[()]:
    _file_of(writer).flush()
    return ()


def _close(xp: ModuleType, writer: Any) -> tuple[()]:
    _file_of(writer).close()
    return ()


def _infer(*inputs: Tensor, **_: Any) -> tuple[()]:
    return ()


def _infer_write(
    writer: Tensor, step: Tensor, tensor: Tensor, tag: Tensor, summary_metadata: Tensor, **_: Any
) -> tuple[()]:
    for value, what in ((step, "step"), (tag, "tag"), (summary_metadata, "summary_metadata")):
        require_rank(value, 0, what)
    if tensor.dtype in (dtypes.resource, dtypes.variant):
        raise invalid(f"A summary has no values of dtype {tensor.dtype.name}.")
    return ()


for _name, _inputs, _attrs, _rule, _kernel in (
    (
        "CreateSummaryFileWriter",
        "writer: resource, logdir: string, max_queue: int32, flush_millis: int32, "
        "filename_suffix: string",
        {},
        _infer,
        _create,
    ),
    (
        "WriteSummary",
        "writer: resource, step: int64, tensor: T, tag: string, summary_metadata: string",
        {"T": types()},
        _infer_write,
        _write,
    ),
    (
        "WriteRawProtoSummary",
        "writer: resource, step: int64, tensor: string",
        {},
        _infer,
        _write_raw,
    ),
    (
        "WriteGraphSummary",
        "writer: resource, step: int64, tensor: string",
        {},
        _infer,
        _write_graph,
    ),
    ("FlushSummaryWriter", "writer: resource", {}, _infer, _flush),
    ("CloseSummaryWriter", "writer: resource", {}, _infer, _close),
):
    define(
        _name,
        _inputs,
        "",
        _attrs,
        infer=_rule,
        kernel=_kernel,
        differentiable=False,
        traits=Trait.SIDE_EFFECT | Trait.HOST_ONLY,
    )
