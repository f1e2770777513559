"""Readers of TensorFlow 1: keys, counts, states, threads that wait, and graphs that are imported."""

from __future__ import annotations

import gc
import gzip
import threading

import numpy as np
import pytest

import stagelight as tf
from stagelight.formats.record_files import framed
from stagelight.ops.files import reader_values
from stagelight.ops.files.reader_values import TextLineReader
from stagelight.ops.resources.queue_values import Queue

v1 = tf.compat.v1


@pytest.fixture
def steps(tmp_path):
    """`steps(make, *contents)`: what the steps of a reader give of files of these contents, until they end.

    Keys are without the folder; files have the names 0, 1, 2...
    """

    def run(make, *contents, up_to=None):
        paths = [tmp_path / str(number) for number in range(len(contents))]
        for path, content in zip(paths, contents, strict=True):
            path.write_bytes(content)
        found = []
        with tf.Graph().as_default(), v1.Session() as session:
            queue, reader = tf.queue.FIFOQueue(20, tf.string, shapes=[[]]), make()
            read = reader.read(queue) if up_to is None else reader.read_up_to(queue, up_to)
            session.run(queue.enqueue_many([list(map(str, paths))]))
            session.run(queue.close())
            with pytest.raises(tf.errors.OutOfRangeError, match="is closed and has insufficient"):
                while True:
                    found.append(_without(session.run(read), str(tmp_path).encode() + b"/"))
            assert session.run(reader.num_work_units_completed()) == len(contents)
            assert session.run(reader.num_records_produced()) == (
                len(found) if up_to is None else sum(len(keys) for keys, _ in found)
            )
        return found

    return run


def _without(record, folder):
    key, value = record
    if isinstance(key, bytes):
        return key.replace(folder, b""), value
    return [x.replace(folder, b"") for x in key], value.tolist()


def test_lines_are_counted_from_1(steps):
    assert steps(v1.TextLineReader, b"a\nbc\r\n\nd\re", b"", b"f\r\n\r") == [
        (b"0:1", b"a"),
        (b"0:2", b"bc"),
        (b"0:3", b""),
        (b"0:4", b"d\re"),
        (b"2:1", b"f"),
    ]
    assert steps(lambda: v1.TextLineReader(skip_header_lines=1), b"a\nb\nc", b"d", b"e\nf") == [
        (b"0:2", b"b"),
        (b"0:3", b"c"),
        (b"2:2", b"f"),
    ]


def test_lines_go_over_the_pieces_in_which_files_are_read(steps, monkeypatch):
    monkeypatch.setattr(reader_values, "_CHUNK", 3)
    lines = [b"a" * 10, b"", b"bcd", b"ef"]
    found = steps(v1.TextLineReader, b"\r\n".join(lines))
    assert [value for _, value in found] == lines
    found = steps(lambda: v1.FixedLengthRecordReader(7, 5, 4, 8), bytes(range(40)))
    assert [value[0] for _, value in found] == [5, 13, 21, 29]
    assert {len(value) for _, value in found} == {7}


def test_keys_of_records_have_their_positions(steps):
    content = b"".join(map(framed, (b"hello", b"", b"x")))
    found = [(b"0:0", b"hello"), (b"0:21", b""), (b"0:37", b"x")]
    assert steps(v1.TFRecordReader, content) == found
    packed = tf.io.TFRecordOptions("GZIP")
    for options in (packed, "GZIP"):
        make = lambda options=options: v1.TFRecordReader(options=options)  # noqa: E731
        assert steps(make, gzip.compress(content)) == found
    assert steps(v1.TFRecordReader, content, content, up_to=2) == [
        ([b"0:0", b"0:21"], [b"hello", b""]),
        ([b"0:37"], [b"x"]),
        ([b"1:0", b"1:21"], [b"hello", b""]),
        ([b"1:37"], [b"x"]),
    ]


@pytest.mark.parametrize(
    ("sizes", "values"),
    [
        ((3, 2, 1), [b"abc", b"def", b"ghi"]),
        ((3, 2, 1, 1), [b"abc", b"bcd", b"cde", b"def", b"efg", b"fgh", b"ghi"]),
        ((3, 2, 1, 5), [b"abc", b"fgh"]),
        ((3, 2, 1, 50), [b"abc"]),
        ((4, 2, 1), [b"abcd", b"efgh"]),
        ((50,), []),
    ],
)
def test_records_of_one_length_are_counted_from_0(steps, sizes, values):
    expected = [(b"0:%d" % number, value) for number, value in enumerate(values)]
    content = b"HHabcdefghiF"
    assert steps(lambda: v1.FixedLengthRecordReader(*sizes), content) == expected
    make = lambda: v1.FixedLengthRecordReader(*sizes, encoding="GZIP")  # noqa: E731
    assert steps(make, gzip.compress(content)) == expected


def test_whole_files_are_completed_with_their_record(steps):
    assert steps(v1.WholeFileReader, b"a\nb", b"") == [(b"0", b"a\nb"), (b"1", b"")]
    assert steps(v1.WholeFileReader, b"a", b"b", up_to=5) == [([b"0"], [b"a"]), ([b"1"], [b"b"])]


def _reading(session, make, paths):
    """A reader and the operation that reads, with names of files in the queue."""
    queue, reader = tf.queue.FIFOQueue(20, tf.string, shapes=[[]]), make()
    session.run(queue.enqueue_many([paths]))
    return reader, reader.read(queue).value


def test_a_damaged_file_is_not_left_but_one_that_is_missing_is(tmp_path):
    damaged, good = tmp_path / "damaged", tmp_path / "good"
    good.write_bytes(framed(b"one") + framed(b"two"))
    damaged.write_bytes(framed(b"one") + framed(b"two")[:-1])
    with tf.Graph().as_default(), v1.Session() as session:
        paths = ["/no/such/file", str(good), str(damaged), str(good)]
        reader, read = _reading(session, v1.TFRecordReader, paths)
        with pytest.raises(tf.errors.NotFoundError, match="/no/such/file"):
            session.run(read)
        assert [session.run(read) for _ in range(3)] == [b"one", b"two", b"one"]
        for _ in range(2):
            with pytest.raises(tf.errors.DataLossError, match=rf"at 19: {damaged} ends"):
                session.run(read)
        assert session.run(reader.num_records_produced()) == 3
        session.run(reader.reset())
        assert session.run(reader.num_records_produced()) == 0
        assert session.run(read) == b"one"


def test_a_whole_file_that_is_missing_is_tried_again(tmp_path):
    path = tmp_path / "late"
    with tf.Graph().as_default(), v1.Session() as session:
        reader, read = _reading(session, v1.WholeFileReader, [str(path)])
        with pytest.raises(tf.errors.NotFoundError, match="late"):
            session.run(read)
        state = session.run(reader.serialize_state())
        with pytest.raises(tf.errors.InvalidArgumentError, match="Inconsistent work started"):
            session.run(reader.restore_state(state))
    with tf.Graph().as_default(), v1.Session() as session:
        reader, read = _reading(session, v1.WholeFileReader, [str(path)])
        with pytest.raises(tf.errors.NotFoundError):
            session.run(read)
        path.write_bytes(b"text")
        assert session.run(read) == b"text"


def test_a_header_longer_than_the_file_is_an_error_at_the_file(tmp_path):
    (tmp_path / "short").write_bytes(b"abc")
    with tf.Graph().as_default(), v1.Session() as session:
        make = lambda: v1.FixedLengthRecordReader(1, 10)  # noqa: E731
        _, read = _reading(session, make, [str(tmp_path / "short")])
        with pytest.raises(tf.errors.OutOfRangeError, match=r"end of file, in .*short before byte"):
            session.run(read)


@pytest.mark.parametrize("make", [v1.IdentityReader, v1.WholeFileReader])
def test_a_reader_counts_on_from_a_state(tmp_path, make):
    (tmp_path / "a").write_bytes(b"text")
    name = str(tmp_path / "a")
    with tf.Graph().as_default(), v1.Session() as session:
        reader, read = _reading(session, make, [name] * 5)
        assert reader.supports_serialize
        state = reader.serialize_state()
        assert session.run(state) == b""
        session.run(read)
        kept = session.run(state)
        assert kept == b"\x08\x01\x10\x01\x18\x01\x22" + bytes([len(name)]) + name.encode()
        session.run(read)
        session.run(reader.restore_state(kept))
        assert session.run([reader.num_records_produced(), state]) == [1, kept]
        for bad, message in (
            (b"garbage", "Could not parse state"),
            (b"\x08\x05", "Inconsistent work"),
            (b"\x10" + b"\xff" * 9 + b"\x01", "Unexpected negative"),
        ):
            session.run(reader.restore_state(kept))
            with pytest.raises(tf.errors.InvalidArgumentError, match=message):
                session.run(reader.restore_state(bad))
            assert session.run(state) == b""


def test_readers_of_parts_of_files_have_no_states():
    with tf.Graph().as_default(), v1.Session() as session:
        reader = v1.TextLineReader()
        assert not reader.supports_serialize
        for operation in (reader.serialize_state(), reader.restore_state(b"")):
            with pytest.raises(tf.errors.UnimplementedError):
                session.run(operation)


def test_what_does_not_fit_is_refused():
    with tf.Graph().as_default(), v1.Session() as session:
        queue = tf.queue.FIFOQueue(20, tf.int32, shapes=[[]])
        session.run(queue.enqueue(1))
        reader = v1.IdentityReader()
        with pytest.raises(tf.errors.InvalidArgumentError, match="single string component"):
            session.run(reader.read(queue))
        with pytest.raises(tf.errors.InvalidArgumentError, match="must not be negative"):
            session.run(reader.read_up_to(queue, -1))
        assert session.run(reader.read_up_to(queue, 0)).keys.tolist() == []
        with pytest.raises(ValueError, match="rank 0"):
            reader.read_up_to(queue, [1])
        for make in (
            lambda: v1.TextLineReader(-1),
            lambda: v1.FixedLengthRecordReader(-1),
            lambda: v1.FixedLengthRecordReader(1, footer_bytes=-1),
        ):
            with pytest.raises(tf.errors.InvalidArgumentError, match="must be >= 0"):
                session.run(make().reset())
        with pytest.raises(ValueError, match="compression_type"):
            v1.TFRecordReader(options="other")
        with pytest.raises(NotImplementedError, match="TFRecordReader"):
            v1.LMDBReader()


@pytest.mark.parametrize(
    "make",
    [
        *(v1.IdentityReader, v1.WholeFileReader, v1.TextLineReader, v1.TFRecordReader),
        *(v1.LMDBReader, lambda: v1.FixedLengthRecordReader(1), lambda: v1.ReaderBase(None)),
    ],
)
def test_eager_programs_have_no_readers(make):
    message = (
        "Readers are not supported when eager execution is enabled. Instead, please use tf.data"
    )
    with pytest.raises(RuntimeError, match=message):
        make()


def test_a_reader_in_a_function_keeps_its_place(tmp_path):
    (tmp_path / "lines").write_text("a\nb\n")
    queue, readers = tf.queue.FIFOQueue(5, tf.string, shapes=[[]]), []
    queue.enqueue(str(tmp_path / "lines"))

    @tf.function
    def line():
        if not readers:
            readers.append(v1.TextLineReader())
        return readers[0].read(queue).value

    assert [line().numpy(), line().numpy()] == [b"a", b"b"]


def test_readers_of_two_sessions_and_of_two_names_are_apart(tmp_path):
    (tmp_path / "lines").write_text("a\nb\nc\n")
    with tf.Graph().as_default():
        queue = tf.queue.FIFOQueue(5, tf.string, shapes=[[]])
        first, second = (v1.TextLineReader().read(queue).value for _ in range(2))
        put = queue.enqueue(str(tmp_path / "lines"))
        for _ in range(2):
            with v1.Session() as session:
                session.run(put)
                session.run(put)
                found = [session.run(read) for read in (first, first, second, first, second)]
                assert found == [b"a", b"b", b"a", b"c", b"b"]


def test_threads_get_each_record_once(tmp_path):
    names = [str(tmp_path / str(number)) for number in range(4)]
    for name in names:
        with open(name, "w") as file:
            file.writelines(f"{number}\n" for number in range(100))
    queue = Queue("names", [tf.string], [tf.TensorShape([])], 10)
    reader, found, lock = TextLineReader("reader", 0), [], threading.Lock()

    def work():
        with pytest.raises(tf.errors.OutOfRangeError):
            while True:
                records = reader.read(queue, 7)
                with lock:
                    found.extend(records)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    queue.put([(np.array(name.encode(), object),) for name in names])
    queue.close(False)
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()
    expected = {(f"{name}:{i + 1}".encode(), b"%d" % i) for name in names for i in range(100)}
    assert len(found) == 400 and set(found) == expected


def test_closing_the_session_lets_a_waiting_reader_go():
    with tf.Graph().as_default(), v1.Session() as session:
        queue, reader = tf.queue.FIFOQueue(5, tf.string, shapes=[[]]), v1.TextLineReader()
        read, raised, is_started = reader.read(queue), [], threading.Event()

        def wait():
            is_started.set()
            try:
                session.run(read)
            except (tf.errors.CancelledError, RuntimeError) as error:
                raised.append(error)

        session.run(reader.reset())
        threads = [threading.Thread(target=wait, daemon=True) for _ in range(2)]
        for thread in threads:
            thread.start()
        is_started.wait(20)
        assert session.run(reader.num_records_produced()) == 0  # It is told while others wait.
        session.close()
        for thread in threads:
            thread.join(20)
            assert not thread.is_alive()
        assert len(raised) == 2


def test_files_are_closed_with_the_session(tmp_path, recwarn):
    (tmp_path / "lines").write_text("a\nb\n")
    with tf.Graph().as_default(), v1.Session() as session:
        _, read = _reading(session, v1.TextLineReader, [str(tmp_path / "lines")])
        assert session.run(read) == b"a"
    del session, read
    gc.collect()
    assert not [warning for warning in recwarn if warning.category is ResourceWarning]


def test_examples_of_files_in_batches(tmp_path):
    paths = [str(tmp_path / str(part)) for part in range(2)]
    for part, path in enumerate(paths):
        with tf.io.TFRecordWriter(path) as writer:
            for number in range(5 * part, 5 * part + 5):
                values = tf.train.Int64List(value=[number])
                feature = {"n": tf.train.Feature(int64_list=values)}
                example = tf.train.Example(features=tf.train.Features(feature=feature))
                writer.write(example.SerializeToString())
    seen = []
    with tf.Graph().as_default(), v1.Session() as session:
        names = v1.train.string_input_producer(paths, num_epochs=2, seed=1)
        _, record = v1.TFRecordReader().read(names)
        parsed = tf.io.parse_single_example(record, {"n": tf.io.FixedLenFeature([], tf.int64)})
        batch = v1.train.shuffle_batch([parsed["n"]], 4, 20, 5, num_threads=2, seed=2)
        session.run(v1.local_variables_initializer())
        coordinator = tf.train.Coordinator()
        threads = v1.train.start_queue_runners(session, coordinator)
        with pytest.raises(tf.errors.OutOfRangeError):
            while True:
                seen += session.run(batch).tolist()
        coordinator.request_stop()
        coordinator.join(threads)
    assert sorted(seen) == sorted(list(range(10)) * 2)


def test_queues_and_readers_of_an_imported_graph_are_kept_between_runs(tmp_path):
    """TensorFlow's graphs do not name them: sessions know them by their nodes."""
    (tmp_path / "lines").write_text("a\nb\n")
    with tf.Graph().as_default() as graph:
        queue = tf.queue.FIFOQueue(5, tf.string, shapes=[[]])
        queue.enqueue(str(tmp_path / "lines"), name="put")
        v1.TextLineReader().read(queue, name="read")
    message = graph.as_graph_def()
    for node in message.node:
        if "shared_name" in node.attr:
            node.attr["shared_name"].s = b""
    with tf.Graph().as_default(), v1.Session() as session:
        for name in ("one", "two"):
            tf.graph_util.import_graph_def(message, name=name)
        for name in ("one", "two"):
            session.run(f"{name}/put")
            assert [session.run(f"{name}/read:1") for _ in range(2)] == [b"a", b"b"]
