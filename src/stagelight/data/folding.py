"""Elements gathered into a running state: `scan` and `reduce`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.control_flow.calls import tell_variables
from stagelight.core.dispatch import apply
from stagelight.core.inference import as_described
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define, lookup
from stagelight.data.blocks import Components, IteratorState, RowByRow
from stagelight.data.dataset import (
    DATASET_ATTRS,
    Dataset,
    dataset_method,
    dataset_of,
    variant_scalar,
)
from stagelight.data.element_function import (
    FUNCTION_TRAITS,
    Apply,
    ElementFunction,
    OfFunction,
)
from stagelight.data.elements import Elements, elements_of, in_variant
from stagelight.data.iteration import Iteration, Place
from stagelight.data.structure import (
    components_of,
    normalized,
    packed,
    spec_of,
    types_and_shapes,
)
from stagelight.data.structured_function import StructuredFunction
from stagelight.types.specs import TensorSpec


class _Scanned(OfFunction):
    def __init__(self, source: Elements, function: ElementFunction, state: Components) -> None:
        super().__init__(source, function)
        self._state = state

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        place = iteration.place(state=tuple(self._state))
        step = self._function.begun(iteration)
        return RowByRow(_outputs(step, self._source.rows(iteration.part()), place))


def _outputs(step: Apply, source: Iterator[Components], place: Place) -> Iterator[Components]:
    count = len(place.state)
    for element in source:
        results = step(*place.state, *element)
        place.state = tuple(results[:count])
        yield results[count:]


def _scan(
    xp: ModuleType, input_dataset: Any, *inputs: Any, f: Any, Tstate: Any, **_: Any
) -> np.ndarray:
    count = len(Tstate)
    function = ElementFunction(f, inputs[count:])
    return in_variant(_Scanned(elements_of(input_dataset), function, inputs[:count]))


define(
    "ScanDataset",
    "input_dataset: variant, initial_state: Tstate, other_arguments: Targuments",
    "handle: variant",
    {
        "Targuments": attr("list(type)"),
        "Tstate": attr("list(type)"),
        "f": attr("func"),
        "preserve_cardinality": False,
        "use_default_device": True,
        **DATASET_ATTRS,
    },
    infer=variant_scalar,
    kernel=_scan,
    differentiable=False,
    traits=FUNCTION_TRAITS,
)


def traced_with_state(
    function: Callable[..., Any],
    spec: Any,
    element_spec: Any,
    name: str,
    state_of: Callable[[Any], Any],
) -> tuple[StructuredFunction, Any]:
    """The function traced with a state of shapes that it keeps: they are relaxed until it does.

    Args:
        function: of a state and an element.
        spec: that of the first state.
        element_spec: that of elements.
        name: the beginning of the graph's name.
        state_of: gives the spec of the new state in the spec of what the function returns.

    Raises:
        TypeError: the new state has another structure or dtype.
    """
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


def _joined(old: Any, new: Any) -> Any:
    if type(old) is TensorSpec and type(new) is TensorSpec and old.dtype is new.dtype:
        return TensorSpec(old.shape.most_specific_compatible_shape(new.shape), old.dtype)
    common = old.most_specific_common_supertype([new])
    if common is None:
        raise TypeError(
            f"The element types of the new state must match the initial state. Required: {old!r}. "
            f"Received: {new!r}"
        )
    return common


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
    state = normalized(initial_state)
    return apply_scan(self, state, trace_scan(self, state, scan_func))


def trace_scan(dataset: Dataset, state: Any, scan_func: Callable[..., Any]) -> StructuredFunction:
    """The function of `Dataset.scan`, traced for a normalized state and an element."""
    return traced_with_state(
        scan_func, spec_of(state), dataset.element_spec, "Dataset_scan", lambda spec: spec[0]
    )[0]


def apply_scan(dataset: Dataset, state: Any, function: StructuredFunction) -> Dataset:
    """The dataset of a traced function's outputs; the scan begins with a normalized state."""
    components = components_of(state)
    return dataset_of(
        "ScanDataset",
        [dataset, *components, *function.captures],
        function.output_spec[1],
        f=function.graph,
        Tstate=[t.dtype for t in components],
    )


def _reduce(
    xp: ModuleType, input_dataset: Any, *inputs: Any, f: Any, Tstate: Any, **_: Any
) -> Components:
    count = len(Tstate)
    state: Components = inputs[:count]
    iteration = Iteration()
    step = ElementFunction(f, inputs[count:]).begun(iteration)
    for element in elements_of(input_dataset).rows(iteration.part()):
        state = step(*state, *element)
    return state


def _no_gradient(op: Any, *dys: Any) -> None:
    raise LookupError(
        "The op 'ReduceDataset' has no gradient rule: neither a loop over a dataset in a tf.function nor "
        "Dataset.reduce keeps what a gradient needs. Loop over iter(dataset) instead, or use the tape inside "
        "of the loop. (AG601)"
    )


define(
    "ReduceDataset",
    "input_dataset: variant, initial_state: Tstate, other_arguments: Targuments",
    "components: output_types",
    {
        "Targuments": attr("list(type)"),
        "Tstate": attr("list(type)"),
        "f": attr("func"),
        "use_inter_op_parallelism": True,
        **DATASET_ATTRS,
    },
    infer=as_described,
    kernel=_reduce,
    gradient=_no_gradient,
    traits=Trait.HOST_ONLY | Trait.SIDE_EFFECT | Trait.CALLS | Trait.ITERATES,
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
    state = normalized(initial_state)
    function, spec = traced_with_state(
        reduce_func, spec_of(state), self.element_spec, "Dataset_reduce", lambda new: new
    )
    described = types_and_shapes(spec)
    # Tapes watch the variables that the function reads: their gradient is refused, and not None.
    tell_variables(function.graph)
    outputs = apply(
        lookup("ReduceDataset"),
        [self._variant_tensor, *components_of(state), *function.captures],
        {"f": function.graph, "Tstate": described["output_types"], **described},
        name,
    )
    return packed(spec, outputs)
