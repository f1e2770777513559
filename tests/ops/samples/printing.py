"""Samples of the ops of `ops/debugging/printing.py`."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from tests.ops.samples import Bad, Sample, random

TEXT = np.array([b"plain", b'"quoted"\n', "\u00e9".encode()], object)
NUMBERS = np.array([1.5, 0.1, 1e10, 1e-7, 1234567.0, 1 / 3, -0.0, np.inf, np.nan], np.float32)
NOWHERE = f"file://{os.devnull}"


def printed(tf: Any, *tensors: Any) -> Any:
    tf.print("values", *tensors, {"in": tensors}, output_stream=NOWHERE)
    return tensors


SAMPLES = [
    *[
        Sample(
            "StringFormat",
            lambda tf, x, n=n: tf.strings.format("{}", [x], summarize=n),
            (array,),
            gradient=False,
        )
        for n in (-1, 0, 1, 3)
        for array in (
            NUMBERS,
            NUMBERS.astype(np.float64).reshape(3, 3),
            np.array([1.5, 0.1, 1 / 3, -np.inf], np.float16),
            random.integers(2, 9, 3),
            random.booleans(4),
            TEXT,
            np.zeros((0, 3), np.float32),
            np.array(7, np.int64),
            np.array(True),
        )
    ],
    Sample("StringFormat", lambda tf: tf.strings.format("nothing", [])),
    Sample(
        "StringFormat",
        lambda tf, x, y: tf.strings.format("$ and $", [x, y], placeholder="$"),
        (TEXT, NUMBERS),
        gradient=False,
    ),
    Bad("StringFormat", lambda tf: tf.strings.format("{} {}", [1]), error=("ValueError",)),
    Bad(
        "StringFormat",
        lambda tf, x: tf.raw_ops.StringFormat(inputs=[x], template="no place"),
        (NUMBERS,),
        match="placeholders in template and num inputs must match: 0 vs. 1",
    ),
    Sample("PrintV2", printed, (random.floats(2, 3), TEXT), gradient=False),
    Sample("PrintV2", printed, (random.integers(3),)),
    Bad(
        "PrintV2",
        lambda tf, x: tf.raw_ops.PrintV2(input=x, output_stream=NOWHERE),
        (TEXT,),
        match=r"expected to be scalar, but got \[3\]",
    ),
    Bad(
        "PrintV2",
        lambda tf: tf.raw_ops.PrintV2(input="x", output_stream="nowhere"),
        match="Unknown output stream: nowhere",
    ),
    Bad(
        "PrintV2",
        lambda tf: tf.print(1, output_stream="file:///there/is/no/such/folder/file"),
        error=("NotFoundError",),
    ),
    Sample(
        "Print",
        lambda tf, x, y: tf.compat.v1.Print(x, [y], first_n=0),
        (random.floats(2), random.integers(3)),
    ),
    Sample("Print", lambda tf, x: tf.compat.v1.Print(x, [], "message"), (random.floats(2, 3),)),
]
