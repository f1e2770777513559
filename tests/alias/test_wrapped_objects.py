"""Functions, graphs and variables as libraries that wrap them ask for them."""

from __future__ import annotations

import abc

import numpy as np
import pytest

import stagelight as tf


class Model(abc.ABC):
    @abc.abstractmethod
    def price(self):
        """What a subclass defines."""


@pytest.mark.parametrize(
    "base",
    [
        tf.Variable, tf.DType, tf.TensorShape, tf.IndexedSlices, tf.RaggedTensor, tf.SparseTensor,
        tf.data.Dataset, tf.data.Iterator, tf.linalg.LinearOperator, tf.name_scope,
        tf.experimental.Optional, tf.experimental.RowPartition, tf.experimental.DynamicRaggedShape,
        tf.experimental.ExtensionType, tf.types.experimental.FunctionType, tf.summary.SummaryWriter,
        tf.types.experimental.ConcreteFunction, tf.types.experimental.GenericFunction,
        tf.compat.v1.train.SessionCreator, tf.compat.v1.Variable,
    ],
)  # fmt: skip
def test_classes_can_be_derived_from_with_an_abstract_class(base):
    kind = type(base)("Derived", (base, Model), {"__module__": __name__})
    assert isinstance(kind, abc.ABCMeta)
    assert issubclass(kind, Model)
    assert kind.__abstractmethods__ >= {"price"}


def test_a_variable_with_an_abstract_base():
    class Priced(tf.Variable, Model):
        def price(self):
            return self * 2.0

    assert float(Priced(3.0).price()) == 6.0


def test_the_python_function_of_a_method_is_bound():
    class Adder:
        @tf.function
        def add(self, x, y):
            return x + y

    assert float(tf.function(Adder().add.python_function)(1.0, 2.0)) == 3.0


def test_parameters_of_functions():
    def scale(x, by=2, *, offset=1):
        return x * by + offset

    spec = tf.function(scale).function_spec
    assert spec.arg_names == ["x", "by"]
    assert spec.fullargspec.defaults == (2,)
    assert spec.fullargspec.kwonlydefaults == {"offset": 1}
    assert (spec.input_signature, spec.flat_input_signature) == (None, (None,))
    given = tf.function(abs, input_signature=[tf.TensorSpec([2])]).function_spec
    assert given.flat_input_signature == (tf.TensorSpec([2]),)


def test_restored_functions_have_parameters(tmp_path):
    module = tf.Module()
    module.f = tf.function(lambda x, training=False: x)
    module.f(tf.constant(1.0))
    tf.saved_model.save(module, str(tmp_path))
    assert tf.saved_model.load(str(tmp_path)).f.function_spec.arg_names == ["x", "training"]


def test_a_function_is_put_into_the_library_of_a_graph():
    graph = tf.Graph()
    concrete = tf.function(lambda x: x + 1.0).get_concrete_function(1.0)
    concrete.add_to_graph(graph)
    concrete.add_to_graph(graph)
    assert len(graph.as_graph_def().library.function) == 1


def test_attributes_of_variables():
    v = tf.Variable([1.0, 2.0])
    assert (v._in_graph_mode, v._shape_tuple(), v._shape_as_list()) == (False, (2,), [2])
    v.set_shape([None])
    with pytest.raises(ValueError, match="not compatible"):
        v.set_shape([3])
    np.testing.assert_array_equal(v._dense_var_to_tensor(), [1, 2])
    with pytest.raises(ValueError, match="Incompatible type conversion"):
        v._dense_var_to_tensor(tf.int32)
    assert v.experimental_ref() == v.ref()
    v._aggregation = tf.VariableAggregation.SUM
    assert v.aggregation is tf.VariableAggregation.SUM
    with tf.Graph().as_default():
        assert tf.Variable(1.0)._in_graph_mode


@pytest.mark.parametrize(
    "name", ["__iter__", "__len__", "__array__", "set_shape", "name", "shape", "dtype"]
)
def test_attributes_are_found_on_the_class_of_tensors(name):
    assert hasattr(tf.Tensor, name)


def test_methods_of_the_class_take_tensors_of_each_kind():
    x = tf.constant([1.0, 2.0])
    assert [float(row) for row in tf.Tensor.__iter__(x)] == [1.0, 2.0]
    assert tf.Tensor.__len__(x) == 2
    with tf.Graph().as_default(), pytest.raises(TypeError):
        tf.Tensor.__len__(tf.compat.v1.placeholder(tf.float32))


def test_a_library_of_ops_is_not_found():
    with pytest.raises(tf.errors.NotFoundError, match="cannot open shared object file"):
        tf.load_op_library("/none.so")
    with pytest.raises(FileNotFoundError):
        tf.load_library("/none.so")


@pytest.mark.parametrize("size", [3, 3.0, np.float64(3), np.int32(3), 3.5])
@pytest.mark.parametrize("is_staged", [False, True])
def test_integers_among_attributes_may_be_floats(size, is_staged):
    def patches(x):
        sizes = [1, size, size, 1]
        return tf.raw_ops.ExtractImagePatches(
            images=x, ksizes=sizes, strides=[1, 3, 3, 1], rates=[1, 1, 1, 1], padding="VALID"
        )

    function = tf.function(patches) if is_staged else patches
    assert function(tf.ones([1, 9, 9, 1])).shape == (1, 3, 3, 9)


@pytest.mark.parametrize("size", ["3", None, float("nan"), 1j])
def test_what_is_no_integer_is_refused(size):
    with pytest.raises(TypeError, match="Expected int"):
        tf.raw_ops.ExtractImagePatches(
            images=tf.ones([1, 9, 9, 1]),
            ksizes=[1, size, 3, 1],
            strides=[1, 3, 3, 1],
            rates=[1, 1, 1, 1],
            padding="VALID",
        )


@pytest.mark.parametrize(
    "level",
    [
        0,
        -1,
        -2,
        *(getattr(tf.compat.v1.logging, x) for x in ("info", "warn", "warning", "error", "ERROR")),
    ],
)
def test_levels_of_logs_are_output_streams(level):
    tf.print("x", output_stream=level)


def test_searchsorted_takes_no_type():
    assert tf.searchsorted([1.0, 2.0, 3.0], [2.5], out_type=None).dtype == tf.int32
