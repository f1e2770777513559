"""What counts as true: tensors of numbers, variables, lists of unknown length, values that may be None."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.autograph.operators.dispatch import Operator
from stagelight.autograph.operators.staged_absence import PerhapsNone
from stagelight.autograph.operators.staged_lists import StagedList
from stagelight.autograph.operators.staged_text import StagedText
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.operation import SymbolicTensor
from stagelight.state.variable import Variable

# The classes of conditions that only the graph can decide; of variables, while one is traced.
_CONDITIONS: tuple[type, ...] = (
    SymbolicTensor,
    StagedList,
    StagedText,
    PerhapsNone,
    Variable,
)


def is_staging(_: object = None) -> bool:
    """Whether a graph is traced."""
    return CONTEXT.stage is not None


def is_condition(value: Any) -> bool:
    """Whether only the graph that is traced can decide a condition."""
    return isinstance(value, _CONDITIONS)


def register_for_conditions(operator: Operator, implementation: Callable[..., Any]) -> None:
    """Gives an operator its meaning for conditions that only the graph can decide."""
    for kind in _CONDITIONS:
        operator.register(kind, implementation, when=is_staging if kind is Variable else None)


def truth_of(value: Any, what: str = "an if statement") -> Any:
    """A condition as a bool scalar; of a Python value the bool.

    Args:
        value: the condition, of one element. A number is true unless it is zero, a list unless it is empty.
        what: what asks for it, for messages.

    Raises:
        ValueError: it is a tensor of no or several elements.
    """
    if isinstance(value, StagedList):
        return raw.Greater(value.length(), 0)
    if isinstance(value, PerhapsNone):
        return raw.LogicalAnd(value.is_there, convert_to_tensor(truth_of(value.held, what)))
    if isinstance(value, Variable | StagedText):
        value = convert_to_tensor(value)
    if not isinstance(value, Tensor):
        return bool(value)
    if value.shape.num_elements() not in (None, 1):
        raise ValueError(
            f"The condition of {what} must be a scalar. Received a tensor of shape {value.shape}. "
            "Use tf.reduce_all or tf.reduce_any to reduce it. (AG305)"
        )
    if value.shape.rank != 0:
        value = raw.Reshape(value, [])
    if value.dtype.is_bool:
        return value
    return raw.NotEqual(value, b"" if value.dtype.name == "string" else raw.ZerosLike(value))
