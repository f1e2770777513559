"""Variables of graphs by name: `get_variable` in a `variable_scope`, and the lists of all variables."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.compat.v1.older_initializers import GlorotUniform
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.graph.scopes import name_scope
from stagelight.public import public, publish
from stagelight.state.variable import Variable
from stagelight.types.dtypes import as_dtype, float32

AUTO_REUSE = "auto"
publish("compat.v1.AUTO_REUSE", AUTO_REUSE)


class _Scope(threading.local):
    def __init__(self) -> None:
        self.name = ""
        self.reuse: Any = False
        self.initializer: Any = None


_scope = _Scope()
_stores: weakref.WeakKeyDictionary[Any, dict[str, Variable]] = weakref.WeakKeyDictionary()


@public("compat.v1.variable_scope")
@contextmanager
def variable_scope(
    name_or_scope: Any, default_name: str | None = None, reuse: Any = None, initializer: Any = None
) -> Iterator[Any]:
    """Puts a name before those of `get_variable`, and says whether variables are shared.

    Args:
        name_or_scope: the scope's name.
        default_name: the name if the first argument is None.
        reuse: True to get variables that exist, `tf.compat.v1.AUTO_REUSE` to get or make them; False
            to make them. None inherits.
        initializer: the default initializer inside.

    >>> with tf.Graph().as_default(), tf.compat.v1.variable_scope("layer"):
    ...     w = tf.compat.v1.get_variable("w", [2])
    >>> w.name
    'layer/w:0'
    """
    name = str(name_or_scope if name_or_scope is not None else default_name)
    before = (_scope.name, _scope.reuse, _scope.initializer)
    _scope.name = f"{_scope.name}/{name}" if _scope.name else name
    _scope.reuse = _scope.reuse if reuse is None else reuse
    _scope.initializer = initializer or _scope.initializer
    try:
        with name_scope(name):
            yield _scope
    finally:
        _scope.name, _scope.reuse, _scope.initializer = before


@public("compat.v1.get_variable")
def get_variable(
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool | None = None,
    constraint: Callable[[Any], Any] | None = None,
) -> Variable:
    """The variable of that name in the current variable scope: made, or shared.

    Args:
        name: its name.
        shape: its shape; not needed where the initializer is a value.
        dtype: its dtype, float32 if None.
        initializer: a value, or a function of shape and dtype; glorot uniform if None.
        regularizer: accepted for compatibility.
        trainable: whether it is trainable.
        constraint: a function applied after updates.

    Raises:
        ValueError: it exists and reuse was not asked for, or the other way round; or its shape is not
            known.

    >>> with tf.Graph().as_default():
    ...     w = tf.compat.v1.get_variable("w", [2])
    >>> w.shape
    TensorShape([2])
    """
    full_name = f"{_scope.name}/{name}" if _scope.name else name
    store = _stores.setdefault(get_default_graph(), {})
    found = store.get(full_name)
    if found is not None:
        if _scope.reuse is False:
            raise ValueError(
                f"Variable {full_name} already exists, disallowed. Did you mean to set reuse=True or "
                "reuse=tf.AUTO_REUSE in VarScope?"
            )
        return found
    if _scope.reuse is True:
        raise ValueError(
            f"Variable {full_name} does not exist, or was not created with tf.get_variable(). Did you "
            "mean to set reuse=tf.AUTO_REUSE in VarScope?"
        )
    value = _initial_value(full_name, shape, dtype, initializer or _scope.initializer)
    graph = CONTEXT.stage
    if graph is None:
        return Variable(value, trainable=trainable, name=full_name, constraint=constraint)
    with graph.name_scope(None):
        variable = Variable(value, trainable=trainable, name=full_name, constraint=constraint)
    store[full_name] = variable
    return variable


def _initial_value(name: str, shape: Any, dtype: Any, initializer: Any) -> Any:
    dtype = float32 if dtype is None else as_dtype(dtype)
    if initializer is not None and not callable(initializer):
        return initializer
    if shape is None:
        raise ValueError(
            f"Shape of a new variable ({name}) must be fully defined, but instead was None."
        )
    if initializer is None:
        initializer = GlorotUniform()
    elif isinstance(initializer, type):
        initializer = initializer()
    return lambda: initializer(shape, dtype=dtype)


@public("compat.v1.global_variables")
def global_variables(scope: str | None = None) -> list[Variable]:
    """The variables of the default graph, in the order in which they were made.

    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0)
    ...     len(tf.compat.v1.global_variables())
    1
    """
    variables = get_default_graph().own_variables
    return [v for v in variables if scope is None or v.name.startswith(scope)]


@public("compat.v1.trainable_variables")
def trainable_variables(scope: str | None = None) -> list[Variable]:
    """The trainable variables of the default graph.

    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0, trainable=False)
    ...     tf.compat.v1.trainable_variables()
    []
    """
    return [v for v in global_variables(scope) if v.trainable]


@public("compat.v1.variables_initializer")
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


@public("compat.v1.global_variables_initializer", "compat.v1.initialize_all_variables")
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
