"""Classes of a program that say their own trace types, and the types of functions.

What is the same with TensorFlow is in `tests/oracle/programs/tracing_protocol.py`.
"""

import gc
import weakref

import pytest

import stagelight as tf


class Box:
    """A plain object with two tensors; `nest` does not know it."""

    def __init__(self, a, b, label=""):
        self.a, self.b, self.label = a, b, label

    def __tf_tracing_type__(self, context):
        kinds = [x.__tf_tracing_type__(context) for x in (self.a, self.b)]
        return BoxType(kinds, self.label)


class BoxType(tf.types.experimental.TraceType):
    def __init__(self, kinds, label):
        self.kinds, self.label = tuple(kinds), label

    def is_subtype_of(self, other):
        if type(other) is not BoxType or other.label != self.label:
            return False
        return all(x.is_subtype_of(y) for x, y in zip(self.kinds, other.kinds, strict=True))

    def most_specific_common_supertype(self, others):
        if any(type(x) is not BoxType or x.label != self.label for x in others):
            return None
        kinds = [
            kind.most_specific_common_supertype([x.kinds[i] for x in others])
            for i, kind in enumerate(self.kinds)
        ]
        return None if None in kinds else BoxType(kinds, self.label)

    def placeholder_value(self, placeholder_context):
        # In another order than that of `to_tensors`.
        b = self.kinds[1].placeholder_value(placeholder_context)
        return Box(self.kinds[0].placeholder_value(placeholder_context), b, self.label)

    def to_tensors(self, value):
        return [*self.kinds[0].to_tensors(value.a), *self.kinds[1].to_tensors(value.b)]

    def flatten(self):
        return [*self.kinds[0].flatten(), *self.kinds[1].flatten()]

    def cast(self, value, cast_context):
        a, b = (
            k.cast(x, cast_context) for k, x in zip(self.kinds, (value.a, value.b), strict=True)
        )
        return Box(a, b, self.label)

    def __hash__(self):
        return hash((self.kinds, self.label))

    def __eq__(self, other):
        return type(other) is BoxType and (self.kinds, self.label) == (other.kinds, other.label)


@tf.function
def difference(box):
    return box.a - box.b


def test_tensors_take_the_places_that_to_tensors_says():
    for a, b in ((5.0, 3.0), (1.0, 4.0)):
        assert difference(Box(tf.constant(a), tf.constant(b))).numpy() == a - b
    concrete = difference.get_concrete_function(Box(tf.constant(1.0), tf.constant(1.0)))
    assert concrete(Box(7.0, tf.constant(2.0))).numpy() == 5.0
    assert concrete(tf.constant(7.0), tf.constant(2.0)).numpy() == 5.0


def test_many_calls_are_planned_and_give_the_same():
    for number in range(40):
        assert difference(Box(tf.constant(float(number)), tf.constant(1.0))).numpy() == number - 1


def test_a_variable_in_an_object_has_a_trace_of_its_own():
    @tf.function
    def moved(box):
        box.a.assign_add(box.b)
        return box.a + 0.0

    first, second = tf.Variable(1.0), tf.Variable(10.0)
    step = tf.constant(1.0)
    assert [moved(Box(v, step)).numpy() for v in (first, second, first, second)] == [2, 11, 3, 12]
    assert moved.experimental_get_tracing_count() == 2


def test_a_trace_does_not_keep_the_object():
    box = Box(tf.constant(1.0), tf.constant(2.0), "kept")
    difference(box)
    reference = weakref.ref(box)
    del box
    gc.collect()
    assert reference() is None


def test_a_wider_trace_takes_the_tensors_of_a_narrower_type():
    total = tf.function(lambda box: tf.reduce_sum(box.a) + box.b, reduce_retracing=True)
    for n in (1, 2, 3, 4):
        assert total(Box(tf.ones([n]), tf.constant(0.5))).numpy() == n + 0.5
    assert total.experimental_get_tracing_count() == 2
    assert "box" in str(total.explain_traces()[1].causes[0])


def test_what_stands_for_an_object_has_the_tensors_of_its_type():
    class Forgetful(BoxType):
        def to_tensors(self, value):
            return self.kinds[0].to_tensors(value.a)

    class Half(Box):
        def __tf_tracing_type__(self, context):
            return Forgetful([x.__tf_tracing_type__(context) for x in (self.a, self.b)], "")

    with pytest.raises(ValueError, match="to_tensors gives other tensors"):
        tf.function(lambda box: box.a)(Half(tf.constant(1.0), tf.constant(2.0)))


def test_objects_without_equality_are_no_arguments_of_a_concrete_function():
    class Shirt:
        def __tf_tracing_type__(self, context):
            return ShirtType()

    class ShirtType(BoxType):
        def __init__(self):
            super().__init__([], "shirt")

        def placeholder_value(self, placeholder_context):
            return Shirt()

        def to_tensors(self, value):
            return []

        cast = tf.types.experimental.TraceType.cast

    concrete = tf.function(lambda shirt: tf.constant(3)).get_concrete_function(Shirt())
    assert concrete().numpy() == 3
    with pytest.raises(TypeError, match="Can not cast"):
        concrete(Shirt())


def test_the_type_of_a_loaded_function_is_that_of_its_trace(tmp_path):
    module = tf.Module()
    module.double = tf.function(lambda x: {"y": x + x}, input_signature=[tf.TensorSpec([None])])
    tf.saved_model.save(module, str(tmp_path))
    (concrete,) = tf.saved_model.load(str(tmp_path)).double.concrete_functions
    assert str(concrete.function_type.output) == (
        "Dict[['y', TensorSpec(shape=(None,), dtype=tf.float32, name='y')]]"
    )
    assert [x.shape.as_list() for x in concrete.function_type.flat_inputs] == [[None]]
    assert concrete.inference_fn.call_flat(tf.constant([2.0]))[0].numpy() == [4.0]


def test_the_definition_of_an_atomic_function_is_its_graph():
    concrete = tf.function(lambda x: x + x).get_concrete_function(tf.TensorSpec([2]))
    assert concrete.inference_fn.definition.signature.name == concrete.inference_fn.name.decode()
    assert [x.name for x in concrete.function_def.signature.input_arg] == ["x"]
