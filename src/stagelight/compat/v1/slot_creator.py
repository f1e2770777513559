"""Slots of optimizers that programs write: variables that go with another one.

`tensorflow.python.training.slot_creator` is where such optimizers find these functions.
"""

from __future__ import annotations

from typing import Any

from stagelight.compat.v1.variable_scopes import get_variable, variable_scope
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.state.variable import Variable
from stagelight.types.dtypes import as_dtype


def create_slot_with_initializer(
    primary: Any,
    initializer: Any,
    shape: Any,
    dtype: Any,
    name: str,
    colocate_with_primary: bool = True,
    *,
    copy_xla_sharding: bool = False,
) -> Variable:
    """A variable that goes with another, named after it.

    Args:
        primary: the variable or tensor that it goes with.
        initializer: an initializer, or a tensor where `shape` is None.
        shape: the slot's shape.
        dtype: its dtype.
        name: what follows after the name of `primary`.
        colocate_with_primary, copy_xla_sharding: accepted for compatibility.
    """
    with variable_scope(None, f"{primary.op.name}/{name}"):
        return get_variable("", shape, dtype, initializer, trainable=False)


def create_slot(
    primary: Any,
    val: Any,
    name: str,
    colocate_with_primary: bool = True,
    *,
    copy_xla_sharding: bool = False,
) -> Variable:
    """A variable that goes with another and begins with a value; see `create_slot_with_initializer`."""
    value = convert_to_tensor(val)
    return create_slot_with_initializer(primary, value, None, value.dtype, name)


def create_zeros_slot(
    primary: Any,
    name: str,
    dtype: Any = None,
    colocate_with_primary: bool = True,
    *,
    copy_xla_sharding: bool = False,
) -> Variable:
    """A variable of zeros that goes with another, by default of its dtype."""
    own = primary.dtype if dtype is None else as_dtype(dtype)
    zeros = raw.Fill(raw.Shape(raw.Identity(primary)), raw.Cast(0, DstT=own))
    if primary.shape.is_fully_defined():
        zeros = raw.Fill(primary.shape.as_list(), raw.Cast(0, DstT=own))
    return create_slot(primary, zeros, name)
