"""`from_generator`: elements that a Python generator yields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.core.arrays import to_array
from stagelight.core.convert import convert_to_tensor
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define
from stagelight.data.blocks import Components, IteratorState, RowByRow
from stagelight.data.dataset import (
    DATASET_ATTRS,
    Dataset,
    dataset_of,
    dataset_source,
    variant_scalar,
)
from stagelight.data.elements import Elements, PipelineFunction, in_variant
from stagelight.data.iteration import Iteration, Place
from stagelight.data.structure import components_of, leaves_of
from stagelight.ops.host.host_call import told
from stagelight.types.dtypes import as_dtype
from stagelight.types.shapes import as_shape
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import TypeSpec

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

    def pipeline_functions(self) -> Iterator[PipelineFunction]:
        yield None, ()

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        iteration.cannot_be_saved("EagerPyFunc is stateful.")
        # Who asks again after an error asks the same Python iterator: one of a generator has ended.
        return RowByRow(self._rows(iteration.place(values=None)))

    def _rows(self, place: Place) -> Iterator[Components]:
        leaves = leaves_of(self._spec)
        while True:
            try:
                if place.values is None:
                    place.values = self._generate()
                value = next(place.values)
                row = tuple(
                    _checked(item, spec)
                    for item, spec in zip(_leaves(value, self._spec), leaves, strict=True)
                )
            except StopIteration:
                return
            except Exception as error:
                raise told(error) from error
            yield row


def _leaves(value: Any, spec: Any) -> list[Any]:
    """A generated value's leaves, in the structure of the spec."""
    if isinstance(spec, Mapping):
        if not isinstance(value, Mapping) or not value.keys() >= spec.keys():
            raise _other_structure(value, spec)
        return [leaf for key in sorted(spec) for leaf in _leaves(value[key], spec[key])]
    if isinstance(spec, tuple):
        if not isinstance(value, (tuple, list)) or len(value) != len(spec):
            raise _other_structure(value, spec)
        return [
            leaf for item, part in zip(value, spec, strict=True) for leaf in _leaves(item, part)
        ]
    return [value]


def _other_structure(value: Any, spec: Any) -> TypeError:
    return TypeError(
        f"`generator` yielded an element that did not match the expected structure. The expected "
        f"structure was {spec}, but the yielded element was {value!r}."
    )


def _checked(value: Any, spec: TypeSpec) -> Any:
    """The component that a generated leaf is.

    Raises:
        TypeError: it is of another type, or of another shape, than the spec says.
    """
    if not isinstance(spec, TensorSpec):
        if not spec.is_compatible_with(value):
            raise _other_structure(value, spec)
        return components_of(value)[0]._array  # type: ignore[attr-defined]
    try:
        array, _ = to_array(value, spec.dtype)
    except (TypeError, ValueError):
        raise TypeError(
            f"`generator` yielded an element that could not be converted to the expected type. The "
            f"expected type was {spec.dtype.name}, but the yielded element was {value!r}."
        ) from None
    if not spec.shape.is_compatible_with(array.shape):
        raise TypeError(
            f"`generator` yielded an element of shape {array.shape} where an element of shape "
            f"{spec.shape} was expected."
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
    traits=Trait.HOST_ONLY | Trait.RANDOM | Trait.PYTHON,
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
        TypeError: the generator is not callable, not one of types and signature is given, or the signature
            has other leaves than specs.
        InvalidArgumentError: while iterating, when it yields what does not fit. Errors that it raises come
            as those of `tf.py_function` do.

    >>> dataset = tf.data.Dataset.from_generator(
    ...     lambda: [1, 2], output_signature=tf.TensorSpec([], tf.int32))
    >>> [int(x) for x in dataset]
    [1, 2]
    """
    if not callable(generator):
        raise TypeError("`generator` must be a Python callable.")
    output_signature = _signature(output_types, output_shapes, output_signature)

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


def _signature(types_: Any, shapes: Any, signature: Any) -> Any:
    """The specs of an element, in whichever way they were given."""
    if signature is None:
        if types_ is None:
            raise TypeError(
                "To specify the output signature you need to provide either the `output_signature` "
                "argument or the `output_types` argument."
            )
        return _specs(types_, shapes)
    for name, value in (("output_types", types_), ("output_shapes", shapes)):
        if value is not None:
            raise TypeError(
                f"The `{name}` argument can not be used together with the `output_signature` argument."
            )
    for spec in leaves_of(signature):
        if not isinstance(spec, TypeSpec):
            raise TypeError(
                "`output_signature` must contain objects that are subclass of `tf.TypeSpec` but found "
                f"{type(spec)} which is not."
            )
    return signature


def _specs(types_: Any, shapes: Any) -> Any:
    if shapes is None:
        return nest.map_structure(lambda t: TensorSpec(None, as_dtype(t)), types_)
    if isinstance(types_, (tuple, Mapping)):
        if isinstance(types_, Mapping):
            return nest.mapping_like(
                types_, {key: _specs(types_[key], shapes[key]) for key in types_}
            )
        return tuple(_specs(t, s) for t, s in zip(types_, shapes, strict=True))
    return TensorSpec(as_shape(shapes), as_dtype(types_))
