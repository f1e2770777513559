"""Public names of `tf.compat.v1.math`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1 import argmax as argmax
from stagelight.compat.v1 import argmin as argmin
from stagelight.compat.v1 import bincount as bincount
from stagelight.compat.v1 import confusion_matrix as confusion_matrix
from stagelight.compat.v1 import count_nonzero as count_nonzero
from stagelight.compat.v1 import reduce_all as reduce_all
from stagelight.compat.v1 import reduce_any as reduce_any
from stagelight.compat.v1 import reduce_logsumexp as reduce_logsumexp
from stagelight.compat.v1 import reduce_max as reduce_max
from stagelight.compat.v1 import reduce_mean as reduce_mean
from stagelight.compat.v1 import reduce_min as reduce_min
from stagelight.compat.v1 import reduce_prod as reduce_prod
from stagelight.compat.v1 import reduce_sum as reduce_sum
from stagelight.compat.v1.math import special as special
from stagelight.ops.arrays.approximate_top_k import approx_max_k as approx_max_k
from stagelight.ops.arrays.approximate_top_k import approx_min_k as approx_min_k
from stagelight.ops.arrays.reshaping import invert_permutation as invert_permutation
from stagelight.ops.arrays.sorting import top_k as top_k
from stagelight.ops.elementwise.arithmetic import abs as abs
from stagelight.ops.elementwise.arithmetic import add as add
from stagelight.ops.elementwise.arithmetic import multiply as multiply
from stagelight.ops.elementwise.arithmetic import multiply_no_nan as multiply_no_nan
from stagelight.ops.elementwise.arithmetic import negative as negative
from stagelight.ops.elementwise.arithmetic import scalar_mul as scalar_mul
from stagelight.ops.elementwise.arithmetic import sign as sign
from stagelight.ops.elementwise.arithmetic import squared_difference as squared_difference
from stagelight.ops.elementwise.arithmetic import subtract as subtract
from stagelight.ops.elementwise.bessel import bessel_i0 as bessel_i0
from stagelight.ops.elementwise.bessel import bessel_i0e as bessel_i0e
from stagelight.ops.elementwise.bessel import bessel_i1 as bessel_i1
from stagelight.ops.elementwise.bessel import bessel_i1e as bessel_i1e
from stagelight.ops.elementwise.comparison import equal as equal
from stagelight.ops.elementwise.comparison import greater as greater
from stagelight.ops.elementwise.comparison import greater_equal as greater_equal
from stagelight.ops.elementwise.comparison import less as less
from stagelight.ops.elementwise.comparison import less_equal as less_equal
from stagelight.ops.elementwise.comparison import not_equal as not_equal
from stagelight.ops.elementwise.complex_numbers import angle as angle
from stagelight.ops.elementwise.complex_numbers import conj as conj
from stagelight.ops.elementwise.complex_numbers import imag as imag
from stagelight.ops.elementwise.complex_numbers import real as real
from stagelight.ops.elementwise.division import divide as divide
from stagelight.ops.elementwise.division import divide_no_nan as divide_no_nan
from stagelight.ops.elementwise.division import floordiv as floordiv
from stagelight.ops.elementwise.division import floormod as _mod
from stagelight.ops.elementwise.division import floormod as floormod
from stagelight.ops.elementwise.division import reciprocal as reciprocal
from stagelight.ops.elementwise.division import reciprocal_no_nan as reciprocal_no_nan
from stagelight.ops.elementwise.division import truediv as truediv
from stagelight.ops.elementwise.error_functions import erf as erf
from stagelight.ops.elementwise.error_functions import erfc as erfc
from stagelight.ops.elementwise.error_functions import erfcinv as erfcinv
from stagelight.ops.elementwise.error_functions import erfinv as erfinv
from stagelight.ops.elementwise.error_functions import ndtri as ndtri
from stagelight.ops.elementwise.exponential import exp as exp
from stagelight.ops.elementwise.exponential import expm1 as expm1
from stagelight.ops.elementwise.exponential import log as log
from stagelight.ops.elementwise.exponential import log1p as log1p
from stagelight.ops.elementwise.exponential import polyval as polyval
from stagelight.ops.elementwise.exponential import pow as pow
from stagelight.ops.elementwise.exponential import rsqrt as rsqrt
from stagelight.ops.elementwise.exponential import sqrt as sqrt
from stagelight.ops.elementwise.exponential import square as square
from stagelight.ops.elementwise.exponential import xdivy as xdivy
from stagelight.ops.elementwise.exponential import xlog1py as xlog1py
from stagelight.ops.elementwise.exponential import xlogy as xlogy
from stagelight.ops.elementwise.floating_point import is_finite as is_finite
from stagelight.ops.elementwise.floating_point import is_inf as is_inf
from stagelight.ops.elementwise.floating_point import is_nan as is_nan
from stagelight.ops.elementwise.floating_point import nextafter as nextafter
from stagelight.ops.elementwise.gamma_functions import betainc as betainc
from stagelight.ops.elementwise.gamma_functions import digamma as digamma
from stagelight.ops.elementwise.gamma_functions import igamma as igamma
from stagelight.ops.elementwise.gamma_functions import igammac as igammac
from stagelight.ops.elementwise.gamma_functions import lbeta as lbeta
from stagelight.ops.elementwise.gamma_functions import lgamma as lgamma
from stagelight.ops.elementwise.gamma_functions import polygamma as polygamma
from stagelight.ops.elementwise.gamma_functions import zeta as zeta
from stagelight.ops.elementwise.hyperbolic import acosh as acosh
from stagelight.ops.elementwise.hyperbolic import asinh as asinh
from stagelight.ops.elementwise.hyperbolic import atanh as atanh
from stagelight.ops.elementwise.hyperbolic import cosh as cosh
from stagelight.ops.elementwise.hyperbolic import sinh as sinh
from stagelight.ops.elementwise.hyperbolic import tanh as tanh
from stagelight.ops.elementwise.logic import logical_and as logical_and
from stagelight.ops.elementwise.logic import logical_not as logical_not
from stagelight.ops.elementwise.logic import logical_or as logical_or
from stagelight.ops.elementwise.logic import logical_xor as logical_xor
from stagelight.ops.elementwise.rounding import ceil as ceil
from stagelight.ops.elementwise.rounding import floor as floor
from stagelight.ops.elementwise.rounding import rint as rint
from stagelight.ops.elementwise.rounding import round as round
from stagelight.ops.elementwise.select import maximum as maximum
from stagelight.ops.elementwise.select import minimum as minimum
from stagelight.ops.elementwise.sigmoid import log_sigmoid as log_sigmoid
from stagelight.ops.elementwise.sigmoid import sigmoid as sigmoid
from stagelight.ops.elementwise.sigmoid import softplus as softplus
from stagelight.ops.elementwise.sigmoid import softsign as softsign
from stagelight.ops.elementwise.trigonometry import acos as acos
from stagelight.ops.elementwise.trigonometry import asin as asin
from stagelight.ops.elementwise.trigonometry import atan as atan
from stagelight.ops.elementwise.trigonometry import atan2 as atan2
from stagelight.ops.elementwise.trigonometry import cos as cos
from stagelight.ops.elementwise.trigonometry import sin as sin
from stagelight.ops.elementwise.trigonometry import tan as tan
from stagelight.ops.linalg.norms import l2_normalize as l2_normalize
from stagelight.ops.random.sobol_points import sobol_sample as sobol_sample
from stagelight.ops.reductions.addition_of_lists import accumulate_n as accumulate_n
from stagelight.ops.reductions.addition_of_lists import add_n as add_n
from stagelight.ops.reductions.cumulative import cumprod as cumprod
from stagelight.ops.reductions.cumulative import cumsum as cumsum
from stagelight.ops.reductions.cumulative import cumulative_logsumexp as cumulative_logsumexp
from stagelight.ops.reductions.moments import reduce_std as reduce_std
from stagelight.ops.reductions.moments import reduce_variance as reduce_variance
from stagelight.ops.reductions.moments import zero_fraction as zero_fraction
from stagelight.ops.reductions.monotonicity import is_non_decreasing as is_non_decreasing
from stagelight.ops.reductions.monotonicity import is_strictly_increasing as is_strictly_increasing
from stagelight.ops.reductions.reduction_functions import reduce_euclidean_norm as reduce_euclidean_norm
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
mod = _mod
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
