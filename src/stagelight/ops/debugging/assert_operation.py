"""`Assert`, the op of all assertions, and `tf.debugging.Assert`.

In a graph an assertion is an `Assert` operation, which runs though nobody needs its result. Executing
eagerly there is no operation: a false condition raises at once.

What is asserted of values is in `assertions`, of ranks and shapes in `shape_assertions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any, Final

import numpy as np

from stagelight.core.composite import is_composite
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import invalid, shape_text
from stagelight.core.op_def import Trait, attr
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.ops.debugging.tensor_text import first_elements_text
from stagelight.ops.host.python_exceptions import raised_error
from stagelight.public import public

# How many elements of a tensor a message shows by itself.
SHOWN: Final = 3


def _infer_assert(
    condition: Tensor, *data: Tensor, summarize: int = SHOWN, _exception: str | bytes = ""
) -> tuple[()]:
    if not data:
        raise invalid("Attr 'T' of 'Assert' Op passed list of length 0 less than minimum 1.")
    return ()


def _assert(
    xp: ModuleType,
    condition: np.ndarray,
    *data: np.ndarray,
    summarize: int = SHOWN,
    _exception: str | bytes = "",
) -> None:
    if condition.ndim:
        raise invalid(f"In[0] should be a scalar: {shape_text(condition.shape)}")
    if condition:
        return
    if _exception not in ("", "AssertionError", b"AssertionError"):
        raise raised_error(_exception, data[0].item().decode(errors="replace"))
    texts = b" ".join(b"[" + first_elements_text(item, summarize) + b"]" for item in data)
    message = "assertion failed: " + texts.decode(errors="replace")
    raise raised_error(_exception, message) if _exception else invalid(message)


define(
    "Assert",
    "condition: bool, data: T",
    "",
    {"T": attr("list(type)"), "summarize": SHOWN},
    infer=_infer_assert,
    kernel=_assert,
    differentiable=False,
    traits=Trait.SIDE_EFFECT | Trait.HOST_ONLY,
)


@public("debugging.Assert", "Assert")
def assert_true(
    condition: Any, data: Sequence[Any], summarize: int | None = None, name: str | None = None
) -> Any:
    """Fails if the condition is false.

    Args:
        condition: bool of rank 0.
        data: the tensors to show then.
        summarize: how many elements of each are shown; 3 if None, all if -1.
        name: name of the operation.

    Returns:
        None when executing eagerly, the operation in a graph.

    Raises:
        InvalidArgumentError: the condition is false.

    >>> tf.debugging.Assert(tf.constant(2) > 1, [tf.constant(2)])
    """
    if CONTEXT.stage is not None:
        with op_scope(name or "Assert"):
            return add_assert(condition, data, summarize)
    if not condition:
        shown = "\n".join(_eager_text(convert_to_tensor(item), summarize) for item in data)
        raise invalid(f"Expected '{condition!s}' to be true. Summarized data: {shown}")
    return None


def add_assert(condition: Any, data: Sequence[Any], summarize: int | None) -> Any:
    """The operation, named "Assert" in the scope of its function."""
    return raw.Assert(
        condition,
        list(data),
        summarize=SHOWN if summarize is None else summarize,
        name="Assert",
    )


def first_elements(tensor: Tensor, summarize: int | None) -> tuple[np.ndarray, bool]:
    """The first elements, in one row, and whether these are all."""
    flat: np.ndarray = tensor._array.reshape(-1)  # type: ignore[attr-defined]
    count = SHOWN if summarize is None else summarize
    if count < 0 or count >= flat.size:
        return flat, True
    return flat[:count], False


def _eager_text(tensor: Tensor, summarize: int | None) -> str:
    elements, are_all = first_elements(tensor, summarize)
    return ", ".join([*map(str, elements), *([] if are_all else ["..."])])


# ---------------------------------------------------------------------------- words for messages


def name_of(tensor: Any) -> str:
    """A tensor's name, nothing for one without."""
    return "" if _has_no_name(tensor) else str(tensor.name)


def described(tensor: Any) -> str:
    """A tensor's name, or its shape and dtype where it has none."""
    if _has_no_name(tensor):
        return f"shape={tensor.shape} dtype={tensor.dtype.name}"
    return str(tensor.name)


def _has_no_name(tensor: Any) -> bool:
    return isinstance(tensor, EagerTensor) or is_composite(tensor)


def heading(message: str | None) -> str:
    """What a message begins with."""
    # Added, not formatted: a text with tensors in it stays one.
    return message + ".  " if message else ""


def settled(name: str = "static_checks_determined_all_ok") -> Any:
    """What an assertion returns that was settled while tracing."""
    return None if CONTEXT.stage is None else raw.NoOp(name=name)
