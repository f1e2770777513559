"""Samples of the op of `ops/debugging/assert_operation.py`, by the assertions that use it."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(2, 3)
POSITIVE = np.abs(X) + 1
INTEGERS = np.arange(1, 7, dtype=np.int32)
TEXT = np.array([b"a", b"b"], object)


def held(name: str, *arrays: Any, **options: Any) -> Sample:
    def call(tf: Any, *tensors: Any) -> Any:
        getattr(tf.debugging, name)(*tensors, **options)
        return tensors

    return Sample("Assert", call, arrays, gradient=False)


def failed(name: str, *arrays: Any, match: str = "did not hold", **options: Any) -> Bad:
    def call(tf: Any, *tensors: Any) -> Any:
        getattr(tf.debugging, name)(*tensors, **options)
        return tensors[0]

    return Bad("Assert", call, arrays, match=match)


SAMPLES = [
    held("assert_equal", X, X),
    held("assert_equal", TEXT, TEXT),
    held("assert_equal", np.zeros(0, np.float32), np.zeros(0, np.float32)),
    held("assert_none_equal", INTEGERS, np.int32(7)),
    held("assert_less", X, X + 1),
    held("assert_less_equal", INTEGERS, np.int32(6)),
    held("assert_greater", INTEGERS.reshape(2, 3), np.zeros(3, np.int32)),
    held("assert_greater_equal", POSITIVE, np.float32(1)),
    held("assert_positive", POSITIVE),
    held("assert_negative", -POSITIVE),
    held("assert_non_negative", np.zeros(2, np.float64)),
    held("assert_non_positive", np.zeros(2, np.int64)),
    held("assert_near", X, X + np.float32(1e-7)),
    held("assert_near", X.astype(np.float64), X.astype(np.float64) + 1, rtol=0.0, atol=1.5),
    failed("assert_equal", INTEGERS, INTEGERS + 1, message="counts differ", match="counts differ"),
    failed("assert_equal", TEXT, TEXT[::-1].copy()),
    failed("assert_none_equal", X, X),
    failed("assert_less", X, X - 1, summarize=1),
    failed("assert_less_equal", INTEGERS, np.int32(5)),
    failed("assert_greater", INTEGERS, np.int32(1), summarize=-1),
    failed("assert_greater_equal", np.float32(np.nan), np.float32(0)),
    failed("assert_positive", X - 3, message="x must be positive", match="x must be positive"),
    failed("assert_negative", np.int64(0)),
    failed("assert_non_negative", np.array([1, -1], np.int32)),
    failed("assert_non_positive", np.array([0.5], np.float32)),
    failed("assert_near", X, X + 1, match="not equal to tolerance"),
    Sample(
        "Assert",
        lambda tf, x: [tf.debugging.Assert(tf.reduce_all(x > 0), [x]), x][1],
        (POSITIVE,),
        gradient=False,
    ),
    Bad(
        "Assert",
        lambda tf, x: [tf.debugging.Assert(tf.reduce_all(x < 0), [x, "data"]), x][1],
        (POSITIVE,),
        match="data",
    ),
    Bad(
        "Assert",
        lambda tf, x: [tf.raw_ops.Assert(condition=x < 0, data=[x]), x][1],
        (POSITIVE,),
        match="should be a scalar",
    ),
]
