"""Readers of TensorFlow 1: records of files whose names come from a queue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.compat.v1.datasets import OlderRecordOptions
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.data.record_writer import TFRecordOptions
from stagelight.graph.scopes import executing_eagerly, init_scope
from stagelight.public import public


@public("compat.v1.ReaderBase")
class ReaderBase:
    """What readers have in common: each step gives the next record, a key and a value.

    Args:
        reader_ref: the handle.
        supports_serialize: whether `serialize_state` and `restore_state` are available.

    Raises:
        RuntimeError: eagerly.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     names = tf.queue.FIFOQueue(5, tf.string, shapes=[[]])
    ...     reader = tf.compat.v1.IdentityReader()
    ...     isinstance(reader, tf.compat.v1.ReaderBase)
    ...     session.run(names.enqueue("a"))
    ...     print(*session.run(reader.read(names)), session.run(reader.num_records_produced()))
    True
    b'a' b'a' 1
    """

    def __init__(self, reader_ref: Any, supports_serialize: bool = False) -> None:
        _require_graph()
        self._reader_ref = reader_ref
        self._supports_serialize = supports_serialize

    @property
    def reader_ref(self) -> Any:
        """The handle of the reader."""
        return self._reader_ref

    @property
    def supports_serialize(self) -> bool:
        """Whether `serialize_state` and `restore_state` are available."""
        return self._supports_serialize

    def read(self, queue: Any, name: str | None = None) -> Any:
        """The next record; if the reader has none at hand, from what the queue gives next, or waits for.

        Args:
            queue: the queue, or its handle; its elements are strings, such as names of files.
            name: the operation's name.

        Returns:
            (key, value), strings; such as the place of a line, and the line.

        Raises:
            OutOfRangeError: while running, when the queue is closed and nothing is left.
            CancelledError: while running, when the session is closed.
            OpError: while running, when a file cannot be read, such as `NotFoundError`, `DataLossError`.
        """
        return raw.ReaderReadV2(self._reader_ref, _handle_of(queue), name=name)

    def read_up_to(self, queue: Any, num_records: Any, name: str | None = None) -> Any:
        """The next records, at most so many; fewer where a file ends.

        Args:
            queue: as for `read`.
            num_records: an int64 scalar.
            name: the operation's name.

        Returns:
            (keys, values), vectors of strings.

        Raises:
            OpError: while running, as for `read`.
        """
        return raw.ReaderReadUpToV2(self._reader_ref, _handle_of(queue), num_records, name=name)

    def num_records_produced(self, name: str | None = None) -> Any:
        """The number of records that were read, an int64 scalar."""
        return raw.ReaderNumRecordsProducedV2(self._reader_ref, name=name)

    def num_work_units_completed(self, name: str | None = None) -> Any:
        """The number of files, or other work, that were read to the end, an int64 scalar."""
        return raw.ReaderNumWorkUnitsCompletedV2(self._reader_ref, name=name)

    def serialize_state(self, name: str | None = None) -> Any:
        """What the reader has counted, as a string for `restore_state`.

        Raises:
            UnimplementedError: while running, when `supports_serialize` is False.
        """
        return raw.ReaderSerializeStateV2(self._reader_ref, name=name)

    def restore_state(self, state: Any, name: str | None = None) -> Any:
        """The operation that makes the reader count on from a state.

        Args:
            state: what `serialize_state` has given, of a reader of the same kind.
            name: the operation's name.

        Raises:
            UnimplementedError: while running, when `supports_serialize` is False.
            InvalidArgumentError: while running, when it is no state.
        """
        return raw.ReaderRestoreStateV2(self._reader_ref, state, name=name)

    def reset(self, name: str | None = None) -> Any:
        """The operation that makes the reader forget the file that it is in, and all that it has counted."""
        return raw.ReaderResetV2(self._reader_ref, name=name)


def _require_graph() -> None:
    if executing_eagerly():
        raise RuntimeError(
            "Readers are not supported when eager execution is enabled. Instead, please use tf.data to get "
            "data into your model. (AG409)"
        )


def _handle_of(queue: Any) -> Any:
    return queue if isinstance(queue, Tensor) else queue.queue_ref


def _made(make: Callable[..., Any], name: str | None, **attrs: Any) -> Any:
    """The handle of a reader, made where it stands in a program, not within a function.

    Sessions know it by the name of its operation.
    """
    _require_graph()
    with init_scope():
        given = {key: value for key, value in attrs.items() if value is not None}
        handle = make(name=name, **given)
        if not executing_eagerly():
            handle.op.attrs["shared_name"] = handle.op.name
        return handle


@public("compat.v1.WholeFileReader")
class WholeFileReader(ReaderBase):
    """Reads whole files: the key is a file's name, the value what is in it. See `ReaderBase`.

    Args:
        name: the operation's name.

    >>> _ = tf.io.write_file("/tmp/one.txt", "text")
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     names = tf.queue.FIFOQueue(5, tf.string, shapes=[[]])
    ...     session.run(names.enqueue("/tmp/one.txt"))
    ...     print(*session.run(tf.compat.v1.WholeFileReader().read(names)))
    b'/tmp/one.txt' b'text'
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__(_made(raw.WholeFileReaderV2, name), supports_serialize=True)


@public("compat.v1.TextLineReader")
class TextLineReader(ReaderBase):
    """Reads the lines of files, without their ends: the key is `name:number`. See `ReaderBase`.

    Args:
        skip_header_lines: how many lines of each file are passed over; 0 if None.
        name: the operation's name.

    >>> _ = tf.io.write_file("/tmp/lines.txt", "first\\nsecond\\n")
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     names = tf.queue.FIFOQueue(5, tf.string, shapes=[[]])
    ...     line = tf.compat.v1.TextLineReader().read(names)
    ...     session.run(names.enqueue("/tmp/lines.txt"))
    ...     print(*session.run(line), *session.run(line))
    b'/tmp/lines.txt:1' b'first' b'/tmp/lines.txt:2' b'second'
    """

    def __init__(self, skip_header_lines: int | None = None, name: str | None = None) -> None:
        super().__init__(_made(raw.TextLineReaderV2, name, skip_header_lines=skip_header_lines))


@public("compat.v1.FixedLengthRecordReader")
class FixedLengthRecordReader(ReaderBase):
    """Reads records of one length: the key is `name:number`, counted from 0. See `ReaderBase`.

    What is left at the end of a file, and is too short for a record and the footer, is passed over.

    Args:
        record_bytes: how long a record is.
        header_bytes, footer_bytes: how many bytes at a file's begin and end are of no record; 0 if None.
        hop_bytes: from where a record begins to where the next one does; the length of a record if None or 0.
        name: the operation's name.
        encoding: "GZIP" or "ZLIB" for files that are compressed.

    >>> _ = tf.io.write_file("/tmp/records.bin", "-abcdef")
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     names = tf.queue.FIFOQueue(5, tf.string, shapes=[[]])
    ...     reader = tf.compat.v1.FixedLengthRecordReader(2, header_bytes=1)
    ...     session.run(names.enqueue("/tmp/records.bin"))
    ...     print(session.run(reader.read_up_to(names, 5)).values)
    [b'ab' b'cd' b'ef']
    """

    def __init__(
        self,
        record_bytes: int,
        header_bytes: int | None = None,
        footer_bytes: int | None = None,
        hop_bytes: int | None = None,
        name: str | None = None,
        encoding: str | None = None,
    ) -> None:
        super().__init__(
            _made(
                raw.FixedLengthRecordReaderV2,
                name,
                record_bytes=record_bytes,
                header_bytes=header_bytes,
                footer_bytes=footer_bytes,
                hop_bytes=hop_bytes,
                encoding=encoding,
            )
        )


@public("compat.v1.TFRecordReader")
class TFRecordReader(ReaderBase):
    """Reads the records of TFRecord files: the key is `name:position`. See `ReaderBase`.

    Args:
        name: the operation's name.
        options: a `TFRecordOptions`, or a compression type.

    Raises:
        RuntimeError: eagerly.
        ValueError: there is no such compression type.

    >>> with tf.io.TFRecordWriter("/tmp/some.tfrecord") as writer:
    ...     writer.write(b"first")
    ...     writer.write(b"second")
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     names = tf.queue.FIFOQueue(5, tf.string, shapes=[[]])
    ...     record = tf.compat.v1.TFRecordReader().read(names)
    ...     session.run(names.enqueue("/tmp/some.tfrecord"))
    ...     print(*session.run(record), *session.run(record))
    b'/tmp/some.tfrecord:0' b'first' b'/tmp/some.tfrecord:21' b'second'
    """

    def __init__(self, name: str | None = None, options: Any = None) -> None:
        if not isinstance(options, TFRecordOptions):
            options = OlderRecordOptions(options)
        super().__init__(
            _made(raw.TFRecordReaderV2, name, compression_type=options.compression_type)
        )


@public("compat.v1.LMDBReader")
class LMDBReader(ReaderBase):
    """Not available: LMDB's files are not read here.

    Raises:
        RuntimeError: eagerly.
        NotImplementedError: always else.
    """

    def __init__(self, name: str | None = None, options: Any = None) -> None:
        _require_graph()
        raise NotImplementedError(
            "LMDBReader is not available: LMDB's files are not read here. Write the records into "
            "TFRecord files, and read these by tf.data.TFRecordDataset or tf.compat.v1.TFRecordReader."
        )


@public("compat.v1.IdentityReader")
class IdentityReader(ReaderBase):
    """Gives the queue's strings themselves, as key and value. See `ReaderBase`.

    Args:
        name: the operation's name.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     words = tf.queue.FIFOQueue(5, tf.string, shapes=[[]])
    ...     session.run(words.enqueue("a"))
    ...     print(*session.run(tf.compat.v1.IdentityReader().read(words)))
    b'a' b'a'
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__(_made(raw.IdentityReaderV2, name), supports_serialize=True)
