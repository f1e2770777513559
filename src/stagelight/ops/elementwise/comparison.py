"""Comparisons, element by element: `tf.equal`, `tf.less`, `tf.greater` and the like.

A comparison with NaN is false, but for `not_equal`. Tests of a single value, such as
`tf.math.is_nan`, are in `floating_point`.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.elementwise import define_comparison
from stagelight.core.inference import SCALAR, UNKNOWN, Inferred, broadcast_shapes, invalid
from stagelight.core.op_def import Trait
from stagelight.core.raw import raw
from stagelight.core.scalar import array_kernel, words
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes

# ---------------------------------------------------------------------------- equality


def _infer_equality(x: Tensor, y: Tensor, *, incompatible_shape_error: bool = True) -> Inferred:
    if incompatible_shape_error:
        return Inferred(broadcast_shapes(x.shape, y.shape), dtypes.bool_)
    if x.shape.rank is None or y.shape.rank is None:
        return Inferred(UNKNOWN, dtypes.bool_)
    pairs = list(zip(reversed(x.shape.as_list()), reversed(y.shape.as_list()), strict=False))
    if any(None not in pair and 1 not in pair and len(set(pair)) == 2 for pair in pairs):
        return Inferred(SCALAR, dtypes.bool_)
    # Two unknown sizes are taken for equal, as TensorFlow does; one may differ from a size that is known.
    if any(a != b and 1 not in (a, b) for a, b in pairs):
        return Inferred(UNKNOWN, dtypes.bool_)
    return Inferred(broadcast_shapes(x.shape, y.shape), dtypes.bool_)


def _equality_kernel(
    name: str, rule: Callable[..., Any], of_incompatible: bool
) -> Callable[..., Any]:
    compare = array_kernel(name, rule)

    def kernel(
        xp: ModuleType, x: np.ndarray, y: np.ndarray, *, incompatible_shape_error: bool = True
    ) -> Any:
        fields = x.dtype.names
        if fields is not None:  # Quantized numbers are records of one field.
            x, y = x[fields[0]], y[fields[0]]
        try:
            result = compare(xp, x, y)
        except (TypeError, ValueError):  # The first is `jax.numpy`'s.
            if incompatible_shape_error:
                raise invalid(f"Incompatible shapes: {list(x.shape)} vs. {list(y.shape)}") from None
            return np.asarray(of_incompatible)
        return result.astype(bool) if x.dtype.hasobject else result

    return kernel


def _define_equality(name: str, rule: Callable[..., Any], of_incompatible: bool) -> None:
    define_comparison(
        name,
        None,
        rule,
        attrs={"incompatible_shape_error": True},
        infer=_infer_equality,
        kernel=_equality_kernel(name, rule, of_incompatible),
        traits=Trait.COMMUTATIVE,
    )


_define_equality("Equal", lambda x, y: words.equal(x, y), of_incompatible=False)
_define_equality("NotEqual", lambda x, y: words.not_equal(x, y), of_incompatible=True)


@public("math.equal", "equal")
def equal(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x == y`, element by element.

    Args:
        x: tensor of any dtype.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Bool tensor of the broadcast shape.

    Raises:
        InvalidArgumentError: the dtypes differ or the shapes do not broadcast.

    >>> tf.equal([2, 4], [2, 3]).numpy()
    array([ True, False])
    """
    return raw.Equal(x, y, name=name)


@public("math.not_equal", "not_equal")
def not_equal(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x != y`, element by element.

    Args:
        x: tensor of any dtype.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Bool tensor of the broadcast shape.

    Raises:
        InvalidArgumentError: the dtypes differ or the shapes do not broadcast.

    >>> tf.not_equal([2, 4], [2, 3]).numpy()
    array([False,  True])
    """
    return raw.NotEqual(x, y, name=name)


# ---------------------------------------------------------------------------- order

define_comparison("Less", dtypes.REAL, lambda x, y: words.less(x, y))
define_comparison("LessEqual", dtypes.REAL, lambda x, y: words.less_equal(x, y))
define_comparison("Greater", dtypes.REAL, lambda x, y: words.greater(x, y))
define_comparison("GreaterEqual", dtypes.REAL, lambda x, y: words.greater_equal(x, y))


@public("math.less", "less")
def less(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x < y`, element by element.

    Args:
        x: real tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Bool tensor of the broadcast shape.

    Raises:
        InvalidArgumentError: the dtypes differ or the shapes do not broadcast.

    >>> tf.less([1, 2, 3], 2).numpy()
    array([ True, False, False])
    """
    return raw.Less(x, y, name=name)


@public("math.less_equal", "less_equal")
def less_equal(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x <= y`, element by element.

    Args:
        x: real tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Bool tensor of the broadcast shape.

    Raises:
        InvalidArgumentError: the dtypes differ or the shapes do not broadcast.

    >>> tf.less_equal([1, 2, 3], 2).numpy()
    array([ True,  True, False])
    """
    return raw.LessEqual(x, y, name=name)


@public("math.greater", "greater")
def greater(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x > y`, element by element.

    Args:
        x: real tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Bool tensor of the broadcast shape.

    Raises:
        InvalidArgumentError: the dtypes differ or the shapes do not broadcast.

    >>> tf.greater([1, 2, 3], 2).numpy()
    array([False, False,  True])
    """
    return raw.Greater(x, y, name=name)


@public("math.greater_equal", "greater_equal")
def greater_equal(x: Any, y: Any, name: str | None = None) -> Tensor:
    """`x >= y`, element by element.

    Args:
        x: real tensor.
        y: tensor of the same dtype, of a shape that broadcasts with that of `x`.
        name: name of the operation.

    Returns:
        Bool tensor of the broadcast shape.

    Raises:
        InvalidArgumentError: the dtypes differ or the shapes do not broadcast.

    >>> tf.greater_equal([1, 2, 3], 2).numpy()
    array([False,  True,  True])
    """
    return raw.GreaterEqual(x, y, name=name)
