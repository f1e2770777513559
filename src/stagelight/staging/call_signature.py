"""Binding a call's arguments to a function's parameters, and to an `input_signature`."""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stagelight import nest
from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import Tensor
from stagelight.errors import shown_as_value_error, with_code
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import TypeSpec, type_spec_from_value


@shown_as_value_error
class SignatureMismatch(ValueError, TypeError):
    """Arguments that do not fit an input_signature: ValueError in the guide, TypeError in later TF.

    The guide prints the message to its end, so the code is a note.
    """


@dataclass(frozen=True)
class _Given:
    """Stands for an argument of a call: by position or by keyword."""

    place: int | str


# (args, kwargs) of a call in canonical form.
Binding = Callable[[Sequence[Any], Mapping[str, Any]], tuple[tuple[Any, ...], dict[str, Any]]]

# Forms of calls kept; with `*args` they may be many.
_BINDINGS_LIMIT = 256


class CallSignature:
    """A Python function's parameters, with the specs that an `input_signature` gives them.

    Attributes:
        name: the function's name.
        signature: what `inspect` says of the function.
        names: the positional parameters' names.
        varargs, keywords: the names of `*args` and `**kwargs`, None when there are none.
        has_self: whether the function is a method whose `self` is bound already.
        input_signature: the specs, None when there is none.
    """

    def __init__(self, function: Callable[..., Any], input_signature: Any = None) -> None:
        self.name = getattr(function, "__name__", None) or _name_of(function)
        try:
            self.signature = inspect.signature(function)
        except (TypeError, ValueError):
            self.signature = inspect.signature(lambda *args, **kwargs: None)
        parameters = self.signature.parameters.values()
        positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
        self.names = tuple(p.name for p in parameters if p.kind in positional)
        self.keyword_only = tuple(p.name for p in parameters if p.kind is p.KEYWORD_ONLY)
        self.varargs = next((p.name for p in parameters if p.kind is p.VAR_POSITIONAL), None)
        self.keywords = next((p.name for p in parameters if p.kind is p.VAR_KEYWORD), None)
        self.defaults = {p.name: p.default for p in parameters if p.default is not p.empty}
        self.input_signature = None if input_signature is None else _checked(input_signature)
        if self.input_signature is not None:
            self._check_constrained(len(self.input_signature))
        self._bindings: dict[Any, Binding] = {}
        # A call with exactly these many positional arguments and no keywords needs no binding.
        self.simple_count = (
            len(self.names) if not self.keyword_only and self.keywords is None else -1
        )

    def _check_constrained(self, left: int) -> None:
        """Asks that each parameter has a spec or a default, and each spec a parameter."""
        for parameter in self.signature.parameters.values():
            needed = parameter.default is parameter.empty
            if parameter.name == "self" or parameter.kind is parameter.VAR_KEYWORD:
                continue
            if parameter.kind is parameter.VAR_POSITIONAL:
                left = 0
            elif parameter.kind is parameter.KEYWORD_ONLY:
                if needed:
                    raise TypeError(
                        f"{self.name}: since input_signature is defined, keyword-only parameter "
                        f"`{parameter.name}` must have a default value. (AG405)"
                    )
            elif left:
                left -= 1
            elif needed:
                raise TypeError(
                    f"{self.name}: input_signature missing type constraint for {parameter.name}. (AG405)"
                )
        if left:
            raise TypeError(
                f"{self.name}: input_signature contains {left} extra type constraints. (AG405)"
            )

    def bind(
        self, args: Sequence[Any], kwargs: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments in canonical form: by position where they can be, defaults filled in.

        Raises:
            TypeError: they do not fit the parameters.
        """
        if not kwargs and len(args) == self.simple_count:
            return tuple(args), {}
        form = (len(args), *kwargs) if kwargs else len(args)
        binding = self._bindings.get(form)
        if binding is None:
            binding = self._binding(len(args), [*kwargs])
            if len(self._bindings) >= _BINDINGS_LIMIT:
                self._bindings.clear()
            self._bindings[form] = binding
        return binding(args, kwargs)

    def _binding(self, count: int, keywords: Sequence[str]) -> Binding:
        """The binding of calls with so many arguments by position, and these by keyword."""
        try:
            bound = self.signature.bind(
                *map(_Given, range(count)), **{name: _Given(name) for name in keywords}
            )
        except TypeError as error:
            raise TypeError(f"{self.name}() {error}") from None
        bound.apply_defaults()
        # Each argument is one of those that are given, in the order of the call, or a default.
        defaults: list[Any] = []
        places = {given: i for i, given in enumerate([*range(count), *keywords])}

        def place_of(source: Any) -> int:
            if type(source) is _Given:
                return places[source.place]
            defaults.append(source)
            return len(places) + len(defaults) - 1

        by_position = [place_of(source) for source in bound.args]
        by_keyword = {name: place_of(source) for name, source in bound.kwargs.items()}
        is_in_order = not by_keyword and by_position == list(range(len(by_position)))

        def bind(
            args: Sequence[Any], kwargs: Mapping[str, Any]
        ) -> tuple[tuple[Any, ...], dict[str, Any]]:
            values = (*args, *kwargs.values(), *defaults)
            if is_in_order:
                return values, {}
            return (
                tuple([values[i] for i in by_position]),
                {name: values[i] for name, i in by_keyword.items()},
            )

        return bind

    def argument_names(self, count: int) -> list[str]:
        """The names of so many arguments by position; those of `*args` are numbered."""
        extra = self.varargs or "args"
        return [*self.names[:count], *[f"{extra}_{i}" for i in range(count - len(self.names))]]

    def for_tracing(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Fitted arguments with specs in their place where these say more or less than the values.

        The specs of composite tensors tell less of them; others have the names of the inputs.
        """
        specs = list(self.input_signature or ())
        given = list(args[: len(specs)])
        leaves = [
            spec if _traces_as_spec(spec, value) else value
            for value, spec in zip(nest.flatten(given), nest.flatten(specs), strict=True)
        ]
        return (*nest.pack_sequence_as(given, leaves), *args[len(specs) :])

    def fit(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Bound arguments converted to the tensors of the `input_signature`.

        Raises:
            ValueError: they do not fit it (the class is a TypeError as well).
        """
        specs = self.input_signature
        if specs is None:
            return args, kwargs
        given = args[: len(specs)]
        if not all(map(_has_form, given, specs)):
            raise self._mismatch(given)
        try:
            leaves = [
                _converted(value, spec)
                for value, spec in zip(
                    _leaves_like(given, tuple(specs)), nest.flatten(list(specs)), strict=True
                )
            ]
        except (TypeError, ValueError):
            raise self._mismatch(given) from None
        if any(leaf is None for leaf in leaves):
            raise self._mismatch(given)
        fitted = nest.pack_sequence_as(list(specs), leaves)
        extra = args[len(specs) :]
        if any(
            value is not self.defaults.get(name, value)
            for name, value in zip(self.names[len(specs) :], extra, strict=False)
        ):
            raise self._mismatch(args)
        return (*fitted, *extra), kwargs

    def _mismatch(self, given: Sequence[Any]) -> Exception:
        def listed(items: Sequence[Any]) -> str:
            return ",\n".join(f"    {item!s}" for item in items)

        specs = self.input_signature or ()
        error = SignatureMismatch(
            "Python inputs incompatible with input_signature:\n"
            f"  inputs: (\n{listed(given)})\n"
            f"  input_signature: (\n{listed(specs)})."
        )
        # Of one argument the message says all, as the guide prints it.
        names = self.argument_names(len(given)) if max(len(given), len(specs)) > 1 else []
        for name, value, spec in itertools.zip_longest(
            names, given[: len(names)], specs[: len(names)]
        ):
            cause = _misfit(value, spec)
            if cause:
                error.add_note(f"argument {name}: {cause} (AG404)")
        return with_code(error, "AG404")


def _name_of(function: Any) -> str:
    while isinstance(function, functools.partial):
        function = function.func
    return getattr(function, "__name__", None) or type(function).__name__


def _checked(input_signature: Any) -> tuple[Any, ...]:
    if not isinstance(input_signature, (list, tuple)):
        raise TypeError(
            "input_signature must be either a tuple or a list of tf.TypeSpecs. "
            f"Received: {input_signature!r} (AG405)"
        )
    for leaf in nest.flatten(list(input_signature)):
        if not isinstance(leaf, TypeSpec):
            raise TypeError(
                f"input_signature must be a possibly nested sequence of tf.TypeSpec objects. Received: "
                f"{leaf!r} (AG405)"
            )
    return tuple(input_signature)


def _has_form(value: Any, spec: Any) -> bool:
    """Whether a value has the form of a spec or of a structure of specs; a list may stand for a tensor.

    The specs of a tuple take every tuple, those of a named tuple and of a mapping one of the same names.
    """
    if isinstance(spec, TypeSpec):
        return True
    kind = next((each for each in (Mapping, list, tuple) if isinstance(spec, each)), type(spec))
    parts, own = nest.entries(spec), nest.entries(value)
    if parts is None or own is None or not isinstance(value, kind) or len(own) != len(parts):
        return False
    if (kind is Mapping or hasattr(spec, "_fields")) and own.keys() != parts.keys():
        return False
    return all(map(_has_form, own.values(), parts.values()))


def _leaves_like(value: Any, spec: Any) -> list[Any]:
    """The parts of a value of the form of a structure of specs that these describe, in their order."""
    if isinstance(spec, TypeSpec):
        return [value]
    pairs = zip(
        (nest.entries(value) or {}).values(), (nest.entries(spec) or {}).values(), strict=True
    )
    return [leaf for pair in pairs for leaf in _leaves_like(*pair)]


def _converted(value: Any, spec: TypeSpec) -> Any:
    """The value as the spec's kind, None when it does not fit."""
    if not isinstance(spec, TensorSpec):
        return value if spec.is_compatible_with(value) else None
    if isinstance(value, TensorSpec):
        return value if value.is_subtype_of(spec) else None
    tensor = value if isinstance(value, Tensor) else convert_to_tensor(value, spec.dtype)
    fits = tensor.dtype is spec.dtype and spec.shape.is_compatible_with(tensor.shape)
    return tensor if fits else None


def _misfit(value: Any, spec: Any) -> str:
    """Why an argument does not fit its spec, or structure of specs; empty where it does."""
    if spec is None:
        return f"the input_signature has no spec for it, so it must be its default. Received: {value!r}"
    if not isinstance(spec, TypeSpec):
        if not _has_form(value, spec):
            return f"its structure is not that of {spec!r}"
        pairs = zip(_leaves_like(value, spec), nest.flatten(spec), strict=True)
        return "; ".join(cause for cause in itertools.starmap(_misfit, pairs) if cause)
    try:
        if _converted(value, spec) is not None:
            return ""
        received = value if isinstance(value, TypeSpec) else type_spec_from_value(value)
    except (TypeError, ValueError) as error:
        return f"it cannot become a value of {spec!r}: {error}"
    return f"a value of {received!r} cannot be cast to {spec!r}"


def plain_signature(structured: Any) -> inspect.Signature:
    """Parameters for arguments of which only the form is known: (args, kwargs)."""
    args, kwargs = structured
    positional = inspect.Parameter.POSITIONAL_OR_KEYWORD
    names = [f"args_{i}" for i in range(len(args))]
    return inspect.Signature(
        [inspect.Parameter(name, positional) for name in names]
        + [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in sorted(kwargs)]
    )


def call_signature(name: str, signature: inspect.Signature) -> CallSignature:
    """The parameters of a function that has no Python code."""

    def function() -> None: ...

    function.__name__ = name
    function.__signature__ = signature  # type: ignore[attr-defined]
    return CallSignature(function)


def _traces_as_spec(spec: Any, value: Any) -> bool:
    """Whether a spec of the `input_signature` is traced in place of the value."""
    if isinstance(value, CompositeTensor):
        return isinstance(spec, TypeSpec)
    return isinstance(value, Tensor) and type(spec) is TensorSpec and spec.name is not None
