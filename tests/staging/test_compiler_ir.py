"""`experimental_get_compiler_ir`: the stages of a compilation as text."""

from __future__ import annotations

import re

import pytest

import stagelight as tf


@tf.function
def scaled(x, y):
    return tf.reduce_sum(tf.tanh(x) * 2.0 + y, 1)


X, Y = tf.ones([4, 100]), tf.ones([100])


def test_every_stage_has_a_text():
    ir = scaled.experimental_get_compiler_ir(X, Y)
    graph, loops, llvm, asm = (ir(stage=stage) for stage in ("graph", "loops", "llvm", "asm"))
    assert "= Tanh(%x)" in graph
    assert loops == ir()
    assert loops.splitlines() == [
        "program region0(in0: float32[400], in1: float32[100]) -> (out0: float32[4])",
        "  for i0 in 4:",
        "    out0[i0] = add(((tanh(in0[i0*100 + r0]) * 2.0) + in1[r0]) for r0 in 100)",
    ]
    assert "define" in llvm
    assert "ret" in asm
    assert ir("asm") == asm


def test_it_runs_and_compiles_nothing():
    calls = []

    @tf.function
    def f(x):
        tf.py_function(lambda: calls.append(1), [], [])
        return tf.exp(x) + 1.0

    f.experimental_get_compiler_ir(X)()
    assert calls == []
    assert f.get_concrete_function(X).graph.executables == {}
    f(X)
    assert calls == [1]
    assert "exp" in f.experimental_get_compiler_ir(X)()


def test_what_stays_with_the_host_is_told_with_the_reason():
    @tf.function
    def f(x):
        return tf.strings.as_string(tf.exp(x) + 1.0)

    (line,) = f.experimental_get_compiler_ir(X)("host").splitlines()
    assert re.fullmatch(r"AsString \w+ \(test_compiler_ir.py:\d+\): its result is text", line)
    assert scaled.experimental_get_compiler_ir(X, Y)("host") == ""


def test_host_steps_stand_between_regions():
    @tf.function
    def f(x):
        y = tf.exp(x) + 1.0
        z = tf.strings.to_number(tf.strings.as_string(y))
        return tf.tanh(z) * 2.0

    text = f.experimental_get_compiler_ir(X)()
    assert text.count("program region") == 2


def test_sizes_come_from_the_arguments():
    @tf.function(input_signature=[tf.TensorSpec([None, 8])])
    def f(x):
        return tf.nn.softmax(x) * 3.0

    assert "in0: float32[24]" in f.experimental_get_compiler_ir(tf.ones([3, 8]))()
    with pytest.raises(ValueError, match="Give tensors, or specs of known shape"):
        f.experimental_get_compiler_ir(tf.TensorSpec([None, 8]))()


def test_other_stages_are_refused():
    with pytest.raises(
        ValueError, match=r"must be one of 'graph', 'host', 'loops', 'llvm', 'asm'.*'hlo'"
    ):
        scaled.experimental_get_compiler_ir(X, Y)(stage="hlo")


def test_variables_and_captures():
    v = tf.Variable([1.0, 2.0])

    @tf.function
    def step(x):
        v.assign_sub(0.1 * x * tf.constant([3.0, 4.0]))
        return v * 2.0

    text = step.experimental_get_compiler_ir(tf.ones([2]))()
    assert "new value of" in text
