"""Values as inputs of an op: quick tests whether they fit its signature, conversion, and checks.

The tests are made once for an op. What does not fit as it is is converted: to the signature's dtype, or
to the dtype of the tensors that share its dtype attr. `check_dtypes` then tells what is still wrong.
Inputs are *grouped* here, one item for each argument of the signature and a list for a list argument.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor, own_dtype
from stagelight.core.dispatch import CONTEXT
from stagelight.core.op_def import Arg, AttrDef, OpDef
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.errors import InvalidArgumentError, UnsupportedTypeError
from stagelight.types.dtypes import ALL, DType, int32

Fit = Callable[[Sequence[Any]], bool]


def allowed_ids(op_def: OpDef, arg: Arg) -> frozenset[int]:
    """The ids of the dtypes that an argument may have; dtypes live as long as the process."""
    if arg.dtype is not None:
        return frozenset((id(arg.dtype),))
    allowed = None if arg.type_attr is None else op_def.attrs[arg.type_attr].allowed
    return frozenset(map(id, ALL if allowed is None else allowed))


def eager_fit(op_def: OpDef) -> Fit:
    """The test for eager tensors, one for each input; lists take the general way."""
    if any(arg.is_list for arg in op_def.inputs):
        return lambda values: False
    groups = []
    for i, arg in enumerate(op_def.inputs):
        same = [k for k, x in enumerate(op_def.inputs) if x.type_attr == arg.type_attr is not None]
        if i == (same or [i])[0]:
            groups.append((i, tuple(same[1:]), allowed_ids(op_def, arg)))

    def fits(values: Sequence[Any]) -> bool:
        for value in values:
            if type(value) is not EagerTensor:
                return False
        for first, others, ids in groups:
            dtype = values[first]._dtype
            if id(dtype) not in ids:
                return False
            for i in others:
                if values[i]._dtype is not dtype:
                    return False
        return True

    return fits


def staged_fit(op_def: OpDef) -> Fit:
    """The test for tensors of any kind, in lists for list inputs, that `check_dtypes` passes."""
    steps = [(arg.is_list, arg.type_attr, allowed_ids(op_def, arg)) for arg in op_def.inputs]
    if len(steps) == 2 and steps[0] == steps[1] and not steps[0][0]:
        return _fit_of_two(steps[0][2])

    def fits(values: Sequence[Any]) -> bool:
        known: dict[str, DType] = {}
        for value, (is_list, key, ids) in zip(values, steps, strict=True):
            if is_list and type(value) is not list:
                return False
            for tensor in value if is_list else (value,):
                if not isinstance(tensor, Tensor):
                    return False
                dtype = tensor.dtype
                if key in known:
                    if dtype is not known[key]:
                        return False
                elif id(dtype) not in ids:
                    return False
                elif key is not None:
                    known[key] = dtype
        return True

    return fits


def _fit_of_two(ids: frozenset[int]) -> Fit:
    """The test for two inputs of one dtype, as most ops with two have."""

    def fits(values: Sequence[Any]) -> bool:
        x, y = values
        if not (isinstance(x, Tensor) and isinstance(y, Tensor)):
            return False
        dtype = x.dtype
        return dtype is y.dtype and id(dtype) in ids

    return fits


def flattened(values: Sequence[Any]) -> list[Tensor]:
    """Grouped inputs in one flat row."""
    flat: list[Tensor] = []
    for value in values:
        if isinstance(value, list):
            flat.extend(value)
        else:
            flat.append(value)
    return flat


# ---------------------------------------------------------------------------- conversion


def converter(op_def: OpDef) -> Callable[[Sequence[Any], Mapping[str, Any]], list[Any]]:
    """`convert(values, attrs)`: all values as tensors, or lists of them for list inputs.

    They get the signature's dtypes. It raises TypeError for no list where the signature has one and for
    a value that its dtype cannot hold, ValueError for what is no tensor at all.
    """
    args = tuple(enumerate(op_def.inputs))
    typed = [(i, arg.type_attr, arg.is_list) for i, arg in args if arg.type_attr is not None]

    def convert(values: Sequence[Any], attrs: Mapping[str, Any]) -> list[Any]:
        known: dict[str, DType] = {}
        if attrs:
            known.update((key, value) for key, value in attrs.items() if isinstance(value, DType))
        for i, type_attr, is_list in typed:
            if type_attr not in known:
                dtype = _dtype_of(values[i], is_list)
                if dtype is not None:
                    known[type_attr] = dtype
        tensors = list(values)
        for i, arg in args:
            if type(values[i]) is not EagerTensor or arg.is_list:
                tensors[i] = _converted(op_def, arg, values[i], known)
        return tensors

    return convert


# Classes whose values have no dtype of ours.
_WITHOUT_DTYPE = frozenset({bool, int, float, complex, str, bytes, list, tuple, np.ndarray})


def _dtype_of(value: Any, is_list: bool) -> DType | None:
    """The dtype of a tensor, a variable, indexed slices; None for what becomes a tensor of any."""
    kind = type(value)
    if kind is EagerTensor:
        return value._dtype
    if is_list and isinstance(value, (list, tuple)):
        return next((d for d in (_dtype_of(item, False) for item in value) if d is not None), None)
    if kind in _WITHOUT_DTYPE:
        return None
    dtype = getattr(value, "dtype", None)
    return dtype if isinstance(dtype, DType) else None


def _converted(op_def: OpDef, arg: Arg, value: Any, known: dict[str, DType]) -> Any:
    if arg.is_list:
        if not isinstance(value, (list, tuple)):
            raise TypeError(
                f"{op_def.name}: input {arg.name!r} must be a list of tensors. Received: {value!r}"
            )
        dtype = arg.dtype or known.get(arg.type_attr or "")
        tensors = []
        for i, item in enumerate(value):
            # A tensor of another dtype is left for `check_dtypes` to refuse.
            tensor = (
                item
                if isinstance(item, Tensor)
                else convert_to_tensor(item, dtype, name=f"{arg.name}_{i}")
            )
            if arg.type_attr is not None and dtype is None:
                dtype = known[arg.type_attr] = tensor.dtype
            tensors.append(tensor)
        return tensors
    if isinstance(value, Tensor):
        return value
    if arg.dtype is not None:
        return convert_to_tensor(value, arg.dtype, name=arg.name)
    key = str(arg.type_attr)
    if key in known:
        try:
            return convert_to_tensor(value, known[key], name=arg.name)
        except UnsupportedTypeError:
            raise
        except TypeError as error:
            raise TypeError(f"{op_def.name}: input {arg.name!r}: {error}") from None
    tensor = _of_any_dtype(value, op_def.attrs[key], arg.name)
    known[key] = tensor.dtype
    return tensor


def _of_any_dtype(value: Any, attr: AttrDef, name: str) -> Tensor:
    """A value as a tensor of its own dtype if the op has that; else of the attr's default, if it can be."""
    hint = attr.default if isinstance(attr.default, DType) else None
    # Integers are int32 of themselves where they can be.
    if hint is not None and hint is not int32 and attr.allowed is not None:
        hint = None if own_dtype(value) in attr.allowed else hint
    return convert_to_tensor(value, dtype_hint=hint, name=name)


# ---------------------------------------------------------------------------- checks


def check_dtypes(op_def: OpDef, values: Sequence[Any]) -> None:
    """Checks grouped inputs against the signature, to tell what is wrong.

    Raises:
        InvalidArgumentError: tensors that share a dtype attr differ (eagerly; TypeError in a graph).
        TypeError: a dtype that the op does not allow.
    """
    known: dict[str, tuple[DType, str]] = {}
    for arg, value in zip(op_def.inputs, values, strict=True):
        if arg.types_attr is not None:
            continue
        for position, tensor in enumerate(value if arg.is_list else (value,)):
            dtype = tensor.dtype
            where = f"{arg.name}[{position}]" if arg.is_list else arg.name
            if arg.dtype is not None:
                if dtype is not arg.dtype:
                    raise _mismatch(op_def, values, where, dtype, arg.dtype, "the signature")
                continue
            key = str(arg.type_attr)
            if key not in known:
                allowed = op_def.attrs[key].allowed
                if allowed is not None and dtype not in allowed:
                    raise _disallowed_input(op_def, where, dtype, allowed)
                known[key] = (dtype, where)
            elif dtype is not known[key][0]:
                raise _mismatch(op_def, values, where, dtype, *known[key])


def _mismatch(
    op_def: OpDef, values: Sequence[Any], where: str, received: DType, required: DType, source: str
) -> Exception:
    from_source = source if source == "the signature" else f"input {source!r}"
    if CONTEXT.stage is not None:
        return TypeError(
            f"Input {where!r} of {op_def.name!r} Op has type {received.name} that does not match "
            f"type {required.name} of {from_source}. Use tf.cast to make them agree."
        )
    flat = flattened(values)
    position = next((i for i, t in enumerate(flat) if t.dtype is received), 0)
    return InvalidArgumentError(
        None,
        None,
        f"cannot compute {op_def.name} as input #{position}(zero-based) was expected to be a "
        f"{required.kernel_name} tensor but is a {received.kernel_name} tensor [Op:{op_def.name}]",
    )


def _disallowed_input(
    op_def: OpDef, where: str, dtype: DType, allowed: Sequence[DType]
) -> Exception:
    names = ", ".join(sorted(d.name for d in allowed))
    message = (
        f"Value for input {where!r} of {op_def.name!r} has dtype {dtype.name}, which is not in the "
        f"list of allowed values: {names}"
    )
    if CONTEXT.stage is not None:
        return TypeError(message)
    return InvalidArgumentError(None, None, f"{message} [Op:{op_def.name}]")
