"""Strategies of one replica, and what all strategies refuse."""

from __future__ import annotations

import pytest

import stagelight as tf

STRATEGIES = [
    lambda: tf.distribute.get_strategy(),
    lambda: tf.distribute.MirroredStrategy(),
    lambda: tf.distribute.OneDeviceStrategy("/cpu:0"),
]


@pytest.mark.parametrize("make", STRATEGIES)
def test_a_function_is_called_once_with_what_it_is_given(make):
    strategy = make()
    assert strategy.run(lambda x, y: (x, y), args=(1,), kwargs={"y": 2}) == (1, 2)
    assert strategy.num_replicas_in_sync == 1


@pytest.mark.parametrize("make", STRATEGIES)
def test_values_are_their_own_reduction(make):
    strategy = make()
    assert strategy.reduce("sum", tf.constant([1, 2]), axis=None).numpy().tolist() == [1, 2]
    assert float(strategy.reduce("MEAN", tf.constant([1.0, 2.0]), axis=0)) == 1.5
    assert int(strategy.reduce(tf.distribute.ReduceOp.SUM, tf.constant([1, 2]), axis=0)) == 3
    with pytest.raises(ValueError, match="Required: SUM or MEAN"):
        strategy.reduce("LAST", tf.constant(1), axis=None)


@pytest.mark.parametrize("make", STRATEGIES)
def test_variables_are_updated_in_place(make):
    strategy = make()
    with strategy.scope():
        v = tf.Variable(1.0)
    extended = strategy.extended
    with extended.colocate_vars_with(v):
        extended.update(v, lambda v, x: v.assign_add(x), args=(2.0,))
    (result,) = extended.update(v, lambda v: v.assign_add(1.0), group=False)
    assert float(v) == float(result) == 4.0


def test_datasets_and_results_are_passed_on():
    strategy = tf.distribute.get_strategy()
    dataset = tf.data.Dataset.range(3)
    assert strategy.experimental_distribute_dataset(dataset) is dataset
    assert strategy.experimental_local_results(3) == (3,)
    made = strategy.distribute_datasets_from_function(
        lambda context: dataset.batch(context.get_per_replica_batch_size(2))
    )
    assert [x.tolist() for x in made.as_numpy_iterator()] == [[0, 1], [2]]


def test_places():
    assert not tf.distribute.has_strategy()
    assert not tf.distribute.in_cross_replica_context()
    strategy = tf.distribute.MirroredStrategy()
    with strategy.scope() as entered:
        assert entered is strategy is tf.distribute.get_strategy()
        assert tf.distribute.has_strategy()
        assert tf.distribute.in_cross_replica_context()
        assert tf.distribute.get_replica_context() is None
    context = strategy.run(tf.distribute.get_replica_context)
    assert context.strategy is strategy
    assert context.replica_id_in_sync_group == 0
    assert not tf.distribute.has_strategy()


def test_the_context_of_a_replica():
    context = tf.distribute.get_replica_context()
    assert context.num_replicas_in_sync == len(context.devices) == 1
    assert context.all_reduce("sum", [1, 2]) == [1, 2]
    assert context.all_gather(3, axis=0) == 3
    assert context.merge_call(lambda strategy, x: (strategy, x), (2,))[1] == 2


def test_a_default_scope_changes_nothing():
    with tf.distribute.get_strategy().scope():
        assert not tf.distribute.has_strategy()
        assert tf.distribute.get_replica_context() is not None


@pytest.mark.parametrize(
    "name", ["MultiWorkerMirroredStrategy", "TPUStrategy", "ParameterServerStrategy"]
)
def test_strategies_that_are_not_available_say_what_to_use(name):
    with pytest.raises(NotImplementedError, match=r"Use tf.distribute.MirroredStrategy"):
        getattr(tf.distribute, name)()


def test_replicas_on_devices_that_are_not_there_are_on_the_cpu():
    """As with TensorFlow, which places softly."""
    strategy = tf.distribute.MirroredStrategy(["/gpu:0", "/gpu:1"])
    assert strategy.num_replicas_in_sync == 2
    with strategy.scope():
        v = tf.Variable(2.0)
    cpu = "/job:localhost/replica:0/task:0/device:CPU:0"
    assert [part.device for part in v.values] == [cpu, cpu]
    found = strategy.run(tf.function(lambda: v + 1))
    assert [float(part) for part in found.values] == [3.0, 3.0]


def test_arguments_are_a_tuple():
    with pytest.raises(ValueError, match="must be a list or tuple"):
        tf.distribute.get_strategy().run(lambda x: x, args=3)


def test_a_batch_that_cannot_be_divided_is_refused():
    context = tf.distribute.InputContext(num_replicas_in_sync=3)
    with pytest.raises(ValueError, match="not divisible"):
        context.get_per_replica_batch_size(32)


def test_values_are_made_by_a_function_of_the_replica():
    for strategy in (tf.distribute.MirroredStrategy(), tf.distribute.OneDeviceStrategy("/cpu:0")):
        number, count = strategy.experimental_distribute_values_from_function(
            lambda context: (context.replica_id_in_sync_group, context.num_replicas_in_sync)
        )
        assert strategy.experimental_local_results((number, count)) == ((0, 1),)
        assert strategy.run(lambda x: x + 1, args=(number,)) == 1
        assert strategy.cluster_resolver is None


@pytest.mark.parametrize(
    "strategy", [tf.distribute.get_strategy(), tf.distribute.MirroredStrategy()]
)
def test_datasets_are_batched_for_all_replicas_together(strategy):
    # Keras 2 multiplies the batch size of an Input by the number of replicas otherwise.
    assert strategy.extended._global_batch_size is True


def test_the_container_of_a_variable_is_that_of_all_replicas():
    strategy = tf.distribute.MirroredStrategy()
    with strategy.scope():
        shared = tf.Variable(1.0)
    alone = tf.Variable(1.0)
    container = strategy.extended.value_container
    for part in (shared, *strategy.experimental_local_results(shared)):
        assert container(part) is shared
    assert container(alone) is alone and container(3) == 3
    assert tf.distribute.get_strategy().extended.value_container(alone) is alone
