"""Scopes: names, devices, control dependencies, and `init_scope`, which leaves the graph being built."""

from __future__ import annotations

import abc
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import get_ident
from types import TracebackType
from typing import Any

from stagelight.core.dispatch import CONTEXT, pushed
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph import Graph
from stagelight.public import public


@public("executing_eagerly")
def executing_eagerly() -> bool:
    """Whether ops run at once here, rather than being added to a graph.

    Returns:
        False inside a function that `tf.function` traces and under `graph.as_default()`, else True.

    >>> tf.executing_eagerly()
    True
    """
    return CONTEXT.stage is None


@public("inside_function")
def inside_function() -> bool:
    """Whether a function is being traced here.

    >>> tf.inside_function()
    False
    """
    return isinstance(CONTEXT.stage, FuncGraph)


@public("get_current_name_scope", "__internal__.get_name_scope")
def get_current_name_scope() -> str:
    """The name scope that stands here, without a slash at its end; "" outside of all.

    >>> with tf.name_scope("model"), tf.name_scope("layer"):
    ...     tf.get_current_name_scope()
    'model/layer'
    """
    stage = CONTEXT.stage
    # TF: a graph's scopes are its own, whatever scope its trace began in.
    return CONTEXT.name_scope.rstrip("/") if stage is None else stage.name_stack


@public("name_scope")
class name_scope(metaclass=abc.ABCMeta):  # noqa: B024
    """Puts a name before the names of the operations and variables made inside.

    Args:
        name: the scope's name; made unique in a graph.

    Raises:
        ValueError: the name is no string.

    >>> with tf.name_scope("layer"):
    ...     v = tf.Variable(1.0, name="w")
    >>> v.name
    'layer/w:0'
    """

    def __init__(self, name: str) -> None:
        if not isinstance(name, str):
            raise ValueError(f"name for name_scope must be a string. Received: {name!r}")
        self._name = name
        # By thread: one scope, such as a module's, may be entered in several at once.
        self._scopes: dict[int, list[AbstractContextManager[str]]] = {}

    @property
    def name(self) -> str:
        """The scope's name, as it was given."""
        return self._name

    def __enter__(self) -> str:
        stage = CONTEXT.stage
        scope = _eager_scope(self._name) if stage is None else _staged_scope(stage, self._name)
        self._scopes.setdefault(get_ident(), []).append(scope)
        return scope.__enter__()

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool | None:
        entered = self._scopes[get_ident()]
        scope = entered.pop()
        if not entered:
            del self._scopes[get_ident()]
        return scope.__exit__(exception_type, exception, traceback)

    def __reduce__(self) -> Any:
        return name_scope, (self._name,)  # Copies are not entered.


@contextmanager
def _eager_scope(name: str) -> Iterator[str]:
    before = CONTEXT.name_scope
    if not name:
        CONTEXT.name_scope = ""
    elif name.endswith("/"):
        CONTEXT.name_scope = name
    else:
        CONTEXT.name_scope = f"{before}{name}/"
    try:
        yield CONTEXT.name_scope
    finally:
        CONTEXT.name_scope = before


@contextmanager
def _staged_scope(stage: Graph, name: str) -> Iterator[str]:
    """A scope of the graph; variables made inside, which may be lifted out, get its name too."""
    with stage.name_scope(name) as full_name, pushed(name_scope=full_name):
        yield full_name


@public("control_dependencies")
def control_dependencies(control_inputs: Sequence[Any] | None) -> AbstractContextManager[Any]:
    """Makes the operations inside run after the given ones.

    Eagerly, where operations run in the order of the program, it only calls the functions among them.

    Args:
        control_inputs: operations and tensors; None clears the dependencies.

    Raises:
        TypeError: something else among them.

    >>> with tf.control_dependencies([tf.constant(1)]):
    ...     y = tf.constant(2)
    """
    stage = CONTEXT.stage
    if stage is not None:
        return stage.control_dependencies(control_inputs)
    for item in control_inputs or ():
        if callable(item):
            item()
    return nullcontext()


@public("__internal__.eager_context.eager_mode")
def eager_mode() -> AbstractContextManager[Any]:
    """Ops inside run eagerly, whatever graph is being built.

    >>> with tf.Graph().as_default(), tf.__internal__.eager_context.eager_mode():
    ...     print(tf.executing_eagerly())
    True
    """
    return pushed(stage=None)


@public("init_scope")
@contextmanager
def init_scope() -> Iterator[None]:
    """Leaves the functions being traced, control flow and tapes: ops inside run eagerly.

    Where the function is traced for a `tf.Graph` of its own, they are added to that graph.

    >>> @tf.function
    ... def f():
    ...     with tf.init_scope():
    ...         print(tf.executing_eagerly())
    >>> f()
    True
    """
    stage = inner = CONTEXT.stage
    if inner is None:
        with pushed(recorders=()):
            yield
        return
    while isinstance(stage, FuncGraph):
        stage = stage.enclosing_graph
    # TF: the name scope is that of the graph that is left, not the one around it.
    scope = f"{inner.name_stack}/" if inner.name_stack else ""
    with pushed(stage=stage, recorders=(), name_scope=scope):
        if stage is None:
            yield
        else:
            with stage.control_dependencies(None), stage.name_scope(scope):
                yield
