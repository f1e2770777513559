"""`Value`: a tensor inside of a program, as a function from indices to expressions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stagelight.codegen.expressions import Expr, cast, const, load
from stagelight.codegen.index import Extent, Index, Undecided, place_of, row_major_strides
from stagelight.codegen.loop_nest import Buffer
from stagelight.types.dtypes import DType

Indices = tuple[Index, ...]
Sizes = tuple[Extent, ...]


@dataclass(frozen=True, slots=True)
class Value:
    """A tensor.

    Attributes:
        dtype, sizes: of the tensor.
        element: the expression of the element at some indices.
        cost: about how many instructions an element costs beyond a load; 0 for what may be computed
            again and again.
        buffer: where the elements stand; None if nowhere yet.
        strides: the distances between elements in the buffer along each axis.
        offset: of the first element in the buffer.
    """

    dtype: DType
    sizes: Sizes
    element: Callable[[Indices], Expr]
    cost: int
    buffer: Buffer | None = None
    strides: Sizes = ()
    offset: Index = 0

    @property
    def is_contiguous(self) -> bool:
        """Whether all elements stand in the buffer row after row, from its start."""
        return (
            self.buffer is not None
            and self.offset == 0
            and self.size == self.buffer.size
            and all(
                size == 1 or step == expected
                for size, step, expected in zip(
                    self.sizes, self.strides, row_major_strides(self.sizes), strict=True
                )
            )
        )

    @property
    def size(self) -> Extent:
        """The number of elements."""
        return math.prod(self.sizes)

    @property
    def is_of_any_size(self) -> bool:
        """Whether a size or a distance is not known before the program is called."""
        return not all(isinstance(x, int) for x in (*self.sizes, *self.strides, self.offset))


class VariableState:
    """What a variable's handle stands for: the value, which reads give and assignments replace.

    Attributes:
        value: at this point of the program.
    """

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value


@dataclass(frozen=True, slots=True)
class TensorList:
    """A tensor list, as it is at this point of the program.

    Attributes:
        dtype, sizes: of each element.
        length: how many elements it has, an int64.
        rows: the first rows of it are the elements; None if these are zeros.
        is_shared: whether something outside of the graph that is lowered has the same rows. Then nothing in
            the graph writes them.
        item: of zeros, the one element that is something else, and its index: (int64, element).
        is_partial: whether it is an error to read an element that was never put in, where the reader does not
            say its shape; else that is zeros.
        flags: of a partial list with rows, for each element whether it was put in.
        start: of a list that is the end of another one, the number of its first row, an int64.
    """

    dtype: DType
    sizes: Sizes
    length: Value
    rows: Buffer | None = None
    is_shared: bool = False
    item: tuple[Value, Value] | None = None
    is_partial: bool = False
    flags: Buffer | None = None
    start: Expr | None = None

    @property
    def row(self) -> int:
        """The number of elements of a row."""
        return math.prod(self.sizes)

    @property
    def parts(self) -> tuple[TensorList, ...]:
        """The lists of arrays that it is made of: itself."""
        return (self,)

    def with_parts(self, parts: Sequence[TensorList]) -> TensorList:
        """The same, made of other parts."""
        (only,) = parts
        return only


@dataclass(frozen=True, slots=True)
class NestedList:
    """A list of lists: the elements of all of them one after the other, and where each begins.

    Attributes:
        joined: what the lists are if they are put together: a list of arrays, or a list of lists.
        starts: for each of its parts the list of int64 that says for each element how long the part was
            before that.
    """

    joined: TensorList | NestedList
    starts: tuple[TensorList, ...]

    @property
    def length(self) -> Value:
        """How many lists there are."""
        return self.starts[0].length

    @property
    def parts(self) -> tuple[TensorList, ...]:
        """The lists of arrays that it is made of."""
        return (*self.joined.parts, *self.starts)

    def with_parts(self, parts: Sequence[TensorList]) -> NestedList:
        """The same, made of other parts."""
        count = len(self.starts)
        return NestedList(self.joined.with_parts(parts[:count]), tuple(parts[count:]))


AnyList = TensorList | NestedList

# What a tensor is in a program: an array; if it is a handle, a variable or a list.
Content = Value | VariableState | TensorList | NestedList


def in_buffer(buffer: Buffer, sizes: Sizes) -> Value:
    """The tensor that stands in a buffer, row after row."""
    return strided(buffer, sizes, row_major_strides(sizes), 0)


def strided(buffer: Buffer, sizes: Sizes, strides: Sizes, offset: Index) -> Value:
    """The tensor whose elements stand in a buffer at fixed distances."""
    element = read_at(buffer, sizes, strides, offset).element
    return Value(buffer.dtype, sizes, element, 0, buffer, strides, offset)


def constant(value: bool | float, dtype: DType, sizes: Sizes = ()) -> Value:
    """A tensor with one value everywhere."""
    expr = const(value, dtype)
    return Value(dtype, sizes, lambda _: expr, 0)


def read_at(buffer: Buffer, sizes: Sizes, strides: Sizes, offset: Index) -> Value:
    """As `strided`, where the place is data or the elements change: nobody may take the buffer for it."""

    def element(indices: Indices) -> Expr:
        return load(buffer, place_of(indices, strides, offset))

    return Value(buffer.dtype, sizes, element, 0)


def computed(
    dtype: DType, sizes: Sizes, element: Callable[[Indices], Expr], cost: int = 1
) -> Value:
    """A tensor whose elements are computed where they are used."""
    return Value(dtype, sizes, element, cost)


def converted(x: Value, dtype: DType) -> Value:
    """The tensor in another dtype."""
    if x.dtype is dtype:
        return x
    return computed(dtype, x.sizes, lambda at: cast(x.element(at), dtype), x.cost + 1)


def permuted(x: Value, axes: Sequence[int]) -> Value:
    """The tensor with its axes in another order."""
    sizes = tuple(x.sizes[axis] for axis in axes)
    if x.buffer is not None:
        return strided(x.buffer, sizes, tuple(x.strides[axis] for axis in axes), x.offset)

    def element(indices: Indices) -> Expr:
        own: list[Index] = [0] * len(axes)
        for axis, index in zip(axes, indices, strict=True):
            own[axis] = index
        return x.element(tuple(own))

    return computed(x.dtype, sizes, element, x.cost)


def broadcast(value: Value, sizes: Sizes) -> Value:
    """The tensor repeated along new axes and axes of size 1."""
    if value.sizes == sizes:
        return value
    added = len(sizes) - len(value.sizes)
    is_one = [size == 1 for size in value.sizes]

    def element(indices: Indices) -> Expr:
        own = indices[added:]
        return value.element(
            tuple([0 if one else index for one, index in zip(is_one, own, strict=True)])
        )

    return Value(value.dtype, sizes, element, value.cost)


def broadcast_sizes(*all_sizes: Sizes) -> Sizes:
    """The common sizes after broadcasting.

    Raises:
        Undecided: two sizes, one of which is not known, may be the same or not.
    """
    rank = max(map(len, all_sizes))
    padded = [(1,) * (rank - len(sizes)) + sizes for sizes in all_sizes]
    return tuple([_common(axis) for axis in zip(*padded, strict=True)])


def _common(axis: Sizes) -> Index:
    size = next((s for s in axis if s != 1), 1)
    for other in axis:
        if other not in (1, size) and not (isinstance(other, int) and isinstance(size, int)):
            raise Undecided(f"whether {other} is {size}")
    return size


def require_elements(x: Value) -> None:
    """Sees that a tensor has elements: some operations have no meaning without.

    Raises:
        Undecided: it depends on the sizes.
    """
    if not all(size >= 1 for size in x.sizes):
        raise Undecided("a tensor without elements")


def require_same_sizes(x: Value, y: Value) -> None:
    """Sees that two tensors agree.

    Raises:
        Undecided: it depends on the sizes.
    """
    if x.sizes != y.sizes:
        raise Undecided(f"whether {x.sizes} is {y.sizes}")
