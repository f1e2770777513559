"""Samples of the ops of `ops/strings/number_text.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

REAL = np.array([1.5, -1 / 3, 1e10, 1e-7, 123456789.0, -0.0, np.inf, np.nan])
NUMBERS = {
    np.float32: ["1", " -1.5 ", "1e3", "0x1p3", "inf", "-Infinity", "nan", "+.5", "1e400"],
    np.float64: ["1.", "\t7\n", "12345678901234567890", "1e-50"],
    np.int32: ["1", "-2147483648", " +7 "],
    np.int64: ["99999999999", "-0"],
    np.uint32: ["4294967295"],
    np.uint64: ["18446744073709551615"],
}
OPTIONS = (
    {},
    {"precision": 3},
    {"scientific": True},
    {"shortest": True},
    {"width": 12, "fill": "0"},
    {"width": 12, "fill": "-"},
    {"width": 4, "fill": "+", "precision": 1},
)

SAMPLES = [
    *[
        Sample(
            "AsString",
            lambda tf, x, o=options: tf.strings.as_string(x, **o),
            (REAL.astype(dtype),),
            gradient=False,
        )
        for dtype in (np.float32, np.float64, np.complex64)
        for options in OPTIONS
    ],
    *[
        Sample("AsString", lambda tf, x, o=options: tf.strings.as_string(x, **o), (array,))
        for array in (
            np.array([[1, -5], [7, 0]], np.int32),
            np.array(255, np.uint8),
            np.array([True, False]),
            np.array([b"a"], object),
        )
        for options in ({}, {"width": 5}, {"width": 5, "fill": "-"})
    ],
    Bad("AsString", lambda tf: tf.strings.as_string(1, precision=2), match="precision"),
    Bad("AsString", lambda tf: tf.strings.as_string(1.0, scientific=True, shortest=True)),
    Bad("AsString", lambda tf: tf.strings.as_string(1, fill="xy"), match="one or fewer"),
    Bad("AsString", lambda tf: tf.strings.as_string(1, fill="x"), match="not supported"),
    *[
        Sample(
            "StringToNumber",
            lambda tf, x, d=dtype.__name__: tf.strings.to_number(x, getattr(tf, d)),
            (np.array([text.encode() for text in texts], object),),
        )
        for dtype, texts in NUMBERS.items()
    ],
    *[
        Bad(
            "StringToNumber",
            lambda tf, d=dtype, t=text: tf.strings.to_number(t, getattr(tf, d)),
            match="StringToNumberOp could not correctly convert string",
        )
        for dtype, text in (
            ("float32", ""),
            ("float32", "1_000"),
            ("float64", "0b1"),
            ("int32", "1.0"),
            ("int32", "2147483648"),
            ("uint64", "-1"),
        )
    ],
]
