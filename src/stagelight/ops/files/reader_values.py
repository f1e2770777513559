"""What the handle of a reader leads to: records of files, whose names come from a queue.

A piece of *work* is what a queue gives, such as the name of a file. A reader takes the next one when it has
read all records of the last. A file that cannot be opened is passed over by who reads on; one that is damaged
is not, and gives its error again.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from typing import Any

from stagelight import errors
from stagelight.core.arrays import as_bytes
from stagelight.core.inference import invalid
from stagelight.fork_safety import renewed_in_child
from stagelight.formats.files import ByteStream, read_whole
from stagelight.formats.message_fields import LENGTH, VARINT, fields_in
from stagelight.formats.record_files import records_in
from stagelight.formats.varints import varint
from stagelight.ops.resources.queue_values import Queue

_CHUNK = 1 << 20

Record = tuple[bytes, bytes]  # A key and a value.


class Reader:
    """Reads records, one after the other, for all threads that ask.

    Args:
        name: what messages call it.
    """

    kind = ""
    # Whether `state` and `restore` are available.
    keeps_state = False

    def __init__(self, name: str) -> None:
        self.name = name
        self.handle_data = None
        self._lock = renewed_in_child(threading.Lock())
        self._forget()

    # What the kinds differ in.

    def _begin(self, work: bytes) -> None:
        """Opens a piece of work; it is not begun if that fails."""

    def _next(self, work: bytes) -> tuple[Record | None, bool]:
        """The next record, if there is one, and whether the work is done."""
        raise NotImplementedError

    def _end(self) -> None:
        """Closes what `_begin` has opened, if it has."""

    # What all do.

    def _forget(self) -> None:
        self._started = self._finished = self._produced = 0
        self._work = b""

    @property
    def records_produced(self) -> int:
        """The number of records that were read."""
        return self._produced

    @property
    def work_units_completed(self) -> int:
        """The number of pieces of work that were read to their end."""
        return self._finished

    def read(self, queue: Queue, count: int) -> list[Record]:
        """The next records: as many, or what is left of the work that has any left.

        Raises:
            OutOfRangeError: the queue is closed and has no more work.
            CancelledError: the session is closed.
            InvalidArgumentError: what the queue gives is no single string.
            OpError: a file cannot be read. What was read in this call is lost.
        """
        found: list[Record] = []
        with self._lock:
            while len(found) < count:
                if self._finished >= self._started:
                    self._work = _work_of(queue)
                    self._begin(self._work)
                    self._started += 1
                record, is_done = self._next(self._work)
                if record is not None:
                    found.append(record)
                    self._produced += 1
                if is_done:
                    self._end()
                    self._finished = self._started
                    if found:
                        break
        return found

    def reset(self) -> None:
        """Forgets the work that was begun, and all that was counted."""
        with self._lock:
            self._end()
            self._forget()

    def state(self) -> bytes:
        """What was counted, and the last work, as TensorFlow writes it.

        Raises:
            UnimplementedError: readers of this kind have no state to be kept.
        """
        if not self.keeps_state:
            raise errors.UnimplementedError(None, None, "Reader SerializeState")
        with self._lock:
            numbers = (self._started, self._finished, self._produced)
            fields = [
                varint(number << 3 | VARINT) + varint(value)
                for number, value in enumerate(numbers, 1)
                if value
            ]
            if self._work:
                fields.append(varint(4 << 3 | LENGTH) + varint(len(self._work)) + self._work)
            return b"".join(fields)

    def restore(self, state: bytes) -> None:
        """Counts on from a state. If that fails, the reader is as it was in the beginning.

        Raises:
            UnimplementedError: readers of this kind have no state to be kept.
            InvalidArgumentError: the state is none, or one between two records of a piece of work.
        """
        self.reset()
        if not self.keeps_state:
            raise errors.UnimplementedError(None, None, "Reader RestoreState")
        numbers, work = self._parsed(state)
        told = f"when restoring in {self.kind} '{self.name}': " + ", ".join(map(str, numbers))
        if min(numbers) < 0:
            raise invalid(f"Unexpected negative value {told}")
        if numbers[0] > numbers[1]:
            raise invalid(f"Inconsistent work started vs. finished {told}")
        with self._lock:
            self._started, self._finished, self._produced = numbers
            self._work = work

    def _parsed(self, state: bytes) -> tuple[list[int], bytes]:
        numbers, work = [0, 0, 0], b""
        try:
            for number, wire, payload in fields_in(state):
                if number <= len(numbers) and wire == VARINT:
                    numbers[number - 1] = payload - 2**64 if payload >= 2**63 else payload
                elif number == 4 and wire == LENGTH:
                    work = payload
        except ValueError as error:
            raise invalid(f"Could not parse state for {self.kind} '{self.name}': {error}") from None
        return numbers, work


def _work_of(queue: Queue) -> bytes:
    """The next string of a queue."""
    element = queue.take(1)[0]
    if len(element) != 1:
        raise invalid("Expected single component queue")
    if queue.types[0].name != "string":
        raise invalid("Expected queue with single string component")
    if element[0].size != 1:
        raise invalid("Expected to dequeue a one-element string tensor")
    return as_bytes(element[0].item())


class IdentityReader(Reader):
    """Gives the work itself, as key and value."""

    kind = "IdentityReader"
    keeps_state = True

    def _next(self, work: bytes) -> tuple[Record | None, bool]:
        return (work, work), True


class WholeFileReader(Reader):
    """Gives names of files and what is in them. One that cannot be read is tried again."""

    kind = "WholeFileReader"
    keeps_state = True

    def _next(self, work: bytes) -> tuple[Record | None, bool]:
        return (work, read_whole(work)), True


class _RecordReader(Reader):
    """Gives the records that stand in files. An error within a file is raised again by who reads on."""

    def __init__(self, name: str, compression: str = "") -> None:
        super().__init__(name)
        self._compression = compression
        self._stream: ByteStream | None = None
        self._records: Iterator[tuple[int, bytes]] = iter(())

    def __del__(self) -> None:
        self._end()

    def _records_in(self, stream: ByteStream) -> Iterator[tuple[int, bytes]]:
        """The records of a file, each with the number that its key has behind the file's name.

        It does not hold the reader, so that the file is closed as soon as nobody has the reader.
        """
        raise NotImplementedError

    def _begin(self, work: bytes) -> None:
        self._stream = ByteStream(work, self._compression, is_whole=False)
        self._records = self._records_in(self._stream)

    def _next(self, work: bytes) -> tuple[Record | None, bool]:
        try:
            found = next(self._records, None)
        except errors.OpError as error:
            self._records = _failing(error)
            raise
        if found is None:
            return None, True
        number, value = found
        return (b"%s:%d" % (work, number), value), False

    def _end(self) -> None:
        if self._stream is not None:
            self._stream.close()
            self._stream, self._records = None, iter(())


def _failing(error: errors.OpError) -> Iterator[Any]:
    """Raises an error once more, when it is asked for something."""
    raise type(error)(None, None, error.message)
    yield


class TFRecordReader(_RecordReader):
    """Gives the records of TFRecord files; keys have their positions."""

    kind = "TFRecordReader"

    def _records_in(self, stream: ByteStream) -> Iterator[tuple[int, bytes]]:
        return _by_position(stream)


def _by_position(stream: ByteStream) -> Iterator[tuple[int, bytes]]:
    position = 0
    for record, behind in records_in(stream):
        yield position, record
        position = behind


class TextLineReader(_RecordReader):
    """Gives the lines of files without their ends; keys count them from 1.

    Args:
        name: what messages call it.
        skipped: how many lines of each file are passed over.
    """

    kind = "TextLineReader"

    def __init__(self, name: str, skipped: int) -> None:
        super().__init__(name)
        if skipped < 0:
            raise invalid(f"skip_header_lines must be >= 0 not {skipped}")
        self._skipped = skipped

    def _records_in(self, stream: ByteStream) -> Iterator[tuple[int, bytes]]:
        return itertools.islice(enumerate(_lines_in(stream), 1), self._skipped, None)


def _lines_in(stream: ByteStream) -> Iterator[bytes]:
    rest = b""
    while data := stream.read(_CHUNK):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line.removesuffix(b"\r")
    if rest := rest.removesuffix(b"\r"):
        yield rest


class FixedLengthRecordReader(_RecordReader):
    """Gives records of one length; keys count them from 0. What is too short for a record is passed over.

    Args:
        name: what messages call it.
        header, footer: how many bytes at a file's begin and end are of no record.
        size: how many bytes a record has.
        hop: how many bytes behind the last record's begin a record begins; 0 for the size.
        compression: "", "GZIP" or "ZLIB".
    """

    kind = "FixedLengthRecordReader"

    def __init__(
        self, name: str, header: int, size: int, footer: int, hop: int, compression: str
    ) -> None:
        super().__init__(name, compression)
        sizes = {"header": header, "record": size, "footer": footer, "hop": hop}
        for what, value in sizes.items():
            if value < 0:
                raise invalid(f"{what}_bytes must be >= 0 not {value}")
        self._header, self._size, self._footer = header, size, footer
        self._hop = hop or size

    def _begin(self, work: bytes) -> None:
        super()._begin(work)
        assert self._stream is not None
        try:
            if not _passed_over(self._stream, self._header):
                message = f"reached end of file, in {self._stream.path} before byte {self._header}"
                raise errors.OutOfRangeError(None, None, message)
        except errors.OpError:
            self._end()
            raise

    def _records_in(self, stream: ByteStream) -> Iterator[tuple[int, bytes]]:
        return enumerate(_of_one_length(stream, self._size, self._footer, self._hop))


def _of_one_length(stream: ByteStream, size: int, footer: int, hop: int) -> Iterator[bytes]:
    held = b""
    while True:
        parts, missing = [held], size + footer - len(held)
        while missing > 0 and (part := stream.read(min(missing, _CHUNK))):
            parts.append(part)
            missing -= len(part)
        if missing > 0:
            return
        held = b"".join(parts)
        yield held[:size]
        if not _passed_over(stream, hop - len(held)):
            return
        held = held[hop:]


def _passed_over(stream: ByteStream, count: int) -> bool:
    """Reads so many bytes, if any; whether there were as many."""
    while count > 0 and (part := stream.read(min(count, _CHUNK))):
        count -= len(part)
    return count <= 0
