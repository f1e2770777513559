"""`tf.compat.v1.train.summary_iterator`: the events of a file, as they were written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stagelight.errors import DataLossError
from stagelight.formats import schema
from stagelight.formats.files import text_of
from stagelight.formats.record_files import FollowedRecords, read_records
from stagelight.public import public


@public("compat.v1.train.summary_iterator")
def summary_iterator(path: Any) -> Iterator[Any]:
    """The `Event` messages of an event file, one after the other.

    Args:
        path: the file.

    Raises:
        NotFoundError: there is no such file.
        DataLossError: while reading, when the file is damaged; the message has it and the position.

    At the end of the file the iterator stops; asked again, it gives the events that were added meanwhile.

    >>> import glob, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with tf.summary.create_file_writer(folder).as_default(step=3):
    ...     is_written = tf.summary.scalar("loss", 0.5)
    ...     tf.summary.flush()
    >>> (path,) = glob.glob(folder + "/*tfevents*")
    >>> [(e.step, v.tag) for e in tf.compat.v1.train.summary_iterator(path) for v in e.summary.value]
    [(3, 'loss')]
    """
    return FollowedRecords(path, lambda position: _events(path, position))


def _events(path: Any, begins: int) -> Iterator[tuple[Any, int]]:
    for record, ends in read_records(path, position=begins):
        try:
            event = schema.parsed(schema.Event, record)
        except ValueError as error:
            message = f"the record at {begins} of {text_of(path)} is no event: {error}"
            raise DataLossError(None, None, message) from error
        begins = ends
        yield event, ends
