"""Gradients by name: `tf.RegisterGradient`, for operations whose graph says that they have another gradient.

The name stands in an attr of the operation, as in TensorFlow's graphs; `Graph.gradient_override_map` sets it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.core import registry
from stagelight.public import public

# The attr of an operation that names its gradient.
GRADIENT_NAME = "_gradient_op_type"

# The gradients by name; None for what has none.
REGISTERED: dict[str, Callable[..., Any] | None] = {}

# Rules that replace the gradient rules of ops, by op name; None: no gradient. Libraries that explain models
# replace them while they differentiate (`alias.gradient_registry`).
OVERRIDES: dict[str, Callable[..., Any] | None] = {}


def _register(name: str, rule: Callable[..., Any] | None) -> None:
    if name in REGISTERED or name in registry.op_names():
        raise KeyError(f"Registering two gradient with name '{name}'!")
    REGISTERED[name] = rule


@public("RegisterGradient", "compat.v1.RegisterGradient")
class RegisterGradient:
    """Registers a function as a gradient, by a name that `Graph.gradient_override_map` takes.

    The function gets the operation (its `inputs`, `outputs` and `get_attr`) and the gradient of each output,
    and returns that of each input, None for none.

    Args:
        op_type: the name.

    Raises:
        TypeError: it is no string.
        KeyError: the name is taken, by an op or another gradient.

    >>> @tf.RegisterGradient("HalfSquare")
    ... def half(op, gradient):
    ...     return op.inputs[0] * gradient
    >>> with tf.Graph().as_default() as graph, tf.compat.v1.Session() as session:
    ...     x = tf.constant(3.0)
    ...     with graph.gradient_override_map({"Square": "HalfSquare"}):
    ...         y = tf.square(x)
    ...     print(session.run(tf.gradients(y, x)[0]))
    3.0
    """

    def __init__(self, op_type: str) -> None:
        if not isinstance(op_type, str):
            raise TypeError("op_type must be a string")
        self._name = op_type

    def __call__(self, f: Callable[..., Any]) -> Callable[..., Any]:
        _register(self._name, f)
        return f


@public(
    "no_gradient",
    "compat.v1.no_gradient",
    "compat.v1.NoGradient",
    "compat.v1.NotDifferentiable",
)
def no_gradient(op_type: str) -> None:
    """Registers that operations of a name have no gradient; see `tf.RegisterGradient`.

    Args:
        op_type: the name.

    Raises:
        TypeError: it is no string.
        KeyError: the name is taken, by an op or a gradient.

    >>> tf.no_gradient("MyCounter")
    """
    if not isinstance(op_type, str):
        raise TypeError("op_type must be a string")
    _register(op_type, None)


def registered_gradient(name: Any, application: Any) -> Callable[..., Any] | None:
    """The gradient of that name.

    Raises:
        LookupError: there is none.
    """
    text = name.decode() if isinstance(name, bytes) else name
    if text not in REGISTERED:
        raise LookupError(
            f"No gradient is registered as {text!r}, which an operation of type "
            f"{application.op_def.name} asks for. Register one by tf.RegisterGradient({text!r})."
        )
    return REGISTERED[text]
