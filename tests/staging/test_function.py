"""`tf.function`: traces, specs, results, state, effects and errors of staged calls."""

from __future__ import annotations

import collections
import copy
import gc
import inspect
import pickle
import sys
import threading
import types
import weakref

import numpy as np
import pytest

import stagelight as tf
from stagelight import config

Pair = collections.namedtuple("Pair", ["first", "second"])


# The decorator.


def test_decorator_works_with_and_without_arguments():
    @tf.function
    def plain(x):
        return x + 1

    @tf.function()
    def called(x):
        return x + 1

    assert plain(tf.constant(1)).numpy() == called(tf.constant(1)).numpy() == 2


def test_function_keeps_the_names_of_what_it_stages():
    @tf.function
    def double(x):
        """Twice."""
        return x + x

    assert double.__name__ == "double"
    assert double.__doc__ == "Twice."
    assert double.__wrapped__ is double.python_function
    assert double.python_function(2) == 4


def test_lambda_and_callable_object_are_staged():
    class Adder:
        def __call__(self, x):
            return x + 1

    assert tf.function(lambda x: x * 2)(tf.constant(2)).numpy() == 4
    assert tf.function(Adder())(tf.constant(2)).numpy() == 3


def test_a_builtin_is_staged():
    assert tf.function(abs)(tf.constant(-3)).numpy() == 3


# Results.


@pytest.mark.parametrize(
    "form",
    [
        lambda x: None,
        lambda x: x,
        lambda x: (x,),
        lambda x: [x, None, {"a": x, "b": (x, None)}],
        lambda x: Pair(x, None),
        lambda x: collections.OrderedDict(b=x, a=x),
        lambda x: (),
        lambda x: [],
        lambda x: {},
        lambda x: (None, None),
    ],
)
def test_results_keep_their_form(form):
    expected = form(tf.constant(3))
    received = tf.function(form, autograph=False)(tf.constant(3))
    assert type(received) is type(expected)
    tf.nest.assert_same_structure(expected, received)
    assert [leaf if leaf is None else int(leaf) for leaf in tf.nest.flatten(received)] == [
        leaf if leaf is None else int(leaf) for leaf in tf.nest.flatten(expected)
    ]


def test_python_results_become_tensors():
    @tf.function
    def staged():
        return 1, 2.0, True, "text", np.float64(1.0), [1, 2]

    one, two, truth, text, wide, numbers = staged()
    assert [x.dtype for x in (one, two, truth, text, wide, *numbers)] == [
        tf.int32,
        tf.float32,
        tf.bool,
        tf.string,
        tf.float64,
        tf.int32,
        tf.int32,
    ]


def test_a_returned_object_is_refused():
    @tf.function
    def staged():
        return object()

    with pytest.raises(TypeError, match="must return zero or more Tensors"):
        staged()


def test_composite_results_are_rebuilt():
    @tf.function
    def staged(x):
        return tf.IndexedSlices(x, tf.constant([0]), tf.constant([2, 1]))

    slices = staged(tf.constant([[1.0]]))
    assert isinstance(slices, tf.IndexedSlices)
    assert tf.convert_to_tensor(slices).numpy().tolist() == [[1.0], [0.0]]


def test_a_result_that_is_an_argument_is_its_value():
    x = tf.constant([1.0, 2.0])
    assert tf.function(lambda x: x)(x).numpy().tolist() == [1.0, 2.0]


def test_one_tensor_returned_twice_gives_both():
    first, second = tf.function(lambda x: (x, x))(tf.constant(1))
    assert first.numpy() == second.numpy() == 1


def test_a_returned_variable_is_its_value():
    v = tf.Variable(2.0)
    result = tf.function(lambda: v)()
    v.assign(3.0)
    assert result.numpy() == 2.0


# Traces.


def test_python_side_effects_happen_once_a_trace():
    seen = []

    @tf.function
    def staged(x):
        seen.append(x.dtype)
        return x

    for value in (1, 2, 3, 1.0, 2.0):
        staged(tf.constant(value))
    assert seen == [tf.int32, tf.float32]


def test_input_signature_makes_one_trace_for_all_sizes():
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def total(x):
        return tf.reduce_sum(x)

    assert [float(total(tf.ones([n]))) for n in (1, 2, 3)] == [1.0, 2.0, 3.0]
    assert float(total([1, 2])) == 3.0
    assert float(total(x=np.float32([1, 2]))) == 3.0
    assert total.experimental_get_tracing_count() == 1


def test_input_signature_takes_structures():
    spec = {"a": tf.TensorSpec([], tf.int32), "b": (tf.TensorSpec([None], tf.float32),)}

    @tf.function(input_signature=[spec])
    def staged(x):
        return x["a"], x["b"][0]

    first, second = staged({"a": tf.constant(1), "b": (tf.constant([2.0]),)})
    assert int(first) == 1
    assert second.numpy().tolist() == [2.0]


@pytest.mark.parametrize(
    "argument",
    [
        lambda: tf.constant([[1, 2]]),
        lambda: tf.constant([1.0, 2.0]),
        lambda: "text",
        lambda: {"a": tf.constant([1])},
        lambda: None,
    ],
)
def test_input_signature_refuses_what_does_not_fit(argument):
    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def staged(x):
        return x

    with pytest.raises((TypeError, ValueError)):
        staged(argument())


def test_input_signature_refuses_too_many_arguments():
    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def staged(x):
        return x

    with pytest.raises((TypeError, ValueError)):
        staged(tf.constant(1), tf.constant(2))


def test_input_signature_leaves_defaults_to_python():
    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def staged(x, factor=3):
        return x * factor

    assert staged(tf.constant(2)).numpy() == 6


@pytest.mark.parametrize("signature", [[3], "int32", [tf.int32], 5])
def test_input_signature_must_be_specs(signature):
    with pytest.raises(TypeError):
        tf.function(input_signature=signature)(lambda x: x)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x, y: x, "missing type constraint for y"),
        (lambda: 1, "contains 1 extra type constraints"),
        (lambda x, *, k: x, "keyword-only parameter `k` must have a default"),
    ],
)
def test_input_signature_must_fit_the_parameters(function, message):
    with pytest.raises(TypeError, match=message):
        tf.function(input_signature=[tf.TensorSpec([])])(function)


def test_input_signature_may_be_empty():
    staged = tf.function(input_signature=[])(lambda: tf.constant(1))
    assert staged().numpy() == 1
    assert staged.get_concrete_function()().numpy() == 1


def test_reduce_retracing_traces_a_second_time_for_all_sizes():
    @tf.function(reduce_retracing=True)
    def total(x):
        return tf.reduce_sum(x)

    assert [int(total(tf.range(n))) for n in range(6)] == [0, 0, 1, 3, 6, 10]
    assert total.experimental_get_tracing_count() == 2


def test_reduce_retracing_keeps_dtypes_apart():
    @tf.function(reduce_retracing=True)
    def double(x):
        return x + x

    assert double(tf.constant([1])).dtype == tf.int32
    assert double(tf.constant([1.0])).dtype == tf.float32
    assert double.experimental_get_tracing_count() == 2


def test_missing_and_unknown_arguments_are_type_errors():
    @tf.function
    def staged(x, y):
        return x

    for call in (
        lambda: staged(1),
        lambda: staged(1, 2, 3),
        lambda: staged(1, z=2),
        lambda: staged(1, 2, x=1),
    ):
        with pytest.raises(TypeError):
            call()
    assert staged.experimental_get_tracing_count() == 0


@pytest.mark.slow
def test_retraces_hold_bounded_memory():
    """What 600 traces hold, 1000 hold: the oldest go, with all that belongs to them."""

    @tf.function(autograph=False)
    def shifted(x, by):
        return x + by

    def objects_after(calls):
        # Without code on disk: the thread that writes it lists the whole directory, which others share.
        with config.changed(compilation_cache=None):
            for by in calls:
                shifted(x, by)
        gc.collect()
        return len(gc.get_objects())

    x = tf.constant(1)
    first = objects_after(range(600))
    second = objects_after(range(600, 1000))
    assert second < first * 1.05
    assert shifted.experimental_get_tracing_count() == 1000
    assert shifted(x, 0).numpy() == 1


def test_a_function_and_its_traces_can_be_freed():
    @tf.function
    def staged(x):
        return tf.cond(x > 0, lambda: x * 2, lambda: x)

    staged(tf.constant(1))
    gone = weakref.ref(staged.get_concrete_function(tf.constant(1)).graph)
    del staged
    gc.collect()
    assert gone() is None


# Methods, closures, nesting.


class Counter:
    def __init__(self, start):
        self.value = tf.Variable(start)

    @tf.function
    def add(self, x):
        self.value.assign_add(x)
        return self.value.read_value()


def test_each_instance_has_its_own_traces_and_state():
    first, second = Counter(0), Counter(10)
    assert first.add(1).numpy() == 1
    assert second.add(1).numpy() == 11
    assert first.add(1).numpy() == 2


def test_an_instance_is_freed_with_its_traces():
    counter = Counter(0)
    counter.add(1)
    gone = weakref.ref(counter)
    del counter
    gc.collect()
    assert gone() is None


def test_staged_class_and_static_methods():
    class Model:
        @classmethod
        @tf.function
        def named(cls, x):
            return tf.constant(cls.__name__), x

        @staticmethod
        @tf.function
        def plain(x):
            return x + 1

    name, value = Model.named(tf.constant(1))
    assert name.numpy() == b"Model"
    assert Model().named(tf.constant(2))[1].numpy() == 2
    assert Model.plain(tf.constant(1)).numpy() == Model().plain(tf.constant(1)).numpy() == 2
    assert value.numpy() == 1


def test_a_staged_method_of_a_base_class_is_called_by_super():
    class Base:
        @tf.function
        def call(self, x):
            return x + 1

    class Derived(Base):
        @tf.function
        def call(self, x):
            return super().call(x) * 10

    assert Derived().call(tf.constant(1)).numpy() == 20


def test_a_bound_method_is_staged():
    class Model:
        factor = 3

        def call(self, x):
            return x * self.factor

    assert tf.function(Model().call)(tf.constant(2)).numpy() == 6


def test_nested_functions_call_one_another():
    @tf.function
    def inner(x):
        return x * 2

    @tf.function
    def outer(x):
        return inner(x) + inner(x + 1)

    assert outer(tf.constant(1)).numpy() == 6
    assert inner.experimental_get_tracing_count() == 1


def test_a_function_inside_captures_a_symbolic_tensor_of_the_one_around():
    @tf.function
    def outer(x):
        y = x * 2

        @tf.function
        def inner(z):
            return y + z

        return inner(x) + inner(y)

    assert outer(tf.constant(1)).numpy() == 7
    assert outer(tf.constant(2)).numpy() == 14


def test_two_levels_of_closures_reach_the_outermost_tensor():
    @tf.function
    def outer(x):
        @tf.function
        def middle():
            @tf.function
            def inner():
                return x + 1

            return inner() * 2

        return middle()

    assert outer(tf.constant(1)).numpy() == 4
    assert outer(tf.constant(5)).numpy() == 12


def test_a_captured_eager_tensor_keeps_its_value():
    x = tf.constant([1.0] * 500)
    staged = tf.function(lambda: tf.reduce_sum(x))
    assert staged().numpy() == 500.0
    assert len(staged.get_concrete_function().captured_inputs) == 1


def test_a_captured_variable_is_read_at_each_call():
    v = tf.Variable(1.0)
    staged = tf.function(lambda: v * 2)
    assert staged().numpy() == 2.0
    v.assign(4.0)
    assert staged().numpy() == 8.0
    assert staged.experimental_get_tracing_count() == 1


def test_functions_as_arguments_are_called_while_tracing():
    @tf.function
    def apply(f, x):
        return f(x)

    def double(x):
        return x * 2

    assert apply(double, tf.constant(3)).numpy() == 6
    assert apply(tf.function(double), tf.constant(3)).numpy() == 6
    assert apply(tf.square, tf.constant(3)).numpy() == 9


def test_recursion_without_end_is_a_recursion_error():
    @tf.function
    def forever(x):
        return forever(x)

    with pytest.raises((RecursionError, ValueError)):
        forever(tf.constant(1))


def test_recursion_over_python_values_ends():
    @tf.function
    def factorial(n):
        if n <= 1:
            return tf.constant(1)
        return n * factorial(n - 1)

    assert factorial(5).numpy() == 120


# Variables on the first call.


def test_a_variable_made_on_the_first_call_is_kept():
    class Model:
        v = None

        @tf.function
        def call(self, x):
            if self.v is None:
                self.v = tf.Variable(10.0)
            return self.v * x

    model = Model()
    assert model.call(tf.constant(2.0)).numpy() == 20.0
    model.v.assign(1.0)
    assert model.call(tf.constant(2.0)).numpy() == 2.0
    assert model.call(tf.constant([2.0])).numpy() == [2.0]


def test_a_variable_for_each_call_is_refused():
    @tf.function
    def staged(x):
        return tf.Variable(1.0) + x

    with pytest.raises(ValueError, match="singleton"):
        staged(tf.constant(1.0))


def test_a_variable_on_a_later_trace_is_refused():
    kept = []

    @tf.function
    def staged(x):
        if len(kept) < 2:
            kept.append(tf.Variable(1.0))
        return kept[-1] + x

    with pytest.raises(ValueError, match="singleton"):
        staged(tf.constant(1.0))


def test_an_initial_value_may_depend_on_the_arguments():
    kept = []

    @tf.function
    def staged(x):
        if not kept:
            kept.append(tf.Variable(x * 2))
        return kept[0] + x

    assert staged(tf.constant(3.0)).numpy() == 9.0
    assert staged(tf.constant(5.0)).numpy() == 11.0
    assert kept[0].numpy() == 6.0


def test_init_scope_leaves_the_graph():
    found = []

    @tf.function
    def staged():
        with tf.init_scope():
            found.append(tf.executing_eagerly())
            found.append(tf.constant(1))
        found.append(tf.executing_eagerly())
        return found[1] + 1

    assert staged().numpy() == 2
    assert found[0] is True
    assert found[2] is False
    assert found[1].numpy() == 1


# Effects.


def test_assignments_and_reads_keep_their_order():
    v = tf.Variable(1)

    @tf.function
    def staged():
        before = v.read_value()
        v.assign(5)
        middle = v.read_value()
        v.assign_add(2)
        return before, middle, v.read_value()

    assert [int(x) for x in staged()] == [1, 5, 7]
    assert v.numpy() == 7


def test_host_calls_keep_their_order():
    seen = []

    @tf.function
    def noted(x):
        tf.py_function(lambda a: seen.append(int(a)), [x], [])
        tf.py_function(lambda a: seen.append(int(a)), [x + 1], [])

    noted(tf.constant(1))
    noted(tf.constant(5))
    assert seen == [1, 2, 5, 6]


def test_an_unneeded_failing_op_does_not_run():
    @tf.function
    def staged(x):
        tf.gather(x, 100)
        return x

    assert staged(tf.constant([1])).numpy() == [1]


def test_an_assertion_runs_though_nothing_needs_it():
    @tf.function
    def staged(x):
        tf.debugging.assert_positive(x)
        return tf.constant(1)

    assert staged(tf.constant(1)).numpy() == 1
    with pytest.raises(tf.errors.InvalidArgumentError):
        staged(tf.constant(-1))


def test_effects_of_nested_calls_keep_their_order():
    v = tf.Variable(1.0)

    @tf.function
    def double():
        v.assign(v * 2)

    @tf.function
    def staged():
        v.assign_add(1.0)
        double()
        v.assign_sub(0.5)
        return v.read_value()

    assert staged().numpy() == 3.5


def test_assignment_happens_in_a_function_without_results():
    v = tf.Variable(0)

    @tf.function
    def staged():
        v.assign_add(1)

    assert staged() is None
    assert staged() is None
    assert v.numpy() == 2


def test_control_dependencies_hold_an_op_back():
    v = tf.Variable(0)

    @tf.function
    def staged():
        with tf.control_dependencies([v.assign(3)]):
            return tf.identity(v)

    assert staged().numpy() == 3


def test_two_variables_do_not_wait_for_one_another():
    v, w = tf.Variable(1.0), tf.Variable(2.0)

    @tf.function
    def swap():
        a, b = v.read_value(), w.read_value()
        v.assign(b)
        w.assign(a)

    swap()
    assert (v.numpy(), w.numpy()) == (2.0, 1.0)


# Errors.


def test_an_error_in_user_code_comes_through_and_leaves_no_trace():
    attempts = []

    @tf.function
    def staged(x):
        attempts.append(1)
        if len(attempts) == 1:
            raise KeyError("mine")
        return x

    with pytest.raises(KeyError, match="mine"):
        staged(tf.constant(1))
    assert tf.executing_eagerly()
    assert staged(tf.constant(1)).numpy() == 1
    assert len(attempts) == 2


def test_a_failing_call_leaves_the_function_usable():
    @tf.function
    def staged(x, i):
        return tf.gather(x, i)

    x = tf.constant([1, 2])
    with pytest.raises(tf.errors.InvalidArgumentError):
        staged(x, tf.constant(7))
    assert staged(x, tf.constant(1)).numpy() == 2


def test_a_leaked_tensor_is_an_error_when_used_eagerly():
    leaked = []

    @tf.function
    def staged(x):
        leaked.append(x + 1)
        return x

    staged(tf.constant(1))
    with pytest.raises(TypeError):
        leaked[0] + 1


def test_a_leaked_tensor_is_an_error_in_another_function():
    leaked = []

    @tf.function
    def staged(x):
        leaked.append(x + 1)
        return x

    @tf.function
    def other():
        return leaked[0] + 1

    staged(tf.constant(1))
    with pytest.raises(TypeError, match=r"external symbolic tensor|out of scope"):
        other()


def test_numpy_of_a_symbolic_tensor_is_an_error():
    @tf.function
    def staged(x):
        return x.numpy()

    with pytest.raises((AttributeError, NotImplementedError)):
        staged(tf.constant(1))
    with pytest.raises(NotImplementedError):
        tf.function(lambda x: np.asarray(x))(tf.constant(1))


@pytest.mark.parametrize("use", [bool, list, lambda x: x in (1, 2), lambda x: [1, 2][x]])
def test_without_autograph_a_symbolic_tensor_is_no_python_value(use):
    staged = tf.function(use, autograph=False)
    with pytest.raises((TypeError, tf.errors.OperatorNotAllowedInGraphError)):
        staged(tf.constant([1, 2]))


def test_without_autograph_an_if_over_a_tensor_is_refused():
    @tf.function(autograph=False)
    def staged(x):
        if x > 0:
            return x
        return -x

    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError, match="not allowed"):
        staged(tf.constant(1))


def test_without_autograph_a_python_if_is_python():
    @tf.function(autograph=False)
    def staged(x, negate):
        if negate:
            return -x
        return x

    assert staged(tf.constant(1), True).numpy() == -1
    assert staged(tf.constant(1), False).numpy() == 1


# Switches.


@pytest.fixture
def eagerly():
    tf.config.run_functions_eagerly(True)
    yield
    tf.config.run_functions_eagerly(False)


def test_run_functions_eagerly_runs_python(eagerly):
    assert tf.config.functions_run_eagerly()
    seen = []

    @tf.function
    def staged(x):
        seen.append(tf.executing_eagerly())
        return x + 1

    assert staged(tf.constant(1)).numpy() == 2
    assert staged(tf.constant(1)).numpy() == 2
    assert seen == [True, True]
    assert staged.experimental_get_tracing_count() == 0


def test_run_functions_eagerly_binds_methods(eagerly):
    assert Counter(1).add(2).numpy() == 3


def test_run_functions_eagerly_goes_back_to_staging():
    count = []

    @tf.function
    def staged(x):
        count.append(1)
        return x

    tf.config.run_functions_eagerly(True)
    try:
        staged(tf.constant(1))
    finally:
        tf.config.run_functions_eagerly(False)
    staged(tf.constant(1))
    staged(tf.constant(1))
    assert len(count) == 2


# Threads.


def in_threads(count, work):
    """Runs `work(i)` in that many threads that start together; gives the results, raises errors."""
    barrier = threading.Barrier(count)
    results, errors = [None] * count, []

    def run(i):
        barrier.wait()
        try:
            results[i] = work(i)
        except BaseException as error:  # noqa: BLE001
            errors.append(error)

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results


def test_threads_that_call_at_once_make_one_trace():
    @tf.function
    def staged(x):
        for _ in range(20):
            x = x + 1
        return x

    results = in_threads(8, lambda i: int(staged(tf.constant(i))))
    assert results == [i + 20 for i in range(8)]
    assert staged.experimental_get_tracing_count() == 1


def test_threads_that_trace_different_kinds_do_not_mix():
    @tf.function
    def staged(x):
        return tf.reduce_sum(x), tf.shape(x)

    def work(i):
        return [int(staged(tf.ones([i + k], tf.int32))[0]) for k in range(5)]

    assert in_threads(6, work) == [[i + k for k in range(5)] for i in range(6)]


def test_a_trace_in_one_thread_is_no_stage_in_another():
    entered, leave = threading.Event(), threading.Event()

    @tf.function
    def slow(x):
        entered.set()
        leave.wait(10)
        return x

    thread = threading.Thread(target=slow, args=(tf.constant(1),))
    thread.start()
    entered.wait(10)
    try:
        assert tf.executing_eagerly()
        assert (tf.constant(1) + 1).numpy() == 2
    finally:
        leave.set()
        thread.join()


def test_variables_are_made_once_by_threads():
    made = []

    @tf.function
    def staged(x):
        if not made:
            made.append(tf.Variable(1))
        return made[0] + x

    assert in_threads(6, lambda i: int(staged(tf.constant(i)))) == [i + 1 for i in range(6)]
    assert len(made) == 1


def test_functions_that_call_each_other_trace_in_threads_without_deadlock():
    @tf.function
    def first(x):
        return second(x - 1) if x > 0 else tf.constant(0)

    @tf.function
    def second(x):
        return first(x - 1) if x > 0 else tf.constant(1)

    results = []
    threads = [
        threading.Thread(target=lambda f=f: results.append(int(f(6))), daemon=True)
        for f in (first, second)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(results) == [0, 1]


@tf.function
def pickled_by_name(x):
    return x * 2


def test_a_staged_function_is_pickled_by_its_name():
    module = sys.modules[__name__] = sys.modules.get(__name__, types.ModuleType(__name__))
    module.pickled_by_name = pickled_by_name
    assert pickle.loads(pickle.dumps(pickled_by_name)) is pickled_by_name
    assert copy.deepcopy(pickled_by_name) is pickled_by_name
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(tf.function(lambda x: x))


def test_python_tells_the_parameters_of_staged_functions():
    @tf.function
    def f(a, b=2, *, c=3):
        return a

    class Holder(tf.Module):
        @tf.function
        def method(self, x, y=1):
            return x

    assert str(inspect.signature(f)) == "(a, b=2, *, c=3)"
    assert inspect.getfullargspec(f).args == ["a", "b"]
    assert str(inspect.signature(Holder().method)) == "(x, y=1)"
    assert inspect.getfullargspec(Holder().method).args == ["x", "y"]


def test_a_staged_function_has_the_attributes_of_what_it_stages():
    class Scale(tf.Module):
        def __init__(self):
            super().__init__()
            self.factor = tf.Variable(2.0)

        def __call__(self, x):
            return x * self.factor

    def double(x):
        return 2 * x

    double.unit = "m"
    scale = Scale()
    assert tf.function(double).unit == "m"
    assert tf.function(scale).factor is scale.factor


def test_a_staged_function_can_be_decorated_until_it_is_traced():
    @tf.function
    def increment(x):
        return x + 1

    def ten_times(function):
        return lambda *args: function(*args) * 10

    increment._decorate(ten_times)
    assert int(increment(1)) == 20
    with pytest.raises(ValueError, match="after they have been traced"):
        increment._decorate(ten_times)


def test_staged_functions_and_methods_are_polymorphic_functions():
    class Scale(tf.Module):
        @tf.function
        def call(self, x):
            return x * 2.0

    for staged in (tf.function(lambda x: x), Scale().call, Scale.call):
        assert isinstance(staged, tf.types.experimental.PolymorphicFunction)
        assert isinstance(staged, tf.types.experimental.GenericFunction)
    assert not isinstance(Scale().call.python_function, tf.types.experimental.GenericFunction)


def test_traces_of_methods_are_forgotten_with_the_descriptor_cache():
    """Libraries such as zfit clear it, by TensorFlow's name."""
    traced = []

    class Model:
        @tf.function
        def call(self, x):
            traced.append(x)
            return x + 1

    model = Model()
    assert [int(model.call(tf.constant(1))) for _ in range(2)] == [2, 2] and len(traced) == 1
    Model.call._descriptor_cache.clear()
    assert int(model.call(tf.constant(1))) == 2 and len(traced) == 2
