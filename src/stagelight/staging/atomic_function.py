"""`AtomicFunction`: the graph of a trace as a function of its tensors alone."""

from __future__ import annotations

import abc
from collections.abc import Callable as AnyCallable
from collections.abc import Mapping, Sequence
from typing import Any

from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph_def_export import function_def
from stagelight.public import public
from stagelight.types.function_type import FunctionType


@public("types.experimental.Callable")
class Callable(metaclass=abc.ABCMeta):
    """What can be called like a staged function, and says what it takes and gives."""

    @property
    @abc.abstractmethod
    def function_type(self) -> FunctionType:
        """What it takes and gives."""

    @abc.abstractmethod
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls it with arguments as `function_type` says."""


@public("types.experimental.AtomicFunction")
class AtomicFunction(Callable):
    """The graph of a trace, `concrete.inference_fn`: a function of tensors, captured ones among them.

    >>> double = tf.function(lambda x: {"twice": x + x}).get_concrete_function(tf.TensorSpec([], tf.int32))
    >>> double.inference_fn.call_flat(tf.constant(4))
    [<tf.Tensor: shape=(), dtype=int32, numpy=8>]

    Attributes:
        graph: the graph.
        function_type: what it takes and gives.
    """

    def __init__(
        self, graph: FuncGraph, function_type: FunctionType, run: AnyCallable[[Sequence[Any]], Any]
    ) -> None:
        """Makes one.

        Args:
            graph: the graph.
            function_type: what it takes and gives.
            run: gives the outputs of the graph in one row, of its inputs in one row.
        """
        self.graph = graph
        self._function_type = function_type
        self._run = run

    @property
    def name(self) -> bytes:
        """The name in a graph's library of functions."""
        return self.graph.name.encode()

    @property
    def function_type(self) -> FunctionType:
        """What it takes and gives."""
        return self._function_type

    @property
    def definition(self) -> Any:
        """The graph as a `FunctionDef` message."""
        return function_def(self.graph)

    @property
    def cached_definition(self) -> Any:
        """The same."""
        return self.definition

    def call_flat(self, *args: Any) -> list[Any]:
        """The outputs in one row.

        Args:
            *args: the tensors of the arguments, then those that are captured.

        Raises:
            ValueError: there are more or fewer inputs.
        """
        inputs = self.graph.inputs
        if len(args) != len(inputs):
            expected = [tensor.op.name for tensor in inputs]
            raise ValueError(
                f"Signature specifies {len(inputs)} arguments, got: {len(args)}. Expected inputs: "
                f"{expected}. Received inputs: {args}. Function Type: {self._function_type!r} (AG407)"
            )
        return list(self._run(args))

    def call_preflattened(self, args: Sequence[Any]) -> Any:
        """The results in the form that the function returns, of its inputs in one row."""
        return self._function_type.pack_output(self.call_flat(*args))

    def call_with_captures(
        self, args: Sequence[Any], kwargs: Mapping[str, Any], captures: Sequence[Any]
    ) -> Any:
        """The results, of arguments and of what stands for the captured tensors."""
        bound = self._function_type.bind(*args, **kwargs)
        inputs = self._function_type.unpack_inputs(bound)
        return self.call_preflattened([*inputs, *self._function_type.unpack_captures(captures)])

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The results, of arguments.

        Raises:
            ValueError: it captures tensors.
        """
        if self._function_type.captures:
            raise ValueError(
                "The FunctionType defines captured inputs. Use call_with_captures instead. (AG407)"
            )
        return self.call_with_captures(args, kwargs, [])

    def __str__(self) -> str:
        return f"<AtomicFunction> {self.graph.name}{self._function_type}"

    def __repr__(self) -> str:
        return f"AtomicFunction(name={self.name!r},\nfunction_type={self._function_type!r})"
