"""`get_local_variable`: variables that no other process sees, and that are not saved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.compat.v1.graph_collections import GraphKeys
from stagelight.compat.v1.variable_scopes import get_variable
from stagelight.public import public
from stagelight.state.variable import Variable
from stagelight.state.variable_replication import VariableAggregation, VariableSynchronization


@public("compat.v1.get_local_variable")
def get_local_variable(
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool = False,
    collections: Any = None,
    caching_device: Any = None,
    partitioner: Any = None,
    validate_shape: bool = True,
    use_resource: Any = None,
    custom_getter: Any = None,
    constraint: Callable[[Any], Any] | None = None,
    synchronization: VariableSynchronization = VariableSynchronization.AUTO,
    aggregation: VariableAggregation = VariableAggregation.NONE,
) -> Variable:
    """`get_variable` for a variable that is local: no other process sees it, and it is not saved.

    It is in the collection of local variables, and not trainable. See `get_variable`.

    >>> with tf.Graph().as_default():
    ...     v = tf.compat.v1.get_local_variable("v", [])
    ...     tf.compat.v1.global_variables(), tf.compat.v1.local_variables() == [v]
    ([], True)
    """
    return get_variable(
        name,
        shape,
        dtype,
        initializer,
        regularizer,
        False,
        [*(collections or ()), GraphKeys.LOCAL_VARIABLES],
        caching_device,
        partitioner,
        validate_shape,
        use_resource,
        custom_getter,
        constraint,
        synchronization,
        aggregation,
    )
