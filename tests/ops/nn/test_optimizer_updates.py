"""The updates of optimizers as ops: the numbers are TensorFlow's."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from stagelight import errors
from stagelight.core import registry

NUMBERS = {
    "lr": 0.1,
    "alpha": 0.1,
    "momentum": 0.9,
    "rho": 0.9,
    "epsilon": 0.01,
    "beta1": 0.8,
    "beta2": 0.95,
    "beta1_power": 0.64,
    "beta2_power": 0.9025,
    "l1": 0.05,
    "l2": 0.02,
    "l2_shrinkage": 0.03,
    "lr_power": -0.5,
}
BEFORE = {"var": [[1.0, 2.0], [3.0, -4.0]], "mg": [[0.1, 0.1], [0.2, 0.1]]}
SLOT = [[0.5, 0.25], [0.75, 1.0]]
GRADIENT = [[0.5, -1.0], [1.5, 0.25]]

# The op, and an attr whose value is not the default -> the variables after one update in TensorFlow 2.21.
EXPECTED = {
    "ResourceApplyGradientDescent": [
        [0.95, 2.1, 2.85, -4.025],
    ],
    "ResourceApplyMomentum": [
        [0.905, 2.0775, 2.7825, -4.115],
        [0.95, -0.775, 2.175, 1.15],
    ],
    "ResourceApplyMomentum use_nesterov": [
        [0.8645, 2.16975, 2.65425, -4.1285],
        [0.95, -0.775, 2.175, 1.15],
    ],
    "ResourceSparseApplyMomentum": [
        [1.0, 2.0, 2.8825, -3.99],
        [0.5, 0.25, 1.175, -0.1],
    ],
    "ResourceSparseApplyMomentum use_nesterov": [
        [1.0, 2.0, 2.84425, -3.891],
        [0.5, 0.25, 1.175, -0.1],
    ],
    "ResourceApplyKerasMomentum": [
        [1.4, 2.325, 3.525, -3.125],
        [0.4, 0.325, 0.525, 0.875],
    ],
    "ResourceApplyKerasMomentum use_nesterov": [
        [1.31, 2.3925, 3.3225, -3.2375],
        [0.4, 0.325, 0.525, 0.875],
    ],
    "ResourceSparseApplyKerasMomentum": [
        [1.0, 2.0, 3.625, -3.0],
        [0.5, 0.25, 0.625, 1.0],
    ],
    "ResourceSparseApplyKerasMomentum use_nesterov": [
        [1.0, 2.0, 3.5125, -3.0],
        [0.5, 0.25, 0.625, 1.0],
    ],
    "ResourceApplyAdagrad": [
        [0.94226, 2.08944, 2.9134, -4.02425],
        [0.75, 1.25, 3.0, 1.0625],
    ],
    "ResourceApplyAdagrad update_slots": [
        [0.92929, 2.2, 2.82679, -4.025],
        [0.5, 0.25, 0.75, 1.0],
    ],
    "ResourceSparseApplyAdagrad": [
        [1.0, 2.0, 2.95, -3.92929],
        [0.5, 0.25, 1.0, 2.0],
    ],
    "ResourceSparseApplyAdagrad update_slots": [
        [1.0, 2.0, 2.94227, -3.9],
        [0.5, 0.25, 0.75, 1.0],
    ],
    "ResourceApplyAdagradV2": [
        [0.94292, 2.08865, 2.91389, -4.02402],
        [0.75, 1.25, 3.0, 1.0625],
    ],
    "ResourceApplyAdagradV2 update_slots": [
        [0.93028, 2.19608, 2.82877, -4.02475],
        [0.5, 0.25, 0.75, 1.0],
    ],
    "ResourceSparseApplyAdagradV2": [
        [1.0, 2.0, 2.9505, -3.92979],
        [0.5, 0.25, 1.0, 2.0],
    ],
    "ResourceSparseApplyAdagradV2 update_slots": [
        [1.0, 2.0, 2.94292, -3.90099],
        [0.5, 0.25, 0.75, 1.0],
    ],
    "ResourceApplyAdadelta": [
        [0.94873, 2.0881, 2.86292, -4.02625],
        [0.475, 0.325, 0.9, 0.90625],
        [0.47629, 0.30261, 0.86291, 0.90689],
    ],
    "ResourceSparseApplyAdadelta": [
        [1.0, 2.0, 2.94827, -3.9],
        [0.5, 0.25, 0.7, 1.0],
        [0.5, 0.25, 0.70176, 1.0],
    ],
    "ResourceApplyAdam": [
        [0.93876, 2.0, 2.91499, -4.07475],
        [0.5, 0.0, 0.9, 0.85],
        [0.4875, 0.2875, 0.825, 0.95312],
    ],
    "ResourceApplyAdam use_nesterov": [
        [0.93876, 2.03176, 2.90366, -4.0642],
        [0.5, 0.0, 0.9, 0.85],
        [0.4875, 0.2875, 0.825, 0.95312],
    ],
    "ResourceApplyAdamWithAmsgrad": [
        [0.93952, 2.0, 2.91499, -4.073],
        [0.5, 0.0, 0.9, 0.85],
        [0.4875, 0.2875, 0.825, 0.95312],
        [0.5, 0.2875, 0.825, 1.0],
    ],
    "ResourceApplyAdaMax": [
        [0.72767, 2.0, 2.83444, -4.24595],
        [0.5, 0.0, 0.9, 0.85],
        [0.5, 1.0, 1.5, 0.95],
    ],
    "ResourceApplyRMSProp": [
        [0.4782, 1.94777, 2.16776, -4.92612],
        [0.475, 0.325, 0.9, 0.90625],
        [0.5218, 0.05223, 0.83224, 0.92612],
    ],
    "ResourceSparseApplyRMSProp": [
        [1.0, 2.0, 2.26566, -4.8005],
        [0.5, 0.25, 0.7, 1.0],
        [0.5, 0.25, 0.73434, 0.8005],
    ],
    "ResourceApplyCenteredRMSProp": [
        [0.47671, 1.9478, 2.15741, -4.92631],
        [0.14, -0.01, 0.33, 0.115],
        [0.475, 0.325, 0.9, 0.90625],
        [0.52329, 0.0522, 0.84259, 0.92631],
    ],
    "ResourceSparseApplyCenteredRMSProp": [
        [1.0, 2.0, 2.26332, -4.80049],
        [0.1, 0.1, 0.23, -0.01],
        [0.5, 0.25, 0.7, 1.0],
        [0.5, 0.25, 0.73668, 0.80049],
    ],
    "ResourceApplyFtrl": [
        [0.06197, 1.16402, 1.36406, -0.23494],
        [0.75, 1.25, 3.0, 1.0625],
        [-0.58919, -13.11068, -23.73076, 2.48106],
    ],
    "ResourceApplyFtrl multiply_linear_by_lr": [
        [-0.44376, 0.96349, 0.97525, -1.10469],
        [0.75, 1.25, 3.0, 1.0625],
        [0.39108, -1.08607, -1.69808, 1.14811],
    ],
    "ResourceSparseApplyFtrl": [
        [1.0, 2.0, 0.27084, -1.16474],
        [0.5, 0.25, 1.0, 2.0],
        [0.5, 0.25, -2.76924, 16.56854],
    ],
    "ResourceSparseApplyFtrl multiply_linear_by_lr": [
        [1.0, 2.0, -0.39151, -1.79934],
        [0.5, 0.25, 1.0, 2.0],
        [0.5, 0.25, 0.39808, 2.55685],
    ],
    "ResourceApplyFtrlV2": [
        [0.05508, 1.15332, 1.35369, -0.21174],
        [0.75, 1.25, 3.0, 1.0625],
        [-0.52919, -12.99068, -23.55076, 2.24106],
    ],
    "ResourceApplyFtrlV2 multiply_linear_by_lr": [
        [-0.45066, 0.95279, 0.96488, -1.0815],
        [0.75, 1.25, 3.0, 1.0625],
        [0.39708, -1.07407, -1.68008, 1.12411],
    ],
    "ResourceSparseApplyFtrlV2": [
        [1.0, 2.0, 0.25291, -1.14782],
        [0.5, 0.25, 1.0, 2.0],
        [0.5, 0.25, -2.58924, 16.32854],
    ],
    "ResourceSparseApplyFtrlV2 multiply_linear_by_lr": [
        [1.0, 2.0, -0.40944, -1.78242],
        [0.5, 0.25, 1.0, 2.0],
        [0.5, 0.25, 0.41608, 2.53285],
    ],
}


def applied(case: str, **given: object) -> list[tf.Variable]:
    """The variables after the update of a case."""
    name, _, attr = case.partition(" ")
    inputs = registry.lookup(name).inputs
    names = [x.name for x in inputs]
    variables = {
        x.name: tf.Variable(BEFORE.get(x.name, SLOT)) for x in inputs if x.dtype is tf.resource
    }
    rows = "indices" in names
    values: dict[str, object] = {x: tf.constant(NUMBERS[x]) for x in names if x in NUMBERS}
    gradient = "delta" if "delta" in names else "grad"
    values[gradient] = tf.constant(GRADIENT[:1] if rows else GRADIENT)
    if rows:
        values["indices"] = tf.constant([1])
    attrs = {attr: not attr.startswith("update")} if attr else {}
    handles = {x: variable.handle for x, variable in variables.items()}
    getattr(tf.raw_ops, name)(**handles, **{**values, **given}, **attrs)
    return list(variables.values())


@pytest.mark.parametrize("case", EXPECTED)
def test_an_update_gives_what_tensorflow_gives(case):
    for variable, expected in zip(applied(case), EXPECTED[case], strict=True):
        np.testing.assert_allclose(np.ravel(variable.numpy()), expected, atol=2e-5)


def test_an_update_is_staged():
    variable = tf.Variable([1.0, 2.0])

    @tf.function
    def step(gradient):
        tf.raw_ops.ResourceApplyGradientDescent(var=variable.handle, alpha=0.5, delta=gradient)
        return variable.read_value()

    assert step(tf.constant([1.0, 2.0])).numpy().tolist() == [0.5, 1.0]


def test_a_row_that_comes_twice_changes_twice():
    twice = {"indices": tf.constant([1, 1]), "grad": tf.constant(GRADIENT[:1] * 2)}
    variable, accum = applied("ResourceSparseApplyMomentum", **twice)
    once, accum_once = applied("ResourceSparseApplyMomentum")
    np.testing.assert_allclose(accum[1], 0.9 * accum_once[1].numpy() + GRADIENT[0], rtol=1e-6)
    np.testing.assert_allclose(variable[1], once[1].numpy() - 0.1 * accum[1].numpy(), rtol=1e-6)


@pytest.mark.parametrize(
    "given", [{"grad": tf.constant([1.0])}, {"indices": tf.constant([2])}], ids=["shape", "index"]
)
def test_what_does_not_fit_is_refused(given):
    with pytest.raises(errors.InvalidArgumentError, match=r"must have the shape|are not in"):
        applied("ResourceSparseApplyMomentum", **given)


def test_a_recurrent_layer_of_a_graphics_processor_is_staged_but_does_not_run():
    def layer(x, units=3):
        return tf.raw_ops.CudnnRNNV3(
            input=x,
            input_h=tf.zeros([1, 2, units]),
            input_c=0.0,
            params=tf.zeros([10]),
            sequence_lengths=[4, 4],
            rnn_mode="gru",
        )

    staged = tf.function(layer).get_concrete_function(tf.zeros([4, 2, 5]))
    assert [x.shape.as_list() for x in staged.outputs[:3]] == [[4, 2, 3], [1, 2, 3], []]
    with pytest.raises(errors.NotFoundError, match="graphics processors"):
        layer(tf.zeros([4, 2, 5]))
