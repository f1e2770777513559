"""Subnormal numbers are zeros in machine code, as in TensorFlow's kernels, and nowhere else."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from llvmlite import binding

import stagelight as tf
from stagelight.codegen.machine.subnormals import subnormals_code
from stagelight.codegen.target import Target

TINY = np.array([1e-39, -1e-42, 1.0, 1e-30], np.float32)


def has_subnormals_here() -> bool:
    """Whether this thread of Python computes with subnormal numbers."""
    return bool(np.float32(1e-39) * np.float32(0.5) != 0 and 5e-324 * 1.0 != 0)


@tf.function(jit_compile=True)
def half(x: Any) -> Any:
    return x * 0.5


def test_operands_and_results_are_flushed() -> None:
    # TensorFlow 2.21 gives these, eagerly and staged.
    np.testing.assert_array_equal(half(TINY), np.float32([0.0, -0.0, 0.5, 5e-31]))
    product = tf.function(lambda x: x * x, jit_compile=True)
    np.testing.assert_array_equal(product(TINY), [0.0, 0.0, 1.0, 0.0])
    signs = tf.function(lambda x: (x > 0, tf.sign(x)), jit_compile=True)
    np.testing.assert_array_equal(signs(TINY)[0], [False, False, True, True])
    np.testing.assert_array_equal(signs(TINY)[1], [0.0, 0.0, 1.0, 1.0])
    np.testing.assert_array_equal(half(np.array([1e-310, 1.0])), [0.0, 0.5])


def test_what_is_only_moved_keeps_its_bits() -> None:
    moved = tf.function(lambda x: (tf.reverse(x, [0]), -x, tf.abs(x)), jit_compile=True)
    back, negative, magnitude = moved(TINY)
    np.testing.assert_array_equal(back, TINY[::-1])
    np.testing.assert_array_equal(negative, -TINY)
    np.testing.assert_array_equal(magnitude, np.abs(TINY))


def test_neighbours_are_found_among_subnormal_numbers() -> None:
    x = np.array([0.0, 0.0, 1e-45, -1e-45, 1.17549435e-38, -0.0], np.float32)
    y = np.array([1.0, -1.0, 1.0, 1.0, 0.0, 0.0], np.float32)
    got = tf.function(tf.math.nextafter, jit_compile=True)(x, y).numpy()
    np.testing.assert_array_equal(got.view(np.int32), np.nextafter(x, y).view(np.int32))


def test_float16_has_its_subnormal_numbers() -> None:
    x = np.array([6e-8, 1e-5], np.float16)
    np.testing.assert_array_equal(half(tf.constant(x * np.float16(4))), x * np.float16(2))


def test_all_threads_of_a_long_loop_flush() -> None:
    many = np.full(2_000_000, 1e-39, np.float32)
    assert not half(many).numpy().any()
    many = tf.fill([2_000_000], -90.0)
    for _ in range(4):  # An eager operation on so many elements is compiled once it comes again.
        small = tf.exp(many)
    assert not small.numpy().any()


def test_python_keeps_its_arithmetic() -> None:
    half(TINY)
    assert has_subnormals_here()

    @tf.function(jit_compile=True)
    def take(x: Any, i: Any) -> Any:
        return tf.gather(x * 0.5, i)

    with pytest.raises(tf.errors.InvalidArgumentError):
        take(TINY, 10)
    assert has_subnormals_here()

    seen = []

    def run() -> None:
        half(TINY)
        seen.append(has_subnormals_here())

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert seen == [True]


def test_python_functions_of_graphs_keep_their_arithmetic() -> None:
    @tf.function
    def ask(x: Any) -> Any:
        return tf.numpy_function(lambda x: np.float32(x[0] != 0), [x * 1.0 + TINY], tf.float32)

    ask(tf.zeros([4]))
    assert has_subnormals_here()


@pytest.mark.parametrize(
    ("triple", "instruction"),
    [
        ("x86_64-unknown-linux-gnu", "ldmxcsr"),
        ("arm64-apple-darwin", "msr\tFPCR"),
        ("riscv64-unknown-linux-gnu", ""),
    ],
)
def test_each_processor_has_code(triple: str, instruction: str) -> None:
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    processor = binding.Target.from_triple(triple).create_target_machine()
    # All the world may call them: what nobody calls is left out.
    module = binding.parse_assembly(subnormals_code(Target(triple)).replace("internal ", ""))
    module.verify()
    code = processor.emit_assembly(module)
    assert "flush_subnormals:" in code and "restore_subnormals:" in code
    assert instruction in code
