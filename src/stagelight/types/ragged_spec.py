"""The spec of ragged tensors."""

from __future__ import annotations

from typing import Any

from stagelight.public import find, public
from stagelight.types.dtypes import DType, DTypeLike, as_dtype, float32, int64
from stagelight.types.shapes import ShapeLike, TensorShape, as_shape, shape_of_row
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import TypeSpec


@public("RaggedTensorSpec")
class RaggedTensorSpec(TypeSpec):
    """Describes a `tf.RaggedTensor` by shape, dtype and the number of its ragged axes.

    >>> import stagelight as tf
    >>> tf.RaggedTensorSpec([2, None], tf.int32)
    RaggedTensorSpec(TensorShape([2, None]), tf.int32, 1, tf.int64)
    """

    def __init__(
        self,
        shape: ShapeLike = None,
        dtype: DTypeLike | None = float32,
        ragged_rank: int | None = None,
        row_splits_dtype: DTypeLike = int64,
        flat_values_spec: Any = None,
    ) -> None:
        """Makes a spec.

        Args:
            shape: What is known of the shape; None for nothing.
            dtype: The dtype of the values; None takes that of `flat_values_spec`.
            ragged_rank: The number of partitioned axes; None makes all but the first axis ragged.
            row_splits_dtype: int32 or int64.
            flat_values_spec: The spec of the flat values; None where it follows from the rest.

        Raises:
            ValueError: `ragged_rank` is missing where the rank is not known, or too large; there is no
                dtype, or another one than that of `flat_values_spec`.
        """
        if dtype is None:
            if flat_values_spec is None:
                raise ValueError("At least one of dtype or flat_values_spec must be provided")
            dtype = flat_values_spec.dtype
        self._shape = as_shape(shape)
        self._dtype = as_dtype(dtype)
        if flat_values_spec is not None and flat_values_spec.dtype != self._dtype:
            raise ValueError("dtype must be the same as flat_values_spec.dtype")
        self._row_splits_dtype = as_dtype(row_splits_dtype)
        rank = self._shape.rank
        if ragged_rank is None:
            if rank is None:
                raise ValueError("Must specify ragged_rank or a shape with a known rank.")
            ragged_rank = rank - 1
        if rank is not None and ragged_rank >= rank:
            raise ValueError(
                f"Argument `ragged_rank` ({ragged_rank}) must be less than rank ({rank})."
            )
        self._ragged_rank = ragged_rank
        self._flat_values_spec = flat_values_spec

    @property
    def value_type(self) -> Any:
        """The class of the values: without a ragged axis they are tensors."""
        return find("RaggedTensor" if self._ragged_rank else "Tensor")

    @classmethod
    def from_value(cls, value: Any) -> RaggedTensorSpec:
        """The spec of a ragged tensor."""
        return cls(value.shape, value.values.dtype, value.ragged_rank, value.row_splits.dtype)

    @property
    def shape(self) -> TensorShape:
        """What is known of the shape."""
        return self._shape

    @property
    def dtype(self) -> DType:
        """The dtype of the values."""
        return self._dtype

    @property
    def ragged_rank(self) -> int:
        """The number of partitioned axes."""
        return self._ragged_rank

    @property
    def row_splits_dtype(self) -> DType:
        """The dtype of the row splits."""
        return self._row_splits_dtype

    @property
    def flat_values_spec(self) -> Any:
        """The spec of the flat values that was given; None where there was none."""
        return self._flat_values_spec

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether a ragged tensor, or the spec of one, may be of this spec.

        Without partitioned axes dense tensors and their specs may be, too.
        """
        if self._ragged_rank == 0:
            dense = self._values_spec
            if isinstance(spec_or_value, (TensorSpec, dense.value_type)):
                return dense.is_compatible_with(spec_or_value)
        if self._flat_values_spec is not None and isinstance(spec_or_value, self.value_type):
            plain = RaggedTensorSpec(
                self._shape, self._dtype, self._ragged_rank, self._row_splits_dtype
            )
            has_own_values = self._flat_values_spec.is_compatible_with(spec_or_value.flat_values)
            return plain.is_compatible_with(spec_or_value) and has_own_values
        return super().is_compatible_with(spec_or_value)

    @property
    def _values_spec(self) -> Any:
        """The spec of the flat values; without partitioned axes they are all."""
        if self._flat_values_spec is not None:
            return self._flat_values_spec
        if self._ragged_rank == 0:
            return TensorSpec(self._shape, self._dtype)
        inner = self._shape[self._ragged_rank + 1 :]
        return TensorSpec(TensorShape([None]).concatenate(inner), self._dtype)

    def _refuse_own_values(self) -> None:
        if self._flat_values_spec is not None:
            raise ValueError("Customized value_type is not supported.")

    def _batch(self, size: int | None) -> RaggedTensorSpec:
        self._refuse_own_values()
        shape = TensorShape([size]).concatenate(self._shape)
        return RaggedTensorSpec(shape, self._dtype, self._ragged_rank + 1, self._row_splits_dtype)

    def _unbatch(self) -> RaggedTensorSpec:
        self._refuse_own_values()
        rank = max(self._ragged_rank - 1, 0)
        return RaggedTensorSpec(
            shape_of_row(self._shape), self._dtype, rank, self._row_splits_dtype
        )

    def _serialize(self) -> tuple[Any, ...]:
        serialized = self._shape, self._dtype, self._ragged_rank, self._row_splits_dtype
        if self._flat_values_spec is None:
            return serialized
        return *serialized, self._flat_values_spec

    @property
    def _component_specs(self) -> list[Any]:
        if self._ragged_rank == 0:
            return [self._values_spec]
        first = None if self._shape.rank is None else self._shape[0]
        count = None if first is None else first + 1
        splits = [TensorSpec([count], self._row_splits_dtype)]
        splits += [TensorSpec([None], self._row_splits_dtype)] * (self._ragged_rank - 1)
        return [self._values_spec, *splits]

    def _to_components(self, value: Any) -> list[Any]:
        if self._ragged_rank == 0:
            return [value]
        return [value.flat_values, *value.nested_row_splits]

    def _from_components(self, components: Any) -> Any:
        values, *splits = components
        if not splits:
            return values
        rank = self._shape.rank
        lengths = () if rank is None else self._shape.as_list()[1 : self._ragged_rank + 1]
        made = self.value_type._from_parts(values, splits, lengths)
        # What the spec knows beyond its tensors: sizes of axes that are uniform.
        made._static_shape = self._shape
        return made
