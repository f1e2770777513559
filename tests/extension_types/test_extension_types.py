"""Extension types: what is not compared with TensorFlow in tests/oracle/programs/extension_types.py."""

from __future__ import annotations

import copy
import inspect
import pickle
from typing import Union

import numpy as np
import pytest

import stagelight as tf
from stagelight.extension_types import elementwise
from stagelight.public import find


class Net(tf.experimental.ExtensionType):
    """Weights with a name."""

    w: tf.Tensor
    name: str = "n"
    kids: tuple[Net, ...] = ()


class Saved(tf.experimental.ExtensionType):
    __name__ = "tests.Saved"
    x: tf.Tensor
    ragged: tf.RaggedTensor
    n: int = 3


def test_annotations_may_be_texts_that_name_the_class_itself():
    net = Net(1.0, "a", [Net(2.0)])
    assert net.kids[0].w.numpy() == 2.0
    assert tf.type_spec_from_value(net).kids[0].w == tf.TensorSpec([])


def test_an_unknown_annotation_is_told_when_it_is_needed():
    class Strange(tf.experimental.ExtensionType):
        a: NoSuchName  # noqa: F821

    with pytest.raises(TypeError, match="a: Unsupported type annotation 'NoSuchName'"):
        Strange(1)


def test_unions_may_be_written_with_a_bar():
    class Either(tf.experimental.ExtensionType):
        a: int | None
        b: tf.Tensor | tuple[int, ...] = ()

    assert Either(None).a is None
    np.testing.assert_array_equal(Either(3, (1, 2)).b, [1, 2])
    with pytest.raises(TypeError, match="a: expected"):
        Either("text")


def test_the_signature_names_the_fields():
    class Late(tf.experimental.ExtensionType):
        x: int = 3
        y: int

    parameters = inspect.signature(Late).parameters
    assert [(p.name, p.kind.name) for p in parameters.values()] == [
        ("x", "POSITIONAL_OR_KEYWORD"),
        ("y", "KEYWORD_ONLY"),
    ]
    assert list(inspect.signature(Late.Spec).parameters) == ["x", "y"]


def test_a_constructor_may_call_that_of_its_base():
    class Twice(Net):
        def __init__(self, w):
            super().__init__(w, "twice")

    assert (Twice(3.0).name, Twice(3.0).w.numpy()) == ("twice", 3.0)
    assert isinstance(Twice(3.0).w, tf.Tensor)


def test_values_and_specs_are_copied_and_pickled():
    spec = tf.type_spec_from_value(Net([1.0, 2.0], "p", (Net(1.0),)))
    assert pickle.loads(pickle.dumps(spec)) == spec
    net = copy.deepcopy(Net([1.0, 2.0], "p"))
    assert net.name == "p" and net.w.shape == [2]


def test_attributes_cannot_be_set_or_deleted():
    net = Net(1.0)
    for change in (lambda: setattr(net, "w", 3), lambda: delattr(net, "w")):
        with pytest.raises(AttributeError, match="Cannot mutate attribute `w` outside"):
            change()
    with pytest.raises(AttributeError, match="of ExtensionTypeSpec"):
        tf.type_spec_from_value(net).w = 3


def test_a_saved_model_takes_and_gives_values(tmp_path):
    class Doubler(tf.Module):
        @tf.function
        def __call__(self, value):
            return Saved(value.x * 2, value.ragged)

    module = Doubler()
    value = Saved(1.5, tf.ragged.constant([[1], [2, 3]]))
    module(value)
    tf.saved_model.save(module, str(tmp_path / "model"))
    result = tf.saved_model.load(str(tmp_path / "model"))(value)
    assert type(result) is Saved
    assert result.x.numpy() == 3.0 and result.ragged.to_list() == [[1], [2, 3]]


def test_a_class_without_a_name_cannot_be_saved(tmp_path):
    class Echo(tf.Module):
        @tf.function
        def __call__(self, net):
            return net

    module = Echo()
    module(Net(1.0))
    with pytest.raises(ValueError, match=r"__name__ = 'package\.Class'"):
        tf.saved_model.save(module, str(tmp_path / "model"))


def test_a_name_is_given_once():
    with pytest.raises(ValueError, match=r"Name tests\.Saved\.Spec has already been registered"):

        class Other(tf.experimental.ExtensionType):
            __name__ = "tests.Saved"
            x: tf.Tensor


def test_signatures_of_traces_have_the_specs_of_composites():
    value = Saved(1.5, tf.ragged.constant([[1], [2, 3]]))
    traced = tf.function(lambda v, r: v.x).get_concrete_function(value, tf.ragged.constant([[1.0]]))
    (first, second), _ = traced.structured_input_signature
    assert first == tf.type_spec_from_value(value)
    assert second == tf.RaggedTensorSpec([1, None], tf.float32)


def test_numbers_that_are_no_tensors_are_part_of_the_key():
    traced = tf.function(lambda net: net.w)
    for name in ("a", "b", "a"):
        traced(Net(1.0, name))
    assert traced.experimental_get_tracing_count() == 2


def test_values_without_rows_cannot_be_taken_apart():
    with pytest.raises(TypeError, match=r"tf\.experimental\.BatchableExtensionType"):
        tf.data.Dataset.from_tensor_slices(Net([1.0, 2.0]))
    (whole,) = tf.data.Dataset.from_tensors(Net([1.0, 2.0]))
    np.testing.assert_array_equal(whole.w, [1.0, 2.0])


def test_an_encoder_of_ones_own_stacks_what_it_wants():
    class Encoder(tf.experimental.ExtensionTypeBatchEncoder):
        """Stacks one vector instead of two numbers."""

        def batch(self, spec, batch_size):
            return Point.Spec([batch_size, *spec.x.shape])

        def unbatch(self, spec):
            return Point.Spec(spec.x.shape[1:])

        def encode(self, spec, value, minimum_rank=0):
            return tf.stack([value.x, value.y], axis=-1)

        def encoding_specs(self, spec):
            return tf.TensorSpec([*spec.x.shape, 2])

        def decode(self, spec, encoded_value):
            return Point(encoded_value[..., 0], encoded_value[..., 1])

    class Point(tf.experimental.BatchableExtensionType):
        x: tf.Tensor
        y: tf.Tensor
        __batch_encoder__ = Encoder()

        class Spec:
            def __init__(self, shape):
                self.x = self.y = tf.TensorSpec(shape)

    points = Point([1.0, 2.0, 3.0], [4.0, 5.0, 6.0])
    dataset = tf.data.Dataset.from_tensor_slices(points).map(lambda p: Point(p.y, p.x)).batch(2)
    first, last = dataset
    np.testing.assert_array_equal(first.x, [4.0, 5.0])
    np.testing.assert_array_equal(last.y, [3.0])
    assert dataset.element_spec == Point.Spec([None])
    summed = tf.map_fn(lambda p: p.x + p.y, points, fn_output_signature=tf.float32)
    np.testing.assert_array_equal(summed, [5.0, 7.0, 9.0])


@pytest.fixture
def metres():
    class Metres(tf.experimental.ExtensionType):
        of: Union[tf.Tensor, tf.RaggedTensor]
        name: str | None = None

    return Metres


def test_a_function_is_itself_before_and_after_it_has_handlers(metres):
    before = (tf.reduce_sum.__code__, inspect.signature(tf.reduce_sum), tf.reduce_sum.__defaults__)

    @tf.experimental.dispatch_for_api(tf.reduce_sum, {"input_tensor": metres})
    def total(input_tensor, axis=None, keepdims=False):
        return tf.reduce_sum(input_tensor.of, axis, keepdims)

    assert tf.reduce_sum(metres([1, 2])).numpy() == 3
    assert tf.math.reduce_sum([1, 2], keepdims=True).numpy() == [3]
    assert inspect.signature(tf.reduce_sum) == before[1]
    tf.experimental.unregister_dispatch_for(total)
    assert (tf.reduce_sum.__code__, inspect.signature(tf.reduce_sum), tf.reduce_sum.__defaults__) == before
    with pytest.raises(ValueError, match="unsupported type"):
        tf.reduce_sum(metres([1, 2]))


def test_every_elementwise_function_asks_the_handlers(metres):
    asked = []

    @tf.experimental.dispatch_for_unary_elementwise_apis(metres)
    def unary(function, x):
        asked.append("one")
        return "answer"

    @tf.experimental.dispatch_for_binary_elementwise_apis(metres, metres)
    def binary(function, x, y):
        asked.append("two")
        return "answer"

    try:
        for names, count in ((elementwise.UNARY, 1), (elementwise.BINARY, 2)):
            for name in names:
                function = find(name)
                parameters = list(inspect.signature(function).parameters.values())
                required = [p for p in parameters if p.default is inspect.Parameter.empty]
                others = [1] * max(len(required) - count, 0)
                assert function(*[metres(1)] * count, *others) == "answer", name
        assert asked.count("one") == len(elementwise.UNARY)
        assert asked.count("two") == len(elementwise.BINARY)
    finally:
        tf.experimental.unregister_dispatch_for(unary)
        tf.experimental.unregister_dispatch_for(binary)


def test_the_function_that_a_handler_gets_asks_handlers_again():
    @tf.experimental.dispatch_for_unary_elementwise_apis(Net)
    def unary(function, x):
        return Net(function(x.w), "seen")

    class Outer(tf.experimental.ExtensionType):
        inner: Union[Net, Saved]

    @tf.experimental.dispatch_for_unary_elementwise_apis(Outer)
    def outer(function, x):
        return Outer(function(x.inner))

    try:
        result = tf.abs(Outer(Net(-1)))
        assert (result.inner.w.numpy(), result.inner.name) == (1, "seen")
    finally:
        tf.experimental.unregister_dispatch_for(unary)
        tf.experimental.unregister_dispatch_for(outer)


def test_an_annotation_that_is_no_type_is_told():
    with pytest.raises(TypeError, match="In field 'a': Unsupported type annotation <function"):

        class Strange(tf.experimental.ExtensionType):
            a: test_a_name_is_given_once


def test_texts_of_annotations_mean_what_they_mean_where_they_stand(metres):
    class Inner(tf.experimental.ExtensionType):
        x: tf.Tensor

    class Outer(tf.experimental.ExtensionType):
        inner: Inner
        other: metres | None = None

    assert Outer(Inner(1), metres(2)).other.of.numpy() == 2
    with pytest.raises(TypeError, match="inner: expected 'Inner', got 'int'"):
        Outer(3)


def test_errors_of_handlers_show_the_programs_frames(metres):
    @tf.experimental.dispatch_for_api(tf.abs, {"x": metres})
    def broken(x):
        raise RuntimeError("in the handler")

    try:
        with pytest.raises(RuntimeError) as caught:
            tf.abs(metres(1))
        files = [entry.path.name for entry in caught.traceback]
        assert set(files) == {"test_extension_types.py"}
    finally:
        tf.experimental.unregister_dispatch_for(broken)


def test_functions_of_programs_take_handlers_once_they_say_so():
    class Length(tf.experimental.ExtensionType):
        metres: tf.Tensor

    def plain(x):
        return x + x

    with pytest.raises(ValueError, match="does not support dispatch"):
        tf.experimental.dispatch_for_api(plain, {"x": Length})
    doubled = tf.__internal__.dispatch.add_dispatch_support(plain)

    @tf.experimental.dispatch_for_api(doubled, {"x": Length})
    def doubled_length(x):
        return Length(2 * x.metres)

    assert int(doubled(Length(3)).metres) == 6 and doubled(2) == 4
