"""The `FunctionType`s of staged functions and of their traces."""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Iterable
from typing import Any

from stagelight.staging.call_signature import CallSignature
from stagelight.staging.trace_types import IdentityKey, MethodKey, map_leaves
from stagelight.types.function_type import FunctionType, Parameter
from stagelight.types.specs import TensorSpec
from stagelight.types.structure_types import Literal, Weakref, trace_type_of
from stagelight.types.trace_type import TraceType, TracingContext


def type_of_function(signature: CallSignature) -> FunctionType:
    """The type of a function: its parameters, with the types that an `input_signature` gives them."""
    if signature.input_signature is None:
        return FunctionType(
            Parameter(p.name, p.kind, p.default is not p.empty, None)
            for p in signature.signature.parameters.values()
        )
    specs = list(signature.input_signature)
    parameters = []
    for p in signature.signature.parameters.values():
        if p.kind is p.VAR_KEYWORD:
            continue
        if p.kind is p.VAR_POSITIONAL:
            parameters += [
                Parameter(f"{p.name}_{i}", p.POSITIONAL_ONLY, False, trace_type_of(spec))
                for i, spec in enumerate(specs)
            ]
            specs = []
            continue
        is_given = bool(specs) and p.kind is not p.KEYWORD_ONLY
        known = specs.pop(0) if is_given else signature.defaults[p.name]
        parameters.append(
            Parameter(p.name, _kind(signature, p), p.default is not p.empty, trace_type_of(known))
        )
    return FunctionType(parameters)


def type_of_trace(
    signature: CallSignature, arguments: Any, results: Any, captures: Iterable[Any]
) -> FunctionType:
    """The type of a trace.

    Args:
        signature: the function's parameters.
        arguments: (args, kwargs) that it was traced with: types and specs in place of values.
        results: its results, or specs in their form.
        captures: the tensors from outside that it uses.
    """
    args, kwargs = arguments
    context = TracingContext(is_legacy_signature=True)
    known = signature.signature.parameters
    extra = inspect.Parameter("extra", inspect.Parameter.POSITIONAL_ONLY)
    parameters = [
        Parameter(name, _kind(signature, known.get(name, extra)), False, argument_type(x, context))
        for name, x in zip(signature.argument_names(len(args)), args, strict=True)
    ]
    named = [name for name in signature.keyword_only if name in kwargs]
    named += sorted(set(kwargs) - set(named))
    parameters += [
        Parameter(name, extra.KEYWORD_ONLY, False, argument_type(kwargs[name], context))
        for name in named
    ]
    return FunctionType(
        parameters,
        {id(tensor): TensorSpec(tensor.shape, tensor.dtype) for tensor in captures},
        return_annotation=trace_type_of(results, TracingContext()),
    )


def _kind(signature: CallSignature, parameter: inspect.Parameter) -> Any:
    """The kind of a parameter: only by position, where more may follow."""
    if signature.varargs is None or parameter.kind is not parameter.POSITIONAL_OR_KEYWORD:
        return parameter.kind
    return parameter.POSITIONAL_ONLY


def argument_type(value: Any, context: TracingContext | None = None) -> TraceType:
    """The type of an argument that a trace was made with, where it holds objects by their keys."""
    return trace_type_of(map_leaves(_of_object, value), context)


def _of_object(value: Any) -> Any:
    if isinstance(value, MethodKey):
        return Literal(value)
    if not isinstance(value, IdentityKey):
        return value
    reference = value.reference
    return Weakref(reference) if isinstance(reference, weakref.ref) else Literal(value.value())
