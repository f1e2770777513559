"""The global step: the variable in which a TensorFlow 1 program counts its steps of training."""

from __future__ import annotations

from typing import Any

from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.compat.v1.graph_collections import GraphKeys, add_to_collection, get_collection
from stagelight.compat.v1.older_initializers import Zeros
from stagelight.compat.v1.variable_scopes import get_variable
from stagelight.compat.v1.variables import global_variables
from stagelight.core.dispatch import CONTEXT
from stagelight.graph.scopes import init_scope, name_scope
from stagelight.public import public
from stagelight.state.variable_replication import VariableAggregation
from stagelight.types import dtypes


@public("compat.v1.train.get_global_step")
def get_global_step(graph: Any = None) -> Any:
    """The global step of a graph, None if there is none.

    Args:
        graph: the graph; the default one if None.

    Raises:
        TypeError: there is something else of that name.

    >>> with tf.Graph().as_default():
    ...     print(tf.compat.v1.train.get_global_step())
    None
    """
    with (graph or _default_home()).as_default():
        found = get_collection(GraphKeys.GLOBAL_STEP)
        if len(found) > 1:
            raise TypeError(f"Multiple global steps in the collection. Received: {found}")
        step = found[0] if found else None
        if step is None:
            named = [v for v in global_variables() if v.name == "global_step:0"]
            step = named[0] if named else None
    if step is not None:
        assert_global_step(step)
    return step


@public("compat.v1.train.create_global_step")
def create_global_step(graph: Any = None) -> Any:
    """Makes the global step of a graph: an int64 variable that begins at zero.

    Raises:
        ValueError: there is one.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.train.create_global_step().name
    'global_step:0'
    """
    home = graph or _default_home()
    if get_global_step(home) is not None:
        raise ValueError('"global_step" already exists.')
    if graph is None and _is_eager_outside():
        # TF: eager code has a step too, which the global graph knows.
        with init_scope(), name_scope(""):
            step = _make_step()
        with home.as_default():
            add_to_collection(GraphKeys.GLOBAL_STEP, step)
        return step
    with home.as_default(), home.name_scope(None):
        return _make_step(collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP])


def _make_step(**keywords: Any) -> Any:
    return get_variable(
        GraphKeys.GLOBAL_STEP,
        shape=[],
        dtype=dtypes.int64,
        initializer=Zeros(),
        trainable=False,
        aggregation=VariableAggregation.ONLY_FIRST_REPLICA,
        **keywords,
    )


def _default_home() -> Any:
    """The graph that knows the step: the default one, outside of functions that are traced."""
    with init_scope():
        return get_default_graph()


def _is_eager_outside() -> bool:
    """Whether ops run at once, outside of functions that are traced."""
    with init_scope():
        return CONTEXT.stage is None


@public("compat.v1.train.get_or_create_global_step")
def get_or_create_global_step(graph: Any = None) -> Any:
    """The global step of a graph, which is made if there is none.

    >>> with tf.Graph().as_default():
    ...     step = tf.compat.v1.train.get_or_create_global_step()
    ...     step is tf.compat.v1.train.get_or_create_global_step()
    True
    """
    found = get_global_step(graph)
    return create_global_step(graph) if found is None else found


@public("compat.v1.train.global_step")
def global_step(sess: Any, global_step_tensor: Any) -> int:
    """The number of steps in a session; eagerly there is none, and the session is not looked at.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     step = tf.compat.v1.train.get_or_create_global_step()
    ...     session.run(step.initializer)
    ...     tf.compat.v1.train.global_step(session, step)
    0
    """
    return int(
        global_step_tensor
        if CONTEXT.stage is None and sess is None
        else sess.run(global_step_tensor)
    )


@public("compat.v1.train.assert_global_step")
def assert_global_step(global_step_tensor: Any) -> None:
    """Checks that something can be a global step.

    Raises:
        TypeError: it is not an integer scalar.

    >>> tf.compat.v1.train.assert_global_step(tf.Variable(0))
    """
    if not global_step_tensor.dtype.is_integer:
        raise TypeError(
            f'Existing "global_step" does not have integer type: {global_step_tensor.dtype}'
        )
    if global_step_tensor.shape.rank not in (None, 0):
        raise TypeError(f'Existing "global_step" is not scalar: {global_step_tensor.shape}')
