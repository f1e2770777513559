"""Values passed on: `tf.identity`, `tf.stop_gradient`, `tf.ensure_shape`, `tf.no_op`, `tf.group`.

They exist for what they do to gradients, names and order, not for their values. Gradients of one's
own choice (`tf.custom_gradient`, `tf.grad_pass_through`) are in `autodiff`.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any, NoReturn

import numpy as np

from stagelight import nest
from stagelight.core.composite import is_composite
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import SCALAR, Inferred, invalid, known_dims, same_as_input
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types.dtypes import bool_
from stagelight.types.shapes import TensorShape, as_shape


def _same(xp: ModuleType, input: np.ndarray, **_attrs: Any) -> np.ndarray:
    return input


def _passed_on(op: Any, dy: Tensor) -> Tensor:
    return dy


def _dims_of_input(op: Any) -> list[int | None] | None:
    return known_dims(op.inputs[0])


# ---------------------------------------------------------------------------- identity

define(
    "Identity",
    "input: T",
    "output: T",
    {"T": types()},
    infer=lambda input: _like(input),
    kernel=_same,
    gradient=_passed_on,
    traits=Trait.SLICES_GRADIENT,
    dims=_dims_of_input,
)


def _like(x: Any) -> Inferred:
    return Inferred(x.shape, x.dtype, getattr(x, "handle_data", None))


@public("identity", "compat.v1.identity")
def identity(input: Any, name: str | None = None) -> Any:
    """A tensor of the same value.

    Args:
        input: tensor of any dtype, or an object made of tensors such as `tf.IndexedSlices`.
        name: name of the operation.

    Returns:
        Tensor of the same shape, dtype and value; for an object made of tensors, one of its kind.

    >>> tf.identity([1, 2]).numpy()
    array([1, 2], dtype=int32)
    """
    if is_composite(input):
        return nest.map_structure(identity, input, expand_composites=True)
    return raw.Identity(convert_to_tensor(input), name=name)


define(
    "IdentityN",
    "input: T",
    "output: T",
    {"T": attr("list(type)")},
    infer=lambda *inputs: [_like(x) for x in inputs],
    kernel=lambda xp, *inputs: inputs,
    gradient=lambda op, *dys: list(dys),
)


@public("identity_n", "compat.v1.identity_n")
def identity_n(input: Sequence[Any], name: str | None = None) -> list[Tensor]:
    """Tensors of the same values, for a list of tensors.

    Args:
        input: list of tensors of any dtypes.
        name: name of the operation.

    Returns:
        List of as many tensors.

    >>> [x.numpy() for x in tf.identity_n([1, 2.5])]
    [np.int32(1), np.float32(2.5)]
    """
    return raw.IdentityN([convert_to_tensor(x) for x in input], name=name)


define(
    "GuaranteeConst",
    "input: T",
    "output: T",
    {"T": types()},
    infer=_like,
    kernel=lambda xp, input: input,
)


@public("guarantee_const", "compat.v1.guarantee_const")
def guarantee_const(input: Any, name: str | None = None) -> Tensor:
    """A tensor of the same value, of which the program promises that it stays the same in every run.

    It has no gradient. Nothing here depends on the promise.

    Args:
        input: tensor of any dtype.
        name: name of the operation.

    >>> tf.guarantee_const([1, 2]).numpy()
    array([1, 2], dtype=int32)
    """
    return raw.GuaranteeConst(convert_to_tensor(input), name=name)


def _truth(xp: ModuleType, input: np.ndarray) -> np.ndarray:
    """Truth as Python has it: of a scalar not being zero or empty, of others having elements."""
    return np.array(bool(input[()]) if input.ndim == 0 else input.size > 0)


define(
    "ToBool",
    "input: T",
    "output: bool",
    {"T": types()},
    infer=lambda input: Inferred(SCALAR, bool_),
    kernel=_truth,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)

for _name in ("Snapshot", "DeepCopy"):
    define(
        _name,
        "input: T" if _name == "Snapshot" else "x: T",
        "output: T" if _name == "Snapshot" else "y: T",
        {"T": types()},
        infer=same_as_input,
        kernel=_same if _name == "Snapshot" else lambda xp, x: np.array(x),
        gradient=_passed_on,
    )


# ---------------------------------------------------------------------------- stops for gradients

define(
    "StopGradient",
    "input: T",
    "output: T",
    {"T": types()},
    infer=lambda input: _like(input),
    kernel=_same,
    differentiable=False,
    dims=_dims_of_input,
)


@public("stop_gradient", "compat.v1.stop_gradient")
def stop_gradient(input: Any, name: str | None = None) -> Tensor:
    """The same value, through which no gradient flows: a constant to `tf.GradientTape`.

    Args:
        input: tensor of any dtype.
        name: name of the operation.

    Returns:
        Tensor of the same value.

    >>> x = tf.constant(3.0)
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = x * tf.stop_gradient(x)
    >>> tape.gradient(y, x).numpy()
    np.float32(3.0)
    """
    return raw.StopGradient(convert_to_tensor(input), name=name)


def _refuse_gradient(op: Any, dy: Tensor) -> NoReturn:
    raise LookupError(f"Gradient explicitly disabled. Reason: {op.attr_value('message')}")


define(
    "PreventGradient",
    "input: T",
    "output: T",
    {"T": types(), "message": ""},
    infer=same_as_input,
    kernel=_same,
    gradient=_refuse_gradient,
)


def prevent_gradient(input: Any, message: str = "", name: str | None = None) -> Tensor:
    """The same value, of which no gradient can be taken. Not public, but libraries import it.

    Args:
        input: tensor of any dtype.
        message: why there is no gradient.
        name: name of the operation.

    Raises:
        LookupError: a tape or `tf.gradients` comes here.
    """
    return raw.PreventGradient(convert_to_tensor(input), message=message, name=name)


# ---------------------------------------------------------------------------- promised shapes


def _infer_ensure_shape(input: Tensor, *, shape: Any) -> Inferred:
    try:
        return Inferred(input.shape.merge_with(as_shape(shape)), input.dtype)
    except ValueError:
        raise _incompatible(input.shape, shape) from None


def _incompatible(received: Any, required: Any) -> Exception:
    received, required = (
        str(as_shape(shape)).replace("None", "?").replace("(", "[").replace(")", "]")
        for shape in (received, required)
    )
    return invalid(
        f"Shape of tensor input {received} is not compatible with expected shape {required}."
    )


def _ensure_shape(xp: ModuleType, input: np.ndarray, *, shape: Any) -> np.ndarray:
    if not as_shape(shape).is_compatible_with(TensorShape(input.shape)):
        raise _incompatible(input.shape, shape)
    return input


define(
    "EnsureShape",
    "input: T",
    "output: T",
    {"shape": attr("shape"), "T": types()},
    infer=_infer_ensure_shape,
    kernel=_ensure_shape,
    gradient=_passed_on,
    dims=_dims_of_input,
)


@public("ensure_shape", "compat.v1.ensure_shape")
def ensure_shape(x: Any, shape: Any, name: str | None = None) -> Tensor:
    """The same value, checked to have a shape, which tracing then knows.

    Args:
        x: tensor of any dtype.
        shape: a `tf.TensorShape` or list of sizes, None where any size will do.
        name: name of the operation.

    Returns:
        Tensor of the same value and a static shape that says what both shapes say.

    Raises:
        InvalidArgumentError: the value has another shape (ValueError if that is known while
            tracing).

    >>> tf.ensure_shape(tf.zeros([2, 3]), [None, 3]).shape
    TensorShape([2, 3])
    """
    return raw.EnsureShape(convert_to_tensor(x), shape=as_shape(shape), name=name)


# ---------------------------------------------------------------------------- order

define(
    "NoOp",
    "",
    "",
    infer=lambda: (),
    kernel=lambda xp: (),
    differentiable=False,
    traits=Trait.SIDE_EFFECT,
)


@public("no_op", "compat.v1.no_op")
def no_op(name: str | None = None) -> Any:
    """Does nothing; in a graph, an operation to hang control dependencies on.

    Args:
        name: name of the operation.

    Returns:
        The operation in a graph, None eagerly.

    >>> tf.no_op()
    """
    return raw.NoOp(name=name)


@public("group", "compat.v1.group")
def group(*inputs: Any, **kwargs: Any) -> Any:
    """An operation that is done when all of the given ones are.

    Args:
        *inputs: operations, tensors or nested lists of them.
        **kwargs: `name`, the name of the operation.

    Returns:
        The operation in a graph, None eagerly, where everything has already run.

    Raises:
        ValueError: an unknown keyword.
        TypeError: something among the inputs is neither operation nor tensor.

    >>> tf.group(tf.constant(1), tf.constant(2))
    """
    if CONTEXT.stage is None:
        return None
    name = kwargs.pop("name", None)
    if kwargs:
        raise ValueError(f"Unknown keyword arguments: {', '.join(kwargs)}. Only `name` is taken.")
    items = [item for item in nest.flatten(inputs, expand_composites=True) if item is not None]
    for item in items:
        if not hasattr(item, "device"):
            raise TypeError(
                "'inputs' should be zero or more (nested) Tensors. "
                f"Received {item!r} with type {type(item)}."
            )
    with CONTEXT.stage.control_dependencies(items):
        return raw.NoOp(name=name or "group_deps")


@public("tuple")
def gate(tensors: Sequence[Any], control_inputs: Any = None, name: str | None = None) -> list[Any]:
    """The same tensors, each there only when all of them are.

    Args:
        tensors: list of tensors, `tf.IndexedSlices` or None.
        control_inputs: more operations to wait for.
        name: name scope of the operations.

    Returns:
        List like `tensors`. Eagerly, the same tensors.

    Raises:
        ValueError: no tensors.

    >>> [x.numpy() for x in tf.tuple([tf.constant(1), tf.constant(2)])]
    [np.int32(1), np.int32(2)]
    """
    if CONTEXT.stage is None:
        return list(tensors)
    if all(tensor is None for tensor in tensors):
        raise ValueError(f"`tensors` must hold at least one tensor. Received: {tensors!r}")
    with CONTEXT.stage.name_scope(name or "tuple"):
        gating = group(tensors, control_inputs or [])
        with CONTEXT.stage.control_dependencies([gating]):
            return [None if tensor is None else identity(tensor) for tensor in tensors]
