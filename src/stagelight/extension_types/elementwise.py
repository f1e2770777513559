"""Which public functions are elementwise: tables for `dispatching`.

The names are public ones, the shortest of each function.
"""

from __future__ import annotations

# Functions of one tensor, whose result has its shape; further arguments are not of that shape.
UNARY = (
    "abs", "acos", "acosh", "as_string", "asin", "asinh", "atan", "atanh", "bitwise.invert", "cast",
    "clip_by_value", "cos", "cosh", "debugging.check_numerics", "exp", "floor",
    "image.adjust_brightness", "image.adjust_gamma", "image.convert_image_dtype",
    "image.random_brightness", "image.stateless_random_brightness", "io.decode_base64",
    "io.decode_compressed", "io.encode_base64", "logical_not", "math.angle", "math.bessel_i0",
    "math.bessel_i0e", "math.bessel_i1", "math.bessel_i1e", "math.ceil", "math.conj",
    "math.digamma", "math.erf", "math.erfc", "math.erfcinv", "math.erfinv", "math.expm1",
    "math.imag", "math.is_finite", "math.is_inf", "math.is_nan", "math.lgamma", "math.log",
    "math.log1p", "math.log_sigmoid", "math.ndtri", "math.nextafter", "math.real",
    "math.reciprocal", "math.reciprocal_no_nan", "math.rint", "math.rsqrt",
    "math.special.bessel_j0", "math.special.bessel_j1", "math.special.bessel_k0",
    "math.special.bessel_k0e", "math.special.bessel_k1", "math.special.bessel_k1e",
    "math.special.bessel_y0", "math.special.bessel_y1", "math.special.dawsn", "math.special.expint",
    "math.special.fresnel_cos", "math.special.fresnel_sin", "math.special.spence", "negative",
    "nn.elu", "nn.gelu", "nn.leaky_relu", "nn.relu", "nn.relu6", "nn.selu", "nn.silu",
    "nn.softplus", "nn.softsign", "ones_like", "round", "saturate_cast", "sigmoid", "sign", "sin",
    "sinh", "sqrt", "square", "strings.length", "strings.lower", "strings.regex_full_match",
    "strings.regex_replace", "strings.strip", "strings.substr", "strings.to_hash_bucket",
    "strings.to_hash_bucket_fast", "strings.to_hash_bucket_strong", "strings.to_number",
    "strings.unicode_script", "strings.unicode_transcode", "strings.upper", "tan", "tanh",
    "zeros_like",
)  # fmt: skip

# Functions of two tensors that are broadcast.
BINARY = (
    "add", "atan2", "bitwise.bitwise_and", "bitwise.bitwise_or", "bitwise.bitwise_xor",
    "bitwise.left_shift", "bitwise.right_shift", "complex", "divide", "equal", "greater",
    "greater_equal", "less", "less_equal", "logical_and", "logical_or", "math.divide_no_nan",
    "math.floordiv", "math.logical_xor", "math.mod", "math.multiply_no_nan",
    "math.squared_difference", "math.xdivy", "math.xlog1py", "math.xlogy", "math.zeta", "maximum",
    "minimum", "multiply", "nn.sigmoid_cross_entropy_with_logits", "not_equal", "pow", "realdiv",
    "scalar_mul", "subtract", "truediv", "truncatediv", "truncatemod",
)  # fmt: skip

# Assertions that compare two tensors that are broadcast.
BINARY_ASSERTIONS = (
    "assert_equal", "assert_greater", "assert_less", "debugging.assert_greater_equal",
    "debugging.assert_less_equal", "debugging.assert_near", "debugging.assert_none_equal",
)  # fmt: skip
