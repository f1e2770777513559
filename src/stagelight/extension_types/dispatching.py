"""Decorators by which a program's functions take the place of public ones, for arguments of its types.

`dispatch_for_api` registers a handler for one function and signature; the elementwise forms register one
for all functions of a kind. `overrides` says how a public function asks them.
"""

from __future__ import annotations

import inspect
import typing
import weakref
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any

from stagelight.boundary import is_entry_point
from stagelight.extension_types import elementwise
from stagelight.extension_types.fallbacks import support_dispatchers
from stagelight.extension_types.fields import is_union
from stagelight.extension_types.overrides import (
    Function,
    all_overrides,
    has_composite,
    overrides_of,
)
from stagelight.public import find, public, recorded


@public("experimental.dispatch_for_api")
def dispatch_for_api(api: Function, *signatures: Any) -> Callable[[Function], Function]:
    """Registers a function that is called in the place of a public one, for arguments of certain types.

    Args:
        api: The public function.
        *signatures: Dicts from names of its parameters to types: classes, `typing.List` and `typing.Union`
            of them. The handler is called if the arguments are of the types of one of them, and one of
            these arguments is, or is a list of, a composite tensor, such as a
            `tf.experimental.ExtensionType`. Without any, the annotations of the handler are the signature.

    Returns:
        A decorator, which gives the handler back. The handler has the parameters of `api`, in their order;
        it need not have `name`.

    Raises:
        ValueError: `api` is no public function, has no such parameter, or the handler has others; a type
            is none of those above; no signature was given.
        TypeError: a signature is no dict.

    >>> class Masked(tf.experimental.ExtensionType):
    ...     values: tf.Tensor
    ...     mask: tf.Tensor
    >>> @tf.experimental.dispatch_for_api(tf.shape)
    ... def masked_shape(input: Masked, out_type=tf.int32):
    ...     return tf.shape(input.values, out_type)
    >>> tf.shape(Masked([1, 2], [True, False])).numpy()
    array([2], dtype=int32)
    """
    overrides = overrides_of(_checked_api(api))
    parameters = overrides.signature
    for signature in signatures:
        _check_types(parameters, signature)

    def decorator(handler: Function) -> Function:
        _check_parameters(parameters, inspect.signature(handler))
        known = signatures or (_annotations(handler),)
        if not known[0]:
            raise ValueError(
                "The dispatch_for_api decorator must be called with at least one signature, or applied to a "
                "function that has type annotations on its parameters."
            )
        for signature in known:
            _check_types(parameters, signature)
            overrides.add_handler(_test(signature), _named_call(handler))
        return handler

    return decorator


# Functions of programs and libraries that take handlers, too.
_OF_PROGRAMS: weakref.WeakSet[FunctionType] = weakref.WeakSet()


@public("__internal__.dispatch.add_dispatch_support")
def add_dispatch_support(target: Any = None, iterable_parameters: Any = None) -> Any:
    """Decorator: handlers can be registered for a function of a program or a library.

    Where it refuses its arguments, it asks the dispatchers that public functions ask.

    Args:
        target: the function.
        iterable_parameters: accepted for compatibility.

    >>> @tf.__internal__.dispatch.add_dispatch_support
    ... def doubled(x):
    ...     return x + x
    >>> class Length(tf.experimental.ExtensionType):
    ...     metres: tf.Tensor
    >>> @tf.experimental.dispatch_for_api(doubled)
    ... def doubled_length(x: Length):
    ...     return Length(2 * x.metres)
    >>> doubled(Length(3)).metres.numpy(), doubled(2)
    (np.int32(6), 4)
    """

    def decorator(function: FunctionType) -> FunctionType:
        entry = support_dispatchers(function)
        _OF_PROGRAMS.add(entry)
        return entry

    return decorator if target is None else decorator(target)


def _checked_api(api: Any) -> FunctionType:
    if isinstance(api, FunctionType) and api in _OF_PROGRAMS:
        return api
    if not is_entry_point(api) or not any(api is x for x in recorded().values()):
        raise ValueError(f"{api} does not support dispatch.")
    names = set(inspect.signature(api).parameters)
    if _UNDISPATCHED & {name for name, x in recorded().items() if x is api} or not names - {"name"}:
        raise ValueError(f"{api} does not support dispatch.")
    return api


# They take any Python value.
_UNDISPATCHED = {
    *("function", "print", "py_function", "numpy_function"),
    "experimental.dispatch_for_api",
}


def _annotations(handler: Function) -> dict[str, Any]:
    """The types by parameters; the type of the result is no part of a signature."""
    known = typing.get_type_hints(handler)
    return {name: kind for name, kind in known.items() if name != "return"}


def _check_types(parameters: inspect.Signature, signature: Any) -> None:
    if not isinstance(signature, Mapping):
        raise TypeError(
            "signatures must be dictionaries mapping parameter names to type annotations."
        )
    for name, annotation in signature.items():
        if name not in parameters.parameters:
            raise ValueError(f"signature includes annotation for unknown parameter {name!r}.")
        _check_type(annotation)


def _check_type(annotation: Any) -> None:
    if is_union(annotation) or typing.get_origin(annotation) is list:
        for part in typing.get_args(annotation):
            _check_type(part)
    elif not isinstance(annotation, type):
        raise ValueError(
            f"Type annotation {annotation} is not currently supported by dispatch.  Supported annotations: "
            "type objects,  List[...], and Union[...]"
        )


def _check_parameters(of_api: inspect.Signature, of_handler: inspect.Signature) -> None:
    wanted = [(x.name, x.kind) for x in of_api.parameters.values()]
    given = [(x.name, x.kind) for x in of_handler.parameters.values()]
    if given != wanted and given != [entry for entry in wanted if entry[0] != "name"]:
        raise ValueError(
            f"Dispatch function's signature {of_handler} does not match API's signature {of_api}."
        )


def _test(signature: Mapping[str, Any]) -> Callable[[dict[str, Any]], bool]:
    def are_such(given: dict[str, Any]) -> bool:
        chosen = [given.get(name) for name in signature]
        return has_composite(chosen) and all(
            _is_a(value, kind) for value, kind in zip(chosen, signature.values(), strict=True)
        )

    return are_such


def _is_a(value: Any, annotation: Any) -> bool:
    if is_union(annotation):
        return any(_is_a(value, part) for part in typing.get_args(annotation))
    if typing.get_origin(annotation) is list:
        (kind,) = typing.get_args(annotation)
        return isinstance(value, (list, tuple)) and all(_is_a(item, kind) for item in value)
    return isinstance(value, annotation)


_named_calls: dict[Function, Function] = {}


def _named_call(handler: Function) -> Function:
    """A function of the arguments by name, one and the same for one handler."""
    if handler not in _named_calls:
        takes_name = "name" in inspect.signature(handler).parameters

        def call(given: dict[str, Any]) -> Any:
            return handler(**{key: x for key, x in given.items() if takes_name or key != "name"})

        call.__wrapped__ = handler  # type: ignore[attr-defined]
        _named_calls[handler] = call
    return _named_calls[handler]


@public("experimental.unregister_dispatch_for")
def unregister_dispatch_for(dispatch_target: Function) -> None:
    """Takes a handler away that one of the decorators has registered.

    Raises:
        ValueError: it is none.

    >>> class Named(tf.experimental.ExtensionType):
    ...     name: str
    >>> @tf.experimental.dispatch_for_api(tf.size, {"input": Named})
    ... def size_of_named(input, out_type=None):
    ...     return len(input.name)
    >>> tf.size(Named("abc"))
    3
    >>> tf.experimental.unregister_dispatch_for(size_of_named)
    """
    kinds = [kind for kind in _ELEMENTWISE if dispatch_target in kind.registered.values()]
    call = _named_calls.pop(dispatch_target, None)
    if call is None and not kinds:
        raise ValueError(
            f"Function {dispatch_target} was not registered using a `@dispatch_for` decorator."
        )
    for kind in kinds:
        kind.forget(dispatch_target)
    if call is not None:
        for overrides in all_overrides():
            overrides.remove_handler(call)


# ---------------------------------------------------------------------------- elementwise functions


class _Elementwise:
    """The handlers of all public functions of a kind, whose first arguments are of the same shape."""

    def __init__(self, what: str, names: Sequence[str], count: int) -> None:
        self._what, self._names, self._count = what, names, count
        # The types -> the program's handler.
        self.registered: dict[tuple[Any, ...], Function] = {}
        self._calls: dict[Function, list[tuple[Any, Function]]] = {}

    def register(self, types: tuple[Any, ...], handler: Function) -> Function:
        for kind in types:
            _check_type(kind)
        if types in self.registered:
            shown = types[0] if len(types) == 1 else types
            raise ValueError(
                f"A {self._what} dispatch handler ({self.registered[types]}) has already been registered "
                f"for {shown}."
            )
        self.registered[types] = handler
        self._calls.setdefault(handler, [])
        for function in dict.fromkeys(find(name) for name in self._names):
            overrides = overrides_of(function)
            first = list(overrides.signature.parameters)[: self._count]
            call = self._call(function, first, handler)
            overrides.add_handler(_test(dict(zip(first, types, strict=True))), call)
            self._calls[handler].append((overrides, call))
        return handler

    @staticmethod
    def _call(function: Function, first: Sequence[str], handler: Function) -> Function:
        def call(given: dict[str, Any]) -> Any:
            values = [given.pop(name) for name in first]
            given.pop("name", None)
            if not given:
                return handler(function, *values)
            return handler(lambda *x: function(*x, **given), *values)

        call.__wrapped__ = handler  # type: ignore[attr-defined]
        return call

    def forget(self, handler: Function) -> None:
        """Takes a handler away."""
        self.registered = {x: y for x, y in self.registered.items() if y is not handler}
        for overrides, call in self._calls.pop(handler):
            overrides.remove_handler(call)


_unary = _Elementwise("unary elementwise", elementwise.UNARY, 1)
_binary = _Elementwise("binary elementwise", elementwise.BINARY, 2)
_assertions = _Elementwise("binary elementwise assert", elementwise.BINARY_ASSERTIONS, 2)
_ELEMENTWISE = (_unary, _binary, _assertions)


@public("experimental.dispatch_for_unary_elementwise_apis")
def dispatch_for_unary_elementwise_apis(x_type: Any) -> Callable[[Function], Function]:
    """Registers a handler for all elementwise functions of one tensor, for values of a type.

    Args:
        x_type: A class, or a `typing.Union` or `typing.List` of classes.

    Returns:
        A decorator of `handler(api_func, x)`. `api_func` is the function that was called, with what else
        was given.

    Raises:
        ValueError: there is a handler for the type.

    >>> class Masked(tf.experimental.ExtensionType):
    ...     values: tf.Tensor
    ...     mask: tf.Tensor
    >>> @tf.experimental.dispatch_for_unary_elementwise_apis(Masked)
    ... def of_masked(api_func, x):
    ...     return Masked(api_func(x.values), x.mask)
    >>> tf.abs(Masked([-1, 2], [True, False])).values.numpy()
    array([1, 2], dtype=int32)
    """
    return lambda handler: _unary.register((x_type,), handler)


@public("experimental.dispatch_for_binary_elementwise_apis")
def dispatch_for_binary_elementwise_apis(
    x_type: Any, y_type: Any
) -> Callable[[Function], Function]:
    """Registers a handler for all elementwise functions of two tensors, for values of two types.

    Args:
        x_type: What the first argument is: a class, or a `typing.Union` or `typing.List` of classes.
        y_type: What the second one is.

    Returns:
        A decorator of `handler(api_func, x, y)`. `api_func` is the function that was called, with what
        else was given.

    Raises:
        ValueError: there is a handler for the types.

    >>> class Metres(tf.experimental.ExtensionType):
    ...     of: tf.Tensor
    >>> @tf.experimental.dispatch_for_binary_elementwise_apis(Metres, Metres)
    ... def of_metres(api_func, x, y):
    ...     return Metres(api_func(x.of, y.of))
    >>> float(tf.add(Metres(1.0), Metres(2.0)).of)
    3.0
    """
    return lambda handler: _binary.register((x_type, y_type), handler)


@public("experimental.dispatch_for_binary_elementwise_assert_apis")
def dispatch_for_binary_elementwise_assert_apis(
    x_type: Any, y_type: Any
) -> Callable[[Function], Function]:
    """Registers a handler for all assertions that compare two tensors elementwise, for values of two types.

    Args:
        x_type: What the first argument is: a class, or a `typing.Union` or `typing.List` of classes.
        y_type: What the second one is.

    Returns:
        A decorator of `handler(assert_func, x, y)`.

    Raises:
        ValueError: there is a handler for the types.

    >>> class Metres(tf.experimental.ExtensionType):
    ...     of: tf.Tensor
    >>> @tf.experimental.dispatch_for_binary_elementwise_assert_apis(Metres, Metres)
    ... def of_metres(assert_func, x, y):
    ...     return assert_func(x.of, y.of)
    >>> tf.debugging.assert_less(Metres(1.0), Metres(2.0))
    """
    return lambda handler: _assertions.register((x_type, y_type), handler)
