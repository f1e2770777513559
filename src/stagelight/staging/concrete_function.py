"""`ConcreteFunction`: one trace of a function, ready to call."""

from __future__ import annotations

import abc
import itertools
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from stagelight import nest
from stagelight.control_flow.calls import call_graph, call_instead
from stagelight.control_flow.implementations import calls_of_what_it_stands_for
from stagelight.core.arrays import array_in_rows
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.errors import invalid_argument
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph_text import html_beside_source
from stagelight.graph.operation import SymbolicTensor
from stagelight.graph.origins import lines_of, user_origins
from stagelight.passes.generalize import generalized
from stagelight.public import public
from stagelight.runtime.executable import compiler_ir, executable, interim_executable, when_final
from stagelight.staging.argument_binding import ArgumentBinding
from stagelight.staging.atomic_function import AtomicFunction, Callable
from stagelight.staging.call_signature import CallSignature
from stagelight.staging.function_types import argument_type, type_of_trace
from stagelight.staging.result_forms import result_form
from stagelight.staging.signature_text import pretty_printed, summary
from stagelight.types.dtypes import resource
from stagelight.types.function_type import FunctionType
from stagelight.types.specs import TensorSpec

_numbers = itertools.count(1)

# How often a trace that is one of many, or of several for other shapes, runs before it is compiled.
_INTERIM_RUNS = 2


@public("__internal__.function.ConcreteFunction", "types.experimental.ConcreteFunction")
class ConcreteFunction(metaclass=abc.ABCMeta):  # noqa: B024
    """A graph with the form of its arguments and results: what one trace of a `tf.function` gives.

    It is called like the function, with tensors of the dtypes that it was traced for; Python arguments that
    it was traced with may be left out, and must be equal where they are given. Called eagerly it takes
    tensors of other shapes too, as far as its operations do; what Python made of the shapes while it traced
    stays as it was.

    >>> @tf.function
    ... def double(a):
    ...     return a + a
    >>> concrete = double.get_concrete_function(tf.constant(1))
    >>> concrete(tf.constant(4))
    <tf.Tensor: shape=(), dtype=int32, numpy=8>

    Attributes:
        argument_count: how many of the graph's inputs are arguments; the others are captures.
    """

    _is_saved_with_objects = True

    def __init__(self, graph: FuncGraph, signature: CallSignature, results: Any = None) -> None:
        """Makes one of a graph; `results` are specs of its results, where they have names of their own."""
        self.graph = graph
        self.name = graph.name
        self._signature = signature
        self._results = results
        self._origins = user_origins()
        self.structured_input_signature = graph.structured_input_signature
        self.argument_count = len(graph.inputs) - len(graph.captures)
        self._captured = list(graph.external_captures)
        self._captured_arrays = (
            [array_in_rows(tensor) for tensor in self._captured]
            if all(isinstance(tensor, EagerTensor) for tensor in self._captured)
            else []
        )
        self._dtypes = tuple(tensor.dtype for tensor in graph.outputs)
        structured = graph.structured_outputs
        self._is_single = isinstance(structured, Tensor) and len(graph.outputs) == 1
        self._form = result_form(structured)
        self._run = _first_run(self)
        self.is_one_of_many = False
        # The trace that gives variables their values, until a call has run it.
        self.for_first_call: ConcreteFunction | None = None
        self._type: FunctionType | None = None
        self._binding = ArgumentBinding(graph, signature)
        # For other shapes than those of the trace, by their ranks.
        self._general: dict[tuple[int, ...], ConcreteFunction] = {}

    # What it is.

    @property
    def called_from(self) -> tuple[tuple[str, int, str], ...]:
        """(file, line, function) of the user's call that the trace was made for, inner first."""
        return lines_of(self._origins)

    @property
    def structured_outputs(self) -> Any:
        """The results' symbolic tensors, or specs for a loaded function, in the form that it returns."""
        return self.graph.structured_outputs if self._results is None else self._results

    @property
    def inputs(self) -> list[SymbolicTensor]:
        """The graph's inputs: arguments, then captures."""
        return list(self.graph.inputs)

    @property
    def outputs(self) -> list[SymbolicTensor]:
        """The graph's outputs, in one row."""
        return list(self.graph.outputs)

    @property
    def captured_inputs(self) -> list[Tensor]:
        """The tensors and handles from outside that the function uses."""
        return list(self._captured)

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables that the function uses."""
        return tuple(self.graph.variables)

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """Those of them that are trainable."""
        return tuple(v for v in self.graph.variables if v.trainable)

    @property
    def function_type(self) -> FunctionType:
        """What it takes and gives, with the types of captured tensors."""
        if self._type is None:
            arguments = self.graph.argument_types or self.structured_input_signature
            self._type = type_of_trace(
                self._signature, arguments, self.structured_outputs, self._captured
            )
        return self._type

    @property
    def inference_fn(self) -> AtomicFunction:
        """The graph as a function of tensors, captured ones among them."""
        return AtomicFunction(self.graph, self.function_type, self._outputs_of)

    @property
    def function_def(self) -> Any:
        """The graph as a `FunctionDef` message."""
        return self.inference_fn.definition

    @property
    def output_dtypes(self) -> Any:
        """The dtypes of the results, in their form."""
        return nest.map_structure(lambda t: None if t is None else t.dtype, self.structured_outputs)

    @property
    def output_shapes(self) -> Any:
        """The static shapes of the results, in their form."""
        return nest.map_structure(lambda t: None if t is None else t.shape, self.structured_outputs)

    def pretty_printed_signature(self, verbose: bool = True) -> str:
        """The signature as text: parameters with dtypes and shapes, and results."""
        if not verbose:
            return summary(self._signature.name, self._binding.named_arguments)
        return pretty_printed(
            self._signature.name, self._binding.named_arguments, self.structured_outputs
        )

    def compiler_ir(self, arguments: Sequence[Any], stage: str) -> str:
        """What is made of the graph, as text.

        Args:
            arguments: what the sizes are taken from that the trace does not know: tensors or specs.
            stage: "graph" (what passes leave), "loops" (loop nests of what becomes machine code), "llvm" or
                "asm" (the processor's instructions).

        Raises:
            ValueError: another stage, or a size is not known.
        """
        given = [x.shape for x in arguments]
        shapes = [*given, *[tensor.shape for tensor in self.graph.inputs[len(given) :]]]
        unknown = [
            tensor.name
            for tensor, shape in zip(self.graph.inputs, shapes, strict=True)
            if tensor.dtype is not resource and not shape.is_fully_defined()
        ]
        if unknown:
            raise ValueError(
                f"Code is shown for known sizes. Give tensors, or specs of known shape, for {unknown}."
            )
        return compiler_ir(self.graph, shapes, stage)

    def add_to_graph(self, g: Any = None, overwrite: bool = False) -> None:
        """Puts the function into the library of a graph, by default the one that is being built."""
        graph = CONTEXT.stage if g is None else g
        if graph is not None and all(known is not self.graph for known in graph.added_functions):
            graph.added_functions.append(self.graph)
            for operation in calls_of_what_it_stands_for(graph, self.graph):
                call_instead(operation, self.graph)

    def add_gradient_functions_to_graph(self, g: Any = None) -> None:  # noqa: B027
        """Kept likewise: gradients are made when they are asked for."""

    def __str__(self) -> str:
        return f"ConcreteFunction {self.pretty_printed_signature()}"

    def __repr__(self) -> str:
        return f"<ConcreteFunction {self.pretty_printed_signature(verbose=False)} at {id(self):#X}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the graph beside the source that it was made of."""
        return html_beside_source(self.graph)

    # Calling.

    def argument_tensors(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
        """The tensors of a call's bound arguments, as the types of this trace take them apart."""
        typed_args, typed_kwargs = self.graph.argument_types
        pairs = [
            *zip(typed_args, args, strict=True),
            *((typed_kwargs[name], kwargs[name]) for name in sorted(kwargs)),
        ]
        tensors: list[Any] = []
        for typed, value in pairs:
            tensors += argument_type(typed).to_tensors(value)
        return tensors

    def _outputs_of(self, inputs: Sequence[Any]) -> list[Any]:
        """The graph's outputs in one row, of its inputs."""
        inputs = [
            convert_to_tensor(value, placeholder.dtype)
            for value, placeholder in zip(inputs, self.graph.inputs, strict=True)
        ]
        return call_graph(self.graph, inputs)

    def call_flat(self, tensors: Sequence[Any]) -> Any:
        """Calls the graph with its arguments' tensors in one row."""
        if not CONTEXT.plain:
            return self._call_observed(tensors)
        arrays = [tensor._array for tensor in tensors]
        if self._captured_arrays:
            arrays += self._captured_arrays
        if self._is_single:  # As `_packed` does, without another call.
            return EagerTensor(self._run(*arrays)[0], self._dtypes[0])
        return self._packed(self._run(*arrays))

    def _call_observed(self, tensors: Sequence[Any]) -> Any:
        """A call while a graph is built, or while tapes follow what happens."""
        stage = CONTEXT.stage
        for variable in self.graph.variables:
            if stage is not None:
                stage.variable_accessed(variable)
            if variable.trainable:
                for recorder in CONTEXT.recorders:
                    recorder.variable_accessed(variable)
        inputs = [*tensors, *self._captured]
        is_alone = stage is None and CONTEXT.evaluator is None
        if is_alone and not any(r.follows(inputs) for r in CONTEXT.recorders):
            return self._packed(self._run(*[tensor._array for tensor in inputs]))
        return self._form(call_graph(self.graph, inputs))

    def packed(self, outputs: Sequence[Any]) -> Any:
        """The graph's outputs in the form that the function returns."""
        return self._form(list(outputs))

    def _packed(self, arrays: Sequence[Any]) -> Any:
        return self._form(list(map(EagerTensor, arrays, self._dtypes)))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the function in the form of its arguments, or with its tensors alone.

        Raises:
            TypeError: the arguments do not fit the trace.
            InvalidArgumentError: a tensor of another dtype, or of a shape that the operations do not take.
        """
        tensors = self._binding.tensors_of(args, kwargs)
        if all(map(_fits, tensors, self.graph.inputs)):
            return self.call_flat(tensors)
        return self._for_shapes_of(tensors).call_flat(tensors)

    def _for_shapes_of(self, tensors: Sequence[Any]) -> ConcreteFunction:
        """This function for tensors of other shapes than it was traced with.

        Raises:
            TypeError: a graph is being built: it could not say what the shapes of the results are.
            InvalidArgumentError: the operations do not take such shapes.
        """
        if CONTEXT.stage is not None:
            tensor, placeholder = next(
                pair for pair in zip(tensors, self.graph.inputs, strict=False) if not _fits(*pair)
            )
            raise TypeError(
                f"{self._binding.summary}: argument {placeholder.op.name!r} was traced with shape "
                f"{placeholder.shape}. Received shape: {tensor.shape}. (AG407)"
            )
        ranks = tuple(tensor.shape.rank for tensor in tensors)
        general = self._general.get(ranks)
        if general is None or not all(map(_fits, tensors, general.graph.inputs)):
            known = self if general is None else general
            shapes = [
                placeholder.shape.most_specific_compatible_shape(tensor.shape)
                if placeholder.shape.rank == tensor.shape.rank
                else tensor.shape
                for tensor, placeholder in zip(tensors, known.graph.inputs, strict=False)
            ]
            try:
                graph = generalized(self.graph, shapes)
            except ValueError as error:
                raise invalid_argument(f"{error} [Op:{self.name}] (AG407)") from None
            general = ConcreteFunction(graph, self._signature, self._results)
            self._general[ranks] = general
        return general


Callable.register(ConcreteFunction)


def name_inputs(concrete: ConcreteFunction, arguments: Any) -> None:
    """Gives a trace's inputs the names of the specs it is asked for by, though a call made it before."""
    specs = nest.flatten(arguments)
    inputs = concrete.graph.inputs[: concrete.argument_count]
    if not all(type(spec) is TensorSpec for spec in specs) or len(specs) != len(inputs):
        return
    names = [spec.name for spec in specs]
    if not any(names):
        return
    for placeholder, name in zip(inputs, names, strict=True):
        if name:
            placeholder.op.attrs["_user_specified_name"] = name.encode()
    remaining = iter(names)
    concrete.structured_input_signature = concrete.graph.structured_input_signature = (
        nest.map_structure(
            lambda spec: TensorSpec(spec.shape, spec.dtype, next(remaining) or spec.name),
            concrete.structured_input_signature,
        )
    )


def next_function_number() -> int:
    """The number in the name of the next function: `__inference_double_12`."""
    return next(_numbers)


def _first_run(concrete: ConcreteFunction) -> Any:
    """Compiles on the first call, and is then replaced by what was compiled."""

    def run(*arrays: Any) -> Any:
        if concrete.is_one_of_many:
            concrete._run = _interim_runs(concrete)
        else:
            _set_final_run(concrete)
        return concrete._run(*arrays)

    return run


def _set_final_run(concrete: ConcreteFunction) -> None:
    concrete._run = executable(concrete.graph)
    when_final(concrete._run, partial(setattr, concrete, "_run"))


def _interim_runs(concrete: ConcreteFunction) -> Any:
    """Runs a trace which is one of many without compiling it, until it has run some times."""
    interim = interim_executable(concrete.graph)
    turns = itertools.count()

    def run(*arrays: Any) -> Any:
        if next(turns) < _INTERIM_RUNS:
            return interim(*arrays)
        _set_final_run(concrete)
        return concrete._run(*arrays)

    return run


def _fits(tensor: Any, placeholder: SymbolicTensor) -> bool:
    return placeholder.shape.is_compatible_with(tensor.shape)
