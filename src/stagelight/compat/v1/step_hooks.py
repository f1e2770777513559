"""Hooks that count steps: to stop, to wait, to feed, and to compute something at the end."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from stagelight.compat.v1.file_writer import FileWriterCache
from stagelight.compat.v1.session_hooks import (
    SessionRunArgs,
    SessionRunContext,
    SessionRunHook,
    SessionRunValues,
    global_step_for,
)
from stagelight.formats import schema
from stagelight.logs import get_logger
from stagelight.public import public


@public("compat.v1.train.SecondOrStepTimer")
class SecondOrStepTimer:
    """Says when it is time again: after so many seconds, or so many steps.

    Args:
        every_secs: seconds, or
        every_steps: steps. One of both is given.

    Raises:
        ValueError: not just one is given.

    >>> timer = tf.compat.v1.train.SecondOrStepTimer(every_steps=10)
    >>> timer.should_trigger_for_step(1), timer.update_last_triggered_step(1)
    (True, (None, None))
    >>> timer.should_trigger_for_step(10), timer.should_trigger_for_step(11)
    (False, True)
    """

    def __init__(self, every_secs: float | None = None, every_steps: int | None = None) -> None:
        if every_secs is None and every_steps is None:
            raise ValueError("Either every_secs or every_steps should be provided.")
        if every_secs is not None and every_steps is not None:
            raise ValueError("Can not provide both every_secs and every_steps.")
        self._seconds = every_secs
        self._steps = every_steps
        self.reset()

    def reset(self) -> None:
        """Forgets when it was time."""
        self._last_step: int | None = None
        self._last_time: float | None = None

    def should_trigger_for_step(self, step: int) -> bool:
        """Whether it is time at a step; the first time it is, and never twice at one."""
        if self._last_step is None:
            return True
        if self._last_step == step:
            return False
        if self._seconds is not None:
            return time.time() >= (self._last_time or 0.0) + self._seconds
        return step >= self._last_step + (self._steps or 0)

    def update_last_triggered_step(self, step: int) -> tuple[float | None, int | None]:
        """Notes that it was time: the seconds and the steps since it was before, None at first."""
        now = time.time()
        if self._last_step is None or self._last_time is None:
            passed: tuple[float | None, int | None] = (None, None)
        else:
            passed = (now - self._last_time, step - self._last_step)
        self._last_time, self._last_step = now, step
        return passed

    def last_triggered_step(self) -> int | None:
        """The step at which it was time, None if it was not yet."""
        return self._last_step


@public("compat.v1.train.StopAtStepHook")
class StopAtStepHook(SessionRunHook):
    """Asks to stop at a value of the global step.

    Args:
        num_steps: how many steps from where it begins, or
        last_step: the step itself. One of both is given.

    Raises:
        ValueError: not just one is given.
        RuntimeError: when the session is made, there is no global step.

    >>> with tf.Graph().as_default():
    ...     step = tf.compat.v1.train.get_or_create_global_step()
    ...     count = step.assign_add(1)
    ...     hooks = [tf.compat.v1.train.StopAtStepHook(last_step=3)]
    ...     with tf.compat.v1.train.MonitoredTrainingSession(hooks=hooks) as session:
    ...         while not session.should_stop():
    ...             print(session.run(count))
    1
    2
    3
    """

    def __init__(self, num_steps: int | None = None, last_step: int | None = None) -> None:
        if num_steps is None and last_step is None:
            raise ValueError("One of num_steps or last_step must be specified.")
        if num_steps is not None and last_step is not None:
            raise ValueError("Only one of num_steps or last_step can be specified.")
        self._num_steps = num_steps
        self._last_step = last_step

    def begin(self) -> None:
        """Looks for the global step."""
        self._step = global_step_for(self)

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Counts from where the session begins."""
        if self._num_steps is not None:
            self._last_step = int(session.run(self._step)) + self._num_steps

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Asks for the global step."""
        return SessionRunArgs(self._step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Asks to stop at the step. What was computed with the run may be from before its update."""
        last: Any = self._last_step
        if run_values.results + 1 >= last and run_context.session.run(self._step) >= last:
            run_context.request_stop()


@public("compat.v1.train.GlobalStepWaiterHook")
class GlobalStepWaiterHook(SessionRunHook):
    """Waits until the global step, which another thread counts, has reached a value.

    Args:
        wait_until_step: the value.

    >>> with tf.Graph().as_default():
    ...     step = tf.compat.v1.train.get_or_create_global_step()
    ...     hooks = [tf.compat.v1.train.GlobalStepWaiterHook(0)]
    ...     with tf.compat.v1.train.MonitoredSession(hooks=hooks) as session:
    ...         print(session.run(step))
    0
    """

    def __init__(self, wait_until_step: int) -> None:
        self._wait_until = wait_until_step
        self._is_waiting = True

    def begin(self) -> None:
        """Looks for the global step."""
        self._step = global_step_for(self)

    def before_run(self, run_context: SessionRunContext) -> None:
        """Waits, the first time."""
        while self._is_waiting and self._wait_until > 0:
            if run_context.session.run(self._step) >= self._wait_until:
                break
            time.sleep(0.5)
        self._is_waiting = False


@public("compat.v1.train.StepCounterHook")
class StepCounterHook(SessionRunHook):
    """Tells the steps a second, as a summary and in the log.

    Args:
        every_n_steps: after how many steps, or
        every_n_secs: after how many seconds.
        output_dir: the folder of the event file.
        summary_writer: the writer, if there is no folder.

    >>> with tf.Graph().as_default():
    ...     step = tf.compat.v1.train.get_or_create_global_step()
    ...     count = step.assign_add(1)
    ...     hooks = [tf.compat.v1.train.StepCounterHook(every_n_steps=10)]
    ...     with tf.compat.v1.train.MonitoredSession(hooks=hooks) as session:
    ...         print(session.run(count))
    1
    """

    def __init__(
        self,
        every_n_steps: int | None = 100,
        every_n_secs: float | None = None,
        output_dir: str | None = None,
        summary_writer: Any = None,
    ) -> None:
        if (every_n_steps is None) == (every_n_secs is None):
            raise ValueError("exactly one of every_n_steps and every_n_secs should be provided.")
        self._timer = SecondOrStepTimer(every_steps=every_n_steps, every_secs=every_n_secs)
        self._writer = summary_writer
        self._folder = output_dir

    def begin(self) -> None:
        """Opens the event file."""
        if self._writer is None and self._folder:
            self._writer = FileWriterCache.get(self._folder)
        self._step = global_step_for(self)
        self._tag = f"{self._step.op.name}/sec"

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Asks for the global step."""
        return SessionRunArgs(self._step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Tells the speed if it is time."""
        if not self._timer.should_trigger_for_step(run_values.results + 1):
            return
        step = int(run_context.session.run(self._step))
        if not self._timer.should_trigger_for_step(step):
            return
        seconds, steps = self._timer.update_last_triggered_step(step)
        if seconds is None or steps is None:
            return
        speed = steps / seconds if seconds else float("inf")
        get_logger().info("%s: %g", self._tag, speed)
        if self._writer is not None:
            value = schema.Summary.Value(tag=self._tag, simple_value=speed)
            self._writer.add_summary(schema.Summary(value=[value]), step)


@public("compat.v1.train.FinalOpsHook")
class FinalOpsHook(SessionRunHook):
    """Computes something at the end, which `final_ops_values` has then.

    Args:
        final_ops: what is fetched, in any structure.
        final_ops_feed_dict: what is fed.

    >>> with tf.Graph().as_default():
    ...     hook = tf.compat.v1.train.FinalOpsHook(tf.constant(2.0))
    ...     with tf.compat.v1.train.MonitoredSession(hooks=[hook]):
    ...         pass
    >>> print(hook.final_ops_values)
    2.0
    """

    def __init__(self, final_ops: Any, final_ops_feed_dict: Any = None) -> None:
        self._final_ops = final_ops
        self._feed_dict = final_ops_feed_dict
        self._values: Any = None

    @property
    def final_ops_values(self) -> Any:
        """What was computed."""
        return self._values

    def end(self, session: Any) -> None:
        """Computes it."""
        if self._final_ops is not None:
            self._values = session.run(self._final_ops, feed_dict=self._feed_dict)


@public("compat.v1.train.FeedFnHook")
class FeedFnHook(SessionRunHook):
    """Feeds each run with what a function gives.

    Args:
        feed_fn: a function without arguments that gives a dict: tensor -> value.

    >>> with tf.Graph().as_default():
    ...     x = tf.compat.v1.placeholder(tf.float32)
    ...     hooks = [tf.compat.v1.train.FeedFnHook(lambda: {x: 2.0})]
    ...     with tf.compat.v1.train.MonitoredSession(hooks=hooks) as session:
    ...         print(session.run(x))
    2.0
    """

    def __init__(self, feed_fn: Callable[[], Any]) -> None:
        self.feed_fn = feed_fn

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Asks for what is to be fed."""
        return SessionRunArgs(None, self.feed_fn())
