"""`tf.compat.v1.train.SessionManager`: makes sessions whose variables are restored or initialized."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.compat.v1.session import Session
from stagelight.errors import DeadlineExceededError
from stagelight.graph.graph import Graph
from stagelight.logs import get_logger
from stagelight.public import public
from stagelight.saving.checkpoint_state import get_checkpoint_state


@public("compat.v1.train.SessionManager")
class SessionManager:
    """Makes sessions that are ready: their variables are restored from a checkpoint, or else initialized.

    Args:
        local_init_op: run once the global variables have values; none if None.
        ready_op: a vector of the names of what has no value yet; nothing is checked if None.
        ready_for_local_init_op: the same, checked before `local_init_op`.
        graph: the graph of the sessions, the default one if None.
        recovery_wait_secs: how long `wait_for_session` waits between two looks.
        local_init_run_options: options of the run of `local_init_op`.
        local_init_feed_dict: what is fed to it.

    >>> with tf.Graph().as_default():
    ...     v = tf.compat.v1.get_variable("v", initializer=2.0)
    ...     manager = tf.compat.v1.train.SessionManager()
    ...     session = manager.prepare_session("", init_op=v.initializer)
    ...     print(session.run(v))
    2.0
    """

    def __init__(
        self,
        local_init_op: Any = None,
        ready_op: Any = None,
        ready_for_local_init_op: Any = None,
        graph: Graph | None = None,
        recovery_wait_secs: float = 30,
        local_init_run_options: Any = None,
        local_init_feed_dict: Any = None,
    ) -> None:
        self._local_init_op = local_init_op
        self._ready_op = ready_op
        self._ready_for_local_init_op = ready_for_local_init_op
        self._graph = get_default_graph() if graph is None else graph
        self._pause = recovery_wait_secs
        self._local_init_run_options = local_init_run_options
        self._local_init_feed_dict = local_init_feed_dict

    def prepare_session(
        self,
        master: str,
        init_op: Any = None,
        saver: Any = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: Any = None,
        init_feed_dict: Any = None,
        init_fn: Callable[[Any], Any] | None = None,
    ) -> Session:
        """A session whose variables are restored, or else set by `init_op` and `init_fn`.

        Args:
            master: accepted for compatibility.
            init_op: sets the variables.
            saver: restores the checkpoint.
            checkpoint_dir: the folder whose latest checkpoint is restored, or
            checkpoint_filename_with_path: the checkpoint.
            wait_for_checkpoint: whether to wait until there is one in the folder.
            max_wait_secs: for how long.
            config: the session's options.
            init_feed_dict: what is fed to `init_op`.
            init_fn: called after it with the session.

        Raises:
            RuntimeError: there is neither a checkpoint nor a way to initialize, or variables are left
                without a value.
            ValueError: a folder and a checkpoint are given.
        """
        session, is_restored = self._restored_session(
            saver,
            checkpoint_dir,
            checkpoint_filename_with_path,
            max_wait_secs if wait_for_checkpoint else 0,
            config,
        )
        if not is_restored:
            if init_op is None and not init_fn and self._local_init_op is None:
                raise RuntimeError(
                    "Model is not initialized and no init_op or init_fn or local_init_op was given"
                )
            if init_op is not None:
                session.run(init_op, feed_dict=init_feed_dict)
            if init_fn:
                init_fn(session)
        missing = self._initialize_local(session) or self._missing(session, self._ready_op)
        if missing:
            raise RuntimeError(
                f"Init operations did not make model ready. Init op: {_name(init_op)}, init fn: "
                f"{init_fn}, local_init_op: {_name(self._local_init_op)}, error: Variables not "
                f"initialized: {missing}"
            )
        return session

    def recover_session(
        self,
        master: str,
        saver: Any = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: Any = None,
    ) -> tuple[Session, bool]:
        """A session, restored if there is a checkpoint, and whether it is and is ready.

        The arguments are those of `prepare_session`.
        """
        session, is_restored = self._restored_session(
            saver,
            checkpoint_dir,
            checkpoint_filename_with_path,
            max_wait_secs if wait_for_checkpoint else 0,
            config,
        )
        missing = self._initialize_local(session)
        if missing or not is_restored:
            return session, False
        missing = self._missing(session, self._ready_op)
        if missing:
            get_logger().info("Restored the session, but it is not ready: %s", missing)
        return session, not missing

    def wait_for_session(
        self, master: str, config: Any = None, max_wait_secs: float = float("inf")
    ) -> Session:
        """A session, as soon as another thread or process has set its variables.

        Raises:
            DeadlineExceededError: that takes longer than `max_wait_secs`.
        """
        end = time.monotonic() + (float("inf") if max_wait_secs is None else max_wait_secs)
        while True:
            session = Session(graph=self._graph, config=config)
            missing = self._initialize_local(session) or self._missing(session, self._ready_op)
            if not missing:
                return session
            session.close()
            if time.monotonic() + self._pause > end:
                raise DeadlineExceededError(
                    None,
                    None,
                    f"Session was not ready after waiting {max_wait_secs} secs. Variables not "
                    f"initialized: {missing}",
                )
            time.sleep(self._pause)

    def _restored_session(
        self, saver: Any, folder: str | None, path: str | None, patience: float, config: Any
    ) -> tuple[Session, bool]:
        """A session, and whether its variables are those of a checkpoint."""
        if folder and path:
            raise ValueError(
                "Can not provide both checkpoint_dir and checkpoint_filename_with_path."
            )
        session = Session(graph=self._graph, config=config)
        if not saver or not (folder or path):
            return session, False
        if path:
            saver.restore(session, path)
            return session, True
        end = time.monotonic() + patience
        state = get_checkpoint_state(str(folder))
        while not (state and state.model_checkpoint_path) and time.monotonic() < end:
            time.sleep(min(self._pause, max(0.0, end - time.monotonic())))
            state = get_checkpoint_state(str(folder))
        if not (state and state.model_checkpoint_path):
            return session, False
        saver.restore(session, state.model_checkpoint_path)
        saver.recover_last_checkpoints(state.all_model_checkpoint_paths)
        return session, True

    def _initialize_local(self, session: Session) -> str:
        """Runs `local_init_op` if all that it needs has a value; the names of what has none."""
        missing = self._missing(session, self._ready_for_local_init_op)
        if not missing and self._local_init_op is not None:
            session.run(
                self._local_init_op,
                feed_dict=self._local_init_feed_dict,
                options=self._local_init_run_options,
            )
        return missing

    def _missing(self, session: Session, ready_op: Any) -> str:
        """The names of what has no value by an operation that lists them."""
        if ready_op is None:
            return ""
        names = [name.decode() for name in session.run(ready_op)]
        return ", ".join(names)


def _name(op: Any) -> str:
    """The name of an operation in messages."""
    return str(getattr(op, "name", op))
