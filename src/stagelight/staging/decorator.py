"""`tf.function`: the decorator that stages a Python function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, overload

from stagelight.public import public
from stagelight.staging.function import Function


@overload
def function(
    func: Callable[..., Any],
    input_signature: Any = ...,
    autograph: bool = ...,
    jit_compile: bool | None = ...,
    reduce_retracing: bool = ...,
    experimental_implements: str | None = ...,
    experimental_autograph_options: Any = ...,
    experimental_attributes: Any = ...,
    experimental_relax_shapes: bool | None = ...,
    experimental_compile: bool | None = ...,
    experimental_follow_type_hints: bool | None = ...,
) -> Function: ...


@overload
def function(
    func: None = None,
    input_signature: Any = ...,
    autograph: bool = ...,
    jit_compile: bool | None = ...,
    reduce_retracing: bool = ...,
    experimental_implements: str | None = ...,
    experimental_autograph_options: Any = ...,
    experimental_attributes: Any = ...,
    experimental_relax_shapes: bool | None = ...,
    experimental_compile: bool | None = ...,
    experimental_follow_type_hints: bool | None = ...,
) -> Callable[[Callable[..., Any]], Function]: ...


@public("function")
def function(
    func: Callable[..., Any] | None = None,
    input_signature: Any = None,
    autograph: bool = True,
    jit_compile: bool | None = None,
    reduce_retracing: bool = False,
    experimental_implements: str | None = None,
    experimental_autograph_options: Any = None,
    experimental_attributes: Any = None,
    experimental_relax_shapes: bool | None = None,
    experimental_compile: bool | None = None,
    experimental_follow_type_hints: bool | None = None,
) -> Any:
    """Stages a function: its calls run a graph, traced once for each kind of arguments.

    Args:
        func: the function; None makes a decorator.
        input_signature: a possibly nested sequence of `tf.TensorSpec`s, for one trace that serves all
            calls.
        autograph: whether Python's control flow over tensors is converted.
        jit_compile: whether it is an error that an operation works on text, calls Python or prints.
        reduce_retracing: whether a size that changes between calls becomes unknown in a trace that
            serves all sizes.
        experimental_implements: the name of an operation that the function implements; kept only.
        experimental_autograph_options: optional features of AutoGraph.
        experimental_attributes: functions with the same `api_implements` stand for each other: in a graph to
            which `ConcreteFunction.add_to_graph` added the one whose `api_preferred_device` is "CPU", calls
            of the others run that one. Others are kept only.
        experimental_relax_shapes: the older name of `reduce_retracing`.
        experimental_compile: the older name of `jit_compile`.
        experimental_follow_type_hints: no longer used.

    Returns:
        A `Function`, or a decorator that makes one.

    Raises:
        TypeError: an `input_signature` that is no sequence of specs.
        ValueError: while it is traced: a variable made on a call that is not the first.
        InvalidArgumentError: when it is called: with `jit_compile`, an operation that cannot be compiled.

    >>> @tf.function
    ... def double(x):
    ...     return x + x
    >>> double(tf.constant(2))
    <tf.Tensor: shape=(), dtype=int32, numpy=4>
    """

    def staged(python_function: Callable[..., Any]) -> Function:
        return Function(
            python_function,
            input_signature=input_signature,
            autograph=autograph,
            jit_compile=jit_compile if experimental_compile is None else experimental_compile,
            reduce_retracing=reduce_retracing or bool(experimental_relax_shapes),
            experimental_autograph_options=experimental_autograph_options,
            attributes=experimental_attributes,
        )

    return staged if func is None else staged(func)
