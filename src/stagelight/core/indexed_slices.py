"""`IndexedSlices`: some rows of a larger tensor, the gradient of `tf.gather` and of embeddings."""

from __future__ import annotations

from typing import Any

from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor, register_conversion
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor, TensorValue
from stagelight.public import public
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape
from stagelight.types.specs import IndexedSlicesSpec


@public("IndexedSlices")
class IndexedSlices(CompositeTensor, TensorValue):
    """Rows `values[i]` of a tensor at `indices[i]`; indices may repeat, then rows add up.

    Args:
        values: tensor of shape `[n, ...]`.
        indices: integer tensor of shape `[n]`.
        dense_shape: integer vector, the shape of the whole tensor, or None.

    >>> slices = tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([2]), tf.constant([3, 2]))
    >>> tf.convert_to_tensor(slices).numpy()
    array([[0., 0.],
           [0., 0.],
           [1., 2.]], dtype=float32)
    """

    def __init__(self, values: Any, indices: Any, dense_shape: Any = None) -> None:
        self._values = values
        self._indices = indices
        self._dense_shape = dense_shape

    @property
    def values(self) -> Tensor:
        """The rows."""
        return self._values

    @property
    def indices(self) -> Tensor:
        """Where each row stands."""
        return self._indices

    @property
    def dense_shape(self) -> Tensor | None:
        """The shape of the whole tensor, if known."""
        return self._dense_shape

    @property
    def dtype(self) -> DType:
        """The dtype of the values."""
        return self._values.dtype

    @property
    def shape(self) -> TensorShape:
        """The static shape of the whole tensor."""
        if self._dense_shape is None:
            return TensorShape([None]).concatenate(self._values.shape[1:])
        return self._type_spec._shape

    @property
    def device(self) -> str:
        """The device of the values."""
        return self._values.device

    @property
    def name(self) -> str:
        """The name of the values."""
        return self._values.name

    @property
    def op(self) -> Any:
        """The operation that gives the values."""
        return self._values.op

    @property
    def graph(self) -> Any:
        """The graph of the values."""
        return self._values.graph

    @property
    def _type_spec(self) -> IndexedSlicesSpec:
        return self._spec_of(self._values.shape, self._indices.shape)

    def _spec_of(self, values: TensorShape, indices: TensorShape) -> IndexedSlicesSpec:
        return IndexedSlicesSpec(
            TensorShape([None]).concatenate(values[1:]),
            self._values.dtype,
            self._indices.dtype,
            None if self._dense_shape is None else self._dense_shape.dtype,
            indices,
        )

    def _shape_invariant_to_type_spec(self, shape: TensorShape) -> IndexedSlicesSpec:
        # The invariant is the shape of `values`.
        return self._spec_of(shape, shape[:1])

    def to_dense(self) -> Tensor:
        """The whole tensor, zero where no row stands.

        Raises:
            ValueError: the dense shape is not known.
        """
        if self._dense_shape is None:
            raise ValueError(
                "Tensor conversion requested for IndexedSlices without dense_shape: "
                f"{self!r}. Give dense_shape."
            )
        first_size = raw.StridedSlice(self._dense_shape, [0], [1], [1], shrink_axis_mask=1)
        return raw.UnsortedSegmentSum(self._values, self._indices, first_size)

    def consumers(self) -> Any:
        """The operations that take the values."""
        return self._values.consumers()

    def __neg__(self) -> IndexedSlices:
        return IndexedSlices(-self._values, self._indices, self._dense_shape)

    def __str__(self) -> str:
        shape = f", dense_shape={self._dense_shape!s}" if self._dense_shape is not None else ""
        return f"IndexedSlices(indices={self._indices!s}, values={self._values!s}{shape})"

    __repr__ = __str__


def _to_tensor(value: IndexedSlices, dtype: DType | None, name: str | None) -> Tensor:
    return convert_to_tensor(value.to_dense(), dtype, name=name)


register_conversion(IndexedSlices, _to_tensor)
