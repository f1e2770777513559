"""`tf.profiler.experimental`: how long ops take, where, and what they make.

    with tf.profiler.experimental.Profile("logs") as profile:
        train_step(images)
    print(profile.time_by_op())
    print(profile.memory_by_line())

While a profiler is on, the ops of all threads go through it. Staged functions run operation by operation
then, as under `tf.debugging.step_through`: each op has a time, and the line of the user's that made it.
That is slower than their machine code, which has no ops any more; with `host_tracer_level=1` functions run
as they always do, and have one time each.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np

from stagelight import errors
from stagelight.core.dispatch import CONTEXT, evaluate, set_evaluator
from stagelight.core.op_def import OpDef, Trait
from stagelight.fork_safety import renewed_in_child
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation
from stagelight.graph.origins import places_of, user_origins
from stagelight.passes.inline_calls import CALLS
from stagelight.public import public
from stagelight.staging.profile_report import ProfileEvent, ProfileReport
from stagelight.staging.stepping import Values, run_in_steps, values_of

_EACH_OP = 2


@public("profiler.experimental.ProfilerOptions")
class ProfilerOptions(NamedTuple):
    """What a profiler looks at.

    Args:
        host_tracer_level: 1 for staged functions as a whole and `Trace`s, 2 for each op as well.
        python_tracer_level, device_tracer_level, delay_ms: TensorFlow's; not used.

    >>> tf.profiler.experimental.ProfilerOptions(host_tracer_level=1).host_tracer_level
    1
    """

    host_tracer_level: int = 2
    python_tracer_level: int = 0
    device_tracer_level: int = 1
    delay_ms: int | None = None


class _Thread(threading.local):
    """What a profiler knows of each thread.

    Attributes:
        name: what the thread is called in reports.
        inside: for each measurement that goes on, outer first, how long those in it took.
        is_stepping: the next op is a step that is measured already.
    """

    def __init__(self) -> None:
        self.name = ""
        self.inside: list[int] = []
        self.is_stepping = False


class _Profiler:
    """A profiler that is on: the `evaluator` of all threads."""

    def __init__(self, logdir: Any, options: ProfilerOptions) -> None:
        self.logdir = logdir
        self.sees_ops = options.host_tracer_level >= _EACH_OP
        self.report = ProfileReport()
        self.is_on = True
        self._epoch = time.time_ns() - time.perf_counter_ns()
        self._thread = _Thread()
        self._threads: dict[str, int] = {}  # whose a name is

    def __call__(self, op_def: OpDef, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> Any:
        """Evaluates an eager op."""
        if op_def.name in CALLS:
            return self.call(attrs["f"], list(inputs), lambda: evaluate(op_def, inputs, attrs))
        if self._thread.is_stepping or not self.sees_ops:
            self._thread.is_stepping = False
            return evaluate(op_def, inputs, attrs)
        places = places_of(user_origins())
        with self.measured(op_def.name, "op", places[0] if places else None) as made:
            result = evaluate(op_def, inputs, attrs)
            made += _new_values(op_def, inputs, values_of(result))
        return result

    def call(self, graph: FuncGraph, inputs: Values, run: Callable[[], Any]) -> Any:
        """Runs a staged function: by `run`, or operation by operation."""
        with self.measured(graph.name, "function"):
            if self.sees_ops:
                return run_in_steps(graph, inputs, self._step)
            return run()

    def _step(self, operation: Operation, arguments: Values, run: Callable[[], Values]) -> Values:
        self._thread.is_stepping = True
        if not arguments and operation.type == "Const":
            return run()
        place = operation.places[-1] if operation.places else None
        measured = self.measured(operation.type, "op", place, {"node": operation.name})
        with measured as made:
            results = run()
            made += _new_values(operation.op_def, arguments, results)
        return results

    @contextlib.contextmanager
    def measured(
        self, name: str, kind: str, place: Any = None, details: dict[str, Any] | None = None
    ) -> Iterator[Values]:
        """Measures what is in the `with`; the values that are put into the list are what it made."""
        made: Values = []
        inside = self._thread.inside
        inside.append(0)
        begin = time.perf_counter_ns()
        try:
            yield made
        finally:
            duration = time.perf_counter_ns() - begin
            own = duration - inside.pop()
            if inside:
                inside[-1] += duration
            if self.is_on:
                size = sum(getattr(value._array, "nbytes", 0) for value in made)
                times, thread = (self._epoch + begin, duration, own), self._name_of_thread()
                self.report.add(
                    ProfileEvent(name, kind, *times, thread, place, size, details or {})
                )

    def _name_of_thread(self) -> str:
        """What this thread is called: of two that have one name, the second with its number."""
        told = self._thread
        if not told.name:
            thread = threading.current_thread()
            owner = self._threads.setdefault(thread.name, threading.get_ident())
            is_owner = owner == threading.get_ident()
            told.name = thread.name if is_owner else f"{thread.name} ({threading.get_ident()})"
        return told.name


def _new_values(op_def: OpDef, inputs: Sequence[Any], results: Values) -> Values:
    """The results that are in memory of their own: no views, and no values of variables."""
    if op_def.traits & Trait.READS:
        return []
    return [
        result
        for result in results
        if not any(np.may_share_memory(result._array, value._array) for value in inputs)
    ]


# Who starts and stops profilers, in whichever thread, is let in one by one.
_lock = renewed_in_child(threading.Lock())


@public("profiler.experimental.start")
def start(logdir: str | os.PathLike[str] | None, options: ProfilerOptions | None = None) -> None:
    """Starts to profile, in all threads.

    Args:
        logdir: the folder that `stop` writes the trace to, as TensorBoard reads it; None for no files.
        options: what to look at.

    Raises:
        AlreadyExistsError: a profiler is on.

    >>> tf.profiler.experimental.start(None)
    >>> x = tf.constant(1.0) + 2.0
    >>> print(tf.profiler.experimental.stop().time_by_op().split()[0])
    op
    """
    _started(logdir, options)


def _started(logdir: Any, options: ProfilerOptions | None) -> _Profiler:
    with _lock:
        if CONTEXT.evaluator is not None:
            raise errors.AlreadyExistsError(None, None, "Another profiler is running.")
        profiler = _Profiler(logdir, options or ProfilerOptions())
        set_evaluator(profiler)
    return profiler


@public("profiler.experimental.stop")
def stop(save: bool = True) -> ProfileReport:
    """Stops the profiler, and writes its trace.

    Args:
        save: whether to write it.

    Returns:
        What it saw (TensorFlow gives None).

    Raises:
        UnavailableError: no profiler is on.

    >>> tf.profiler.experimental.start(None)
    >>> [event.name for event in tf.profiler.experimental.stop().events]
    []
    """
    with _lock:
        profiler = CONTEXT.evaluator
        if not isinstance(profiler, _Profiler):
            raise errors.UnavailableError(
                None, None, "Cannot export profiling results. No profiler is running."
            )
        set_evaluator(None)
        profiler.is_on = False
    if save and profiler.logdir is not None:
        profiler.report.write(profiler.logdir)
    return profiler.report


@public("profiler.experimental.Profile")
class Profile:
    """Profiles what is in the `with`; gives a report that is filled as it goes on.

    Args:
        logdir: the folder to write to when it ends; None for no files.
        options: what to look at.

    >>> with tf.profiler.experimental.Profile(None) as profile:
    ...     y = tf.matmul(tf.ones([2, 3]), tf.ones([3, 2]))
    >>> "MatMul" in profile.time_by_op()
    True
    """

    def __init__(
        self, logdir: str | os.PathLike[str] | None, options: ProfilerOptions | None = None
    ) -> None:
        self._logdir = logdir
        self._options = options

    def __enter__(self) -> ProfileReport:
        return _started(self._logdir, self._options).report

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        stop()


@public("profiler.experimental.Trace")
class Trace:
    """Names a part of a program in the profile, such as a step of training.

    Args:
        name: what it is called.
        **kwargs: what else is told of it, such as `step_num`.

    >>> with tf.profiler.experimental.Profile(None) as profile:
    ...     with tf.profiler.experimental.Trace("train", step_num=1):
    ...         y = tf.constant(1.0) + 1.0
    >>> profile.events[-1].name, profile.events[-1].details
    ('train', {'step_num': 1})
    """

    def __init__(self, name: str, **kwargs: Any) -> None:
        self._name = name
        self._details = kwargs
        self._measured: Any = None

    def set_metadata(self, **kwargs: Any) -> None:
        """Adds to what is told of it."""
        self._details.update(kwargs)

    def __enter__(self) -> Trace:
        profiler = CONTEXT.evaluator
        if isinstance(profiler, _Profiler):
            self._measured = profiler.measured(self._name, "trace", None, self._details)
            self._measured.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._measured is not None:
            self._measured.__exit__(None, None, None)
            self._measured = None
