"""Elements from tensors in memory: `from_tensors`, `from_tensor_slices`, `from_list`."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.core.inference import invalid
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define
from stagelight.data.blocks import Components, Gather, IteratorState, RowByRow
from stagelight.data.dataset import (
    DATASET_ATTRS,
    Dataset,
    dataset_of,
    dataset_source,
    variant_scalar,
)
from stagelight.data.elements import Elements, Listed, RandomAccess, in_variant, with_rows
from stagelight.data.iteration import Iteration, Place
from stagelight.data.structure import (
    components_of,
    first_axes,
    flat_shape,
    leaves_of,
    normalized,
    row_components_of,
    spec_of,
    unbatched_spec,
)
from stagelight.public import public

_OF_TENSORS = {
    "Toutput_types": attr("list(type)"),
    "output_shapes": attr("list(shape)"),
    "metadata": attr("string", ""),
}


class _OneElement(Elements):
    def __init__(self, components: Components) -> None:
        self._components = components

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        return RowByRow(self._once(iteration.place(is_given=False)))

    def _once(self, place: Place) -> Iterator[Components]:
        if not place.is_given:
            place.is_given = True
            yield self._components

    def cardinality(self) -> int:
        return 1


define(
    "TensorDataset",
    "components: Toutput_types",
    "handle: variant",
    _OF_TENSORS,
    infer=variant_scalar,
    kernel=lambda xp, *components, **_: in_variant(_OneElement(components)),
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@dataset_source("from_tensors")
def from_tensors(tensors: Any, name: str | None = None) -> Dataset:
    """A dataset of one element.

    Args:
        tensors: the element: a tensor or a structure of tensors.

    >>> [x.numpy().tolist() for x in tf.data.Dataset.from_tensors([1, 2])]
    [[1, 2]]
    """
    element = normalized(tensors)
    spec = spec_of(element)
    shapes = [flat_shape(leaf) for leaf in leaves_of(spec)]
    return dataset_of("TensorDataset", components_of(element), spec, output_shapes=shapes)


class _Slices(RandomAccess):
    def __init__(self, components: Components) -> None:
        sizes = {len(component) for component in components}
        if len(sizes) != 1:
            raise invalid(
                "from_tensor_slices: all components must have the same size of their first axis. "
                f"Received sizes: {sorted(sizes)}"
            )
        self._components = components

    def gather(self) -> Gather:
        components = self._components

        def rows(indices: Any) -> Components:
            if isinstance(indices, slice):
                return tuple([component[indices] for component in components])
            return tuple([component.take(indices, 0) for component in components])

        return rows

    def cardinality(self) -> int:
        return len(self._components[0])


define(
    "TensorSliceDataset",
    "components: Toutput_types",
    "handle: variant",
    {"is_files": False, **_OF_TENSORS, "replicate_on_split": False},
    infer=variant_scalar,
    kernel=lambda xp, *components, **_: in_variant(_Slices(with_rows(components))),
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@dataset_source("from_tensor_slices")
def from_tensor_slices(tensors: Any, name: str | None = None) -> Dataset:
    """A dataset of the slices along the first axis.

    Args:
        tensors: a tensor or a structure of tensors with first axes of one size.

    Raises:
        ValueError: a scalar among them, or first axes whose known sizes differ.

    >>> [int(x) for x in tf.data.Dataset.from_tensor_slices([1, 2, 3])]
    [1, 2, 3]
    """
    element = normalized(tensors)
    batched = spec_of(element)
    spec = unbatched_spec(batched)
    sizes = first_axes(batched)
    if len(sizes) > 1:
        raise ValueError(f"Dimensions {sizes[0]} and {sizes[1]} are not compatible")
    leaves = row_components_of(element)
    shapes = [flat_shape(leaf) for leaf in leaves_of(spec)]
    return dataset_of("TensorSliceDataset", leaves, spec, output_shapes=shapes)


# ---------------------------------------------------------------------------- lists


def _list(xp: ModuleType, *tensors: Any, output_types: Any, **_: Any) -> np.ndarray:
    width = len(output_types)
    return in_variant(Listed([tensors[i : i + width] for i in range(0, len(tensors), width)]))


define(
    "ListDataset",
    "tensors: Tinput_types",
    "handle: variant",
    {"Tinput_types": attr("list(type)"), **DATASET_ATTRS},
    infer=variant_scalar,
    kernel=_list,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@public("data.experimental.from_list")
def from_list(elements: Any, name: str | None = None) -> Dataset:
    """A dataset of the items of a list, which may differ in shape.

    Args:
        elements: a list of elements of one structure, with the same dtypes.

    Raises:
        ValueError: the list is empty, or is none.

    >>> [x.numpy().tolist() for x in tf.data.experimental.from_list([[1], [2, 3]])]
    [[1], [2, 3]]
    """
    if not isinstance(elements, list):
        raise ValueError("Invalid `elements`. Expected a list of elements.")
    if not elements:
        raise ValueError("Invalid `elements`. `elements` should not be empty.")
    rows = [normalized(element) for element in elements]
    spec = spec_of(rows[0])
    for row in rows[1:]:
        spec = nest.map_structure(_joined, spec, spec_of(row))
    return dataset_of("ListDataset", [x for row in rows for x in components_of(row)], spec)


def _joined(first: Any, second: Any) -> Any:
    common = first.most_specific_common_supertype([second])
    if common is None:
        raise ValueError(f"Elements of a list must have one type. Received {first} and {second}.")
    return common
