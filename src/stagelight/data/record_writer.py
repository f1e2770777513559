"""`tf.io.TFRecordWriter`, which writes what `tf.data.TFRecordDataset` reads."""

from __future__ import annotations

import zlib
from typing import Any

from stagelight import errors
from stagelight.core.arrays import as_bytes
from stagelight.formats.files import text_of, told_as_op_errors
from stagelight.formats.record_files import framed
from stagelight.public import public

# What `tf.compat.v1.io.TFRecordCompressionType` has for them, and no compression at all.
COMPRESSION_TYPES: dict[Any, str] = {None: "", 0: "", 1: "ZLIB", 2: "GZIP"}
_NAMES = ("", "GZIP", "ZLIB")


@public("io.TFRecordOptions")
class TFRecordOptions:
    """How TFRecord files are compressed.

    Args:
        compression_type: "", "GZIP", "ZLIB" or None.
        compression_level: from 0 to 9, -1 for zlib's own choice; None is -1.
        window_bits, mem_level, compression_strategy: zlib's numbers; its own if None.
        flush_mode, input_buffer_size, output_buffer_size, compression_method: hints, kept.

    Raises:
        ValueError: there is no such compression type.

    >>> tf.io.TFRecordOptions("GZIP", compression_level=9).compression_type
    'GZIP'
    """

    def __init__(
        self,
        compression_type: str | None = None,
        flush_mode: Any = None,
        input_buffer_size: Any = None,
        output_buffer_size: Any = None,
        window_bits: int | None = None,
        compression_level: int | None = None,
        compression_method: Any = None,
        mem_level: int | None = None,
        compression_strategy: int | None = None,
    ) -> None:
        self.get_compression_type_string(compression_type)
        self.compression_type = compression_type
        self.flush_mode = flush_mode
        self.input_buffer_size = input_buffer_size
        self.output_buffer_size = output_buffer_size
        self.window_bits = window_bits
        self.compression_level = compression_level
        self.compression_method = compression_method
        self.mem_level = mem_level
        self.compression_strategy = compression_strategy

    @classmethod
    def get_compression_type_string(cls, options: Any) -> str:
        """The compression type of options, or that a name or number stands for.

        Raises:
            ValueError: there is no such compression type.

        >>> tf.io.TFRecordOptions.get_compression_type_string(None)
        ''
        """
        kind = options.compression_type if isinstance(options, TFRecordOptions) else options
        name: Any = COMPRESSION_TYPES.get(kind, kind)
        if name not in _NAMES:
            raise ValueError(f'Not a valid compression_type: "{kind}"')
        return str(name)

    def _deflater(self) -> Any:
        """What compresses; None for nothing."""
        if not self.compression_type:
            return None
        bits = self.window_bits or zlib.MAX_WBITS
        return zlib.compressobj(
            -1 if self.compression_level is None else self.compression_level,
            zlib.DEFLATED,
            bits + 16 if self.compression_type == "GZIP" else bits,
            self.mem_level or zlib.DEF_MEM_LEVEL,
            self.compression_strategy or zlib.Z_DEFAULT_STRATEGY,
        )


@public("io.TFRecordWriter")
class TFRecordWriter:
    """Writes records to a TFRecord file; also a context that closes it.

    Args:
        path: the file, which is replaced.
        options: a `TFRecordOptions` or a compression type.

    Raises:
        NotFoundError: there is no such directory.
        FailedPreconditionError: it is written to or flushed after `close`.

    >>> with tf.io.TFRecordWriter("/tmp/other.tfrecord", "GZIP") as writer:
    ...     writer.write(b"record")
    """

    def __init__(self, path: Any, options: TFRecordOptions | str | None = None) -> None:
        if not isinstance(options, TFRecordOptions):
            options = TFRecordOptions(options)
        self._path = text_of(path)
        with told_as_op_errors(self._path):
            self._file = open(self._path, "wb")  # noqa: SIM115 - closed by `close`
        self._deflater = options._deflater()

    def write(self, record: bytes | str) -> None:
        """Adds a record.

        Raises:
            TypeError: it is neither bytes nor text.
        """
        self._require_open()
        if not isinstance(record, (str, bytes, bytearray)):
            raise TypeError(
                f"write(): incompatible function arguments. Bytes or a string is required. "
                f"Received: {record!r}"
            )
        data = framed(as_bytes(bytes(record) if isinstance(record, bytearray) else record))
        self._put(data if self._deflater is None else self._deflater.compress(data))

    def _require_open(self) -> None:
        if self._file.closed:
            raise errors.FailedPreconditionError(None, None, "Writer is closed.")

    def _put(self, data: bytes) -> None:
        with told_as_op_errors(self._path):
            self._file.write(data)

    def flush(self) -> None:
        """Hands all records to the system."""
        self._require_open()
        if self._deflater is not None:
            self._put(self._deflater.flush(zlib.Z_SYNC_FLUSH))
        with told_as_op_errors(self._path):
            self._file.flush()

    def close(self) -> None:
        """Ends the file."""
        if self._file.closed:
            return
        if self._deflater is not None:
            self._put(self._deflater.flush())
        with told_as_op_errors(self._path):
            self._file.close()

    def __enter__(self) -> TFRecordWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
