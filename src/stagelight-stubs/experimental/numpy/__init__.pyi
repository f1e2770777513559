"""Public names of `tf.experimental.numpy`. Written by `scripts/public_stubs.py`."""

from numpy import bool as _bool_
from numpy import bytes_ as _string_
from numpy import complex128 as _complex_
from numpy import complex128 as complex128
from numpy import complex64 as complex64
from numpy import float16 as float16
from numpy import float32 as float32
from numpy import float64 as _float_
from numpy import float64 as float64
from numpy import iinfo as iinfo
from numpy import inexact as inexact
from numpy import int16 as int16
from numpy import int32 as int32
from numpy import int64 as _int_
from numpy import int64 as int64
from numpy import int8 as int8
from numpy import object_ as object_
from numpy import str_ as _unicode_
from numpy import uint16 as uint16
from numpy import uint32 as uint32
from numpy import uint64 as uint64
from numpy import uint8 as uint8
from stagelight.core.tensor import Tensor as _ndarray
from stagelight.experimental.numpy import abs as _absolute
from stagelight.experimental.numpy import abs as _fabs
from stagelight.experimental.numpy import conj as _conjugate
from stagelight.experimental.numpy import divide as _true_divide
from stagelight.experimental.numpy import float_power as _power
from stagelight.experimental.numpy import mod as _remainder
from stagelight.experimental.numpy import random as random
from stagelight.numpy_style.arithmetic import angle as angle
from stagelight.numpy_style.arithmetic import around as _round
from stagelight.numpy_style.arithmetic import around as around
from stagelight.numpy_style.arithmetic import clip as clip
from stagelight.numpy_style.arithmetic import divmod as divmod
from stagelight.numpy_style.arithmetic import gcd as gcd
from stagelight.numpy_style.arithmetic import heaviside as heaviside
from stagelight.numpy_style.arithmetic import hypot as hypot
from stagelight.numpy_style.arithmetic import imag as imag
from stagelight.numpy_style.arithmetic import iscomplex as iscomplex
from stagelight.numpy_style.arithmetic import iscomplexobj as iscomplexobj
from stagelight.numpy_style.arithmetic import isreal as isreal
from stagelight.numpy_style.arithmetic import isrealobj as isrealobj
from stagelight.numpy_style.arithmetic import lcm as lcm
from stagelight.numpy_style.arithmetic import log10 as log10
from stagelight.numpy_style.arithmetic import log2 as log2
from stagelight.numpy_style.arithmetic import logaddexp as logaddexp
from stagelight.numpy_style.arithmetic import logaddexp2 as logaddexp2
from stagelight.numpy_style.arithmetic import maximum as maximum
from stagelight.numpy_style.arithmetic import polyval as polyval
from stagelight.numpy_style.arithmetic import rad2deg as rad2deg
from stagelight.numpy_style.arithmetic import real as real
from stagelight.numpy_style.arithmetic import sign as sign
from stagelight.numpy_style.behavior import experimental_enable_numpy_behavior as experimental_enable_numpy_behavior
from stagelight.numpy_style.creation import arange as arange
from stagelight.numpy_style.creation import broadcast_arrays as broadcast_arrays
from stagelight.numpy_style.creation import broadcast_to as broadcast_to
from stagelight.numpy_style.creation import diag_indices as diag_indices
from stagelight.numpy_style.creation import empty as empty
from stagelight.numpy_style.creation import empty_like as empty_like
from stagelight.numpy_style.creation import eye as eye
from stagelight.numpy_style.creation import full as full
from stagelight.numpy_style.creation import full_like as full_like
from stagelight.numpy_style.creation import geomspace as geomspace
from stagelight.numpy_style.creation import identity as identity
from stagelight.numpy_style.creation import linspace as linspace
from stagelight.numpy_style.creation import logspace as logspace
from stagelight.numpy_style.creation import meshgrid as meshgrid
from stagelight.numpy_style.creation import ones as ones
from stagelight.numpy_style.creation import ones_like as ones_like
from stagelight.numpy_style.creation import tri as tri
from stagelight.numpy_style.creation import vander as vander
from stagelight.numpy_style.creation import zeros as zeros
from stagelight.numpy_style.creation import zeros_like as zeros_like
from stagelight.numpy_style.joining import append as append
from stagelight.numpy_style.joining import concatenate as concatenate
from stagelight.numpy_style.joining import dsplit as dsplit
from stagelight.numpy_style.joining import dstack as dstack
from stagelight.numpy_style.joining import hsplit as hsplit
from stagelight.numpy_style.joining import hstack as hstack
from stagelight.numpy_style.joining import split as split
from stagelight.numpy_style.joining import stack as stack
from stagelight.numpy_style.joining import vsplit as vsplit
from stagelight.numpy_style.joining import vstack as vstack
from stagelight.numpy_style.matrices import cross as cross
from stagelight.numpy_style.matrices import diag as diag
from stagelight.numpy_style.matrices import diagflat as diagflat
from stagelight.numpy_style.matrices import diagonal as diagonal
from stagelight.numpy_style.matrices import dot as dot
from stagelight.numpy_style.matrices import einsum as einsum
from stagelight.numpy_style.matrices import inner as inner
from stagelight.numpy_style.matrices import kron as kron
from stagelight.numpy_style.matrices import matmul as matmul
from stagelight.numpy_style.matrices import outer as outer
from stagelight.numpy_style.matrices import tensordot as tensordot
from stagelight.numpy_style.matrices import trace as trace
from stagelight.numpy_style.matrices import tril as tril
from stagelight.numpy_style.matrices import triu as triu
from stagelight.numpy_style.matrices import vdot as vdot
from stagelight.numpy_style.promotion import finfo as finfo
from stagelight.numpy_style.promotion import promote_types as promote_types
from stagelight.numpy_style.promotion import result_type as result_type
from stagelight.numpy_style.reductions import all as all
from stagelight.numpy_style.reductions import amax as amax
from stagelight.numpy_style.reductions import amin as amin
from stagelight.numpy_style.reductions import any as any
from stagelight.numpy_style.reductions import average as average
from stagelight.numpy_style.reductions import count_nonzero as count_nonzero
from stagelight.numpy_style.reductions import cumprod as cumprod
from stagelight.numpy_style.reductions import cumsum as cumsum
from stagelight.numpy_style.reductions import diff as diff
from stagelight.numpy_style.reductions import max as max
from stagelight.numpy_style.reductions import mean as mean
from stagelight.numpy_style.reductions import min as min
from stagelight.numpy_style.reductions import nanmean as nanmean
from stagelight.numpy_style.reductions import nanprod as nanprod
from stagelight.numpy_style.reductions import nansum as nansum
from stagelight.numpy_style.reductions import prod as prod
from stagelight.numpy_style.reductions import ptp as ptp
from stagelight.numpy_style.reductions import std as std
from stagelight.numpy_style.reductions import sum as sum
from stagelight.numpy_style.reductions import var as var
from stagelight.numpy_style.selection import argmax as argmax
from stagelight.numpy_style.selection import argmin as argmin
from stagelight.numpy_style.selection import argsort as argsort
from stagelight.numpy_style.selection import compress as compress
from stagelight.numpy_style.selection import ix_ as ix_
from stagelight.numpy_style.selection import nonzero as nonzero
from stagelight.numpy_style.selection import select as select
from stagelight.numpy_style.selection import sort as sort
from stagelight.numpy_style.selection import take as take
from stagelight.numpy_style.selection import take_along_axis as take_along_axis
from stagelight.numpy_style.selection import where as where
from stagelight.numpy_style.shapes import array as array
from stagelight.numpy_style.shapes import asanyarray as asanyarray
from stagelight.numpy_style.shapes import asarray as asarray
from stagelight.numpy_style.shapes import ascontiguousarray as ascontiguousarray
from stagelight.numpy_style.shapes import atleast_1d as atleast_1d
from stagelight.numpy_style.shapes import atleast_2d as atleast_2d
from stagelight.numpy_style.shapes import atleast_3d as atleast_3d
from stagelight.numpy_style.shapes import copy as copy
from stagelight.numpy_style.shapes import expand_dims as expand_dims
from stagelight.numpy_style.shapes import flatten as flatten
from stagelight.numpy_style.shapes import flip as flip
from stagelight.numpy_style.shapes import fliplr as fliplr
from stagelight.numpy_style.shapes import flipud as flipud
from stagelight.numpy_style.shapes import isscalar as isscalar
from stagelight.numpy_style.shapes import moveaxis as moveaxis
from stagelight.numpy_style.shapes import ndim as ndim
from stagelight.numpy_style.shapes import pad as pad
from stagelight.numpy_style.shapes import ravel as ravel
from stagelight.numpy_style.shapes import repeat as repeat
from stagelight.numpy_style.shapes import reshape as reshape
from stagelight.numpy_style.shapes import roll as roll
from stagelight.numpy_style.shapes import rot90 as rot90
from stagelight.numpy_style.shapes import shape as shape
from stagelight.numpy_style.shapes import size as size
from stagelight.numpy_style.shapes import squeeze as squeeze
from stagelight.numpy_style.shapes import swapaxes as swapaxes
from stagelight.numpy_style.shapes import tile as tile
from stagelight.numpy_style.shapes import transpose as transpose
from stagelight.numpy_style.truth import allclose as allclose
from stagelight.numpy_style.truth import array_equal as array_equal
from stagelight.numpy_style.truth import isclose as isclose
from stagelight.numpy_style.truth import isinf as isinf
from stagelight.numpy_style.truth import isneginf as isneginf
from stagelight.numpy_style.truth import isposinf as isposinf
from stagelight.numpy_style.truth import logical_not as logical_not
from typing import Any

def abs(x: Any) -> Any:
    """The magnitude.

    The result has the dtype that the array has by NumPy's rules.

    >>> tf.experimental.numpy.abs([-1, 2]).numpy()
    array([1, 2])
    """
absolute = _absolute
def add(x1: Any, x2: Any) -> Any:
    """`x1 + x2`; or for booleans.

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.add(1, [2.5]).numpy()
    array([3.5])
    """
def arccos(x: Any) -> Any:
    """The angle in [0, pi] with this cosine.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.arccos(1.0).numpy()
    np.float64(0.0)
    """
def arccosh(x: Any) -> Any:
    """The inverse of cosh.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.arccosh(1.0).numpy()
    np.float64(0.0)
    """
def arcsin(x: Any) -> Any:
    """The angle in [-pi/2, pi/2] with this sine.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.arcsin(0.0).numpy()
    np.float64(0.0)
    """
def arcsinh(x: Any) -> Any:
    """The inverse of sinh.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.arcsinh(0.0).numpy()
    np.float64(0.0)
    """
def arctan(x: Any) -> Any:
    """The angle in [-pi/2, pi/2] with this tangent.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.arctan(0.0).numpy()
    np.float64(0.0)
    """
def arctan2(x1: Any, x2: Any) -> Any:
    """The angle of the point (x2, x1).

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.arctan2(0.0, 1.0).numpy()
    np.float64(0.0)
    """
def arctanh(x: Any) -> Any:
    """The inverse of tanh.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.arctanh(0.0).numpy()
    np.float64(0.0)
    """
def bitwise_and(x1: Any, x2: Any) -> Any:
    """And of each bit.

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.bitwise_and(6, 3).numpy()
    np.int64(2)
    """
def bitwise_not(x: Any) -> Any:
    """The opposite of each bit; of booleans, not.

    The result has the dtype that the array has by NumPy's rules.

    >>> tf.experimental.numpy.bitwise_not([0, 5]).numpy()
    array([-1, -6])
    """
def bitwise_or(x1: Any, x2: Any) -> Any:
    """Or of each bit.

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.bitwise_or(6, 3).numpy()
    np.int64(7)
    """
def bitwise_xor(x1: Any, x2: Any) -> Any:
    """Exclusive or of each bit.

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.bitwise_xor(6, 3).numpy()
    np.int64(5)
    """
bool_ = _bool_
def cbrt(x: Any) -> Any:
    """The real cube root.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.cbrt([-1.0, 1.0]).numpy()
    array([-1.,  1.])
    """
def ceil(x: Any) -> Any:
    """The smallest whole number that is not less.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.ceil(1.5).numpy()
    np.float64(2.0)
    """
complex_ = _complex_
def conj(x: Any) -> Any:
    """The conjugate of complex numbers.

    The result has the dtype that the array has by NumPy's rules.

    >>> tf.experimental.numpy.conj([1 + 2j]).numpy()
    array([1.-2.j])
    """
conjugate = _conjugate
def cos(x: Any) -> Any:
    """The cosine.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.cos(0.0).numpy()
    np.float64(1.0)
    """
def cosh(x: Any) -> Any:
    """The hyperbolic cosine.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.cosh(0.0).numpy()
    np.float64(1.0)
    """
def deg2rad(x: Any) -> Any:
    """Degrees as radians.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.deg2rad(0.0).numpy()
    np.float64(0.0)
    """
def divide(x1: Any, x2: Any) -> Any:
    """The quotient, floating.

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.true_divide(1, [2, 4]).numpy()
    array([0.5 , 0.25])
    """
e: float
def equal(x1: Any, x2: Any) -> Any:
    """Whether `x1 == x2`.

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.equal([1, 2], 1.0).numpy()
    array([ True, False])
    """
def exp(x: Any) -> Any:
    """`e**x`.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.exp(0).numpy()
    np.float64(1.0)
    """
def exp2(x: Any) -> Any:
    """`2**x`.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.exp2(3).numpy()
    np.float64(8.0)
    """
def expm1(x: Any) -> Any:
    """`e**x - 1`, precise near 0.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.expm1(0).numpy()
    np.float64(0.0)
    """
fabs = _fabs
def fix(x: Any) -> Any:
    """Rounds towards zero.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.fix([-1.5, 1.5]).numpy()
    array([-1.,  1.])
    """
float_ = _float_
def float_power(x1: Any, x2: Any) -> Any:
    """`x1 ** x2`. TF: `float_power` of integers is an integer.

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.power(2, 3).numpy()
    np.int64(8)
    """
def floor(x: Any) -> Any:
    """The largest whole number that is not greater.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.floor(1.5).numpy()
    np.float64(1.0)
    """
def floor_divide(x1: Any, x2: Any) -> Any:
    """The quotient, rounded down.

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.floor_divide([7, -7], 2).numpy()
    array([ 3, -4])
    """
def greater(x1: Any, x2: Any) -> Any:
    """Whether `x1 > x2`.

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.greater([1, 2], 1.0).numpy()
    array([False,  True])
    """
def greater_equal(x1: Any, x2: Any) -> Any:
    """Whether `x1 >= x2`.

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.greater_equal([1, 2], 1.0).numpy()
    array([ True,  True])
    """
inf: float
int_ = _int_
def isfinite(x: Any) -> Any:
    """Whether it is neither infinite nor NaN.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.isfinite(1.0).numpy()
    np.True_
    """
def isnan(x: Any) -> Any:
    """Whether it is NaN.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.isnan(1.0).numpy()
    np.False_
    """
def issubdtype(arg1: Any, arg2: Any) -> Any:
    r"""Returns True if first argument is a typecode lower/equal in type hierarchy.

    This is like the builtin :func:`issubclass`, but for `dtype`\ s.

    Parameters
    ----------
    arg1, arg2 : dtype_like
        `dtype` or object coercible to one

    Returns
    -------
    out : bool

    See Also
    --------
    :ref:`arrays.scalars` : Overview of the numpy type hierarchy.

    Examples
    --------
    `issubdtype` can be used to check the type of arrays:

    >>> ints = np.array([1, 2, 3], dtype=np.int32)
    >>> np.issubdtype(ints.dtype, np.integer)
    True
    >>> np.issubdtype(ints.dtype, np.floating)
    False

    >>> floats = np.array([1, 2, 3], dtype=np.float32)
    >>> np.issubdtype(floats.dtype, np.integer)
    False
    >>> np.issubdtype(floats.dtype, np.floating)
    True

    Similar types of different sizes are not subdtypes of each other:

    >>> np.issubdtype(np.float64, np.float32)
    False
    >>> np.issubdtype(np.float32, np.float64)
    False

    but both are subtypes of `floating`:

    >>> np.issubdtype(np.float64, np.floating)
    True
    >>> np.issubdtype(np.float32, np.floating)
    True

    For convenience, dtype-like objects are allowed too:

    >>> np.issubdtype('S1', np.bytes_)
    True
    >>> np.issubdtype('i4', np.signedinteger)
    True
    """
def less(x1: Any, x2: Any) -> Any:
    """Whether `x1 < x2`.

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.less([1, 2], 1.0).numpy()
    array([False, False])
    """
def less_equal(x1: Any, x2: Any) -> Any:
    """Whether `x1 <= x2`.

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.less_equal([1, 2], 1.0).numpy()
    array([ True, False])
    """
def log(x: Any) -> Any:
    """The natural logarithm.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.log(1).numpy()
    np.float64(0.0)
    """
def log1p(x: Any) -> Any:
    """`log(1 + x)`, precise near 0.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.log1p(0).numpy()
    np.float64(0.0)
    """
def logical_and(x1: Any, x2: Any) -> Any:
    """`logical and` of the truth of the elements.

    What is not 0 is true. The arrays broadcast.

    >>> tf.experimental.numpy.logical_and([0, 0, 1, 1], [0, 1, 0, 1]).numpy()
    array([False, False, False,  True])
    """
def logical_or(x1: Any, x2: Any) -> Any:
    """`logical or` of the truth of the elements.

    What is not 0 is true. The arrays broadcast.

    >>> tf.experimental.numpy.logical_or([0, 0, 1, 1], [0, 1, 0, 1]).numpy()
    array([False,  True,  True,  True])
    """
def logical_xor(x1: Any, x2: Any) -> Any:
    """`logical xor` of the truth of the elements.

    What is not 0 is true. The arrays broadcast.

    >>> tf.experimental.numpy.logical_xor([0, 0, 1, 1], [0, 1, 0, 1]).numpy()
    array([False,  True,  True, False])
    """
def minimum(x1: Any, x2: Any) -> Any:
    """The smaller one; and for booleans.

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.minimum([1, 3], 2).numpy()
    array([1, 2])
    """
def mod(x1: Any, x2: Any) -> Any:
    """The rest of the division that is rounded down.

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.mod([7, -7], 4).numpy()
    array([3, 1])
    """
def multiply(x1: Any, x2: Any) -> Any:
    """`x1 * x2`; and for booleans.

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.multiply(2, [2.5]).numpy()
    array([5.])
    """
ndarray = _ndarray
def negative(x: Any) -> Any:
    """`-x`.

    The result has the dtype that the array has by NumPy's rules.

    >>> tf.experimental.numpy.negative([1, -2]).numpy()
    array([-1,  2])
    """
newaxis: None
def nextafter(x1: Any, x2: Any) -> Any:
    """The next number in the direction of x2.

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.nextafter(0.0, 0.0).numpy()
    np.float64(0.0)
    """
def not_equal(x1: Any, x2: Any) -> Any:
    """Whether `x1 != x2`.

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.not_equal([1, 2], 1.0).numpy()
    array([False,  True])
    """
pi: float
def positive(x: Any) -> Any:
    """The array itself.

    The result has the dtype that the array has by NumPy's rules.

    >>> tf.experimental.numpy.positive([1, -2]).numpy()
    array([ 1, -2])
    """
power = _power
def reciprocal(x: Any) -> Any:
    """`1 / x`.

    The result has the dtype that the array has by NumPy's rules.

    >>> tf.experimental.numpy.reciprocal([2.0, 4.0]).numpy()
    array([0.5 , 0.25])
    """
remainder = _remainder
round = _round
def signbit(x: Any) -> Any:
    """Whether it is less than 0.

    The result has the dtype that the array has by NumPy's rules.

    >>> tf.experimental.numpy.signbit([-1, 2]).numpy()
    array([ True, False])
    """
def sin(x: Any) -> Any:
    """The sine.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.sin(0.0).numpy()
    np.float64(0.0)
    """
def sinc(x: Any) -> Any:
    """`sin(pi * x) / (pi * x)`, and 1 at 0.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.sinc(0.0).numpy()
    np.float64(1.0)
    """
def sinh(x: Any) -> Any:
    """The hyperbolic sine.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.sinh(0.0).numpy()
    np.float64(0.0)
    """
def sqrt(x: Any) -> Any:
    """The square root.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.sqrt(4).numpy()
    np.float64(2.0)
    """
def square(x: Any) -> Any:
    """`x * x`.

    The result has the dtype that the array has by NumPy's rules.

    >>> tf.experimental.numpy.square([1, -2]).numpy()
    array([1, 4])
    """
string_ = _string_
def subtract(x1: Any, x2: Any) -> Any:
    """`x1 - x2`.

    The arrays broadcast, and both become the dtype that they take together.

    >>> tf.experimental.numpy.subtract([1, 2], 2.5).numpy()
    array([-1.5, -0.5])
    """
def tan(x: Any) -> Any:
    """The tangent.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.tan(0.0).numpy()
    np.float64(0.0)
    """
def tanh(x: Any) -> Any:
    """The hyperbolic tangent.

    Integers and booleans are taken as float64.

    >>> tf.experimental.numpy.tanh(0.0).numpy()
    np.float64(0.0)
    """
true_divide = _true_divide
unicode_ = _unicode_
