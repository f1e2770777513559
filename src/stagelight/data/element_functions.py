"""Transformations by a function of the element: `map`, `filter`, `flat_map`, `scan`, `reduce`..."""

from __future__ import annotations

import abc
import itertools
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import apply
from stagelight.core.inference import Inferred
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define, lookup
from stagelight.core.tensor import Tensor
from stagelight.data.dataset import (
    DATASET_ATTRS,
    Dataset,
    DatasetSpec,
    components_of,
    dataset_method,
    dataset_of,
    spec_of,
    variant_scalar,
)
from stagelight.data.elements import Components, Elements, Iteration, elements_of, in_variant
from stagelight.data.structured_function import StructuredFunction, spread
from stagelight.ops.random.streams import IterationStreams
from stagelight.runtime.executable import executable
from stagelight.types.dtypes import bool_
from stagelight.types.shapes import as_shape, join_shapes
from stagelight.types.specs import TensorSpec

_ATTRS = {**DATASET_ATTRS, "Targuments": attr("list(type)")}
_HOST = Trait.HOST_ONLY | Trait.RANDOM  # Functions of elements may read variables, which change.

Run = Callable[..., Components]
Apply = Callable[[Components], Components]


class _Transformed(Elements):
    """The elements of another dataset, seen through a function."""

    def __init__(self, source: Elements, run: Run, captured: Components) -> None:
        self._source = source
        self._run = run
        self._captured = captured

    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        captured, run, streams = self._captured, self._run, iteration.streams

        def apply_to(element: Components) -> Components:
            result: Components = streams.run(run, *element, *captured)
            return result

        return self._results(self._source.iterate(iteration), apply_to, iteration)

    @abc.abstractmethod
    def _results(
        self, source: Iterator[Components], apply_to: Apply, iteration: Iteration
    ) -> Iterator[Components]:
        """The elements, given those of the source and the function."""


def _define(
    name: str,
    elements: type[_Transformed],
    function: str = "f",
    more_attrs: dict[str, Any] | None = None,
) -> None:
    """Defines the op of a transformation with one function and its captures."""

    def kernel(xp: ModuleType, input_dataset: Any, *captured: Any, **attrs: Any) -> np.ndarray:
        run = executable(attrs[function])
        return in_variant(elements(elements_of(input_dataset), run, captured))

    define(
        name,
        "input_dataset: variant, other_arguments: Targuments",
        "handle: variant",
        {**_ATTRS, function: attr("func"), **(more_attrs or {})},
        infer=variant_scalar,
        kernel=kernel,
        differentiable=False,
        traits=_HOST,
    )


def _transformed(
    dataset: Dataset, op_name: str, function: StructuredFunction, spec: Any, attr_name: str = "f"
) -> Dataset:
    inputs = [dataset, *function.captures]
    attrs: dict[str, Any] = {attr_name: function.graph}
    return dataset_of(op_name, inputs, spec, **attrs)


# ---------------------------------------------------------------------------- map


class _Mapped(_Transformed):
    def _results(
        self, source: Iterator[Components], apply_to: Apply, iteration: Iteration
    ) -> Iterator[Components]:
        return map(apply_to, source)

    def cardinality(self) -> int:
        return self._source.cardinality()


_define(
    "MapDataset",
    _Mapped,
    more_attrs={
        "use_inter_op_parallelism": True,
        "preserve_cardinality": False,
        "force_synchronous": False,
    },
)


@dataset_method("map")
def map_(
    self: Dataset,
    map_func: Callable[..., Any],
    num_parallel_calls: Any = None,
    deterministic: bool | None = None,
    name: str | None = None,
) -> Dataset:
    """The elements `map_func(element)`.

    Args:
        map_func: a function of an element (of its parts, if it is a tuple); it is staged.
        num_parallel_calls, deterministic: hints; the order is always kept.

    >>> [int(x) for x in tf.data.Dataset.range(3).map(lambda x: x + 1)]
    [1, 2, 3]
    """
    function = StructuredFunction(map_func, spread(self.element_spec), "Dataset_map")
    return _transformed(self, "MapDataset", function, function.output_spec)


# ---------------------------------------------------------------------------- filter


class _Filtered(_Transformed):
    def _results(
        self, source: Iterator[Components], apply_to: Apply, iteration: Iteration
    ) -> Iterator[Components]:
        return filter(lambda element: apply_to(element)[0], source)


_define("FilterDataset", _Filtered, "predicate")


def _predicate(dataset: Dataset, function: Callable[..., Any], name: str) -> StructuredFunction:
    predicate = StructuredFunction(function, spread(dataset.element_spec), name)
    spec = predicate.output_spec
    fits = isinstance(spec, TensorSpec) and spec.dtype is bool_
    if not fits or not spec.shape.is_compatible_with(()):
        raise TypeError(
            f"Invalid `predicate`. `predicate` must return a `tf.bool` scalar tensor, but its return "
            f"type is {spec}."
        )
    return predicate


@dataset_method("filter")
def filter_(self: Dataset, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
    """The elements for which `predicate(element)` is true.

    Raises:
        TypeError: the predicate gives no bool scalar.

    >>> [int(x) for x in tf.data.Dataset.range(5).filter(lambda x: x > 2)]
    [3, 4]
    """
    function = _predicate(self, predicate, "Dataset_filter")
    return _transformed(self, "FilterDataset", function, self.element_spec, "predicate")


class _TakenWhile(_Transformed):
    def _results(
        self, source: Iterator[Components], apply_to: Apply, iteration: Iteration
    ) -> Iterator[Components]:
        return itertools.takewhile(lambda element: apply_to(element)[0], source)


_define("TakeWhileDataset", _TakenWhile, "predicate")


@dataset_method("take_while")
def take_while(self: Dataset, predicate: Callable[..., Any], name: str | None = None) -> Dataset:
    """The elements up to the first one for which `predicate(element)` is false.

    >>> [int(x) for x in tf.data.Dataset.range(9).take_while(lambda x: x < 2)]
    [0, 1]
    """
    function = _predicate(self, predicate, "Dataset_take_while")
    return _transformed(self, "TakeWhileDataset", function, self.element_spec, "predicate")


# ---------------------------------------------------------------------------- flat_map


class _FlatMapped(_Transformed):
    def _results(
        self, source: Iterator[Components], apply_to: Apply, iteration: Iteration
    ) -> Iterator[Components]:
        inner = iteration.part("inner")
        for element in source:
            yield from elements_of(apply_to(element)[0]).iterate(inner)


_define("FlatMapDataset", _FlatMapped)


@dataset_method("flat_map")
def flat_map(self: Dataset, map_func: Callable[..., Any], name: str | None = None) -> Dataset:
    """The elements of the datasets `map_func(element)`, one dataset after the other.

    Raises:
        TypeError: the function gives no dataset.

    >>> dataset = tf.data.Dataset.range(3).flat_map(tf.data.Dataset.range)
    >>> [int(x) for x in dataset]
    [0, 0, 1]
    """
    function = StructuredFunction(map_func, spread(self.element_spec), "Dataset_flat_map")
    spec = function.output_spec
    if not isinstance(spec, DatasetSpec):
        raise TypeError(f"`map_func` must return a `Dataset` object. Got {spec}.")
    return _transformed(self, "FlatMapDataset", function, spec.element_spec)


# ---------------------------------------------------------------------------- scan and reduce


class _Scanned(Elements):
    def __init__(self, source: Elements, run: Run, state: Components, captured: Components) -> None:
        self._source = source
        self._run = run
        self._state = state
        self._captured = captured

    def iterate(self, iteration: Iteration) -> Iterator[Components]:
        return self._outputs(self._source.iterate(iteration), iteration.streams)

    def _outputs(
        self, source: Iterator[Components], streams: IterationStreams
    ) -> Iterator[Components]:
        state = self._state
        count = len(state)
        for element in source:
            results = streams.run(self._run, *state, *element, *self._captured)
            state = results[:count]
            yield results[count:]

    def cardinality(self) -> int:
        return self._source.cardinality()


def _scan(
    xp: ModuleType, input_dataset: Any, *inputs: Any, f: Any, Tstate: Any, **_: Any
) -> np.ndarray:
    count = len(Tstate)
    return in_variant(
        _Scanned(elements_of(input_dataset), executable(f), inputs[:count], inputs[count:])
    )


define(
    "ScanDataset",
    "input_dataset: variant, initial_state: Tstate, other_arguments: Targuments",
    "handle: variant",
    {
        **_ATTRS,
        "Tstate": attr("list(type)"),
        "f": attr("func"),
        "preserve_cardinality": False,
        "use_default_device": True,
    },
    infer=variant_scalar,
    kernel=_scan,
    differentiable=False,
    traits=_HOST,
)


def _with_state(
    function: Callable[..., Any],
    state: Any,
    element_spec: Any,
    name: str,
    state_of: Callable[[Any], Any],
) -> tuple[StructuredFunction, Any]:
    """The function traced with a state of shapes that it keeps: they are relaxed until it does.

    Raises:
        TypeError: the new state has another structure or dtype.
    """
    spec = spec_of(state)
    while True:
        traced = StructuredFunction(function, (spec, element_spec), name)
        new_spec = state_of(traced.output_spec)
        try:
            nest.assert_same_structure(spec, new_spec)
        except (TypeError, ValueError) as error:
            raise TypeError(
                f"The element structure of the new state must match the initial state. Required: "
                f"{spec}. Received: {new_spec}. ({error})"
            ) from None
        relaxed = nest.map_structure(_joined, spec, new_spec)
        if relaxed == spec:
            return traced, spec
        spec = relaxed


def _joined(old: TensorSpec, new: TensorSpec) -> TensorSpec:
    if old.dtype is not new.dtype:
        raise TypeError(
            f"The element types of the new state must match the initial state. Required: "
            f"{old.dtype!r}. Received: {new.dtype!r}"
        )
    return TensorSpec(join_shapes(old.shape, new.shape), old.dtype)


@dataset_method("scan")
def scan(
    self: Dataset, initial_state: Any, scan_func: Callable[..., Any], name: str | None = None
) -> Dataset:
    """Elements computed from a running state: `(state, output) = scan_func(state, element)`.

    Args:
        initial_state: a structure of tensors.
        scan_func: gives the pair of the new state, of the same structure, and an output element.

    >>> dataset = tf.data.Dataset.range(4).scan(
    ...     tf.constant(0, tf.int64), lambda state, x: (state + x, state + x))
    >>> [int(x) for x in dataset]
    [0, 1, 3, 6]
    """
    state = nest.map_structure(convert_to_tensor, initial_state)
    function, _ = _with_state(
        scan_func, state, self.element_spec, "Dataset_scan", lambda spec: spec[0]
    )
    inputs = [self, *components_of(state), *function.captures]
    return dataset_of(
        "ScanDataset",
        inputs,
        function.output_spec[1],
        f=function.graph,
        Tstate=[t.dtype for t in components_of(state)],
    )


def _reduce(
    xp: ModuleType, input_dataset: Any, *inputs: Any, f: Any, Tstate: Any, **_: Any
) -> Components:
    count = len(Tstate)
    state, captured = inputs[:count], inputs[count:]
    run = executable(f)
    iteration = Iteration()
    for element in elements_of(input_dataset).iterate(iteration):
        state = iteration.streams.run(run, *state, *element, *captured)
    return state


def _infer_reduce(*inputs: Tensor, output_types: Any, output_shapes: Any, **_: Any) -> Any:
    return tuple(
        Inferred(as_shape(shape), dtype)
        for shape, dtype in zip(output_shapes, output_types, strict=True)
    )


define(
    "ReduceDataset",
    "input_dataset: variant, initial_state: Tstate, other_arguments: Targuments",
    "components: output_types",
    {
        **_ATTRS,
        "Tstate": attr("list(type)"),
        "f": attr("func"),
        "use_inter_op_parallelism": True,
    },
    infer=_infer_reduce,
    kernel=_reduce,
    traits=Trait.HOST_ONLY | Trait.SIDE_EFFECT | Trait.CALLS,
)


@dataset_method("reduce")
def reduce(
    self: Dataset, initial_state: Any, reduce_func: Callable[..., Any], name: str | None = None
) -> Any:
    """The last of the states `state = reduce_func(state, element)`.

    Args:
        initial_state: a structure of tensors.
        reduce_func: gives the new state, of the same structure.

    >>> int(tf.data.Dataset.range(5).reduce(tf.constant(0, tf.int64), lambda s, x: s + x))
    10
    """
    state = nest.map_structure(convert_to_tensor, initial_state)
    function, spec = _with_state(
        reduce_func, state, self.element_spec, "Dataset_reduce", lambda new: new
    )
    leaves = nest.flatten(spec)
    outputs = apply(
        lookup("ReduceDataset"),
        [self._variant_tensor, *components_of(state), *function.captures],
        {
            "f": function.graph,
            "Tstate": [leaf.dtype for leaf in leaves],
            "output_types": [leaf.dtype for leaf in leaves],
            "output_shapes": [leaf.shape for leaf in leaves],
        },
        name,
    )
    return nest.pack_sequence_as(spec, outputs)
