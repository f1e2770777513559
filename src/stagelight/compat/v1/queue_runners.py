"""Threads that fill queues while a program takes elements out."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import partial
from typing import Any

from stagelight import errors
from stagelight.compat.v1.collection_messages import MessageForm, register_message_form
from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.compat.v1.graph_collections import GraphKeys, add_to_collection, get_collection
from stagelight.compat.v1.scoped_names import is_within, with_scope, without_scope
from stagelight.compat.v1.session import Session, get_default_session
from stagelight.core.dispatch import CONTEXT
from stagelight.fork_safety import renewed_in_child
from stagelight.formats import schema
from stagelight.logs import get_logger
from stagelight.public import public


@public("compat.v1.train.QueueRunner", "compat.v1.train.queue_runner.QueueRunner")
class QueueRunner:
    """Runs operations that put elements into a queue, each in a thread of its own, until there are no more.

    Args:
        queue: the queue.
        enqueue_ops: the operations.
        close_op, cancel_op: what closes the queue when all are done, and when the program is told to stop;
            made of the queue if None.
        queue_closed_exception_types: the errors that say that there is no more; `OutOfRangeError` if None.
        queue_runner_def: a `QueueRunnerDef` of operations that the graph has already.
        import_scope: the scope in which its names are.

    Raises:
        RuntimeError: eagerly.
        ValueError: no queue or no operations.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     queue = tf.queue.FIFOQueue(2, tf.float32, shapes=[[]])
    ...     runner = tf.compat.v1.train.QueueRunner(queue, [queue.enqueue(1.0)])
    ...     item, coordinator = queue.dequeue(), tf.train.Coordinator()
    ...     threads = runner.create_threads(session, coordinator, start=True)
    ...     print(session.run(item), session.run(item))
    ...     coordinator.request_stop()
    ...     coordinator.join(threads)
    1.0 1.0
    """

    def __init__(
        self,
        queue: Any = None,
        enqueue_ops: Sequence[Any] | None = None,
        close_op: Any = None,
        cancel_op: Any = None,
        queue_closed_exception_types: tuple[type[Exception], ...] | None = None,
        queue_runner_def: Any = None,
        import_scope: str | None = None,
    ) -> None:
        if CONTEXT.stage is None:
            raise RuntimeError(
                "QueueRunners are not supported when eager execution is enabled. Instead, please use "
                "tf.data to get data into your model. (AG409)"
            )
        if queue_runner_def is not None:
            if queue is not None or enqueue_ops:
                raise ValueError("queue_runner_def and queue are mutually exclusive.")
            element = partial(_element, import_scope)
            queue = element(queue_runner_def.queue_name)
            enqueue_ops = [element(name) for name in queue_runner_def.enqueue_op_name]
            close_op = element(queue_runner_def.close_op_name)
            cancel_op = element(queue_runner_def.cancel_op_name)
            queue_closed_exception_types = tuple(
                errors.exception_type_from_error_code(code)
                for code in queue_runner_def.queue_closed_exception_types
            )
        if queue is None or not enqueue_ops:
            raise ValueError("Must provide queue and enqueue_ops.")
        kinds = queue_closed_exception_types or (errors.OutOfRangeError,)
        if not isinstance(kinds, tuple) or not all(issubclass(x, Exception) for x in kinds):
            raise TypeError(
                "queue_closed_exception_types, when provided, must be a tuple of tf.error types, but saw: "
                f"{queue_closed_exception_types}"
            )
        self._queue = queue
        self._enqueue_ops = list(enqueue_ops)
        self._close_op = queue.close() if close_op is None else close_op
        self._cancel_op = (
            queue.close(cancel_pending_enqueues=True) if cancel_op is None else cancel_op
        )
        self._kinds = kinds
        self._lock = renewed_in_child(threading.Lock())
        self._running: dict[Session, int] = {}
        self._raised: list[BaseException] = []

    @property
    def queue(self) -> Any:
        """The queue."""
        return self._queue

    @property
    def enqueue_ops(self) -> list[Any]:
        """The operations that fill it."""
        return self._enqueue_ops

    @property
    def close_op(self) -> Any:
        """What closes the queue when all is in."""
        return self._close_op

    @property
    def cancel_op(self) -> Any:
        """What closes the queue when the program is told to stop."""
        return self._cancel_op

    @property
    def queue_closed_exception_types(self) -> tuple[type[Exception], ...]:
        """The errors that say that there is no more."""
        return self._kinds

    @property
    def exceptions_raised(self) -> list[BaseException]:
        """The errors of threads without a coordinator."""
        return self._raised

    @property
    def name(self) -> str:
        """The name of the queue's operation."""
        return str(self._queue.name)

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The runner as a `QueueRunnerDef` message.

        Args:
            export_scope: what is left out of the names.

        Returns:
            The message; None if the queue is not in that scope.
        """
        if not is_within(self.name, export_scope):
            return None
        enqueue_ops = [without_scope(op.name, export_scope) for op in self._enqueue_ops]
        return schema.QueueRunnerDef(
            queue_name=without_scope(self.name, export_scope),
            enqueue_op_name=enqueue_ops,
            close_op_name=without_scope(self._close_op.name, export_scope),
            cancel_op_name=without_scope(self._cancel_op.name, export_scope),
            queue_closed_exception_types=[
                errors.error_code_from_exception_type(kind)  # type: ignore[arg-type]
                for kind in self._kinds
            ],
        )

    @staticmethod
    def from_proto(queue_runner_def: Any, import_scope: str | None = None) -> QueueRunner:
        """The runner that a `QueueRunnerDef` tells of, whose operations are in the default graph.

        Args:
            queue_runner_def: the message.
            import_scope: the scope in which its names are.
        """
        return QueueRunner(queue_runner_def=queue_runner_def, import_scope=import_scope)

    def create_threads(
        self, sess: Session, coord: Any = None, daemon: bool = False, start: bool = False
    ) -> list[threading.Thread]:
        """Threads that fill the queue in a session; none if those of an earlier call still run.

        Args:
            sess: the session.
            coord: a `tf.train.Coordinator` that may ask them to stop, and is told of errors.
            daemon: whether the process may end before them.
            start: whether to start them.
        """
        with self._lock:
            if self._running.get(sess):
                return []
            self._running[sess] = len(self._enqueue_ops)
            self._raised = []
        made = [
            threading.Thread(
                target=self._fill,
                args=(sess, op, coord),
                name=f"QueueRunnerThread-{self.name}-{op.name}",
            )
            for op in self._enqueue_ops
        ]
        if coord is not None:
            made.append(
                threading.Thread(
                    target=self._close_on_stop,
                    args=(sess, coord),
                    name=f"QueueRunnerThread-{self.name}-close_on_stop",
                )
            )
        for thread in made:
            if coord is not None:
                coord.register_thread(thread)
            thread.daemon = daemon
            if start:
                thread.start()
        return made

    def _fill(self, session: Session, enqueue: Any, coordinator: Any) -> None:
        try:
            while not (coordinator is not None and coordinator.should_stop()):
                session.run(enqueue)
        except self._kinds:
            if self._is_last(session):
                self._run_quietly(session, self._close_op)
            return
        except Exception as error:
            self._is_last(session)
            if coordinator is None:
                get_logger().error("Exception in QueueRunner: %s", error)
                with self._lock:
                    self._raised.append(error)
                raise
            coordinator.request_stop(error)
            return
        self._is_last(session)

    def _is_last(self, session: Session) -> bool:
        """Counts a thread that ends; whether it is the last one."""
        with self._lock:
            self._running[session] -= 1
            if self._running[session]:
                return False
            del self._running[session]
            return True

    def _close_on_stop(self, session: Session, coordinator: Any) -> None:
        coordinator.wait_for_stop()
        self._run_quietly(session, self._cancel_op)

    def _run_quietly(self, session: Session, operation: Any) -> None:
        """Runs what closes a queue; the session may be closed already."""
        try:
            session.run(operation)
        except (errors.OpError, RuntimeError) as error:
            get_logger().info("Ignored exception: %s", error)


def _element(scope: str | None, name: str) -> Any:
    return get_default_graph().as_graph_element(with_scope(name, scope))


register_message_form(
    (GraphKeys.QUEUE_RUNNERS,),
    MessageForm("QueueRunnerDef", QueueRunner.to_proto, QueueRunner.from_proto),
)


@public("compat.v1.train.add_queue_runner", "compat.v1.train.queue_runner.add_queue_runner")
def add_queue_runner(qr: QueueRunner, collection: str = GraphKeys.QUEUE_RUNNERS) -> None:
    """Puts a queue runner into a collection of the graph, of which `start_queue_runners` starts it.

    >>> with tf.Graph().as_default():
    ...     queue = tf.queue.FIFOQueue(2, tf.float32, shapes=[[]])
    ...     runner = tf.compat.v1.train.QueueRunner(queue, [queue.enqueue(1.0)])
    ...     tf.compat.v1.train.add_queue_runner(runner)
    ...     len(tf.compat.v1.get_collection("queue_runners"))
    1
    """
    add_to_collection(collection, qr)


@public("compat.v1.train.start_queue_runners", "compat.v1.train.queue_runner.start_queue_runners")
def start_queue_runners(
    sess: Session | None = None,
    coord: Any = None,
    daemon: bool = True,
    start: bool = True,
    collection: str = GraphKeys.QUEUE_RUNNERS,
) -> list[threading.Thread]:
    """Starts all queue runners of a session's graph.

    Args:
        sess: the session; the default one if None.
        coord: a `tf.train.Coordinator` that may ask the threads to stop, and is told of errors.
        daemon: whether the process may end before them.
        start: whether to start them.
        collection: where the runners are found.

    Returns:
        The threads.

    Raises:
        RuntimeError: eagerly.
        ValueError: there is no session.
        TypeError: `sess` is none.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     words = tf.compat.v1.train.string_input_producer(["a", "b"], shuffle=False)
    ...     word, coordinator = words.dequeue(), tf.train.Coordinator()
    ...     threads = tf.compat.v1.train.start_queue_runners(session, coordinator)
    ...     print(*[session.run(word) for _ in range(3)])
    ...     coordinator.request_stop()
    ...     coordinator.join(threads)
    b'a' b'b' b'a'
    """
    if CONTEXT.stage is None and sess is None:
        raise RuntimeError(
            "Queues are not compatible with eager execution. Please use tf.data to get data into your "
            "model. (AG409)"
        )
    session: Any = get_default_session() if sess is None else sess
    if session is None:
        raise ValueError(
            "Cannot start queue runners: No default session is registered. Use `with sess.as_default()` "
            "or pass an explicit session to tf.start_queue_runners(sess=sess)"
        )
    if not callable(getattr(session, "run", None)) or not hasattr(session, "graph"):
        raise TypeError(f"sess must be a `tf.Session` object. Given class: {type(session)}")
    with session.graph.as_default():
        runners = get_collection(collection)
    return [
        thread
        for runner in runners
        for thread in runner.create_threads(session, coord=coord, daemon=daemon, start=start)
    ]
