"""Event files, which TensorBoard shows: TFRecord files of `Event` messages, written one after the other.

The first event tells the version of the format. Events wait in a queue until there are many, or until
some time has passed; what was flushed is in the file, whatever happens to the process.
"""

from __future__ import annotations

import itertools
import os
import socket
import threading
import time
import weakref
from typing import Any, BinaryIO

from stagelight.fork_safety import renewed_in_child
from stagelight.formats import schema
from stagelight.formats.files import text_of, told_as_op_errors
from stagelight.formats.record_files import framed

_VERSION = "brain.Event:2"
_numbers = itertools.count()


class EventFile:
    """An event file of this process's own in a folder.

    Args:
        folder: where it is made; the folder is made, too.
        max_queue: how many events may wait.
        flush_seconds: how long they may.
        suffix: the end of the file's name.

    Raises:
        OpError: the folder or the file cannot be made.
    """

    def __init__(
        self, folder: Any, max_queue: int = 10, flush_seconds: float = 120.0, suffix: str = ""
    ) -> None:
        name = f"{int(time.time())}.{socket.gethostname()}.{os.getpid()}.{next(_numbers)}"
        self.path = os.path.join(text_of(folder), f"events.out.tfevents.{name}{suffix}")
        with told_as_op_errors(self.path):
            os.makedirs(text_of(folder), exist_ok=True)
            self._file: BinaryIO = open(self.path, "ab")  # noqa: SIM115 - closed by `close`
        self._max_queue = max_queue
        self._flush_seconds = flush_seconds
        self._waiting: list[bytes] = []
        self._flushed = time.monotonic()
        self._lock = renewed_in_child(threading.Lock())
        # Runs also when the process ends.
        self._finish = weakref.finalize(self, _write_and_close, self._file, self._waiting)
        metadata = schema.SourceMetadata(writer="stagelight.formats.event_files")
        self.add(schema.Event(file_version=_VERSION, source_metadata=metadata))
        self.flush()

    def add(self, event: Any) -> None:
        """Adds an event, which gets the time of now if it has none; to a closed file nothing is added.

        Raises:
            OpError: the file cannot be written.
        """
        event.wall_time = event.wall_time or time.time()
        with self._lock:
            if self._file.closed:
                return
            self._waiting.append(framed(event.SerializeToString()))
            late = time.monotonic() - self._flushed >= self._flush_seconds
        if late or len(self._waiting) > self._max_queue:
            self.flush()

    def flush(self) -> None:
        """Writes what waits.

        Raises:
            OpError: the file cannot be written.
        """
        with self._lock, told_as_op_errors(self.path):
            if not self._file.closed:
                _write(self._file, self._waiting)
            self._flushed = time.monotonic()

    def close(self) -> None:
        """Writes what waits and closes the file; later events are lost.

        Raises:
            OpError: the file cannot be written.
        """
        with self._lock, told_as_op_errors(self.path):
            self._finish()


def _write(file: BinaryIO, waiting: list[bytes]) -> None:
    file.write(b"".join(waiting))
    file.flush()
    waiting.clear()


def _write_and_close(file: BinaryIO, waiting: list[bytes]) -> None:
    with file:
        _write(file, waiting)
