"""`tensor.eval()`, `operation.run()`, `variable.eval()`: the default session asked from the object.

They are methods of classes below, and imported when one of them is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stagelight.compat.v1.session import Session, get_default_session
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.graph.operation import Operation
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.public import publish_method
from stagelight.state.variable import Variable


def _session_for(graph: Any, session: Session | None, what: str) -> Session:
    """The session that was given, or else the default one of this graph."""
    verb, method = {"tensor": ("evaluate", "eval"), "operation": ("execute", "run")}[what]
    if session is not None:
        return session
    session = get_default_session()
    if session is None:
        raise ValueError(
            f"Cannot {verb} {what} using `{method}()`: No default session is registered. Use "
            f"`with sess.as_default()` or pass an explicit session to `{method}(session=sess)`"
        )
    if session.graph is not graph:
        raise ValueError(
            f"Cannot use the default session to {verb} {what}: the {what}'s graph is different from "
            f"the session's graph. Pass an explicit session to `{method}(session=sess)`."
        )
    return session


def evaluate_tensor(
    self: Any, feed_dict: Mapping[Any, Any] | None = None, session: Session | None = None
) -> Any:
    """The tensor's value in a session: `session.run(tensor, feed_dict)`.

    Args:
        feed_dict: what takes the place of other tensors.
        session: the session, the default one if None.

    Raises:
        NotImplementedError: it is an eager tensor.
        ValueError: there is no default session of the tensor's graph.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session():
    ...     print(tf.constant(2.0).eval())
    2.0
    """
    if isinstance(self, EagerTensor):
        raise NotImplementedError(
            "eval is not supported when eager execution is enabled, is .numpy() what you're looking for? "
            "(AG409)"
        )
    return _session_for(self.graph, session, "tensor").run(self, feed_dict)


def evaluate_sparse_tensor(
    self: SparseTensor, feed_dict: Mapping[Any, Any] | None = None, session: Session | None = None
) -> Any:
    """The sparse tensor's value in a session, a `SparseTensorValue`.

    Args:
        feed_dict: what takes the place of tensors.
        session: the session, the default one if None.

    Raises:
        ValueError: there is no default session of the tensor's graph.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session():
    ...     print(tf.sparse.from_dense([0, 5]).eval().values)
    [5]
    """
    indices: Any = self.indices
    return _session_for(indices.graph, session, "tensor").run(self, feed_dict)


def evaluate_variable(self: Variable, session: Session | None = None) -> Any:
    """The variable's value in a session, the default one if None.

    Raises:
        ValueError: there is no default session of the variable's graph.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session():
    ...     v = tf.compat.v1.get_variable("v", initializer=2.0)
    ...     v.initializer.run()
    ...     print(v.eval())
    2.0
    """
    return evaluate_tensor(self._as_graph_element(), session=session)


def load_variable(self: Variable, value: Any, session: Session | None = None) -> None:
    """Sets the variable's value in a session, the default one if None; eagerly it assigns the value.

    Raises:
        ValueError: there is no default session of the variable's graph.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session():
    ...     v = tf.compat.v1.get_variable("v", initializer=2.0)
    ...     v.load(3.0)
    ...     print(v.eval())
    3.0
    """
    if isinstance(self.handle, EagerTensor):
        self.assign(value)
        return
    assign = self.initializer
    _session_for(assign.graph, session, "operation").run(assign, {assign.inputs[1]: value})


def run_operation(
    self: Operation, feed_dict: Mapping[Any, Any] | None = None, session: Session | None = None
) -> None:
    """Runs the operation in a session: `session.run(operation, feed_dict)`.

    Args:
        feed_dict: what takes the place of tensors.
        session: the session, the default one if None.

    Raises:
        ValueError: there is no default session of the operation's graph.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session():
    ...     tf.no_op().run()
    """
    _session_for(self.graph, session, "operation").run(self, feed_dict)


for _class, _name, _method in (
    (Tensor, "eval", evaluate_tensor),
    (SparseTensor, "eval", evaluate_sparse_tensor),
    (Variable, "eval", evaluate_variable),
    (Variable, "load", load_variable),
    (Operation, "run", run_operation),
):
    publish_method(_class, _name, _method)
