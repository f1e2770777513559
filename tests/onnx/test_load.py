"""Models of ONNX as functions: the way back from an export, saving, and files that strangers wrote."""

from __future__ import annotations

import numpy as np
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import TensorProto, helper

import stagelight as tf
from tests.onnx.running import checked, run
from tests.onnx.test_export import Network, Recurrent, branches, collatz, spec

FLOAT = TensorProto.FLOAT


def model_of(nodes, inputs, outputs, initializers=(), opset=20):
    """A model of nodes, where sizes of None are open."""
    infos = [
        [helper.make_tensor_value_info(name, kind, shape) for name, (kind, shape) in side.items()]
        for side in (inputs, outputs)
    ]
    graph = helper.make_graph(nodes, "graph", *infos, list(initializers))
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=9)


def written(model, folder):
    path = folder / "model.onnx"
    path.write_bytes(model.SerializeToString())
    return path


@pytest.mark.parametrize(
    ("function", "array"),
    [
        (Network(), np.random.default_rng(0).normal(size=(3, 8, 8, 1)).astype("f")),
        (Recurrent(), np.random.default_rng(0).normal(size=(2, 4, 3)).astype("f")),
        (branches, np.ones(3, np.float32)),
        (branches, -np.ones(3, np.float32)),
        (collatz, np.int32(27)),
    ],
)
def test_what_was_exported_comes_back(function, array, tmp_path):
    tf.onnx.export(function, tmp_path / "model.onnx")
    model = tf.onnx.load(tmp_path / "model.onnx")
    expected = tf.nest.flatten(function(tf.constant(array)))
    for one, other in zip(expected, tf.nest.flatten(model(array)), strict=True):
        assert other.dtype == one.dtype
        np.testing.assert_allclose(other.numpy(), one.numpy(), 1e-5, 1e-6)


def test_a_loaded_model_is_trained_saved_and_exported_again(tmp_path):
    tf.onnx.export(Network(), tmp_path / "model.onnx")
    model = tf.onnx.load(tmp_path / "model.onnx")
    x = np.ones((2, 8, 8, 1), np.float32)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x)["output_0"][:, 0])
    gradients = tape.gradient(loss, model.trainable_variables)
    assert len(gradients) == 4
    assert all(gradient is not None for gradient in gradients)
    model.trainable_variables[0].assign_add(tf.ones_like(model.trainable_variables[0]))
    expected = model(x)["output_0"].numpy()
    tf.saved_model.save(model, tmp_path / "saved")
    signature = tf.saved_model.load(tmp_path / "saved").signatures["serving_default"]
    # The signature leaves the batch open: its program may round otherwise, down to subnormal numbers.
    found = signature(pictures=tf.constant(x))["output_0"].numpy()
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-37)
    again = checked(tf.onnx.export(model.run))
    np.testing.assert_allclose(run(again, x).results[0], expected, 1e-5, 1e-6)


def test_inputs_go_by_order_and_by_name(tmp_path):
    f = tf.function(lambda x, y: x - y, input_signature=[spec([], name="x"), spec([], name="y")])
    tf.onnx.export(f, tmp_path / "model.onnx")
    model = tf.onnx.load(tmp_path / "model.onnx")
    assert list(model.inputs) == ["x", "y"]
    for result in (model(3.0, 1.0), model(y=1.0, x=3.0), model(3.0, y=1.0)):
        assert result["output_0"].numpy() == 2.0
    with pytest.raises(TypeError, match=r"The model takes \['x', 'y'\]"):
        model(3.0)


def test_a_loop_that_stacks_what_its_rounds_give(tmp_path):
    body = helper.make_graph(
        [
            helper.make_node("Add", ["sum_in", "one"], ["sum_out"]),
            helper.make_node("Identity", ["sum_out"], ["row"]),
            helper.make_node("Identity", ["on_in"], ["on_out"]),
        ],
        "body",
        [
            helper.make_tensor_value_info("i", TensorProto.INT64, []),
            helper.make_tensor_value_info("on_in", TensorProto.BOOL, []),
            helper.make_tensor_value_info("sum_in", FLOAT, [2]),
        ],
        [
            helper.make_tensor_value_info("on_out", TensorProto.BOOL, []),
            helper.make_tensor_value_info("sum_out", FLOAT, [2]),
            helper.make_tensor_value_info("row", FLOAT, [2]),
        ],
    )
    one = onnx.numpy_helper.from_array(np.float32(1), "one")
    node = helper.make_node("Loop", ["n", "", "x"], ["last", "rows"], body=body)
    model = model_of(
        [node],
        {"n": (TensorProto.INT64, []), "x": (FLOAT, [2])},
        {"last": (FLOAT, [2]), "rows": (FLOAT, [None, 2])},
        [one],
    )
    loaded = tf.onnx.load(written(model, tmp_path))
    found = loaded(np.int64(3), np.zeros(2, np.float32))
    assert found["last"].numpy().tolist() == [3, 3]
    assert found["rows"].numpy().tolist() == [[1, 1], [2, 2], [3, 3]]


def test_operators_that_are_not_known_are_told_together(tmp_path):
    nodes = [helper.make_node("Det", ["x"], ["a"]), helper.make_node("Hardmax", ["x"], ["b"])]
    model = model_of(nodes, {"x": (FLOAT, [2, 2])}, {"a": (FLOAT, []), "b": (FLOAT, [2, 2])})
    with pytest.raises(NotImplementedError, match=r"not read: \['Det', 'Hardmax'\]"):
        tf.onnx.load(written(model, tmp_path))


def test_a_node_that_does_not_fit_is_named(tmp_path):
    node = helper.make_node("MatMul", ["x", "x"], ["y"], name="product")
    model = model_of([node], {"x": (FLOAT, [2, 3])}, {"y": (FLOAT, [2, 3])})
    with pytest.raises(ValueError, match=r"model.onnx: the node 'product' \(MatMul\)"):
        tf.onnx.load(written(model, tmp_path))


def identity_of(tensor):
    node = helper.make_node("Add", ["x", tensor.name], ["y"])
    return model_of([node], {"x": (FLOAT, [4])}, {"y": (FLOAT, [4])}, [tensor])


def outside(location, **entries):
    """A tensor of 4 numbers in another file."""
    tensor = TensorProto(name="w", data_type=FLOAT, dims=[4], data_location=TensorProto.EXTERNAL)
    for key, value in {"location": location, **entries}.items():
        tensor.external_data.add(key=key, value=str(value))
    return tensor


def test_values_in_a_file_beside_the_model(tmp_path):
    (tmp_path / "w.bin").write_bytes(bytes(8) + np.arange(4, dtype=np.float32).tobytes())
    model = tf.onnx.load(written(identity_of(outside("w.bin", offset=8, length=16)), tmp_path))
    assert model(np.zeros(4, np.float32))["y"].numpy().tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("location", "entries", "message"),
    [
        ("../secret.bin", {}, "leads out of the model's folder"),
        ("/etc/passwd", {}, "leads out of the model's folder"),
        ("link.bin", {}, "leads out of the model's folder"),
        ("", {}, "leads out of the model's folder"),
        ("other.bin", {}, "which is not there"),
        ("w.bin", {"offset": 8}, "is not in 'w.bin' at 8"),
        ("w.bin", {"offset": -4}, "is not in 'w.bin' at -4"),
        ("w.bin", {"length": 2**40}, "is not in 'w.bin' at 0"),
        ("w.bin", {"offset": "x"}, "no number"),
    ],
)
def test_values_elsewhere_are_refused(location, entries, message, tmp_path):
    folder = tmp_path / "model"
    folder.mkdir()
    for file in (tmp_path / "secret.bin", folder / "w.bin"):
        file.write_bytes(bytes(16))
    (folder / "link.bin").symlink_to(tmp_path / "secret.bin")
    with pytest.raises(ValueError, match=message):
        tf.onnx.load(written(identity_of(outside(location, **entries)), folder))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda w: w.dims.__setitem__(0, 2**40), "(has 16 bytes|is too small)"),
        (lambda w: setattr(w, "raw_data", b"123"), "(has 3 bytes|is no model)"),
        (lambda w: setattr(w, "data_type", 99), "(no dtype|is no model)"),
        (lambda w: w.dims.__setitem__(0, -4), "(negative|is no model)"),
    ],
)
def test_tensors_that_contradict_themselves(change, message, tmp_path):
    model = identity_of(onnx.numpy_helper.from_array(np.zeros(4, np.float32), "w"))
    change(model.graph.initializer[0])
    with pytest.raises(ValueError, match=message):
        tf.onnx.load(written(model, tmp_path))


def test_no_model_and_other_versions(tmp_path):
    path = tmp_path / "model.onnx"
    with pytest.raises(FileNotFoundError):
        tf.onnx.load(path)
    path.write_bytes(b"hello")
    with pytest.raises(ValueError, match="is no model of ONNX"):
        tf.onnx.load(path)
    node = helper.make_node("Relu", ["x"], ["y"])
    old = model_of([node], {"x": (FLOAT, [1])}, {"y": (FLOAT, [1])}, opset=9)
    with pytest.raises(ValueError, match="opsets from 13 to 23 are read"):
        tf.onnx.load(written(old, tmp_path))


SMALL = identity_of(
    onnx.numpy_helper.from_array(np.arange(4, dtype=np.float32), "w")
).SerializeToString()


@settings(max_examples=150, deadline=None)
@given(place=st.integers(0, len(SMALL) - 1), bit=st.integers(0, 7), cut=st.booleans())
def test_a_changed_file_is_read_or_refused(place, bit, cut, tmp_path_factory):
    content = bytearray(SMALL)
    content[place] ^= 1 << bit
    path = tmp_path_factory.mktemp("changed") / "model.onnx"
    path.write_bytes(content[:place] if cut else content)
    try:
        tf.onnx.load(path)
    except (ValueError, NotImplementedError) as error:
        assert "model.onnx" in str(error)
