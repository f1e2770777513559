"""`tf.data.Dataset` and its spec."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from stagelight import nest
from stagelight.boundary import guarded
from stagelight.core import registry
from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import apply
from stagelight.core.inference import SCALAR, Inferred
from stagelight.core.op_def import attr
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.data.elements import INFINITE, UNKNOWN, elements_of
from stagelight.data.structure import types_and_shapes
from stagelight.public import public, publish
from stagelight.types.dtypes import DType, variant
from stagelight.types.shapes import TensorShape, shape_of_row
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import TypeSpec

Method = TypeVar("Method", bound=Callable[..., Any])

AUTOTUNE = -1
publish("data.AUTOTUNE", AUTOTUNE)
publish("data.experimental.AUTOTUNE", AUTOTUNE)
publish("data.INFINITE_CARDINALITY", INFINITE)
publish("data.UNKNOWN_CARDINALITY", UNKNOWN)
publish("data.experimental.INFINITE_CARDINALITY", INFINITE)
publish("data.experimental.UNKNOWN_CARDINALITY", UNKNOWN)


# The attrs by which ops describe elements; see `types_and_shapes`.
ELEMENT_ATTRS: dict[str, Any] = {
    "output_types": attr("list(type)"),
    "output_shapes": attr("list(shape)"),
}
# Most ops that give a dataset have these.
DATASET_ATTRS: dict[str, Any] = {**ELEMENT_ATTRS, "metadata": attr("string", "")}


def variant_scalar(*_inputs: Tensor, **_attrs: Any) -> Inferred:
    """The inference of ops that give a dataset."""
    return Inferred(SCALAR, variant)


@public("data.DatasetSpec")
class DatasetSpec(TypeSpec):
    """The spec of a dataset: the spec of its elements.

    >>> tf.data.DatasetSpec(tf.TensorSpec([], tf.int64)).element_spec
    TensorSpec(shape=(), dtype=tf.int64, name=None)
    """

    def __init__(self, element_spec: Any, dataset_shape: Any = ()) -> None:
        self._element_spec = element_spec
        self._dataset_shape = TensorShape(dataset_shape)

    @property
    def element_spec(self) -> Any:
        """The spec of an element."""
        return self._element_spec

    @property
    def value_type(self) -> type:
        """`Dataset`."""
        return Dataset

    @property
    def _component_specs(self) -> TensorSpec:
        return TensorSpec(self._dataset_shape, variant)

    def _to_components(self, value: Any) -> Tensor:
        return value._variant_tensor

    def _from_components(self, components: Any) -> Dataset | DatasetRow:
        if self._dataset_shape.rank != 0:
            return DatasetRow(components, self)
        return Dataset(components, self._element_spec)

    def _row_of(self, datasets: list[Dataset], specs: list[Any]) -> DatasetRow | None:
        """Datasets of such specs as one value; None where their elements have nothing in common."""
        common: Any = self.most_specific_common_supertype(specs[1:])
        if common is None:
            return None
        handles = convert_to_tensor([dataset._variant_tensor for dataset in datasets])
        return DatasetRow(handles, DatasetSpec(common._element_spec, handles.shape))

    def _batch(self, size: int | None) -> DatasetSpec:
        return DatasetSpec(self._element_spec, TensorShape([size]).concatenate(self._dataset_shape))

    def _unbatch(self) -> DatasetSpec:
        if self._dataset_shape.rank == 0:
            raise ValueError("Slicing dataset elements is not supported for rank 0.")
        return DatasetSpec(self._element_spec, shape_of_row(self._dataset_shape))

    def _serialize(self) -> tuple[Any, ...]:
        return self._element_spec, self._dataset_shape

    def __repr__(self) -> str:
        return f"DatasetSpec({self._element_spec!r}, {self._dataset_shape!r})"


class DatasetRow(CompositeTensor):
    """Several datasets as one value, as elements of a dataset may be."""

    def __init__(self, variant_tensor: Tensor, spec: DatasetSpec) -> None:
        self._variant_tensor = variant_tensor
        self._spec = spec

    @property
    def _type_spec(self) -> DatasetSpec:
        return self._spec


@public("data.Dataset")
class Dataset(CompositeTensor):
    """A sequence of elements, each a structure of tensors; may be iterated over again and again.

    Made by `from_tensor_slices`, `range`, `from_generator` and their like, and from other datasets by
    methods.

    >>> dataset = tf.data.Dataset.range(5).map(lambda x: x * 2).batch(2)
    >>> [x.numpy().tolist() for x in dataset]
    [[0, 2], [4, 6], [8]]
    """

    def __init__(self, variant_tensor: Tensor, element_spec: Any, kind: str = "Dataset") -> None:
        self._variant_tensor = variant_tensor
        self._element_spec = element_spec
        self._kind = kind
        self._options: Any = None  # A `tf.data.Options`, if any was given.
        # The op that gave it, its inputs and attrs; None where it came as a variant.
        self._origin: tuple[str, list[Any], dict[str, Any]] | None = None
        self._tracker: Any = None  # Told to saved models; see `tracking`.

    def _become(self, dataset: Dataset, kind: str) -> None:
        """Makes this, of a class of its own, what another dataset is."""
        vars(self).update(vars(dataset))
        self._kind = kind

    def _with_options_of(self, source: Dataset) -> Dataset:
        """This dataset, with the options of one that it is made of."""
        theirs, mine = source._options, self._options
        if theirs is not None:
            self._options = theirs if mine is None else mine.merge(theirs)
        return self

    @property
    def element_spec(self) -> Any:
        """The spec of an element."""
        return self._element_spec

    @property
    def _type_spec(self) -> DatasetSpec:
        return DatasetSpec(self._element_spec)

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError  # Given by `iterators`.

    def __len__(self) -> int:
        size = self._known_cardinality()
        if size == INFINITE:
            raise TypeError("The dataset is infinite.")
        if size == UNKNOWN:
            raise TypeError("The dataset length is unknown.")
        return size

    def __bool__(self) -> bool:
        return True

    def _known_cardinality(self) -> int:
        if not isinstance(self._variant_tensor, EagerTensor):
            raise TypeError(
                "`tf.data.Dataset` only supports `len` in eager mode. Use `tf.data.Dataset.cardinality()` "
                "instead. (AG411)"
            )
        return elements_of(self._variant_tensor).cardinality()

    def cardinality(self) -> Tensor:
        """The number of elements, an int64 scalar; -1 if infinite, -2 if unknown."""
        return apply(registry.lookup("DatasetCardinality"), (self._variant_tensor,))

    def apply(self, transformation_func: Callable[[Dataset], Any]) -> Any:
        """What a function makes of this dataset.

        Raises:
            TypeError: it makes no dataset.

        >>> [int(x) for x in tf.data.Dataset.range(4).apply(lambda dataset: dataset.skip(2))]
        [2, 3]
        """
        dataset = transformation_func(self)
        if not isinstance(dataset, Dataset):
            raise TypeError(
                f"`transformation_func` must return a `tf.data.Dataset` object. Got {type(dataset)}."
            )
        return dataset

    def __repr__(self) -> str:
        if self._kind == "FlatMapDataset":
            # As in TensorFlow's guides, whose outputs are kept. They print no dataset of another kind.
            shapes, types = (_attributes(self._element_spec, name) for name in ("shape", "dtype"))
            return f"<{self._kind} shapes: {_text(shapes)}, types: {_text(types)}>"
        is_public = self._kind.endswith("V2") or self._kind in ("CacheDataset", "_OptionsDataset")
        return f"<{'' if is_public else '_'}{self._kind} element_spec={self._element_spec}>"

    __str__ = __repr__


def _attributes(spec: Any, name: str) -> Any:
    """An attribute of all specs in a structure."""
    return nest.map_structure(lambda leaf: getattr(leaf, name, leaf), spec)


def _text(structure: Any) -> str:
    """A structure of shapes or dtypes, as datasets of the older form print it."""
    if isinstance(structure, TensorShape):
        return str(structure)
    if isinstance(structure, DType):
        return repr(structure)
    if isinstance(structure, Mapping):
        return "{" + ", ".join(f"{k}: {_text(structure[k])}" for k in structure) + "}"
    if isinstance(structure, (list, tuple)):
        inner = ", ".join(map(_text, structure))
        return f"({inner},)" if len(structure) == 1 else f"({inner})"
    return str(structure)


@public("data.experimental.to_variant")
def to_variant(dataset: Dataset) -> Tensor:
    """The variant tensor that a dataset is.

    >>> dataset = tf.data.Dataset.range(2)
    >>> tensor = tf.data.experimental.to_variant(dataset)
    >>> [int(x) for x in tf.data.experimental.from_variant(tensor, dataset.element_spec)]
    [0, 1]
    """
    return dataset._variant_tensor


@public("data.experimental.from_variant")
def from_variant(variant: Tensor, structure: Any) -> Dataset:
    """The dataset that a variant tensor is; see `tf.data.experimental.to_variant`.

    Args:
        variant: the tensor.
        structure: the spec of an element.

    >>> tensor = tf.data.experimental.to_variant(tf.data.Dataset.range(2))
    >>> tf.data.experimental.from_variant(tensor, tf.TensorSpec([], tf.int64)).element_spec
    TensorSpec(shape=(), dtype=tf.int64, name=None)
    """
    return Dataset(variant, structure, "_VariantDataset")


def dataset_method(*names: str) -> Callable[[Method], Method]:
    """Attaches a function as methods of `Dataset`: how each transformation becomes one."""

    def attach(method: Method) -> Method:
        for name in names:
            setattr(Dataset, name, guarded(method))
        return method

    return attach


def dataset_source(name: str) -> Callable[[Method], Method]:
    """Attaches a function to `Dataset` that makes datasets: `tf.data.Dataset.range(...)`."""

    def attach(function: Method) -> Method:
        setattr(Dataset, name, staticmethod(guarded(function)))
        return function

    return attach


def dataset_of(op_name: str, inputs: list[Any], element_spec: Any, **attrs: Any) -> Dataset:
    """Applies an op that gives a dataset, which calls itself after the op.

    Args:
        op_name: the op.
        inputs: its inputs, in one flat row; datasets among them hand their options on.
        element_spec: the spec of the new dataset's elements.
        **attrs: the op's attrs beside `output_types` and `output_shapes`.
    """
    op_def = registry.lookup(op_name)
    described = types_and_shapes(element_spec)
    attrs.update((key, value) for key, value in described.items() if key in op_def.attrs)
    tensors = [as_input(x) for x in inputs]
    dataset = Dataset(apply(op_def, tensors, attrs), element_spec, _kind_of(op_name))
    dataset._origin = op_name, inputs, attrs
    for source in inputs:
        if isinstance(source, Dataset):
            dataset._with_options_of(source)
    return dataset


@functools.cache
def _kind_of(op_name: str) -> str:
    """What a dataset calls itself after its op: TensorFlow's classes leave its version out."""
    return re.sub(r"V\d+$", "", op_name)


def as_input(value: Any) -> Tensor:
    """The tensor that an op takes for a dataset, a tensor or a number."""
    if isinstance(value, Dataset):
        return value._variant_tensor
    return value if isinstance(value, Tensor) else convert_to_tensor(value)
