"""Public names of `tf.compat.v1.math`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.math import special as special
from stagelight.math import abs as abs
from stagelight.math import accumulate_n as accumulate_n
from stagelight.math import acos as acos
from stagelight.math import acosh as acosh
from stagelight.math import add as add
from stagelight.math import add_n as add_n
from stagelight.math import angle as angle
from stagelight.math import approx_max_k as approx_max_k
from stagelight.math import approx_min_k as approx_min_k
from stagelight.math import asin as asin
from stagelight.math import asinh as asinh
from stagelight.math import atan as atan
from stagelight.math import atan2 as atan2
from stagelight.math import atanh as atanh
from stagelight.math import bessel_i0 as bessel_i0
from stagelight.math import bessel_i0e as bessel_i0e
from stagelight.math import bessel_i1 as bessel_i1
from stagelight.math import bessel_i1e as bessel_i1e
from stagelight.math import betainc as betainc
from stagelight.math import ceil as ceil
from stagelight.math import conj as conj
from stagelight.math import cos as cos
from stagelight.math import cosh as cosh
from stagelight.math import cumprod as cumprod
from stagelight.math import cumsum as cumsum
from stagelight.math import cumulative_logsumexp as cumulative_logsumexp
from stagelight.math import digamma as digamma
from stagelight.math import divide as divide
from stagelight.math import divide_no_nan as divide_no_nan
from stagelight.math import equal as equal
from stagelight.math import erf as erf
from stagelight.math import erfc as erfc
from stagelight.math import erfcinv as erfcinv
from stagelight.math import erfinv as erfinv
from stagelight.math import exp as exp
from stagelight.math import expm1 as expm1
from stagelight.math import floor as floor
from stagelight.math import floordiv as floordiv
from stagelight.math import floormod as floormod
from stagelight.math import greater as greater
from stagelight.math import greater_equal as greater_equal
from stagelight.math import igamma as igamma
from stagelight.math import igammac as igammac
from stagelight.math import imag as imag
from stagelight.math import is_finite as is_finite
from stagelight.math import is_inf as is_inf
from stagelight.math import is_nan as is_nan
from stagelight.math import is_non_decreasing as is_non_decreasing
from stagelight.math import is_strictly_increasing as is_strictly_increasing
from stagelight.math import l2_normalize as l2_normalize
from stagelight.math import lbeta as lbeta
from stagelight.math import less as less
from stagelight.math import less_equal as less_equal
from stagelight.math import lgamma as lgamma
from stagelight.math import log as log
from stagelight.math import log1p as log1p
from stagelight.math import log_sigmoid as log_sigmoid
from stagelight.math import logical_and as logical_and
from stagelight.math import logical_not as logical_not
from stagelight.math import logical_or as logical_or
from stagelight.math import logical_xor as logical_xor
from stagelight.math import maximum as maximum
from stagelight.math import minimum as minimum
from stagelight.math import mod as mod
from stagelight.math import multiply as multiply
from stagelight.math import multiply_no_nan as multiply_no_nan
from stagelight.math import ndtri as ndtri
from stagelight.math import negative as negative
from stagelight.math import nextafter as nextafter
from stagelight.math import not_equal as not_equal
from stagelight.math import polygamma as polygamma
from stagelight.math import polyval as polyval
from stagelight.math import pow as pow
from stagelight.math import real as real
from stagelight.math import reciprocal as reciprocal
from stagelight.math import reciprocal_no_nan as reciprocal_no_nan
from stagelight.math import reduce_euclidean_norm as reduce_euclidean_norm
from stagelight.math import reduce_std as reduce_std
from stagelight.math import reduce_variance as reduce_variance
from stagelight.math import rint as rint
from stagelight.math import round as round
from stagelight.math import rsqrt as rsqrt
from stagelight.math import scalar_mul as scalar_mul
from stagelight.math import sigmoid as sigmoid
from stagelight.math import sign as sign
from stagelight.math import sin as sin
from stagelight.math import sinh as sinh
from stagelight.math import sobol_sample as sobol_sample
from stagelight.math import softplus as softplus
from stagelight.math import softsign as softsign
from stagelight.math import sqrt as sqrt
from stagelight.math import square as square
from stagelight.math import squared_difference as squared_difference
from stagelight.math import subtract as subtract
from stagelight.math import tan as tan
from stagelight.math import tanh as tanh
from stagelight.math import truediv as truediv
from stagelight.math import xdivy as xdivy
from stagelight.math import xlog1py as xlog1py
from stagelight.math import xlogy as xlogy
from stagelight.math import zero_fraction as zero_fraction
from stagelight.math import zeta as zeta
from stagelight.ops.arrays.reshaping import invert_permutation as invert_permutation
from stagelight.ops.arrays.sorting import top_k as top_k
from stagelight.ops.reductions.segments import segment_max as segment_max
from stagelight.ops.reductions.segments import segment_mean as segment_mean
from stagelight.ops.reductions.segments import segment_min as segment_min
from stagelight.ops.reductions.segments import segment_prod as segment_prod
from stagelight.ops.reductions.segments import segment_sum as segment_sum
from stagelight.ops.reductions.unsorted_segments import unsorted_segment_max as unsorted_segment_max
from stagelight.ops.reductions.unsorted_segments import unsorted_segment_mean as unsorted_segment_mean
from stagelight.ops.reductions.unsorted_segments import unsorted_segment_min as unsorted_segment_min
from stagelight.ops.reductions.unsorted_segments import unsorted_segment_prod as unsorted_segment_prod
from stagelight.ops.reductions.unsorted_segments import unsorted_segment_sqrt_n as unsorted_segment_sqrt_n
from stagelight.ops.reductions.unsorted_segments import unsorted_segment_sum as unsorted_segment_sum
from typing import Any

def argmax(
    input: Any,
    axis: Any = None,
    name: Any = None,
    dimension: Any = None,
    output_type: Any = ...,
) -> Any:
    """`argmax` with the arguments of TensorFlow 1:

        input, axis, name, dimension, output_type

    The index of the greatest element along an axis, the first one of equals.

    Args:
        input: real or bool tensor of at least one axis.
        axis: the axis, 0 by default.
        output_type: an integer dtype.
        name: name of the operation.

    Returns:
        Tensor of indices without that axis.

    Raises:
        InvalidArgumentError: there is no such axis, or it is empty.

    >>> tf.argmax([2, 20, 30, 3, 6]).numpy()
    np.int64(2)
    """
def argmin(
    input: Any,
    axis: Any = None,
    name: Any = None,
    dimension: Any = None,
    output_type: Any = ...,
) -> Any:
    """`argmin` with the arguments of TensorFlow 1:

        input, axis, name, dimension, output_type

    The index of the least element along an axis, the first one of equals.

    Args:
        input: real or bool tensor of at least one axis.
        axis: the axis, 0 by default.
        output_type: an integer dtype.
        name: name of the operation.

    Returns:
        Tensor of indices without that axis.

    Raises:
        InvalidArgumentError: there is no such axis, or it is empty.

    >>> tf.argmin([[3, 1], [2, 5]], axis=1).numpy()
    array([1, 0])
    """
def bincount(
    arr: Any,
    weights: Any = None,
    minlength: Any = None,
    maxlength: Any = None,
    dtype: Any = ...,
) -> Any:
    """`bincount` with the arguments of TensorFlow 1:

        arr, weights, minlength, maxlength, dtype

    How often each of 0, 1, 2, ... stands in a tensor, or the sum of its weights.

    Args:
        arr: integer tensor without negative numbers.
        weights: tensor of the shape of `arr`, what each number counts; None counts 1.
        minlength: the least length of the result.
        maxlength: the greatest length; greater numbers are not counted.
        dtype: the dtype of the counts where there are no weights.
        name: name of the operation.
        axis: None or 0 counts in the whole tensor, -1 in each row of a matrix.
        binary_output: 1 for each number that stands at least once.

    Returns:
        Vector of counts, or a matrix with one row for each row of `arr`.

    Raises:
        InvalidArgumentError: a number is negative, or the weights' shape differs.
        ValueError: another axis, or weights with binary_output.

    >>> tf.math.bincount([1, 1, 2, 3, 2, 4, 4, 5]).numpy()
    array([0, 2, 2, 1, 2, 1], dtype=int32)
    """
def confusion_matrix(
    labels: Any,
    predictions: Any,
    num_classes: Any = None,
    dtype: Any = ...,
    name: Any = None,
    weights: Any = None,
) -> Any:
    """`confusion_matrix` with the arguments of TensorFlow 1:

        labels, predictions, num_classes, dtype, name, weights

    The matrix whose element `[i, j]` counts how often class `i` was predicted as class `j`.

    Args:
        labels: vector of the classes, numbers from 0.
        predictions: vector of the predicted classes. An axis of size 1 that one of the two has more is left
            out.
        num_classes: the size of the matrix; None: one more than the greatest class.
        weights: what each prediction counts, of the shape of `predictions`; None: 1.
        dtype: the dtype of the result.
        name: name of the operation.

    Returns:
        A matrix `[num_classes, num_classes]`.

    Raises:
        InvalidArgumentError: a class is negative, or not less than `num_classes`.
        ValueError: the weights have another shape.

    >>> tf.math.confusion_matrix([1, 2, 2], [1, 2, 1]).numpy()
    array([[0, 0, 0],
           [0, 1, 0],
           [0, 1, 1]], dtype=int32)
    """
def count_nonzero(
    input_tensor: Any = None,
    axis: Any = None,
    keepdims: Any = None,
    dtype: Any = ...,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
    input: Any = None,
) -> Any:
    """`count_nonzero` with the arguments of TensorFlow 1:

        input_tensor, axis, keepdims, dtype, name, reduction_indices, keep_dims, input

    How many elements over axes are not zero, False or the empty string.

    Args:
        input: numeric, bool or string tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        dtype: dtype of the result.
        name: name of the operation.

    Returns:
        Tensor of `dtype` without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.math.count_nonzero([[0, 1], [2, 3]], axis=1).numpy()
    array([1, 2])
    """
def in_top_k(predictions: Any, targets: Any, k: Any, name: Any = None) -> Any:
    """`in_top_k` with the arguments of TensorFlow 1:

        predictions, targets, k, name

    Whether the target of each row is among its `k` greatest predictions; ties count.

    Args:
        targets: int32 or int64 tensor of shape `[rows]`, numbers of classes.
        predictions: float32 tensor of shape `[rows, classes]`.
        k: how many.
        name: name of the operation.

    Returns:
        Bool tensor of shape `[rows]`; False where a target is no class or a prediction is not
        finite.

    Raises:
        InvalidArgumentError: the shapes do not fit.

    >>> tf.math.in_top_k([1, 0], [[0.1, 0.9], [0.2, 0.8]], 1).numpy()
    array([ True, False])
    """
def log_softmax(logits: Any, axis: Any = None, name: Any = None, dim: Any = None) -> Any:
    """`log_softmax` with the arguments of TensorFlow 1:

        logits, axis, name, dim

    `logits - log(sum(exp(logits)))` along an axis: the logarithm of `tf.nn.softmax`.

    Args:
        logits: floating tensor with at least one axis.
        axis: the axis; the last by default.
        name: name of the operation.

    Returns:
        Tensor like `logits`.

    Raises:
        InvalidArgumentError: `logits` is a scalar or has no such axis.

    >>> tf.nn.log_softmax([0.0, 0.0]).numpy().round(4)
    array([-0.6931, -0.6931], dtype=float32)
    """
def reduce_all(
    input_tensor: Any,
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_all` with the arguments of TensorFlow 1:

        input_tensor, axis, keepdims, name, reduction_indices, keep_dims

    Whether all elements along axes are True; True where there is none.

    Args:
        input_tensor: bool tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Bool tensor without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_all([[True, True], [False, True]], axis=1).numpy()
    array([ True, False])
    """
def reduce_any(
    input_tensor: Any,
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_any` with the arguments of TensorFlow 1:

        input_tensor, axis, keepdims, name, reduction_indices, keep_dims

    Whether an element along axes is True; False where there is none.

    Args:
        input_tensor: bool tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Bool tensor without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_any([[True, True], [False, False]], axis=1).numpy()
    array([ True, False])
    """
def reduce_logsumexp(
    input_tensor: Any,
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_logsumexp` with the arguments of TensorFlow 1:

        input_tensor, axis, keepdims, name, reduction_indices, keep_dims

    `log(sum(exp(x)))` over axes, without overflow.

    Args:
        input_tensor: floating tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes; -inf where there is no element.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_logsumexp([1000.0, 1000.0]).numpy()
    np.float32(1000.6932)
    """
def reduce_max(
    input_tensor: Any,
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_max` with the arguments of TensorFlow 1:

        input_tensor, axis, keepdims, name, reduction_indices, keep_dims

    The maximum over axes; NaN where one is NaN, the dtype's lowest value where there is none.

    Args:
        input_tensor: real tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes. Equal maxima share the gradient.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_max([[1, 5], [3, 4]], axis=1).numpy()
    array([5, 4], dtype=int32)
    """
def reduce_mean(
    input_tensor: Any,
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_mean` with the arguments of TensorFlow 1:

        input_tensor, axis, keepdims, name, reduction_indices, keep_dims

    The mean over axes. For integers it is rounded towards zero.

    Args:
        input_tensor: numeric tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_mean([[1.0, 1.0], [2.0, 2.0]], axis=1).numpy()
    array([1., 2.], dtype=float32)
    """
def reduce_min(
    input_tensor: Any,
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_min` with the arguments of TensorFlow 1:

        input_tensor, axis, keepdims, name, reduction_indices, keep_dims

    The minimum over axes; NaN where one is NaN, the dtype's highest value where there is none.

    Args:
        input_tensor: real tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes. Equal minima share the gradient.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_min([[1, 5], [3, 4]], axis=1).numpy()
    array([1, 3], dtype=int32)
    """
def reduce_prod(
    input_tensor: Any,
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_prod` with the arguments of TensorFlow 1:

        input_tensor, axis, keepdims, name, reduction_indices, keep_dims

    The product over axes; one over none of their elements.

    Args:
        input_tensor: numeric tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_prod([[1, 2], [3, 4]], axis=0).numpy()
    array([3, 8], dtype=int32)
    """
def reduce_sum(
    input_tensor: Any,
    axis: Any = None,
    keepdims: Any = None,
    name: Any = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
) -> Any:
    """`reduce_sum` with the arguments of TensorFlow 1:

        input_tensor, axis, keepdims, name, reduction_indices, keep_dims

    The sum over axes; zero over none of their elements.

    Args:
        input_tensor: numeric tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> x = tf.constant([[1, 1, 1], [1, 1, 1]])
    >>> tf.reduce_sum(x, axis=0).numpy()
    array([2, 2, 2], dtype=int32)
    """
def softmax(logits: Any, axis: Any = None, name: Any = None, dim: Any = None) -> Any:
    """`softmax` with the arguments of TensorFlow 1:

        logits, axis, name, dim

    `exp(logits) / sum(exp(logits))` along an axis: positive numbers that add up to 1.

    Args:
        logits: floating tensor with at least one axis.
        axis: the axis; the last by default.
        name: name of the operation.

    Returns:
        Tensor like `logits`.

    Raises:
        InvalidArgumentError: `logits` is a scalar or has no such axis.

    >>> tf.nn.softmax([1.0, 1.0, 2.0]).numpy().round(4)
    array([0.2119, 0.2119, 0.5761], dtype=float32)
    """
