"""Elements in their structure and in one flat row: the specs, tensors and arrays of both.

A leaf of an element is a tensor, or a composite that travels as one variant tensor: a dataset, an optional,
an array of tensors, a ragged or a sparse tensor. Tuples, mappings and named tuples are structure, and so is
what extension types hold; lists stand for tensors, and lists of datasets for a row of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, KeysView, Mapping, Sequence, ValuesView
from typing import Any

from stagelight import nest
from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.data.blocks import Components
from stagelight.errors import invalid_argument
from stagelight.extension_types.batching import batched, encoded, unbatched
from stagelight.ops.ragged.ragged_value import RaggedTensorValue, as_ragged
from stagelight.ops.sparse.sparse_tensor import SparseTensor, SparseTensorValue
from stagelight.public import public
from stagelight.state.tensor_array import TensorArray
from stagelight.state.variable import Variable
from stagelight.types.dtypes import DType, variant
from stagelight.types.ragged_spec import RaggedTensorSpec
from stagelight.types.shapes import TensorShape
from stagelight.types.sparse_spec import SparseTensorSpec
from stagelight.types.specs import TensorArraySpec, TensorSpec
from stagelight.types.type_spec import TypeSpec, type_spec_from_value

_ANY_SHAPE = TensorShape(None)


@public("NoneTensorSpec")
class NothingSpec(TypeSpec):
    """The spec of None, which elements may have as a leaf."""

    @property
    def value_type(self) -> type:
        return type(None)

    def _serialize(self) -> tuple[Any, ...]:
        return ()

    @property
    def _component_specs(self) -> Any:
        return TensorSpec((), variant)

    def _to_components(self, value: Any) -> Tensor:
        return raw.OptionalNone()

    def _from_components(self, components: Any) -> None:
        return None

    def _batch(self, size: int | None) -> NothingSpec:
        return self

    def _unbatch(self) -> NothingSpec:
        return self

    def __repr__(self) -> str:
        return "NoneTensorSpec()"


NOTHING = NothingSpec()


def normalized(element: Any) -> Any:
    """An element with its leaves as tensors or composites."""
    if isinstance(element, Mapping):
        return nest.mapping_like(element, {key: normalized(element[key]) for key in element})
    if isinstance(element, SparseTensorValue):
        return SparseTensor.from_value(element)
    if isinstance(element, RaggedTensorValue):
        return as_ragged(element)
    if isinstance(element, tuple):
        parts = [normalized(item) for item in element]
        return type(element)(*parts) if hasattr(element, "_fields") else tuple(parts)
    if hasattr(type(element), "__attrs_attrs__"):
        return nest.map_structure(normalized, element)
    if element is None or isinstance(element, (Tensor, TensorArray)):
        return element
    if isinstance(element, CompositeTensor) and not isinstance(element, Variable):
        return element
    if isinstance(element, list) and element and isinstance(element[0], CompositeTensor):
        row = _row_of(element)
        if row is not None:
            return row
    if isinstance(element, KeysView | ValuesView):
        element = list(element)
    # A variable stands for its value.
    return convert_to_tensor(element)


def _row_of(values: list[Any]) -> Any:
    """Datasets as one leaf; None where they are none, or nothing that has elements of one spec."""
    specs = [getattr(value, "_type_spec", None) for value in values]
    stack = getattr(specs[0], "_row_of", None)
    return None if stack is None else stack(values, specs)


def spec_of(element: Any) -> Any:
    """The spec of an element whose leaves are tensors and composites."""
    return nest.map_structure(_spec_of_leaf, element)


def _spec_of_leaf(leaf: Any) -> TypeSpec:
    if leaf is None:
        return NOTHING
    if isinstance(leaf, CompositeTensor):
        spec: TypeSpec = leaf._type_spec
        return spec
    if isinstance(leaf, Tensor):
        return TensorSpec(leaf.shape, leaf.dtype)
    return type_spec_from_value(leaf)


def leaves_of(spec: Any) -> list[Any]:
    """The specs of an element's components, in one flat row."""
    return nest.flatten(encoded(spec))


def flat_shape(spec: TypeSpec) -> TensorShape:
    """The shape of the tensor that a leaf travels as."""
    if isinstance(spec, TensorSpec):
        return spec.shape
    if isinstance(spec, (RaggedTensorSpec, SparseTensorSpec)):
        return _ANY_SHAPE
    return TensorShape(getattr(spec, "_dataset_shape", ()))


def flat_dtype(spec: TypeSpec) -> DType:
    """The dtype of the tensor that a leaf travels as."""
    return spec.dtype if isinstance(spec, TensorSpec) else variant


def types_and_shapes(element_spec: Any) -> dict[str, Any]:
    """The attrs by which ops describe elements."""
    leaves = leaves_of(element_spec)
    return {
        "output_types": [flat_dtype(leaf) for leaf in leaves],
        "output_shapes": [flat_shape(leaf) for leaf in leaves],
    }


# ---------------------------------------------------------------------------- flat rows


def components_of(element: Any) -> list[Tensor]:
    """The tensors of an element, in one flat row."""
    return [_component(leaf) for leaf in nest.flatten(encoded(element))]


def _component(leaf: Any) -> Any:
    if leaf is None:
        return NOTHING._to_components(None)
    if isinstance(leaf, TensorArray):
        return leaf.flow
    spec = leaf._type_spec if isinstance(leaf, CompositeTensor) else None
    if spec is None:
        return leaf
    if isinstance(spec, RaggedTensorSpec):
        return _ragged_variant(leaf, is_batched=False)
    if isinstance(spec, SparseTensorSpec):
        return raw.SerializeSparse(leaf.indices, leaf.values, leaf.dense_shape, out_type=variant)
    return _sole_tensor(leaf, spec)


def _sole_tensor(leaf: Any, spec: TypeSpec) -> Any:
    parts = spec._to_components(leaf)
    if not isinstance(parts, Tensor):
        raise TypeError(f"{type(leaf).__name__} is no element of a dataset. Received: {leaf!r}")
    return parts


def row_components_of(element: Any) -> list[Tensor]:
    """The tensors of an element that is to be taken apart into rows, in one flat row."""
    return [_row_component(leaf) for leaf in nest.flatten(encoded(element, minimum_rank=1))]


def _row_component(leaf: Any) -> Any:
    spec = getattr(leaf, "_type_spec", None) if isinstance(leaf, CompositeTensor) else None
    if isinstance(spec, RaggedTensorSpec):
        return _ragged_variant(leaf, is_batched=True)
    if isinstance(spec, SparseTensorSpec):
        parts = leaf.indices, leaf.values, leaf.dense_shape
        return raw.SerializeManySparse(*parts, out_type=variant)
    return _component(leaf)


def _ragged_variant(leaf: Any, is_batched: bool) -> Any:
    if isinstance(leaf, Tensor):
        return leaf
    return raw.RaggedTensorToVariant(
        list(leaf.nested_row_splits), leaf.flat_values, batched_input=is_batched
    )


Packer = Callable[[Components], Any]


def packer(element_spec: Any) -> Packer:
    """The function that gives elements of a spec their structure, from flat rows of arrays or tensors."""
    numbers = itertools.count()

    def leaf(spec: Any) -> Packer:
        make, number = _maker(spec), next(numbers)
        return lambda row: make(row[number])

    structure = encoded(element_spec)
    if isinstance(structure, TensorSpec):
        return _packer_of_one(flat_dtype(structure))
    form = nest.form_like(structure, leaf)
    if form is not None:
        return form
    makers = [_maker(spec) for spec in nest.flatten(structure)]
    return lambda row: nest.pack_sequence_as(
        structure, [make(x) for make, x in zip(makers, row, strict=True)]
    )


def _packer_of_one(dtype: DType) -> Packer:
    """For elements that are a tensor: most of those that are given one by one in large numbers."""

    def pack(row: Any) -> Tensor:
        component = row[0]
        return component if isinstance(component, Tensor) else EagerTensor(component, dtype)

    return pack


def packed(element_spec: Any, components: Components) -> Any:
    """An element in its structure, from its flat components."""
    return packer(element_spec)(components)


def _maker(spec: TypeSpec) -> Callable[[Any], Any]:
    dtype = flat_dtype(spec)

    def tensor(component: Any) -> Tensor:
        return component if isinstance(component, Tensor) else EagerTensor(component, dtype)

    if isinstance(spec, TensorSpec):
        return tensor
    if isinstance(spec, RaggedTensorSpec):
        return lambda component: _ragged(spec, tensor(component))
    if isinstance(spec, SparseTensorSpec):
        return lambda component: _sparse(spec, tensor(component))
    if isinstance(spec, TensorArraySpec):
        return lambda component: spec._from_components([tensor(component)])
    return lambda component: spec._from_components(tensor(component))


def _ragged(spec: RaggedTensorSpec, encoded: Tensor) -> Any:
    parts = raw.RaggedTensorFromVariant(
        encoded,
        input_ragged_rank=-1
        if encoded.shape.rank is None
        else spec.ragged_rank - encoded.shape.rank,
        output_ragged_rank=spec.ragged_rank,
        Tvalues=spec.dtype,
        Tsplits=spec.row_splits_dtype,
    )
    splits, values = parts
    return spec._from_components(_told(spec, [values, *splits]))


def _sparse(spec: SparseTensorSpec, encoded: Tensor) -> Any:
    components = _told(spec, raw.DeserializeSparse(encoded, dtype=spec.dtype))
    try:
        return spec._from_components(components)
    except ValueError as error:
        raise invalid_argument(f"An element is not as {spec} says: {error}") from error


def _told(spec: RaggedTensorSpec | SparseTensorSpec, components: Sequence[Any]) -> list[Any]:
    """Components, where they are symbolic with what the spec knows of their shapes."""
    for component, known in zip(components, spec._component_specs, strict=True):
        if not isinstance(component, EagerTensor):
            component.set_shape(known.shape)
    return list(components)


# ---------------------------------------------------------------------------- rows and batches


def batched_spec(element_spec: Any, size: int | None) -> Any:
    """The spec of elements that are stacked along a new first axis."""
    return nest.map_structure(lambda leaf: batched(leaf, size), element_spec)


def first_axes(element_spec: Any) -> list[int]:
    """The different sizes of first axes that are known, in the order of the leaves."""
    shapes = [getattr(leaf, "shape", None) for leaf in leaves_of(element_spec)]
    sizes = [shape[0] for shape in shapes if shape is not None and shape.rank]
    return list(dict.fromkeys(size for size in sizes if size is not None))


def unbatched_spec(element_spec: Any) -> Any:
    """The spec of the rows of elements.

    Raises:
        ValueError: there are scalars among them.
    """
    return nest.map_structure(unbatched, element_spec)


def spread(element_spec: Any) -> tuple[Any, ...]:
    """An element as a function's arguments: a tuple is spread over several."""
    if isinstance(element_spec, tuple) and not hasattr(element_spec, "_fields"):
        return element_spec
    return (element_spec,)


@public("data.experimental.get_structure")
def get_structure(dataset_or_iterator: Any) -> Any:
    """The spec of the elements of a dataset, iterator or optional.

    Raises:
        TypeError: it is nothing of the kind.

    >>> tf.data.experimental.get_structure(tf.data.Dataset.range(2))
    TensorSpec(shape=(), dtype=tf.int64, name=None)
    """
    try:
        return dataset_or_iterator.element_spec
    except AttributeError:
        raise TypeError(
            "Invalid `dataset_or_iterator`. `dataset_or_iterator` must be a `tf.data.Dataset` or "
            f"tf.data.Iterator object, but got {type(dataset_or_iterator)}."
        ) from None
