"""Binding the arguments of a call of a concrete function to the inputs of its graph.

A call has the form of the function's own arguments, or gives the tensors alone, by position or by the names
of the inputs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stagelight import nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import Tensor
from stagelight.errors import invalid_argument, with_code
from stagelight.graph.func_graph import FuncGraph
from stagelight.staging.call_signature import CallSignature
from stagelight.staging.function_types import argument_type
from stagelight.staging.signature_text import summary
from stagelight.staging.trace_types import TRACED_ARGUMENTS, encode, is_tensor_key
from stagelight.state.variable import Variable
from stagelight.types.specs import TensorSpec
from stagelight.types.trace_type import CastContext, TraceType
from stagelight.types.type_spec import TypeSpec

_MISSING: Any = object()


class ArgumentBinding:
    """Takes the arguments of calls apart into tensors.

    Args:
        graph: the function's, with the specs of its arguments.
        signature: the parameters.
    """

    def __init__(self, graph: FuncGraph, signature: CallSignature) -> None:
        self._graph = graph
        self._signature = signature
        self._argument_count = len(graph.inputs) - len(graph.captures)
        self._own: dict[str, TraceType] | None = None

    @property
    def named_arguments(self) -> list[tuple[str, Any]]:
        """What the function was traced with, by the names of the arguments."""
        args, kwargs = self._graph.structured_input_signature
        return [*zip(self._signature.argument_names(len(args)), args, strict=True), *kwargs.items()]

    @property
    def summary(self) -> str:
        """The function's name and parameters, for messages."""
        return summary(self._signature.name, self.named_arguments, with_values=False)

    def tensors_of(self, args: Sequence[Any], kwargs: dict[str, Any]) -> list[Any]:
        """The tensors of a call, one for each argument of the graph; their shapes are not compared.

        Raises:
            TypeError: the arguments do not fit the trace.
            InvalidArgumentError: a tensor of another dtype.
        """
        try:
            tensors = self._structured(args, kwargs)
        except TypeError:
            flat = self._flat(args, kwargs)
            if flat is None:
                raise
            tensors = flat
        self._check_dtypes(tensors)
        return tensors

    def _structured(self, args: Sequence[Any], kwargs: dict[str, Any]) -> list[Any]:
        """The tensors of a call in the form of the function's arguments."""
        traced_args, traced_kwargs = self._graph.structured_input_signature
        names = list(self._signature.names)
        given = dict(zip(names, args, strict=False))
        rest = list(args[len(names) :])
        for name, value in kwargs.items():
            if name in given:
                raise TypeError(f"{self.summary} got two values for {name!r}. (AG407)")
            given[name] = value
        if len(rest) != len(traced_args[len(names) :]):
            raise TypeError(
                f"{self.summary} takes {len(traced_args)} positional arguments. "
                f"Received: {len(args)} (AG407)"
            )
        traced = [*zip(names, traced_args, strict=False), *traced_kwargs.items()]
        unknown = set(given) - {name for name, _ in traced}
        if unknown:
            raise TypeError(
                f"{self.summary} got unexpected keyword arguments: {sorted(unknown)}. (AG407)"
            )
        tensors: list[Any] = []
        for name, spec in traced:
            self._take(name, spec, given.get(name, _MISSING), tensors)
        for i, (spec, value) in enumerate(zip(traced_args[len(names) :], rest, strict=True)):
            self._take(f"{self._signature.varargs}_{i}", spec, value, tensors)
        return tensors

    @property
    def _own_types(self) -> dict[str, TraceType]:
        """By the name of each argument in which there are objects that say their own types, its type."""
        if self._own is None:
            args, kwargs = self._graph.argument_types or ((), {})
            names = self._signature.argument_names(len(args))
            arguments = [*zip(names, args, strict=True), *kwargs.items()]
            self._own = {name: argument_type(x) for name, x in arguments if _has_own_type(x)}
        return self._own

    def _take(self, name: str, spec: Any, value: Any, tensors: list[Any]) -> None:
        """Adds the tensors of one argument; `spec` is what it was traced with."""
        own = self._own_types.get(name)
        if own is not None and value is not _MISSING:
            try:
                tensors.extend(own.to_tensors(own.cast(value, CastContext(allow_specs=True))))
            except Exception as cause:  # noqa: BLE001 - the program's own cast raises what it likes
                raise TypeError(
                    f"Binding inputs to tf.function failed due to `{cause}`. Received: {value!r} for "
                    f"argument {name!r} of {self.summary} (AG407)"
                ) from None
            return
        takes_tensors = _takes_tensors(spec)
        if value is _MISSING:
            if takes_tensors:
                raise TypeError(f"{self.summary} missing required arguments: {name}. (AG407)")
        elif not takes_tensors:
            self._check_value(name, spec, value)
        elif isinstance(spec, TensorSpec):
            tensors.append(_as_tensor(value, spec, name))
        else:
            found: list[Any] = []
            if _form(encode(value, found)) != _form(encode(spec, [])):
                raise TypeError(
                    f"{self.summary}: argument {name!r} has another structure than it was traced with. "
                    f"Required: {spec!r}. Received: {value!r} (AG407)"
                )
            tensors.extend(found)

    def _check_value(self, name: str, traced: Any, value: Any) -> None:
        """Asks that a Python argument is what the function was traced with."""
        if traced is value or encode(traced, []) == encode(value, []):
            return
        error = TypeError(
            f"ConcreteFunction {self.summary} was constructed with "
            f"{type(traced).__name__} value {traced!r} in {name}, but was called with "
            f"{type(value).__name__} value {value!r}."
        )
        raise with_code(error, "AG407")

    def _flat(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any] | None:
        """The tensors of a call that gives them alone; None when it does not.

        Several that are given by name only, as those of signatures, have no order.
        """
        has_order = self._argument_count == 1 or self._graph.structured_input_signature[0]
        if args and not has_order:
            return None
        placeholders = self._graph.inputs[: self._argument_count]
        names = [placeholder.op.name for placeholder in placeholders]
        specified = [
            placeholder.op.attrs.get("_user_specified_name") for placeholder in placeholders
        ]
        # What the program calls an input comes before the name of its operation, where it is one input's.
        names = [
            own.decode() if own is not None and specified.count(own) == 1 else name
            for name, own in zip(names, specified, strict=True)
        ]
        if len(args) > len(names) or set(kwargs) - set(names[len(args) :]):
            return None
        values = [*args, *[kwargs.get(name, _MISSING) for name in names[len(args) :]]]
        if any(value is _MISSING or isinstance(value, (list, tuple, dict)) for value in values):
            return None
        try:
            return [
                _as_tensor(value, TensorSpec(placeholder.shape, placeholder.dtype), name)
                for value, placeholder, name in zip(values, placeholders, names, strict=True)
            ]
        except (TypeError, ValueError):
            return None

    def _check_dtypes(self, tensors: Sequence[Any]) -> None:
        function = self._graph.name
        for i, (tensor, placeholder) in enumerate(zip(tensors, self._graph.inputs, strict=False)):
            if tensor.dtype is not placeholder.dtype:
                error = invalid_argument(
                    f"cannot compute {function} as input #{i}(zero-based) was expected to be a "
                    f"{placeholder.dtype.kernel_name} tensor but is a {tensor.dtype.kernel_name} tensor "
                    f"[Op:{function}]"
                )
                raise with_code(error, "AG407")


def _has_own_type(value: Any) -> bool:
    """Whether a type stands for an object in what a trace was made with."""
    leaves, _ = nest.flatten_with_spec(value, TRACED_ARGUMENTS)
    return any(isinstance(x, TraceType) and not isinstance(x, TypeSpec) for x in leaves)


def _takes_tensors(traced: Any) -> bool:
    """Whether there are tensors in what an argument was traced with."""
    leaves, _ = nest.flatten_with_spec(traced, TRACED_ARGUMENTS)
    return any(
        isinstance(leaf, (Tensor, TensorSpec))
        or (isinstance(leaf, TypeSpec) and _takes_tensors(leaf._component_specs))
        for leaf in leaves
    )


def _as_tensor(value: Any, spec: TensorSpec, name: str) -> Any:
    """A tensor as it is; what Python has in place of one has to be of the traced shape.

    Raises:
        TypeError: it cannot be such a tensor.
    """
    if isinstance(value, (Tensor, Variable)):
        return value if isinstance(value, Tensor) else convert_to_tensor(value, spec.dtype)
    try:
        tensor = convert_to_tensor(value, spec.dtype)
        if isinstance(value, np.ndarray) or spec.shape.is_compatible_with(tensor.shape):
            return tensor
        cause = f"its shape is {tensor.shape}"
    except (TypeError, ValueError) as error:
        cause = str(error)
    raise TypeError(
        f"Argument {name!r} was traced as a tensor. Required: {spec}. Received: {value!r} ({cause}) "
        "(AG407)"
    )


def _form(key: Any) -> Any:
    """A key without dtypes and shapes: which structure its tensors stand in."""
    if is_tensor_key(key):
        return "tensor"
    return tuple(map(_form, key)) if isinstance(key, tuple) else key
