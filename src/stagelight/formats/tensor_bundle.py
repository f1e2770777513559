"""Tensor bundles: the files of a checkpoint.

    PREFIX.index                  a sorted table: key -> where and what the tensor is
    PREFIX.data-00000-of-00001    the tensors' bytes, one after the other

The index has a header under the empty key. Numbers are stored as they stand in memory, little-endian.
Strings are stored as their lengths, a checksum of the lengths, and their bytes.

A bundle is written so that it is there as a whole or not at all. The data file comes first, under a name
that no index refers to yet; the index makes the bundle. One that is replaced keeps its data file until
the new index stands.
"""

from __future__ import annotations

import functools
import math
import struct
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from stagelight.errors import DataLossError, NotFoundError, UnimplementedError
from stagelight.formats import schema
from stagelight.formats.atomic_files import begin_sync, replaced
from stagelight.formats.checksums import checksum, masked
from stagelight.formats.read_ahead import ReadAhead
from stagelight.formats.string_rows import cut, read_lengths
from stagelight.formats.table_file import read_table, write_table
from stagelight.formats.tensor_parts import WHOLE, part_key
from stagelight.formats.tensor_proto import dtype_of
from stagelight.formats.varints import varint

_STRING = 7
_VERSION = 1
_OTHER_CHECKSUM = "have another checksum than when they were written"
_LONGEST_SHORT = 2**32
# Bytes after which the disk begins, while others are written.
_AT_ONCE = 1 << 22


def data_file(prefix: str, shard: int, shards: int) -> Path:
    """The path of a data file."""
    return Path(f"{prefix}.data-{shard:05}-of-{shards:05}")


def index_file(prefix: str) -> Path:
    """The path of the index."""
    return Path(f"{prefix}.index")


# ---------------------------------------------------------------------------- writing


def write_bundle(prefix: str, tensors: Mapping[str, tuple[int, np.ndarray]]) -> None:
    """Writes a bundle.

    Args:
        prefix: what the names of its files begin with; folders are made.
        tensors: key -> dtype (its number in the enum `DataType`) and array; strings as arrays of `bytes`.

    Raises:
        OSError: the files cannot be written. What was there before is there still.
    """
    # The data files of the bundle that is replaced must stay as they are until the index is replaced.
    # Only the index says which they are: a write that did not come to its end has left others.
    shards = 2 if _shards_of_index(prefix) == 1 else 1
    index_file(prefix).parent.mkdir(parents=True, exist_ok=True)
    header = schema.BundleHeaderProto(num_shards=shards)
    header.version.producer = _VERSION
    items = {b"": header.SerializeToString()}
    with replaced(data_file(prefix, 0, shards)) as file:
        writer = _Writer(file)
        offset = 0
        for key, (number, array) in tensors.items():
            parts, sum_of_parts = _stored(number, array)
            size = sum(len(part) for part in parts)
            for part in parts:
                writer.write(part)
            entry = schema.BundleEntryProto(
                dtype=number, offset=offset, size=size, crc32c=masked(sum_of_parts)
            )
            entry.shape.SetInParent()
            for extent in array.shape:
                entry.shape.dim.add(size=extent)
            items[key.encode()] = entry.SerializeToString()
            offset += size
    with replaced(index_file(prefix)) as file:
        file.write(write_table(items))
    other = data_file(prefix, 0, 3 - shards)
    if other.exists():
        other.unlink()  # Should a crash bring it back, nothing refers to it.


class _Writer:
    """Writes to a file, and has the disk begin with what is written while more comes."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._written = 0
        self._begun = 0

    def write(self, part: Any) -> None:
        for start in range(0, len(part), _AT_ONCE):
            self._written += self._file.write(part[start : start + _AT_ONCE])
            if self._written - self._begun >= _AT_ONCE:
                begin_sync(self._file, self._begun, self._written)
                self._begun = self._written


def _shards_of_index(prefix: str) -> int:
    """How many data files the bundle has that stands under a prefix; 0 if there is none to be read."""
    try:
        return BundleReader(prefix).shards
    except (NotFoundError, DataLossError, UnimplementedError):
        return 0


def _stored(number: int, array: np.ndarray) -> tuple[list[Any], int]:
    """The bytes of a tensor in parts, and their checksum."""
    if number == _STRING:
        return _stored_strings([_as_bytes(x) for x in array.reshape(-1).tolist()])
    ordered = np.ascontiguousarray(array)
    if ordered.dtype.byteorder == ">":
        ordered = ordered.astype(ordered.dtype.newbyteorder("<"))
    data = ordered.reshape(-1).view(np.uint8)
    return [data], checksum(data)


def _as_bytes(value: Any) -> bytes:
    return value.encode() if isinstance(value, str) else bytes(value)


def _stored_strings(values: list[bytes]) -> tuple[list[Any], int]:
    sizes = [len(value) for value in values]
    # Checksums are of the lengths as fixed integers, not of how they are stored.
    fixed = b"".join(struct.pack("<I" if size < _LONGEST_SHORT else "<Q", size) for size in sizes)
    sum_of_sizes = checksum(fixed)
    stored_sum = struct.pack("<I", masked(sum_of_sizes))
    content = b"".join(values)
    total = checksum(content, checksum(stored_sum, sum_of_sizes))
    return [b"".join(map(varint, sizes)), stored_sum, content], total


# ---------------------------------------------------------------------------- reading


class BundleReader:
    """Reads a bundle; a tensor when it is asked for.

    Attributes:
        prefix: what the names of its files begin with.
        shards: how many data files it has.

    Raises:
        NotFoundError: there is no such bundle.
        DataLossError: the index is damaged.
    """

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        index = index_file(prefix)
        try:
            content = index.read_bytes()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            raise NotFoundError(
                None,
                None,
                "Unsuccessful TensorSliceReader constructor: Failed to find any matching files for "
                f"{prefix}",
            ) from None
        try:
            items = read_table(content)
            header = schema.BundleHeaderProto.FromString(items.pop(b""))
            self._entries = {
                key.decode(errors="surrogateescape"): schema.BundleEntryProto.FromString(value)
                for key, value in items.items()
            }
        except KeyError:
            raise _damaged(index, "it has no header") from None
        except Exception as error:  # protobuf's errors have no common class
            raise _damaged(index, str(error)) from error
        if header.endianness != schema.BundleHeaderProto.LITTLE:
            raise UnimplementedError(
                None, None, f"{index}: numbers of big-endian order are not read."
            )
        self.shards = header.num_shards
        self._ahead: dict[int, ReadAhead] = {}  # By shard.
        self._path = functools.cache(lambda shard: data_file(prefix, shard, self.shards))

    @contextmanager
    def reading_ahead(self) -> Iterator[None]:
        """Reads the tensors while the block does something else before it asks for them."""
        parts: dict[int, list[tuple[int, int]]] = {}
        for entry in self._entries.values():
            parts.setdefault(entry.shard_id, []).append((entry.offset, entry.size))
        with ExitStack() as stack:
            for shard, wanted in parts.items():
                path = self._path(shard)
                self._ahead[shard] = stack.enter_context(ReadAhead(path, wanted))
            try:
                yield
            finally:
                self._ahead.clear()

    def all_keys(self) -> list[str]:
        """The keys of the tensors, sorted."""
        return sorted(key for key in self._entries if "\0" not in key)

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def dtype_number(self, key: str) -> int:
        """A tensor's dtype, as its number in the enum `DataType`."""
        number: int = self._entry(key).dtype
        return number

    def shape(self, key: str) -> tuple[int, ...]:
        """A tensor's shape."""
        return tuple(dim.size for dim in self._entry(key).shape.dim)

    def size(self, key: str) -> int:
        """How many bytes a tensor takes in the data file."""
        size: int = self._entry(key).size
        return size

    def _entry(self, key: str) -> Any:
        entry = self._entries.get(key)
        if entry is None:
            raise NotFoundError(None, None, f"Key {key} not found in checkpoint {self.prefix}")
        return entry

    def tensor(self, key: str) -> np.ndarray:
        """A tensor.

        Raises:
            NotFoundError: there is no such key.
            DataLossError: the data file is damaged; the message has the file and the place.
        """
        entry = self._entry(key)
        if entry.slices:
            return self._joined(key, entry)
        shape = self.shape(key)
        number, size = entry.dtype, entry.size
        if entry.offset < 0 or size < 0 or any(extent < 0 for extent in shape):
            raise self._damaged_part(key, entry, "have no possible size")
        data = self._bytes_of(key, entry)
        if number == _STRING:
            return self._strings(data, key, entry, shape)
        dtype = dtype_of(number)
        if dtype is None:
            raise UnimplementedError(None, None, f"{key} has a dtype that is not read: {number}")
        if math.prod(shape) * dtype.itemsize != size:
            raise self._damaged_part(key, entry, f"are to be a {dtype} tensor of shape {shape}")
        if masked(checksum(data)) != entry.crc32c:
            raise self._damaged_part(key, entry, _OTHER_CHECKSUM)
        array = np.frombuffer(data, dtype).reshape(shape)
        array.flags.writeable = False
        return array

    def _joined(self, key: str, entry: Any) -> np.ndarray:
        """A tensor of the parts in which it is stored."""
        found, count = None, 0
        shape = self.shape(key)
        for part in entry.slices:
            extents = [
                (x.start, x.length if x.WhichOneof("has_length_hack") else WHOLE)
                for x in part.extent
            ]
            own_key = part_key(key, extents).decode(errors="surrogateescape")
            array = self.tensor(own_key)
            if found is None:
                found = np.empty(shape, array.dtype)
            bounds = [
                slice(start, None if length == WHOLE else start + length)
                for start, length in extents
            ]
            if found[tuple(bounds)].shape != array.shape:
                raise _damaged(index_file(self.prefix), f"a part of {key} has another size")
            found[tuple(bounds)] = array
            count += array.size
        if found is None or count != found.size:
            raise _damaged(index_file(self.prefix), f"it lacks parts of {key}")
        found.flags.writeable = False
        return found

    def _damaged_part(self, key: str, entry: Any, what: str) -> DataLossError:
        where = f"the bytes {entry.offset} to {entry.offset + entry.size}, of {key}"
        return _damaged(self._path(entry.shard_id), f"{where}, {what}")

    def _bytes_of(self, key: str, entry: Any) -> Any:
        ahead = self._ahead.get(entry.shard_id)
        data = None if ahead is None else ahead.take(entry.offset, entry.size)
        if data is not None:
            return data if entry.dtype != _STRING else data.tobytes()
        path = self._path(entry.shard_id)
        try:
            with open(path, "rb") as file:
                length = file.seek(0, 2)
                if entry.offset + entry.size > length:
                    raise self._damaged_part(key, entry, f"are beyond its end at {length}")
                file.seek(entry.offset)
                return file.read(entry.size)
        except FileNotFoundError:
            raise NotFoundError(None, None, f"{path}; No such file or directory") from None

    def _strings(self, data: bytes, key: str, entry: Any, shape: tuple[int, ...]) -> np.ndarray:
        try:
            sizes, position = read_lengths(data, math.prod(shape))
        except ValueError as error:
            raise self._damaged_part(key, entry, f"are no strings: {error}") from None
        content = data[position + 4 :]
        if sum(sizes) != len(content):
            what = f"have strings of {sum(sizes)} bytes, not {len(content)}"
            raise self._damaged_part(key, entry, what)
        values = cut(content, sizes)
        parts, total = _stored_strings(values.tolist())
        if parts[1] != data[position : position + 4] or masked(total) != entry.crc32c:
            raise self._damaged_part(key, entry, _OTHER_CHECKSUM)
        return values.reshape(shape)


def _damaged(path: Path, what: str) -> DataLossError:
    return DataLossError(None, None, f"The file {path} is damaged: {what}.")
