"""Tensors of Python values: `convert_to_tensor`.

How a value becomes an array, and of which dtype, is in `arrays`. Where a stage is pushed a constant
becomes a `Const` operation. Classes of higher floors (variables, indexed slices, ragged tensors)
register how they convert.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np

from stagelight.core import registry
from stagelight.core.arrays import plain_array, to_array
from stagelight.core.dispatch import CONTEXT, apply
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.errors import InvalidArgumentError
from stagelight.public import public, publish
from stagelight.types import dtypes
from stagelight.types.dtypes import BY_NUMPY_DTYPE, DType, as_dtype
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import register_value_spec

# function(value, dtype, name) -> Tensor, or NotImplemented to let the next one try.
Conversion = Callable[[Any, DType | None, str | None], Any]

_conversions: list[tuple[type | tuple[type, ...], Conversion, int]] = []
# Class -> the conversions that take its values, filled on first sight of a class.
_by_class: dict[type, tuple[Conversion, ...]] = {}


def register_conversion(
    python_type: type | tuple[type, ...], conversion: Conversion, priority: int = 100
) -> None:
    """Says how values of a class become tensors; lower priorities are asked first."""
    _conversions.append((python_type, conversion, priority))
    _conversions.sort(key=lambda entry: entry[2])
    _by_class.clear()


@public("register_tensor_conversion_function")
def register_tensor_conversion_function(
    base_type: type | tuple[type, ...], conversion_func: Callable[..., Any], priority: int = 100
) -> None:
    """Says how values of a class of one's own become tensors, wherever tensors are taken.

    Args:
        base_type: The class, or a tuple of them; values of subclasses are meant too.
        conversion_func: `f(value, dtype=None, name=None, as_ref=False)` gives the tensor, or NotImplemented
            to let the next one try.
        priority: Lower ones are asked first, equal ones in the order in which they were registered.

    Raises:
        TypeError: `base_type` is no class, or that of Python's numbers and NumPy's arrays, or
            `conversion_func` cannot be called.

    >>> class Metres:
    ...     def __init__(self, value):
    ...         self.value = value
    >>> tf.register_tensor_conversion_function(
    ...     Metres, lambda metres, dtype=None, name=None, as_ref=False: tf.constant(metres.value, dtype))
    >>> tf.add(Metres(1.0), 2.0).numpy()
    np.float32(3.0)
    """
    classes = base_type if isinstance(base_type, tuple) else (base_type,)
    if not all(isinstance(each, type) for each in classes):
        raise TypeError(
            f"Argument `base_type` must be a type or a tuple of types. Obtained: {base_type}"
        )
    if any(issubclass(each, (int, float, np.generic, np.ndarray)) for each in classes):
        raise TypeError(
            "Cannot register conversions for Python numeric types and NumPy scalars and arrays."
        )
    if not callable(conversion_func):
        raise TypeError(f"Argument `conversion_func` must be callable. Received {conversion_func}.")

    def convert(value: Any, dtype: DType | None, name: str | None) -> Any:
        return conversion_func(value, dtype=dtype, name=name, as_ref=False)

    register_conversion(base_type, convert, priority)


def _conversions_of(kind: type) -> tuple[Conversion, ...]:
    """The conversions of a class's values, in the order in which they are asked."""
    found = _by_class.get(kind)
    if found is None:
        found = tuple(convert for base, convert, _ in _conversions if issubclass(kind, base))
        _by_class[kind] = found
    return found


def converted_input(value: Any, dtype: DType) -> Tensor:
    """An input of an op that TensorFlow converts before eager calls, as it does for ops with list attrs.

    Of another dtype it is refused by the conversion eagerly (ValueError), by the op in a graph (TypeError).
    """
    tensor = convert_to_tensor(value, dtype_hint=dtype)
    return convert_to_tensor(tensor, dtype) if CONTEXT.stage is None else tensor


@public("convert_to_tensor")
def convert_to_tensor(
    value: Any, dtype: Any = None, dtype_hint: Any = None, name: str | None = None
) -> Tensor:
    """Converts a value to a tensor.

    Args:
        value: a tensor, array, number, string, or nested lists of them (of one shape), or an object of
            a class registered for conversion, such as a variable.
        dtype: the dtype wanted; None keeps or infers it.
        dtype_hint: used where `dtype` is None and the value can take it.
        name: the name of the constant in a graph.

    Returns:
        The value itself if it is a tensor of that dtype, else a new tensor.

    Raises:
        ValueError: a tensor of another dtype, None, or rows of unequal lengths.
        TypeError: a value that the dtype cannot hold.

    >>> tf.convert_to_tensor([1, 2])
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>
    """
    if isinstance(value, Tensor):
        if dtype is not None and as_dtype(dtype) is not value.dtype:
            raise ValueError(
                f"Tensor conversion requested dtype {as_dtype(dtype).name} for Tensor with dtype "
                f"{value.dtype.name}: {value!r}. Use tf.cast to change the dtype."
            )
        return value
    dtype = None if dtype is None else as_dtype(dtype)
    plain = plain_array(value, dtype if dtype_hint is None else as_dtype(dtype_hint))
    if plain is not None and (dtype is None or plain[1] is dtype):
        return make_constant(EagerTensor(*plain), name)
    if type(value) in _LEAVES:
        return _constant(value, dtype, dtype_hint, name)
    for conversion in _conversions_of(type(value)):
        tensor = conversion(value, dtype, name)
        if tensor is not NotImplemented:
            return tensor
    tensor_method = getattr(value, "__tf_tensor__", None)
    if tensor_method is not None:
        return tensor_method(dtype, name)
    if isinstance(value, (list, tuple)) and _has_tensors(value):
        return _packed(value, dtype, dtype_hint, name)
    return _constant(value, dtype, dtype_hint, name)


@runtime_checkable
class TensorProtocol(Protocol):
    """What becomes a tensor by a method of its own."""

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        """The tensor."""


# For annotations of arguments that are converted.
publish(
    "types.experimental.TensorLike",
    Tensor | TensorProtocol | int | float | bool | str | bytes | complex | tuple | list
    | np.ndarray | np.generic,
)  # fmt: skip

_LEAVES = frozenset({bool, int, float, complex, str, bytes, np.ndarray})


def _constant(value: Any, dtype: DType | None, dtype_hint: Any, name: str | None) -> Tensor:
    if dtype is None and dtype_hint is not None:
        try:
            array, dtype = to_array(value, as_dtype(dtype_hint))
        except (TypeError, ValueError):
            array, dtype = to_array(value, None)
    else:
        array, dtype = to_array(value, dtype)
    return make_constant(EagerTensor(array, dtype), name)


def own_dtype(value: Any) -> DType | None:
    """The dtype that a value has as a tensor where none is asked for; None where only its class knows."""
    if isinstance(value, np.ndarray):
        return BY_NUMPY_DTYPE.get(value.dtype)
    if isinstance(value, (list, tuple)) and _has_tensors(value):
        return _first_dtype(value)
    if not isinstance(value, (bool, int, float, complex, str, bytes, list, tuple, np.generic)):
        return None
    try:
        return to_array(value, None)[1]
    except (TypeError, ValueError):
        return None


def is_text_later(value: Any) -> bool:
    """Whether a Python text has the values of tensors in it that are not known yet."""
    return isinstance(value, str) and type(value) is not str and hasattr(value, "__tf_tensor__")


def make_constant(value: EagerTensor, name: str | None = None) -> Tensor:
    """The value as a tensor of the current stage: a `Const` operation while a graph is built."""
    if CONTEXT.stage is None:
        return value
    attrs = {"value": value, "dtype": value.dtype}
    return apply(registry.lookup("Const"), (), attrs, name or "Const")


def _has_tensors(value: Any) -> bool:
    return any(
        _has_tensors(item) if isinstance(item, (list, tuple)) else _is_tensor_like(item)
        for item in value
    )


def _is_tensor_like(item: Any) -> bool:
    if type(item) in _LEAVES:
        return False
    return isinstance(item, Tensor) or bool(_conversions_of(type(item)))


def _spec_of_converted(value: Any) -> TensorSpec | None:
    """The spec of the tensor that a value of a class registered for conversion becomes."""
    if not _conversions_of(type(value)):
        return None
    try:
        tensor = convert_to_tensor(value)
    except (TypeError, ValueError):
        return None
    return TensorSpec(tensor.shape, tensor.dtype)


register_value_spec(object, _spec_of_converted)


def _packed(value: Sequence[Any], dtype: DType | None, hint: Any, name: str | None) -> Tensor:
    """A list that holds tensors, stacked along a new first axis.

    TF: where another dtype is wanted than that of the first tensor, all tensors in the list are cast to it.
    """
    found = _first_dtype(value)
    wanted = dtype if hint is None or dtype is not None else as_dtype(hint)
    if wanted is None or found is None:
        return _packed_as(value, found, False, name)
    if wanted.is_integer and _are_eager_scalars(value):
        return _constant([int(item) for item in value], wanted, None, name)
    if dtype is None:
        try:
            return _packed_as(value, wanted, wanted is not found, name)
        except (TypeError, ValueError):
            return _packed_as(value, found, False, name)
    return _packed_as(value, wanted, wanted is not found, name)


def _packed_as(value: Sequence[Any], dtype: DType | None, cast: bool, name: str | None) -> Tensor:
    items = []
    for position, item in enumerate(value):
        if isinstance(item, (list, tuple)) and _has_tensors(item):
            items.append(_packed_as(item, dtype, cast, None))
        elif not _is_tensor_like(item):
            items.append(convert_to_tensor(item, dtype))
        else:
            tensor = convert_to_tensor(item)
            if cast and tensor.dtype is not dtype:
                tensor = apply(registry.lookup("Cast"), [tensor], {"DstT": dtype})
            elif dtype is not None and tensor.dtype is not dtype:
                raise _mixed_dtypes(tensor, dtype, position, all(map(_is_tensor_like, value)))
            items.append(tensor)
    return apply(registry.lookup("Pack"), items, {"axis": 0}, name or "packed")


def _mixed_dtypes(tensor: Tensor, dtype: DType, position: int, all_tensors: bool) -> Exception:
    # TF: eagerly the op refuses lists of tensors alone, all else the conversion.
    if CONTEXT.stage is None and all_tensors:
        return InvalidArgumentError(
            None,
            None,
            f"cannot compute Pack as input #{position}(zero-based) was expected to be a "
            f"{dtype.kernel_name} tensor but is a {tensor.dtype.kernel_name} tensor [Op:Pack]",
        )
    return TypeError(
        f"Cannot convert a list containing a tensor of dtype {tensor.dtype!r} to {dtype!r} "
        f"(Tensor is: {tensor!r}). Use tf.cast to make them agree."
    )


def _are_eager_scalars(value: Sequence[Any]) -> bool:
    return all(
        type(item) in (int, float) or (type(item) is EagerTensor and not item._array.ndim)
        for item in value
    )


def _first_dtype(value: Any) -> DType | None:
    for item in value:
        if isinstance(item, (list, tuple)):
            found = _first_dtype(item)
            if found is not None:
                return found
        elif _is_tensor_like(item):
            return convert_to_tensor(item).dtype
    return None


def int32_constant(values: Any) -> Any:
    """Axes or sizes that a rule made up, as an input of an op: eagerly a tensor at once."""
    array = np.asarray(values, np.int32)
    return EagerTensor(array, dtypes.int32) if CONTEXT.stage is None else array
