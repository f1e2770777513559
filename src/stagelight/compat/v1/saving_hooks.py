"""Hooks that tell and keep what a session does: logs, lost losses, summaries, checkpoints."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.compat.v1.file_writer import FileWriterCache
from stagelight.compat.v1.graph_collections import GraphKeys, get_collection
from stagelight.compat.v1.session_hooks import (
    SessionRunArgs,
    SessionRunContext,
    SessionRunHook,
    SessionRunValues,
    global_step_for,
)
from stagelight.compat.v1.step_hooks import SecondOrStepTimer
from stagelight.formats import schema
from stagelight.logs import get_logger
from stagelight.public import find, public

# ---------------------------------------------------------------------------- logs


@public("compat.v1.train.LoggingTensorHook")
class LoggingTensorHook(SessionRunHook):
    """Logs the values of tensors after so many runs or seconds, or at the end.

    Args:
        tensors: a dict: text -> tensor or its name; or a list of tensors or names.
        every_n_iter: after how many runs, or
        every_n_secs: after how many seconds.
        at_end: whether they are logged at the end, too.
        formatter: makes the line of a dict of values.

    Raises:
        ValueError: it is not told when, or both ways.

    >>> with tf.Graph().as_default():
    ...     x = tf.constant(2.0, name="x")
    ...     hooks = [tf.compat.v1.train.LoggingTensorHook(["x:0"], every_n_iter=10)]
    ...     with tf.compat.v1.train.MonitoredSession(hooks=hooks) as session:
    ...         print(session.run(x))
    2.0
    """

    def __init__(
        self,
        tensors: Any,
        every_n_iter: int | None = None,
        every_n_secs: float | None = None,
        at_end: bool = False,
        formatter: Callable[[Any], str] | None = None,
    ) -> None:
        is_timed = every_n_iter is not None or every_n_secs is not None
        if (every_n_iter is None) == (every_n_secs is None) and (is_timed or not at_end):
            raise ValueError(
                "either at_end and/or exactly one of every_n_iter and every_n_secs must be provided."
            )
        if every_n_iter is not None and every_n_iter <= 0:
            raise ValueError(f"invalid every_n_iter={every_n_iter}.")
        if not isinstance(tensors, dict):
            self._order = list(tensors)
            tensors = {item: item for item in tensors if isinstance(item, str)} or None
        else:
            self._order = sorted(tensors)
        self._by_tag = tensors
        self._formatter = formatter
        self._timer = SecondOrStepTimer(every_n_secs, every_n_iter) if is_timed else None
        self._at_end = at_end

    def begin(self) -> None:
        """Finds the tensors in the graph."""
        graph = get_default_graph()
        named = self._by_tag or {}
        self._tensors = [graph.as_graph_element(named.get(tag, tag)) if isinstance(tag, str)
                         else tag for tag in self._order]  # fmt: skip
        self._runs = 0
        if self._timer is not None:
            self._timer.reset()

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Asks for the tensors if it is time."""
        self._is_time = self._timer is not None and self._timer.should_trigger_for_step(self._runs)
        return SessionRunArgs(self._tensors) if self._is_time else None

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Logs them."""
        if self._is_time:
            self._log(run_values.results)
        self._runs += 1

    def end(self, session: Any) -> None:
        """Logs them at the end."""
        if self._at_end:
            self._log(session.run(self._tensors))

    def _log(self, values: Sequence[Any]) -> None:
        seconds = None
        if self._timer is not None:
            seconds, _ = self._timer.update_last_triggered_step(self._runs)
        tags = [tag if isinstance(tag, str) else str(tag) for tag in self._order]
        if self._formatter is not None:
            get_logger().info(self._formatter(dict(zip(tags, values, strict=True))))
            return
        line = ", ".join(f"{tag} = {value}" for tag, value in zip(tags, values, strict=True))
        if seconds is None:
            get_logger().info("%s", line)
        else:
            get_logger().info("%s (%.3f sec)", line, seconds)


@public("compat.v1.train.NanLossDuringTrainingError")
class NanLossDuringTrainingError(RuntimeError):
    """A loss is no number.

    >>> print(tf.compat.v1.train.NanLossDuringTrainingError())
    NaN loss during training.
    """

    def __str__(self) -> str:
        return "NaN loss during training."


@public("compat.v1.train.NanTensorHook")
class NanTensorHook(SessionRunHook):
    """Stops when a loss is no number.

    Args:
        loss_tensor: the loss.
        fail_on_nan_loss: whether that is an error; else the session is asked to stop.

    Raises:
        NanLossDuringTrainingError: in a run, the loss is no number.

    >>> with tf.Graph().as_default():
    ...     loss = tf.constant(float("nan"))
    ...     hooks = [tf.compat.v1.train.NanTensorHook(loss, fail_on_nan_loss=False)]
    ...     with tf.compat.v1.train.MonitoredSession(hooks=hooks) as session:
    ...         print(session.run(loss), session.should_stop())
    nan True
    """

    def __init__(self, loss_tensor: Any, fail_on_nan_loss: bool = True) -> None:
        self._loss = loss_tensor
        self._fails = fail_on_nan_loss

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Asks for the loss."""
        return SessionRunArgs(self._loss)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Looks at it."""
        if not np.isnan(run_values.results):
            return
        if self._fails:
            get_logger().error("Model diverged with loss = NaN.")
            raise NanLossDuringTrainingError
        get_logger().warning("Model diverged with loss = NaN.")
        run_context.request_stop()


# ---------------------------------------------------------------------------- summaries


@public("compat.v1.train.SummarySaverHook")
class SummarySaverHook(SessionRunHook):
    """Writes summaries to an event file after so many steps or seconds.

    Args:
        save_steps: after how many steps, or
        save_secs: after how many seconds.
        output_dir: the folder of the event file.
        summary_writer: the writer, if there is no folder.
        scaffold: the `Scaffold` that has the summary, or
        summary_op: the summary.

    Raises:
        ValueError: not just one of scaffold and summary is given.

    >>> import tempfile
    >>> with tf.Graph().as_default():
    ...     step = tf.compat.v1.train.get_or_create_global_step()
    ...     count = step.assign_add(1)
    ...     summary = tf.compat.v1.summary.scalar("x", 2.0)
    ...     hook = tf.compat.v1.train.SummarySaverHook(1, output_dir=tempfile.mkdtemp(), summary_op=summary)
    ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
    ...         print(session.run(count))
    1
    """

    def __init__(
        self,
        save_steps: int | None = None,
        save_secs: float | None = None,
        output_dir: str | None = None,
        summary_writer: Any = None,
        scaffold: Any = None,
        summary_op: Any = None,
    ) -> None:
        if (scaffold is None) == (summary_op is None):
            raise ValueError("Exactly one of scaffold or summary_op must be provided.")
        self._timer = SecondOrStepTimer(save_secs, save_steps)
        self._folder = output_dir
        self._writer = summary_writer
        self._scaffold = scaffold
        self._summary = summary_op

    def begin(self) -> None:
        """Opens the event file."""
        if self._writer is None and self._folder:
            self._writer = FileWriterCache.get(self._folder)
        self._next_step: int | None = None
        self._step = global_step_for(self)

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Asks for the step, and for summaries if it is time."""
        self._is_time = self._next_step is None or self._timer.should_trigger_for_step(
            self._next_step
        )
        summary = self._summary if self._scaffold is None else self._scaffold.summary_op
        wanted = [self._step]
        if self._is_time and summary is not None:
            wanted += summary if isinstance(summary, (list, tuple)) else [summary]
        return SessionRunArgs(wanted)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Writes them."""
        if self._writer is None:
            return
        step = int(run_values.results[0]) + 1
        if self._is_time:
            step = int(run_context.session.run(self._step))
        if self._next_step is None:
            start = schema.SessionLog(status=schema.SessionLog.START)
            self._writer.add_session_log(start, step)
        if self._is_time:
            self._timer.update_last_triggered_step(step)
            for summary in run_values.results[1:]:
                self._writer.add_summary(summary, step)
        self._next_step = step + 1

    def end(self, session: Any) -> None:
        """Writes what waits."""
        if self._writer is not None:
            self._writer.flush()


# ---------------------------------------------------------------------------- checkpoints


@public("compat.v1.train.CheckpointSaverListener")
class CheckpointSaverListener:
    """The base of those that a `CheckpointSaverHook` tells of what it saves; each method does nothing here.

    >>> tf.compat.v1.train.CheckpointSaverListener().after_save(None, 1)
    """

    def begin(self) -> None:
        """Called once, before there is a session."""

    def before_save(self, session: Any, global_step_value: int) -> None:
        """Called before a checkpoint is written."""

    def after_save(self, session: Any, global_step_value: int) -> bool | None:
        """Called after it was written; True asks the session to stop."""
        return None

    def end(self, session: Any, global_step_value: int) -> None:
        """Called at the end, after the last checkpoint."""


@public("compat.v1.train.CheckpointSaverHook")
class CheckpointSaverHook(SessionRunHook):
    """Writes a checkpoint at the beginning, after so many steps or seconds, and at the end.

    Args:
        checkpoint_dir: the folder.
        save_secs: after how many seconds, or
        save_steps: after how many steps.
        saver: the `Saver`; the graph's own if None.
        checkpoint_basename: the beginning of the names of files.
        scaffold: the `Scaffold` that has the saver.
        listeners: `CheckpointSaverListener`s.
        save_graph_def: whether the graph is written, as `graph.pbtxt` and beside each checkpoint.

    Raises:
        ValueError: there is both a saver and a scaffold.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with tf.Graph().as_default():
    ...     step = tf.compat.v1.train.get_or_create_global_step()
    ...     count = step.assign_add(1)
    ...     hook = tf.compat.v1.train.CheckpointSaverHook(folder, save_steps=10)
    ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]) as session:
    ...         print(session.run(count))
    1
    >>> os.path.basename(tf.train.latest_checkpoint(folder))
    'model.ckpt-1'
    """

    def __init__(
        self,
        checkpoint_dir: str,
        save_secs: float | None = None,
        save_steps: int | None = None,
        saver: Any = None,
        checkpoint_basename: str = "model.ckpt",
        scaffold: Any = None,
        listeners: Any = None,
        save_graph_def: bool = True,
    ) -> None:
        if saver is not None and scaffold is not None:
            raise ValueError("You cannot provide both saver and scaffold.")
        get_logger().info("Create CheckpointSaverHook.")
        self._saver = saver
        self._folder = checkpoint_dir
        self._path = os.path.join(checkpoint_dir, checkpoint_basename)
        self._scaffold = scaffold
        self._timer = SecondOrStepTimer(save_secs, save_steps)
        self._listeners = list(listeners or ())
        self._writes_graph = save_graph_def

    def begin(self) -> None:
        """Opens the event file."""
        self._writer = FileWriterCache.get(self._folder)
        self._step = global_step_for(self)
        for listener in self._listeners:
            listener.begin()

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Writes the graph and the first checkpoint."""
        step = session.run(self._step)
        if self._writes_graph:
            write_graph = find("io.write_graph")
            write_graph(get_default_graph(), self._folder, "graph.pbtxt")
        self._writer.add_graph(get_default_graph())
        self._save(session, step)
        self._timer.update_last_triggered_step(step)

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Asks for the global step."""
        return SessionRunArgs(self._step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Writes a checkpoint if it is time."""
        if not self._timer.should_trigger_for_step(run_values.results + 1):
            return
        step = run_context.session.run(self._step)
        if self._timer.should_trigger_for_step(step):
            self._timer.update_last_triggered_step(step)
            if self._save(run_context.session, step):
                run_context.request_stop()

    def end(self, session: Any) -> None:
        """Writes the last checkpoint."""
        step = session.run(self._step)
        if step != self._timer.last_triggered_step():
            self._save(session, step)
        for listener in self._listeners:
            listener.end(session, step)

    def _save(self, session: Any, step: int) -> bool:
        """Writes a checkpoint; whether a listener asks to stop."""
        get_logger().info("Saving checkpoints for %d into %s...", step, self._path)
        for listener in self._listeners:
            listener.before_save(session, step)
        self._own_saver().save(
            session, self._path, global_step=step, write_meta_graph=self._writes_graph
        )
        log = schema.SessionLog(status=schema.SessionLog.CHECKPOINT, checkpoint_path=self._path)
        self._writer.add_session_log(log, step)
        answers = [listener.after_save(session, step) for listener in self._listeners]
        return any(answers)

    def _own_saver(self) -> Any:
        if self._saver is not None:
            return self._saver
        if self._scaffold is not None:
            return self._scaffold.saver
        savers = get_collection(GraphKeys.SAVERS)
        if len(savers) != 1:
            what = "No items" if not savers else "More than one item"
            raise RuntimeError(
                f"{what} in collection {GraphKeys.SAVERS}. Please add a saver to the collection or "
                "provide a saver or scaffold."
            )
        self._saver = savers[0]
        return self._saver
