"""Strategies of two replicas: what tests/oracle/replica_programs.py does not compare with TensorFlow."""

from __future__ import annotations

import threading

import pytest

import stagelight as tf
from tests.distribute.conftest import number


def of(value):
    return [float(part) for part in value.values]


def test_the_cpu_stays_divided_while_there_are_replicas_on_it(two):
    (cpu,) = tf.config.list_physical_devices("CPU")
    one = tf.config.LogicalDeviceConfiguration()
    assert [d.name for d in tf.config.list_logical_devices()] == ["/device:CPU:0", "/device:CPU:1"]
    assert len(tf.config.get_logical_device_configuration(cpu)) == 2
    tf.config.set_logical_device_configuration(cpu, [one, one])
    with pytest.raises(RuntimeError, match="Received 3 configurations; there are 2"):
        tf.config.set_logical_device_configuration(cpu, [one] * 3)
    assert tf.distribute.MirroredStrategy().num_replicas_in_sync == 2


def test_variables_stand_on_the_device_in_scope(two):
    with tf.device("CPU:1"):
        assert tf.Variable(1.0).device.endswith("CPU:1")
    with tf.device("CPU:5"):
        assert tf.Variable(1.0).device.endswith("CPU:0")


def test_no_thread_is_left_behind(two):
    before = threading.active_count()

    def fails_second():
        if number() > 0:
            raise KeyError("second")
        return tf.distribute.get_replica_context().all_reduce("sum", number())

    with pytest.raises(KeyError, match="second"):
        two.run(fails_second)
    assert of(two.run(number)) == [0.0, 1.0]
    assert threading.active_count() == before
    assert not tf.distribute.has_strategy()


def test_a_replica_goes_on_where_it_waited_in_a_graph(two):
    """Name scopes and control dependencies are those of each replica."""

    def step(x):
        with tf.name_scope("outer"):
            y = tf.distribute.get_replica_context().all_reduce("sum", tf.identity(x))
            return tf.identity(y, name="inside")

    traced = tf.function(lambda x: two.run(step, args=(x,)))
    graph = traced.get_concrete_function(tf.TensorSpec([], tf.float32)).graph
    names = [op.name for op in graph.get_operations()]
    assert "outer/inside" in names and "replica_1/outer/inside" in names
    assert of(traced(tf.constant(2.0))) == [4.0, 4.0]


def test_many_calls_of_a_function_in_replicas_are_kept_apart(two):
    """Calls that come often are planned: a plan must not serve another replica."""
    with two.scope():
        v = tf.Variable(1.0)
    two.run(lambda: v.assign(number() + 10.0))

    @tf.function
    def double(x):
        return x * v

    assert [float(double(tf.constant(2.0))) for _ in range(40)] == [20.0] * 40
    for _ in range(40):
        assert of(two.run(lambda: double(tf.constant(2.0)))) == [20.0, 22.0]
    causes = [str(cause) for trace in double.explain_traces() for cause in trace.causes]
    assert "argument of the strategy: outside of all strategies -> replica 0" in causes
    assert "argument of the strategy: replica 0 -> replica 1" in causes


def test_traces_within_replicas_do_not_wait_for_the_trace_around(two):
    inner = tf.function(lambda x: x + number())
    outer = tf.function(lambda x: two.run(lambda: inner(x)))
    assert of(outer(tf.constant(1.0))) == [1.0, 2.0]


def test_tensor_conditions_in_replicas_are_converted(two):
    def body(x):
        if x > 1.0:
            x = x * 2.0
        for _ in tf.range(2):
            x += 1.0
        return x

    staged = tf.function(lambda x: two.run(body, args=(x,)))
    assert of(staged(tf.constant(2.0))) == [6.0, 6.0]
    assert of(staged(tf.constant(1.0))) == [3.0, 3.0]


def test_methods_that_are_staged_run_in_all_replicas(two):
    class Model(tf.Module):
        def __init__(self):
            self.w = tf.Variable(3.0)

        @tf.function
        def step(self, x):
            self.w.assign_add(x + number())
            return self.w.read_value()

    with two.scope():
        model = Model()
    assert of(two.run(model.step, args=(tf.constant(1.0),))) == [4.0, 5.0]
    assert of(two.run(model.step, args=(tf.constant(1.0),))) == [5.0, 7.0]
    assert of(model.w) == [5.0, 7.0]


def test_gradients_of_gathered_values_are_those_of_the_own_part(two):
    with two.scope():
        v = tf.Variable([1.0, 2.0])

    def step():
        with tf.GradientTape() as tape:
            every = tf.distribute.get_replica_context().all_gather(v * (number() + 1), axis=0)
            loss = tf.reduce_sum(every * tf.constant([1.0, 2.0, 3.0, 4.0]))
        return tape.gradient(loss, v)

    first, second = two.run(step).values
    assert first.numpy().tolist() == [2.0, 4.0]  # both replicas' losses have it
    assert second.numpy().tolist() == [12.0, 16.0]


def test_slices_are_joined(two):
    def slices():
        rows = tf.reshape(tf.cast(number(), tf.int64), [1])
        return tf.IndexedSlices(tf.ones([1, 2]) * (number() + 1), rows, tf.constant([4, 2]))

    def reduced(reduction):
        context = tf.distribute.get_replica_context()
        return tf.convert_to_tensor(context.all_reduce(reduction, slices()))

    assert two.run(reduced, args=("sum",)).values[1].numpy()[:2].tolist() == [[1.0, 1.0], [2.0, 2.0]]
    assert two.run(reduced, args=("mean",)).values[0].numpy()[:2].tolist() == [[0.5, 0.5], [1.0, 1.0]]


def test_structures_that_differ_among_replicas_are_refused(two):
    with pytest.raises(ValueError, match="differ in their structure"):
        two.run(lambda: [1] if number() > 0 else [1, 2])
    with pytest.raises(ValueError, match="differ in their structure"):
        two.run(lambda: {"a": 1} if number() > 0 else {"b": 2})


def test_variables_of_strategies_are_saved_and_loaded(two, tmp_path):
    class Model(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
        def __call__(self, x):
            return x * self.w

    model = Model()
    with two.scope():
        model.w = tf.Variable(3.0, name="w")
        tf.saved_model.save(model, str(tmp_path / "within"))
    tf.saved_model.save(model, str(tmp_path / "outside"))
    for name in ("within", "outside"):
        loaded = tf.saved_model.load(str(tmp_path / name))
        assert float(loaded(tf.constant(2.0))) == 6.0
        assert float(loaded.w) == 3.0


def test_a_checkpoint_of_one_variable_is_restored_to_all(two, tmp_path):
    path = tf.train.Checkpoint(v=tf.Variable(5.0)).write(str(tmp_path / "checkpoint"))
    with two.scope():
        v = tf.Variable(1.0)
    tf.train.Checkpoint(v=v).restore(path).assert_consumed()
    assert of(v) == [5.0, 5.0]


def test_iterators_keep_their_place_in_checkpoints(two, tmp_path):
    dataset = two.experimental_distribute_dataset(tf.data.Dataset.range(8).batch(4))
    iterator = iter(dataset)
    next(iterator)
    path = tf.train.Checkpoint(iterator=iterator).write(str(tmp_path / "place"))
    later = iter(dataset)
    tf.train.Checkpoint(iterator=later).restore(path)
    assert [part.numpy().tolist() for part in next(later).values] == [[4, 5], [6, 7]]


def test_rows_of_ragged_and_sparse_batches_are_divided(two):
    ragged = tf.data.Dataset.from_tensor_slices(tf.ragged.constant([[1], [2, 3], [4]])).batch(3)
    (parts,) = two.experimental_distribute_dataset(ragged)
    assert [part.to_list() for part in parts.values] == [[[1], [2, 3]], [[4]]]
    sparse = tf.sparse.from_dense([[0, 1], [2, 0], [0, 3]])
    (parts,) = two.experimental_distribute_dataset(tf.data.Dataset.from_tensors(sparse))
    assert [tf.sparse.to_dense(part).numpy().tolist() for part in parts.values] == [
        [[0, 1], [2, 0]],
        [[0, 3]],
    ]


def test_elements_that_are_no_batches_are_refused(two):
    with pytest.raises(ValueError, match="Add the `batch` transformation"):
        two.experimental_distribute_dataset(tf.data.Dataset.range(3))


def test_optionals_of_elements_go_through_loops(two):
    iterator = iter(two.experimental_distribute_dataset(tf.data.Dataset.range(6).batch(2)))

    @tf.function
    def total(iterator):
        def body(optional, total):
            element = optional.get_value()
            total += two.reduce("sum", element, axis=0)
            return iterator.get_next_as_optional(), total

        start = (iterator.get_next_as_optional(), tf.constant(0, tf.int64))
        return tf.while_loop(lambda optional, _: optional.has_value(), body, start)[1]

    assert int(total(iterator)) == 15


def test_mirrored_values_compute_as_tensors(two):
    with two.scope():
        v = tf.Variable([1.0, 2.0])
    after = v.assign([3.0, 4.0])
    assert (after + 1.0).numpy().tolist() == [4.0, 5.0]
    assert tf.reduce_sum(after).numpy() == 7.0
    assert after.shape == [2] and float(after[0]) == 3.0


def test_copies_of_variables_keep_how_they_are_distributed():
    import copy

    options = {
        "synchronization": tf.VariableSynchronization.ON_READ,
        "aggregation": tf.VariableAggregation.SUM,
    }
    copied = copy.deepcopy(tf.Variable(1.0, **options))
    assert {name: getattr(copied, name) for name in options} == options


def test_tensors_of_logical_devices_are_on_the_first(two):
    first, second = tf.config.list_logical_devices("CPU")
    with tf.device(second.name):
        tensors = [tf.identity(1.0), tf.constant(1) + 1, tf.function(lambda x: x + 1)(1)]
        variable = tf.Variable(1.0)
    assert all(tensor.device.endswith("CPU:0") for tensor in tensors)
    assert variable.device.endswith("CPU:1")

    @tf.function
    def f(x):
        with tf.device(second.name):
            return x + 1

    graph = f.get_concrete_function(tf.constant(1)).graph
    assert [op.device[-5:] for op in graph.get_operations() if op.type == "AddV2"] == ["CPU:1"]
    assert first.name.endswith("CPU:0")


def test_a_session_fetches_mirrored_values():
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
        with strategy.scope():
            variable = tf.Variable(2.0)
        session.run(variable.initializer)
        assert session.run(variable.assign(3.0)) == 3.0
        assert session.run(variable) == 3.0


def test_a_wrapper_of_mirrored_variables_keeps_the_operators_that_it_asked_for():
    class Wrapper(tf.Variable):
        pass

    Wrapper._OverloadAllOperators()
    with tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"]).scope():
        mirrored = type(tf.Variable(3.0))
    both = type("Both", (Wrapper, mirrored), {})
    for name in tf.Tensor.OVERLOADABLE_OPERATORS:
        assert getattr(both, name) is getattr(tf.Variable, name)
    assert mirrored.__add__ is not tf.Variable.__add__
