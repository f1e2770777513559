"""What brings the values of replicas together; what is the same with TensorFlow is in `tests/oracle`."""

import pytest

import stagelight as tf


def test_a_strategy_takes_no_other_cross_device_ops():
    with pytest.raises(ValueError, match="CrossDeviceOps"):
        tf.distribute.MirroredStrategy(["CPU:0"], cross_device_ops="nccl")


def test_gradients_go_through_the_programs_own_reduction():
    class Counted(tf.distribute.ReductionToOneDevice):
        calls = 0

        def batch_reduce_implementation(self, reduce_op, value_destination_pairs, options):
            Counted.calls += 1
            return super().batch_reduce_implementation(reduce_op, value_destination_pairs, options)

    strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"], cross_device_ops=Counted())

    def total():
        context = tf.distribute.get_replica_context()
        return context.all_reduce("SUM", tf.cast(context.replica_id_in_sync_group, tf.float32))

    assert [x.numpy() for x in strategy.run(total).values] == [1.0, 1.0]
    assert [x.numpy() for x in strategy.run(tf.function(total)).values] == [1.0, 1.0]
    assert Counted.calls == 2


def test_slices_are_joined():
    strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
    slices = strategy.run(lambda: tf.IndexedSlices(tf.ones([1, 2]), tf.constant([0])))
    ops = tf.distribute.ReductionToOneDevice(accumulation_fn=lambda parts: parts[0])
    joined = ops.reduce(tf.distribute.ReduceOp.SUM, slices, "/cpu:0")
    assert joined.indices.numpy().tolist() == [0, 0]


def test_messages_of_clusters_show_their_texts():
    job = tf.train.JobDef(name="worker", tasks={0: 'a"b'})
    assert str(job) == 'name: "worker"\ntasks {\n  key: 0\n  value: "a\\"b"\n}\n'
