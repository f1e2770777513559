"""Programs for two replicas on one CPU, run as a script: `python replica_programs.py tensorflow`.

The CPU is divided before TensorFlow begins, so they have a process of their own. Each prints what it gives.
"""

from __future__ import annotations

import copy
import importlib
import os
import re
import sys
import tempfile


def divided(tf):
    (cpu,) = tf.config.list_physical_devices("CPU")
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)
    return tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])


def tried(function):
    try:
        return function()
    except Exception as error:  # noqa: BLE001
        return type(error).__name__


def number(tf):
    return tf.cast(tf.distribute.get_replica_context().replica_id_in_sync_group, tf.float32)


def variables(tf, strategy):
    aggregation, on_read = tf.VariableAggregation, tf.VariableSynchronization.ON_READ
    with strategy.scope():
        plain = tf.Variable(1.0, name="plain")
        mean = tf.Variable([1.0, 2.0], aggregation=aggregation.MEAN)
        total = tf.Variable(0.0, aggregation=aggregation.SUM)
        first = tf.Variable(0, aggregation=aggregation.ONLY_FIRST_REPLICA)
        read_sum = tf.Variable(0.0, synchronization=on_read, aggregation=aggregation.SUM)
        read_mean = tf.Variable(0.0, synchronization=on_read, aggregation=aggregation.MEAN)
        read_none = tf.Variable(3.0, synchronization=on_read)
        read_first = tf.Variable(
            3.0, synchronization=on_read, aggregation=aggregation.ONLY_FIRST_REPLICA
        )
        yield tried(lambda: tf.Variable(1, aggregation=aggregation.MEAN))
        yield tried(lambda: tf.Variable(1.0, synchronization=tf.VariableSynchronization.NONE))
        yield tf.Variable(lambda: tf.random.stateless_uniform([2], [1, 2]))
    yield plain, mean, read_sum, str(plain), type(plain).__name__, type(read_sum).__name__
    yield plain.name, plain.device, [(v.name, v.device) for v in plain.values], plain.shape
    yield plain.synchronization, read_sum.synchronization, plain.trainable, plain._shared_name
    yield plain + 1, 2.0 * mean, mean[0], plain.numpy(), plain.value(), tf.convert_to_tensor(mean)
    yield plain.assign(2.0), plain.assign_add(2.0), plain.assign_sub(1.0), plain
    yield plain.assign(3.0, read_value=False)
    with strategy.scope():
        yield plain.assign(4.0), read_sum.assign(4.0), read_sum, read_mean.assign_add(1.0)
        yield tried(lambda: read_sum.assign_add(1.0))
    for variable in (plain, total, first, read_sum, read_mean, read_none, read_first):
        change = lambda v=variable: v.assign_add(tf.cast(number(tf) + 1, v.dtype))  # noqa: E731
        yield strategy.run(change), variable, tried(variable.read_value)
        yield tried(lambda v=variable: v + 1), strategy.run(lambda v=variable: v + 1)
    yield strategy.run(lambda: mean.assign([number(tf), 4.0])), mean
    yield tried(lambda: strategy.run(lambda: total.assign_add(1.0)))
    yield copy.deepcopy(mean), tried(lambda: copy.deepcopy(read_sum))
    slices = lambda: tf.IndexedSlices(tf.ones([1]), tf.reshape(tf.cast(number(tf), "int32"), [1]))  # noqa: E731
    with strategy.scope():
        rows = tf.Variable([1.0, 2.0])
        summed_rows = tf.Variable([1.0, 2.0], aggregation=aggregation.SUM)
    yield strategy.run(lambda: rows.scatter_add(slices())), rows
    yield strategy.run(lambda: summed_rows.scatter_add(slices())), summed_rows
    yield tried(lambda: strategy.run(lambda: summed_rows.scatter_min(slices())))
    yield tried(lambda: read_sum.scatter_add(tf.IndexedSlices([1.0], [0])))


def running(tf, strategy):
    context = tf.distribute.get_replica_context
    yield strategy.run(lambda: context().replica_id_in_sync_group), strategy.run(lambda: 1)
    yield strategy.run(lambda: {"a": number(tf), "b": [number(tf), (number(tf), None)]})
    parts = strategy.run(lambda: tf.constant([1.0, 2.0]) * (number(tf) + 1))
    yield parts, str(parts), strategy.experimental_local_results(parts)
    yield strategy.experimental_local_results(3), strategy.experimental_local_results([parts])
    yield strategy.run(lambda x, y: x + y, args=(parts,), kwargs={"y": 1.0})
    for reduction in ("SUM", "mean", tf.distribute.ReduceOp.SUM, "x"):
        for axis in (None, 0, -1, (0,)):
            yield tried(lambda r=reduction, a=axis: strategy.reduce(r, parts, axis=a))
    for value in (3, tf.constant(3.0), tf.constant([1.0, 2.0])):
        yield [tried(lambda r=r, v=value: strategy.reduce(r, v, axis=None)) for r in ("SUM", "MEAN")]
    yield [strategy.reduce(r, tf.constant([1.0, 2.0]), axis=0) for r in ("SUM", "MEAN")]
    integers = strategy.run(lambda: tf.cast([number(tf), 1.0], tf.int32))
    yield strategy.reduce("MEAN", integers, axis=None), strategy.reduce("MEAN", integers, axis=0)
    uneven = strategy.run(lambda: tf.ones([tf.cast(number(tf), tf.int32) + 1, 2]) * number(tf))
    yield [strategy.reduce(r, uneven, axis=0) for r in ("SUM", "MEAN")]
    yield strategy.gather(uneven, axis=0), strategy.gather(tf.constant([1.0]), axis=0)
    yield strategy.run(lambda: context().all_reduce("SUM", number(tf)))
    yield strategy.run(lambda: context().all_reduce("MEAN", [number(tf), {"k": tf.constant(2.0)}]))
    ragged = lambda: tf.ones([tf.cast(number(tf), tf.int32) + 1])  # noqa: E731
    yield strategy.run(lambda: context().all_gather(ragged(), axis=0))
    merge = lambda strategy, a, b: (context(), a, b)  # noqa: E731
    yield strategy.run(lambda: context().merge_call(merge, args=(number(tf), 2)))
    yield tried(
        lambda: strategy.run(lambda: context().merge_call(lambda s: 1) if number(tf) > 0 else 2)
    )
    yield tried(lambda: strategy.run(lambda: {}["missing"])), tried(lambda: strategy.run(int, args=3))
    yield strategy.experimental_distribute_values_from_function(lambda c: c.replica_id_in_sync_group)
    yield strategy.experimental_distribute_values_from_function(lambda c: 1)
    for forbidden in (strategy.scope().__enter__, lambda: strategy.run(int)):
        yield tried(lambda f=forbidden: strategy.run(f))
    other = tf.distribute.MirroredStrategy(["CPU:0"])
    with strategy.scope():
        variable = tf.Variable(1.0)
        yield tf.distribute.in_cross_replica_context(), context(), tried(lambda: other.run(int))
        yield strategy.extended.update(variable, lambda v, x: v.assign(x), args=(9.0,))
        yield strategy.extended.update(variable, lambda v: v.assign_add(1.0), group=False)
        yield strategy.extended.reduce_to("SUM", parts, destinations=variable)
        yield tried(lambda: strategy.extended.colocate_vars_with(3))
    yield tried(lambda: other.run(lambda: variable.assign(1.0)))
    with other.scope():
        one = tf.Variable(1.0)
    yield one, other.run(lambda: one.assign_add(1.0)), other.run(lambda: tf.constant(1))
    yield tried(lambda: tf.distribute.MirroredStrategy(["CPU:0", "CPU:0"]))


def staged(tf, strategy):
    context = tf.distribute.get_replica_context
    with strategy.scope():
        v = tf.Variable(2.0)

    def gradient():
        with tf.GradientTape() as tape:
            y = v * (number(tf) + 1)
            z = context().all_reduce("SUM", y) * (number(tf) + 2)
        return z, tape.gradient(z, v)

    yield strategy.run(gradient), strategy.run(tf.function(gradient))

    @tf.function
    def scaled(x):
        return strategy.run(lambda y: y * v, args=(x,))

    yield scaled(tf.constant(3.0))

    @tf.function
    def nested(x):
        return x * v + number(tf) if x > 0 else x

    yield strategy.run(lambda: (nested(tf.constant(1.0)), nested(tf.constant(-1.0))))
    yield nested.experimental_get_tracing_count(), nested(tf.constant(1.0))
    yield strategy.run(tf.function(lambda: v.assign_add(number(tf)))), v

    @tf.function
    def merging():
        return context().merge_call(lambda strategy: 1)

    yield strategy.run(merging), tried(lambda: strategy.run(lambda: merging()))

    class Lazy(tf.Module):
        made = None

        def __call__(self):
            if self.made is None:
                self.made = tf.Variable(number(tf) + 4.0, name="made")
            return self.made + number(tf)

    for call in (lambda function: function, tf.function):
        lazy = Lazy()
        yield strategy.run(call(lambda lazy=lazy: lazy())), lazy.made, len(lazy.variables)


def datasets(tf, strategy):
    data = tf.data.Dataset
    sources = [data.range(8).batch(4), data.range(7).batch(4), data.range(5).batch(4)]
    sources += [data.range(10).batch(5), data.range(10).batch(5, drop_remainder=True)]
    sources += [data.range(3).batch(1), data.range(3).batch(4).repeat(2)]
    sources += [data.from_tensor_slices({"x": [1.0, 2.0], "y": ([3, 4], ["a", "b"])}).batch(2)]
    for source in sources:
        yield list(strategy.experimental_distribute_dataset(source))
    for made in (data.range(6).batch(2), data.range(5).batch(1), data.range(3),
                 data.range(6).batch(2, drop_remainder=True)):
        yield list(strategy.distribute_datasets_from_function(lambda context, made=made: made))
    yield strategy.distribute_datasets_from_function(
        lambda c: data.from_tensors([c.num_input_pipelines, c.get_per_replica_batch_size(4)])
    ).element_spec
    dataset = strategy.experimental_distribute_dataset(sources[0])
    yield type(dataset).__name__, type(iter(dataset)).__name__, dataset.element_spec
    yield int(dataset.cardinality), iter(dataset).element_spec
    iterator = iter(dataset)
    yield next(iterator), iterator.get_next(), tried(iterator.get_next), tried(lambda: next(iterator))
    yield iter(dataset).get_next_as_optional().get_value()

    @tf.function
    def over(elements):
        total = tf.constant(0, tf.int64)
        for x in elements:
            scale = lambda y: tf.reduce_sum(y) * (tf.cast(number(tf), tf.int64) + 1)  # noqa: E731
            total += strategy.reduce("SUM", strategy.run(scale, args=(x,)), axis=None)
        return total

    yield over(dataset), over(iter(dataset))

    @tf.function
    def following(iterator):
        return strategy.run(lambda y: y + 1, args=(next(iterator),))

    iterator = iter(dataset)
    yield following(iterator), following(iterator), tried(lambda: following(iterator))
    more = lambda x: strategy.run(lambda y: y + 1, args=(x,))  # noqa: E731
    fixed = tf.function(more, input_signature=[dataset.element_spec])
    yield fixed(next(iter(dataset)))


def checkpoints(tf, strategy):
    on_read = tf.VariableSynchronization.ON_READ
    with strategy.scope():
        a = tf.Variable([1.0, 2.0])
        b = tf.Variable(3.0, synchronization=on_read, aggregation=tf.VariableAggregation.SUM)
        checkpoint = tf.train.Checkpoint(a=a, b=b)
        b.assign(8.0)
    with tempfile.TemporaryDirectory() as folder:
        path = checkpoint.save(os.path.join(folder, "checkpoint"))
        a.assign([0.0, 0.0])
        b.assign(2.0)
        checkpoint.restore(path)
        yield a, b
        alone = tf.Variable([5.0, 6.0])
        tf.train.Checkpoint(a=alone).restore(path).expect_partial()
        yield alone, [x for x in tf.train.list_variables(path) if x[0].startswith(("a", "b"))]


def cross_devices(tf, strategy):
    class Largest(tf.distribute.CrossDeviceOps):
        def reduce_implementation(self, reduce_op, per_replica_value, destinations, options):
            largest = tf.reduce_max(tf.stack(list(per_replica_value.values)), 0)
            return self.broadcast(largest, destinations)

        def batch_reduce_implementation(self, reduce_op, value_destination_pairs, options):
            return [self.reduce_implementation(reduce_op, v, d, options) for v, d in value_destination_pairs]

    kinds = tf.distribute
    products = kinds.ReductionToOneDevice(accumulation_fn=lambda parts: parts[0] * parts[1])
    for ops in (
        kinds.ReductionToOneDevice(),
        kinds.ReductionToOneDevice(reduce_to_device="/cpu:0"),
        products,
        kinds.HierarchicalCopyAllReduce(num_packs=2),
        Largest(),
    ):
        own = kinds.MirroredStrategy(["CPU:0", "CPU:1"], cross_device_ops=ops)
        value = own.run(lambda: number(tf) + [2.0, 3.0])
        for kind in ("SUM", "MEAN"):
            reduce_op = kinds.ReduceOp[kind]
            yield own.reduce(kind, value, axis=None), own.extended.reduce_to(reduce_op, value, value)
            yield ops.reduce(reduce_op, value, "/cpu:0"), ops.reduce(reduce_op, value, value)
            yield ops.batch_reduce(reduce_op, [(value, value), (value, value)])
        yield ops.broadcast(tf.constant(1.0), value)
        yield own.extended.batch_reduce_to(kinds.ReduceOp.SUM, [(value, value)])
        for dtype in (tf.float32, tf.int32, tf.int64):
            summed = lambda d=dtype: tf.distribute.get_replica_context().all_reduce(  # noqa: E731
                "SUM", [tf.cast(number(tf) + x, d) for x in (2.0, 3.0)[: 1 if d is tf.int32 else 2]]
            )
            yield own.run(summed)
        yield tried(lambda ops=ops: ops.reduce(kinds.ReduceOp.SUM, tf.constant(2.0), "/cpu:0"))
        yield tried(lambda ops=ops: ops.broadcast(tf.constant(1.0), ""))
    yield tried(lambda: kinds.CrossDeviceOps().reduce(kinds.ReduceOp.SUM, value, value))
    yield tried(lambda: kinds.NcclAllReduce(-1)), tried(lambda: kinds.HierarchicalCopyAllReduce(-1))
    kinds.experimental_set_strategy(strategy)
    yield kinds.get_strategy() is strategy, tf.Variable(1.0)
    with strategy.scope():
        yield kinds.in_cross_replica_context()
    kinds.experimental_set_strategy(None)
    yield kinds.has_strategy()
    with strategy.scope():
        yield tried(lambda: kinds.experimental_set_strategy(strategy))


def text_of(value):
    text = re.sub(r" at 0x\w+", "", repr(value))
    return text.replace("VariableAggregationV2", "VariableAggregation")


def main(library: str) -> None:
    tf = importlib.import_module(library)
    strategy = divided(tf)
    for program in (variables, running, staged, datasets, checkpoints, cross_devices):
        for i, result in enumerate(program(tf, strategy)):
            print(f"{program.__name__} {i}: {text_of(result)}")


if __name__ == "__main__":
    main(sys.argv[1])
