"""Programs with queues: elements in and out, threads that fill them, batches of what they compute."""

import threading


def _outcome(call):
    try:
        return call()
    except Exception as error:  # noqa: BLE001 (its class is what is compared)
        return type(error).__name__


def kinds_of_queues(tf):
    """What goes in and comes out, eagerly."""
    found = []
    fifo = tf.queue.FIFOQueue(10, [tf.int32, tf.string], shapes=[[], [2]], names=["n", "w"])
    fifo.enqueue({"n": 1, "w": ["a", "b"]})
    fifo.enqueue_many({"n": [2, 3], "w": [["c", "d"], ["e", "f"]]})
    found += [fifo.size(), fifo.dequeue(), fifo.dequeue_many(1), fifo.dequeue_up_to(1), fifo.size()]
    padding = tf.queue.PaddingFIFOQueue(10, [tf.float32, tf.string], shapes=[[None, 2], []])
    for size in (1, 3, 0):
        padding.enqueue((tf.ones([size, 2]), str(size)))
    found += [padding.dequeue_many(2), padding.dequeue()]
    shuffled = tf.queue.RandomShuffleQueue(20, 3, tf.int64, shapes=[[]], seed=7)
    shuffled.enqueue_many([tf.range(12, dtype=tf.int64)])
    found += [shuffled.dequeue_many(5), shuffled.dequeue(), shuffled.size()]
    shuffled.close()
    found += [shuffled.dequeue_up_to(20), shuffled.is_closed()]
    by_priority = tf.queue.PriorityQueue(10, [tf.string], [[]])
    by_priority.enqueue((3, "c"))
    by_priority.enqueue_many(([2, 1], ["b", "a"]))
    found += [by_priority.dequeue(), by_priority.dequeue_many(2), by_priority.dtypes]
    loose = tf.queue.FIFOQueue(3, tf.int32)
    loose.enqueue([[1, 2]])
    return [*found, _outcome(lambda: loose.dequeue_many(1)), loose.shapes[0].rank, fifo.shapes]


def refusals_of_queues(tf):
    """What queues refuse, when they are made and when they are used."""
    queue = tf.queue.FIFOQueue(2, [tf.int32], shapes=[[2]])
    named = tf.queue.FIFOQueue(2, [tf.int32], names=["a"])
    closed = tf.queue.FIFOQueue(2, tf.int32, shapes=[[]])
    closed.enqueue(5)
    closed.close()
    calls = [
        lambda: queue.enqueue([1]),
        lambda: queue.enqueue([[1, 2, 3]]),
        lambda: queue.enqueue("word"),
        lambda: queue.enqueue({"a": [1, 2]}),
        lambda: queue.enqueue_many([[1, 2]]),
        lambda: queue.dequeue_many(-1),
        lambda: named.enqueue(1),
        lambda: named.enqueue({"b": 1}),
        lambda: closed.enqueue(6),
        lambda: closed.dequeue_many(2),
        closed.dequeue,
        closed.dequeue,
        lambda: closed.dequeue_up_to(2),
        closed.close,
        lambda: tf.queue.FIFOQueue(2, [tf.int32, tf.int32], shapes=[[]]),
        lambda: tf.queue.FIFOQueue(2, [tf.int32], names=["a", "b"]),
        lambda: tf.queue.QueueBase.from_list(0, []),
        lambda: tf.queue.QueueBase.from_list(0, [queue, 3]),
        lambda: tf.queue.RandomShuffleQueue(2, 5, tf.int32),
        lambda: tf.compat.v1.train.string_input_producer(["a"]),
        lambda: tf.compat.v1.train.string_input_producer([]),
        lambda: tf.compat.v1.train.batch([tf.constant(1)], 2),
        lambda: tf.compat.v1.train.QueueRunner(queue, [None]),
        lambda: tf.compat.v1.train.start_queue_runners(),
    ]
    found = []
    for call in calls:
        outcome = _outcome(call)
        found.append(outcome if isinstance(outcome, str) else "no error")
    return found


def queues_of_sessions(tf):
    """Queues in graphs: static shapes, names, elements that stay between runs, several queues in one list."""
    v1, found = tf.compat.v1, []
    with tf.Graph().as_default(), v1.Session() as session:
        first = tf.queue.FIFOQueue(3, [tf.float32, tf.int32], shapes=[[2], []])
        second = tf.queue.FIFOQueue(3, [tf.float32, tf.int32], shapes=[[3], []], name="other")
        put = first.enqueue(([1.0, 2.0], 3))
        put_more = second.enqueue_many((tf.ones([2, 3]), [4, 5]))
        n = v1.placeholder(tf.int32, [])
        taken = [first.dequeue(), first.dequeue_many(2), first.dequeue_many(n), first.dequeue_up_to(2)]
        found += [[part.shape.as_list() for part in parts] for parts in taken]
        found += [[part.name for part in parts] for parts in taken]
        found += [put.name, put_more.name, first.name, second.name, first.size().name]
        session.run([put, put_more])
        session.run(put)
        found += session.run([first.size(), second.size()])
        found.append(session.run(taken[0]))
        found.append(session.run(second.dequeue_many(2)))
        session.run(first.close())
        found += [session.run(first.is_closed()), session.run(taken[3])]
        found.append(_outcome(lambda: session.run(taken[0])))
        session.run(second.close(cancel_pending_enqueues=True))
        found.append(_outcome(lambda: session.run(put_more)))
    return found


def waiting_threads(tf):
    """Threads wait for room and for elements; closing a queue lets them go."""
    v1, found = tf.compat.v1, []
    with tf.Graph().as_default(), v1.Session() as session:
        queue = tf.queue.FIFOQueue(1, tf.int32, shapes=[[]])
        x = v1.placeholder(tf.int32, [])
        put, take, take_more = queue.enqueue(x), queue.dequeue(), queue.dequeue_many(3)
        close, cancel = queue.close(), queue.close(cancel_pending_enqueues=True)

        def produce():
            for number in range(5):
                session.run(put, {x: number})
            found.append(_outcome(lambda: session.run(put, {x: 9}) or session.run(put, {x: 9})))

        producer = threading.Thread(target=produce)
        producer.start()
        taken = [session.run(take_more), session.run(take), session.run(take)]
        while not session.run(queue.size()):
            pass
        session.run(cancel)
        producer.join()
        found += [*taken, session.run(take), _outcome(lambda: session.run(take))]
        found.append(_outcome(lambda: session.run(close)))
    return found


def input_pipelines(tf):
    """Names, numbers and slices, batched by threads until they end."""
    v1, found = tf.compat.v1, []
    with tf.Graph().as_default(), v1.Session() as session:
        word = v1.train.string_input_producer(["a", "b", "c"], num_epochs=2, shuffle=False).dequeue()
        number = v1.train.range_input_producer(5, num_epochs=1, shuffle=False).dequeue()
        row, label = v1.train.slice_input_producer(
            [[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [0, 1, 2]], num_epochs=1, shuffle=False
        )
        words = v1.train.batch([word, v1.strings.length(word)], 4, allow_smaller_final_batch=True)
        numbers = v1.train.batch({"n": number}, 2)
        shuffled = v1.train.shuffle_batch([row, label], 3, 10, 2, seed=3)
        many = v1.train.input_producer([[1, 2], [3, 4]], num_epochs=1, shuffle=False).dequeue_many(2)
        kept = v1.train.maybe_batch([number * 1], tf.constant(False), 2)
        found += [[x.shape.as_list() for x in words], numbers["n"].shape.as_list(), kept.shape.as_list()]
        found += [[x.shape.as_list() for x in shuffled], many.shape.as_list()]
        found.append(sorted(v.name for v in v1.local_variables()))
        found.append(len(v1.get_collection("queue_runners")))
        found.append(len(v1.get_collection("summaries")))
        session.run([v1.local_variables_initializer(), v1.global_variables_initializer()])
        coordinator = tf.train.Coordinator()
        threads = v1.train.start_queue_runners(session, coordinator)
        found += [session.run(words), session.run(words), _outcome(lambda: session.run(words))]
        found += [session.run(many), _outcome(lambda: session.run(many))]
        rows, labels = session.run(shuffled)
        found += [sorted(rows[:, 0].tolist()), sorted(labels.tolist())]
        coordinator.request_stop()
        coordinator.join(threads)
        found.append(coordinator.should_stop())
    return found


def batches_of_rows(tf):
    """Rows, rows that are kept, several sources, sparse and padded elements."""
    v1, found = tf.compat.v1, []
    with tf.Graph().as_default(), v1.Session() as session:
        steps = v1.train.range_input_producer(3, num_epochs=1, shuffle=False, name="steps").dequeue()
        rows = tf.stack([steps * 10, steps * 10 + 1])
        many = v1.train.batch([rows, -rows], 4, enqueue_many=True)
        session.run(v1.local_variables_initializer())
        coordinator = tf.train.Coordinator()
        threads = v1.train.start_queue_runners(session, coordinator)
        found.append(session.run(many))
        coordinator.request_stop()
        coordinator.join(threads)
    with tf.Graph().as_default(), v1.Session() as session:
        steps = v1.train.range_input_producer(4, num_epochs=1, shuffle=False).dequeue()
        rows = tf.stack([steps * 10, steps * 10 + 1])
        kept = v1.train.maybe_batch([rows], [True, False], 4, enqueue_many=True)
        session.run(v1.local_variables_initializer())
        coordinator = tf.train.Coordinator()
        threads = v1.train.start_queue_runners(session, coordinator)
        found.append(session.run(kept))
        coordinator.request_stop()
        coordinator.join(threads)
    with tf.Graph().as_default(), v1.Session() as session:
        step = v1.train.range_input_producer(4, num_epochs=1, shuffle=False).dequeue()
        even = v1.train.maybe_batch([step], tf.equal(step % 2, 0), 2)
        session.run(v1.local_variables_initializer())
        coordinator = tf.train.Coordinator()
        threads = v1.train.start_queue_runners(session, coordinator)
        found.append(session.run(even))
        coordinator.request_stop()
        coordinator.join(threads)
    with tf.Graph().as_default(), v1.Session() as session:
        step = v1.train.range_input_producer(4, num_epochs=1, shuffle=False).dequeue()
        ones = tf.ones([step])
        sparse = tf.sparse.from_dense([step, 0, step + 1])
        padded = v1.train.batch([ones, sparse], 3, dynamic_pad=True, allow_smaller_final_batch=True)
        joined = v1.train.batch_join([[tf.constant(1)], [tf.constant(2)]], 6)
        found += [padded[0].shape.as_list()]
        session.run(v1.local_variables_initializer())
        coordinator = tf.train.Coordinator()
        threads = v1.train.start_queue_runners(session, coordinator)
        for _ in range(2):
            found += session.run([padded[0], padded[1].indices, padded[1].values])
        found.append(set(session.run(joined).tolist()) <= {1, 2})
        coordinator.request_stop()
        coordinator.join(threads)
    return found


def monitored_pipelines(tf):
    """A monitored session starts the threads of queues, ends with their data, and raises their errors."""
    v1, found = tf.compat.v1, []
    with tf.Graph().as_default():
        v1.train.get_or_create_global_step()
        number = v1.train.range_input_producer(5, num_epochs=1, shuffle=False).dequeue()
        batch = v1.train.batch([number], 2, allow_smaller_final_batch=True)
        with v1.train.MonitoredSession() as session:
            while not session.should_stop():
                found.append(session.run(batch))
    with tf.Graph().as_default():
        v1.train.get_or_create_global_step()
        queue = tf.queue.FIFOQueue(2, tf.float32, shapes=[[]])
        place = v1.placeholder_with_default(5, [])
        v1.train.add_queue_runner(v1.train.QueueRunner(queue, [queue.enqueue(tf.gather([1.0], place))]))
        item = queue.dequeue()

        def run():
            with v1.train.MonitoredSession() as session:
                session.run(item)

        found.append(_outcome(run))
    return found
