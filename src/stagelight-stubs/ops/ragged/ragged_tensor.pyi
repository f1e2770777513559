from typing import Any
from collections.abc import Iterator as Iterator
from stagelight.core.op_def import OpDef as OpDef
from stagelight.ops.ragged.forms import Function as Function
from stagelight.ops.sparse.sparse_tensor import SparseTensor as SparseTensor
from __future__ import annotations
from collections.abc import Sequence
from typing import Any
import numpy as np
from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.tensor import EagerTensor, Tensor, TensorValue
from stagelight.ops.ragged.row_splits import as_partition, check_splits, numbers, require_number_of_rows, require_row_ids, row_splits_to_segment_ids, splits_of_lengths
from stagelight.public import public
from stagelight.types.dtypes import DType, int32, int64
from stagelight.types.ragged_spec import RaggedTensorSpec
from stagelight.types.shapes import TensorShape
class RaggedTensor(CompositeTensor, TensorValue):
    """A tensor whose rows have different lengths. Made by `from_row_splits` and its like.

    >>> ragged = tf.RaggedTensor.from_row_lengths([3, 1, 4, 1], row_lengths=[3, 0, 1])
    >>> ragged
    <tf.RaggedTensor [[3, 1, 4], [], [1]]>
    >>> ragged.shape
    TensorShape([3, None])
    """

    def __init__(self, values: Any, row_splits: Tensor, uniform_row_length: Any=None) -> None:
        ...

    @classmethod
    def _from_parts(cls, flat_values: Any, nested_row_splits: Sequence[Any], lengths: Sequence[Any]=...) -> RaggedTensor:
        """The tensor of values and the row splits of each ragged axis, which fit.

        Args:
            flat_values: the values inside of all ragged axes.
            nested_row_splits: the row splits of each, the outermost first.
            lengths: the row length of each as a number, None where rows differ; empty for all of them.
        """

    @classmethod
    def from_row_splits(cls, values: Any, row_splits: Any, name: str | None=None, validate: bool=True) -> RaggedTensor:
        """Row `i` is `values[row_splits[i] : row_splits[i + 1]]`.

        Raises:
            InvalidArgumentError: the splits do not begin with 0, decrease, or do not end with the number of
                values.

        >>> tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 3])
        <tf.RaggedTensor [[1, 2], [3]]>
        """

    @classmethod
    def from_row_lengths(cls, values: Any, row_lengths: Any, name: str | None=None, validate: bool=True) -> RaggedTensor:
        """Row `i` has `row_lengths[i]` values.

        Raises:
            InvalidArgumentError: a length is negative, or they do not add up to the number of values.

        >>> tf.RaggedTensor.from_row_lengths([1, 2, 3], [2, 1])
        <tf.RaggedTensor [[1, 2], [3]]>
        """

    @classmethod
    def from_value_rowids(cls, values: Any, value_rowids: Any, nrows: Any=None, name: str | None=None, validate: bool=True) -> RaggedTensor:
        """Value `i` stands in row `value_rowids[i]`; rows come in order.

        Args:
            values: the values.
            value_rowids: integer vector that does not decrease.
            nrows: the number of rows; None takes the last one with a value as the last.
            name: kept for TensorFlow's signature.
            validate: whether to check.

        Raises:
            InvalidArgumentError: the row ids decrease; ValueError: they are known not to be below `nrows`.

        >>> tf.RaggedTensor.from_value_rowids([1, 2, 3], [0, 0, 2])
        <tf.RaggedTensor [[1, 2], [], [3]]>
        """

    @classmethod
    def from_row_starts(cls, values: Any, row_starts: Any, name: str | None=None, validate: bool=True) -> RaggedTensor:
        """Row `i` begins at `row_starts[i]`, the last one ends with the values.

        >>> tf.RaggedTensor.from_row_starts([1, 2, 3], [0, 2])
        <tf.RaggedTensor [[1, 2], [3]]>
        """

    @classmethod
    def from_row_limits(cls, values: Any, row_limits: Any, name: str | None=None, validate: bool=True) -> RaggedTensor:
        """Row `i` ends before `row_limits[i]`, where the next one begins.

        >>> tf.RaggedTensor.from_row_limits([1, 2, 3], [2, 3])
        <tf.RaggedTensor [[1, 2], [3]]>
        """

    @classmethod
    def from_uniform_row_length(cls, values: Any, uniform_row_length: Any, nrows: Any=None, validate: bool=True, name: str | None=None) -> RaggedTensor:
        """Every row has the same number of values.

        >>> tf.RaggedTensor.from_uniform_row_length([1, 2, 3, 4], 2).shape
        TensorShape([2, 2])
        """

    @classmethod
    def from_nested_row_splits(cls, flat_values: Any, nested_row_splits: Any, name: str | None=None, validate: bool=True) -> RaggedTensor:
        """`from_row_splits` for each of several ragged axes, the outermost first.

        >>> tf.RaggedTensor.from_nested_row_splits([1, 2, 3], [[0, 1, 2], [0, 2, 3]])
        <tf.RaggedTensor [[[1, 2]], [[3]]]>
        """

    @classmethod
    def from_nested_row_lengths(cls, flat_values: Any, nested_row_lengths: Any, name: str | None=None, validate: bool=True) -> RaggedTensor:
        """`from_row_lengths` for each of several ragged axes, the outermost first.

        >>> tf.RaggedTensor.from_nested_row_lengths([1, 2, 3], [[1, 1], [2, 1]])
        <tf.RaggedTensor [[[1, 2]], [[3]]]>
        """

    @classmethod
    def from_nested_value_rowids(cls, flat_values: Any, nested_value_rowids: Any, nested_nrows: Any=None, name: str | None=None, validate: bool=True) -> RaggedTensor:
        """`from_value_rowids` for each of several ragged axes, the outermost first.

        >>> tf.RaggedTensor.from_nested_value_rowids([1, 2, 3], [[0, 0, 1], [0, 1, 2]])
        <tf.RaggedTensor [[[1], [2]], [[3]]]>
        """

    @property
    def values(self) -> Any:
        """The rows, one after the other: a tensor, or a ragged tensor of one ragged axis less."""

    @property
    def flat_values(self) -> Tensor:
        """The values inside of all ragged axes."""

    @property
    def row_splits(self) -> Tensor:
        """Where rows begin and end in `values`: a vector of one more than there are rows."""

    @property
    def nested_row_splits(self) -> tuple[Tensor, ...]:
        """The row splits of each ragged axis, the outermost first."""

    @property
    def uniform_row_length(self) -> Tensor | None:
        """The length of all rows as a scalar, where it is one; else None."""

    @property
    def ragged_rank(self) -> int:
        """How many axes are split into rows."""

    @property
    def dtype(self) -> DType:
        """The dtype of the values."""

    @property
    def shape(self) -> TensorShape:
        """The static shape: None for axes whose rows differ."""

    def get_shape(self) -> TensorShape:
        """The static shape."""

    @property
    def _type_spec(self) -> RaggedTensorSpec:
        ...

    def _shape_invariant_to_type_spec(self, shape: TensorShape) -> RaggedTensorSpec:
        ...

    def _of_gradients(self, gradients: Sequence[Any]) -> Any:
        ...

    def nrows(self, out_type: Any=None, name: str | None=None) -> Tensor:
        """The number of rows."""

    def row_starts(self, name: str | None=None) -> Tensor:
        """Where each row begins in `values`."""

    def row_limits(self, name: str | None=None) -> Tensor:
        """Where each row ends in `values`."""

    def row_lengths(self, axis: int=1, name: str | None=None) -> Any:
        """The lengths of the rows along an axis.

        Raises:
            ValueError: there is no such axis, or it is negative and the rank is not known.

        >>> tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 3]).row_lengths().numpy()
        array([2, 1])
        """

    def nested_row_lengths(self, name: str | None=None) -> tuple[Tensor, ...]:
        """The row lengths of each ragged axis, the outermost first."""

    def value_rowids(self, name: str | None=None) -> Tensor:
        """The row of each value.

        >>> tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 3]).value_rowids().numpy()
        array([0, 0, 1])
        """

    def nested_value_rowids(self, name: str | None=None) -> tuple[Tensor, ...]:
        """The rows of the values of each ragged axis, the outermost first."""

    def with_values(self, new_values: Any) -> RaggedTensor:
        """The same rows with other values.

        Raises:
            ValueError: there are more or fewer of them.
        """

    def with_flat_values(self, new_values: Any) -> Any:
        """The same rows with other values inside of all ragged axes."""

    def with_row_splits_dtype(self, dtype: Any) -> RaggedTensor:
        """The same tensor with row splits of a dtype, int32 or int64."""

    def consumers(self) -> Any:
        """The operations that take the parts, in a graph."""

    def numpy(self) -> np.ndarray:
        """The rows as an array of arrays; a plain array if all have one length.

        Raises:
            ValueError: the tensor stands in a graph.
        """

    def to_list(self) -> list[Any]:
        """The rows as nested lists.

        >>> tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 3]).to_list()
        [[1, 2], [3]]
        """

    def _rows(self, as_lists: bool=False) -> list[Any]:
        ...

    def __repr__(self) -> str:
        ...

    def __abs__(x, name: str | None=None) -> Tensor:
        """`|x|`, element by element; `sqrt(re**2 + im**2)` of a complex number.

        Args:
            x: numeric tensor, not unsigned.
            name: name of the operation.

        Returns:
            Tensor like `x`; float32 for complex64 and float64 for complex128.

        >>> tf.abs([-2.5, 3.0]).numpy()
        array([2.5, 3. ], dtype=float32)
        >>> tf.abs(tf.constant(3 + 4j)).numpy()
        np.float64(5.0)
        """

    def __add__(x, y: Any) -> Any:
        ...

    def __and__(x, y: Any) -> Any:
        ...

    def __bool__(x) -> bool:
        ...

    def __eq__(x, y: Any) -> Any:
        ...

    def __floordiv__(x, y: Any) -> Any:
        ...

    def __ge__(x, y: Any) -> Any:
        ...

    def __getitem__(self, key: Any) -> Any:
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

    def __gt__(x, y: Any) -> Any:
        ...

    def __hash__(x) -> int:
        ...

    def __invert__(x=..., /, *more: Any, name: str | None=None, **keywords: Any) -> Any:
        """The op LogicalNot: (x) -> (y). Attrs: none."""

    def __iter__(x) -> Iterator[Any]:
        """The rows.

        Raises:
            OperatorNotAllowedInGraphError: a graph is built, and only it knows how many there are.
        """

    def __le__(x, y: Any) -> Any:
        ...

    def __lt__(x, y: Any) -> Any:
        ...

    def __mod__(x, y: Any) -> Any:
        ...

    def __mul__(x, y: Any) -> Any:
        ...

    def __ne__(x, y: Any) -> Any:
        ...

    def __neg__(x=..., /, *more: Any, name: str | None=None, **keywords: Any) -> Any:
        """The op Neg: (x) -> (y). Attrs: none."""

    def __or__(x, y: Any) -> Any:
        ...

    def __pow__(x, y: Any) -> Any:
        ...

    def __radd__(x, y: Any) -> Any:
        ...

    def __rand__(x, y: Any) -> Any:
        ...

    def __rfloordiv__(x, y: Any) -> Any:
        ...

    def __rmod__(x, y: Any) -> Any:
        ...

    def __rmul__(x, y: Any) -> Any:
        ...

    def __ror__(x, y: Any) -> Any:
        ...

    def __rpow__(x, y: Any) -> Any:
        ...

    def __rsub__(x, y: Any) -> Any:
        ...

    def __rtruediv__(x, y: Any) -> Any:
        ...

    def __rxor__(x, y: Any) -> Any:
        ...

    def __sub__(x, y: Any) -> Any:
        ...

    def __truediv__(x, y: Any) -> Any:
        ...

    def __xor__(x, y: Any) -> Any:
        ...

    def _apply_elementwise(self, op_def: OpDef, values: Sequence[Any], attrs: Any, name: str | None) -> Any:
        """An elementwise op of values, ragged ones among them."""

    def _as_text(self, summarize: int) -> Any:
        """The text as a scalar, with so many elements of both ends of each axis; all if -1."""

    def _form_of(self, name: str, function: Function) -> Function | None:
        """The form of a public function, None if there is none."""

    def bounding_shape(self, axis: Any=None, name: str | None=None, out_type: Any=None) -> Tensor:
        """The shape of the smallest dense tensor that holds all rows; its sizes along an axis, or several.

        >>> tf.RaggedTensor.from_row_lengths([1, 2, 3], [2, 1]).bounding_shape().numpy()
        array([2, 2])
        """

    @staticmethod
    def from_sparse(st_input: SparseTensor, name: str | None=None, row_splits_dtype: Any=...) -> RaggedTensor:
        """The rows of a sparse matrix whose values stand at the beginning of rows, without gaps.

        Raises:
            ValueError: it is no matrix.
            InvalidArgumentError: a row has a gap or a place twice, or its values or the rows are not in order.

        >>> sparse = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], [1, 2, 3], [3, 2])
        >>> tf.RaggedTensor.from_sparse(sparse)
        <tf.RaggedTensor [[1, 2], [], [3]]>
        """

    @staticmethod
    def from_tensor(tensor: Any, lengths: Any=None, padding: Any=None, ragged_rank: int=1, name: str | None=None, row_splits_dtype: Any=...) -> RaggedTensor:
        """The rows of a dense tensor, without what fills them up.

        Args:
            tensor: tensor of shape `[rows, columns, ...]`.
            lengths: the length of each row; None for all of it. A tuple has those of each ragged axis, the
                outermost first.
            padding: a value that is left out at the end of rows.
            ragged_rank: the number of ragged axes; `lengths` go with 1, or say how many there are.
            name: kept for TensorFlow's signature.
            row_splits_dtype: int32 or int64.

        Raises:
            ValueError: both lengths and padding are given, or the rank does not allow it.

        >>> tf.RaggedTensor.from_tensor([[1, 2], [3, 0]], padding=0)
        <tf.RaggedTensor [[1, 2], [3]]>
        """

    def merge_dims(self, outer_axis: int, inner_axis: int) -> Any:
        """The axes from one to another as one axis: rows become one row.

        Args:
            outer_axis: the first axis that is merged.
            inner_axis: the last one.

        Returns:
            A ragged tensor; a tensor where no ragged axis is left.

        Raises:
            ValueError: there is no such axis, or the last comes before the first.

        >>> ragged = tf.ragged.constant([[[1], [2, 3]], [[4]]])
        >>> ragged.merge_dims(1, 2)
        <tf.RaggedTensor [[1, 2, 3], [4]]>
        """

    def to_sparse(self, name: str | None=None) -> SparseTensor:
        """A sparse tensor with the values at their places; rows are not filled up.

        >>> tf.RaggedTensor.from_row_lengths([1, 2, 3], [2, 1]).to_sparse().indices.numpy()
        array([[0, 0],
               [0, 1],
               [1, 0]])
        """

    def to_tensor(self, default_value: Any=None, name: str | None=None, shape: Any=None) -> Tensor:
        """A dense tensor of the rows, each filled up at its end.

        Args:
            default_value: what rows are filled up with; zero, or an empty string, if None.
            name: the operation's name.
            shape: the shape wanted; None for sizes as large as needed. What lies outside is cut off.

        Raises:
            InvalidArgumentError: the default does not broadcast to one value (ValueError while tracing).

        >>> tf.RaggedTensor.from_row_lengths([1, 2, 3], [2, 1]).to_tensor().numpy()
        array([[1, 2],
               [3, 0]], dtype=int32)
        """
def _text(value: Any) -> str:
    """An array with commas, and so the arrays in it. NumPy shows an empty one of any shape as `[]`."""
def _as_values(values: Any) -> Any:
    ...
def _size_of(values: Any, dtype: DType) -> Any:
    ...
