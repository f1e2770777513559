"""Derivatives checked by numbers, and staged against eager: what the tests of this folder share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import stagelight as tf


def derivatives(
    function: Callable[..., Any], args: Sequence[Any], variables: Sequence[Any] = ()
) -> tuple[Any, list[Any], list[Any]]:
    """Value, gradients, and gradients of the gradients' weighted sum, None where there are none."""
    sources = [*args, *variables]
    with tf.GradientTape() as outer:
        outer.watch(args)
        with tf.GradientTape() as inner:
            inner.watch(args)
            value = function(*args)
        first = inner.gradient(value, sources)
        total = tf.add_n(
            [tf.reduce_sum(tf.convert_to_tensor(g) * _weights(g)) for g in first if g is not None]
        )
    return value, first, outer.gradient(total, sources)


def _weights(tensor: Any) -> Any:
    size = tf.size(tf.convert_to_tensor(tensor))
    steps = tf.cast(tf.range(size), tensor.dtype) / tf.cast(size, tensor.dtype)
    return tf.reshape(steps + 0.5, tf.shape(tf.convert_to_tensor(tensor)))


def numeric_gradient(
    function: Callable[..., Any], args: Sequence[Any], position: int, step: float = 1e-5
) -> np.ndarray:
    """The gradient of a scalar function by central differences."""
    arrays = [arg.numpy() for arg in args]
    at = np.array(arrays[position])
    gradient = np.zeros_like(at)
    for index in np.ndindex(at.shape):
        ends = []
        for sign in (1.0, -1.0):
            moved = at.copy()
            moved[index] += sign * step
            changed = [*arrays[:position], moved, *arrays[position + 1 :]]
            ends.append(float(function(*map(tf.constant, changed))))
        gradient[index] = (ends[0] - ends[1]) / (2 * step)
    return gradient


def check(
    function: Callable[..., Any],
    *args: Any,
    variables: Sequence[Any] = (),
    signature: Sequence[Any] | None = None,
) -> None:
    """A scalar function of float64 tensors: staged as eager to second order, gradients as numbers say.

    Args:
        function: the function.
        args: numbers or arrays.
        variables: variables that it reads.
        signature: specs to stage it with, those of the arguments if None.
    """
    tensors = [tf.constant(arg, tf.float64) for arg in args]
    staged = tf.function(function, autograph=False, input_signature=signature)
    eager = derivatives(function, tensors, variables)
    graph = derivatives(staged, tensors, variables)
    np.testing.assert_allclose(graph[0].numpy(), eager[0].numpy(), rtol=1e-10)
    for order in (1, 2):
        for ours, theirs in zip(graph[order], eager[order], strict=True):
            if theirs is None:
                # Another branch may depend on it: zeros then.
                assert ours is None or not np.any(tf.convert_to_tensor(ours).numpy())
                continue
            np.testing.assert_allclose(
                tf.convert_to_tensor(ours).numpy(),
                tf.convert_to_tensor(theirs).numpy(),
                rtol=1e-8,
                atol=1e-10,
            )
    for i in range(len(tensors)):
        if graph[1][i] is not None:
            np.testing.assert_allclose(
                tf.convert_to_tensor(graph[1][i]).numpy(),
                numeric_gradient(staged, tensors, i),
                rtol=1e-4,
                atol=1e-6,
            )
    _check_gradient_inside(function, tensors, variables, eager, signature)


def _check_gradient_inside(
    function: Callable[..., Any],
    tensors: Sequence[Any],
    variables: Sequence[Any],
    eager: tuple[Any, list[Any], list[Any]],
    signature: Sequence[Any] | None,
) -> None:
    """The tapes inside the staged function, around the staged control flow."""

    def everything(*args: Any) -> Any:
        _, first, second = derivatives(function, list(args), variables)
        return [tf.convert_to_tensor(g) for g in (*first, *second) if g is not None]

    found = tf.function(everything, autograph=False, input_signature=signature)(*tensors)
    expected = [g for g in (*eager[1], *eager[2]) if g is not None]
    nonzero = [g.numpy() for g in found if np.any(g.numpy())]
    for ours, theirs in zip(
        nonzero,
        [d for d in (tf.convert_to_tensor(g).numpy() for g in expected) if np.any(d)],
        strict=True,
    ):
        np.testing.assert_allclose(ours, theirs, rtol=1e-8, atol=1e-10)
