"""`tf.test.compute_gradient`: Jacobians by differentiation and by differences, to be compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.autodiff.tape import GradientTape
from stagelight.core.convert import convert_to_tensor
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.tensor import Tensor
from stagelight.public import public

_Jacobians = tuple[np.ndarray, ...]


@public("test.compute_gradient")
def compute_gradient(
    f: Callable[..., Any], x: Sequence[Any], delta: float | None = None
) -> tuple[_Jacobians, _Jacobians]:
    """The Jacobians of a function, by its gradients and by central differences.

    The numeric one is `(f(x + delta) - f(x - delta)) / (2 delta)` for each element of each argument; for
    complex arguments the parts are moved one after the other, and rows and columns stand for parts.

    Args:
        f: A function of tensors that gives one tensor.
        x: The arguments, values that become tensors of floating point or complex numbers.
        delta: How far the elements are moved; None: 1/1024, which has no rounding error itself.

    Returns:
        Two tuples with a matrix `[elements of y, elements of the argument]` for each argument: the
        theoretical ones, and the numerical ones.

    Raises:
        ValueError: `x` is no list or tuple.

    >>> exact, measured = tf.test.compute_gradient(lambda x: x * x, [tf.constant([1.0, 2.0])])
    >>> exact[0]
    array([[2., 0.],
           [0., 4.]], dtype=float32)
    """
    if not isinstance(x, (list, tuple)):
        raise ValueError(
            "`x` must be a list or tuple of values convertible to a Tensor (arguments to `f`), not a "
            f"{type(x)}"
        )
    arguments = [convert_to_tensor(value) for value in x]
    step = 1.0 / 1024 if delta is None else delta
    exact = tuple(_theoretical(f, arguments, place) for place in range(len(arguments)))
    measured = tuple(_numeric(f, arguments, place, step) for place in range(len(arguments)))
    return exact, measured


def _parts(array: np.ndarray) -> np.ndarray:
    """The numbers of an array in a row; of complex ones their parts. A view, if it lies in C's order."""
    flat = np.ascontiguousarray(array).reshape(-1)
    return flat.view(flat.real.dtype) if np.iscomplexobj(flat) else flat


def _theoretical(f: Callable[..., Any], arguments: list[Tensor], place: int) -> np.ndarray:
    """Row by row, each by a walk that starts at one element of the result."""
    x = arguments[place]
    with GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = convert_to_tensor(f(*arguments))
    result = np.array(y)
    columns = _parts(np.array(x))
    count = _parts(result).size
    jacobian = np.zeros((count, columns.size), columns.dtype)
    for row in range(count):
        start = np.zeros(result.shape, result.dtype)
        _parts(start)[row] = 1
        gradient = tape.gradient(y, x, output_gradients=convert_to_tensor(start))
        if isinstance(gradient, IndexedSlices):
            gradient = gradient.to_dense()
        if gradient is not None:
            jacobian[row] = _parts(np.array(gradient))
    return jacobian


def _numeric(f: Callable[..., Any], arguments: list[Tensor], place: int, step: float) -> np.ndarray:
    x = np.array(arguments[place])
    columns = []
    for number in range(_parts(x).size):
        ends = []
        for move in (step, -step):
            moved = np.array(x, order="C")
            _parts(moved)[number] += move
            values = [*arguments[:place], convert_to_tensor(moved), *arguments[place + 1 :]]
            ends.append(_parts(np.array(f(*values))))
        columns.append((ends[0] - ends[1]) / (2 * step))
    rows = _parts(np.array(f(*arguments))).size
    jacobian = np.stack(columns, axis=1) if columns else np.zeros((rows, 0))
    return jacobian.astype(_parts(x).dtype)
