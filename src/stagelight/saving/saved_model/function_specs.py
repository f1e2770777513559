"""How Python calls a saved function: its parameters, as `inspect.getfullargspec` has them."""

from __future__ import annotations

import collections
import inspect
from typing import Any

from stagelight.graph.structured_values import decoded, encoded
from stagelight.staging.call_signature import CallSignature
from stagelight.staging.concrete_function import ConcreteFunction

FullArgSpec = collections.namedtuple(
    "FullArgSpec",
    ["args", "varargs", "varkw", "defaults", "kwonlyargs", "kwonlydefaults", "annotations"],
)


def write_function_spec(message: Any, signature: CallSignature) -> None:
    """Fills a `FunctionSpec`.

    Raises:
        ValueError: a default has no form in a saved model.
    """
    defaults = signature.defaults
    positional = tuple(defaults[name] for name in signature.names if name in defaults)
    keyword_only = {name: defaults[name] for name in signature.keyword_only if name in defaults}
    spec = FullArgSpec(
        list(signature.names),
        signature.varargs,
        signature.keywords,
        positional or None,
        list(signature.keyword_only),
        keyword_only or None,
        {},
    )
    try:
        message.fullargspec.CopyFrom(encoded(spec))
    except ValueError as error:
        raise ValueError(f"The defaults of {signature.name!r} cannot be saved: {error}") from None
    message.input_signature.CopyFrom(encoded(signature.input_signature))


def write_spec_of_trace(message: Any, function: ConcreteFunction) -> None:
    """Fills the `FunctionSpec` of a trace that is saved without its function: it has no defaults."""
    args, kwargs = function.structured_input_signature
    signature = function._signature
    rest = signature.varargs or "args"
    names = list(signature.names[: len(args)])
    names += [f"{rest}_{i}" for i in range(len(args) - len(names))]
    spec = FullArgSpec(names, None, None, None, sorted(kwargs), None, {})
    message.fullargspec.CopyFrom(encoded(spec))
    message.input_signature.CopyFrom(encoded(None))


def read_function_spec(message: Any, name: str) -> tuple[inspect.Signature, Any]:
    """The parameters, without that of an object whose method it is, and the `input_signature`.

    Raises:
        ValueError: it is no possible signature.
    """
    spec = decoded(message.fullargspec)
    input_signature = (
        decoded(message.input_signature) if message.HasField("input_signature") else None
    )
    try:
        signature = _signature(spec, message.is_method)
    except (AttributeError, TypeError, KeyError, IndexError) as error:
        raise ValueError(f"The parameters of the function {name!r} are broken: {error}") from None
    if input_signature is not None:
        input_signature = tuple(input_signature)
    return signature, input_signature


def _signature(spec: Any, is_method: bool) -> inspect.Signature:
    names = list(spec.args)
    if is_method or names[:1] == ["self"]:
        names = names[1:]
    defaults = list(spec.defaults or ())
    first = len(names) - len(defaults)
    parameters = [
        inspect.Parameter(
            name,
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=defaults[i - first] if i >= first else inspect.Parameter.empty,
        )
        for i, name in enumerate(names)
    ]
    if spec.varargs is not None:
        parameters.append(inspect.Parameter(spec.varargs, inspect.Parameter.VAR_POSITIONAL))
    keyword_defaults = spec.kwonlydefaults or {}
    parameters += [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=keyword_defaults.get(name, inspect.Parameter.empty),
        )
        for name in spec.kwonlyargs or ()
    ]
    if spec.varkw is not None:
        parameters.append(inspect.Parameter(spec.varkw, inspect.Parameter.VAR_KEYWORD))
    return inspect.Signature(parameters)
