"""The ops of random programs: functions of both libraries, and what makes arguments for them.

A value of a program is known by dtype, shape, and whether it is *exact*: the same bits in both libraries,
however they round. Only exact values go to functions that jump, such as `floor`, comparisons and sorting.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

FLOATS = ("float32", "float64")
HALVES = ("float16", "bfloat16")
INTEGERS = ("int32", "int64", "int8", "int16", "uint8")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
COMPLEX = ("complex64", "complex128")
NUMBERS = (*FLOATS, "int32", "int64")


@dataclass
class Known:
    """What the generator knows of a value: `place` is its number in the program."""

    place: int
    dtype: str
    shape: tuple[int, ...]
    exact: bool
    smooth: bool


@dataclass(frozen=True)
class OpEntry:
    """One function: `call(tf, *tensors, **options)`.

    Attributes:
        name: its name in programs.
        call: the function.
        arguments: `arguments(choice)` gives `(tensors, options)`, where tensors are known values or arrays;
            None where there is nothing to apply it to.
        jumps: whether it wants exact values.
        keeps_exact: whether exact values give exact results.
        smooth: whether it has derivatives everywhere that arithmetic finds alike.
        in_chains: whether it keeps dtype and shape of its one argument, as loops and branches need it.
    """

    name: str
    call: Callable[..., Any]
    arguments: Callable[[Any], tuple[list[Any], dict[str, Any]] | None]
    jumps: bool = False
    keeps_exact: bool = False
    smooth: bool = False
    in_chains: bool = False


TABLE: dict[str, OpEntry] = {}


def add(name: str, call: Callable[..., Any], arguments: Callable[..., Any], **flags: bool) -> None:
    """Puts an op into the table."""
    assert name not in TABLE, name
    TABLE[name] = OpEntry(name, call, arguments, **flags)


def public(path: str) -> Callable[..., Any]:
    """The public function of that path, as `call`."""
    parts = path.split(".")

    def call(tf: Any, *tensors: Any, **options: Any) -> Any:
        function = tf
        for part in parts:
            function = getattr(function, part)
        return function(*tensors, **options)

    return call


def size_of(tf: Any, x: Any, axis: int) -> Any:
    """The size of an axis: a number where it is known, a tensor where it is not."""
    known = x.shape[axis]
    return tf.shape(x)[axis] if known is None else known


def cut(tf: Any, x: Any, size: int) -> Any:
    """The elements that a transform of that length takes; TensorFlow's cannot be differentiated with more."""
    return x[..., :size] if tf.__name__ == "tensorflow" else x


# ---------------------------------------------------------------------------- elementwise


def one(*dtypes: str, exact: bool = False, rank: int = 0) -> Callable[..., Any]:
    """Arguments: one value of these dtypes."""
    return lambda choice: choice.with_options(choice.value(dtypes, exact=exact, rank=rank))


def two(*dtypes: str, exact: bool = False) -> Callable[..., Any]:
    """Arguments: two values of one of these dtypes whose shapes broadcast."""

    def arguments(choice: Any) -> Any:
        x = choice.value(dtypes, exact=exact)
        return None if x is None else ([x, choice.partner(x, exact)], {})

    return arguments


for _path in (
    "sin", "cos", "tanh", "atan", "asinh", "sigmoid", "erf", "exp", "sinh", "cosh", "expm1", "softplus",
    "softsign", "square", "erfc",
):  # fmt: skip
    add(f"math.{_path}", public(f"math.{_path}"), one(*FLOATS), smooth=True, in_chains=True)


def gelu(tf: Any, x: Any, approximate: bool = False) -> Any:
    """`tf.nn.gelu`; for doubles, of which TensorFlow's is right to 7 digits only, what its formula says."""
    if tf.__name__ != "tensorflow" or x.dtype != tf.float64:
        return tf.nn.gelu(x, approximate)
    if approximate:
        return 0.5 * x * (1 + tf.tanh((2 / math.pi) ** 0.5 * (x + 0.044715 * x * x * x)))
    return 0.5 * x * tf.math.erfc(-(0.5**0.5) * x)


for _path in (
    "nn.elu",
    "nn.selu",
    "nn.gelu",
    "nn.silu",
    "nn.relu",
    "nn.relu6",
    "nn.leaky_relu",
    "nn.crelu",
):
    _call = gelu if _path == "nn.gelu" else public(_path)
    add(_path, _call, one(*FLOATS), in_chains=_path != "nn.crelu")
for _path in (
    "log1p",
    "sqrt",
    "rsqrt",
    "lgamma",
    "digamma",
    "log",
    "reciprocal",
    "bessel_i0e",
    "bessel_i1e",
):
    add(
        f"math.{_path} of positives",
        lambda tf, x, _path=_path: getattr(tf.math, _path)(tf.abs(x) + 0.5),
        one(*FLOATS),
        in_chains=True,
    )
for _path in ("tanh", "sin", "exp", "sigmoid", "sqrt"):
    add(
        f"{_path} of halves",
        lambda tf, x, _path=_path: getattr(tf.math, _path)(tf.abs(x)),
        one(*HALVES),
    )
for _path in ("abs", "negative", "sign", "square"):
    add(
        f"{_path} of numbers", public(f"math.{_path}"), one(*NUMBERS),
        keeps_exact=_path != "square", in_chains=True,
    )  # fmt: skip
for _path in ("floor", "ceil", "round", "rint"):
    add(_path, public(f"math.{_path}"), one(*FLOATS, exact=True), jumps=True, keeps_exact=True)
for _path in ("is_finite", "is_nan", "is_inf"):
    add(_path, public(f"math.{_path}"), one(*FLOATS), keeps_exact=True)
for _path in ("add", "subtract", "multiply", "maximum", "minimum", "squared_difference"):
    add(
        _path, public(f"math.{_path}"), two(*NUMBERS), keeps_exact=_path in ("maximum", "minimum"),
        smooth=_path in ("add", "subtract", "multiply"),
    )  # fmt: skip
add("add of small integers", public("add"), two(*INTEGERS), keeps_exact=True)
add("multiply small integers", public("multiply"), two(*INTEGERS), keeps_exact=True)
add("divide", lambda tf, x, y: x / (tf.abs(y) + 1), two(*FLOATS), smooth=False)
add("floordiv", lambda tf, x, y: x // (tf.abs(y) + 1), two("int32", "int64"), keeps_exact=True)
add("floormod", lambda tf, x, y: x % (tf.abs(y) + 1), two("int32", "int64"), keeps_exact=True)
add(
    "truncatediv",
    lambda tf, x, y: tf.truncatediv(x, tf.abs(y) + 1),
    two("int32", "int64"),
    keeps_exact=True,
)
add(
    "truncatemod", lambda tf, x, y: tf.truncatemod(x, tf.abs(y) + 1), two("int32"), keeps_exact=True
)
add("divide_no_nan", public("math.divide_no_nan"), two(*FLOATS))
add("multiply_no_nan", public("math.multiply_no_nan"), two(*FLOATS))
add("atan2", public("math.atan2"), two(*FLOATS))
add("hypot", lambda tf, x, y: tf.sqrt(x * x + y * y + 1), two(*FLOATS), smooth=True)
add("pow", lambda tf, x, y: tf.pow(tf.abs(x) + 0.5, tf.tanh(y)), two(*FLOATS))
add("xlogy", lambda tf, x, y: tf.math.xlogy(x, tf.abs(y) + 0.5), two(*FLOATS))
add("integer power", lambda tf, x: x**2, one("int32", "int64"), keeps_exact=True)
for _path in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"):
    add(_path, public(f"math.{_path}"), two(*NUMBERS, exact=True), jumps=True, keeps_exact=True)
for _path in ("logical_and", "logical_or", "logical_xor"):
    add(_path, public(f"math.{_path}"), two("bool"), keeps_exact=True)
add("logical_not", public("math.logical_not"), one("bool"), keeps_exact=True)
for _path in ("bitwise_and", "bitwise_or", "bitwise_xor"):
    add(_path, public(f"bitwise.{_path}"), two("int32", "int64", "uint8"), keeps_exact=True)
add("invert", public("bitwise.invert"), one("int32", "uint8"), keeps_exact=True)
add(
    "shift", lambda tf, x: tf.bitwise.left_shift(x, tf.ones_like(x)), one("int32"), keeps_exact=True
)
add("clip_by_value", lambda tf, x: tf.clip_by_value(x, -1, 1), one(*NUMBERS), keeps_exact=True)
add("where", lambda tf, x, y: tf.where(x > y, x, y), two(*NUMBERS, exact=True), keeps_exact=True)
add("complex", lambda tf, x, y: tf.complex(x, y), two("float32"))
for _path in ("real", "imag", "conj", "abs", "angle"):
    add(f"{_path} of complex", public(f"math.{_path}"), one(*COMPLEX), keeps_exact=_path != "abs")
add("complex product", public("multiply"), two(*COMPLEX))
add("complex exp", lambda tf, x: tf.exp(x * 0.1), one(*COMPLEX))


def _cast(choice: Any) -> Any:
    x = choice.value((*NUMBERS, *INTEGERS, "bool"), exact=True)
    to = choice.among((*FLOATS, *HALVES, *INTEGERS, "bool", "complex64"))
    return None if x is None else ([x], {"to": to})


def _cast_to(tf: Any, x: Any, to: str) -> Any:
    """A cast; a negative float, which unsigned integers have no room for, goes without its sign."""
    return tf.cast(abs(x) if to.startswith("uint") and x.dtype.is_floating else x, to)


add("cast", _cast_to, _cast, jumps=True, keeps_exact=True)
add(
    "cast floats",
    lambda tf, x: tf.cast(x, "float64"),
    one("float32", exact=True),
    keeps_exact=True,
)
add(
    "saturate_cast",
    lambda tf, x: tf.saturate_cast(x, tf.uint8),
    one("int32", "int64"),
    keeps_exact=True,
)

# ---------------------------------------------------------------------------- reductions and orders


def along_axes(*dtypes: str, exact: bool = False) -> Callable[..., Any]:
    """Arguments: a value, some of its axes, and whether they are kept."""

    def arguments(choice: Any) -> Any:
        x = choice.value(dtypes, exact=exact, rank=1)
        if x is None:
            return None
        return [x], {"axis": choice.axes(x), "keepdims": choice.truth()}

    return arguments


def along_one(*dtypes: str, exact: bool = False, **options: Any) -> Callable[..., Any]:
    """Arguments: a value of at least one axis, and one of its axes that has elements."""

    def arguments(choice: Any) -> Any:
        x = choice.value(dtypes, exact=exact, rank=1)
        if x is None:
            return None
        axis = choice.axis(x)
        return ([x], {"axis": axis, **options}) if x.shape[axis] else None

    return arguments


for _path in ("reduce_sum", "reduce_mean"):
    add(_path, public(f"math.{_path}"), along_axes(*FLOATS), smooth=True)
for _path in ("reduce_max", "reduce_min"):
    add(_path, public(f"math.{_path}"), along_axes(*NUMBERS), keeps_exact=True)
for _path in ("reduce_sum", "reduce_prod"):
    add(
        f"{_path} of integers",
        public(f"math.{_path}"),
        along_axes("int32", "int64"),
        keeps_exact=True,
    )
for _path in ("reduce_any", "reduce_all"):
    add(_path, public(f"math.{_path}"), along_axes("bool"), keeps_exact=True)
for _path in ("reduce_logsumexp", "reduce_std", "reduce_variance", "reduce_euclidean_norm"):
    add(_path, public(f"math.{_path}"), along_axes(*FLOATS))
for _path in ("argmax", "argmin"):
    add(_path, public(_path), along_one(*NUMBERS, exact=True), jumps=True, keeps_exact=True)
add("cumsum", public("math.cumsum"), along_one(*NUMBERS))
add(
    "cumsum, reversed",
    public("math.cumsum"),
    along_one(*FLOATS, reverse=True, exclusive=True),
    smooth=True,
)
add("cumprod", lambda tf, x, axis: tf.math.cumprod(tf.tanh(x), axis), along_one(*FLOATS))
add("cumulative_logsumexp", public("math.cumulative_logsumexp"), along_one(*FLOATS))
add("sort", public("sort"), along_one(*NUMBERS, exact=True), jumps=True, keeps_exact=True)
add("argsort", lambda tf, x, axis: tf.argsort(x, axis, stable=True), along_one(*NUMBERS, exact=True),
    jumps=True, keeps_exact=True)  # fmt: skip
add("softmax", public("nn.softmax"), along_one(*FLOATS), smooth=True)
add("log_softmax", public("nn.log_softmax"), along_one(*FLOATS), smooth=True)
add("l2_normalize", lambda tf, x, axis: tf.math.l2_normalize(x + 0.5, axis), along_one(*FLOATS))
add(
    "count_nonzero", public("math.count_nonzero"), along_one(*NUMBERS, exact=True), keeps_exact=True
)
add(
    "top_k",
    lambda tf, x: tf.math.top_k(x, 1).values,
    one(*NUMBERS, exact=True, rank=1),
    keeps_exact=True,
)
add("moments", lambda tf, x, axis: tf.nn.moments(x, [axis])[1], along_one(*FLOATS))
add(
    "unique",
    lambda tf, x: tf.unique(tf.reshape(x, [-1]))[0],
    one(*NUMBERS, exact=True),
    keeps_exact=True,
)
add("bincount", lambda tf, x: tf.math.bincount(tf.abs(tf.reshape(x, [-1])) % 5, minlength=5),
    one("int32"), keeps_exact=True)  # fmt: skip
add("searchsorted", lambda tf, x: tf.searchsorted(tf.constant([-1, 0, 2], x.dtype), tf.reshape(x, [-1])),
    one(*NUMBERS, exact=True), keeps_exact=True)  # fmt: skip
