"""More elementwise ops of random programs: special functions, complex numbers, bits, quantization, draws."""

from __future__ import annotations

from typing import Any

from tests.oracle.random_op_table import (
    COMPLEX,
    FLOATS,
    HALVES,
    INTEGERS,
    NUMBERS,
    UNSIGNED,
    add,
    along_axes,
    along_one,
    gelu,
    one,
    public,
    size_of,
    two,
)

EXACT = {"keeps_exact": True}
ALL_INTEGERS = (*INTEGERS, *UNSIGNED[1:])

# ---------------------------------------------------------------------------- special functions

for _name in ("sin", "cos", "tan", "asin", "acos", "acosh", "atanh", "erfinv", "ndtri", "erfcinv"):
    # Arguments from (0.1, 0.9), or (1.1, 1.9) where numbers begin at 1.
    add(
        f"{_name} within its domain",
        lambda tf, x, _name=_name: getattr(tf.math, _name)(
            tf.sigmoid(x) * 0.8 + (1.1 if _name == "acosh" else 0.1)
        ),
        one(*FLOATS),
        smooth=_name not in ("erfcinv",),
        in_chains=True,
    )
for _name in (
    "bessel_i0",
    "bessel_i1",
    "bessel_j0",
    "bessel_j1",
    "bessel_k0",
    "bessel_k1",
    "bessel_k0e",
    "bessel_k1e",
    "bessel_y0",
    "bessel_y1",
    "dawsn",
    "expint",
    "fresnel_cos",
    "fresnel_sin",
    "spence",
):
    add(
        f"special.{_name}",
        lambda tf, x, _name=_name: getattr(tf.math.special, _name)(tf.sigmoid(x) * 3 + 0.2),
        one(*FLOATS),
    )
for _name in ("igamma", "igammac"):
    add(
        _name,
        lambda tf, x, y, _name=_name: getattr(tf.math, _name)(tf.abs(x) + 0.5, tf.abs(y) + 0.25),
        two(*FLOATS),
    )
add("zeta", lambda tf, x, y: tf.math.zeta(tf.abs(x) + 1.5, tf.abs(y) + 1), two(*FLOATS))
add(
    "polygamma",
    lambda tf, x: tf.math.polygamma(tf.ones_like(x), tf.abs(x) + 0.5),
    one(*FLOATS),
)
add(
    "betainc",
    lambda tf, x, y: tf.math.betainc(tf.abs(x) + 0.5, tf.ones_like(x) * 2, tf.sigmoid(x)),
    two(*FLOATS),
)
add("lbeta", lambda tf, x: tf.math.lbeta(tf.abs(x) + 0.5), one(*FLOATS, rank=1))
add(
    "nextafter",
    # The neighbours of 0 are subnormal, which count as zeros in TensorFlow (docs/differences.md).
    lambda tf, x: tf.math.nextafter(tf.where(x == 0, tf.ones_like(x), x), x + 1),
    one(*FLOATS, exact=True),
)
add(
    "polyval",
    lambda tf, x: tf.math.polyval([x, x * 0.5, 1 - x], x * 0.25),
    one(*FLOATS),
    smooth=True,
)
add("log_sigmoid", public("math.log_sigmoid"), one(*FLOATS), smooth=True, in_chains=True)
add("xlog1py", lambda tf, x, y: tf.math.xlog1py(x, tf.abs(y)), two(*FLOATS))
add("xdivy", lambda tf, x, y: tf.math.xdivy(x, tf.abs(y) + 1), two(*FLOATS))
add("reciprocal_no_nan", public("math.reciprocal_no_nan"), one(*FLOATS, exact=True))
add(
    "floordiv of floats",
    lambda tf, x, y: x // (tf.abs(y) + 1),
    two(*FLOATS, exact=True),
    keeps_exact=True,
)
add("floormod of floats", lambda tf, x, y: x % (tf.abs(y) + 1), two(*FLOATS, exact=True))
add("add_n", lambda tf, x, y: tf.add_n([x + y, y + x]), two(*FLOATS), smooth=True)
add("accumulate_n", lambda tf, x: tf.math.accumulate_n([x, x, x]), one(*FLOATS), smooth=True)
add("clip_by_norm", lambda tf, x: tf.clip_by_norm(x + 0.5, 1.0), one(*FLOATS))
add("elu of halves", public("nn.elu"), one(*HALVES))
for _name in ("add", "multiply", "maximum"):
    add(f"{_name} of halves", public(f"math.{_name}"), two(*HALVES), keeps_exact=_name == "maximum")
add("sum of halves", public("math.reduce_sum"), along_axes(*HALVES))
add("softmax of halves", public("nn.softmax"), along_one(*HALVES))
for _name in ("swish", "hard_sigmoid"):
    add(
        f"{_name} by hand",
        {
            "swish": lambda tf, x: tf.nn.silu(x, 1.5),
            "hard_sigmoid": lambda tf, x: tf.nn.relu6(x * 2 + 3) / 6,
        }[_name],
        one(*FLOATS),
        in_chains=True,
        smooth=_name == "swish",
    )
add(
    "approximate gelu",
    lambda tf, x: gelu(tf, x, approximate=True),
    one(*FLOATS),
    in_chains=True,
    smooth=True,
)

# ---------------------------------------------------------------------------- integers and bits

for _name in ("add", "subtract", "multiply", "maximum", "minimum"):
    add(f"{_name} of all integers", public(f"math.{_name}"), two(*ALL_INTEGERS), **EXACT)
for _name in ("equal", "less", "greater_equal"):
    add(f"{_name} of all integers", public(f"math.{_name}"), two(*ALL_INTEGERS), **EXACT)
for _name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
    add(f"{_name} of all integers", public(f"bitwise.{_name}"), two(*ALL_INTEGERS), **EXACT)
add("invert all integers", public("bitwise.invert"), one(*ALL_INTEGERS), **EXACT)
add(
    "right_shift",
    lambda tf, x: tf.bitwise.right_shift(x, tf.ones_like(x)),
    one(*ALL_INTEGERS),
    **EXACT,
)
add("population_count", lambda tf, x: tf.raw_ops.PopulationCount(x=x), one(*ALL_INTEGERS), **EXACT)
add(
    "floordiv of small integers",
    lambda tf, x, y: x // tf.maximum(y, tf.ones_like(y)),
    two("int8", "int16", *UNSIGNED),
    **EXACT,
)
add(
    "floormod of small integers",
    lambda tf, x, y: x % tf.maximum(y, tf.ones_like(y)),
    two("int8", "int16", *UNSIGNED),
    **EXACT,
)
add(
    "true division",
    lambda tf, x, y: x / (y * y + 1),
    two("int32", "int64", "int8", "int16", "uint8"),
)
add("mean of integers", public("math.reduce_mean"), along_axes("int32", "int64"), **EXACT)
add("sum of all integers", public("math.reduce_sum"), along_axes(*ALL_INTEGERS), **EXACT)
add("max of all integers", public("math.reduce_max"), along_axes(*ALL_INTEGERS), **EXACT)
add("cumsum of integers", public("math.cumsum"), along_one("int32", "int64", reverse=True), **EXACT)
add(
    "cumprod of integers",
    public("math.cumprod"),
    along_one("int32", "int64", exclusive=True),
    **EXACT,
)
add("argmax of all integers", public("argmax"), along_one("int8", "int16", *UNSIGNED[:2]), **EXACT)
add(
    "range",
    lambda tf, x: tf.range(tf.reduce_sum(tf.abs(x)) % 9, 12, 2),
    one("int32", "int64"),
    **EXACT,
)
add(
    "fill",
    lambda tf, x: tf.fill([2, 3], tf.reduce_max(tf.reshape(x, [-1]))),
    one(*NUMBERS, *INTEGERS, rank=1),
    **EXACT,
)
add("linspace", lambda tf, x: tf.linspace(x, x + 1, 4), one(*FLOATS), smooth=True)


def _narrow(choice: Any) -> Any:
    x = choice.value((*ALL_INTEGERS, "bool"), exact=True)
    to = choice.among((*ALL_INTEGERS, *FLOATS, *HALVES, *COMPLEX))
    return None if x is None else ([x], {"to": to})


add("cast all integers", lambda tf, x, to: tf.cast(x, to), _narrow, **EXACT)
add(
    "cast of halves",
    lambda tf, x, to: tf.cast(x, to),
    lambda choice: choice.with_options(
        choice.value(HALVES, exact=True), to=choice.among((*FLOATS, *HALVES))
    ),
)
add(
    "bitcast",
    lambda tf, x: tf.bitcast(x, tf.uint8),
    one("int32", "int16", "int64", exact=True),
    **EXACT,
)
add("bitcast floats", lambda tf, x: tf.bitcast(x, tf.int32), one("float32", exact=True), **EXACT)

# ---------------------------------------------------------------------------- complex numbers

for _name in ("add", "subtract", "multiply"):
    add(f"complex {_name}", public(f"math.{_name}"), two(*COMPLEX), keeps_exact=_name != "multiply")
for _name in ("square", "sin", "cos", "tanh", "sinh", "cosh", "negative", "sigmoid"):
    add(
        f"complex {_name}",
        lambda tf, x, _name=_name: getattr(tf.math, _name)(x * 0.25),
        one(*COMPLEX),
    )
add("complex division", lambda tf, x, y: x / (y * tf.math.conj(y) + 1), two(*COMPLEX))
add("complex log", lambda tf, x: tf.math.log(x + tf.constant(4, x.dtype)), one(*COMPLEX))
add("complex sqrt", lambda tf, x: tf.sqrt(x + tf.constant(4, x.dtype)), one(*COMPLEX))
add("complex sum", public("math.reduce_sum"), along_axes(*COMPLEX))
add("complex mean", public("math.reduce_mean"), along_axes(*COMPLEX))
add("complex prod", lambda tf, x, axis: tf.math.cumprod(x * 0.5, axis), along_one(*COMPLEX))
add("complex of doubles", lambda tf, x, y: tf.complex(x, y), two("float64"), keeps_exact=True)
add("complex equal", public("math.equal"), two(*COMPLEX, exact=True), **EXACT)
add(
    "complex cast",
    lambda tf, x: tf.cast(x, tf.complex128),
    one("complex64", *FLOATS, exact=True),
    **EXACT,
)

# ---------------------------------------------------------------------------- quantization

add(
    "fake_quant of variables",
    lambda tf, x: tf.quantization.fake_quant_with_min_max_vars(x, -1.5, 2.0, 5, True),
    one("float32", exact=True),
)
add(
    "fake_quant of channels",
    lambda tf, x: tf.quantization.fake_quant_with_min_max_vars_per_channel(
        x, -tf.ones([size_of(tf, x, -1)]), 2 * tf.ones([size_of(tf, x, -1)])
    ),
    one("float32", exact=True, rank=1),
)
add(
    "quantize_and_dequantize",
    lambda tf, x: tf.quantization.quantize_and_dequantize_v2(x, -2.0, 2.0, range_given=True),
    one(*FLOATS, exact=True),
)
for _mode in ("MIN_COMBINED", "MIN_FIRST", "SCALED"):
    add(
        f"quantize {_mode}",
        lambda tf, x, _mode=_mode: tf.quantization.dequantize(
            *tf.quantization.quantize(x, -2.0, 2.0, tf.qint8, _mode), mode=_mode
        ),
        one("float32", exact=True),
    )
add(
    "saturate_cast of floats",
    lambda tf, x: tf.saturate_cast(tf.round(x * 100), tf.int8),
    one(*FLOATS, exact=True),
    **EXACT,
)
add(
    "histogram",
    lambda tf, x: tf.histogram_fixed_width(x, tf.constant([-1.1, 1.3], x.dtype), 4),
    one(*FLOATS, exact=True),
    **EXACT,
)
add(
    "histogram bins",
    lambda tf, x: tf.histogram_fixed_width_bins(x, tf.constant([-1.1, 1.3], x.dtype), 4),
    one(*FLOATS, exact=True),
    **EXACT,
)
add(
    "bucketize",
    lambda tf, x: tf.raw_ops.Bucketize(input=x, boundaries=[-1.0, 0.0, 1.0]),
    one(*NUMBERS, exact=True),
    **EXACT,
)

# ---------------------------------------------------------------------------- random numbers

add(
    "stateless integers",
    lambda tf, x: tf.random.stateless_uniform(tf.shape(x), [5, 2], -9, 9, x.dtype),
    one("int32", "int64"),
    **EXACT,
)
add(
    "stateless truncated",
    lambda tf, x: x + tf.random.stateless_truncated_normal(tf.shape(x), [5, 6], dtype=x.dtype),
    one(*FLOATS),
)
add(
    "stateless gamma",
    lambda tf, x: tf.random.stateless_gamma(tf.shape(x), [5, 7], tf.abs(x) + 0.5, dtype=x.dtype),
    one(*FLOATS, exact=True),
)
add(
    "stateless poisson",
    lambda tf, x: tf.random.stateless_poisson(tf.shape(x), [5, 8], tf.abs(x) + 0.5, x.dtype),
    one(*FLOATS, exact=True),
)
add(
    "stateless binomial",
    lambda tf, x: tf.random.stateless_binomial(tf.shape(x), [5, 9], 7.0, tf.sigmoid(x)),
    one(*FLOATS, exact=True),
    **EXACT,
)
add(
    "stateless categorical",
    lambda tf, x: tf.random.stateless_categorical(x, 5, [1, 9]),
    lambda choice: choice.with_options(choice.value(FLOATS, exact=True, rank=2, most=2)),
    **EXACT,
)
add(
    "stateless shuffle",
    lambda tf, x: tf.random.experimental.stateless_shuffle(x, [3, 9]),
    one(*NUMBERS, rank=1),
    **EXACT,
)
add(
    "stateless dropout",
    lambda tf, x: tf.nn.experimental.stateless_dropout(x, 0.4, [3, 1]),
    one(*FLOATS),
    smooth=True,
)
add("fold_in", lambda tf, x: tf.random.fold_in([4, 5], tf.reduce_sum(x)), one("int32"), **EXACT)
add(
    "split seeds",
    lambda tf, x: tf.random.split(tf.stack([tf.size(x), 3]), 3),
    one("int32"),
    **EXACT,
)
