"""Hooks of a monitored session: what they are called with, and what they may ask for."""

from __future__ import annotations

from typing import Any, NamedTuple

from stagelight.compat.v1.global_steps import get_global_step
from stagelight.public import public


@public("compat.v1.train.SessionRunArgs")
class SessionRunArgs(NamedTuple):
    """What a run computes: fetches, what is fed, and options.

    >>> tf.compat.v1.train.SessionRunArgs("x:0").feed_dict is None
    True
    """

    fetches: Any
    feed_dict: Any = None
    options: Any = None


@public("compat.v1.train.SessionRunValues")
class SessionRunValues(NamedTuple):
    """What a run has computed of a hook's fetches, with its options and its metadata.

    >>> tf.compat.v1.train.SessionRunValues(1.0, None, None).results
    1.0
    """

    results: Any
    options: Any
    run_metadata: Any


@public("compat.v1.train.SessionRunContext")
class SessionRunContext:
    """A run that hooks are told of: what the program asked for, and in which session.

    Args:
        original_args: the program's `SessionRunArgs`.
        session: the session.

    >>> context = tf.compat.v1.train.SessionRunContext(None, None)
    >>> context.request_stop()
    >>> context.stop_requested
    True
    """

    def __init__(self, original_args: SessionRunArgs, session: Any) -> None:
        self._original_args = original_args
        self._session = session
        self._stop_requested = False

    @property
    def original_args(self) -> SessionRunArgs:
        """What the program asked for."""
        return self._original_args

    @property
    def session(self) -> Any:
        """The session, for runs without hooks."""
        return self._session

    @property
    def stop_requested(self) -> bool:
        """Whether a hook asked to stop."""
        return self._stop_requested

    def request_stop(self) -> None:
        """Lets `should_stop()` be true from now on."""
        self._stop_requested = True


@public("compat.v1.train.SessionRunHook")
class SessionRunHook:
    """The base of hooks: a monitored session calls these, each of which does nothing here.

    >>> class Counts(tf.compat.v1.train.SessionRunHook):
    ...     runs = 0
    ...     def after_run(self, run_context, run_values):
    ...         self.runs += 1
    >>> counts = Counts()
    >>> with tf.Graph().as_default():
    ...     x = tf.constant(2.0)
    ...     with tf.compat.v1.train.MonitoredSession(hooks=[counts]) as session:
    ...         print(session.run(x), counts.runs)
    2.0 1
    """

    def begin(self) -> None:
        """Called once, before there is a session; operations may be added to the graph."""

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Called when there is a session, whose graph is finished."""

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Called before each run; may ask for more that is to be computed in it."""
        return None

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Called after each run, with what `before_run` asked for."""

    def end(self, session: Any) -> None:
        """Called at the end, if there was no error."""


def global_step_for(hook: SessionRunHook) -> Any:
    """The graph's global step.

    Raises:
        RuntimeError: there is none.
    """
    step = get_global_step()
    if step is None:
        raise RuntimeError(f"Global step should be created to use {type(hook).__name__}.")
    return step
