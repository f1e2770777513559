"""Limits of time and memory hold in one operation, and while a model is compiled."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import threading
import time
import zlib

import numpy as np
import pytest

import stagelight as tf
from stagelight.runtime.isolated_runs import worker_of
from tests.saving.escapes import X

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="other systems have no such limits"
)
SECONDS = 1.0


def loaded(folder, function, memory=0.25, seconds=SECONDS, **attributes):
    module = tf.Module()
    for name, value in attributes.items():
        setattr(module, name, value)
    module.f = tf.function(function, input_signature=[X])
    tf.saved_model.save(module, folder)
    return tf.saved_model.load(folder, trust="none", memory=memory, seconds=seconds)


def deep_branches(x, depth=9):
    if depth == 0:
        return tf.sin(x)
    return tf.cond(
        x > float(depth),
        lambda: deep_branches(x + 1.0, depth - 1),
        lambda: deep_branches(x * 2.0, depth - 1),
    )


def chain(x):
    for i in range(20_000):
        x = tf.sin(x) + float(i)
    return x


# One operation, or one compilation, that takes far longer than the limit.
LONG = {
    "svd": lambda x: tf.linalg.svd(tf.fill([4000, 4000], x), compute_uv=False)[0],
    "eigenvalues": lambda x: tf.linalg.eigvals(tf.fill([3000, 3000], x))[0],
    "convolution": lambda x: tf.reduce_sum(
        tf.nn.conv2d(tf.fill([1, 900, 900, 4], x), tf.ones([101, 101, 4, 4]), 1, "SAME")
    ),
    "shuffled index": lambda x: tf.raw_ops.RandomIndexShuffle(
        index=tf.cast(x, tf.int32), seed=[1, 2, 3], max_index=2**30, rounds=2**31 - 2
    ),
}
COMPILED_LONG = {"chain": chain, "branches of branches": deep_branches}
# One operation, or many small values, that take far more memory than the limit.
LARGE = {
    "widths of ngrams": lambda x: tf.strings.length(tf.raw_ops.StringNGrams(
        data=tf.fill([20_000], tf.strings.as_string(x)), data_splits=[0, 20_000], separator=" ",
        ngram_widths=list(range(1, 1500)), left_pad="", right_pad="", pad_width=0,
        preserve_short_sequences=False,
    )[0]),
    "texts that stay": lambda x: tf.while_loop(
        lambda i, a: i < 200,
        lambda i, a: (i + 1, a.write(i, tf.strings.reduce_join(
            tf.fill([2**15], tf.strings.as_string(x, width=1000)))
        )),
        (0, tf.TensorArray(tf.string, 0, dynamic_size=True, element_shape=[])),
    )[1].size(),
}  # fmt: skip


@pytest.mark.parametrize("name", [
    "svd",
    "shuffled index",
    pytest.param("eigenvalues", marks=pytest.mark.slow),
    pytest.param("convolution", marks=pytest.mark.slow),
])  # fmt: skip
def test_one_operation_takes_no_more_time_than_it_may(name, tmp_path):
    model = loaded(tmp_path / "model", LONG[name], memory=2)
    began = time.monotonic()
    with pytest.raises(tf.errors.DeadlineExceededError, match=r"1 seconds a call.*trust='full'"):
        model.f(1.5)
    assert (
        time.monotonic() - began < 20 * SECONDS
    )  # With the start of a process, on a busy machine.


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPILED_LONG)
def test_compiling_takes_no_more_time_than_it_may(name, tmp_path):
    model = loaded(tmp_path / "model", COMPILED_LONG[name], memory=2, seconds=30)
    began = time.monotonic()
    with contextlib.suppress(tf.errors.DeadlineExceededError):
        model.f(1.5)
    assert time.monotonic() - began < 60


@pytest.mark.parametrize("name", LARGE)
def test_one_operation_takes_no_more_memory_than_it_may(name, tmp_path):
    model = loaded(tmp_path / "model", LARGE[name], seconds=300)
    with pytest.raises(tf.errors.ResourceExhaustedError):
        model.f(1.5)


def test_what_is_decompressed_takes_no_more_memory_than_it_may(tmp_path):
    packer = zlib.compressobj(1)
    zeros = bytes(1 << 24)
    content = b"".join(packer.compress(zeros) for _ in range(96)) + packer.flush()

    def f(x):
        size = tf.strings.length(tf.io.decode_compressed(tf.constant(content), "ZLIB"))
        return size + tf.cast(x, tf.int32)

    model = loaded(tmp_path / "model", f, seconds=100)
    with pytest.raises(tf.errors.ResourceExhaustedError):
        model.f(1.5)


# ---------------------------------------------------------------------------- what stays as it was


def test_variables_are_those_of_the_program(tmp_path):
    variable = tf.Variable(1.0)
    model = loaded(
        tmp_path / "model", lambda x: variable.assign_add(x) * 2.0, seconds=60, v=variable
    )
    assert float(model.f(2.0)) == 6.0
    assert float(model.v) == 3.0
    model.v.assign(10.0)
    assert float(model.f(1.0)) == 22.0
    assert float(model.v) == 11.0


def test_a_call_that_fails_changes_no_variable(tmp_path):
    variable = tf.Variable(1.0)

    def f(x):
        variable.assign_add(1.0)
        return tf.linalg.svd(tf.fill([4000, 4000], x), compute_uv=False)[0]

    model = loaded(tmp_path / "model", f, memory=2, v=variable)
    for _ in range(2):
        with pytest.raises(tf.errors.DeadlineExceededError):
            model.f(1.5)
    assert float(model.v) == 1.0


def test_tables_are_read_and_written(tmp_path):
    table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
    table.insert(["a"], tf.constant([5], tf.int64))

    def f(x):
        key = tf.strings.as_string(tf.cast(x, tf.int32))[None]
        found = table.lookup(tf.concat([["a", "3"], key], 0))
        with tf.control_dependencies([found]):
            table.insert(key, tf.constant([7], tf.int64))
        return found

    model = loaded(tmp_path / "model", f, seconds=60, t=table)
    assert model.f(3.0).numpy().tolist() == [5, -1, -1]
    assert model.f(4.0).numpy().tolist() == [5, 7, -1]
    worker_of(model.f.concrete_functions[0].graph.limits).end()  # What was written is here.
    assert model.f(4.0).numpy().tolist() == [5, 7, 7]


@pytest.mark.parametrize(
    "dtype", ["float16", "bfloat16", "float64", "complex64", "int8", "uint64", "bool"]
)
def test_all_dtypes_come_back(dtype, tmp_path):
    model = loaded(tmp_path / "model", lambda x: tf.cast(tf.stack([x, x + 1.0]), dtype), seconds=60)
    np.testing.assert_array_equal(model.f(3.0), tf.cast([3.0, 4.0], dtype))


def test_errors_are_those_of_the_operation(tmp_path):
    model = loaded(tmp_path / "model", lambda x: tf.debugging.check_numerics(x, "here"), seconds=60)
    with pytest.raises(tf.errors.InvalidArgumentError, match="here"):
        model.f(np.nan)


def test_gradients_flow_through(tmp_path):
    variable = tf.Variable(3.0)
    model = loaded(tmp_path / "model", lambda x: variable * x * x, seconds=60, v=variable)
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = model.f(x)
    assert [float(g) for g in tape.gradient(y, [x, model.v])] == [12.0, 4.0]


def test_threads_share_a_worker(tmp_path):
    model = loaded(tmp_path / "model", lambda x: x * 2.0, seconds=60)
    results = []

    def call(i):
        results.append(float(model.f(float(i))))

    threads = [threading.Thread(target=call, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [2.0 * i for i in range(8)]


def test_a_worker_ends_with_its_model(tmp_path):
    model = loaded(tmp_path / "model", lambda x: x * 2.0, seconds=60)
    model.f(1.0)
    limits = model.f.concrete_functions[0].graph.limits
    process = worker_of(limits)._process
    assert process.poll() is None
    del model
    gc.collect()
    assert process.poll() is not None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_has_a_worker_of_its_own(tmp_path):
    model = loaded(tmp_path / "model", lambda x: x * 2.0, seconds=60)
    model.f(1.0)
    child = os.fork()
    if not child:
        os._exit(0 if float(model.f(4.0)) == 8.0 else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert float(model.f(5.0)) == 10.0
