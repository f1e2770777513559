"""NumPy's functions that say whether something holds of numbers: infinite, zero, close, equal."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.numpy_style.promotion import as_array, is_inexact, promoted, promoted_pair
from stagelight.ops.arrays.shape import shape
from stagelight.ops.elementwise import arithmetic, comparison, floating_point, logic
from stagelight.ops.reductions.reduction_functions import reduce_all
from stagelight.public import public
from stagelight.types import dtypes


@public("experimental.numpy.isinf")
def isinf(x: Any) -> Any:
    """Whether it is infinite; False as a whole where the dtype has no infinities.

    >>> tf.experimental.numpy.isinf([1.0, -float("inf")]).numpy()
    array([False,  True])
    """
    x = as_array(x)
    return floating_point.is_inf(x) if x.dtype.is_floating else False


@public("experimental.numpy.isneginf")
def isneginf(x: Any) -> Any:
    """Whether it is -inf; False as a whole where the dtype has no infinities.

    >>> tf.experimental.numpy.isneginf([1.0, -float("inf")]).numpy()
    array([False,  True])
    """
    x = as_array(x)
    return comparison.equal(x, -np.inf) if x.dtype.is_floating else False


@public("experimental.numpy.isposinf")
def isposinf(x: Any) -> Any:
    """Whether it is +inf; False as a whole where the dtype has no infinities.

    >>> tf.experimental.numpy.isposinf([1.0, float("inf")]).numpy()
    array([False,  True])
    """
    x = as_array(x)
    return comparison.equal(x, np.inf) if x.dtype.is_floating else False


@public("experimental.numpy.logical_not")
def logical_not(x: Any) -> Tensor:
    """Whether the element is 0.

    >>> tf.experimental.numpy.logical_not([0, 2]).numpy()
    array([ True, False])
    """
    return logic.logical_not(as_array(x, dtypes.bool_))


@public("experimental.numpy.isclose")
def isclose(
    a: Any, b: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> Tensor:
    """Whether `|a - b| <= atol + rtol * |b|`; integers and booleans must be equal.

    Args:
        a, b: arrays, which broadcast.
        rtol, atol: how far apart they may be.
        equal_nan: whether two NaNs are close.

    >>> tf.experimental.numpy.isclose([1.0, 1.1], 1.0 + 1e-9).numpy()
    array([ True, False])
    """
    x, y = promoted_pair(a, b)
    if not is_inexact(x):
        return comparison.equal(x, y)
    relative, absolute = (convert_to_tensor(t, x.dtype.real_dtype) for t in (rtol, atol))
    close: Any = arithmetic.abs(x - y) <= absolute + relative * arithmetic.abs(y)
    if equal_nan:
        close = logic.logical_or(
            close, logic.logical_and(floating_point.is_nan(x), floating_point.is_nan(y))
        )
    return close


@public("experimental.numpy.allclose")
def allclose(
    a: Any, b: Any, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> Tensor:
    """Whether all elements are close, see `isclose`.

    >>> tf.experimental.numpy.allclose([1.0, 2.0], [1.0, 2.1]).numpy()
    np.False_
    """
    return reduce_all(isclose(a, b, rtol, atol, equal_nan))


@public("experimental.numpy.array_equal")
def array_equal(a1: Any, a2: Any) -> Tensor:
    """Whether two arrays have one shape and equal elements.

    >>> tf.experimental.numpy.array_equal([1, 2], [1, 2, 3]).numpy()
    np.False_
    """
    x, y = promoted(a1, a2)
    if not x.shape.is_compatible_with(y.shape):
        return convert_to_tensor(False)
    # Sizes that are not known yet: `Equal` is False as a whole where they do not broadcast.
    same_sizes: Any = reduce_all(raw.Equal(shape(x), shape(y), incompatible_shape_error=False))
    same_values = raw.Equal(x, y, incompatible_shape_error=False)
    return same_sizes & reduce_all(same_values)
