"""Large products: panels and blocks give what NumPy gives, whatever the sizes, layouts and threads."""

from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight import config
from stagelight.codegen.llvm.tiles import panel_width
from stagelight.codegen.loop_nest import Buffer, MatMul, Matrix, Nest, Program
from stagelight.codegen.machine.host import host_target
from stagelight.codegen.transforms import packing
from stagelight.codegen.transforms.packing import pack
from stagelight.codegen.verifier import verify
from stagelight.types import dtypes

sizes = st.integers(1, 70)


def arrays(seed, *shapes, dtype=np.float32):
    random = np.random.RandomState(seed)
    return [tf.constant(random.randn(*shape).astype(dtype)) for shape in shapes]


def native(function, *args):
    with config.changed(executor="native"):
        return tf.function(function)(*args)


@contextmanager
def small_blocks():
    """Every product is packed, in many small blocks and parts. Code on disk is of other ones."""
    with config.changed(compilation_cache=None), pytest.MonkeyPatch.context() as patch:
        patch.setattr(packing, "uses_blas", lambda product, target: True)
        for name, value in (("LEAST_ROWS", 1), ("LEAST_COLUMNS", 1), ("COLLISION", 64)):
            patch.setattr(packing, f"_{name}", value)
        for name, value in (("MOST_BLOCK", 12), ("MOST_STEPS", 20)):
            patch.setattr(packing, f"_{name}", value)
        yield


@settings(deadline=None, max_examples=60)
@given(m=sizes, k=sizes, n=sizes, a=st.booleans(), b=st.booleans(), wide=st.booleans())
def test_products_are_those_of_numpy(m, k, n, a, b, wide):
    dtype = np.float64 if wide else np.float32
    x, y = arrays(0, (k, m) if a else (m, k), (n, k) if b else (k, n), dtype=dtype)
    with small_blocks():
        result = native(lambda x, y: tf.matmul(x, y, transpose_a=a, transpose_b=b) + 1.0, x, y)
    expected = (x.numpy().T if a else x.numpy()) @ (y.numpy().T if b else y.numpy()) + 1
    tolerance = 1e-12 if wide else 1e-4
    np.testing.assert_allclose(result, expected, rtol=tolerance, atol=tolerance)


@settings(deadline=None, max_examples=25)
@given(
    batches=st.lists(st.integers(1, 3), max_size=2), shared=st.booleans(), b=st.booleans(), m=sizes
)
def test_batches(batches, shared, b, m):
    x, y = arrays(1, (*batches, m, 33), ((25, 33) if b else (33, 25)) if shared else
                  (*batches, *((25, 33) if b else (33, 25))))  # fmt: skip
    with small_blocks():
        result = native(lambda x, y: tf.matmul(x, y, transpose_b=b), x, y)
    expected = x.numpy() @ (np.swapaxes(y.numpy(), -1, -2) if b else y.numpy())
    np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("shape", [(300, 1500, 250), (130, 1024, 500), (97, 400, 1001)])
def test_large_products(shape):
    m, k, n = shape
    x, y = arrays(2, (m, k), (k, n))
    expected = x.numpy().astype(np.float64) @ y.numpy().astype(np.float64)
    result = native(lambda x, y: tf.matmul(x, y), x, y).numpy()
    np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-3)
    with config.changed(executor="native", checks_bounds=True):
        np.testing.assert_array_equal(tf.function(lambda x, y: tf.matmul(x, y))(x, y), result)


def test_results_do_not_depend_on_threads():
    x, y = arrays(3, (500, 700), (700, 300))
    results = []
    for threads in (1, 2, 5):
        with config.changed(intra_op_threads=threads):
            results.append(native(lambda x, y: tf.matmul(x, y), x, y).numpy())
    for result in results[1:]:
        np.testing.assert_array_equal(result, results[0])


def test_a_program_has_panels_blocks_and_what_is_left():
    width = panel_width(dtypes.float32, host_target())
    m, k, n = 250, 1500, 10 * width + 3
    left = Buffer("left", dtypes.float32, m * k, "input")
    right = Buffer("right", dtypes.float32, k * n, "input")
    out = Buffer("out", dtypes.float32, m * n, "output")
    product = MatMul(
        (), Matrix(out, 0, n, 1), Matrix(left, 0, k, 1), Matrix(right, 0, n, 1), m, k, n
    )
    program = Program("p", [left, right], [out], [product])
    pack(program, host_target())
    verify(program)
    copies = [x for x in program.body if isinstance(x, Nest)]
    products = [x for x in program.body if isinstance(x, MatMul)]
    assert [x.size for x in program.temporaries] == [10 * width * k, 3 * k]
    assert len(copies) == 2
    parts = [(120, False), (10, False), (120, True), (10, True), (120, True), (10, True)]
    assert [(x.m, x.n, x.accumulates) for x in products] == [
        (rows, columns, more) for columns in (width, 3) for rows, more in parts
    ]
    assert {x.k for x in products} == {500}


def test_short_products_are_left_alone():
    m = k = n = 40
    buffers = [Buffer(name, dtypes.float32, 1600) for name in ("left", "right", "out")]
    left, right, out = (Matrix(x, 0, 40, 1) for x in buffers)
    product = MatMul((), out, left, right, m, k, n)
    program = Program("p", buffers[:2], buffers[2:], [product])
    pack(program, host_target())
    assert program.body == [product]
