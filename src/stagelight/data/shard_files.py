"""The files of saved datasets and snapshots, in TensorFlow's format.

    FOLDER/snapshot.metadata                      which run of writing is complete
    FOLDER/RUN/00000000.shard/00000000.snapshot   TFRecords: the components of the elements of a shard
    FOLDER/RUN/00000001.shard/...

A run that does not come to its end leaves no metadata, so what was there before stays what is read. It is
written aside: what a process leaves that is killed, the next one that writes takes away. TensorFlow leaves
it there. The files of a shard may be several, by the places where their writer was saved; ours are one.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from stagelight import errors
from stagelight.core.inference import invalid
from stagelight.data.blocks import Components
from stagelight.data.component_bytes import STORED, bytes_of, element_records
from stagelight.data.elements import Listed, in_variant
from stagelight.data.file_elements import FileElements
from stagelight.formats import schema
from stagelight.formats.atomic_files import (
    held,
    path_aside,
    remove_leftovers,
    replaced,
    sync_folder,
)
from stagelight.formats.files import compressor_of, read_whole, told_as_op_errors
from stagelight.formats.record_files import framed
from stagelight.types.dtypes import DType, from_numpy
from stagelight.types.shapes import TensorShape

METADATA = "snapshot.metadata"
_VERSION = 2
_SHARD, _PART = ".shard", ".snapshot"


def compression_of(kind: str) -> str:
    """The compression that an op's attr asks for. TF: what it does not know is none."""
    return kind if kind in ("GZIP", "SNAPPY") else ""


# ---------------------------------------------------------------------------- writing


class RunWriter:
    """Writes the elements of one run, each into its shard; a context that abandons the run on an error.

    The shards are removed then, unless the run is to be resumed: that has its name from the beginning.

    Args:
        folder: the folder of the dataset.
        dtypes: those of an element's components.
        compression: "", "GZIP" or "SNAPPY".
        is_resumable: whether each element is in the system's hands when `write` returns, so that `resumed`
            can go on from there in another process.
    """

    def __init__(
        self,
        folder: str,
        dtypes: Sequence[DType],
        compression: str,
        is_resumable: bool = False,
        run_id: str = "",
    ) -> None:
        self.run_id = run_id or str(secrets.randbits(64))
        self._folder = Path(folder)
        self._named = self._folder / self.run_id
        self._run = self._named if is_resumable else path_aside(self._folder, f".{self.run_id}")
        self._held = ExitStack()
        self._dtypes = dtypes
        self._compression = compression
        self._is_resumable = is_resumable
        self._shards: dict[int, _ShardWriter] = {}
        self._count = 0
        with told_as_op_errors(self._run):
            self._run.mkdir(parents=True, exist_ok=True)
            remove_leftovers(self._folder)
            if not is_resumable:
                self._held.enter_context(held(self._run))

    def resumed(self, counts: dict[int, int]) -> None:
        """Keeps the first elements of each shard that another writer has left, as many as `counts` says."""
        for shard, count in counts.items():
            path = self._path(shard)
            aside = path.with_name(path.name + ".before")
            with told_as_op_errors(path):
                os.replace(path, aside)
            width = len(self._dtypes)
            kept = element_records(os.fsencode(aside), self._compression, width, is_whole=False)
            for _, (element, _) in zip(range(count), kept, strict=False):
                self.write(shard, element)
            os.unlink(aside)

    def _path(self, shard: int) -> Path:
        # TF: a negative number is taken for one of 64 bits without a sign.
        return self._run / f"{shard % 2**64:08d}{_SHARD}" / f"{0:08d}{_PART}"

    def write(self, shard: int, element: Components) -> None:
        """Adds an element to a shard."""
        found = self._shards.get(shard)
        if found is None:
            found = self._shards[shard] = _ShardWriter(self._path(shard), self._compression)
        found.write(element, self._is_resumable)
        self._count += 1

    def finish(self, fingerprint: str = "") -> None:
        """Closes the shards, and says in the metadata that the run is complete."""
        for writer in self._shards.values():
            writer.close()
        sync_folder(self._run)
        with told_as_op_errors(self._named):
            os.replace(self._run, self._named)
            self._run = self._named
        metadata = schema.SnapshotMetadataRecord(
            graph_hash=fingerprint,
            run_id=self.run_id,
            creation_timestamp=time.time_ns() // 1000,
            version=_VERSION,
            dtype=[dtype.as_datatype_enum for dtype in self._dtypes],
            num_elements=self._count,
            finalized=True,
        )
        path = self._folder / METADATA
        with told_as_op_errors(path), replaced(path) as file:
            file.write(metadata.SerializeToString())

    def __enter__(self) -> RunWriter:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        self._held.close()
        if error is None:
            return
        for writer in self._shards.values():
            writer.drop()
        if not self._is_resumable:
            shutil.rmtree(self._run, ignore_errors=True)


class _ShardWriter:
    def __init__(self, path: Path, compression: str) -> None:
        self._path = path
        self._compressor = compressor_of(compression)
        with told_as_op_errors(path):
            path.parent.mkdir(exist_ok=True)
            self._file: BinaryIO = open(path, "wb")  # noqa: SIM115 - closed by `close`

    def write(self, element: Components, is_flushed: bool) -> None:
        data = b"".join([framed(bytes_of(part)) for part in element])
        with told_as_op_errors(self._path):
            if self._compressor is None:
                self._file.write(data)
            else:
                self._file.write(self._compressor.compress(data))
                if is_flushed:
                    self._file.write(self._compressor.flush(zlib.Z_SYNC_FLUSH))
            if is_flushed:
                self._file.flush()

    def close(self) -> None:
        with told_as_op_errors(self._path):
            if self._compressor is not None:
                self._file.write(self._compressor.flush())
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()

    def drop(self) -> None:
        self._file.close()


# ---------------------------------------------------------------------------- reading


@dataclass(frozen=True)
class CompleteRun:
    """A run that came to its end."""

    folder: Path
    size: int

    def shards(self, width: int, compression: str) -> np.ndarray:
        """A variant that holds the shards: a dataset of datasets."""
        folders = sorted(self.folder.glob(f"*{_SHARD}"))
        rows: list[Components] = [
            (in_variant(_Shard(folder, width, compression)),) for folder in folders
        ]
        return in_variant(Listed(rows))


def complete_run(folder: str) -> CompleteRun | None:
    """The run that the metadata of a folder names; None if none is complete.

    Raises:
        DataLossError: the metadata is damaged.
    """
    path = Path(folder) / METADATA
    try:
        data = read_whole(path)
    except errors.NotFoundError:
        return None
    try:
        record = schema.parsed(schema.SnapshotMetadataRecord, data)
    except ValueError as error:
        raise errors.DataLossError(None, None, f"{path} cannot be read: {error}") from None
    if not record.finalized:
        return None
    # The name comes from a file: it leads nowhere else.
    if not record.run_id.isalnum() or record.version != _VERSION:
        raise errors.DataLossError(
            None,
            None,
            f"{path} tells of run {record.run_id!r} in version {record.version}; version {_VERSION} can "
            "be read.",
        )
    return CompleteRun(Path(folder) / record.run_id, record.num_elements)


class _Shard(FileElements):
    """The elements of a shard: what an iterator over shards has at hand, also in a checkpoint."""

    def __init__(self, folder: Path, width: int, compression: str) -> None:
        parts = sorted(os.fsencode(path) for path in folder.glob(f"*{_PART}"))
        super().__init__(parts, lambda path, at: element_records(path, compression, width, at))
        self._arguments = str(folder), width, compression

    def stored(self) -> tuple[str, bytes]:
        return "stagelight::Shard", json.dumps(self._arguments).encode()


def _shard(metadata: bytes) -> _Shard:
    folder, width, compression = json.loads(metadata)
    return _Shard(Path(folder), width, compression)


STORED["stagelight::Shard"] = _shard


def checked(
    rows: Iterator[Components], dtypes: Sequence[DType], shapes: Sequence[TensorShape]
) -> Iterator[Components]:
    """Elements of a file, after their dtypes and shapes were compared with those that are expected.

    Raises:
        InvalidArgumentError: while iterating, when they are others.
    """
    for row in rows:
        if len(row) != len(dtypes):
            raise invalid(
                f"Number of components does not match: expected {len(dtypes)} types but got "
                f"{len(row)}."
            )
        for i, (part, dtype, shape) in enumerate(zip(row, dtypes, shapes, strict=True)):
            array: Any = np.asarray(part)
            if array.dtype != dtype.numpy_dtype:
                raise invalid(
                    f"Data type mismatch at component {i}: expected {dtype.name} but got "
                    f"{from_numpy(array.dtype).name}."
                )
            if not shape.is_compatible_with(array.shape):
                raise invalid(
                    f"Incompatible shapes at component {i}: expected {shape} but got "
                    f"{list(array.shape)}."
                )
        yield row
