"""Brackets of ragged tensors: `ragged[1]`, `ragged[:, :2]`, `ragged[..., tf.newaxis]`.

An outer row is taken as it is. Inside of ragged axes there are slices only: rows need not have an element
of a given number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from stagelight.boundary import guarded
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.errors import OperatorNotAllowedInGraphError
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.row_splits import require, splits_of_lengths
from stagelight.ops.ragged.rows import rows_at, take_row, take_rows
from stagelight.public import public

_EVERYTHING = slice(None)


@public("__operators__.ragged_getitem")
def _getitem(self: RaggedTensor, key: Any) -> Any:
    """A part of a ragged tensor.

    Args:
        key: an integer, slice, `...`, `tf.newaxis` or scalar integer tensor, or a tuple of them.

    Returns:
        A ragged tensor, or a tensor where no ragged axis is left.

    Raises:
        ValueError: an integer for an axis whose rows have different lengths.
        IndexError: there is no such row, or there are too many keys.

    >>> ragged = tf.ragged.constant([[1, 2, 3], [4]])
    >>> ragged[0].numpy()
    array([1, 2, 3], dtype=int32)
    >>> ragged[:, :2]
    <tf.RaggedTensor [[1, 2], [4]]>
    """
    return _outer(self, list(key) if isinstance(key, (list, tuple)) else [key])


def _outer(x: RaggedTensor, keys: Sequence[Any]) -> Any:
    if not keys:
        return x
    key, inner = keys[0], list(keys[1:])
    if key is Ellipsis:
        return _outer(x, _without_ellipsis(keys, x.shape.rank))
    if key is None:
        part = _outer(x, inner)
        return RaggedTensor.from_uniform_row_length(part, _count(part), 1, validate=False)
    if isinstance(key, slice):
        return _inner(_sliced_rows(x, key), inner)
    _check_row(x, key)
    row = take_row(x, key)
    return row[tuple(inner)] if inner else row


def _count(x: Any) -> Any:
    return x.nrows() if isinstance(x, RaggedTensor) else raw.Shape(x)[0]


def _check_row(x: RaggedTensor, key: Any) -> None:
    """Looks at the number of an outer row.

    Raises:
        IndexError: it is known not to be there.
    """
    count = x.row_splits.shape[0]
    number = key._array.item() if isinstance(key, EagerTensor) and not key._array.ndim else key
    if count is not None and isinstance(number, int) and number >= count - 1:
        raise IndexError(f"Row key {number} out of bounds")


def _without_ellipsis(keys: Sequence[Any], remaining: int | None) -> list[Any]:
    """Keys that begin with `...`, with slices in its place.

    Raises:
        ValueError: the rank is not known.
        IndexError: there are more keys than axes.
    """
    if remaining is None:
        raise ValueError("Ellipsis not supported for unknown shape RaggedTensors")
    used = sum(key is not None for key in keys) - 1
    if used > remaining:
        raise IndexError("Too many indices for RaggedTensor")
    return [_EVERYTHING] * (remaining - used) + list(keys[1:])


def _sliced_rows(x: RaggedTensor, key: slice) -> RaggedTensor:
    if key == _EVERYTHING:
        return x
    starts, limits = x.row_starts()[key], x.row_limits()[key]
    splits = splits_of_lengths(limits - starts)
    if key.step is None or (isinstance(key.step, int) and key.step == 1):
        # The rows stand together: no value need be looked for.
        ends = raw.ConcatV2([convert_to_tensor([0], splits.dtype), limits], 0)
        last = ends[-1]
        values = x.values[last - splits[-1] : last]
        return RaggedTensor(values, splits, x.uniform_row_length)
    return rows_at(x.values, starts, splits, length=x.uniform_row_length)


def _inner(x: Any, keys: Sequence[Any]) -> Any:
    """The keys of the axes inside of the first one."""
    if not keys:
        return x
    if not isinstance(x, RaggedTensor):
        return x[(_EVERYTHING, *keys)]
    key, inner = keys[0], keys[1:]
    if key is Ellipsis:
        return _inner(x, _without_ellipsis(keys, x.values.shape.rank))
    if key is None:
        part = _inner(x, inner)
        return RaggedTensor.from_uniform_row_length(part, 1, _count(part), validate=False)
    if not isinstance(key, slice):
        return _inner(_column(x, key), inner)
    if key != _EVERYTHING:
        x = _sliced_columns(x, key)
    return x.with_values(_inner(x.values, inner))


def _sliced_columns(x: RaggedTensor, key: slice) -> RaggedTensor:
    for bound in (key.start, key.stop):
        if not isinstance(bound, (Tensor, int, type(None))):
            raise TypeError("slice offsets must be integers or None")
    lengths = x.row_lengths()
    dtype = lengths.dtype
    zero: Any = convert_to_tensor(0, dtype)
    one: Any = convert_to_tensor(1, dtype)
    step = _number(1 if key.step is None else key.step, dtype)
    goes_on = raw.Greater(step, zero)
    # Going back, it begins with the last and ends before the first element.
    lowest = raw.SelectV2(goes_on, zero, -one)
    highest = raw.SelectV2(goes_on, lengths, lengths - one)

    def place(bound: Any, default: Any) -> Any:
        if bound is None:
            return default
        number = _number(bound, dtype)
        counted = raw.SelectV2(raw.Less(number, zero), lengths + number, number)
        return raw.Minimum(raw.Maximum(counted, lowest), highest)

    first = place(key.start, raw.SelectV2(goes_on, raw.ZerosLike(lengths), highest))
    limit = place(key.stop, raw.SelectV2(goes_on, highest, lowest))
    counts = raw.Maximum((limit - first + step - raw.Sign(step)) // step, zero)
    length = x.uniform_row_length
    if length is not None:
        bounds = [_number(bound, dtype) for bound in (key.start, key.stop) if bound is not None]
        is_known = all(constant_value(each) is not None for each in (step, length, *bounds))
        # All rows have that of the first one; there may be none.
        length = raw.Sum(counts[:1], 0) if is_known else None
    return rows_at(x.values, x.row_starts() + first, splits_of_lengths(counts), step, length)


def _number(value: Any, dtype: Any) -> Any:
    return raw.Cast(convert_to_tensor(value), DstT=dtype)


def _column(x: RaggedTensor, key: Any) -> Any:
    """One element of each row, where all have the same number."""
    length: Any = x.uniform_row_length
    if length is None:
        raise ValueError("Cannot index into an inner ragged dimension.")
    number = _number(key, length.dtype)
    is_inside = raw.LogicalAnd(raw.GreaterEqual(number, -length), raw.Less(number, length))
    require(is_inside, "Index out of bounds when indexing into a ragged tensor")
    return take_rows(x.values, x.row_starts() + raw.FloorMod(number, length))


def _iterate(x: RaggedTensor) -> Iterator[Any]:
    """The rows.

    Raises:
        OperatorNotAllowedInGraphError: a graph is built, and only it knows how many there are.
    """
    count = x.shape[0]
    if count is None:
        raise OperatorNotAllowedInGraphError(
            "Iterating over a symbolic `tf.RaggedTensor` whose number of rows is not known is not allowed: "
            "Python would go on without end. Use a `for` statement in a function that AutoGraph converts, or "
            "tf.map_fn. (AG301)"
        )
    return (_getitem(x, i) for i in range(count))


setattr(RaggedTensor, "__iter__", _iterate)  # noqa: B010
setattr(RaggedTensor, "__getitem__", guarded(_getitem))  # noqa: B010 - as the other parts give the class methods
