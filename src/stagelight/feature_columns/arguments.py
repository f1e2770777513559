"""What the functions that make columns ask of their arguments."""

from __future__ import annotations

from typing import Any

from stagelight import nest
from stagelight.types.dtypes import DType, string


def require_key(key: Any) -> None:
    """Refuses the key of a feature that is no string."""
    if not isinstance(key, str):
        raise ValueError(f"key must be a string. Got: type {type(key)}. Given key: {key}.")


def require_string_or_integer(dtype: DType, prefix: str) -> None:
    """Refuses other dtypes."""
    if dtype is not string and not dtype.is_integer:
        raise ValueError(f"{prefix} dtype must be string or integer. dtype: {dtype}.")


def require_number(dtype: DType, key: str) -> None:
    """Refuses dtypes that are no numbers."""
    if not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype must be convertible to float. dtype: {dtype}, key: {key}")


def require_function(function: Any) -> None:
    """Refuses what can not normalize values."""
    if function is not None and not callable(function):
        raise TypeError(f"normalizer_fn must be a callable. Given: {function}")


def require_buckets(num_oov_buckets: int, has_default: bool, key: str) -> None:
    """Refuses numbers of further categories that are negative, or stand beside a default."""
    if num_oov_buckets and has_default:
        raise ValueError(f"Can't specify both num_oov_buckets and default_value in {key}.")
    if num_oov_buckets and num_oov_buckets < 0:
        raise ValueError(f"Invalid num_oov_buckets {num_oov_buckets} in {key}.")


def require_same_kind(wanted: DType, given: DType, key: str) -> None:
    """Refuses words where there should be integers, and the other way round."""
    if wanted.is_integer != given.is_integer:
        raise ValueError(
            "Column dtype and SparseTensors dtype must be compatible. "
            f"key: {key}, column dtype: {wanted}, tensor dtype: {given}"
        )
    require_string_or_integer(given, f"column_name: {key} input_tensor")


def sizes_of(shape: Any, key: str) -> tuple[int, ...]:
    """The shape of one example's feature: positive sizes.

    Raises:
        TypeError: a size is no integer.
        ValueError: a size is not positive.
    """
    sizes = tuple(shape) if nest.is_nested(shape) else (shape,)
    for size in sizes:
        if not isinstance(size, int):
            raise TypeError(f"shape dimensions must be integer. shape: {sizes}, key: {key}")
        if size < 1:
            raise ValueError(f"shape dimensions must be greater than 0. shape: {sizes}, key: {key}")
    return sizes


def default_of(shape: tuple[int, ...], value: Any, dtype: DType, key: str) -> Any:
    """What stands for a feature that an example lacks: nested tuples of the shape.

    Raises:
        ValueError: it has another shape.
        TypeError: its values do not fit the dtype.
    """
    if value is None:
        return None
    is_fitting = isinstance(value, int) or (isinstance(value, float) and dtype.is_floating)
    if is_fitting:
        return _filled(shape, value)
    if hasattr(value, "tolist"):
        value = value.tolist()
    if nest.is_nested(value):
        if not _has_shape(value, shape):
            raise ValueError(
                "The shape of default_value must be equal to given shape. "
                f"default_value: {value}, shape: {shape}, key: {key}"
            )
        values = nest.flatten(value)
        if all(isinstance(x, int) for x in values):
            return _as_tuples(value)
        if dtype.is_floating and any(isinstance(x, float) for x in values):
            return _as_tuples(value)
    raise TypeError(
        "default_value must be compatible with dtype. "
        f"default_value: {value}, dtype: {dtype}, key: {key}"
    )


def _filled(shape: tuple[int, ...], value: Any) -> Any:
    if not shape:
        return value
    return (_filled(shape[1:], value),) * shape[0]


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if nest.is_nested(value) else value


def _has_shape(value: Any, shape: tuple[int, ...]) -> bool:
    if nest.is_nested(value) != bool(shape):
        return False
    if not shape:
        return True
    return len(value) == shape[0] and all(_has_shape(x, shape[1:]) for x in value)
