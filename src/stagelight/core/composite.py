"""`CompositeTensor`: a value made of several tensors that travels as one.

A composite (indexed slices, a ragged or sparse tensor, a TensorArray, an iterator) has a type spec that
takes it apart into tensors and puts it together again; `nest` uses the spec to expand it.
"""

from __future__ import annotations

from typing import Any

from stagelight.public import public


@public("__internal__.CompositeTensor")
class CompositeTensor:
    """The base of values made of several tensors."""

    @property
    def _type_spec(self) -> Any:
        """The `TypeSpec` of this value."""
        raise NotImplementedError


def is_composite(value: Any) -> bool:
    """Whether a value is taken apart into its tensors; a variable, which is one tensor, is not."""
    return isinstance(value, CompositeTensor) and not getattr(value, "_is_nest_leaf", False)
