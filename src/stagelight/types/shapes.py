"""Shapes as far as they are known: `TensorShape` and the rules that combine two of them.

A shape is a tuple of sizes; a size that is not known yet is None, and so is the tuple of a shape
whose rank is not known. Shapes form a lattice under "says at least as much as": `merge_with` joins
what two shapes say, `most_specific_compatible_shape` keeps what both say. The package reads the
tuple as `shape._dims` on hot paths and makes shapes of arrays with `shape_of`.
"""

from __future__ import annotations

import abc
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Union

from stagelight.formats import schema
from stagelight.public import public
from stagelight.types.dimension import Dimension, as_dimension, size_of
from stagelight.types.trace_type import TensorFree, TraceType

Sizes = tuple[Union[int, None], ...]


@public("TensorShape")
class TensorShape(TensorFree, metaclass=abc.ABCMeta):
    """The shape of a tensor, fully known, partly known, or not at all.

    `TensorShape([2, 3])` is fully known, `TensorShape([None, 3])` knows the rank and one size,
    `TensorShape(None)` knows nothing.

    >>> import stagelight as tf
    >>> shape = tf.TensorShape([None, 3])
    >>> shape, shape.rank, shape[1], shape.is_compatible_with([7, 3])
    (TensorShape([None, 3]), 2, 3, True)
    """

    __slots__ = ("__weakref__", "_dims")

    _dims: Sizes | None

    def __init__(self, dims: ShapeLike) -> None:
        """Makes a shape.

        Args:
            dims: An iterable of sizes (ints of at least 0, or None where unknown), a single size,
                a `TensorShapeProto`, or None where not even the rank is known.

        Raises:
            TypeError: a size is not an integer.
            ValueError: a size is negative.
        """
        if isinstance(dims, (tuple, list)):
            # Spelled out: this runs for every shape that a trace infers.
            for size in dims:
                if size is not None and (type(size) is not int or size < 0):
                    self._dims = tuple(map(size_of, dims))
                    return
            self._dims = tuple(dims)
        elif dims is None:
            self._dims = None
        elif isinstance(dims, TensorShape):
            self._dims = dims._dims
        elif hasattr(dims, "unknown_rank"):  # A `TensorShapeProto`.
            self._dims = _sizes_in(dims)
        else:
            self._dims = _sizes_from(dims)

    @property
    def rank(self) -> int | None:
        """The number of axes, or None."""
        return None if self._dims is None else len(self._dims)

    @property
    def ndims(self) -> int | None:
        """The same as `rank`."""
        return None if self._dims is None else len(self._dims)

    @property
    def dims(self) -> list[Dimension] | None:
        """The axes as `Dimension` objects, or None when the rank is unknown."""
        return None if self._dims is None else [Dimension(size) for size in self._dims]

    def as_proto(self) -> Any:
        """The shape as a `TensorShapeProto` message, in which -1 is an unknown size.

        >>> import stagelight as tf
        >>> [dim.size for dim in tf.TensorShape([2, None]).as_proto().dim]
        [2, -1]
        """
        message = schema.TensorShapeProto(unknown_rank=self._dims is None)
        for size in self._dims or ():
            message.dim.add(size=-1 if size is None else size)
        return message

    experimental_as_proto = as_proto

    @classmethod
    def experimental_type_proto(cls) -> Any:
        """The class of the messages that `as_proto` gives."""
        return schema.TensorShapeProto

    @classmethod
    def experimental_from_proto(cls, proto: Any) -> TensorShape:
        """The shape of a message."""
        return cls(proto)

    def as_list(self) -> list[int | None]:
        """The sizes as a list, None where a size is unknown.

        Raises:
            ValueError: the rank is unknown.
        """
        if self._dims is None:
            raise ValueError("as_list() is not defined on an unknown TensorShape.")
        return list(self._dims)

    def is_fully_defined(self) -> bool:
        """Whether every size is known."""
        return self._dims is not None and None not in self._dims

    def num_elements(self) -> int | None:
        """The product of the sizes, or None where one is unknown."""
        if self._dims is None:
            return None
        known = [size for size in self._dims if size is not None]
        return math.prod(known) if len(known) == len(self._dims) else None

    def is_compatible_with(self, other: ShapeLike) -> bool:
        """Whether one tensor could have both shapes: known ranks and sizes agree."""
        other = as_shape(other)
        if self._dims is None or other._dims is None or self._dims == other._dims:
            return True
        return len(self._dims) == len(other._dims) and all(
            mine is None or its is None or mine == its
            for mine, its in zip(self._dims, other._dims, strict=True)
        )

    def is_subtype_of(self, other: Any) -> bool:
        """Whether every tensor of this shape also has the shape `other`."""
        if not isinstance(other, TensorShape):
            return False
        if other._dims is None:
            return True
        if self._dims is None or len(self._dims) != len(other._dims):
            return False
        return all(
            its is None or mine == its for mine, its in zip(self._dims, other._dims, strict=True)
        )

    def merge_with(self, other: ShapeLike) -> TensorShape:
        """What both shapes say together.

        Raises:
            ValueError: they contradict each other.
        """
        other = as_shape(other)
        if self._dims is None:
            return other
        if other._dims is None or self._dims == other._dims:
            return self
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are not compatible")
        return shape_of(
            tuple(
                its if mine is None else mine
                for mine, its in zip(self._dims, other._dims, strict=True)
            )
        )

    def most_specific_compatible_shape(self, other: ShapeLike) -> TensorShape:
        """What both shapes agree on: sizes that differ become None, as do ranks."""
        other = as_shape(other)
        if self._dims is None or other._dims is None or len(self._dims) != len(other._dims):
            return UNKNOWN
        return shape_of(
            tuple(
                mine if mine == its else None
                for mine, its in zip(self._dims, other._dims, strict=True)
            )
        )

    def most_specific_common_supertype(self, others: Sequence[Any]) -> TensorShape | None:
        """The most that all the shapes agree on; None if one of `others` is not a shape."""
        if any(not isinstance(other, TensorShape) for other in others):
            return None
        common = self
        for other in others:
            common = common.most_specific_compatible_shape(other)
        return common

    def concatenate(self, other: ShapeLike) -> TensorShape:
        """The sizes of this shape, then those of `other`; unknown if one rank is."""
        other = as_shape(other)
        if self._dims is None or other._dims is None:
            return UNKNOWN
        return shape_of(self._dims + other._dims)

    def with_rank(self, rank: int) -> TensorShape:
        """This shape, known to have `rank` axes.

        Raises:
            ValueError: it has another number of axes.
        """
        if self._dims is None:
            return unknown_shape(rank)
        self.assert_has_rank(rank)
        return self

    def with_rank_at_least(self, rank: int) -> TensorShape:
        """This shape; raises ValueError if it has fewer than `rank` axes."""
        if self._dims is not None and len(self._dims) < rank:
            raise ValueError(f"Shape {self} must have rank at least {rank}")
        return self

    def with_rank_at_most(self, rank: int) -> TensorShape:
        """This shape; raises ValueError if it has more than `rank` axes."""
        if self._dims is not None and len(self._dims) > rank:
            raise ValueError(f"Shape {self} must have rank at most {rank}")
        return self

    def assert_has_rank(self, rank: int) -> None:
        """Raises ValueError if this shape is known not to have `rank` axes."""
        if self._dims is not None and len(self._dims) != rank:
            raise ValueError(f"Shape {self} must have rank {rank}")

    def assert_same_rank(self, other: ShapeLike) -> None:
        """Raises ValueError if the ranks are known and differ."""
        other = as_shape(other)
        if self._dims is None or other._dims is None:
            return
        if len(self._dims) != len(other._dims):
            raise ValueError(f"Shapes {self} and {other} must have the same rank")

    def assert_is_compatible_with(self, other: ShapeLike) -> None:
        """Raises ValueError unless `is_compatible_with(other)`."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are incompatible")

    def assert_is_fully_defined(self) -> None:
        """Raises ValueError unless every size is known."""
        if not self.is_fully_defined():
            raise ValueError(f"Shape {self} is not fully defined")

    def __getitem__(self, key: Any) -> Any:
        if self._dims is not None:
            found = self._dims[key]
            return shape_of(found) if isinstance(key, slice) else found
        if not isinstance(key, slice):
            return None
        start, stop = key.start or 0, key.stop
        if key.step is not None:
            raise ValueError("A shape of unknown rank cannot be sliced with a step.")
        if stop is None or start < 0 or stop < 0:
            return UNKNOWN
        return unknown_shape(max(stop - start, 0))

    def __len__(self) -> int:
        if self._dims is None:
            raise ValueError("Cannot take the length of shape with unknown rank.")
        return len(self._dims)

    def __bool__(self) -> bool:
        # TF: a shape is true when its rank is known, so the shape of a scalar is.
        return self._dims is not None

    def __iter__(self) -> Iterator[int | None]:
        if self._dims is None:
            raise ValueError("Cannot iterate over a shape with unknown rank.")
        return iter(self._dims)

    def __add__(self, other: ShapeLike) -> TensorShape:
        return self.concatenate(other)

    def __radd__(self, other: ShapeLike) -> TensorShape:
        return as_shape(other).concatenate(self)

    __concat__ = __add__

    def __eq__(self, other: object) -> bool:
        if isinstance(other, TensorShape):
            return self._dims == other._dims
        try:
            return self._dims == TensorShape(other)._dims  # type: ignore[arg-type]
        except (TypeError, ValueError):
            return NotImplemented

    def __hash__(self) -> int:
        return hash(self._dims)

    def __reduce__(self) -> tuple[Any, ...]:
        # By a function: where Stagelight serves as `tensorflow`, the class has a name that it has only there.
        return as_shape, (self._dims,)

    def __repr__(self) -> str:
        return f"TensorShape({None if self._dims is None else list(self._dims)})"

    def __str__(self) -> str:
        return "<unknown>" if self._dims is None else str(self._dims)


def shape_of_row(shape: TensorShape) -> TensorShape:
    """The shape without its first axis.

    Raises:
        ValueError: it is that of a scalar.
    """
    if shape.rank == 0:
        raise ValueError("Cannot unbatch an input with scalar components.")
    return shape[1:]


# What is taken where a shape is asked for.
ShapeLike = Union[TensorShape, Iterable[Any], int, Dimension, None]

UNKNOWN = TensorShape(None)


def _sizes_from(dims: Any) -> Sizes:
    """The sizes in an iterable that is neither tuple nor list, or one size."""
    if isinstance(dims, str):
        raise TypeError(
            f"Failed to convert '{dims!r}' to a shape: '{dims[:1]!r}'could not be converted to a "
            "dimension. A shape should either be single dimension (e.g. 10), or an iterable of "
            "dimensions (e.g. [1, 10, None])."
        )
    if isinstance(dims, Dimension):
        return (dims.value,)
    try:
        sizes = tuple(dims)
    except TypeError:  # not iterable: a single size
        return (size_of(dims),)
    return tuple(map(size_of, sizes))


def _sizes_in(message: Any) -> Sizes | None:
    """The sizes in a `TensorShapeProto`."""
    if message.unknown_rank:
        return None
    return tuple(None if dim.size == -1 else size_of(dim.size) for dim in message.dim)


def as_shape(value: ShapeLike) -> TensorShape:
    """The value as a `TensorShape`; the same object if it is one."""
    return value if type(value) is TensorShape else TensorShape(value)


def shape_of(sizes: Sizes) -> TensorShape:
    """A shape of sizes that are known to be right, such as `ndarray.shape`; nothing is checked."""
    shape = _new(TensorShape)
    shape._dims = sizes
    return shape


_new = object.__new__


def unknown_shape(rank: int | None = None) -> TensorShape:
    """A shape that knows at most its rank."""
    return UNKNOWN if rank is None else shape_of((None,) * rank)


TraceType.register(TensorShape)


@public("compat.dimension_at_index", "compat.v1.dimension_at_index")
def dimension_at_index(shape: TensorShape, index: int) -> Dimension:
    """The axis `index` of a shape as a `Dimension`, unknown if the rank is unknown.

    >>> import stagelight as tf
    >>> tf.compat.dimension_at_index(tf.TensorShape([2, None]), 0)
    Dimension(2)
    """
    return Dimension(None) if shape._dims is None else as_dimension(shape._dims[index])


@public("broadcast_static_shape")
def broadcast_static_shape(shape_x: ShapeLike, shape_y: ShapeLike) -> TensorShape:
    """The shape of an elementwise operation on two tensors, as far as it is known.

    Axes are compared from the last: sizes must be equal, or one of them 1; a missing axis counts
    as 1. Where one size is unknown the result is the other if that is above 1, else unknown.

    Args:
        shape_x: A shape.
        shape_y: A shape.

    Returns:
        The broadcast `TensorShape`.

    Raises:
        ValueError: the shapes cannot be broadcast.

    >>> import stagelight as tf
    >>> tf.broadcast_static_shape(tf.TensorShape([3, 1]), tf.TensorShape([2]))
    TensorShape([3, 2])
    """
    x, y = as_shape(shape_x)._dims, as_shape(shape_y)._dims
    if x is None or y is None:
        return UNKNOWN
    if x == y:
        return shape_of(x)
    sizes: list[int | None] = []
    rank = max(len(x), len(y))
    padded_x, padded_y = (1,) * (rank - len(x)) + x, (1,) * (rank - len(y)) + y
    for mine, its in zip(padded_x, padded_y, strict=True):
        if mine == its or its == 1:
            sizes.append(mine)
        elif mine == 1:
            sizes.append(its)
        elif mine is None or its is None:
            known = its if mine is None else mine
            sizes.append(known if known is not None and known > 1 else None)
        else:
            raise ValueError(
                "Incompatible shapes for broadcasting. Two shapes are compatible if for each "
                "dimension pair they are either equal or one of them is 1. "
                f"Received: {as_shape(shape_x)} and {as_shape(shape_y)}."
            )
    return shape_of(tuple(sizes))
