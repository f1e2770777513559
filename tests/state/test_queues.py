"""Queues: threads that wait for each other, elements that fail, functions and sessions around them."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import stagelight as tf
from stagelight.ops.resources.queue_values import Queue

v1 = tf.compat.v1


def _started(*functions):
    threads = [threading.Thread(target=function, daemon=True) for function in functions]
    for thread in threads:
        thread.start()
    return threads


def _joined(threads):
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()


def test_no_element_is_lost_or_given_twice_between_many_threads():
    queue = tf.queue.FIFOQueue(3, tf.int32, shapes=[[]])
    taken, lock = [], threading.Lock()

    def produce(start):
        for number in range(start, start + 40):
            queue.enqueue(number)

    def consume():
        for _ in range(10):
            found = queue.dequeue_many(4).numpy().tolist()
            with lock:
                taken.extend(found)

    _joined(_started(*(lambda s=start: produce(s) for start in (0, 40, 80)), *[consume] * 3))
    assert sorted(taken) == list(range(120))


def test_what_a_failing_take_had_is_still_there():
    queue = tf.queue.FIFOQueue(5, tf.int32, shapes=[[]])
    queue.enqueue_many([[1, 2]])
    failed = []

    def take():
        try:
            queue.dequeue_many(3)
        except tf.errors.OutOfRangeError as error:
            failed.append(str(error))

    threads = _started(take)
    while queue.size() == 2:
        pass
    queue.close()
    _joined(threads)
    assert "requested 3, current size 2" in failed[0]
    assert queue.dequeue_many(2).numpy().tolist() == [1, 2]


def test_closing_waits_for_those_that_wait_unless_they_are_cancelled():
    for is_cancelled in (False, True):
        queue = tf.queue.FIFOQueue(1, tf.int32, shapes=[[]])
        queue.enqueue(1)
        outcome = []

        def put(queue=queue, outcome=outcome):
            try:
                queue.enqueue(2)
                outcome.append("in")
            except tf.errors.CancelledError:
                outcome.append("refused")

        threads = _started(put)
        value = queue.queue_ref._array[()]
        while not value._putters:
            pass
        threads += _started(lambda q=queue, c=is_cancelled: q.close(c))
        if is_cancelled:
            _joined(threads)
        assert queue.dequeue() == 1
        _joined(threads)
        assert outcome == ["refused" if is_cancelled else "in"]
        assert queue.dequeue_up_to(5).shape == [1] if not is_cancelled else queue.is_closed()


def test_a_closed_session_lets_its_threads_go():
    with tf.Graph().as_default():
        queue = tf.queue.FIFOQueue(1, tf.int32, shapes=[[]])
        take = queue.dequeue()
        session = v1.Session()
        refused = []

        def wait():
            try:
                session.run(take)
            except tf.errors.CancelledError:
                refused.append(True)

        threads = _started(wait)
        while not session._handles or not next(iter(session._handles.values()))._array[()]._takers:
            pass
        session.close()
        _joined(threads)
    assert refused == [True]


def test_threads_of_one_session_see_one_queue():
    with tf.Graph().as_default(), v1.Session() as session:
        queue = tf.queue.FIFOQueue(100, tf.int32, shapes=[[]])
        put, size = queue.enqueue(1), queue.size()
        barrier = threading.Barrier(4)

        def run():
            barrier.wait()
            session.run(put)

        _joined(_started(*[run] * 4))
        assert session.run(size) == 4


def test_elements_keep_their_values():
    queue = tf.queue.FIFOQueue(3, tf.float32, shapes=[[2]])
    array = np.array([1.0, 2.0], np.float32)
    queue.enqueue(array)
    queue.enqueue_many([array[None]])
    array[:] = 9.0
    assert queue.dequeue().numpy().tolist() == [1.0, 2.0]
    assert queue.dequeue().numpy().tolist() == [1.0, 2.0]


def test_a_staged_function_uses_a_queue_in_order():
    queue = tf.queue.FIFOQueue(10, tf.int32, shapes=[[]])

    @tf.function
    def turn(x):
        queue.enqueue(x)
        queue.enqueue(x + 1)
        first = queue.dequeue()
        return first, queue.dequeue(), queue.size()

    for number in (1, 5):
        first, second, size = turn(tf.constant(number))
        assert (first, second, size) == (number, number + 1, 0)


def test_padding_fills_up_words_and_empty_elements():
    queue = tf.queue.PaddingFIFOQueue(9, [tf.string, tf.int32], shapes=[[None], []])
    queue.enqueue((["a", "b"], 1))
    queue.enqueue((tf.zeros([0], tf.string), 2))
    words, numbers = queue.dequeue_many(2)
    assert words.numpy().tolist() == [[b"a", b"b"], [b"", b""]]
    assert numbers.numpy().tolist() == [1, 2]
    assert queue.dequeue_many(0)[0].shape == [0, 0]


def test_parts_of_an_element_are_not_dropped():
    queue = tf.queue.FIFOQueue(3, [tf.int32, tf.int32])
    for value in (1, [1], [1, 2, 3]):
        with pytest.raises(ValueError, match="2 parts"):
            queue.enqueue(value)
    assert queue.size() == 0


def test_priorities_that_are_equal_keep_their_order():
    queue = tf.queue.PriorityQueue(9, [tf.string], [[]])
    queue.enqueue_many(([1, 0, 1, 0], ["c", "a", "d", "b"]))
    queue.close()
    assert queue.dequeue_many(4)[1].numpy().tolist() == [b"a", b"b", b"c", b"d"]


def test_queues_of_one_name_are_one_in_a_session():
    with tf.Graph().as_default(), v1.Session() as session:
        first = tf.queue.FIFOQueue(3, tf.int32, shapes=[[]], shared_name="q")
        second = tf.queue.FIFOQueue(3, tf.int32, shapes=[[]], shared_name="q")
        other = tf.queue.FIFOQueue(3, tf.int32, shapes=[[]])
        session.run(first.enqueue(7))
        assert session.run([second.size(), other.size()]) == [1, 0]


def test_a_queue_is_chosen_from_a_list():
    queues = [tf.queue.FIFOQueue(3, tf.int32, shapes=[[]]) for _ in range(2)]
    queues[1].enqueue(4)
    assert tf.queue.QueueBase.from_list(1, queues).dequeue() == 4


def test_a_queue_in_python_is_as_large_as_it_says():
    queue = Queue("q", [tf.int32], [tf.TensorShape([])], -1)
    queue.put([(np.int32(1),)] * 5)
    assert len(queue) == 5
    queue.abandon()
    with pytest.raises(tf.errors.CancelledError):
        queue.take(1)


@pytest.mark.parametrize("shapes", [None, [[]], [[], [], []]])
def test_a_padding_queue_needs_a_shape_for_each_part(shapes):
    with pytest.raises(ValueError, match="received 2 dtypes and"):
        tf.queue.PaddingFIFOQueue(10, [tf.int32, tf.int32], shapes=shapes)
