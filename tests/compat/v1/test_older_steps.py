"""What TensorFlow 1 has alone: proximal steps, Jacobians in sessions, sparse results, older scopes."""

from __future__ import annotations

import os

import numpy as np
import pytest

import stagelight as tf

v1 = tf.compat.v1


def test_a_variable_has_its_initial_value_before_it_is_set():
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", initializer=[1.0, 2.0])
        first = v.initialized_value()
        assert session.run(first).tolist() == [1.0, 2.0]
        session.run(v.initializer)
        session.run(v.assign([5.0, 6.0]))
        assert session.run(first).tolist() == [5.0, 6.0]
    assert float(tf.Variable(3.0).initialized_value()) == 3.0


def test_variables_count_up():
    v = tf.Variable(1)
    assert int(v.count_up_to(2)) == 1
    with pytest.raises(tf.errors.OutOfRangeError):
        v.count_up_to(2)


@pytest.mark.parametrize(
    ("optimizer", "expected"),
    [
        (v1.train.ProximalGradientDescentOptimizer(0.1, 2.0, 1.0), [0.7 / 1.1, 0.0]),
        (v1.train.ProximalAdagradOptimizer(0.1, 3.0, 2.0), [0.85, 0.0]),
        (v1.train.AdagradDAOptimizer(0.1, tf.constant(1, tf.int64), 3.0, 0.25), [-0.025, -0.025]),
    ],
    ids=["descent", "adagrad", "dual averaging"],
)
def test_steps_make_small_weights_zeros(optimizer, expected):
    v = tf.Variable([1.0, 0.05])
    optimizer.apply_gradients([(tf.constant([1.0, 1.0]), v)])
    np.testing.assert_allclose(v.numpy(), expected, atol=1e-6)


@pytest.mark.parametrize("value", [0.0, -1.0])
def test_first_values_are_positive(value):
    with pytest.raises(ValueError, match="must be positive"):
        v1.train.ProximalAdagradOptimizer(0.1, value)
    with pytest.raises(ValueError, match="must be positive"):
        v1.train.AdagradDAOptimizer(0.1, tf.constant(0), value)


def test_jacobians():
    with tf.Graph().as_default(), v1.Session():
        x = tf.constant([1.0, 2.0])
        exact, near = v1.test.compute_gradient(x, [2], x * x, [2], [3.0, 4.0])
        assert exact.tolist() == [[6.0, 0.0], [0.0, 8.0]]
        np.testing.assert_allclose(near, exact, atol=1e-2)
        y = tf.constant([1.0])
        pairs = v1.test.compute_gradient([x, y], [[2], [1]], x * y, [2])
        assert [exact.shape for exact, _ in pairs] == [(2, 2), (1, 2)]
        with pytest.raises(ValueError, match="does not depend on"):
            v1.test.compute_gradient(x, [2], y, [1])
    with tf.Graph().as_default():
        x = tf.constant(1.0)
        with pytest.raises(ValueError, match="There is no session"):
            v1.test.compute_gradient(x, [], x, [])
    assert os.path.isdir(v1.test.get_temp_dir())


def test_sparse_results():
    x = tf.SparseTensor([[0, 0, 1], [0, 2, 0], [1, 1, 1]], [1.0, 2.0, -3.0], [2, 3, 2])
    assert v1.sparse_reduce_sum_sparse(x).values.numpy().tolist() == [0.0]
    kept = v1.sparse_reduce_max_sparse(x, [1, 2], keepdims=True)
    assert kept.dense_shape.numpy().tolist() == [2, 1, 1]
    assert kept.values.numpy().tolist() == [2.0, -3.0]
    with pytest.raises(ValueError, match="'axis' and 'reduction_axes'"):
        v1.sparse_reduce_sum_sparse(x, 0, reduction_axes=0)
    with pytest.raises(TypeError, match="has to be a list"):
        v1.sparse_merge([x], x, 3)
    with pytest.raises(TypeError, match="Tensor or Python int"):
        v1.sparse_merge(x, x, [3])
    with pytest.raises(ValueError, match="equal lengths"):
        v1.sparse_merge([x], x, [3, 4])
    with pytest.raises(TypeError, match="must be a SparseTensor"):
        v1.sparse_merge(x, 1, 3)


def test_strings_are_cut_at_bytes():
    assert v1.string_split(["a,b c"], ", ").values.numpy().tolist() == [b"a", b"b", b"c"]
    rows = v1.string_split(["a  b", ""], skip_empty=False, result_type="RaggedTensor")
    assert rows.to_list() == [[b"a", b"", b"b"], []]
    with pytest.raises(ValueError, match="result_type must be"):
        v1.string_split(["a"], result_type="list")
    with pytest.raises(ValueError, match="both 'delimiter' and 'sep'"):
        v1.string_split(["a"], sep=" ", delimiter=" ")


def test_files_beside_the_program():
    loader = v1.resource_loader
    folder = os.path.dirname(__file__)
    assert loader.get_data_files_path() == folder
    assert loader.get_path_to_datafile("words.txt") == os.path.join(folder, "words.txt")
    assert loader.get_root_dir_with_all_resources() == folder
    assert loader.readahead_file_path("words.txt") == "words.txt"
    assert loader.load_resource("py.typed") == b""
    with pytest.raises(OSError, match="nothing"):
        loader.load_resource("nothing")
    source = "def root(): return loader.get_root_dir_with_all_resources()"
    scope = {"loader": loader}
    exec(compile(source, "/bin/program.runfiles/main/part/file.py", "exec"), scope)
    assert scope["root"]() == "/bin/program.runfiles/main"
