"""Distributed datasets: each element has a part for each replica.

A distributed dataset stands on a dataset whose elements are tuples of the replicas' parts: so it is iterated,
looped over in functions and saved as that one is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight import nest
from stagelight.autograph.operators.dispatch import BUILTINS, FOR_STMT
from stagelight.autograph.operators.staged_truth import is_staging
from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.data.autograph_loops import staged_for_dataset, staged_for_iterator
from stagelight.data.dataset import Dataset
from stagelight.data.iterators import Iterator
from stagelight.distribute.values import PerReplicaSpec, regrouped
from stagelight.fork_safety import cached_property
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.sparse.parts import slice_ as sparse_slice
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.public import public
from stagelight.state.trackable import Trackable
from stagelight.types.dtypes import int64
from stagelight.types.shapes import TensorShape
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import TypeSpec


def element_of(parts: Any) -> Any:
    """The element of the replicas' parts; with one replica, its part."""
    return regrouped(tuple(parts))


def _distributed_spec(spec: Any) -> Any:
    """The spec of an element, of a dataset of the replicas' parts."""
    if len(spec) == 1:
        return spec[0]
    return nest.map_structure(lambda *specs: PerReplicaSpec(*specs), *spec)


class _OverPartsSpec(TypeSpec):
    """The spec of what stands on a dataset or an iterator of the replicas' parts."""

    def __init__(self, parts_spec: TypeSpec) -> None:
        self._parts_spec = parts_spec

    def _serialize(self) -> tuple[Any, ...]:
        return (self._parts_spec,)

    @property
    def _component_specs(self) -> Any:
        return self._parts_spec

    def _to_components(self, value: Any) -> Any:
        return value.parts

    def _from_components(self, components: Any) -> Any:
        return self.value_type(components)


class DistributedDatasetSpec(_OverPartsSpec):
    """The spec of a distributed dataset."""

    @property
    def value_type(self) -> type:
        """`DistributedDataset`."""
        return DistributedDataset


class DistributedIteratorSpec(_OverPartsSpec):
    """The spec of an iterator over a distributed dataset."""

    @property
    def value_type(self) -> type:
        """`DistributedIterator`."""
        return DistributedIterator


class DistributedOptionalSpec(_OverPartsSpec):
    """The spec of an element of a distributed dataset, or none."""

    @property
    def value_type(self) -> type:
        """`DistributedOptional`."""
        return DistributedOptional


@public("distribute.DistributedDataset", "types.experimental.distributed.DistributedDataset")
class DistributedDataset(CompositeTensor):
    """A dataset whose elements have a part for each replica.

    `strategy.experimental_distribute_dataset` and `distribute_datasets_from_function` make it.

    >>> strategy = tf.distribute.MirroredStrategy(["CPU:0"])
    >>> dataset = strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2))
    >>> isinstance(dataset, tf.distribute.DistributedDataset)
    True
    >>> [x.numpy().tolist() for x in dataset]
    [[0, 1], [2, 3]]
    """

    def __init__(self, parts: Dataset) -> None:
        self.parts = parts

    @property
    def _type_spec(self) -> TypeSpec:
        return DistributedDatasetSpec(self.parts._type_spec)

    @property
    def element_spec(self) -> Any:
        """The spec of an element."""
        return _distributed_spec(self.parts.element_spec)

    @property
    def cardinality(self) -> Any:
        """How many elements there are, as `tf.data.Dataset.cardinality` says it."""
        return self.parts.cardinality().numpy()  # type: ignore[attr-defined]

    def __iter__(self) -> DistributedIterator:
        parts: Any = iter(self.parts)
        return DistributedIterator(parts)


@public("distribute.DistributedIterator", "types.experimental.distributed.DistributedIterator")
class DistributedIterator(CompositeTensor, Trackable):
    """An iteration over a `DistributedDataset`; functions that take it advance it.

    >>> strategy = tf.distribute.MirroredStrategy(["CPU:0"])
    >>> dataset = strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2))
    >>> iterator = iter(dataset)
    >>> iterator.get_next().numpy().tolist(), next(iterator).numpy().tolist()
    ([0, 1], [2, 3])
    """

    def __init__(self, parts: Iterator) -> None:
        self.parts = parts

    @cached_property
    def _type_spec(self) -> TypeSpec:
        return DistributedIteratorSpec(self.parts._type_spec)

    @property
    def element_spec(self) -> Any:
        """The spec of an element."""
        return _distributed_spec(self.parts.element_spec)

    def __iter__(self) -> DistributedIterator:
        return self

    def __next__(self) -> Any:
        return element_of(next(self.parts))

    def get_next(self) -> Any:
        """The next element.

        Raises:
            OutOfRangeError: there is none.
        """
        return element_of(self.parts.get_next())

    def get_next_as_optional(self) -> DistributedOptional:
        """The next element, or none at the end."""
        return DistributedOptional(self.parts.get_next_as_optional())  # type: ignore[attr-defined]

    def _serialize_to_tensors(self) -> dict[str, Any]:
        return self.parts._serialize_to_tensors()

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> None:
        self.parts._restore_from_tensors(restored_tensors)


class DistributedOptional(CompositeTensor):
    """An element of a distributed dataset, or none."""

    def __init__(self, parts: Any) -> None:
        self.parts = parts

    @property
    def _type_spec(self) -> TypeSpec:
        return DistributedOptionalSpec(self.parts._type_spec)

    @property
    def element_spec(self) -> Any:
        """The spec of the element."""
        return _distributed_spec(self.parts.element_spec)

    def has_value(self, name: str | None = None) -> Tensor:
        """Whether there is one: a bool scalar."""
        found: Tensor = self.parts.has_value()
        return found

    def get_value(self, name: str | None = None) -> Any:
        """The element.

        Raises:
            InvalidArgumentError: there is none.
        """
        return element_of(self.parts.get_value())


# ---------------------------------------------------------------------------- batches divided


def distributed(dataset: Dataset, count: int) -> DistributedDataset:
    """A dataset whose batches are divided among replicas: the first `ceil(rows / count)` to the first one.

    Args:
        dataset: a dataset of batches.
        count: how many replicas there are.

    Raises:
        ValueError: an element is no batch.
    """
    if isinstance(dataset, DistributedDataset):
        return dataset
    mapped: Any = dataset
    for leaf in nest.flatten(dataset.element_spec):
        if getattr(leaf, "shape", None) is not None and leaf.shape.rank == 0:
            raise ValueError(
                "experimental_distribute_dataset divides the batches of a dataset. Expected elements of rank "
                f">= 1, but found {leaf}. Add the `batch` transformation to the dataset."
            )
    return DistributedDataset(
        mapped.map(lambda *element: _divided(_whole(dataset, element), dataset.element_spec, count))
    )


def _whole(dataset: Dataset, element: tuple[Any, ...]) -> Any:
    """An element as a whole, of the arguments that `map` gives."""
    return element if isinstance(dataset.element_spec, tuple) else element[0]


def _divided(element: Any, spec: Any, count: int) -> tuple[Any, ...]:
    if count == 1:
        return (element,)

    def part(number: int) -> Any:
        return nest.map_structure(lambda leaf, of: _rows_of(leaf, of, number, count), element, spec)

    return tuple(map(part, range(count)))


def _rows_of(batch: Any, spec: Any, number: int, count: int) -> Any:
    """A replica's rows of a batch."""
    if batch is None:
        return None
    rows: Any = _number_of_rows(batch)
    share = (rows + (count - 1)) // count
    start = raw.Minimum(share * number, rows)
    end = raw.Minimum(share * (number + 1), rows)
    if isinstance(batch, SparseTensor):
        shape: Any = convert_to_tensor(batch.dense_shape, int64)
        inner = shape[1:]
        begin = raw.ConcatV2([raw.ExpandDims(start, 0), raw.ZerosLike(inner)], 0)
        return sparse_slice(batch, begin, raw.ConcatV2([raw.ExpandDims(end - start, 0), inner], 0))
    part = batch[start:end]
    if isinstance(part, Tensor) and isinstance(spec, TensorSpec) and spec.shape.rank:
        whole = spec.shape[0]
        is_even = whole is not None and whole % count == 0
        part.set_shape(TensorShape([whole // count if is_even else None, *spec.shape[1:]]))
    return part


def _number_of_rows(batch: Any) -> Any:
    if isinstance(batch, RaggedTensor):
        return raw.Cast(batch.nrows(), DstT=int64)
    if isinstance(batch, SparseTensor):
        return raw.Cast(batch.dense_shape, DstT=int64)[0]
    return raw.Shape(batch, out_type=int64)[0]


# ---------------------------------------------------------------------------- a batch for each


def distributed_from_batches(dataset: Dataset, count: int) -> DistributedDataset:
    """A dataset of which each replica gets the next element in turn.

    Where at the end some replicas have none they get a batch without rows; where all shapes are known, so
    that there is no such batch, the rest is left out.

    Args:
        dataset: the dataset; its batches are those of one replica.
        count: how many replicas there are.
    """
    batches: Any = dataset
    if count == 1:
        return DistributedDataset(batches.map(lambda *element: (_whole(dataset, element),)))
    specs = nest.flatten(dataset.element_spec, expand_composites=True)
    is_static = all(of.shape.is_fully_defined() for of in specs)
    windows = batches.window(count, drop_remainder=is_static)

    def in_turn(*window: Any) -> tuple[Any, ...]:
        rest = Dataset.zip(_whole(dataset, window))  # type: ignore[attr-defined]
        if not is_static:
            rest = rest.concatenate(_without_rows(dataset.element_spec).repeat(count))
        return tuple(rest.skip(i).take(1).get_single_element() for i in range(count))

    return DistributedDataset(windows.map(in_turn))


def _without_rows(spec: Any) -> Any:
    """A dataset of one element: batches of no rows."""

    def empty(of: TensorSpec) -> Tensor:
        sizes = [0 if size is None else size for size in of.shape.as_list()]
        return raw.Fill([0, *sizes[1:]] if sizes else [], raw.Cast(0, DstT=of.dtype))

    def leaf(of: Any) -> Any:
        if isinstance(of, TensorSpec):
            return empty(of)
        components = nest.map_structure(empty, of._component_specs, expand_composites=True)
        return of._from_components(components)

    return Dataset.from_tensors(nest.map_structure(leaf, spec))  # type: ignore[attr-defined]


# ---------------------------------------------------------------------------- in staged functions


def _staged_for(loop: Callable[..., None]) -> Callable[..., None]:
    """A `for` statement over what stands on the replicas' parts."""

    def staged(over: Any, extra_test: Any, body: Callable[[Any], Any], *rest: Any) -> None:
        loop(over.parts, extra_test, lambda parts: body(element_of(parts)), *rest)

    return staged


def _next(iterator: DistributedIterator, *default: Any) -> Any:
    """`next(iterator)` in a staged function: at the end it fails when the graph runs."""
    if default:
        raise TypeError("next() with a default cannot be staged for a DistributedIterator.")
    return iterator.get_next()


FOR_STMT.register(DistributedDataset, _staged_for(staged_for_dataset), when=is_staging)
FOR_STMT.register(DistributedIterator, _staged_for(staged_for_iterator), when=is_staging)
BUILTINS["next"].register(DistributedIterator, _next, when=is_staging)
