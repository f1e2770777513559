"""Dtypes, shapes and rows of results that follow from the form of an argument, for every form there is."""

from __future__ import annotations

import itertools

_INTEGERS = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")


def _linspace(dtype):
    return lambda tf: tf.linspace(tf.cast(1, getattr(tf, dtype)), tf.cast(5, getattr(tf, dtype)), 3)


def _counts(kind, dtype, **kwargs):
    def program(tf):
        values = tf.constant([[1, 2], [3, 3]], getattr(tf, dtype))
        made = {
            "dense": lambda x: x,
            "sparse": tf.sparse.from_dense,
            "ragged": tf.RaggedTensor.from_tensor,
        }
        return tf.sparse.bincount(made[kind](values), **kwargs)

    return program


def _ngrams(texts, width, **kwargs):
    return lambda tf: tf.strings.ngrams(tf.constant(texts, tf.string), width, **kwargs)


def _embedding(params, ids, **kwargs):
    return lambda tf: tf.nn.embedding_lookup(params, ids, **kwargs)


def _product(make):
    return lambda tf: make(tf, tf.constant([True, False]))


_TEXTS = (
    [],
    ["a"],
    ["a", "b", "c"],
    [["a", "b", "c"]],
    [["a", "b"], ["c", "d"]],
    [[[]]],
    [[["a", "b"]]],
)
_PADDINGS = (
    {}, {"pad_values": "_"}, {"pad_values": ["<", ">"], "padding_width": 1}, {"padding_width": 1},
    {"pad_values": "_", "padding_width": 0}, {"preserve_short_sequences": True},
)  # fmt: skip
_SHARDS = (
    [[1.0], [2.0]], [[1.0, 3.0], [2.0, 4.0]], [[[1.0], [3.0]], [[2.0]]], ([1.0, 2.0],), [[1.0, 2.0]],
)  # fmt: skip

PROGRAMS = {
    **{f"linspace of {dtype}": _linspace(dtype) for dtype in _INTEGERS},
    **{
        f"counts of {kind} {dtype}, {kwargs}": _counts(kind, dtype, **kwargs)
        for kind, dtype, kwargs in itertools.product(
            ("dense", "sparse", "ragged"),
            ("int32", "int64"),
            ({}, {"axis": -1}, {"binary_output": True}),
        )
    },
    **{
        f"ngrams of {texts} by {width}, {kwargs}": _ngrams(texts, width, **kwargs)
        for texts, width, kwargs in itertools.product(_TEXTS, (1, 2, [1, 2]), _PADDINGS)
    },
    **{
        f"rows {ids} of shards {params}": _embedding(params, ids)
        for params, ids in itertools.product(_SHARDS, (0, 1, [0, 1]))
    },
    "a bool times a bool": _product(lambda tf, x: x * x),
    "a bool times True": _product(lambda tf, x: x * True),
    "a bool times a number": _product(lambda tf, x: x * 2),
    "a bool times a part": _product(lambda tf, x: x * 0.5),
    "a number times a bool": _product(lambda tf, x: 2 * x),
    "a bool times floats": _product(lambda tf, x: x * tf.constant([0.0, 2.0])),
    "floats times a bool": _product(lambda tf, x: tf.constant([0.5, 2.0]) * x),
    "NaN in a histogram": lambda tf: tf.histogram_fixed_width([1.0, float("nan")], [0.0, 5.0], 4),
    "infinity in a histogram": lambda tf: tf.histogram_fixed_width(
        [1.0, float("inf")], [0.0, 5.0], 4
    ),
    "the transform of floats": lambda tf: tf.signal.fft([1.0, 2.0]),
    "the transform of integers": lambda tf: tf.signal.ifft2d([[1, 2], [3, 4]]),
    "imag of bools": lambda tf: tf.math.imag([True, False]),
    "imag of a text": lambda tf: tf.math.imag("text"),
}
