"""Making variables: the creators of `tf.variable_creator_scope` take part, innermost first.

`tf.function` uses a creator to lift the variables that are made while it traces out of the graph.
"""

from __future__ import annotations

import abc
import functools
import inspect
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from stagelight.public import public


class _Creators(threading.local):
    def __init__(self) -> None:
        self.stack: tuple[Callable[..., Any], ...] = ()


_creators = _Creators()


@public("variable_creator_scope")
@contextmanager
def variable_creator_scope(variable_creator: Callable[..., Any]) -> Iterator[None]:
    """Lets a function take part in making the variables inside.

    Args:
        variable_creator: `creator(next_creator, **kwargs) -> variable`; usually changes the keyword
            arguments of `tf.Variable` and calls `next_creator(**kwargs)`.

    >>> def frozen(next_creator, **kwargs):
    ...     return next_creator(**{**kwargs, "trainable": False})
    >>> with tf.variable_creator_scope(frozen):
    ...     v = tf.Variable(1.0)
    >>> v.trainable
    False
    """
    before = _creators.stack
    _creators.stack = (*before, variable_creator)
    try:
        yield
    finally:
        _creators.stack = before


def current_creators() -> tuple[Callable[..., Any], ...]:
    """The creators in scope in this thread."""
    return _creators.stack


@contextmanager
def creators_set(creators: tuple[Callable[..., Any], ...]) -> Iterator[None]:
    """Puts other creators in the place of those in scope."""
    before = _creators.stack
    _creators.stack = creators
    try:
        yield
    finally:
        _creators.stack = before


class VariableMetaclass(abc.ABCMeta):
    """Sends the making of a `tf.Variable` through the creators in scope, innermost first.

    Only the class that says `_is_made_by_creators` itself, not its subclasses. An `abc.ABCMeta`, so that
    programs derive from `tf.Variable` and an abstract class at once.
    """

    # Asked in each call of an op: those of `ABCMeta` take three times as long, for virtual subclasses.
    __instancecheck__ = type.__instancecheck__
    __subclasscheck__ = type.__subclasscheck__

    if not TYPE_CHECKING:  # For checkers a call is what `__init__` says.

        def __call__(cls, *args: Any, **kwargs: Any) -> Any:
            if "_is_made_by_creators" not in cls.__dict__ or not _creators.stack:
                return super().__call__(*args, **kwargs)
            given = _signature(cls).bind(*args, **kwargs)
            given.apply_defaults()

            def make(**arguments: Any) -> Any:
                return super(VariableMetaclass, cls).__call__(**arguments)

            creator = make
            for scope in _creators.stack:
                creator = _linked(scope, creator)
            return creator(**given.arguments)


@functools.cache
def _signature(cls: type) -> inspect.Signature:
    """That of making a variable: creators get all its arguments."""
    return inspect.signature(partial(cls.__init__, None))  # type: ignore[misc]


def _linked(scope: Callable[..., Any], following: Callable[..., Any]) -> Callable[..., Any]:
    return lambda **kwargs: scope(following, **kwargs)
