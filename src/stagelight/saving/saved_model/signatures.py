"""Signatures: the functions of a model that are called by name, with tensors alone."""

from __future__ import annotations

import itertools
import keyword
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from stagelight import nest
from stagelight.core.composite import CompositeTensor
from stagelight.core.tensor import Tensor
from stagelight.saving.saved_model.files import DEFAULT_KEY
from stagelight.staging.bound_function import BoundFunction
from stagelight.staging.concrete_function import ConcreteFunction
from stagelight.staging.function import Function
from stagelight.state.trackable import Trackable
from stagelight.types.specs import TensorSpec, VariableSpec

# An object may say by an attribute of this name what its default signature is.
_DEFAULT_ATTRIBUTE = "_default_save_signature"


class SignatureMap(Trackable, Mapping[str, Any]):
    """The signatures of a model, by name. It does not change."""

    def __init__(self, signatures: Mapping[str, ConcreteFunction]) -> None:
        self._signatures = dict(signatures)

    def __getitem__(self, key: str) -> Any:
        return self._signatures[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._signatures)

    def __len__(self) -> int:
        return len(self._signatures)

    def __repr__(self) -> str:
        return f"_SignatureMap({self._signatures})"

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return dict(self._signatures) if save_type == "savedmodel" else {}

    __hash__ = object.__hash__


def argument_names(function: ConcreteFunction) -> list[str]:
    """The names of a trace's tensors, each once: those of the specs, or of the parameters."""
    names: dict[str, None] = {}
    for placeholder in function.graph.inputs[: function.argument_count]:
        given = placeholder.op.attrs.get("_user_specified_name")
        name = given.decode() if isinstance(given, bytes) else given or placeholder.op.name
        numbered = (f"{name}_{number}" for number in itertools.count(1))
        names[next(x for x in itertools.chain([name], numbered) if x not in names)] = None
    return list(names)


def parameter_names(names: Iterable[str]) -> list[str]:
    """What the parameters of a signature are called in Python, by the names of its tensors.

    Raises:
        ValueError: two names become one.
    """
    given = list(names)
    made = [_parameter_name(name) for name in given]
    if len(set(made)) < len(made):
        raise ValueError(
            "Name collision after sanitization: two tensors of a signature would be one parameter. Please "
            f"rename them. Original: {sorted(given)}, Sanitized: {sorted(set(made))}"
        )
    return made


def _parameter_name(name: str) -> str:
    if name.isidentifier() and not keyword.iskeyword(name):
        return name
    plain = "".join(char if char.isalnum() else "_" for char in name)
    return plain if plain.isidentifier() and not keyword.iskeyword(plain) else f"arg_{plain}"


def signatures_of(children: Mapping[str, Any], given: Any) -> SignatureMap:
    """The signatures with which a model is saved.

    Args:
        children: of the model, by name.
        given: functions by name, one function, or None: the only function of the model that can be one.

    Raises:
        ValueError: a function has no `input_signature`, or returns what is no tensor.
    """
    if given is None:
        function = _default_of(children)
        given = {} if function is None else {DEFAULT_KEY: function}
    elif not isinstance(given, Mapping):
        given = {DEFAULT_KEY: given}
    return SignatureMap({key: _as_signature(key, function) for key, function in given.items()})


def _trace_of(function: Any) -> ConcreteFunction | None:
    """The one trace that a function has by its `input_signature`."""
    if isinstance(function, BoundFunction):
        function = function._function
    if isinstance(function, Function) and function.input_signature is not None:
        return function.get_concrete_function()
    return function if isinstance(function, ConcreteFunction) else None


def _default_of(children: Mapping[str, Any]) -> Any:
    found = []
    for name, child in children.items():
        if name == _DEFAULT_ATTRIBUTE and getattr(type(child), "_is_saved_with_objects", False):
            return child
        trace = _trace_of(child)
        if trace is not None and _can_be_signature(trace):
            found.append(trace)
    return found[0] if len(found) == 1 else None


def _can_be_signature(trace: ConcreteFunction) -> bool:
    if not trace.outputs:
        return False
    try:
        _check_inputs(trace)
        _named_results(trace.graph.structured_outputs, trace.name, "")
    except ValueError:
        return False
    return True


def _check_inputs(trace: ConcreteFunction) -> None:
    leaves = nest.flatten(trace.structured_input_signature)
    if any(isinstance(leaf, VariableSpec) or hasattr(leaf, "handle") for leaf in leaves):
        raise ValueError(
            f"Unable to serialize concrete_function '{trace.name}' with tf.Variable input. Functions "
            "that expect tf.Variable inputs cannot be exported as signatures."
        )


def _as_signature(key: Any, function: Any) -> ConcreteFunction:
    """A function of the trace's tensors by name that gives its results by name."""
    trace = _trace_of(function)
    if not isinstance(key, str):
        raise ValueError(f"The names of signatures are strings. Received: {key!r}")
    if trace is None:
        raise ValueError(
            "Expected a TensorFlow function for which to generate a signature, but got "
            f"{function}. Only `tf.functions` with an input signature or concrete functions can be used "
            "as a signature."
        )
    _check_inputs(trace)
    names = argument_names(trace)
    parameters = parameter_names(names)

    def signature_wrapper(**kwargs: Any) -> dict[str, Any]:
        results = trace.call_flat([kwargs[parameter] for parameter in parameters])
        return _named_results(results, trace.name, key)

    own_name = getattr(function, "__name__", None)
    wrapper_name = f"signature_wrapper_{own_name}" if own_name else "signature_wrapper"
    wrapper = Function(signature_wrapper, name=wrapper_name, autograph=False)
    specs = {
        parameter: TensorSpec(spec.shape, spec.dtype, name)
        for parameter, name, spec in zip(parameters, names, _tensor_specs(trace), strict=True)
    }
    return wrapper.get_concrete_function(**specs)


def _tensor_specs(trace: ConcreteFunction) -> list[TensorSpec]:
    """The specs of a trace's tensors, as the function was asked for: within, shapes may be known better."""
    leaves = nest.flatten(trace.structured_input_signature, expand_composites=True)
    return [leaf for leaf in leaves if isinstance(leaf, TensorSpec)]


def _named_results(results: Any, function_name: str, key: str) -> dict[str, Any]:
    """The results by name: "output_0" and so on if they have no names.

    Raises:
        ValueError: something among them is no tensor, or a name is no string.
    """
    if hasattr(results, "_asdict"):
        results = results._asdict()
    elif not isinstance(results, Mapping):
        if not isinstance(results, (list, tuple)):
            results = [results]
        results = {f"output_{i}": result for i, result in enumerate(results)}
    for name, value in results.items():
        if not isinstance(name, str):
            raise ValueError(
                f"Got a dictionary with a non-string key {name!r} in the output of the function "
                f"{function_name} used to generate the SavedModel signature {key!r}."
            )
        if not isinstance(value, (Tensor, CompositeTensor)):
            raise ValueError(
                f"Got a non-Tensor value {value!r} for key {name!r} in the output of the function "
                f"{function_name} used to generate the SavedModel signature {key!r}. Outputs for "
                "functions used as signatures must be a single Tensor, a sequence of Tensors, or a "
                "dictionary from string to Tensor."
            )
    return dict(results)


def with_parameter_names(structured: Any) -> Any:
    """Arguments as (args, kwargs), with names that Python's parameters can have."""
    args, kwargs = structured
    return args, dict(zip(parameter_names(kwargs), kwargs.values(), strict=True))


def packed(specs: Any, outputs: Sequence[Any], name: str) -> Any:
    """The outputs of a graph in the form of specs."""
    leaves = nest.flatten(specs, expand_composites=True)
    if sum(leaf is not None for leaf in leaves) != len(outputs):
        raise ValueError(
            f"The function {name!r} has {len(outputs)} outputs, and is to have {specs}."
        )
    remaining = iter(outputs)
    flat = [None if leaf is None else next(remaining) for leaf in leaves]
    return nest.pack_sequence_as(specs, flat, expand_composites=True)
