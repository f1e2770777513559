"""The variables of the default graph: lists of them, their initialization, and assignment by functions."""

from __future__ import annotations

from typing import Any

from stagelight.compat.v1.graph_collections import GraphKeys, get_collection
from stagelight.control_flow.conditionals import cond
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.graph.operation import SymbolicTensor
from stagelight.public import public, publish_method
from stagelight.state.variable import Variable


@public("compat.v1.global_variables")
def global_variables(scope: str | None = None) -> list[Variable]:
    """The variables of the default graph, in the order in which they were made.

    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0)
    ...     len(tf.compat.v1.global_variables())
    1
    """
    return get_collection(GraphKeys.GLOBAL_VARIABLES, scope)


@public("compat.v1.all_variables")
def all_variables() -> list[Variable]:
    """The older name of `global_variables`.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.all_variables()
    []
    """
    return global_variables()


@public("compat.v1.trainable_variables")
def trainable_variables(scope: str | None = None) -> list[Variable]:
    """The trainable variables of the default graph.

    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0, trainable=False)
    ...     tf.compat.v1.trainable_variables()
    []
    """
    return get_collection(GraphKeys.TRAINABLE_VARIABLES, scope)


@public(
    "compat.v1.variables_initializer",
    "compat.v1.initialize_variables",
    "compat.v1.initializers.variables",
)
def variables_initializer(var_list: Any, name: str = "init") -> Any:
    """An operation that sets the initial values of variables.

    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0)
    ...     tf.compat.v1.variables_initializer([v]).name
    'init'
    """
    graph = CONTEXT.stage
    if graph is None:
        return None
    with graph.control_dependencies([v.initializer for v in var_list]):
        return raw.NoOp(name=name)


@public(
    "compat.v1.global_variables_initializer",
    "compat.v1.initialize_all_variables",
    "compat.v1.initializers.global_variables",
)
def global_variables_initializer() -> Any:
    """An operation that sets the initial values of all variables of the graph.

    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0)
    ...     op = tf.compat.v1.global_variables_initializer()
    ...     with tf.compat.v1.Session() as session:
    ...         session.run(op)
    ...         print(session.run(v))
    1.0
    """
    return variables_initializer(global_variables())


@public("compat.v1.model_variables")
def model_variables(scope: str | None = None) -> list[Variable]:
    """The variables in the collection of those that a model computes with.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.model_variables()
    []
    """
    return get_collection(GraphKeys.MODEL_VARIABLES, scope)


@public("compat.v1.moving_average_variables")
def moving_average_variables(scope: str | None = None) -> list[Variable]:
    """The variables in the collection of those that have moving averages.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.moving_average_variables()
    []
    """
    return get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, scope)


@public("compat.v1.local_variables")
def local_variables(scope: str | None = None) -> list[Variable]:
    """The variables in the collection of local ones.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.local_variables()
    []
    """
    return get_collection(GraphKeys.LOCAL_VARIABLES, scope)


@public(
    "compat.v1.local_variables_initializer",
    "compat.v1.initialize_local_variables",
    "compat.v1.initializers.local_variables",
)
def local_variables_initializer() -> Any:
    """An operation that sets the initial values of the local variables of the graph.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     session.run(tf.compat.v1.local_variables_initializer())
    """
    return variables_initializer(local_variables())


@public(
    "compat.v1.tables_initializer",
    "compat.v1.initialize_all_tables",
    "compat.v1.initializers.tables_initializer",
)
def tables_initializer(name: str = "init_all_tables") -> Any:
    """An operation that runs the initializers of tables that were collected.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     session.run(tf.compat.v1.tables_initializer())
    """
    graph = CONTEXT.stage
    if graph is None:
        return None
    with graph.control_dependencies(get_collection(GraphKeys.TABLE_INITIALIZERS)):
        return raw.NoOp(name=name)


@public("compat.v1.assign")
def assign(
    ref: Variable,
    value: Any,
    validate_shape: Any = None,
    use_locking: Any = None,
    name: str | None = None,
) -> Any:
    """Sets a variable; see `tf.Variable.assign`.

    >>> v = tf.Variable(1.0)
    >>> float(tf.compat.v1.assign(v, 2.0))
    2.0
    """
    return ref.assign(value, name=name)


@public("compat.v1.assign_add")
def assign_add(ref: Variable, value: Any, use_locking: Any = None, name: str | None = None) -> Any:
    """Adds to a variable; see `tf.Variable.assign_add`.

    >>> v = tf.Variable(1.0)
    >>> float(tf.compat.v1.assign_add(v, 2.0))
    3.0
    """
    return ref.assign_add(value, name=name)


@public("compat.v1.assign_sub")
def assign_sub(ref: Variable, value: Any, use_locking: Any = None, name: str | None = None) -> Any:
    """Subtracts from a variable; see `tf.Variable.assign_sub`.

    >>> v = tf.Variable(1.0)
    >>> float(tf.compat.v1.assign_sub(v, 2.0))
    -1.0
    """
    return ref.assign_sub(value, name=name)


@public("compat.v1.is_variable_initialized")
def is_variable_initialized(variable: Variable) -> Any:
    """Whether a variable has a value: a bool scalar.

    >>> bool(tf.compat.v1.is_variable_initialized(tf.Variable(1.0)))
    True
    """
    return variable.is_initialized()


@public("compat.v1.report_uninitialized_variables")
def report_uninitialized_variables(
    var_list: Any = None, name: str = "report_uninitialized_variables"
) -> Any:
    """The names of the variables that have no value yet: a vector of strings.

    Args:
        var_list: the variables; all global and local ones if None.
        name: the name scope of the operations.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     v = tf.Variable(1.0, name="v")
    ...     session.run(tf.compat.v1.report_uninitialized_variables())
    array([b'v'], dtype=object)
    """
    chosen = [*global_variables(), *local_variables()] if var_list is None else var_list
    variables = list({id(v): v for v in chosen}.values())
    with op_scope(name):
        if not variables:
            return convert_to_tensor([], "string")
        missing = raw.Pack([raw.LogicalNot(v.is_initialized()) for v in variables])
        names = convert_to_tensor([v.name.rpartition(":")[0] for v in variables])
        return raw.GatherV2(names, raw.Squeeze(raw.Where(missing), squeeze_dims=[-1]), 0)


def _initialized_value(self: Variable) -> Any:
    """The value, or where there is none yet the initial one."""
    if not isinstance(self.handle, SymbolicTensor):
        return self.read_value()
    return cond(is_variable_initialized(self), self.read_value, lambda: self.initial_value)


publish_method(Variable, "initialized_value", _initialized_value)
