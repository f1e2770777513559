"""Scopes with the arguments that TensorFlow had before version 1."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from stagelight.compat.v1.older_forms import older_name_scope
from stagelight.compat.v1.variable_scopes import VariableScope, variable_scope
from stagelight.public import public


@public("compat.v1.op_scope")
def op_scope(
    values: Any, name: str | None, default_name: str | None = None
) -> AbstractContextManager[Any]:
    """The older form of `tf.compat.v1.name_scope`.

    Args:
        values: tensors whose graph is meant; in it the operations are made anyway.
        name: the scope's name, or None.
        default_name: the name if `name` is None.

    >>> with tf.Graph().as_default():
    ...     with tf.compat.v1.op_scope([], None, "layer") as scope:
    ...         print(scope)
    layer/
    """
    return older_name_scope(name, default_name, values)


@public("compat.v1.variable_op_scope")
def variable_op_scope(
    values: Any,
    name_or_scope: Any,
    default_name: str | None = None,
    initializer: Any = None,
    regularizer: Any = None,
    caching_device: Any = None,
    partitioner: Any = None,
    custom_getter: Any = None,
    reuse: Any = None,
    dtype: Any = None,
    use_resource: Any = None,
    constraint: Any = None,
) -> AbstractContextManager[VariableScope]:
    """The older form of `tf.compat.v1.variable_scope`, which has the same arguments in another order.

    >>> with tf.Graph().as_default():
    ...     with tf.compat.v1.variable_op_scope([], None, "layer"):
    ...         print(tf.compat.v1.get_variable("w", [2]).name)
    layer/w:0
    """
    return variable_scope(
        name_or_scope,
        default_name=default_name,
        values=values,
        initializer=initializer,
        regularizer=regularizer,
        caching_device=caching_device,
        partitioner=partitioner,
        custom_getter=custom_getter,
        reuse=reuse,
        dtype=dtype,
        use_resource=use_resource,
        constraint=constraint,
    )
