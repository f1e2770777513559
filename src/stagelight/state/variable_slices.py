"""Assigning to parts of variables: `v[1:].assign(...)`.

`v[1:]` is a tensor that remembers where it came from, so it has `assign`, `assign_add` and `assign_sub`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.boundary import guarded
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor, tensor_method
from stagelight.ops.arrays.indexing import is_mask, specification
from stagelight.state.variable import Variable


def _getitem(variable: Variable, key: Any) -> Any:
    """`variable[key]`: the part as a tensor that can be assigned to."""
    part = variable.read_value()[key]
    if not is_mask(key):
        part.variable_slice = (variable, key)
    return part


setattr(Variable, "__getitem__", guarded(_getitem))  # noqa: B010


def _assignment(name: str, combine: Callable[[Any, Any], Any]) -> Any:
    def assign(part: Tensor) -> Callable[..., Any]:
        try:
            variable, key = part.variable_slice
        except AttributeError:
            raise AttributeError(
                f"'Tensor' object has no attribute {name!r}. Only slices of variables, such as "
                f"v[1:].{name}(...), can be assigned to."
            ) from None

        def update(value: Any, name: str | None = None) -> Any:
            """Sets the part of the variable."""
            new = convert_to_tensor(value, variable.dtype)
            current = variable.read_value()
            begin, end, strides, masks = specification(key)
            if combine is not _replace:
                new = combine(raw.StridedSlice(current, begin, end, strides, **masks), new)
            updated = raw.TensorStridedSliceUpdate(current, begin, end, strides, new, **masks)
            return variable.assign(updated, name=name)

        return update

    return property(assign)


def _replace(_: Any, new: Any) -> Any:
    return new


tensor_method("assign")(_assignment("assign", _replace))
tensor_method("assign_add")(_assignment("assign_add", lambda old, new: raw.AddV2(old, new)))
tensor_method("assign_sub")(_assignment("assign_sub", lambda old, new: raw.Sub(old, new)))
