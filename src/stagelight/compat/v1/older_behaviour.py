"""Switches of TensorFlow 1 whose newer position is the only one here, and what asks for it."""

from __future__ import annotations

from stagelight.public import public


@public("compat.v1.resource_variables_enabled")
def resource_variables_enabled() -> bool:
    """Whether `get_variable` makes variables of the newer kind: always.

    >>> tf.compat.v1.resource_variables_enabled()
    True
    """
    return True


@public("compat.v1.control_flow_v2_enabled")
def control_flow_v2_enabled() -> bool:
    """Whether conditionals and loops are operations with functions: always.

    >>> tf.compat.v1.control_flow_v2_enabled()
    True
    """
    return True


@public(
    "compat.v1.disable_control_flow_v2",
    "compat.v1.disable_resource_variables",
    "compat.v1.enable_control_flow_v2",
    "compat.v1.enable_resource_variables",
)
def only_newer_behaviour() -> None:
    """There is one behaviour, the newer; accepted for compatibility.

    >>> tf.compat.v1.disable_resource_variables()
    >>> tf.compat.v1.resource_variables_enabled()
    True
    """


@public("compat.v1.no_regularizer")
def no_regularizer(_: object) -> None:
    """A regularizer for `get_variable` that gives nothing, so that the scope's is not taken.

    >>> tf.compat.v1.no_regularizer(1.0)
    """
