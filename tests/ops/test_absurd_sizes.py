"""Sizes that no machine has room for are refused, eagerly and staged: no bare Python error, no hang."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.processes import environment

# By name: a call. `WIDE` is a view of one number that stands for 256 GiB, or 2 ** 36 of them.
CALLS = {
    "fill": "tf.fill([2**40], 1.0)",
    "ones": "tf.ones([2**40])",
    "zeros": "tf.zeros([2**40])",
    "constant": "tf.constant(1.0, shape=[2**40])",
    "fill with strings": "tf.fill([2**40], 'a')",
    "more elements than there are numbers": "tf.zeros(i64(2**62, 4))",
    "range": "tf.range(2**40)",
    "range of tiny steps": "tf.range(0.0, 1.0, 1e-15)",
    "tile": "tf.tile(X, [2**40])",
    "pad": "tf.pad(X, [[2**40, 2**40]])",
    "eye": "tf.eye(2**20, 2**20)",
    "one_hot": "tf.one_hot([1] * 4096, 2**31 - 1)",
    "an operator": "tf.broadcast_to(X, i64(2**40, 3)) + 1.0",
    "a negative": "-WIDE",
    "a cast": "tf.cast(WIDE, tf.float64)",
    "sort": "tf.sort(WIDE)",
    "argsort": "tf.argsort(WIDE)",
    "cumsum": "tf.cumsum(WIDE)",
    "unique": "tf.unique(WIDE)",
    "shuffle": "tf.random.shuffle(WIDE)",
    "concat": "tf.concat([WIDE, WIDE], 0)",
    "stack": "tf.stack([WIDE, WIDE])",
    "where": "tf.where(WIDE > 0.0)",
    "gather": "tf.gather(X, tf.cast(WIDE, tf.int32))",
    "matmul": "tf.matmul(ROW, ROW, transpose_a=True)",
    "tensordot": "tf.tensordot(ROW, ROW, 0)",
    "einsum": "tf.einsum('ai,bj->ij', ROW, ROW)",
    "a diagonal": "tf.linalg.diag(ROW)",
    "random": "tf.random.normal([2**40])",
    "stateless": "tf.random.stateless_uniform([2**40], [1, 2])",
    "gamma": "tf.random.gamma([2**40], 1.0)",
    "categorical": "tf.random.categorical([[1.0, 2.0]] * 1000, 2**31 - 1)",
    "resize": "tf.image.resize(IMAGE, [2**30, 2**30])",
    "bicubic": "tf.image.resize(IMAGE, [2**30, 2**30], 'bicubic')",
    "scale": "tf.image.resize(IMAGE, [2**30, 2**30], 'lanczos3', antialias=True)",
    "crop": "tf.image.crop_and_resize(IMAGE, [[0.0, 0, 1, 1]], [0], [2**30, 2**30])",
    "patches": "tf.image.extract_patches(IMAGE, *[[1, 2**30, 2**30, 1], [1] * 4, [1] * 4], 'SAME')",
    "blocks": "tf.space_to_batch(IMAGE, [1, 1], [[2**30, 2**30]] * 2)",
    "bins": "tf.math.unsorted_segment_sum(X, [0, 1, 2], 2**40)",
    "scatter": "tf.scatter_nd([[0]], [1.0], i64(2**40))",
    "sparse": "tf.sparse.to_dense(tf.SparseTensor([[0, 0]], [1.0], [2**40, 2**40]))",
    "mask": "tf.sequence_mask([2**40])",
    "ragged": "tf.RaggedTensor.from_row_splits(X, [0, 1, 3]).to_tensor(shape=[2**40, 2**40])",
    "ragged range": "tf.ragged.range([2**40])",
    "more than sizes can be": "tf.zeros([2**31 - 1, 2**31 - 1])",
    "tiles beyond sizes": "tf.tile(IMAGE[0, 0], i64(2**35, 2**35))",
    "a range without end": "tf.range(0.0, 1e30, 1e-3)",
    "an array": "tf.TensorArray(tf.float32, 2**31 - 1, element_shape=[]).stack()",
    "transposed convolution": (
        "tf.nn.conv2d_transpose(IMAGE, FILTERS, [1, 2**22, 2**22, 3], 2**20, 'SAME')"
    ),
    "transposed convolution of a row": (
        "tf.raw_ops.Conv2DBackpropInput(input_sizes=[1, 4, 2**30, 3], filter=FILTERS, "
        "out_backprop=IMAGE, strides=[1, 1, 2**28, 1], padding='SAME')"
    ),
    "a filter's gradient": (
        "tf.raw_ops.Conv2DBackpropFilter(input=IMAGE, filter_sizes=[2**20, 2**20, 3, 3], "
        "out_backprop=IMAGE, strides=[1] * 4, padding='SAME')"
    ),
    "an average's gradient": (
        "tf.raw_ops.AvgPoolGrad(orig_input_shape=[1, 2**24, 2**24, 1], grad=IMAGE[:, :1, :1, :1], "
        "ksize=[1, 2**24, 2**24, 1], strides=[1, 2**24, 2**24, 1], padding='SAME')"
    ),
    "a slice's gradient": (
        "tf.raw_ops.StridedSliceGrad(shape=i64(2**50), begin=i64(0), end=i64(1), strides=i64(1), "
        "dy=X[:1])"
    ),
}
# What is large by name alone costs nothing.
FINE = {
    "average": "tf.nn.avg_pool2d(IMAGE, 2**30, 1, 'SAME')",
    "maximum": "tf.nn.max_pool2d(IMAGE, 2**30, 1, 'SAME')",
    "batch": "list(tf.data.Dataset.range(3).batch(2**40))",
    "buffer": "list(tf.data.Dataset.range(3).shuffle(2**40).prefetch(2**40))",
    "parallel calls": "list(tf.data.Dataset.range(3).map(lambda x: x, num_parallel_calls=2**40))",
    "slice": "X[2**40 :: 2**40]",
    "many phases": "tf.nn.conv2d_transpose(IMAGE, FILTERS, [1, 2**10, 2**10, 3], 2**8, 'SAME')",
}

PROGRAM = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
import stagelight as tf

def i64(*sizes):
    return tf.constant(sizes, tf.int64)

X, IMAGE = tf.constant([1.0, 2.0, 3.0]), tf.zeros([1, 4, 4, 3])
FILTERS = tf.ones([1, 1, 3, 3])
ROW, WIDE = tf.broadcast_to(1.0, [1, 2**20]), tf.broadcast_to(1.0, i64(2**36))
for name, text in json.load(sys.stdin).items():
    call = eval(f"lambda: {text}")
    for form in (call, tf.function(call)):
        if form is not call and "Dataset" in text:
            continue
        try:
            form()
            told = "done"
        except (tf.errors.OpError, ValueError) as error:
            told = type(error).__name__ if str(error) else "no message"
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
        print(json.dumps([name, form is not call, told]), flush=True)
"""


def outcomes(calls):
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps(calls),
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert result.returncode == 0, result.stdout[-300:] + result.stderr
    assert "could not be compiled" not in result.stderr, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of memory")
def test_what_has_no_room_is_refused():
    refusals = {"ResourceExhaustedError", "InvalidArgumentError", "ValueError"}
    others = [each for each in outcomes(CALLS) if each[2] not in refusals]
    assert not others


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of memory")
def test_what_is_large_by_name_alone_costs_nothing():
    assert {each[2] for each in outcomes(FINE)} == {"done"}
