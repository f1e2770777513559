"""Writers of summaries: event files, and which of them takes what a thread writes."""

from __future__ import annotations

import abc
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from stagelight.control_flow.conditionals import cond
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.graph.scopes import init_scope
from stagelight.public import public
from stagelight.state.resource import unique_resource_name
from stagelight.types.dtypes import bool_, int64

_QUEUE, _FLUSH_MILLIS, _SUFFIX = 10, 2 * 60 * 1000, ".v2"


class _State(threading.local):
    """What is written to and when, by a thread."""

    writer: SummaryWriter | None = None
    is_recording: Any = True
    step: Any = None


STATE = _State()


@public("summary.SummaryWriter")
class SummaryWriter(metaclass=abc.ABCMeta):  # noqa: B024
    """What summaries are written to; `tf.summary.create_file_writer` makes one."""

    def __init__(self, resource: Tensor | None) -> None:
        self._resource = resource
        self._is_closed = False

    def set_as_default(self, step: Any = None) -> None:
        """Lets this thread write summaries here from now on.

        Args:
            step: the default step from now on, if it is not None.

        Raises:
            RuntimeError: the writer is closed.
        """
        self._require_open()
        STATE.writer = self
        if step is not None:
            STATE.step = step

    @contextmanager
    def as_default(self, step: Any = None) -> Iterator[SummaryWriter]:
        """Lets this thread write summaries here: `with writer.as_default():`.

        Args:
            step: the default step inside, if it is not None.

        Raises:
            RuntimeError: the writer is closed.
        """
        self._require_open()
        before, step_before = STATE.writer, STATE.step
        STATE.writer = self
        if step is not None:
            STATE.step = step
        try:
            yield self
            self.flush()
        finally:
            STATE.writer = before
            if step is not None:
                STATE.step = step_before

    def _require_open(self) -> None:
        if self._is_closed:
            raise RuntimeError(f"SummaryWriter {self!r} is already closed")

    def flush(self) -> None:
        """Writes what waits to the file."""
        if self._resource is not None and not self._is_closed:
            raw.FlushSummaryWriter(self._resource)

    def close(self) -> None:
        """Writes what waits and closes the file."""
        if self._resource is not None and not self._is_closed:
            raw.CloseSummaryWriter(self._resource)
        self._is_closed = True


class _NoWriter(SummaryWriter):
    """Writes nothing, and leaves the default writer and step as they are."""

    def set_as_default(self, step: Any = None) -> None:
        """Does nothing."""

    @contextmanager
    def as_default(self, step: Any = None) -> Iterator[SummaryWriter]:
        """Changes nothing inside."""
        yield self


@public("summary.create_file_writer")
def create_file_writer(
    logdir: Any,
    max_queue: Any = None,
    flush_millis: Any = None,
    filename_suffix: Any = None,
    name: str | None = None,
    experimental_trackable: bool = False,
) -> SummaryWriter:
    """A writer to a new event file in a folder.

    Args:
        logdir: the folder.
        max_queue: how many summaries may wait before they are written; 10 if None.
        flush_millis: for how many milliseconds; two minutes if None.
        filename_suffix: the end of the file's name; ".v2" if None.
        name: the operations' name.
        experimental_trackable: kept for TensorFlow's signature.

    Raises:
        ValueError: there is no folder.
        OpError: the file cannot be made.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> writer = tf.summary.create_file_writer(folder)
    >>> with writer.as_default():
    ...     _ = tf.summary.scalar("loss", 0.5, step=1)
    >>> writer.close()
    >>> [os.path.splitext(file)[1] for file in os.listdir(folder)]
    ['.v2']
    """
    if logdir is None:
        raise ValueError("Argument `logdir` cannot be None")
    with init_scope():
        resource = raw.SummaryWriter(shared_name=unique_resource_name("writer"))
        raw.CreateSummaryFileWriter(
            resource,
            _path(logdir),
            _QUEUE if max_queue is None else max_queue,
            _FLUSH_MILLIS if flush_millis is None else flush_millis,
            _SUFFIX if filename_suffix is None else filename_suffix,
        )
    return SummaryWriter(resource)


def _path(logdir: Any) -> Any:
    return logdir.__fspath__() if hasattr(logdir, "__fspath__") else logdir


@public("summary.create_noop_writer")
def create_noop_writer() -> SummaryWriter:
    """A writer that writes nothing, and is never the default: what is the default outside is so inside.

    >>> with tf.summary.create_noop_writer().as_default():
    ...     bool(tf.summary.scalar("loss", 0.5, step=1))
    False
    """
    return _NoWriter(None)


@public("summary.flush")
def flush(writer: SummaryWriter | None = None, name: str | None = None) -> None:
    """Writes what waits to the file of a writer, or of the default one.

    >>> tf.summary.flush()
    """
    writer = STATE.writer if writer is None else writer
    if writer is not None:
        writer.flush()


# ---------------------------------------------------------------------------- whether, and when


@public("summary.experimental.get_step")
def get_step() -> Any:
    """The default step of this thread: a number, tensor or variable, or None.

    >>> tf.summary.experimental.set_step(3)
    >>> tf.summary.experimental.get_step()
    3
    >>> tf.summary.experimental.set_step(None)
    """
    return STATE.step


@public("summary.experimental.set_step")
def set_step(step: Any) -> None:
    """Sets the default step of this thread.

    Args:
        step: a number, which a traced function takes as it is while it is traced; a variable or tensor,
            which it reads when it runs; or None.

    >>> tf.summary.experimental.set_step(None)
    """
    STATE.step = step


def step_or_default(step: Any) -> Any:
    """A step as an int64 tensor.

    Raises:
        ValueError: there is none, and no default.
    """
    step = STATE.step if step is None else step
    if step is None:
        raise ValueError(
            "No step set. Please specify one either through the `step` argument or through "
            "tf.summary.experimental.set_step()"
        )
    step = convert_to_tensor(step)
    return step if step.dtype is int64 else raw.Cast(step, DstT=int64)


@public("summary.should_record_summaries")
def should_record_summaries() -> Tensor:
    """Whether summaries are written here: a bool tensor.

    >>> bool(tf.summary.should_record_summaries())  # There is no writer.
    False
    """
    return convert_to_tensor(_condition(), bool_)


def _condition() -> Any:
    """Whether summaries are written here: a bool, or a tensor."""
    if STATE.writer is None or STATE.writer._resource is None:
        return False
    condition = STATE.is_recording() if callable(STATE.is_recording) else STATE.is_recording
    return bool(condition) if isinstance(condition, EagerTensor) else condition


@public("summary.record_if")
@contextmanager
def record_if(condition: Any) -> Iterator[None]:
    """Summaries inside are written only if a condition holds.

    Args:
        condition: a bool, a bool tensor, or a function that gives one and is called for each summary.

    >>> with tf.summary.record_if(False):
    ...     bool(tf.summary.scalar("loss", 0.5, step=1))
    False
    """
    before = STATE.is_recording
    STATE.is_recording = condition
    try:
        yield
    finally:
        STATE.is_recording = before


def recorded(record: Callable[[Tensor], None]) -> Tensor:
    """Calls a function with the default writer's handle, if summaries are written: whether they are."""
    condition, writer = _condition(), STATE.writer
    if condition is False or writer is None or writer._resource is None:
        return convert_to_tensor(False)
    handle = writer._resource

    def written() -> Tensor:
        record(handle)
        return convert_to_tensor(True)

    if condition is True:
        return written()
    result: Tensor = cond(
        convert_to_tensor(condition, bool_), written, lambda: convert_to_tensor(False)
    )
    return result
