"""`tensorflow.python.util.tf_decorator`, and decorators of TensorFlow's that do nothing here."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stagelight.public import public

# Where a decorated function keeps what decorates it.
_DECORATOR = "_tf_decorator"


@dataclass(frozen=True)
class Decorator:
    """What `make_decorator` has put around a function."""

    decorator_name: str
    decorated_target: Callable[..., Any]
    decorator_doc: str = ""
    decorator_argspec: Any = None


@public("__internal__.decorator.make_decorator")
def make_decorator(
    target: Any,
    decorator_func: Any,
    decorator_name: str | None = None,
    decorator_doc: str = "",
    decorator_argspec: Any = None,
) -> Any:
    """A function that passes for the one that it decorates.

    Args:
        target: the function that is decorated.
        decorator_func: what is called in its place; it is given the name and the text of the other.
        decorator_name: what the decorator is called.
        decorator_doc: what is said of it.
        decorator_argspec: the arguments, where they are others than those of the target.

    >>> def doubled(function):
    ...     return tf.__internal__.decorator.make_decorator(function, lambda x: 2 * function(x))
    >>> @doubled
    ... def following(x):
    ...     return x + 1
    >>> following(1), following.__name__, len(tf.__internal__.decorator.unwrap(following)[0])
    (4, 'following', 1)
    """
    made: Any = functools.update_wrapper(decorator_func, target)
    name = decorator_name or decorator_func.__name__
    setattr(made, _DECORATOR, Decorator(name, target, decorator_doc, decorator_argspec))
    if decorator_argspec is not None:
        made.__signature__ = _signature(decorator_argspec, _is_bound(target))
    return made


def _is_bound(function: Any) -> bool:
    """Whether what is behind the decorators of a function has its first argument already."""
    decorators, innermost = unwrap(function)
    targets = [function, *(x.decorated_target for x in decorators), innermost]
    return any(inspect.ismethod(target) for target in targets)


def _signature(spec: inspect.FullArgSpec, is_bound: bool) -> inspect.Signature:
    """The signature that says the same as a spec of arguments, which has the first of bound methods."""
    kinds = inspect.Parameter
    defaults = dict(zip(reversed(spec.args), reversed(spec.defaults or ()), strict=False))
    parameters = [
        kinds(name, kinds.POSITIONAL_OR_KEYWORD, default=defaults.get(name, kinds.empty))
        for name in spec.args[is_bound:]
    ]
    if spec.varargs:
        parameters.append(kinds(spec.varargs, kinds.VAR_POSITIONAL))
    by_name = spec.kwonlydefaults or {}
    parameters += [
        kinds(name, kinds.KEYWORD_ONLY, default=by_name.get(name, kinds.empty))
        for name in spec.kwonlyargs
    ]
    if spec.varkw:
        parameters.append(kinds(spec.varkw, kinds.VAR_KEYWORD))
    return inspect.Signature(parameters)


@public("__internal__.decorator.unwrap")
def unwrap(maybe_tf_decorator: Any) -> tuple[list[Any], Any]:
    """The decorators around a function that `make_decorator` or the library has put there, and the function.

    >>> tf.__internal__.decorator.unwrap(len)
    ([], <built-in function len>)
    """
    decorators: list[Any] = []
    target = maybe_tf_decorator
    while (found := decorator_of(target)) is not None:
        decorators.append(found)
        target = found.decorated_target
    return decorators, target


def decorator_of(subject: Any) -> Decorator | None:
    """The outermost decorator of a function, None if there is none."""
    found: Decorator | None = getattr(subject, _DECORATOR, None)
    if found is not None or not callable(subject):
        return found
    target = inspect.unwrap(subject, stop=lambda x: not _is_own(x) or hasattr(x, _DECORATOR))
    return None if target is subject else Decorator(type(subject).__name__, target)


_PACKAGE = Path(__file__).parents[1]


def _is_own(function: Any) -> bool:
    """Whether a function is the library's; the decorators of others stay."""
    # The classes of objects that are called may have TensorFlow's names for their modules.
    code = getattr(function, "__code__", None) or getattr(type(function).__call__, "__code__", None)
    if code is None:
        return False
    return _PACKAGE in Path(code.co_filename).parents


def unchanged(decorated: Any) -> Any:
    """A decorator that does nothing.

    `make_composite_tensor`: operators are composites already; `do_not_generate_docs`: none are made.
    """
    return decorated


def with_text(text: str) -> Callable[[Any], Any]:
    """A decorator with a text for documents, such as `doc_controls.header`: it does nothing either."""
    return unchanged
