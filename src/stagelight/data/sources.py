"""Where elements come from: `from_tensors`, `from_tensor_slices`, `range`, `from_generator`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors, nest
from stagelight.core.arrays import to_array
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import SCALAR, Inferred, invalid
from stagelight.core.op_def import Trait, attr
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.data.dataset import (
    DATASET_ATTRS,
    Dataset,
    dataset_of,
    dataset_source,
    spec_of,
    variant_scalar,
)
from stagelight.data.elements import Components, Elements, Iteration, elements_of, in_variant
from stagelight.types.dtypes import as_dtype, int64
from stagelight.types.shapes import as_shape
from stagelight.types.specs import TensorSpec

_OF_TENSORS = {
    "Toutput_types": attr("list(type)"),
    "output_shapes": attr("list(shape)"),
    "metadata": attr("string", ""),
}


def _tensors(element: Any) -> Any:
    return nest.map_structure(
        lambda leaf: leaf if isinstance(leaf, Dataset) else convert_to_tensor(leaf),
        _lists_to_leaves(element),
    )


def _lists_to_leaves(value: Any) -> Any:
    """Lists stand for tensors; tuples, dicts and named tuples are structure."""
    if isinstance(value, dict):
        return type(value)((key, _lists_to_leaves(item)) for key, item in value.items())
    if isinstance(value, tuple):
        items = [_lists_to_leaves(item) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    return convert_to_tensor(value) if isinstance(value, list) else value


# ---------------------------------------------------------------------------- tensors


class _OneElement(Elements):
    def __init__(self, components: Components) -> None:
        self._components = components

    def iterate(self, iteration: Iteration) -> Iterator[Components]:
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
    element = _tensors(tensors)
    leaves = nest.flatten(element)
    shapes = [leaf.shape for leaf in leaves]
    return dataset_of("TensorDataset", leaves, spec_of(element), output_shapes=shapes)


class _Slices(Elements):
    def __init__(self, components: Components) -> None:
        sizes = {len(component) for component in components}
        if len(sizes) != 1:
            raise invalid(
                "from_tensor_slices: all components must have the same size of their first axis. "
                f"Received sizes: {sorted(sizes)}"
            )
        self._components = components

    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        for i in range(self.cardinality()):
            yield tuple(np.asarray(component[i, ...]) for component in self._components)

    def cardinality(self) -> int:
        return len(self._components[0])


define(
    "TensorSliceDataset",
    "components: Toutput_types",
    "handle: variant",
    {**_OF_TENSORS, "is_files": False, "replicate_on_split": False},
    infer=variant_scalar,
    kernel=lambda xp, *components, **_: in_variant(_Slices(components)),
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@dataset_source("from_tensor_slices")
def from_tensor_slices(tensors: Any, name: str | None = None) -> Dataset:
    """A dataset of the slices along the first axis.

    Args:
        tensors: a tensor or a structure of tensors with first axes of one size.

    Raises:
        ValueError: a scalar among them.
        InvalidArgumentError: their first axes differ.

    >>> [int(x) for x in tf.data.Dataset.from_tensor_slices([1, 2, 3])]
    [1, 2, 3]
    """
    element = _tensors(tensors)
    leaves = nest.flatten(element)
    for leaf in leaves:
        if leaf.shape.rank == 0:
            raise ValueError(
                "Unbatching a tensor is only supported for rank >= 1. Received a scalar; use "
                "from_tensors, or put it into a list."
            )
    spec = nest.map_structure(lambda leaf: TensorSpec(leaf.shape[1:], leaf.dtype), element)
    shapes = [leaf.shape[1:] for leaf in leaves]
    return dataset_of("TensorSliceDataset", leaves, spec, output_shapes=shapes)


# ---------------------------------------------------------------------------- range


class _Range(Elements):
    def __init__(self, numbers: range, dtype: np.dtype[Any]) -> None:
        self._numbers = numbers
        self._dtype = dtype

    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        for number in self._numbers:
            yield (np.asarray(number, self._dtype),)

    def cardinality(self) -> int:
        return len(self._numbers)


def _range(
    xp: ModuleType, start: Any, stop: Any, step: Any, *, output_types: Any, **_: Any
) -> np.ndarray:
    if step == 0:
        raise invalid("`step` of Dataset.range must be a non-zero integer. Received: 0")
    numbers = range(int(start), int(stop), int(step))
    return in_variant(_Range(numbers, output_types[0].numpy_dtype))


define(
    "RangeDataset",
    "start: int64, stop: int64, step: int64",
    "handle: variant",
    {**DATASET_ATTRS, "replicate_on_split": False},
    infer=variant_scalar,
    kernel=_range,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


@dataset_source("range")
def range_(*args: Any, output_type: Any = int64, name: str | None = None) -> Dataset:
    """The integers of Python's `range(*args)`, as scalars.

    Args:
        *args: stop; or start, stop; or start, stop, step.
        output_type: their dtype.

    Raises:
        ValueError: another number of arguments.

    >>> [int(x) for x in tf.data.Dataset.range(1, 6, 2)]
    [1, 3, 5]
    """
    if not 1 <= len(args) <= 3:
        raise ValueError(
            f"`args` must have 1 to 3 values (stop; start, stop; start, stop, step). Received: {args}"
        )
    start, stop, step = {1: (0, *args, 1), 2: (*args, 1), 3: args}[len(args)]
    inputs = [
        convert_to_tensor(value, int64)
        if not isinstance(value, Tensor)
        else raw.Cast(value, DstT=int64)
        for value in (start, stop, step)
    ]
    return dataset_of("RangeDataset", inputs, TensorSpec([], as_dtype(output_type)))


# ---------------------------------------------------------------------------- generators


_PARTS = ("init", "next", "finalize")


@dataclass(frozen=True)
class _PythonGenerator:
    """A user's generator function, and the specs of what it yields."""

    function: Callable[..., Any]
    spec: Any

    def __call__(self, *arrays: np.ndarray) -> Iterator[Any]:
        """Begins to generate; arguments are NumPy values."""
        return iter(self.function(*(array[()] if array.ndim == 0 else array for array in arrays)))


class _Generated(Elements):
    def __init__(self, generate: Callable[[], Iterator[Any]], spec: Any) -> None:
        self._generate = generate
        self._spec = spec

    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        leaves = nest.flatten(self._spec)
        for value in self._generate():
            yield tuple(
                _checked(item, spec)
                for item, spec in zip(_leaves(value, self._spec), leaves, strict=True)
            )


def _leaves(value: Any, spec: Any) -> list[Any]:
    """A generated value's leaves, in the structure of the spec."""
    if isinstance(spec, dict):
        return [leaf for key in sorted(spec) for leaf in _leaves(value[key], spec[key])]
    if isinstance(spec, tuple):
        if not isinstance(value, (tuple, list)) or len(value) != len(spec):
            raise TypeError(
                f"`generator` yielded an element that did not match the expected structure. The "
                f"expected structure was {spec}, but the yielded element was {value!r}."
            )
        return [
            leaf for item, part in zip(value, spec, strict=True) for leaf in _leaves(item, part)
        ]
    return [value]


def _checked(value: Any, spec: TensorSpec) -> np.ndarray:
    try:
        array, _ = to_array(value, spec.dtype)
    except (TypeError, ValueError):
        raise TypeError(
            f"`generator` yielded an element that could not be converted to the expected type. The "
            f"expected type was {spec.dtype.name}, but the yielded element was {value!r}."
        ) from None
    if not spec.shape.is_compatible_with(array.shape):
        raise errors.InvalidArgumentError(
            None,
            None,
            f"`generator` yielded an element of shape {array.shape} where an element of shape "
            f"{spec.shape} was expected.",
        )
    return array


define(
    "GeneratorDataset",
    "init_func_other_args: Tinit_func_args, next_func_other_args: Tnext_func_args, "
    "finalize_func_other_args: Tfinalize_func_args",
    "handle: variant",
    {
        **{f"{part}_func": attr("func") for part in _PARTS},
        **{f"T{part}_func_args": attr("list(type)") for part in _PARTS},
        **DATASET_ATTRS,
    },
    infer=variant_scalar,
    # The functions are Python's: they come as one private attr, and stay behind in a GraphDef.
    kernel=lambda xp, *args, _generator, **_: in_variant(
        _Generated(lambda: _generator(*args), _generator.spec)
    ),
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.RANDOM,
)


@dataset_source("from_generator")
def from_generator(
    generator: Callable[..., Any],
    output_types: Any = None,
    output_shapes: Any = None,
    args: Any = None,
    output_signature: Any = None,
    name: str | None = None,
) -> Dataset:
    """A dataset of what a Python generator yields, called anew for each iteration.

    Args:
        generator: a function that gives an iterable; called with `args` as NumPy values.
        output_types: the dtypes of an element; or give `output_signature`.
        output_shapes: the shapes that go with `output_types`; unknown if None.
        args: tensors handed to the generator.
        output_signature: the specs of an element.

    Raises:
        TypeError: the generator is not callable, or neither types nor signature is given.

    >>> dataset = tf.data.Dataset.from_generator(
    ...     lambda: [1, 2], output_signature=tf.TensorSpec([], tf.int32))
    >>> [int(x) for x in dataset]
    [1, 2]
    """
    if not callable(generator):
        raise TypeError("`generator` must be a Python callable.")
    if output_signature is None:
        if output_types is None:
            raise TypeError("Either `output_signature` or `output_types` must be specified.")
        output_signature = _signature(output_types, output_shapes)

    inputs = [convert_to_tensor(arg) for arg in args or ()]

    def one_generator(_: Any) -> Dataset:
        return dataset_of(
            "GeneratorDataset",
            inputs,
            output_signature,
            _generator=_PythonGenerator(generator, output_signature),
            Tinit_func_args=[tensor.dtype for tensor in inputs],
            Tnext_func_args=[],
            Tfinalize_func_args=[],
        )

    # TF: a dataset of one element, flat-mapped to the generator's.
    return Dataset.from_tensors(0).flat_map(one_generator)  # type: ignore[attr-defined]


def _signature(types_: Any, shapes: Any) -> Any:
    if shapes is None:
        return nest.map_structure(lambda t: TensorSpec(None, as_dtype(t)), types_)
    if isinstance(types_, (tuple, dict)):
        if isinstance(types_, dict):
            return {key: _signature(types_[key], shapes[key]) for key in types_}
        return tuple(_signature(t, s) for t, s in zip(types_, shapes, strict=True))
    return TensorSpec(as_shape(shapes), as_dtype(types_))


def _cardinality(xp: ModuleType, input_dataset: Any, **_: Any) -> np.ndarray:
    return np.asarray(elements_of(input_dataset).cardinality(), np.int64)


define(
    "DatasetCardinality",
    "input_dataset: variant",
    "cardinality: int64",
    {"cardinality_options": attr("string", "")},
    infer=lambda input_dataset, **_: Inferred(SCALAR, int64),
    kernel=_cardinality,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)
