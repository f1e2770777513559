"""Datasets of what stands in files: lines, TFRecords, records of one length."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import invalid
from stagelight.core.op_def import Trait, attr
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.data.blocks import RowIterators
from stagelight.data.checked_records import Piece, read_pieces, scalars_of_records
from stagelight.data.dataset import Dataset, dataset_of, variant_scalar
from stagelight.data.elements import in_variant
from stagelight.data.file_elements import FileStrings, StringColumn
from stagelight.formats.files import ByteStream, text_of
from stagelight.logs import get_logger
from stagelight.ops.strings.string_arrays import filled
from stagelight.public import public
from stagelight.types.dtypes import int64, string
from stagelight.types.specs import TensorSpec

_CHUNK = 1 << 20


def path_of(path: Any) -> str:
    """The path among the inputs of a kernel, a string of rank 0."""
    return text_of(np.asarray(path).item())


def paths_of(filenames: Any) -> list[bytes]:
    """The paths among the inputs of a kernel, a string or vector of strings."""
    array = np.asarray(filenames)
    if array.ndim > 1:
        raise invalid("`filenames` must be a scalar or a vector.")
    return list(array.reshape(-1))


def compression_of(compression_type: Any) -> str:
    """The compression type among the inputs of a kernel."""
    kind = np.asarray(compression_type).item().decode()
    if kind not in ("", "GZIP", "ZLIB"):
        get_logger().warning("Unsupported compression_type: %s. No compression will be used.", kind)
        return ""
    return kind


# ---------------------------------------------------------------------------- lines


def _lines(path: bytes, compression: str, position: int) -> Iterator[Piece]:
    with ByteStream(path, compression, position) as stream:
        rest, at = b"", position
        while data := stream.read(_CHUNK):
            *lines, rest = (rest + data).split(b"\n")
            if lines:
                ends = at + np.cumsum([len(line) + 1 for line in lines])
                at = int(ends[-1])
                yield filled([line.removesuffix(b"\r") for line in lines], ends.shape), ends
        if rest:
            yield filled([rest.removesuffix(b"\r")], (1,)), np.array([at + len(rest)])


def _text_lines(
    xp: ModuleType, filenames: Any, compression_type: Any, *_: Any, **__: Any
) -> np.ndarray:
    kind = compression_of(compression_type)
    return in_variant(FileStrings(paths_of(filenames), lambda path, at: _lines(path, kind, at)))


define(
    "TextLineDataset",
    "filenames: string, compression_type: string, buffer_size: int64",
    "handle: variant",
    {"metadata": attr("string", "")},
    infer=variant_scalar,
    kernel=_text_lines,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.RANDOM,
)


def of_files(filenames: Any, read: Callable[[Tensor], Dataset], num_parallel_reads: Any) -> Dataset:
    """The dataset of what `read` gives for file names, of some files in turns if that is asked for.

    Raises:
        TypeError: the file names are no strings, vectors of them, or dataset of strings.
    """
    if isinstance(filenames, Dataset):
        files: Any = filenames
        if files.element_spec.dtype is not string:
            raise TypeError(
                "The `filenames` argument must contain `tf.string` elements. Got "
                f"`{files.element_spec.dtype!r}` elements."
            )
        if files.element_spec.shape.rank:
            files = files.unbatch()
    else:
        tensor = convert_to_tensor(_as_texts(filenames))
        if tensor.dtype is not string:
            raise TypeError(
                "The `filenames` argument must contain `tf.string` elements. Got "
                f"`{tensor.dtype!r}` elements."
            )
        if num_parallel_reads is None:
            return read(raw.Reshape(tensor, [-1]))
        files = Dataset.from_tensor_slices(raw.Reshape(tensor, [-1]))  # type: ignore[attr-defined]
    if num_parallel_reads is None:
        return files.flat_map(read)
    return files.interleave(
        read, cycle_length=num_parallel_reads, num_parallel_calls=num_parallel_reads
    )


def _as_texts(filenames: Any) -> Any:
    """File names with paths of `pathlib` as strings; no names are a vector of no strings."""
    if isinstance(filenames, (list, tuple)):
        return [_as_texts(name) for name in filenames] or np.zeros(0, object)
    return filenames.__fspath__() if hasattr(filenames, "__fspath__") else filenames


def read_options(compression_type: Any, buffer_size: Any) -> list[Tensor]:
    """The inputs of reading ops that say how: "" and 0 leave it to them."""
    return [
        convert_to_tensor("" if compression_type is None else compression_type, string),
        convert_to_tensor(0 if buffer_size is None else buffer_size, int64),
    ]


_LINE = TensorSpec([], string)


@public("data.TextLineDataset")
class TextLineDataset(Dataset):
    """The lines of text files, as strings without their ends.

    Args:
        filenames: a name, a vector of names, or a dataset of them.
        compression_type: "", "GZIP" or "ZLIB".
        buffer_size: a hint.
        num_parallel_reads: of how many files lines are taken in turns; None takes file after file.
        name: name of the operation.

    Raises:
        TypeError: the names are no strings.
        NotFoundError: while iterating, when there is no such file.
        DataLossError: while iterating, when compressed data is damaged.

    >>> with open("/tmp/lines.txt", "w") as file:
    ...     _ = file.write("first\\nsecond\\n")
    >>> [line.numpy() for line in tf.data.TextLineDataset("/tmp/lines.txt")]
    [b'first', b'second']
    """

    def __init__(
        self,
        filenames: Any,
        compression_type: Any = None,
        buffer_size: Any = None,
        num_parallel_reads: Any = None,
        name: str | None = None,
    ) -> None:
        options = read_options(compression_type, buffer_size)
        self._become(
            of_files(
                filenames,
                lambda paths: dataset_of("TextLineDataset", [paths, *options], _LINE),
                num_parallel_reads,
            ),
            "TextLineDatasetV2",
        )


# ---------------------------------------------------------------------------- TFRecords


class _RecordColumn(StringColumn):
    """A block of records, which may be many and short."""

    __slots__ = ()

    def read(self) -> tuple[RowIterators, Iterator[Any]]:
        """The array without axes of each record."""
        records = iter(self.arrays[0].tolist())
        return (scalars_of_records(records),), records


class _Records(FileStrings):
    column = _RecordColumn


def _records(
    xp: ModuleType,
    filenames: Any,
    compression_type: Any,
    buffer_size: Any,
    byte_offsets: Any = (),
    **_: Any,
) -> np.ndarray:
    kind, paths = compression_of(compression_type), paths_of(filenames)
    offsets = np.asarray(byte_offsets).reshape(-1).tolist()
    if offsets and len(offsets) != len(paths):
        raise invalid("`byte_offsets` must be of same size as `filenames`")
    return in_variant(
        _Records(paths, lambda path, at: read_pieces(path, kind, at), offsets or None)
    )


for _name, _more_inputs in (
    ("TFRecordDataset", ""),
    ("TFRecordDatasetV2", ", byte_offsets: int64"),
):
    define(
        _name,
        f"filenames: string, compression_type: string, buffer_size: int64{_more_inputs}",
        "handle: variant",
        {"metadata": attr("string", "")},
        infer=variant_scalar,
        kernel=_records,
        differentiable=False,
        traits=Trait.HOST_ONLY | Trait.RANDOM,
    )


@public("data.TFRecordDataset")
class TFRecordDataset(Dataset):
    """The records of TFRecord files, as strings. Their checksums are compared.

    Args:
        filenames: a name, a vector of names, or a dataset of them.
        compression_type: "", "GZIP" or "ZLIB".
        buffer_size: a hint.
        num_parallel_reads: of how many files records are taken in turns; None takes file after file.
        name: name of the operation.

    Raises:
        TypeError: the names are no strings.
        NotFoundError: while iterating, when there is no such file.
        DataLossError: while iterating, when a file is damaged or ends within a record; the message has
            the file and the position.

    >>> with tf.io.TFRecordWriter("/tmp/some.tfrecord") as writer:
    ...     writer.write(b"first")
    ...     writer.write(b"second")
    >>> [record.numpy() for record in tf.data.TFRecordDataset("/tmp/some.tfrecord")]
    [b'first', b'second']
    """

    def __init__(
        self,
        filenames: Any,
        compression_type: Any = None,
        buffer_size: Any = None,
        num_parallel_reads: Any = None,
        name: str | None = None,
    ) -> None:
        options = read_options(compression_type, buffer_size)
        self._become(
            of_files(
                filenames,
                lambda paths: dataset_of("TFRecordDataset", [paths, *options], _LINE),
                num_parallel_reads,
            ),
            "TFRecordDatasetV2",
        )


# ---------------------------------------------------------------------------- records of one length


def _parts(
    path: bytes, header: int, size: int, footer: int, compression: str, position: int
) -> Iterator[Piece]:
    with ByteStream(path, compression, max(position, header)) as stream:
        if not compression:  # TF: asked before the first record is read.
            length = os.path.getsize(path) - header - footer
            _check_body(path, length, header, size, footer, compression)
        per_chunk = max(1, _CHUNK // size) * size
        rest, at = b"", max(position, header)
        while data := stream.read(per_chunk):
            rest += data
            count = max(0, len(rest) - footer) // size
            if count:
                # NumPy makes the objects.
                records = np.frombuffer(rest, f"V{size}", count).astype(object)
                yield records, np.arange(1, count + 1) * size + at
            at += count * size
            rest = rest[count * size :]
        if len(rest) != footer:
            _check_body(path, at + len(rest) - header - footer, header, size, footer, compression)


def _check_body(
    path: bytes, length: int, header: int, size: int, footer: int, compression: str
) -> None:
    """Refuses a file whose records, which have a length together, are not all of one size."""
    if length >= 0 and length % size == 0:
        return
    kind = errors.DataLossError if compression else errors.InvalidArgumentError
    raise kind(
        None,
        None,
        f"Excluding the header ({header} bytes) and footer ({footer} bytes), input file "
        f'"{os.fsdecode(path)}" has body length {length} bytes, which is not an exact multiple of the '
        f"record length ({size} bytes).",
    )


def _fixed(
    xp: ModuleType,
    filenames: Any,
    header_bytes: Any,
    record_bytes: Any,
    footer_bytes: Any,
    buffer_size: Any,
    compression_type: Any,
    **_: Any,
) -> np.ndarray:
    header, size, footer = int(header_bytes), int(record_bytes), int(footer_bytes)
    for value, what, least in ((header, "header", 0), (size, "record", 1), (footer, "footer", 0)):
        if value < least:
            raise invalid(f"`{what}_bytes` must be {'> 0' if least else '>= 0'}. Received: {value}")
    kind = compression_of(compression_type)
    return in_variant(
        FileStrings(
            paths_of(filenames), lambda path, at: _parts(path, header, size, footer, kind, at)
        )
    )


define(
    "FixedLengthRecordDatasetV2",
    "filenames: string, header_bytes: int64, record_bytes: int64, footer_bytes: int64, "
    "buffer_size: int64, compression_type: string",
    "handle: variant",
    {"metadata": attr("string", "")},
    infer=variant_scalar,
    kernel=_fixed,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.RANDOM,
)


@public("data.FixedLengthRecordDataset")
class FixedLengthRecordDataset(Dataset):
    """The bytes of files in records of one length, as strings.

    Args:
        filenames: a name, a vector of names, or a dataset of them.
        record_bytes: the length of a record.
        header_bytes: how many bytes of a file stand before its first record; 0 if None.
        footer_bytes: how many stand behind its last one; 0 if None.
        buffer_size: a hint.
        compression_type: "", "GZIP" or "ZLIB".
        num_parallel_reads: of how many files records are taken in turns; None takes file after file.
        name: name of the operation.

    Raises:
        TypeError: the names are no strings.
        InvalidArgumentError: while iterating, when a number is out of range, or a file is not of whole
            records.

    >>> with open("/tmp/records.bin", "wb") as file:
    ...     _ = file.write(b"abcdef")
    >>> [record.numpy() for record in tf.data.FixedLengthRecordDataset("/tmp/records.bin", 2)]
    [b'ab', b'cd', b'ef']
    """

    def __init__(
        self,
        filenames: Any,
        record_bytes: Any,
        header_bytes: Any = None,
        footer_bytes: Any = None,
        buffer_size: Any = None,
        compression_type: Any = None,
        num_parallel_reads: Any = None,
        name: str | None = None,
    ) -> None:
        numbers = [
            convert_to_tensor(0 if value is None else value, int64)
            for value in (header_bytes, record_bytes, footer_bytes)
        ]
        kind, size = read_options(compression_type, buffer_size)

        def read(paths: Tensor) -> Dataset:
            inputs = [paths, *numbers, size, kind]
            return dataset_of("FixedLengthRecordDatasetV2", inputs, _LINE)

        self._become(of_files(filenames, read, num_parallel_reads), "FixedLengthRecordDatasetV2")
