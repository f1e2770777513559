"""The records of TFRecord files, many at a time: machine code walks through a chunk and compares checksums.

Of short records a call per record takes longer than to read them, so a chunk of the file is checked by one
call, which gives the places of its whole records, and another makes the objects. The form of the files is
that of `formats/record_files.py`, whose reader goes on, one record after the other, where something is wrong:
it knows the errors. It also reads all where the processor has no instruction for CRC-32C.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from stagelight.codegen.machine.entry import fast_call
from stagelight.data.record_code import record_code
from stagelight.formats.files import ByteStream
from stagelight.formats.record_files import FOOTER_SIZE, HEADER_SIZE, read_records
from stagelight.ops.strings.string_arrays import filled, scalars

# It stays in the processor's cache while it is checked and cut.
_CHUNK = 1 << 18

# Some items of a file, an array of bytes objects, and the position behind each of them.
Piece = tuple[np.ndarray, np.ndarray]


def read_pieces(path: bytes, compression: str = "", position: int = 0) -> Iterator[Piece]:
    """The records of a file from a position on, in pieces.

    Args:
        path: the file.
        compression: "", "GZIP" or "ZLIB".
        position: that of the first record.

    Raises:
        DataLossError: while reading, when a checksum is wrong or the file ends within a record; the
            message has the file and the position.
    """
    ends_in = _checker()
    if ends_in is not None:
        with ByteStream(path, compression, position) as stream:
            rest = b""
            # More of a record that is longer than a chunk comes in larger and larger steps.
            while more := stream.read(max(_CHUNK, len(rest))):
                data = rest + more if rest else more
                ends, is_damaged = ends_in(data)
                if len(ends):
                    yield _cut(data, ends), ends + position
                    position += int(ends[-1])
                rest = data[ends[-1] :] if len(ends) else data
                if is_damaged:
                    break
                # To read the beginning of a record again takes less than to put it before the rest.
                if len(ends) and rest and stream.go_back(len(rest)):
                    rest = b""
            if not rest:
                return
    for record, end in read_records(path, compression, position):
        yield filled([record], (1,)), np.array([end])


def scalars_of_records(records: Iterator[bytes]) -> Iterator[np.ndarray]:
    """The array without axes of each record."""
    make = _scalar_maker()
    return scalars(records) if make is None else map(make, records)


@functools.cache
def _scalar_maker() -> Callable[[bytes], np.ndarray] | None:
    code = record_code()
    if code is None:
        return None
    return fast_call(code.address("stagelight_scalar"), "scalar", code)


_Check = Callable[[bytes], tuple[np.ndarray, bool]]


@functools.cache
def _checker() -> _Check | None:
    """Gives the ends of the whole records in some bytes, and whether what follows them is damaged."""
    code = record_code()
    if code is None:
        return None
    integer, pointer = ctypes.c_int64, ctypes.c_void_p
    check = ctypes.CFUNCTYPE(integer, ctypes.c_char_p, integer, pointer)(
        code.address("stagelight_check_records")
    )

    def ends_in(data: bytes, _code: object = code) -> tuple[np.ndarray, bool]:
        ends = np.empty(len(data) // (HEADER_SIZE + FOOTER_SIZE), np.int64)
        count = check(data, len(data), ends.ctypes.data)
        is_damaged = count < 0
        return ends[: ~count if is_damaged else count], is_damaged

    return ends_in


def _cut(data: bytes, ends: np.ndarray) -> np.ndarray:
    """The records that have these ends, as an array of bytes objects."""
    items = np.empty(len(ends), object)
    _cutter()(data, ends.ctypes.data, len(ends), items.ctypes.data)
    return items


@functools.cache
def _cutter() -> Callable[[bytes, int, int, int], Any]:
    code: Any = record_code()
    pointer = ctypes.c_void_p
    # Python's lock is held, and an error that was set is raised.
    signature = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_char_p, pointer, ctypes.c_int64, pointer)
    cut: Callable[..., Any] = signature(code.address("stagelight_cut_records"))
    return cut
