"""`tf.compat.v1.train.Supervisor`: a session with checkpoints, summaries and queues in threads beside it.

Supervisor(logdir)                    takes the graph's operations for granted, and finalizes the graph
  .managed_session()                  restores or initializes (`SessionManager`), starts the threads:
      summaries                       every `save_summaries_secs`
      steps a second                  every `save_summaries_secs`
      checkpoints                     every `save_model_secs`
      queue runners                   of the graph
  .stop()                             stops the threads and raises what one of them raised
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.compat.v1.file_writer import FileWriter
from stagelight.compat.v1.global_steps import get_global_step, global_step
from stagelight.compat.v1.graph_collections import GraphKeys, add_to_collection, get_collection
from stagelight.compat.v1.saver import Saver
from stagelight.compat.v1.session import Session
from stagelight.compat.v1.session_manager import SessionManager
from stagelight.compat.v1.summaries import merge_all
from stagelight.compat.v1.variables import (
    global_variables,
    global_variables_initializer,
    local_variables_initializer,
    report_uninitialized_variables,
    tables_initializer,
)
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.formats import schema
from stagelight.graph.graph import Graph
from stagelight.graph.graph_files import write_graph
from stagelight.logs import get_logger
from stagelight.public import public
from stagelight.train.coordinator import Coordinator, LooperThread


@public("compat.v1.train.Supervisor")
class Supervisor:
    """Makes a session that is restored or initialized, and saves checkpoints and summaries beside it.

    The graph is finalized. Operations that are not given are those in the graph's collections, or made.

    Args:
        graph: the graph, the default one if None.
        ready_op: a vector of the names of what has no value.
        ready_for_local_init_op: the same, checked before `local_init_op` is run.
        is_chief: whether this process initializes, saves and writes summaries.
        init_op: sets the variables if there is no checkpoint.
        init_feed_dict: what is fed to it.
        local_init_op: run in any case; sets the local variables and fills tables.
        logdir: the folder of checkpoints and summaries; None for none.
        summary_op: the summaries that are written; None for none.
        saver: saves and restores; None for nothing of that kind.
        global_step: the count of steps; None for none.
        save_summaries_secs, save_model_secs: the seconds between two savings; 0 for none.
        recovery_wait_secs: how long other processes wait between two looks.
        stop_grace_secs: how long `stop` waits for threads.
        checkpoint_basename: the name of checkpoints.
        session_manager: makes the sessions.
        summary_writer: writes the summaries; None for none.
        init_fn: called with the session after `init_op`.
        local_init_run_options: options of the run of `local_init_op`.

    Raises:
        RuntimeError: outside of graphs.

    >>> with tf.Graph().as_default():
    ...     v = tf.compat.v1.get_variable("v", initializer=2.0)
    ...     supervisor = tf.compat.v1.train.Supervisor()
    ...     with supervisor.managed_session() as session:
    ...         print(session.run(v))
    2.0
    """

    USE_DEFAULT = 0

    def __init__(
        self,
        graph: Graph | None = None,
        ready_op: Any = USE_DEFAULT,
        ready_for_local_init_op: Any = USE_DEFAULT,
        is_chief: bool = True,
        init_op: Any = USE_DEFAULT,
        init_feed_dict: Any = None,
        local_init_op: Any = USE_DEFAULT,
        logdir: str | None = None,
        summary_op: Any = USE_DEFAULT,
        saver: Any = USE_DEFAULT,
        global_step: Any = USE_DEFAULT,
        save_summaries_secs: float = 120,
        save_model_secs: float = 600,
        recovery_wait_secs: float = 30,
        stop_grace_secs: float = 120,
        checkpoint_basename: str = "model.ckpt",
        session_manager: SessionManager | None = None,
        summary_writer: Any = USE_DEFAULT,
        init_fn: Callable[[Any], Any] | None = None,
        local_init_run_options: Any = None,
    ) -> None:
        if CONTEXT.stage is None and graph is None:
            raise RuntimeError("Supervisors are incompatible with eager execution. (AG409)")
        self._graph: Any = get_default_graph() if graph is None else graph
        self._is_chief = is_chief
        self._init_feed_dict, self._init_fn = init_feed_dict, init_fn
        self._coordinator = Coordinator()
        self._grace = stop_grace_secs
        self._logdir = logdir if is_chief else None
        self._save_summaries_secs, self._save_model_secs = save_summaries_secs, save_model_secs
        self._save_path = os.path.join(self._logdir, checkpoint_basename) if self._logdir else None
        with self._graph.as_default():
            self._init_op = _given(init_op, GraphKeys.INIT_OP, global_variables_initializer)
            self._ready_op = _given(ready_op, GraphKeys.READY_OP, report_uninitialized_variables)
            self._ready_for_local_init_op = _given(
                ready_for_local_init_op, GraphKeys.READY_FOR_LOCAL_INIT_OP, lambda: None
            )
            self._local_init_op = _given(
                local_init_op, GraphKeys.LOCAL_INIT_OP, _group_local_initializers
            )
            self._summary_op = _given(summary_op, GraphKeys.SUMMARY_OP, merge_all)
            self._saver = _given(
                saver, GraphKeys.SAVERS, lambda: Saver() if global_variables() else None
            )
            if self._saver is not None:
                self._saver.build()
            self._global_step = _given(global_step, GraphKeys.GLOBAL_STEP, get_global_step)
        self._summary_writer = summary_writer
        if summary_writer is Supervisor.USE_DEFAULT:
            self._summary_writer = FileWriter(self._logdir) if self._logdir else None
        self._session_manager = session_manager or SessionManager(
            local_init_op=self._local_init_op,
            ready_op=self._ready_op,
            ready_for_local_init_op=self._ready_for_local_init_op,
            graph=self._graph,
            recovery_wait_secs=recovery_wait_secs,
            local_init_run_options=local_init_run_options,
        )
        self._graph.finalize()

    # ------------------------------------------------------------------ what it was made with

    @property
    def is_chief(self) -> bool:
        """Whether this process initializes, saves and writes summaries."""
        return self._is_chief

    @property
    def session_manager(self) -> SessionManager:
        """What makes the sessions."""
        return self._session_manager

    @property
    def coord(self) -> Coordinator:
        """What stops the threads."""
        return self._coordinator

    @property
    def init_op(self) -> Any:
        """Sets the variables."""
        return self._init_op

    @property
    def init_feed_dict(self) -> Any:
        """What is fed to `init_op`."""
        return self._init_feed_dict

    @property
    def ready_op(self) -> Any:
        """A vector of the names of what has no value."""
        return self._ready_op

    @property
    def ready_for_local_init_op(self) -> Any:
        """The same, checked before the local variables are set."""
        return self._ready_for_local_init_op

    @property
    def summary_writer(self) -> Any:
        """What writes the summaries."""
        return self._summary_writer

    @property
    def summary_op(self) -> Any:
        """The summaries."""
        return self._summary_op

    @property
    def save_summaries_secs(self) -> float:
        """The seconds between two summaries."""
        return self._save_summaries_secs

    @property
    def global_step(self) -> Any:
        """The count of steps."""
        return self._global_step

    @property
    def saver(self) -> Any:
        """What saves and restores."""
        return self._saver

    @property
    def save_model_secs(self) -> float:
        """The seconds between two checkpoints."""
        return self._save_model_secs

    @property
    def save_path(self) -> str | None:
        """The path of checkpoints, without the step."""
        return self._save_path

    # ------------------------------------------------------------------ sessions

    def prepare_or_wait_for_session(
        self,
        master: str = "",
        config: Any = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        start_standard_services: bool = True,
    ) -> Session:
        """A session that is ready: the chief makes it so, others wait for that.

        Args:
            master: accepted for compatibility.
            config: the session's options.
            wait_for_checkpoint: whether to wait until there is a checkpoint.
            max_wait_secs: for how long.
            start_standard_services: whether the threads and queue runners are started.
        """
        self._coordinator.clear_stop()
        if self._summary_writer:
            self._summary_writer.reopen()
        if self._is_chief:
            session = self._session_manager.prepare_session(
                master,
                init_op=self._init_op,
                saver=self._saver,
                checkpoint_dir=self._logdir,
                wait_for_checkpoint=wait_for_checkpoint,
                max_wait_secs=max_wait_secs,
                config=config,
                init_feed_dict=self._init_feed_dict,
                init_fn=self._init_fn,
            )
            self._write_graph()
            if start_standard_services:
                self.start_standard_services(session)
        else:
            session = self._session_manager.wait_for_session(
                master, config=config, max_wait_secs=max_wait_secs
            )
        if start_standard_services:
            self.start_queue_runners(session)
        return session

    PrepareSession = prepare_or_wait_for_session

    @contextmanager
    def managed_session(
        self,
        master: str = "",
        config: Any = None,
        start_standard_services: bool = True,
        close_summary_writer: bool = True,
    ) -> Iterator[Session]:
        """A session that is ready, as a context: at its end the threads stop, and their errors are raised.

        The end of the input (`tf.errors.OutOfRangeError`) ends it without an error.
        """
        session = None
        try:
            session = self.prepare_or_wait_for_session(
                master, config, start_standard_services=start_standard_services
            )
            yield session
        except Exception as error:  # noqa: BLE001 - `stop` raises it
            self.request_stop(error)
        finally:
            try:
                self.stop(close_summary_writer=close_summary_writer)
            finally:
                if session is not None:
                    session.close()

    def _write_graph(self) -> None:
        """Writes the graph into the folder, as a file and as an event."""
        if self._logdir:
            write_graph(self._graph, self._logdir, "graph.pbtxt")
            if self._summary_writer:
                self._summary_writer.add_graph(self._graph)

    # ------------------------------------------------------------------ threads

    def start_standard_services(self, sess: Session) -> list[LooperThread]:
        """Starts the threads that write summaries and checkpoints; there are none without a `logdir`.

        Raises:
            RuntimeError: this is not the chief.
        """
        if not self._is_chief:
            raise RuntimeError(
                "Only chief supervisor can start standard services. Because only chief supervisors "
                "can write events."
            )
        if not self._logdir:
            get_logger().warning("Standard services need a 'logdir' passed to the SessionManager")
            return []
        if self._global_step is not None and self._summary_writer:
            log = schema.SessionLog(status=schema.SessionLog.START)
            self._summary_writer.add_session_log(log, global_step(sess, self._global_step))
        threads: list[LooperThread] = []
        if self._save_summaries_secs and self._summary_writer:
            if self._summary_op is not None:
                threads.append(_SummaryThread(self, sess))
            if self._global_step is not None:
                threads.append(_StepCounterThread(self, sess))
        if self._saver and self._save_model_secs:
            threads.append(_CheckpointThread(self, sess))
        for thread in threads:
            thread.start()
        return threads

    def start_queue_runners(
        self, sess: Session, queue_runners: Iterable[Any] | None = None
    ) -> list[Any]:
        """Starts the threads of queue runners: of all that the graph has collected if None."""
        if queue_runners is None:
            queue_runners = self._graph.get_collection(GraphKeys.QUEUE_RUNNERS)
        threads: list[Any] = []
        for runner in queue_runners:
            threads += runner.create_threads(sess, coord=self._coordinator, daemon=True, start=True)
        return threads

    StartQueueRunners = start_queue_runners

    def loop(
        self,
        timer_interval_secs: float | None,
        target: Callable[..., Any],
        args: Any = None,
        kwargs: Any = None,
    ) -> LooperThread:
        """Starts a thread that calls a function again and again; see `LooperThread`."""
        return LooperThread.loop(self._coordinator, timer_interval_secs, target, args, kwargs)

    Loop = loop

    def stop(
        self,
        threads: Any = None,
        close_summary_writer: bool = True,
        ignore_live_threads: bool = False,
    ) -> None:
        """Stops the threads, waits for them, and raises what one of them raised.

        Args:
            threads: threads beside those of the coordinator.
            close_summary_writer: whether the writer of summaries is closed.
            ignore_live_threads: whether threads that do not end are left alone.
        """
        self._coordinator.request_stop()
        try:
            self._coordinator.join(threads, self._grace, ignore_live_threads)
        finally:
            if close_summary_writer and self._summary_writer:
                log = schema.SessionLog(status=schema.SessionLog.STOP)
                self._summary_writer.add_session_log(log)
                self._summary_writer.close()

    Stop = stop

    def request_stop(self, ex: Any = None) -> None:
        """Asks the threads to stop; `stop` raises the error."""
        self._coordinator.request_stop(ex)

    RequestStop = request_stop

    def should_stop(self) -> bool:
        """Whether the threads were asked to stop."""
        return self._coordinator.should_stop()

    ShouldStop = should_stop

    def stop_on_exception(self) -> AbstractContextManager[None]:
        """A context that asks the threads to stop with an error that is raised inside."""
        return self._coordinator.stop_on_exception()

    StopOnException = stop_on_exception

    def wait_for_stop(self) -> bool:
        """Waits until the threads are asked to stop."""
        return self._coordinator.wait_for_stop()

    WaitForStop = wait_for_stop

    def summary_computed(self, sess: Session, summary: Any, global_step: Any = None) -> None:
        """Writes a summary.

        Args:
            sess: the session, which knows the step.
            summary: the message, or its bytes.
            global_step: the step; that of the session if None.

        Raises:
            RuntimeError: nothing writes summaries.
        """
        if not self._summary_writer:
            raise RuntimeError("Writing a summary requires a summary writer.")
        if global_step is None and self._global_step is not None:
            global_step = self._step(sess)
        self._summary_writer.add_summary(summary, global_step)

    SummaryComputed = summary_computed

    def _step(self, session: Session) -> int:
        return global_step(session, self._global_step)


def _given(value: Any, key: str, make: Callable[[], Any]) -> Any:
    """What was given; by default the first of a collection, or what is made and put there."""
    if value is not Supervisor.USE_DEFAULT:
        return value
    collected = get_collection(key)
    if collected:
        return collected[0]
    made = make()
    if made is not None:
        add_to_collection(key, made)
    return made


def _group_local_initializers() -> Any:
    """One operation that sets the local variables and fills the tables."""
    with get_default_graph().control_dependencies(
        [local_variables_initializer(), tables_initializer()]
    ):
        return raw.NoOp(name="group_deps")


class _SummaryThread(LooperThread):
    """Writes summaries at intervals."""

    def __init__(self, supervisor: Supervisor, session: Session) -> None:
        super().__init__(supervisor.coord, supervisor.save_summaries_secs)
        self._supervisor, self._session = supervisor, session

    def run_loop(self) -> None:
        """Computes and writes the summaries."""
        supervisor = self._supervisor
        supervisor.summary_computed(self._session, self._session.run(supervisor.summary_op))


class _StepCounterThread(LooperThread):
    """Writes the number of steps a second at intervals."""

    def __init__(self, supervisor: Supervisor, session: Session) -> None:
        super().__init__(supervisor.coord, supervisor.save_summaries_secs)
        self._supervisor, self._session = supervisor, session
        self._tag = f"{supervisor.global_step.op.name}/sec"
        self._last_time, self._last_step = 0.0, 0

    def start_loop(self) -> None:
        """Begins to count."""
        self._last_time = time.monotonic()
        self._last_step = global_step(self._session, self._supervisor.global_step)

    def run_loop(self) -> None:
        """Writes the speed since the last call."""
        now, step = time.monotonic(), global_step(self._session, self._supervisor.global_step)
        elapsed = now - self._last_time
        speed = (step - self._last_step) / elapsed if elapsed > 0 else float("inf")
        self._last_time, self._last_step = now, step
        value = schema.Summary.Value(tag=self._tag, simple_value=speed)
        self._supervisor.summary_writer.add_summary(schema.Summary(value=[value]), step)


class _CheckpointThread(LooperThread):
    """Saves checkpoints at intervals."""

    def __init__(self, supervisor: Supervisor, session: Session) -> None:
        super().__init__(supervisor.coord, supervisor.save_model_secs)
        self._supervisor, self._session = supervisor, session

    def run_loop(self) -> None:
        """Saves the variables."""
        supervisor = self._supervisor
        supervisor.saver.save(
            self._session, supervisor.save_path, global_step=supervisor.global_step
        )
