"""Modules in parts: the code is that of the whole, whatever LLVM's processes do."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

import stagelight as tf
from stagelight import config, errors
from stagelight.codegen.machine import compiler, compiler_process
from stagelight.codegen.machine.compiler import compile_module, compile_objects
from stagelight.codegen.machine.compiler_process import compile_side_by_side
from stagelight.codegen.machine.module_parts import split_module

TEXT = """
declare double @llvm.sqrt.f64(double)
@given = external global i64
@table = internal constant [2 x ptr] [ptr @"one", ptr @two]
@numbers = private constant [2 x i64] [i64 40, i64 2]

define internal i64 @"one"(i64 %x, ptr noalias %unused) noinline nounwind {
entry:
  %n = load i64, ptr @numbers
  %y = add i64 %x, %n
  ret i64 %y
}

define internal i64 @two(i64 %x, ptr noalias %unused) noinline nounwind "some"="{}" {
  %at = getelementptr i64, ptr @numbers, i64 1
  %n = load i64, ptr %at
  %y = call i64 @"one"(i64 %n, ptr null)
  %z = add i64 %x, %y
  ret i64 %z
}

define i64 @entry(i64 %x) {
  %at = getelementptr ptr, ptr @table, i64 1
  %f = load ptr, ptr %at
  %y = call i64 %f(i64 %x, ptr null)
  %z = call i64 @"one"(i64 %y, ptr null)
  ret i64 %z
}
"""


@pytest.fixture
def in_parts(monkeypatch, tmp_path):
    """Every module of two functions or more is compiled in three parts, if it has so many."""
    monkeypatch.setattr(compiler, "_PART_LENGTH", 1)
    monkeypatch.setattr(config, "available_cpus", lambda: 3)
    with config.changed(compilation_cache=str(tmp_path)):
        yield


def called(module, x):
    return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(module.address("entry"))(x)


@pytest.mark.parametrize("count", [1, 2, 3, 9])
@pytest.mark.parametrize("passes", ["quick", "none", "light"])
def test_parts_are_together_what_the_whole_is(count, passes, monkeypatch):
    monkeypatch.setattr(compiler, "_PART_LENGTH", len(TEXT) // count)
    monkeypatch.setattr(config, "available_cpus", lambda: count)
    objects = compile_objects(TEXT, passes)
    assert len(objects) == min(count, 3)
    assert called(compile_module(TEXT, passes=passes), 7) == 89


def test_each_function_is_in_one_part_and_declared_where_it_is_called():
    parts = split_module(TEXT, 3)
    for name in ('@"one"', "@two", "@entry"):
        assert sum(f"define i64 {name}(" in part for part in parts) == 1
    calling = next(part for part in parts if "define i64 @two(" in part)
    assert 'declare i64 @"one"(i64 %x, ptr noalias %unused) noinline nounwind\n' in calling


@pytest.mark.parametrize(
    "other",
    [
        "@state = internal global i64 0\n",
        "define internal i64 @inlined() alwaysinline {\n  ret i64 1\n}\n",
    ],
)
def test_what_belongs_together_stays_together(other):
    assert split_module(TEXT + other, 3) == [TEXT + other]


def test_code_that_looks_into_other_functions_is_not_split(in_parts):
    assert len(compile_objects(TEXT, "full")) == 1


def test_parts_are_kept_on_disk(in_parts, monkeypatch):
    assert called(compile_module(TEXT), 7) == 89
    compiler.current_cache().wait_for_writer()
    monkeypatch.setattr(compiler, "compile_objects", None)
    assert called(compile_module(TEXT), 8) == 90


@pytest.mark.parametrize("name", ["@two(", "define i64 @entry"])
def test_a_part_at_which_llvm_ends_is_an_error_and_others_go_on(in_parts, name):
    with config.changed(aborts_compiler_at=name), pytest.raises(errors.InternalError):
        compile_objects(TEXT)
    assert len(compile_objects(TEXT.replace("40", "41"))) == 3


def test_a_part_that_llvm_refuses_is_an_error(in_parts):
    with pytest.raises(errors.InternalError, match="LLVM refuses"):
        compile_objects(TEXT.replace("add i64 %x, %n", "add i64 %x, %nowhere"))
    assert len(compile_objects(TEXT)) == 3


def test_without_a_process_parts_are_compiled_here(in_parts, monkeypatch):
    monkeypatch.setattr(compiler_process._TheProcess, "is_available", False)
    assert called(compile_module(TEXT), 7) == 89


def test_one_process_is_kept(in_parts):
    compile_objects(TEXT)
    assert len(compiler_process._TheProcess.connections) == 1


def test_a_network_compiled_in_parts_gives_the_same_bits(in_parts, monkeypatch):
    def step():
        tf.random.set_seed(1)
        images = tf.random.stateless_normal([4, 12, 12, 3], [1, 2])
        filters = tf.Variable(tf.random.stateless_normal([3, 3, 3, 8], [3, 4]))
        weights = tf.Variable(tf.random.stateless_normal([800, 10], [5, 6]))

        @tf.function(jit_compile=True)
        def train(images):
            with tf.GradientTape() as tape:
                features = tf.nn.relu(tf.nn.conv2d(images, filters, 1, "VALID"))
                logits = tf.reshape(features, [4, 800]) @ weights
                loss = tf.reduce_mean(tf.nn.softmax(logits) ** 2)
            for variable, slope in zip(
                [filters, weights], tape.gradient(loss, [filters, weights]), strict=True
            ):
                variable.assign_sub(slope)
            return loss

        return [float(train(images)) for _ in range(3)], filters.numpy(), weights.numpy()

    split = []

    def counted(requests):
        split.append(len(requests))
        return compile_side_by_side(requests)

    monkeypatch.setattr(compiler, "compile_side_by_side", counted)
    found = step()
    assert split
    monkeypatch.setattr(compiler, "_PART_LENGTH", 1 << 40)
    with config.changed(compilation_cache=None):
        whole = step()
    assert found[0] == whole[0]
    np.testing.assert_array_equal(found[1], whole[1])
    np.testing.assert_array_equal(found[2], whole[2])
