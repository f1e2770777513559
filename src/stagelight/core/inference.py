"""Shape and dtype inference: what an op's `infer` returns, and what it may ask of its inputs.

`infer(*inputs, **attrs)` gets tensors. Beside `shape` and `dtype` it may ask for `constant_value(x)`,
the value where it follows from constants, and for `known_dims(x)`, the known part of an integer
vector that stands for a shape, such as `[tf.shape(x)[0], 10]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from stagelight.core.op_def import STATEFUL, Trait
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.errors import InvalidArgumentError, OpError
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape, as_shape, broadcast_static_shape

UNKNOWN = TensorShape(None)
SCALAR = TensorShape(())

# Larger values are not computed while tracing only to learn a shape; constants are there already.
_FOLDING_LIMIT = 1024


class Inferred(NamedTuple):
    """What is known of an output before it is computed.

    `handle_data` is what a handle leads to: for a resource or variant the pair (shape, dtype) of the
    variable, list or iterator behind it; for a list of lists this pair is a `ListsOf`.
    """

    shape: TensorShape
    dtype: DType
    handle_data: Any = None


class ListsOf(tuple[TensorShape, DType]):
    """The handle data of a list of lists: the pair (shape, dtype) of its elements, which are handles.

    Attributes:
        elements: the handle data of each.
    """

    elements: Any

    def __new__(cls, dtype: DType, elements: Any) -> ListsOf:
        made = super().__new__(cls, (SCALAR, dtype))
        made.elements = elements
        return made

    def __eq__(self, other: object) -> bool:
        is_alike = super().__eq__(other) is True  # NotImplemented for what is no tuple.
        return is_alike and self.elements == getattr(other, "elements", None)

    def __hash__(self) -> int:
        return super().__hash__()


def list_data(shape: TensorShape, dtype: DType, elements: Any = None) -> Any:
    """The handle data of a list.

    Args:
        shape, dtype: of its elements.
        elements: the handle data of each element, if they are lists of which something is known.
    """
    return (shape, dtype) if elements is None else ListsOf(dtype, elements)


def invalid(message: str) -> InvalidArgumentError:
    """The error for inputs that do not fit an op."""
    return InvalidArgumentError(None, None, message)


def same_as_input(x: Tensor, *_rest: Tensor, **_attrs: Any) -> Inferred:
    """One output with the shape and dtype of the first input."""
    return Inferred(x.shape, x.dtype)


def as_described(
    *_inputs: Tensor, output_types: Sequence[DType], output_shapes: Sequence[Any], **_attrs: Any
) -> tuple[Inferred, ...]:
    """The inference of ops whose attrs describe their outputs."""
    return tuple(
        Inferred(as_shape(shape), dtype)
        for shape, dtype in zip(output_shapes, output_types, strict=True)
    )


def broadcast_of_inputs(x: Tensor, y: Tensor, **_attrs: Any) -> Inferred:
    """One output with the inputs' dtype and broadcast shape."""
    return Inferred(broadcast_shapes(x.shape, y.shape), x.dtype)


def same_as_both(x: Tensor, y: Tensor, **_attrs: Any) -> Inferred:
    """One output with the dtype and shape that two inputs share."""
    return Inferred(first_known(x.shape, y.shape), x.dtype)


def broadcast_shapes(x: TensorShape, y: TensorShape) -> TensorShape:
    """The static shape of `x op y` after broadcasting.

    Raises:
        InvalidArgumentError: the shapes do not broadcast.
    """
    try:
        return broadcast_static_shape(x, y)
    except ValueError:
        raise invalid(f"Incompatible shapes: {shape_text(x)} vs. {shape_text(y)}") from None


def shape_text(shape: Any) -> str:
    """A shape (or tuple of sizes) as TensorFlow's messages show it: `[2,?,3]`."""
    if isinstance(shape, TensorShape) and shape.rank is None:
        return "<unknown>"
    return "[" + ",".join("?" if dim is None else str(dim) for dim in shape) + "]"


def require_rank(tensor: Tensor, rank: int, what: str) -> TensorShape:
    """The tensor's shape, of the given rank.

    Raises:
        InvalidArgumentError: it has another rank.
    """
    if tensor.shape.rank is None:
        return TensorShape([None] * rank)
    if tensor.shape.rank != rank:
        raise invalid(f"{what} must be of rank {rank}. Received shape: {shape_text(tensor.shape)}")
    return tensor.shape


def require_rank_at_least(tensor: Tensor, rank: int, what: str) -> None:
    """Checks the least number of axes.

    Raises:
        InvalidArgumentError: it has fewer.
    """
    if tensor.shape.rank is not None and tensor.shape.rank < rank:
        raise invalid(
            f"{what} must be of rank at least {rank}. Received shape: {shape_text(tensor.shape)}"
        )


def normalized_axis(axis: int, rank: int, what: str = "axis") -> int:
    """The axis counted from the front.

    Raises:
        InvalidArgumentError: it is not in [-rank, rank).
    """
    if not -rank <= axis < max(rank, 1):
        raise invalid(f"{what} must be in [{-rank}, {rank}). Received: {axis}")
    return axis % rank if rank else 0


def constant_value(tensor: Any) -> np.ndarray | None:
    """The tensor's value as an array where it follows from constants, else None."""
    if isinstance(tensor, EagerTensor):
        return tensor._array
    if tensor.constant is None:
        operation = tensor.op
        if operation.op_def.name == "Const":
            tensor.constant = operation.attrs["value"]._array
        else:
            for undecided in _undecided(tensor):
                undecided.constant = _fold(undecided)
    return None if tensor.constant is _NOT_CONSTANT else tensor.constant


_NOT_CONSTANT: Any = object()
# Ops whose values follow from the shapes of their inputs.
_OF_SHAPES = frozenset({"Shape", "ShapeN"})
_NEVER_CONSTANT = STATEFUL | Trait.CALLS | Trait.INPUT


def _undecided(tensor: Any) -> list[Any]:
    """The tensors to decide on before this one, and it: each after all that it is computed from.

    Long chains are walked here, not by recursion.
    """
    order: list[Any] = []
    seen: set[int] = set()
    waiting = [(tensor, False)]
    while waiting:
        x, has_inputs_behind = waiting.pop()
        if has_inputs_behind:
            order.append(x)
        elif x.constant is None and id(x) not in seen:
            seen.add(id(x))
            waiting.append((x, True))
            if not x.op.op_def.has(_NEVER_CONSTANT):
                waiting.extend((y, False) for y in x.op.inputs)
    return order


def _fold(tensor: Any) -> Any:
    operation = tensor.op
    op_def = operation.op_def
    captured = tensor.graph.captured_constant(tensor)
    if captured is not None:
        return captured._array
    if op_def.has(_NEVER_CONSTANT):
        return _NOT_CONSTANT
    # The rules speak of integers; the same ops also move other elements about.
    # Of no elements all values are known; that the operation does not fail is known of shapes alone.
    follows = tensor.shape.num_elements() != 0 or op_def.name in _OF_SHAPES
    if op_def.dims is not None and tensor.dtype.is_integer and follows:
        dims = op_def.dims(operation)
        if dims is not None and None not in dims and tensor.shape.is_fully_defined():
            try:
                known = np.asarray(dims, tensor.dtype.numpy_dtype)
            except OverflowError:  # It will tell that it is too large when it runs, if it runs.
                return _NOT_CONSTANT
            return known.reshape(tensor.shape.as_list())
    size = tensor.shape.num_elements()
    if operation.inputs and size is not None and size > _FOLDING_LIMIT:
        return _NOT_CONSTANT
    arrays = []
    for x in operation.inputs:
        array = constant_value(x)
        if array is None:
            return _NOT_CONSTANT
        arrays.append(array)
    # How many elements there are may depend on values, as those that `Unique` and `Where` return.
    if size is None and not all(map(_is_small, arrays)):
        return _NOT_CONSTANT
    try:
        with np.errstate(all="ignore"):
            result = op_def.kernel(np, *arrays, **operation.attrs)
    except (OpError, ValueError, TypeError, IndexError, ArithmeticError, MemoryError):
        return _NOT_CONSTANT  # It will fail when it runs, if it runs.
    value = np.asarray(result if op_def.has_one_output else result[tensor.value_index])
    return _NOT_CONSTANT if size is None and value.size > _FOLDING_LIMIT else value


def _is_small(array: np.ndarray) -> bool:
    """Whether what an op of unknown cost makes of an array may be computed while tracing."""
    if array.size > _FOLDING_LIMIT or not array.dtype.hasobject:
        return array.size <= _FOLDING_LIMIT
    values = array.reshape(-1).tolist()
    return all(isinstance(x, bytes) for x in values) and sum(map(len, values)) <= _FOLDING_LIMIT


def known_dims(tensor: Any) -> list[int | None] | None:
    """The known part of an integer vector (or scalar, as a list of one); None when nothing is known."""
    if not tensor.dtype.is_integer:
        return None
    value = constant_value(tensor)
    if value is not None:
        return [int(dim) for dim in value.reshape(-1)]
    outside = tensor.graph.captured_symbol(tensor)
    if outside is not None:
        return known_dims(outside)
    operation = tensor.op
    if operation.op_def.dims is not None:
        dims = operation.op_def.dims(operation)
        if dims is not None:
            return list(dims)
    size = tensor.shape.num_elements()
    return None if size is None or size > _FOLDING_LIMIT else [None] * size


def shape_from(tensor: Any) -> TensorShape:
    """The static shape that an integer vector stands for, as far as it is known; -1 is unknown."""
    dims = known_dims(tensor)
    if dims is None:
        return UNKNOWN
    return TensorShape([None if dim is None or dim < 0 else dim for dim in dims])


def first_known(*shapes: TensorShape) -> TensorShape:
    """The merge of shapes that must agree.

    Raises:
        InvalidArgumentError: they do not.
    """
    merged = UNKNOWN
    for shape in shapes:
        try:
            merged = merged.merge_with(shape)
        except ValueError:
            texts = " and ".join(map(shape_text, shapes))
            raise invalid(f"Shapes must be equal, but are {texts}") from None
    return merged


def all_inferred(result: Any) -> Sequence[Inferred]:
    """What `infer` returned, as a sequence."""
    return (result,) if isinstance(result, Inferred) else tuple(result)
