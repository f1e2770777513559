"""`tf.compat.v1.summary.FileWriter`: event files that take `Summary` messages, graphs and more."""

from __future__ import annotations

import os
import threading
import warnings
from typing import Any

from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.core.dispatch import CONTEXT
from stagelight.fork_safety import renewed_in_child
from stagelight.formats import schema
from stagelight.formats.event_files import EventFile
from stagelight.public import public


@public("compat.v1.summary.FileWriter")
class FileWriter:
    """Writes summaries and graphs to a new event file in a folder, which TensorBoard shows.

    Args:
        logdir: the folder.
        graph: a graph to be written.
        max_queue: how many events may wait before they are written.
        flush_secs: for how many seconds.
        graph_def: the same as a message; the older form.
        filename_suffix: the end of the file's name.
        session: accepted for compatibility: what is written is in the file when it is flushed.

    Raises:
        RuntimeError: ops run eagerly.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with tf.Graph().as_default() as graph, tf.compat.v1.Session() as session:
    ...     loss = tf.compat.v1.summary.scalar("loss", 0.5)
    ...     with tf.compat.v1.summary.FileWriter(folder, graph) as writer:
    ...         writer.add_summary(session.run(loss), 1)
    >>> path = os.path.join(folder, os.listdir(folder)[0])
    >>> [event.WhichOneof("what") for event in tf.compat.v1.train.summary_iterator(path)]
    ['file_version', 'graph_def', 'summary']
    """

    def __init__(
        self,
        logdir: Any,
        graph: Any = None,
        max_queue: int = 10,
        flush_secs: float = 120,
        graph_def: Any = None,
        filename_suffix: str | None = None,
        session: Any = None,
    ) -> None:
        if CONTEXT.stage is None:
            raise RuntimeError(
                "tf.summary.FileWriter is not compatible with eager execution. Use "
                "`tf.summary.create_file_writer`, or a graph of its own. (AG409)"
            )
        self._logdir = os.fspath(logdir)
        self._options = (max_queue, float(flush_secs), filename_suffix or "")
        self._file: EventFile | None = None
        self._tags_of_runs: set[str] = set()
        self._described: set[str] = set()
        self.reopen()
        if graph is not None or graph_def is not None:
            self.add_graph(graph=graph, graph_def=graph_def)

    def __enter__(self) -> FileWriter:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def get_logdir(self) -> str:
        """The folder."""
        return self._logdir

    def add_summary(self, summary: Any, global_step: Any = None) -> None:
        """Writes a `Summary` message, or its bytes, at a step.

        Args:
            summary: the message, or what running an operation of `tf.compat.v1.summary` has given.
            global_step: the step; 0 if None.
        """
        if isinstance(summary, bytes):
            summary = schema.Summary.FromString(summary)
        event = schema.Event()
        event.summary.ParseFromString(summary.SerializeToString())
        for value in event.summary.value:
            # As TensorFlow: how values are shown is told once for each tag.
            if value.tag in self._described:
                value.ClearField("metadata")
            elif value.HasField("metadata"):
                self._described.add(value.tag)
        self._add(event, global_step)

    def add_session_log(self, session_log: Any, global_step: Any = None) -> None:
        """Writes a `SessionLog` message."""
        event = schema.Event()
        event.session_log.ParseFromString(session_log.SerializeToString())
        self._add(event, global_step)

    def add_graph(self, graph: Any, global_step: Any = None, graph_def: Any = None) -> None:
        """Writes a graph.

        Args:
            graph: a `tf.Graph`, or the message of one.
            global_step: the step; 0 if None.
            graph_def: the message; the older form.

        Raises:
            ValueError: there is neither, or there are both.
            TypeError: it is no graph.
        """
        if (graph is None) == (graph_def is None):
            raise ValueError("Please pass only graph, or graph_def (deprecated), but not both.")
        found = graph_def if graph is None else graph
        if hasattr(found, "as_graph_def"):
            found = found.as_graph_def(add_shapes=True)
        if not hasattr(found, "SerializeToString"):
            raise TypeError(f"The passed graph must be an instance of `Graph`. Received: {found!r}")
        self._add(schema.Event(graph_def=found.SerializeToString()), global_step)

    def add_meta_graph(self, meta_graph_def: Any, global_step: Any = None) -> None:
        """Writes a `MetaGraphDef` message.

        Raises:
            TypeError: it is no such message.
        """
        if not isinstance(meta_graph_def, schema.MetaGraphDef):
            raise TypeError(
                f"meta_graph_def must be type MetaGraphDef, saw type: {type(meta_graph_def)}"
            )
        self._add(schema.Event(meta_graph_def=meta_graph_def.SerializeToString()), global_step)

    def add_run_metadata(self, run_metadata: Any, tag: str, global_step: Any = None) -> None:
        """Writes what a run took.

        Args:
            run_metadata: a `RunMetadata` message.
            tag: its name.
            global_step: the step; 0 if None.

        Raises:
            ValueError: the tag was used before.
        """
        if tag in self._tags_of_runs:
            raise ValueError("The provided tag was already used for this event type")
        self._tags_of_runs.add(tag)
        found = schema.TaggedRunMetadata(tag=tag, run_metadata=run_metadata.SerializeToString())
        self._add(schema.Event(tagged_run_metadata=found), global_step)

    def add_event(self, event: Any) -> None:
        """Writes an `Event` message as it is."""
        if self._file is None:
            warnings.warn(
                "Attempting to use a closed FileWriter. The operation will be a noop unless the "
                "FileWriter is explicitly reopened.",
                stacklevel=2,
            )
            return
        self._file.add(event)

    def _add(self, event: Any, step: Any) -> None:
        if step is not None:
            event.step = int(step)
        self.add_event(event)

    def flush(self) -> None:
        """Writes what waits."""
        if self._file is not None:
            self._file.flush()

    def close(self) -> None:
        """Writes what waits and closes the file."""
        if self._file is not None:
            self._file.close()
        self._file = None

    def reopen(self) -> None:
        """Opens a new file after `close`."""
        if self._file is None:
            self._file = EventFile(self._logdir, *self._options)


@public("compat.v1.summary.FileWriterCache")
class FileWriterCache:
    """One `FileWriter` for each folder.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with tf.Graph().as_default():
    ...     writer = tf.compat.v1.summary.FileWriterCache.get(folder)
    ...     writer is tf.compat.v1.summary.FileWriterCache.get(folder)
    True
    >>> tf.compat.v1.summary.FileWriterCache.clear()
    """

    _writers: dict[str, FileWriter] = {}
    _lock = renewed_in_child(threading.RLock())

    @staticmethod
    def get(logdir: Any) -> FileWriter:
        """The writer of a folder, with the default graph if it is new."""
        with FileWriterCache._lock:
            found = FileWriterCache._writers.get(logdir)
            if found is None:
                found = FileWriterCache._writers[logdir] = FileWriter(logdir, get_default_graph())
            return found

    @staticmethod
    def clear() -> None:
        """Closes all of them."""
        with FileWriterCache._lock:
            for writer in FileWriterCache._writers.values():
                writer.close()
            FileWriterCache._writers.clear()
