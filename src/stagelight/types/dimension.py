"""One axis of a shape as an object: the `Dimension` of TensorFlow 1.

Current programs meet plain ints and None; only `TensorShape.dims` and `compat.v1` speak of
`Dimension`. An unknown size makes everything computed from it unknown, comparisons included: None.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Union

from stagelight.public import public


def size_of(value: Any) -> int | None:
    """A size as TensorFlow reads it from a user: an int of at least 0, or None for unknown.

    Raises:
        ValueError: it is negative.
        TypeError: it is not an integer.
    """
    if value is None:
        return None
    if isinstance(value, Dimension):
        return value.value
    try:
        size = operator.index(value)
    except TypeError:
        raise TypeError(
            "Dimension value must be integer or None or have an __index__ method, got value "
            f"'{value!r}' with type '{type(value)!r}'"
        ) from None
    if size < 0:
        raise ValueError(f"Dimension {size} must be >= 0")
    return size


@public("compat.v1.Dimension")
class Dimension:
    """The size of one axis, maybe unknown, with TensorFlow 1's arithmetic.

    >>> import stagelight as tf
    >>> tf.compat.v1.Dimension(3) + 4
    Dimension(7)
    >>> tf.compat.v1.Dimension(None) * 2
    Dimension(None)
    """

    __slots__ = ("_value",)

    def __init__(self, value: DimensionLike) -> None:
        """Makes a dimension from an int of at least 0, None, or another dimension."""
        self._value = size_of(value)

    @property
    def value(self) -> int | None:
        """The size, or None when it is unknown."""
        return self._value

    def is_compatible_with(self, other: DimensionLike) -> bool:
        """Whether both are equal or one is unknown."""
        size = size_of(other)
        return self._value is None or size is None or self._value == size

    def assert_is_compatible_with(self, other: DimensionLike) -> None:
        """Raises ValueError unless `is_compatible_with(other)`."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Dimensions {self} and {as_dimension(other)} are not compatible")

    def merge_with(self, other: DimensionLike) -> Dimension:
        """The known one of both; raises ValueError where they differ."""
        self.assert_is_compatible_with(other)
        return Dimension(size_of(other) if self._value is None else self._value)

    def _combine(self, operation: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
        """The operation on two sizes, as a Dimension; NotImplemented where one is no size."""
        try:
            sizes = size_of(left), size_of(right)
        except (TypeError, ValueError):
            return NotImplemented
        return Dimension(None if None in sizes else operation(*sizes))

    def _compare(self, operation: Callable[[Any, Any], bool], other: Any) -> Any:
        """The comparison of two sizes; None where one is unknown."""
        try:
            size = size_of(other)
        except (TypeError, ValueError):
            return NotImplemented
        return None if self._value is None or size is None else operation(self._value, size)

    def __add__(self, other: DimensionLike) -> Dimension:
        return self._combine(operator.add, self, other)

    def __radd__(self, other: DimensionLike) -> Dimension:
        return self._combine(operator.add, other, self)

    def __sub__(self, other: DimensionLike) -> Dimension:
        return self._combine(operator.sub, self, other)

    def __rsub__(self, other: DimensionLike) -> Dimension:
        return self._combine(operator.sub, other, self)

    def __mul__(self, other: DimensionLike) -> Dimension:
        return self._combine(operator.mul, self, other)

    def __rmul__(self, other: DimensionLike) -> Dimension:
        return self._combine(operator.mul, other, self)

    def __floordiv__(self, other: DimensionLike) -> Dimension:
        return self._combine(operator.floordiv, self, other)

    def __rfloordiv__(self, other: DimensionLike) -> Dimension:
        return self._combine(operator.floordiv, other, self)

    def __mod__(self, other: DimensionLike) -> Dimension:
        return self._combine(operator.mod, self, other)

    def __rmod__(self, other: DimensionLike) -> Dimension:
        return self._combine(operator.mod, other, self)

    def __truediv__(self, other: Any) -> Dimension:
        raise TypeError(
            f"unsupported operand type(s) for /: 'Dimension' and '{type(other).__name__}', "
            "please use // instead"
        )

    def __rtruediv__(self, other: Any) -> Dimension:
        raise TypeError(
            f"unsupported operand type(s) for /: '{type(other).__name__}' and 'Dimension', "
            "please use // instead"
        )

    def __eq__(self, other: object) -> Any:
        return self._compare(operator.eq, other)

    def __ne__(self, other: object) -> Any:
        return self._compare(operator.ne, other)

    def __lt__(self, other: DimensionLike) -> bool | None:
        return self._compare(operator.lt, other)

    def __le__(self, other: DimensionLike) -> bool | None:
        return self._compare(operator.le, other)

    def __gt__(self, other: DimensionLike) -> bool | None:
        return self._compare(operator.gt, other)

    def __ge__(self, other: DimensionLike) -> bool | None:
        return self._compare(operator.ge, other)

    def __hash__(self) -> int:
        return hash(self._value)

    def __int__(self) -> int:
        # Python demands an int here; an unknown size is a TypeError by Python's own words.
        return self._value  # type: ignore[return-value]

    def __index__(self) -> int:
        return self._value  # type: ignore[return-value]

    def __reduce__(self) -> tuple[Any, ...]:
        return Dimension, (self._value,)

    def __bool__(self) -> bool:
        return bool(self._value)

    def __repr__(self) -> str:
        return f"Dimension({self._value})"

    def __str__(self) -> str:
        return "?" if self._value is None else str(self._value)


DimensionLike = Union[int, None, Dimension]


def as_dimension(value: DimensionLike) -> Dimension:
    """The value as a `Dimension`."""
    return value if isinstance(value, Dimension) else Dimension(value)


@public("compat.dimension_value", "compat.v1.dimension_value")
def dimension_value(dimension: DimensionLike) -> int | None:
    """The size of an axis whether it is a `Dimension` or a plain int or None.

    >>> import stagelight as tf
    >>> tf.compat.dimension_value(tf.TensorShape([3])[0])
    3
    """
    return dimension.value if isinstance(dimension, Dimension) else dimension
