"""The spec of sparse tensors."""

from __future__ import annotations

from typing import Any

from stagelight.public import public
from stagelight.types.dtypes import DType, DTypeLike, as_dtype, float32, int64
from stagelight.types.shapes import ShapeLike, TensorShape, as_shape, shape_of_row
from stagelight.types.specs import TensorSpec, ValueClass
from stagelight.types.type_spec import TypeSpec


@public("SparseTensorSpec")
class SparseTensorSpec(TypeSpec):
    """Describes a `tf.SparseTensor` by the shape and dtype of the whole tensor.

    >>> import stagelight as tf
    >>> tf.SparseTensorSpec([None, 2], tf.int32)
    SparseTensorSpec(TensorShape([None, 2]), tf.int32)
    """

    value_type = ValueClass("SparseTensor")

    def __init__(self, shape: ShapeLike = None, dtype: DTypeLike = float32) -> None:
        """Makes a spec.

        Args:
            shape: What is known of the shape of the whole tensor; None for nothing.
            dtype: The dtype of the values.
        """
        self._shape = as_shape(shape)
        self._dtype = as_dtype(dtype)

    @classmethod
    def from_value(cls, value: Any) -> SparseTensorSpec:
        """The spec of a sparse tensor."""
        return cls(value.shape, value.dtype)

    @property
    def shape(self) -> TensorShape:
        """What is known of the shape."""
        return self._shape

    @property
    def dtype(self) -> DType:
        """The dtype of the values."""
        return self._dtype

    @property
    def rank(self) -> int | None:
        """The number of axes, or None."""
        return self._shape.rank

    def _batch(self, size: int | None) -> SparseTensorSpec:
        return SparseTensorSpec(TensorShape([size]).concatenate(self._shape), self._dtype)

    def _unbatch(self) -> SparseTensorSpec:
        return SparseTensorSpec(shape_of_row(self._shape), self._dtype)

    def _serialize(self) -> tuple[Any, ...]:
        return self._shape, self._dtype

    @property
    def _component_specs(self) -> list[TensorSpec]:
        rank = self._shape.rank
        return [
            TensorSpec([None, rank], int64),
            TensorSpec([None], self._dtype),
            TensorSpec([rank], int64),
        ]

    def _to_components(self, value: Any) -> list[Any]:
        return [value.indices, value.values, value.dense_shape]

    def _from_components(self, components: Any) -> Any:
        return self.value_type._from_parts(*components, self._shape)
