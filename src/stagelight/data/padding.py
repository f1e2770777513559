"""Batches of elements that differ in shape: `padded_batch`, `ragged_batch`, `sparse_batch`."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors, nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value, invalid, shape_from, shape_text
from stagelight.core.op_def import Trait, attr
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.data.batching import Batches, batch_dim
from stagelight.data.blocks import Components
from stagelight.data.dataset import (
    ELEMENT_ATTRS,
    Dataset,
    dataset_method,
    dataset_of,
    variant_scalar,
)
from stagelight.data.elements import Elements, elements_of, in_variant
from stagelight.data.structure import leaves_of
from stagelight.types.dtypes import int64, string
from stagelight.types.ragged_spec import RaggedTensorSpec
from stagelight.types.shapes import TensorShape, as_shape
from stagelight.types.sparse_spec import SparseTensorSpec
from stagelight.types.specs import TensorSpec

# ---------------------------------------------------------------------------- padded


class _Padded(Batches):
    def __init__(
        self,
        source: Elements,
        size: int,
        shapes: list[list[int]],
        values: list[np.ndarray],
        drop_remainder: bool,
    ) -> None:
        super().__init__(source, size, drop_remainder)
        self._shapes = shapes
        self._values = values

    def _stacked(self, batch: list[Components]) -> Components:
        parts = zip(zip(*batch, strict=True), self._shapes, self._values, strict=True)
        return tuple([_padded(i, *part) for i, part in enumerate(parts)])


def _padded(
    index: int, parts: tuple[np.ndarray, ...], padded_shape: list[int], value: np.ndarray
) -> np.ndarray:
    for part in parts:
        if part.ndim != len(padded_shape):
            raise invalid(
                "All elements in a batch must have the same rank as the padded shape for component "
                f"{index}: expected rank {len(padded_shape)} but got element with rank {part.ndim}"
            )
    shape = [
        max(part.shape[axis] for part in parts) if size == -1 else size
        for axis, size in enumerate(padded_shape)
    ]
    result = np.empty((len(parts), *shape), parts[0].dtype)
    result[...] = value[()]
    for i, part in enumerate(parts):
        if any(mine > most for mine, most in zip(part.shape, shape, strict=True)):
            raise errors.DataLossError(
                None,
                None,
                "Attempted to pad to a smaller size than the input element: component "
                f"{index} has shape {shape_text(part.shape)}, padded is {shape_text(shape)}.",
            )
        place: Any = (i, *map(slice, part.shape), ...)
        result[place] = part
    return result


def _padded_batch(
    xp: ModuleType, input_dataset: Any, batch_size: Any, *more: Any, N: int, **_: Any
) -> np.ndarray:
    shapes = [np.asarray(shape).tolist() for shape in more[:N]]
    values = [np.asarray(value) for value in more[N : 2 * N]]
    for value in values:
        if value.ndim:
            raise invalid("All padding values must be scalars")
    elements = _Padded(elements_of(input_dataset), int(batch_size), shapes, values, bool(more[-1]))
    return in_variant(elements)


define(
    "PaddedBatchDatasetV2",
    "input_dataset: variant, batch_size: int64, padded_shapes: N * int64, "
    "padding_values: Toutput_types, drop_remainder: bool",
    "handle: variant",
    {
        "parallel_copy": False,
        "Toutput_types": attr("list(type)"),
        "output_shapes": attr("list(shape)"),
        "N": attr("int"),
        "metadata": attr("string", ""),
    },
    infer=variant_scalar,
    kernel=_padded_batch,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@dataset_method("padded_batch")
def padded_batch(
    self: Dataset,
    batch_size: Any,
    padded_shapes: Any = None,
    padding_values: Any = None,
    drop_remainder: bool = False,
    name: str | None = None,
) -> Dataset:
    """Batches of elements, each filled up to a shape that all in the batch have.

    Args:
        batch_size: how many.
        padded_shapes: the shapes, in the structure of an element; a size that is None (or -1) is that of
            the largest element of the batch. All sizes that are not known are, if None.
        padding_values: scalars to fill with, in the structure of an element, or one for all of it; zero
            and "" if None.
        drop_remainder: whether a last, smaller batch is left out.
        name: name of the operation.

    Raises:
        TypeError: elements are no tensors, or a value has another dtype.
        ValueError: a shape does not fit, or a rank is not known.
        DataLossError: an element is larger than its padded shape.

    >>> dataset = tf.data.Dataset.range(1, 4).map(lambda x: tf.fill([x], x))
    >>> [x.numpy().tolist() for x in dataset.padded_batch(2)]
    [[[1, 0], [2, 2]], [[3, 3, 3]]]
    """
    for leaf in leaves_of(self.element_spec):
        if not isinstance(leaf, TensorSpec):
            raise TypeError(
                "`padded_batch` is only supported for datasets that produce tensor elements but type "
                "spec of elements in the input dataset is not a subclass of TensorSpec: "
                f"`{leaf!r}`."
            )
    leaves = leaves_of(self.element_spec)
    if padded_shapes is None:
        if any(leaf.shape.rank is None for leaf in leaves):
            raise ValueError(
                "You must provide `padded_shapes` argument because component "
                f"{next(i for i, leaf in enumerate(leaves) if leaf.shape.rank is None)} has unknown rank."
            )
        shapes = [_shape_tensor(leaf.shape, leaf.shape) for leaf in leaves]
    else:
        given = _up_to(self.element_spec, padded_shapes)
        shapes = [
            _shape_tensor(shape, leaf.shape) for shape, leaf in zip(given, leaves, strict=True)
        ]
    if nest.is_nested(self.element_spec) and not nest.is_nested(padding_values):
        values = [padding_values] * len(leaves)
    else:
        values = _up_to(self.element_spec, padding_values)
    paddings = [_padding(value, leaf) for value, leaf in zip(values, leaves, strict=True)]
    size = convert_to_tensor(batch_size, int64)
    first = batch_dim(size) if constant_value(convert_to_tensor(drop_remainder)) else None
    specs = [
        TensorSpec(TensorShape([first]).concatenate(shape_from(shape)), leaf.dtype)
        for shape, leaf in zip(shapes, leaves, strict=True)
    ]
    return dataset_of(
        "PaddedBatchDatasetV2",
        [self, size, *shapes, *paddings, convert_to_tensor(drop_remainder)],
        nest.pack_sequence_as(self.element_spec, specs),
        Toutput_types=[leaf.dtype for leaf in leaves],
        N=len(leaves),
    )


def _up_to(element_spec: Any, values: Any) -> list[Any]:
    """What stands in the places of an element's leaves; it may be a structure itself.

    None stands for all that an element has there.
    """
    if values is None:
        return [None] * len(nest.flatten(element_spec))
    if isinstance(element_spec, Mapping):
        return [
            item for key in sorted(element_spec) for item in _up_to(element_spec[key], values[key])
        ]
    if isinstance(element_spec, tuple):
        if not isinstance(values, (tuple, list)) or len(values) != len(element_spec):
            raise ValueError(
                f"The two structures don't have the same sequence length: {element_spec} and {values!r}."
            )
        parts = zip(element_spec, values, strict=True)
        return [item for part, value in parts for item in _up_to(part, value)]
    return [values]


def _shape_tensor(shape: Any, of_component: TensorShape) -> Tensor:
    """A padded shape as an int64 vector, with -1 for sizes that the batch decides."""
    if isinstance(shape, Tensor):
        return convert_to_tensor(shape, int64)
    if isinstance(shape, (list, tuple)) and any(isinstance(size, Tensor) for size in shape):
        return raw.Pack([convert_to_tensor(size, int64) for size in shape], axis=0)
    if isinstance(shape, (list, tuple)):
        shape = [None if size == -1 else size for size in shape]
    dims = as_shape(shape)
    fits = dims.rank == of_component.rank if of_component.rank is not None else True
    if fits and of_component.rank is not None:
        # A size may be padded to any other; one that is known and larger fails when it comes.
        fits = all(
            size is None or most is None or size <= most
            for size, most in zip(of_component.as_list(), dims.as_list(), strict=True)
        )
    if not fits:
        raise ValueError(
            f"The padded shape {dims} is not compatible with the shape {of_component} of the "
            "corresponding input component."
        )
    return convert_to_tensor([-1 if size is None else size for size in dims.as_list()], int64)


def _padding(value: Any, leaf: TensorSpec) -> Tensor:
    if value is None:
        return convert_to_tensor("" if leaf.dtype is string else 0, leaf.dtype)
    tensor = convert_to_tensor(value)
    if tensor.shape.rank not in (0, None):
        raise ValueError(
            f"Invalid `padding_values`. `padding_values` values should be scalars, but got {tensor.shape}."
        )
    if tensor.dtype is not leaf.dtype:
        raise TypeError(
            f"Invalid `padding_values`. `padding_values` values type {tensor.dtype!r} does not match "
            f"type {leaf.dtype!r} of the corresponding input component."
        )
    return tensor


# ---------------------------------------------------------------------------- ragged


@dataset_method("ragged_batch")
def ragged_batch(
    self: Dataset,
    batch_size: Any,
    drop_remainder: bool = False,
    row_splits_dtype: Any = int64,
    name: str | None = None,
) -> Dataset:
    """Batches of elements that may differ in size, as ragged tensors.

    Args:
        batch_size: how many.
        drop_remainder: whether a last, smaller batch is left out.
        row_splits_dtype: int32 or int64.
        name: name of the operation.

    >>> dataset = tf.data.Dataset.range(1, 4).map(tf.range)
    >>> [x.to_list() for x in dataset.ragged_batch(2)]
    [[[0], [0, 1]], [[0, 1, 2]]]
    """

    def ragged_spec(spec: Any) -> Any:
        if not isinstance(spec, TensorSpec):
            return spec
        if spec.shape.rank is None or spec.shape.is_fully_defined():
            return spec
        axes = [axis for axis, size in enumerate(spec.shape.as_list()) if size is None]
        return RaggedTensorSpec(spec.shape, spec.dtype, max(axes), row_splits_dtype)

    spec = nest.map_structure(ragged_spec, self.element_spec)
    after = leaves_of(spec)

    def encoded(*element: Any) -> Any:
        structure = element if isinstance(self.element_spec, tuple) else element[0]
        leaves = nest.flatten(structure)
        parts = [
            _encoded(leaf, new) if _is_dense(leaf, new) else leaf
            for leaf, new in zip(leaves, after, strict=True)
        ]
        return nest.pack_sequence_as(structure, parts)

    mapped: Any = self.map(encoded)  # type: ignore[attr-defined]
    return (
        Dataset(mapped._variant_tensor, spec)
        ._with_options_of(self)
        .batch(  # type: ignore[attr-defined]
            batch_size, drop_remainder=drop_remainder
        )
    )


def _is_dense(leaf: Any, spec: Any) -> bool:
    return isinstance(spec, RaggedTensorSpec) and isinstance(leaf, Tensor)


def _encoded(tensor: Tensor, spec: RaggedTensorSpec) -> Tensor:
    """A dense tensor as the variant of a ragged one, whose inner axes have the tensor's sizes."""
    rank = spec.ragged_rank
    shape = raw.Shape(tensor, out_type=spec.row_splits_dtype)
    splits, rows = [], raw.GatherV2(shape, 0, 0)
    one = convert_to_tensor(1, spec.row_splits_dtype)
    for axis in range(1, rank + 1):
        size = raw.GatherV2(shape, axis, 0)
        numbers = raw.Range(convert_to_tensor(0, spec.row_splits_dtype), raw.AddV2(rows, one), one)
        splits.append(raw.Mul(numbers, size))
        rows = raw.Mul(rows, size)
    inner = raw.StridedSlice(shape, [rank + 1], [0], [1], end_mask=1)
    flat_shape = raw.ConcatV2([raw.Pack([rows], axis=0), inner], 0)
    values = tensor if rank == 0 else raw.Reshape(tensor, flat_shape)
    return raw.RaggedTensorToVariant(
        splits, values, batched_input=False, Tsplits=spec.row_splits_dtype
    )


# ---------------------------------------------------------------------------- sparse


class _SparseBatches(Batches):
    def __init__(self, source: Elements, size: int, row_shape: list[int]) -> None:
        super().__init__(source, size)
        self._row_shape = row_shape

    def _stacked(self, batch: list[Components]) -> Components:
        rows = [row[0] for row in batch]
        shape = list(self._row_shape)
        for row in rows:
            if row.ndim != len(shape):
                raise invalid(
                    f"Input element had shape {shape_text(row.shape)} that is incompatible with the row "
                    f"shape {shape_text(shape)}."
                )
            for axis, size in enumerate(row.shape):
                if self._row_shape[axis] == -1:
                    shape[axis] = max(shape[axis], size)
                elif size > shape[axis]:
                    raise errors.DataLossError(
                        None,
                        None,
                        f"Input element had shape ({shape_text(row.shape)}) that is larger than the row "
                        f"shape ({shape_text(shape)}).",
                    )
        places = [np.indices(row.shape).reshape(row.ndim, -1).T for row in rows]
        indices = [
            np.concatenate([np.full((len(place), 1), i), place], 1)
            for i, place in enumerate(places)
        ]
        parts = np.empty(3, object)
        parts[0] = np.concatenate(indices).astype(np.int64)
        parts[1] = np.concatenate([row.reshape(-1) for row in rows])
        parts[2] = np.array([len(rows), *shape], np.int64)
        return (parts,)


def _dense_to_sparse(
    xp: ModuleType, input_dataset: Any, batch_size: Any, row_shape: Any, **_: Any
) -> np.ndarray:
    shape = np.asarray(row_shape).tolist()
    return in_variant(_SparseBatches(elements_of(input_dataset), int(batch_size), shape))


define(
    "DenseToSparseBatchDataset",
    "input_dataset: variant, batch_size: int64, row_shape: int64",
    "handle: variant",
    ELEMENT_ATTRS,
    infer=variant_scalar,
    kernel=_dense_to_sparse,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@dataset_method("sparse_batch")
def sparse_batch(
    self: Dataset, batch_size: Any, row_shape: Any, name: str | None = None
) -> Dataset:
    """Batches of dense elements that may differ in size, as sparse tensors.

    Args:
        batch_size: how many.
        row_shape: the shape of a row; a size that is None (or -1) is that of the largest element.
        name: name of the operation.

    Raises:
        TypeError: elements are no single tensors.
        DataLossError: while iterating, when an element is larger than `row_shape`.

    >>> (batch,) = tf.data.Dataset.range(1, 3).map(lambda x: tf.fill([x], x)).sparse_batch(2, [3])
    >>> tf.sparse.to_dense(batch).numpy().tolist()
    [[1, 0, 0], [2, 2, 0]]
    """
    spec = self.element_spec
    if not isinstance(spec, TensorSpec):
        raise TypeError(
            f"`dense_to_sparse_dataset` requires an input dataset whose elements have a single component, "
            f"but the given dataset has the following component types: {spec}."
        )
    row = row_shape if isinstance(row_shape, Tensor) else _sparse_row(row_shape)
    shape = TensorShape([None]).concatenate(shape_from(row))
    inputs = [self, convert_to_tensor(batch_size, int64), row]
    return dataset_of("DenseToSparseBatchDataset", inputs, SparseTensorSpec(shape, spec.dtype))


def _sparse_row(row_shape: Any) -> Tensor:
    dims = as_shape([None if size == -1 else size for size in as_shape(row_shape).as_list()])
    return convert_to_tensor([-1 if size is None else size for size in dims.as_list()], int64)
