"""`tf.compat.v1.wrap_function`: code of TensorFlow 1 as a function, and parts of its graph as others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stagelight import nest
from stagelight.compat.v1.variable_stores import keep_own_variables
from stagelight.core.tensor import Tensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph_def_import import import_graph_def
from stagelight.graph.tracing import trace_into
from stagelight.public import public
from stagelight.staging.call_signature import call_signature, plain_signature
from stagelight.staging.concrete_function import ConcreteFunction, next_function_number
from stagelight.staging.pruning import pruned
from stagelight.staging.variable_lifting import LiftingCreator
from stagelight.state.variable_creation import variable_creator_scope
from stagelight.types.dtypes import DType
from stagelight.types.specs import TensorSpec


class WrappedFunction(ConcreteFunction):
    """A function of a graph, of which parts can be functions too."""

    def __init__(self, graph: FuncGraph, name: str) -> None:
        signature = plain_signature(graph.structured_input_signature)
        super().__init__(graph, call_signature(name, signature))

    def prune(
        self, feeds: Any, fetches: Any, name: str | None = None, input_signature: Any = None
    ) -> WrappedFunction:
        """A function of the part of the graph that leads from tensors to others.

        Args:
            feeds: tensors of the graph, or names: its arguments. Those that stand for captured tensors stay
                captures.
            fetches: tensors and operations, or names, in the structure of the results.
            name: the function's name.
            input_signature: (args, kwargs) with specs of the arguments; by position if None.

        Raises:
            KeyError, ValueError: a feed or fetch is none of the graph.
        """
        given = [self.graph.as_graph_element(x, allow_operation=False) for x in nest.flatten(feeds)]
        elements = nest.map_structure(self.graph.as_graph_element, fetches)
        outside = [(inside, tensor) for tensor, inside in self.graph.captures]
        given = [x for x in given if self.graph.captured(x) is None]
        own_name = name or "pruned"
        named = {x.op.name: x for x in given}
        graph = pruned(self.graph, own_name, named, elements, outside, self.variables)
        specs = tuple(graph.structured_input_signature[1].values())
        graph.structured_input_signature = input_signature or (specs, {})
        return WrappedFunction(graph, own_name)


@public("compat.v1.wrap_function")
def wrap_function(
    fn: Callable[..., Any], signature: Any, name: str | None = None
) -> WrappedFunction:
    """Runs a function of TensorFlow 1's kind once, into a graph, and makes a function of that graph.

    Variables that it makes are kept with the function. There is no AutoGraph.

    Args:
        fn: builds a graph of its tensors.
        signature: its arguments: `tf.TensorSpec`s and other specs, dtypes, and Python values, which are
            passed to the function as they are.
        name: the function's name.

    Returns:
        The function, whose `prune` makes functions of parts of its graph.

    >>> def double_and_triple(x):
    ...     v = tf.compat.v1.get_variable("v", initializer=2.0)
    ...     return tf.multiply(x, v, name="double"), x * 3.0
    >>> f = tf.compat.v1.wrap_function(double_and_triple, [tf.TensorSpec([], tf.float32)])
    >>> [float(y) for y in f(tf.constant(5.0))]
    [10.0, 15.0]
    >>> double = f.prune(f.inputs[0], "double:0")
    >>> float(double(tf.constant(4.0)))
    8.0
    >>> len(f.variables)
    1
    """
    own_name = str(name or getattr(fn, "__name__", "wrapped_function"))
    graph = FuncGraph(
        f"__wrapped_{own_name}_{next_function_number()}".replace("<lambda>", "lambda"), None
    )
    keep_own_variables(graph)
    lifting = LiftingCreator()
    made: list[Any] = []

    def creator(next_creator: Callable[..., Any], **kwargs: Any) -> Any:
        made.append(lifting(next_creator, **kwargs))
        return made[-1]

    specs = nest.map_structure(_as_spec, tuple(signature), expand_composites=False)
    with graph.as_default():
        placeholders = nest.map_structure(
            lambda spec: _placeholder(graph, spec) if isinstance(spec, TensorSpec) else spec,
            specs,
            expand_composites=True,
        )
    with variable_creator_scope(creator):
        trace_into(graph, fn, placeholders)
    for variable in made:
        graph.variable_accessed(variable)
    graph.structured_input_signature = (specs, {})
    return WrappedFunction(graph, own_name)


def _as_spec(value: Any) -> Any:
    """The spec that a dtype or tensor of a signature means; other entries as they are."""
    if isinstance(value, Tensor):
        return TensorSpec(value.shape, value.dtype)
    return TensorSpec(None, value) if isinstance(value, DType) else value


def _placeholder(graph: FuncGraph, spec: TensorSpec) -> Any:
    name = spec.name or "args"
    symbolic = graph.add_input(spec.dtype, spec.shape, name)
    symbolic.op.attrs["_user_specified_name"] = name.encode()
    return symbolic


def function_from_graph_def(
    graph_def: Any, inputs: Any, outputs: Any, captures: Mapping[str, Tensor] | None = None
) -> WrappedFunction:
    """The part of a `GraphDef` that leads from tensors to others as a function.

    Args:
        graph_def: the message.
        inputs: names of tensors: its arguments.
        outputs: names of tensors and operations, in the structure of the results.
        captures: by the names of placeholders, the tensors that take their places.

    Raises:
        ValueError: the message is broken.
        KeyError: there is no tensor or operation of that name.
    """
    function = wrap_function(lambda: import_graph_def(graph_def, name=""), [])
    graph = function.graph
    for name, tensor in (captures or {}).items():
        graph.add_capture(tensor, graph.get_operation_by_name(name).outputs[0])
    return function.prune(inputs, outputs)
