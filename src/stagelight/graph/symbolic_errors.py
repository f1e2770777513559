"""Errors of symbolic tensors that are asked for what they do not have, or used where they are not known.

What a message advises depends on the code that asks: whether it is converted, and if not, why. That is for
those to say who convert code; they register an adviser.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.errors import InaccessibleTensorError, OperatorNotAllowedInGraphError

_OUT_OF_SCOPE = (
    "https://www.tensorflow.org/guide/function#all_outputs_of_a_tffunction_must_be_return_values"
)

# What to use instead of a Python value.
_INSTEAD = {
    "bool": "Use tf.cond, tf.where or tf.logical_and and their like.",
    "int": "Use the tensor itself in tensor operations, tf.range and indices; sizes that are known are in "
    "x.shape.",
    "float": "Use tf.cast for another dtype, and tf.math instead of Python's math.",
    "iterator": "Use tf.map_fn, tf.while_loop or tf.unstack.",
}

# Says why the code that asks does not get along with a tensor, and what to do about it.
_advisers: list[Callable[[], str]] = []


def advise(adviser: Callable[[], str]) -> None:
    """Has a function called for each refusal: it tells of the code that asks."""
    _advisers.append(adviser)


def not_a_python_value(kind: str, name: str = "tf.Tensor") -> OperatorNotAllowedInGraphError:
    """The error where a "bool", "int", "float" or "iterator" of Python's is asked for."""
    task = f"Iterating over a symbolic `{name}`"
    if kind != "iterator":
        task = f"Using a symbolic `{name}` as a Python `{kind}`"
    advice = " ".join(adviser() for adviser in _advisers)
    return OperatorNotAllowedInGraphError(
        f"{task} is not allowed: the tensor has a value when the graph runs, not while it is built. "
        f"{advice} {_INSTEAD[kind]} (AG301)"
    )


def leak_error(tensor: Any) -> Exception:
    """The error for a tensor that is used outside of its graph. It tells its own place."""
    is_of_a_block = getattr(getattr(tensor.graph, "enclosing_graph", None), "is_function", False)
    # As in TensorFlow.
    error = _out_of_scope(tensor) if is_of_a_block else _of_another_function(tensor)
    error.is_located = True  # type: ignore[attr-defined]
    return error


def _out_of_scope(tensor: Any) -> InaccessibleTensorError:
    where = "\n".join(line for place in tensor.op.places[-1:] for line in place.lines("    "))
    return InaccessibleTensorError(
        f"{tensor!r} is out of scope and cannot be used here. Use return values, explicit Python locals or "
        f"TensorFlow collections to access it.\nPlease see {_OUT_OF_SCOPE} for more information.\n\n"
        f"{tensor!r} was defined here:\n{where}\n\n"
        f"The tensor {tensor!r} cannot be accessed from here, because it was defined in {tensor.graph!r}, "
        "which is out of scope. (AG403)"
    )


def _of_another_function(tensor: Any) -> TypeError:
    where = "".join(
        f'File "{file}", line {line}, in {function}\n'
        for file, line, function in tensor.op.frames[:1]
    )
    return TypeError(
        "Originated from a graph execution error.\n\n"
        "The graph execution error is detected at a node built at (most recent call last):\n"
        f"{where}\n"
        f"Error detected in node '{tensor.op.name}' defined at: {where}\n"
        "TypeError: tf.Graph captured an external symbolic tensor. The symbolic tensor "
        f"'{tensor.name}' created by node '{tensor.op.name}' is captured by the tf.Graph being executed "
        "as an input. But a tf.Graph is not allowed to take symbolic tensors from another graph as its "
        "inputs. Make sure all captured inputs of the executing tf.Graph are not symbolic tensors. Use "
        "return values, explicit Python locals or tf collections to access it. (AG403)"
    )
