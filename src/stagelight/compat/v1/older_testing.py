"""What programs of TensorFlow 1 test themselves with: Jacobians in sessions, a folder."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from stagelight.autodiff.graph_gradients import gradients
from stagelight.compat.v1.default_graph import placeholder
from stagelight.compat.v1.session import IndexedSlicesValue, get_default_session
from stagelight.public import public


@public("compat.v1.test.get_temp_dir")
def get_temp_dir() -> str:
    """A folder for files of this process, which is deleted at its end.

    >>> tf.compat.v1.test.get_temp_dir() == tf.compat.v1.test.get_temp_dir()
    True
    """
    return _folder()


@cache
def _folder() -> str:
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@public("compat.v1.test.compute_gradient")
def compute_gradient(
    x: Any,
    x_shape: Any,
    y: Any,
    y_shape: Any,
    x_init_value: Any = None,
    delta: float = 1e-3,
    init_targets: Sequence[Any] | None = None,
    extra_feed_dict: Mapping[Any, Any] | None = None,
) -> Any:
    """The Jacobian of a tensor by another, by gradients and by central differences, in the default session.

    For complex tensors rows and columns stand for real and imaginary parts.

    Args:
        x: a tensor of the graph, or a list.
        x_shape: its shape, or a list.
        y: a tensor.
        y_shape: its shape.
        x_init_value: the value of `x`, or a list; random numbers if None.
        delta: how far elements are moved.
        init_targets: operations to run first.
        extra_feed_dict: tensor -> value: what else is fed.

    Returns:
        The theoretical and the numerical Jacobian, `[elements of x, elements of y]`; for a list of tensors a
        list of such pairs.

    Raises:
        ValueError: there is no session, or `y` does not depend on `x`.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session():
    ...     x = tf.constant([3.0, 5.0])
    ...     exact, _ = tf.compat.v1.test.compute_gradient(x, [2], x * 2.0, [2])
    >>> exact
    array([[2., 0.],
           [0., 2.]], dtype=float32)
    """
    session: Any = get_default_session()
    if session is None:
        raise ValueError("There is no session: call it within `with tf.compat.v1.Session():`.")
    for target in init_targets or ():
        session.run(target)
    is_list = isinstance(x, (list, tuple))
    xs, shapes = (list(x), list(x_shape)) if is_list else ([x], [x_shape])
    starts = x_init_value if is_list else [x_init_value]
    values = [
        _value_of(tensor, shape, start)
        for tensor, shape, start in zip(xs, shapes, starts or [None] * len(xs), strict=True)
    ]
    seed = placeholder(y.dtype, y_shape)
    found = gradients(y, xs, seed)
    feeds = dict(extra_feed_dict or {})
    if is_list:
        feeds |= dict(zip(xs, values, strict=True))
    pairs = []
    for tensor, value, gradient in zip(xs, values, found, strict=True):
        if gradient is None:
            raise ValueError(f"{y} does not depend on {tensor}.")
        jacobians = _Jacobians(session, tensor, value, y, y_shape, feeds)
        pairs.append((jacobians.theoretical(gradient, seed), jacobians.numeric(delta)))
    return pairs if is_list else pairs[0]


@public("compat.v1.test.compute_gradient_error")
def compute_gradient_error(
    x: Any,
    x_shape: Any,
    y: Any,
    y_shape: Any,
    x_init_value: Any = None,
    delta: float = 1e-3,
    init_targets: Sequence[Any] | None = None,
    extra_feed_dict: Mapping[Any, Any] | None = None,
) -> Any:
    """How far the two Jacobians of `tf.compat.v1.test.compute_gradient` are apart at most.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session():
    ...     x = tf.constant([3.0, 5.0])
    ...     error = tf.compat.v1.test.compute_gradient_error(x, [2], tf.square(x), [2])
    >>> bool(error < 0.1)
    True
    """
    found = compute_gradient(
        x, x_shape, y, y_shape, x_init_value, delta, init_targets, extra_feed_dict
    )
    pairs = found if isinstance(found, list) else [found]
    return max([0, *(np.abs(exact - near).max() for exact, near in pairs if exact.size)])


def _value_of(tensor: Any, shape: Any, start: Any) -> np.ndarray:
    dtype = tensor.dtype.as_numpy_dtype
    if start is not None:
        return np.array(start, dtype)
    drawn = np.random.random_sample(shape)
    if tensor.dtype.is_complex:
        drawn = drawn + 1j * np.random.random_sample(shape)
    return np.array(drawn, dtype)


def _parts(array: Any) -> np.ndarray:
    """The numbers of an array in a row; of complex ones their parts. A view of one in C's order."""
    flat = np.ascontiguousarray(array).reshape(-1)
    return flat.view(flat.real.dtype) if np.iscomplexobj(flat) else flat


class _Jacobians:
    """Of a tensor by one with a value, in a session."""

    def __init__(
        self,
        session: Any,
        x: Any,
        value: np.ndarray,
        y: Any,
        y_shape: Any,
        feeds: Mapping[Any, Any],
    ) -> None:
        self._session = session
        self._x, self._value, self._y, self._y_shape = x, value, y, tuple(y_shape)
        self._feeds = feeds

    def _start(self) -> np.ndarray:
        return np.zeros(self._y_shape, self._y.dtype.as_numpy_dtype)

    def _empty(self) -> np.ndarray:
        rows = _parts(self._value)
        return np.zeros((rows.size, _parts(self._start()).size), rows.dtype)

    def theoretical(self, gradient: Any, seed: Any) -> np.ndarray:
        """By the gradient of each element."""
        jacobian = self._empty()
        for column in range(jacobian.shape[1]):
            start = self._start()
            _parts(start)[column] = 1
            feeds = {**self._feeds, self._x: self._value, seed: start}
            found = self._session.run(gradient, feeds)
            if isinstance(found, IndexedSlicesValue):
                slices, found = found, np.zeros_like(self._value)
                np.add.at(found, slices.indices, slices.values)
            jacobian[:, column] = _parts(found)
        return jacobian

    def numeric(self, delta: float) -> np.ndarray:
        """By moving each element to both sides."""
        jacobian = self._empty()
        for row in range(jacobian.shape[0]):
            sides = []
            for step in (delta, -delta):
                moved = self._value.copy()
                _parts(moved)[row] += step
                sides.append(self._session.run(self._y, {**self._feeds, self._x: moved}))
            jacobian[row] = _parts((sides[0] - sides[1]) / (2 * delta))
        return jacobian
