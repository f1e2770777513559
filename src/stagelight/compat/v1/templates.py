"""`tf.compat.v1.make_template`: a function that makes its variables once and shares them later."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from stagelight.compat.v1.graph_collections import GraphKeys, get_collection
from stagelight.compat.v1.variable_scopes import VariableScope, variable_scope
from stagelight.core.dispatch import CONTEXT
from stagelight.public import public


@public("compat.v1.make_template")
def make_template(
    name_: str,
    func_: Callable[..., Any],
    create_scope_now_: bool = False,
    unique_name_: str | None = None,
    custom_getter_: Callable[..., Any] | None = None,
    **kwargs: Any,
) -> Template:
    """A function with a variable scope of its own: later calls use the variables of the first.

    Args:
        name_: the scope's name; numbered where it was used before.
        func_: the function; its variables are those of `tf.compat.v1.get_variable`.
        create_scope_now_: whether the scope is made now, not at the first call.
        unique_name_: the scope's name as it is.
        custom_getter_: called instead of `get_variable`.
        **kwargs: arguments for each call.

    Raises:
        ValueError: at a later call, the function asks for another variable.

    >>> with tf.Graph().as_default():
    ...     double = tf.compat.v1.make_template(
    ...         "double", lambda x: x * tf.compat.v1.get_variable("w", initializer=2.0))
    ...     ys = [double(1.0), double(3.0)]
    ...     [v.name for v in double.variables]
    ['double/w:0']
    """
    function = functools.partial(func_, **kwargs) if kwargs else func_
    if CONTEXT.stage is None and unique_name_ is not None:
        raise ValueError(
            "unique_name_ cannot be used when eager execution is enabled. Call it within "
            "`with tf.Graph().as_default():`. (AG409)"
        )
    return Template(name_, function, create_scope_now_, unique_name_, custom_getter_)


class Template:
    """What `make_template` returns."""

    def __init__(
        self,
        name: str,
        func: Callable[..., Any],
        create_scope_now: bool = False,
        unique_name: str | None = None,
        custom_getter: Callable[..., Any] | None = None,
    ) -> None:
        if name is None:
            raise ValueError("name cannot be None.")
        self._name = name
        self._function = func
        self._unique_name = unique_name
        self._custom_getter = custom_getter
        self._scope: VariableScope | None = None
        self._was_called = False
        if create_scope_now:
            with self._new_scope(names_operations=False) as scope:
                self._scope = scope

    def _new_scope(self, names_operations: bool = True) -> Any:
        return variable_scope(
            self._unique_name,
            self._name,
            custom_getter=self._custom_getter,
            auxiliary_name_scope=names_operations,
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the function in the scope."""
        if self._scope is None:
            with self._new_scope() as self._scope:
                result = self._function(*args, **kwargs)
        else:
            with variable_scope(self._scope, reuse=True if self._was_called else None):
                result = self._function(*args, **kwargs)
        self._was_called = True
        return result

    @property
    def func(self) -> Callable[..., Any]:
        """The function."""
        return self._function

    @property
    def variable_scope(self) -> VariableScope | None:
        """The scope; None if there is none yet."""
        return self._scope

    @property
    def variable_scope_name(self) -> str | None:
        """The scope's name, with a slash at the end."""
        return None if self._scope is None else f"{self._scope.name}/"

    @property
    def name(self) -> str:
        """The name that was asked for."""
        return self._name

    @property
    def variables(self) -> list[Any]:
        """All variables that the function has made."""
        return self.global_variables + self.local_variables

    @property
    def global_variables(self) -> list[Any]:
        """Those that are global."""
        return self._in_collection(GraphKeys.GLOBAL_VARIABLES)

    @property
    def local_variables(self) -> list[Any]:
        """Those that are local."""
        return self._in_collection(GraphKeys.LOCAL_VARIABLES)

    @property
    def trainable_variables(self) -> list[Any]:
        """Those that are trainable."""
        return self._in_collection(GraphKeys.TRAINABLE_VARIABLES)

    def _in_collection(self, key: str) -> list[Any]:
        return [] if self._scope is None else get_collection(key, f"{self._scope.name}/")
