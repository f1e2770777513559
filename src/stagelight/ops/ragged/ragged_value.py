"""`RaggedTensorValue`: the arrays of a ragged tensor, which sessions give and take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.public import public


@public("compat.v1.ragged.RaggedTensorValue")
class RaggedTensorValue:
    """A ragged tensor as NumPy arrays: the values of all rows, and where each row begins and ends.

    Args:
        values: the values of the rows: an array, or the rows of the next ragged axis.
        row_splits: vector of int32 or int64.

    Raises:
        TypeError: the values are no array, or the splits no vector of int32 or int64.
        ValueError: the splits of two axes have different dtypes.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value = session.run(tf.ragged.constant([[1, 2], [3]]))
    >>> value.to_list(), value.values, value.row_splits
    ([[1, 2], [3]], array([1, 2, 3], dtype=int32), array([0, 2, 3]))
    """

    def __init__(self, values: Any, row_splits: Any) -> None:
        if (
            not isinstance(row_splits, (np.ndarray, np.generic))
            or row_splits.dtype not in (np.int64, np.int32)
            or row_splits.ndim != 1
        ):
            raise TypeError("row_splits must be a 1D int32 or int64 numpy array")
        if not isinstance(values, (np.ndarray, np.generic, RaggedTensorValue)):
            raise TypeError("values must be a numpy array or a RaggedTensorValue")
        if isinstance(values, RaggedTensorValue) and row_splits.dtype != values.row_splits.dtype:
            raise ValueError("row_splits and values.row_splits must have the same dtype")
        self._values: Any = values
        self._row_splits: Any = row_splits

    @classmethod
    def of_parts(cls, flat_values: Any, nested_row_splits: Any) -> Any:
        """The value of the values inside of all ragged axes and the splits of each, the outermost first."""
        made = flat_values
        for splits in reversed(list(nested_row_splits)):
            made = cls(made, splits)
        return made

    @property
    def values(self) -> Any:
        """The values of the rows, one row after the other."""
        return self._values

    @property
    def row_splits(self) -> Any:
        """Where each row begins and ends in `values`."""
        return self._row_splits

    @property
    def flat_values(self) -> Any:
        """The values inside of all ragged axes."""
        rows = self._values
        return rows.flat_values if isinstance(rows, RaggedTensorValue) else rows

    @property
    def nested_row_splits(self) -> tuple[Any, ...]:
        """The row splits of each ragged axis, the outermost first."""
        rows = self._values
        inner = rows.nested_row_splits if isinstance(rows, RaggedTensorValue) else ()
        return self._row_splits, *inner

    @property
    def ragged_rank(self) -> int:
        """The number of ragged axes."""
        return len(self.nested_row_splits)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype of the values."""
        dtype: np.dtype[Any] = self._values.dtype
        return dtype

    @property
    def shape(self) -> tuple[int | None, ...]:
        """The size of each axis; None where it is ragged."""
        return len(self._row_splits) - 1, None, *self._values.shape[1:]

    def to_list(self) -> list[Any]:
        """The values as nested lists."""
        rows = self._values
        items = rows.to_list() if isinstance(rows, RaggedTensorValue) else rows.tolist()
        splits = self._row_splits
        return [items[splits[i] : splits[i + 1]] for i in range(len(splits) - 1)]

    def _form_of(self, name: str, function: Callable[..., Any]) -> Any:
        """What a public function does with a value: that of the ragged tensor."""
        ragged: Any = as_ragged(self)
        form = ragged._form_of(name, function)
        if form is None:
            return None

        def of_values(*args: Any, **kwargs: Any) -> Any:
            return form(*map(_known, args), **{name: _known(x) for name, x in kwargs.items()})

        return of_values

    def __repr__(self) -> str:
        return f"tf.RaggedTensorValue(values={self._values!r}, row_splits={self._row_splits!r})"

    def __str__(self) -> str:
        return f"<tf.RaggedTensorValue {self.to_list()}>"


def value_of(tensor: RaggedTensor) -> Any:
    """The arrays of an eager ragged tensor."""
    parts: Any = (tensor.flat_values, *tensor.nested_row_splits)
    flat_values, *splits = [part.numpy() for part in parts]
    return RaggedTensorValue.of_parts(flat_values, splits)


def as_ragged(value: RaggedTensorValue) -> RaggedTensor:
    """The ragged tensor of a value."""
    return RaggedTensor.from_nested_row_splits(
        value.flat_values, value.nested_row_splits, validate=False
    )


def _known(argument: Any) -> Any:
    """An argument in which values are ragged tensors."""
    if isinstance(argument, list):
        return [_known(item) for item in argument]
    return as_ragged(argument) if isinstance(argument, RaggedTensorValue) else argument
