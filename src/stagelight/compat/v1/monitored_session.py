"""Sessions that initialize or restore their variables, call hooks, and say when to stop."""

from __future__ import annotations

import abc
from collections.abc import Callable
from typing import Any

from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.compat.v1.graph_collections import (
    GraphKeys,
    add_to_collection,
    get_collection,
)
from stagelight.compat.v1.queue_runners import start_queue_runners
from stagelight.compat.v1.saver import Saver
from stagelight.compat.v1.saving_hooks import CheckpointSaverHook, SummarySaverHook
from stagelight.compat.v1.session import Session
from stagelight.compat.v1.session_hooks import SessionRunArgs, SessionRunContext, SessionRunValues
from stagelight.compat.v1.step_hooks import StepCounterHook
from stagelight.compat.v1.summaries import merge_all
from stagelight.compat.v1.variables import (
    global_variables,
    global_variables_initializer,
    local_variables_initializer,
    report_uninitialized_variables,
    tables_initializer,
)
from stagelight.core.raw import raw
from stagelight.errors import OutOfRangeError
from stagelight.graph.graph import Graph
from stagelight.logs import get_logger
from stagelight.public import public
from stagelight.saving.checkpoint_state import get_checkpoint_state, latest_checkpoint
from stagelight.train.coordinator import Coordinator


@public("compat.v1.train.Scaffold")
class Scaffold:
    """The operations with which a session begins; what is not given is made by `finalize`.

    Args:
        init_op: sets the variables, if there is no checkpoint: all global ones if None.
        init_feed_dict: what is fed to it.
        init_fn: called after it, as `init_fn(scaffold, session)`.
        ready_op: a vector of what is not initialized.
        ready_for_local_init_op: the same, before the local variables are set.
        local_init_op: run in any case: sets the local variables and fills tables if None.
        summary_op: the summaries; all that were collected if None.
        saver: what restores and saves; the collected one, or one of all variables, if None.
        copy_from_scaffold: a scaffold for what is not given.
        local_init_feed_dict: what is fed to `local_init_op`.

    >>> with tf.Graph().as_default():
    ...     v = tf.compat.v1.get_variable("v", initializer=2.0)
    ...     scaffold = tf.compat.v1.train.Scaffold(init_fn=lambda scaffold, session: v.load(3.0, session))
    ...     creator = tf.compat.v1.train.ChiefSessionCreator(scaffold)
    ...     with tf.compat.v1.train.MonitoredSession(creator) as session:
    ...         print(session.run(v))
    3.0
    """

    def __init__(
        self,
        init_op: Any = None,
        init_feed_dict: Any = None,
        init_fn: Callable[..., Any] | None = None,
        ready_op: Any = None,
        ready_for_local_init_op: Any = None,
        local_init_op: Any = None,
        summary_op: Any = None,
        saver: Any = None,
        copy_from_scaffold: Scaffold | None = None,
        local_init_feed_dict: Any = None,
    ) -> None:
        other = copy_from_scaffold
        self._init_fn: Any = init_fn
        self.init_op = init_op
        self.init_feed_dict = init_feed_dict
        self.ready_op = ready_op
        self.ready_for_local_init_op = ready_for_local_init_op
        self.local_init_op = local_init_op
        self.local_init_feed_dict = local_init_feed_dict
        self.summary_op = summary_op
        self.saver = saver
        for name, value in vars(other).items() if other else ():
            if getattr(self, name) is None:
                setattr(self, name, value)

    @property
    def init_fn(self) -> Callable[[Any], Any] | None:
        """A function of the session that is called after `init_op`."""
        function = self._init_fn
        return None if function is None else lambda session: function(self, session)

    def finalize(self) -> Scaffold:
        """Makes what is not given, and lets the graph be changed no more."""
        own = Scaffold.get_or_default
        self.init_op = self._or_default("init_op", GraphKeys.INIT_OP, global_variables_initializer)
        self.ready_op = self._or_default(
            "ready_op", GraphKeys.READY_OP, report_uninitialized_variables
        )
        self.ready_for_local_init_op = self._or_default(
            "ready_for_local_init_op",
            GraphKeys.READY_FOR_LOCAL_INIT_OP,
            lambda: report_uninitialized_variables(global_variables()),
        )
        self.local_init_op = self._or_default(
            "local_init_op", GraphKeys.LOCAL_INIT_OP, Scaffold.default_local_init_op
        )
        if self.summary_op is None:
            self.summary_op = own("summary_op", GraphKeys.SUMMARY_OP, merge_all)
        if self.saver is None:
            self.saver = own("saver", GraphKeys.SAVERS, lambda: Saver(allow_empty=True))
        self.saver.build()
        get_default_graph().finalize()
        return self

    def _or_default(self, name: str, key: str, make: Callable[[], Any]) -> Any:
        given = getattr(self, name)
        return Scaffold.get_or_default(name, key, make) if given is None else given

    @staticmethod
    def get_or_default(
        arg_name: str, collection_key: str, default_constructor: Callable[[], Any]
    ) -> Any:
        """The one element of a collection, which is made and put there if there is none.

        Raises:
            RuntimeError: there are several.
        """
        found = get_collection(collection_key)
        if len(found) > 1:
            raise RuntimeError(
                f"More than one item in the collection {collection_key!r}. Please indicate which one "
                f"to use by passing it to the tf.Scaffold constructor as: tf.Scaffold({arg_name}=item "
                "to use)"
            )
        if found:
            return found[0]
        made = default_constructor()
        if made is not None:
            add_to_collection(collection_key, made)
        return made

    @staticmethod
    def default_local_init_op() -> Any:
        """An operation that sets the local variables and fills the tables."""
        with get_default_graph().control_dependencies(
            [local_variables_initializer(), tables_initializer()]
        ):
            return raw.NoOp(name="group_deps")


@public("compat.v1.train.SessionCreator")
class SessionCreator(metaclass=abc.ABCMeta):  # noqa: B024
    """The base of those that make sessions, by `create_session()`.

    >>> tf.compat.v1.train.SessionCreator().create_session()
    Traceback (most recent call last):
    NotImplementedError: create_session is not implemented for SessionCreator.
    """

    def create_session(self) -> Session:
        """A session that is ready."""
        raise NotImplementedError(f"create_session is not implemented for {type(self).__name__}.")


@public("compat.v1.train.ChiefSessionCreator")
class ChiefSessionCreator(SessionCreator):
    """Makes a session whose variables are restored from a checkpoint, or else initialized.

    Args:
        scaffold: the operations to begin with.
        master, config: accepted for compatibility.
        checkpoint_dir: the folder whose latest checkpoint is restored, if there is one; or
        checkpoint_filename_with_path: the checkpoint.

    >>> with tf.Graph().as_default():
    ...     v = tf.compat.v1.get_variable("v", initializer=2.0)
    ...     print(tf.compat.v1.train.ChiefSessionCreator().create_session().run(v))
    2.0
    """

    def __init__(
        self,
        scaffold: Scaffold | None = None,
        master: str = "",
        config: Any = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
    ) -> None:
        self._scaffold = scaffold or Scaffold()
        self._config = config
        self._folder = checkpoint_dir
        self._path = checkpoint_filename_with_path

    def create_session(self) -> Session:
        """A session that is ready.

        Raises:
            RuntimeError: variables are left without a value.
        """
        scaffold = self._scaffold.finalize()
        session = Session(graph=get_default_graph(), config=self._config)
        path = self._path or (latest_checkpoint(self._folder) if self._folder else None)
        if path is not None:
            scaffold.saver.restore(session, path)
            state = get_checkpoint_state(self._folder) if self._folder else None
            if state is not None:
                scaffold.saver.recover_last_checkpoints(state.all_model_checkpoint_paths)
            get_logger().info("Restored the session from %s.", path)
        else:
            session.run(scaffold.init_op, feed_dict=scaffold.init_feed_dict)
            if scaffold.init_fn is not None:
                scaffold.init_fn(session)
        _require_ready(session, scaffold.ready_for_local_init_op)
        session.run(scaffold.local_init_op, feed_dict=scaffold.local_init_feed_dict)
        _require_ready(session, scaffold.ready_op)
        return session


def _require_ready(session: Session, missing: Any) -> None:
    names = [name.decode() for name in session.run(missing)]
    if names:
        raise RuntimeError(
            "Init operations did not make model ready. Variables without a value: "
            f"{', '.join(names)}. Set them by `init_op`, `init_fn` or `local_init_op` of the Scaffold."
        )


class _StepContext:
    """What a step function of `run_step_fn` gets."""

    def __init__(self, session: MonitoredSession) -> None:
        self._session = session

    @property
    def session(self) -> Session:
        """The session, for runs without hooks."""
        return self._session.raw_session()

    def run_with_hooks(self, *args: Any, **kwargs: Any) -> Any:
        """A run with hooks."""
        return self._session.run(*args, **kwargs)

    def request_stop(self) -> None:
        """Ends the step, and the context of the session."""
        raise StopIteration("step_fn has requested the iterations to stop.")


@public("compat.v1.train.MonitoredSession")
class MonitoredSession:
    """A session that begins by itself and calls hooks: at the beginning, around each run, and at the end.

    As a context it closes itself; the end of the input (`tf.errors.OutOfRangeError`) and `StopIteration` end
    it without an error. While it is open its graph cannot be changed.

    Args:
        session_creator: makes the session; a `ChiefSessionCreator` if None.
        hooks: `SessionRunHook`s.
        stop_grace_period_secs: how long to wait for threads at the end.

    >>> with tf.Graph().as_default():
    ...     v = tf.compat.v1.get_variable("v", initializer=2.0)
    ...     with tf.compat.v1.train.MonitoredSession() as session:
    ...         print(session.run(v))
    2.0
    """

    def __init__(
        self,
        session_creator: SessionCreator | None = None,
        hooks: Any = None,
        stop_grace_period_secs: float = 120,
    ) -> None:
        self._graph = get_default_graph()
        self._was_finalized = self._graph.finalized
        self._grace = stop_grace_period_secs
        self._hooks = list(hooks or ())
        for hook in self._hooks:
            hook.begin()
        self._is_stopping = False
        creator = session_creator or ChiefSessionCreator()
        self._session: Session | None = creator.create_session()
        self._coordinator = Coordinator(clean_stop_exception_types=[])
        start_queue_runners(self._session, self._coordinator)
        for hook in self._hooks:
            hook.after_create_session(self._session, self._coordinator)

    @property
    def graph(self) -> Graph | None:
        """The graph; None when it is closed."""
        return None if self._session is None else self._session.graph

    def raw_session(self) -> Session:
        """The session without hooks.

        Raises:
            RuntimeError: it is closed.
        """
        if self._session is None:
            raise RuntimeError("Attempted to use a closed Session.")
        return self._session

    def should_stop(self) -> bool:
        """Whether a hook or a thread asked to stop, or it is closed."""
        return self._session is None or self._is_stopping or self._coordinator.should_stop()

    def run(
        self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None
    ) -> Any:
        """Computes as `Session.run`, with what hooks ask for, and calls them before and after.

        Raises:
            RuntimeError: it is closed, or two want to feed one tensor.
        """
        session = self.raw_session()
        context = SessionRunContext(SessionRunArgs(fetches, feed_dict), session)
        wanted, feeds = [], dict(feed_dict or {})
        for hook in self._hooks:
            asked = hook.before_run(context)
            wanted.append([] if asked is None or asked.fetches is None else [asked.fetches])
            for tensor, value in dict((asked and asked.feed_dict) or {}).items():
                if tensor in feeds:
                    raise RuntimeError(f"Same tensor is fed by two hooks: {tensor}.")
                feeds[tensor] = value
        try:
            found, extra = session.run([fetches, wanted], feeds, options, run_metadata)
        except Exception:
            self._coordinator.raise_requested_exception()
            raise
        for hook, values in zip(self._hooks, extra, strict=True):
            results = values[0] if values else None
            hook.after_run(context, SessionRunValues(results, options, run_metadata))
        self._is_stopping = self._is_stopping or context.stop_requested
        return found

    def run_step_fn(self, step_fn: Callable[..., Any]) -> Any:
        """Calls a function of a context, with which it runs with hooks, without them, or asks to stop.

        Args:
            step_fn: takes one argument: `step_context`, with `session`, `run_with_hooks` and `request_stop`.

        Raises:
            StopIteration: the function asks to stop, which ends the context of the session.
        """
        return step_fn(_StepContext(self))

    def __enter__(self) -> MonitoredSession:
        return self

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> bool:
        is_end = kind is None or issubclass(kind, (OutOfRangeError, StopIteration))
        self._close(calls_hooks=is_end)
        return is_end

    def close(self) -> None:
        """Calls the ends of hooks and closes the session."""
        self._close(calls_hooks=True)

    def _close(self, calls_hooks: bool) -> None:
        session = self._session
        if session is None:
            return
        try:
            if calls_hooks:
                for hook in self._hooks:
                    hook.end(session)
            self._coordinator.request_stop()
            self._coordinator.join(stop_grace_period_secs=self._grace, ignore_live_threads=True)
        finally:
            session.close()
            self._session = None
            if not self._was_finalized:
                self._graph.reopen()


@public("compat.v1.train.SingularMonitoredSession")
class SingularMonitoredSession(MonitoredSession):
    """A `MonitoredSession` that is told what to restore, without a creator of sessions.

    Args:
        hooks: `SessionRunHook`s.
        scaffold: the operations to begin with.
        master, config: accepted for compatibility.
        checkpoint_dir: the folder whose latest checkpoint is restored, if there is one; or
        checkpoint_filename_with_path: the checkpoint.
        stop_grace_period_secs: how long to wait for threads at the end.

    >>> with tf.Graph().as_default():
    ...     x = tf.constant(2.0)
    ...     with tf.compat.v1.train.SingularMonitoredSession() as session:
    ...         print(session.raw_session().run(x))
    2.0
    """

    def __init__(
        self,
        hooks: Any = None,
        scaffold: Scaffold | None = None,
        master: str = "",
        config: Any = None,
        checkpoint_dir: str | None = None,
        stop_grace_period_secs: float = 120,
        checkpoint_filename_with_path: str | None = None,
    ) -> None:
        creator = ChiefSessionCreator(
            scaffold, master, config, checkpoint_dir, checkpoint_filename_with_path
        )
        super().__init__(creator, hooks, stop_grace_period_secs)


_DEFAULT: Any = object()
_SUMMARY_STEPS, _CHECKPOINT_SECONDS = 100, 600


def _steps_or_seconds(steps: Any, seconds: Any, default: tuple[Any, Any]) -> tuple[Any, Any]:
    """Both as given; the defaults if neither is."""
    if steps is _DEFAULT and seconds is _DEFAULT:
        return default
    return (None if steps is _DEFAULT else steps), (None if seconds is _DEFAULT else seconds)


@public("compat.v1.train.MonitoredTrainingSession")
def MonitoredTrainingSession(  # noqa: N802 - TensorFlow's name
    master: str = "",
    is_chief: bool = True,
    checkpoint_dir: str | None = None,
    scaffold: Scaffold | None = None,
    hooks: Any = None,
    chief_only_hooks: Any = None,
    save_checkpoint_secs: Any = _DEFAULT,
    save_summaries_steps: Any = _DEFAULT,
    save_summaries_secs: Any = _DEFAULT,
    config: Any = None,
    stop_grace_period_secs: float = 120,
    log_step_count_steps: int | None = 100,
    max_wait_secs: float = 7200,
    save_checkpoint_steps: Any = _DEFAULT,
    summary_dir: str | None = None,
    save_graph_def: bool = True,
) -> MonitoredSession:
    """A `MonitoredSession` that also saves checkpoints and summaries, and counts steps.

    Args:
        master, config, max_wait_secs: accepted for compatibility.
        is_chief: must be True: there is one process.
        checkpoint_dir: the folder of checkpoints, from which it restores; None for none.
        scaffold: the operations to begin with.
        hooks, chief_only_hooks: further hooks.
        save_checkpoint_secs, save_checkpoint_steps: when checkpoints are written; every 600 seconds if
            neither is given, never if both are None.
        save_summaries_steps, save_summaries_secs: when summaries are; every 100 steps if neither is given.
        stop_grace_period_secs: how long to wait for threads at the end.
        log_step_count_steps: after how many steps the speed is told; never if None.
        summary_dir: the folder of summaries; that of checkpoints if None.
        save_graph_def: whether the graph is written with checkpoints.

    Raises:
        ValueError: it is not the chief.

    >>> with tf.Graph().as_default():
    ...     step = tf.compat.v1.train.get_or_create_global_step()
    ...     count = step.assign_add(1)
    ...     with tf.compat.v1.train.MonitoredTrainingSession() as session:
    ...         print(session.run(count))
    1
    """
    if not is_chief:
        raise ValueError(
            "MonitoredTrainingSession: is_chief must be True. There is one process, no cluster whose "
            "chief would prepare the session."
        )
    scaffold = scaffold or Scaffold()
    creator = ChiefSessionCreator(scaffold, master, config, checkpoint_dir)
    summary_steps, summary_secs = _steps_or_seconds(
        save_summaries_steps, save_summaries_secs, (_SUMMARY_STEPS, None)
    )
    steps, secs = _steps_or_seconds(
        save_checkpoint_steps, save_checkpoint_secs, (None, _CHECKPOINT_SECONDS)
    )
    all_hooks: list[Any] = list(chief_only_hooks or ())
    folder = summary_dir or checkpoint_dir
    if folder:
        if log_step_count_steps and log_step_count_steps > 0:
            all_hooks.append(StepCounterHook(log_step_count_steps, output_dir=folder))
        if (summary_steps and summary_steps > 0) or (summary_secs and summary_secs > 0):
            all_hooks.append(
                SummarySaverHook(summary_steps, summary_secs, folder, scaffold=scaffold)
            )
    if checkpoint_dir and ((secs and secs > 0) or (steps and steps > 0)):
        all_hooks.append(
            CheckpointSaverHook(
                checkpoint_dir, secs, steps, scaffold=scaffold, save_graph_def=save_graph_def
            )
        )
    all_hooks.extend(hooks or ())
    return MonitoredSession(creator, all_hooks, stop_grace_period_secs)
