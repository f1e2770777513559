"""The expressions that plans write for steps over numbers give what the kernels give, bit for bit."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import stagelight as tf
from stagelight.core import registry
from stagelight.core.dispatch import apply
from stagelight.runtime import number_steps
from stagelight.runtime.host_plan import HostPlan
from stagelight.runtime.number_steps import ARRAY_OPERATORS, NUMBER_DTYPES
from tests.graph.traced import traced

SCALAR = tf.TensorSpec([])
NUMBER_OPS = {name: spec for name, spec in number_steps._EXPRESSIONS.items() if name != "Cast"} | {
    name: number_steps._OF_ONE_NUMBER
    for name in registry.op_names()
    if registry.lookup(name).ufunc is not None
    and len(registry.lookup(name).inputs) == 1
    and name not in number_steps._EXPRESSIONS
}


def values_of(dtype) -> list:
    """Values at the edges of a dtype, and some from between."""
    kind = dtype.as_numpy_dtype
    if dtype.is_bool:
        return [kind(False), kind(True)]
    random = np.random.default_rng(1)
    if dtype.is_integer:
        low, high = dtype.min, dtype.max
        between = random.integers(low, high, 6, dtype=kind)
        return [kind(v) for v in (low, low + 1, 0, 1, 2, 3, high // 3, high - 1, high)] + [*between]
    limits = np.finfo(kind)
    edges = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        np.inf,
        -np.inf,
        np.nan,
        limits.max,
        limits.tiny,
        0.1,
        -3.7,
        1e10,
    ]
    return [kind(v) for v in edges] + [kind(v) for v in random.normal(size=6)]


def allowed(op_def) -> list:
    """The dtypes of numbers that an op takes as its last input."""
    arg = op_def.inputs[-1]
    given = op_def.attrs[arg.type_attr].allowed if arg.type_attr else (arg.dtype,)
    return [dtype for dtype in NUMBER_DTYPES if given is None or dtype in given]


def bits(array) -> tuple:
    array = np.asarray(array)
    is_nan = array != array
    return array.dtype, array.shape, np.where(is_nan, 0, array).tobytes(), is_nan.tobytes()


def plan_of(op_def, dtypes, shape, **attrs) -> HostPlan:
    def applied(*inputs):
        return apply(op_def, inputs, attrs)

    return HostPlan(traced(applied, *[tf.TensorSpec(shape, dtype) for dtype in dtypes]))


def dtypes_of_inputs(op_def, dtype) -> list:
    return [arg.dtype or dtype for arg in op_def.inputs]


CASES = [
    pytest.param(registry.lookup(name), dtype, id=f"{name}-{dtype.name}")
    for name, (_, ids) in NUMBER_OPS.items()
    for dtype in allowed(registry.lookup(name))
    if id(dtype) in ids
]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(("op_def", "dtype"), CASES)
def test_expressions_give_what_the_kernels_give(op_def, dtype):
    dtypes = dtypes_of_inputs(op_def, dtype)
    plan = plan_of(op_def, dtypes, [])
    assert "(xp" not in plan.source.partition(" else ")[0], "the kernel is called"
    rows = np.stack(np.meshgrid(*[np.arange(len(values_of(d))) for d in dtypes]), -1)
    for row in rows.reshape(-1, len(dtypes)):
        inputs = [values_of(d)[i] for d, i in zip(dtypes, row, strict=True)]
        if op_def.name in ("FloorDiv", "FloorMod") and not inputs[1]:
            continue
        arrays = [np.array(value) for value in inputs]
        (result,) = plan(*arrays)
        assert type(result) is np.ndarray
        assert bits(result) == bits(op_def.kernel(np, *arrays)), inputs


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("to", NUMBER_DTYPES, ids=lambda dtype: dtype.name)
@pytest.mark.parametrize("source", NUMBER_DTYPES, ids=lambda dtype: dtype.name)
def test_casts_of_numbers_are_those_of_the_kernel(source, to):
    op_def = registry.lookup("Cast")
    plan = plan_of(op_def, [source], [], DstT=to)
    for value in values_of(source):
        (result,) = plan(np.array(value))
        assert bits(result) == bits(op_def.kernel(np, np.array(value), DstT=to)), value


ARRAY_CASES = [
    pytest.param(registry.lookup(name), dtype, id=f"{name}-{dtype.name}")
    for name in ARRAY_OPERATORS
    for dtype in (
        registry.lookup(name).attrs["T"].allowed
        if "T" in registry.lookup(name).attrs
        else (tf.bool,)
    )
]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("shape", [[3, 4], []], ids=str)
@pytest.mark.parametrize(("op_def", "dtype"), ARRAY_CASES)
def test_operators_of_arrays_give_what_the_kernels_give(op_def, dtype, shape):
    values = np.random.default_rng(2).normal(size=(2, 3, 4)) * 3
    arrays = [row[: None if shape else 1].astype(dtype.numpy_dtype) for row in values]
    arrays = [array if shape else array[0, 0] for array in arrays][: len(op_def.inputs)]
    arrays = [np.asarray(array) for array in arrays]
    (result,) = plan_of(op_def, [dtype] * len(arrays), shape)(*arrays)
    assert type(result) is np.ndarray
    assert bits(result) == bits(op_def.kernel(np, *arrays))


@pytest.mark.parametrize("name", ["FloorDiv", "FloorMod"])
def test_a_number_divided_by_zero_is_the_error_of_the_kernel(name):
    plan = plan_of(registry.lookup(name), [tf.int32, tf.int32], [])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Integer division by zero"):
        plan(np.array(1, np.int32), np.array(0, np.int32))


def test_a_division_by_a_constant_is_not_guarded():
    plan = HostPlan(traced(lambda x: (x // 7, x % 7), tf.TensorSpec([], tf.int32)))
    assert " if " not in plan.source.replace("if True", "")
    assert [int(array) for array in plan(np.array(-8, np.int32))] == [-2, 6]


def test_a_constant_divisor_of_zero_is_an_error_when_it_runs():
    plan = HostPlan(traced(lambda x: x // 0, tf.TensorSpec([], tf.int32)))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Integer division by zero"):
        plan(np.array(1, np.int32))


def test_numbers_overflow_without_a_word():
    plan = HostPlan(traced(lambda x: x * x, tf.TensorSpec([], tf.int32)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (result,) = plan(np.array(1 << 20, np.int32))
    assert int(result) == 0
