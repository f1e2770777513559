"""`ConcreteFunction`: how one trace is called, what it tells, and what it refuses."""

from __future__ import annotations

import pytest

import stagelight as tf


@tf.function
def scaled(x, factor=2, *, shift=0):
    return x * factor + shift


@tf.function
def structured(pair, options):
    return {"sum": pair[0] + options["a"], "first": pair[0]}


INT = tf.TensorSpec([], tf.int32)


def test_specs_stand_for_tensors():
    concrete = scaled.get_concrete_function(tf.TensorSpec([None], tf.int32))
    assert concrete(tf.constant([1, 2])).numpy().tolist() == [2, 4]
    assert concrete(tf.constant([1])).numpy().tolist() == [2]


def test_a_trace_is_the_same_object_each_time():
    assert scaled.get_concrete_function(INT) is scaled.get_concrete_function(tf.constant(5))


def test_python_arguments_may_be_left_out():
    concrete = scaled.get_concrete_function(INT, 3, shift=1)
    assert concrete(tf.constant(2)).numpy() == 7
    assert concrete(x=tf.constant(2)).numpy() == 7
    assert concrete(tf.constant(2), 3).numpy() == 7


def test_a_python_argument_must_be_equal():
    with pytest.raises(TypeError):
        scaled.get_concrete_function(INT, 3)(tf.constant(2), 4)


def test_tensors_go_by_position_or_name():
    @tf.function
    def minus(a, b):
        return a - b

    concrete = minus.get_concrete_function(INT, INT)
    assert concrete(tf.constant(5), tf.constant(3)).numpy() == 2
    assert concrete(b=tf.constant(3), a=tf.constant(5)).numpy() == 2
    assert concrete(tf.constant(5), b=tf.constant(3)).numpy() == 2


def test_the_name_of_a_spec_is_a_keyword():
    @tf.function
    def f(x, y):
        return x - y

    f(tf.constant(1), tf.constant(2))
    concrete = f.get_concrete_function(
        tf.TensorSpec([], tf.int32, name="p"), tf.TensorSpec([], tf.int32, name="q")
    )
    assert concrete(q=tf.constant(2), p=tf.constant(5)).numpy() == 3
    assert concrete(tf.constant(5), q=tf.constant(2)).numpy() == 3
    assert concrete(x=tf.constant(5), y=tf.constant(2)).numpy() == 3
    with pytest.raises(TypeError, match="unexpected keyword arguments"):
        concrete(p=tf.constant(5), r=tf.constant(2))


@pytest.mark.parametrize("by_name", [False, True])
def test_python_values_become_tensors_of_the_traced_shape(by_name):
    concrete = tf.function(lambda x: x * 2).get_concrete_function(tf.TensorSpec([2, None]))

    def call(value):
        return concrete(x=value) if by_name else concrete(value)

    assert call([[1, 2], [3, 4]]).numpy().tolist() == [[2.0, 4.0], [6.0, 8.0]]
    for value in (1.0, [1.0], [[1.0, 2.0]], "text", None, {"a": 1.0}):
        with pytest.raises(
            TypeError, match=r"Argument 'x' was traced as a tensor. Required: .*Received"
        ):
            call(value)


def test_structures_go_in_and_out():
    concrete = structured.get_concrete_function((INT, "text"), {"a": INT})
    result = concrete((tf.constant(1), "text"), {"a": tf.constant(2)})
    assert {key: int(value) for key, value in result.items()} == {"sum": 3, "first": 1}


def test_another_dtype_is_refused():
    with pytest.raises((tf.errors.InvalidArgumentError, TypeError)):
        scaled.get_concrete_function(INT)(tf.constant(1.0))


def test_another_shape_is_taken_eagerly_as_far_as_the_operations_do():
    total = tf.function(lambda x, w: tf.reduce_sum(x @ w, axis=1))
    concrete = total.get_concrete_function(tf.TensorSpec([2, 3]), tf.TensorSpec([3, 1]))
    w = tf.constant([[1.0], [2.0], [3.0]])
    for rows in (2, 5, 1, 0, 7):
        assert (concrete(tf.ones([rows, 3]), w) == 6.0).numpy().all()
        assert concrete(tf.ones([rows, 3]), w).shape == [rows]
    assert concrete(tf.ones([4, 2]), tf.ones([2, 6])).numpy().tolist() == [12.0] * 4
    with pytest.raises(tf.errors.InvalidArgumentError, match="Matrix size-incompatible"):
        concrete(tf.ones([2, 4]), w)
    with pytest.raises(tf.errors.InvalidArgumentError):
        concrete(tf.ones([3]), w)
    assert concrete(tf.ones([2, 3]), w).numpy().tolist() == [6.0, 6.0]


def test_another_shape_goes_through_loops_branches_and_calls():
    @tf.function
    def inner(x):
        return tf.cumsum(x)

    @tf.function
    def f(x, n):
        for _ in tf.range(n):
            x = inner(x) if x[0] > 0.0 else tf.concat([x, x], 0)[: tf.size(x)]
        return x

    concrete = tf.function(lambda x, n: f(x + 1.0, n)).get_concrete_function(
        tf.TensorSpec([3]), tf.TensorSpec([], tf.int32)
    )
    for size in (2, 5):
        x = tf.ones([size]) * 0.5
        assert (concrete(x, 2) == f(x + 1.0, tf.constant(2))).numpy().all()
    for x in (tf.constant(0.5), tf.ones([2, 2])):  # Neither has a first element that is a scalar.
        with pytest.raises(tf.errors.InvalidArgumentError):
            concrete(x, 2)


def test_another_shape_is_refused_in_a_graph():
    concrete = tf.function(lambda x: x + 1.0).get_concrete_function(tf.TensorSpec([2]))
    with pytest.raises(TypeError, match=r"traced with shape \(2,\). Received shape: \(3,\)"):
        tf.function(concrete)(tf.ones([3]))


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [((), {}), ((1, 2, 3, 4), {}), ((), {"unknown": 1}), ((1,), {"x": 1})],
)
def test_arguments_that_do_not_fit_are_refused(args, kwargs):
    with pytest.raises(TypeError):
        scaled.get_concrete_function(INT)(*args, **kwargs)


def test_an_object_argument_is_compared_by_identity():
    class Plain:
        pass

    @tf.function
    def staged(x, thing):
        return x

    mine = Plain()
    concrete = staged.get_concrete_function(INT, mine)
    assert concrete(tf.constant(1), mine).numpy() == 1
    assert concrete(tf.constant(1)).numpy() == 1
    with pytest.raises(TypeError):
        concrete(tf.constant(1), Plain())


def test_what_it_tells():
    v = tf.Variable(1.0)

    @tf.function
    def staged(x):
        return v * x, None

    concrete = staged.get_concrete_function(tf.TensorSpec([3], tf.float32))
    args, kwargs = concrete.structured_input_signature
    assert args == (tf.TensorSpec([3], tf.float32, name="x"),)
    assert kwargs == {}
    assert [w is v for w in concrete.variables] == [True]
    assert [w is v for w in concrete.trainable_variables] == [True]
    assert concrete.output_dtypes == (tf.float32, None)
    assert len(concrete.inputs) == 2
    assert len(concrete.captured_inputs) == 1
    assert concrete.name.startswith("__inference_staged_")


def test_it_is_differentiated_like_the_function():
    concrete = tf.function(lambda x: x**3).get_concrete_function(tf.TensorSpec([], tf.float32))
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = concrete(x)
    assert tape.gradient(y, x).numpy() == 12.0


def test_it_is_called_inside_another_function():
    concrete = scaled.get_concrete_function(INT)
    assert tf.function(lambda x: concrete(x) + 1)(tf.constant(4)).numpy() == 9


def test_a_notebook_shows_the_graph_beside_its_source():
    def root(x):
        return tf.sqrt(x) if x > 0.0 else x

    shown = tf.function(root).get_concrete_function(tf.TensorSpec([]))._repr_html_()
    assert shown.startswith("<table><tr><td><pre>__inference_root_")
    row = next(row for row in shown.split("</tr>") if "= Sqrt(" in row)
    assert "return tf.sqrt(x) if x &gt; 0.0 else x" in row


def test_a_captured_view_is_put_into_rows_once():
    turned = tf.transpose(tf.reshape(tf.range(6400.0), [80, 80]))
    concrete = tf.function(lambda x: x + turned).get_concrete_function(tf.constant(1.0))
    (array,) = concrete._captured_arrays
    assert array.flags.c_contiguous
    for _ in range(3):
        assert concrete(tf.constant(1.0)).numpy()[:2, :2].tolist() == [[1.0, 81.0], [2.0, 82.0]]


@pytest.mark.parametrize("places", ["before", "between", "both"])
def test_what_an_argument_takes_from_outside_is_no_argument(places):
    """An object with tensors may read a variable where it is made for its placeholders."""
    outside = tf.Variable(100.0)

    class Spec(tf.TypeSpec):
        value_type = property(lambda self: Value)
        _component_specs = property(lambda self: tf.TensorSpec([], tf.float32))

        def _serialize(self):
            return ()

        def _to_components(self, value):
            return value.x

        def _from_components(self, x):
            return Value(x, outside.read_value())

    class Value(tf.__internal__.CompositeTensor):
        _type_spec = property(lambda self: Spec())

        def __init__(self, x, y=None):
            self.x, self.y = x, y

    orders = {"before": [0, 1, 2], "between": [1, 0, 2], "both": [0, 1, 0]}
    arguments = [Value(tf.constant(1.0)), tf.constant(2.0), tf.constant(3.0)]
    given = [arguments[i] for i in orders[places]]

    @tf.function
    def f(*args):
        digits = [arg.x + arg.y if isinstance(arg, Value) else arg for arg in args]
        return 1e4 * digits[0] + 1e2 * digits[1] + digits[2]

    values = [101.0 if i == 0 else i + 1.0 for i in orders[places]]
    for _ in range(2):
        assert float(f(*given)) == 1e4 * values[0] + 1e2 * values[1] + values[2]
    outside.assign(0.0)
    values = [1.0 if i == 0 else value for i, value in zip(orders[places], values, strict=True)]
    assert float(f(*given)) == 1e4 * values[0] + 1e2 * values[1] + values[2]
    assert float(f.get_concrete_function(*given)(*given)) == float(f(*given))
