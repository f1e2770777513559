"""Input pipelines of TensorFlow 1: errors, stops, counters."""

from __future__ import annotations

import pytest

import stagelight as tf

v1 = tf.compat.v1


def test_an_error_of_a_thread_stops_the_program_and_is_raised():
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder_with_default(tf.constant([1.0, 2.0]), [None])
        queue = tf.queue.FIFOQueue(2, tf.float32, shapes=[[]])
        bad = queue.enqueue(tf.gather(x, tf.constant(7) + tf.cast(tf.size(x), tf.int32)))
        v1.train.add_queue_runner(v1.train.QueueRunner(queue, [bad]))
        coordinator = tf.train.Coordinator()
        threads = v1.train.start_queue_runners(session, coordinator)
        with pytest.raises((tf.errors.OutOfRangeError, tf.errors.CancelledError)):
            session.run(queue.dequeue())
        with pytest.raises(tf.errors.InvalidArgumentError):
            coordinator.join(threads)


def test_a_loop_until_the_data_end():
    with tf.Graph().as_default(), v1.Session() as session:
        number = v1.train.range_input_producer(10, num_epochs=3, seed=1).dequeue()
        batch = v1.train.shuffle_batch([number], 5, 20, 6, num_threads=2, seed=2)
        session.run(v1.local_variables_initializer())
        coordinator, seen = tf.train.Coordinator(), []
        threads = v1.train.start_queue_runners(session, coordinator)
        try:
            while not coordinator.should_stop():
                seen += session.run(batch).tolist()
        except tf.errors.OutOfRangeError:
            coordinator.request_stop()
        coordinator.join(threads)
        assert sorted(seen) == sorted(list(range(10)) * 3)


def test_threads_are_made_once_for_a_session():
    with tf.Graph().as_default(), v1.Session() as session:
        v1.train.string_input_producer(["a"])
        (runner,) = v1.get_collection(v1.GraphKeys.QUEUE_RUNNERS)
        coordinator = tf.train.Coordinator()
        threads = runner.create_threads(session, coordinator, daemon=True, start=True)
        assert len(threads) == 2
        assert runner.create_threads(session, coordinator) == []
        coordinator.request_stop()
        coordinator.join(threads)


@pytest.mark.parametrize("dtype", [tf.int32, tf.int64])
def test_counters_stop_at_their_limit(dtype):
    v = tf.Variable(tf.zeros([], dtype))
    assert [v1.count_up_to(v, 3).numpy() for _ in range(3)] == [0, 1, 2]
    with pytest.raises(tf.errors.OutOfRangeError, match="Reached limit of 3"):
        v1.count_up_to(v, 3)
    assert v.numpy() == 3
    with pytest.raises(tf.errors.InvalidArgumentError):
        v1.count_up_to(tf.Variable([1, 2]), 3)


def test_what_does_not_fit_is_refused():
    with tf.Graph().as_default():
        train = v1.train
        x, y = tf.constant(1), tf.constant(1.0)
        with pytest.raises(ValueError, match="num_epochs must be > 0"):
            train.limit_epochs(x, 0)
        with pytest.raises(ValueError, match="non-null"):
            train.string_input_producer([])
        with pytest.raises(ValueError, match="at least one tensor"):
            train.slice_input_producer([])
        with pytest.raises(ValueError, match="fully defined"):
            train.input_producer(v1.placeholder(tf.float32, [3, None]))
        with pytest.raises(ValueError, match="bigger than min_after_dequeue"):
            train.shuffle_batch([x], 2, 5, 5)
        with pytest.raises(TypeError, match=r"int32 vs\. float32"):
            train.batch_join([[x], [y]], 2)
        with pytest.raises(ValueError, match="must have the same keys"):
            train.shuffle_batch_join([{"a": x, "b": x}, {"a": x, "c": x}], 2, 5, 1)
        with pytest.raises(ValueError, match="rank"):
            train.batch([v1.placeholder(tf.float32)], 2)
        with pytest.raises(ValueError, match="cannot be a vector"):
            train.maybe_batch([x], [True, False], 2)
        with pytest.raises(ValueError, match="queue and enqueue_ops"):
            train.QueueRunner()
        with pytest.raises(ValueError, match="default session"):
            train.start_queue_runners()
        with pytest.raises(TypeError, match=r"tf\.Session"):
            train.start_queue_runners(3)


def test_a_monitored_session_starts_the_threads_and_ends_with_the_data():
    with tf.Graph().as_default():
        number = v1.train.range_input_producer(5, num_epochs=1, shuffle=False).dequeue()
        batch, seen = v1.train.batch([number], 2, allow_smaller_final_batch=True), []
        with v1.train.MonitoredSession() as session:
            while not session.should_stop():
                seen += session.run(batch).tolist()
    assert seen == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("many", [False, True])
def test_a_batch_of_sparse_tensors_has_an_axis_more(many):
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        places = [[0, 0], [1, 1]] if many else [[1]]
        x = tf.SparseTensor(places, [1.0] * len(places), [2, 3] if many else [3])
        found = tf.compat.v1.train.batch([x], 2, enqueue_many=many)
        assert (found.shape.as_list(), found.indices.shape.as_list()) == ([None, None], [None, 2])
        coordinator = tf.compat.v1.train.Coordinator()
        threads = tf.compat.v1.train.start_queue_runners(session, coordinator)
        value = session.run(found)
        coordinator.request_stop()
        coordinator.join(threads, stop_grace_period_secs=5, ignore_live_threads=True)
        assert value.dense_shape.tolist() == [2, 3]
        assert value.indices.tolist() == [[0, 0 if many else 1], [1, 1]]
