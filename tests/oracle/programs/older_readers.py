"""Programs with TensorFlow 1's readers: records of files whose names come from a queue."""

import gzip
import re
import tempfile
import threading
import zlib
from pathlib import Path

from tests.oracle.programs.errors import error_of

_FOLDER = Path(tempfile.mkdtemp())


def _file(name, content):
    path = _FOLDER / name
    path.write_bytes(content)
    return str(path)


def _records(tf, name="some.tfrecord", options=None, records=(b"hello", b"", b"x" * 10)):
    path = str(_FOLDER / name)
    with tf.io.TFRecordWriter(path, options) as writer:
        for record in records:
            writer.write(record)
    return path


def _without_folder(key):
    return key.replace(str(_FOLDER).encode(), b"")


def _steps(tf, make, paths, steps, count=None, dtype=None, shapes=((),)):
    """What the steps of a reader give, and what it has counted behind each."""
    v1, found = tf.compat.v1, []
    with tf.Graph().as_default(), v1.Session() as session:
        queue = tf.queue.FIFOQueue(20, dtype or tf.string, shapes=shapes)
        reader = make(v1)
        read = reader.read(queue) if count is None else reader.read_up_to(queue, count)
        counts = [reader.num_records_produced(), reader.num_work_units_completed()]
        session.run(queue.enqueue_many([paths] if dtype is None else paths))
        session.run(queue.close())

        def step():
            keys, values = session.run(read)
            keys = _without_folder(keys) if count is None else list(map(_without_folder, keys))
            found.append((keys, values))

        for _ in range(steps):
            found.append(error_of(step))
            if error_of(lambda: session.run(counts)) == "none":  # Otherwise there is no reader.
                found.append([int(x) for x in session.run(counts)])
    return found


def lines_of_files(tf):
    """Lines with several ends, of several files of which one is not there; lines that are skipped."""
    text = _file("text", b"a\nbc\r\n\nd\rx\nlast\r")
    strange = _file("strange", b"a\r\r\nb\n\r\n\r")
    paths = [text, _file("empty", b""), "/no/such/file", strange]
    return [
        _steps(tf, lambda v1: v1.TextLineReader(), paths, 12),
        _steps(tf, lambda v1: v1.TextLineReader(), paths, 7, count=3),
        _steps(tf, lambda v1: v1.TextLineReader(skip_header_lines=2), paths, 7),
        _steps(tf, lambda v1: v1.TextLineReader(-1), paths, 1),
        _steps(tf, lambda v1: v1.TextLineReader(), paths, 2, count=0),
    ]


def records_of_files(tf):
    """Records of plain, compressed and damaged files. A file that is damaged is not left."""
    plain = _records(tf)
    data = Path(plain).read_bytes()
    damaged = _file("damaged", data[:22] + b"\xff" + data[23:])
    packed = gzip.compress(data)
    v1 = tf.compat.v1
    older = v1.python_io.TFRecordOptions(v1.python_io.TFRecordCompressionType.ZLIB)
    read = [
        (None, [plain, "/no/such/file", plain], 9, None),
        (None, [plain, plain], 6, 2),
        (None, [plain, plain], 3, 5),
        (None, [damaged, plain], 4, None),
        (None, [damaged, plain], 2, 3),
        (None, [_file("cut", data[:-1]), plain], 5, None),
        (None, [_file("other", b"this is no file of records, but a text")], 2, None),
        (tf.io.TFRecordOptions("GZIP"), [_file("packed", packed)], 4, None),
        (tf.io.TFRecordOptions("GZIP"), [_file("packed_cut", packed[:-12])], 4, None),
        (older, [_file("zlib", zlib.compress(data))], 4, None),
        ("ZLIB", [_file("zlib", zlib.compress(data))], 2, 9),
        ("GZIP", [plain], 2, None),
    ]
    return [
        *(
            _steps(tf, lambda v1, o=options: v1.TFRecordReader(options=o), paths, steps, count)
            for options, paths, steps, count in read
        ),
        error_of(lambda: _steps(tf, lambda v1: v1.TFRecordReader(options="other"), [plain], 1)),
    ]


def records_of_one_length(tf):
    """Records between headers and footers, that overlap or have gaps; sizes that are none."""
    content = b"HHabcdefghiF"
    plain, packed = _file("fixed", content), _file("fixed_packed", gzip.compress(content))
    cut = _file("fixed_cut", gzip.compress(content)[:-12])
    zipped = _file("fixed_zlib", zlib.compress(content))
    read = [
        ((3, 2, 1), [plain, "/no/such/file", plain], 9, None),
        ((3, 2, 1), [plain, plain], 5, 2),
        ((3, 2, 1, 1), [plain], 8, None),
        ((3, 2, 1, 5), [plain], 3, None),
        ((3, 2, 1, 50), [plain, plain], 3, None),
        ((4, 2, 1), [plain, plain], 5, None),
        ((4, 200), [plain, plain], 3, None),
        ((0, 2), [plain], 3, None),
        ((3, 2, 1, 2, None, "GZIP"), [packed, cut], 8, None),
        ((3, 2, 1, 0, None, "ZLIB"), [zipped], 4, None),
        ((3, 0, 0, 0, None, "ZLIB"), [plain], 2, None),
        ((3, 0, 0, 0, None, "other"), [plain], 2, None),
        *(((3, *wrong), [plain], 1, None) for wrong in ((-1,), (0, -1), (0, 0, -1))),
        ((-1,), [plain], 1, None),
    ]
    return [
        _steps(tf, lambda v1, a=args: v1.FixedLengthRecordReader(*a), paths, steps, count)
        for args, paths, steps, count in read
    ]


def whole_files(tf):
    """Whole files and the elements of queues; one that is not there is tried again and again."""
    text, empty = _file("text", b"a\nb"), _file("empty", b"")
    whole, same = (lambda v1: v1.WholeFileReader()), (lambda v1: v1.IdentityReader())
    return [
        _steps(tf, whole, [text, empty, text], 4),
        _steps(tf, whole, [text, empty, text], 4, count=2),
        _steps(tf, whole, [text, "/no/such/file", text], 4),
        _steps(tf, whole, [str(_FOLDER), text], 2),
        _steps(tf, same, ["a", "b"], 3),
        _steps(tf, same, [["a"], ["b"]], 2, shapes=([1],)),
        _steps(tf, same, [["a", "b"], ["c", "d"]], 3, shapes=([2],)),
        _steps(tf, same, [[1, 2]], 3, dtype=[tf.int32]),
        _steps(tf, same, [["a"], ["b"]], 3, dtype=[tf.string, tf.string], shapes=([], [])),
    ]


def states_of_readers(tf):
    """What readers count as a message; messages that are none; readers that begin again."""
    v1, found = tf.compat.v1, []
    text = _file("text", b"a\nb\n")
    states = [
        *(b"", b"garbage", b"\x08\x05", b"\x08\x01\x10\x05", b"\x08\x05\x10\x05\x18\x07"),
        *(b"\x08\x06\x10\x05\x18\x07\x22\x01z", b"\x28\x07", b"\x0a\x01a"),
        b"\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
    ]
    for make in (v1.IdentityReader, v1.WholeFileReader, v1.TextLineReader):
        with tf.Graph().as_default(), v1.Session() as session:
            queue, reader = tf.queue.FIFOQueue(20, tf.string, shapes=[[]]), make()
            state, given = reader.serialize_state(), v1.placeholder(tf.string, [])
            restore, reset, read = reader.restore_state(given), reader.reset(), reader.read(queue)
            counts = [reader.num_records_produced(), reader.num_work_units_completed()]
            session.run(queue.enqueue_many([[text] * 8]))

            def tell(call, session=session, state=state, counts=counts):
                found.append(error_of(call))
                if found[-1] == "none":
                    result = call() if call.__name__ == "again" else None
                    found.append(result)
                found.append(error_of(lambda: session.run(state)))
                if found[-1] == "none":
                    found.append(_without_folder(session.run(state)))
                found.append([int(x) for x in session.run(counts)])

            tell(lambda s=session, r=read: s.run(r))
            tell(lambda s=session, r=read: s.run(r))
            for message in states:
                tell(lambda s=session, r=restore, m=message, g=given: s.run(r, {g: m}))
            tell(lambda s=session, r=read: s.run(r))
            tell(lambda s=session, r=reset: s.run(r))
            found.append([_without_folder(x) for x in session.run(read)])
            found.append(reader.supports_serialize)
    with tf.Graph().as_default(), v1.Session() as session:
        queue, reader = tf.queue.FIFOQueue(2, tf.string, shapes=[[]]), v1.WholeFileReader()
        read, state = reader.read(queue), reader.serialize_state()
        session.run(queue.enqueue("/no/such/file"))
        found += [error_of(lambda: session.run(read)), session.run(state)]
        found.append(error_of(lambda: session.run(reader.restore_state(session.run(state)))))
    return found


def readers_in_graphs(tf):
    """Names, shapes and dtypes; and that eager programs have no readers."""
    v1, found = tf.compat.v1, []
    with tf.Graph().as_default():
        queue = tf.queue.FIFOQueue(5, tf.string, shapes=[[]])
        for reader in (
            v1.WholeFileReader(),
            v1.TextLineReader(name="lines"),
            v1.FixedLengthRecordReader(3),
            v1.TFRecordReader("records"),
            v1.IdentityReader(),
        ):
            tensors = [
                *reader.read(queue),
                *reader.read_up_to(queue.queue_ref, 3, name="several"),
                reader.num_records_produced(),
                reader.num_work_units_completed(),
                reader.serialize_state(),
            ]
            found += [(x.name, x.dtype.name, x.shape.as_list()) for x in tensors]
            found += [reader.reset().name, reader.restore_state("x").name]
            found += [reader.reader_ref.name, reader.reader_ref.dtype.name]
            found += [isinstance(reader, v1.ReaderBase), reader.supports_serialize]
            found.append(type(reader.read(queue)).__name__)
            found.append(reader.read(queue)._fields + reader.read_up_to(queue, 2)._fields)
        found.append(error_of(lambda: reader.read_up_to(queue, [1])))
        found.append(error_of(lambda: reader.restore_state(["x"])))
        found.append(error_of(lambda: reader.read(3)))
    for make in (
        v1.WholeFileReader,
        v1.TextLineReader,
        lambda: v1.FixedLengthRecordReader(3),
        v1.TFRecordReader,
        v1.IdentityReader,
        v1.LMDBReader,
        lambda: v1.ReaderBase(None),
    ):
        found.append(error_of(make))
    try:
        v1.TextLineReader()
    except RuntimeError as error:
        found.append(str(error).removesuffix(" (AG409)"))
    return found


def readers_that_wait(tf):
    """A reader waits for names of files; who closes the session lets it go."""
    v1, found = tf.compat.v1, []
    text = _file("text", b"a\nb\n")
    with tf.Graph().as_default(), v1.Session() as session:
        queue = tf.queue.FIFOQueue(5, tf.string, shapes=[[]])
        read = v1.TextLineReader().read(queue).value
        put, taken = queue.enqueue(text), []

        def take():
            for _ in range(4):
                taken.append(session.run(read))
            found.append(error_of(lambda: session.run(read)))

        threads = [threading.Thread(target=take)]
        threads[0].start()
        session.run(put)
        session.run(put)
        while len(taken) < 4:
            pass
        session.close()
        threads[0].join()
        found.append(taken)
    return found


def _example(tf, number):
    train = tf.train
    features = {
        "n": train.Feature(int64_list=train.Int64List(value=[number])),
        "x": train.Feature(float_list=train.FloatList(value=[0.5 * number, 1.0])),
    }
    return train.Example(features=train.Features(feature=features)).SerializeToString()


def _parsed(tf, record):
    forms = {"n": tf.io.FixedLenFeature([], tf.int64), "x": tf.io.FixedLenFeature([2], tf.float32)}
    parsed = tf.io.parse_single_example(record, forms)
    return [parsed["n"], parsed["x"]]


def classical_pipelines(tf):
    """File names, records, examples, batches, with threads and a coordinator, until the files end."""
    v1, found = tf.compat.v1, []
    paths = [
        _records(tf, f"examples_{part}", None, [_example(tf, 4 * part + i) for i in range(4)])
        for part in range(2)
    ]

    def run(batch, check):
        with v1.Session() as session:
            session.run([v1.global_variables_initializer(), v1.local_variables_initializer()])
            coordinator = tf.train.Coordinator()
            threads = v1.train.start_queue_runners(session, coordinator)
            try:
                while not coordinator.should_stop():
                    check(session.run(batch))
            except tf.errors.OutOfRangeError:
                found.append("the end")
            finally:
                coordinator.request_stop()
                coordinator.join(threads)

    with tf.Graph().as_default():
        names = v1.train.string_input_producer(paths, num_epochs=1, shuffle=False)
        _, record = v1.TFRecordReader().read(names)
        batch = v1.train.batch(_parsed(tf, record), 3, allow_smaller_final_batch=True)
        found.append([x.shape.as_list() for x in batch])
        run(batch, found.append)
    with tf.Graph().as_default():
        names = v1.train.string_input_producer(paths, num_epochs=2, seed=3)
        _, record = v1.TFRecordReader().read(names)
        batch, seen = v1.train.shuffle_batch(_parsed(tf, record), 4, 30, 10, 2, seed=5), []
        run(batch, lambda values: seen.extend(values[0].tolist()))
        found.append(sorted(seen))
    with tf.Graph().as_default():
        names = v1.train.string_input_producer(paths, num_epochs=1, shuffle=False)
        _, records = v1.TFRecordReader().read_up_to(names, 3)
        batch = v1.train.batch([records], 4, enqueue_many=True, shapes=[[]])
        run(batch, lambda values: found.append(len(values)))
    with tf.Graph().as_default():
        csv = _file("table.csv", b"n,x\n1,2.5\n2,3.5\n3,4.5\n")
        names = v1.train.string_input_producer([csv], num_epochs=2, shuffle=False)
        key, line = v1.TextLineReader(skip_header_lines=1).read(names)
        key = tf.strings.regex_replace(key, re.escape(str(_FOLDER)), "")
        run(v1.train.batch([key, *tf.io.decode_csv(line, [0, 0.0])], 2), found.append)
    with tf.Graph().as_default():
        names = v1.train.string_input_producer([paths[0], "/no/such/file"], 1, shuffle=False)
        batch = v1.train.batch([v1.TFRecordReader().read(names).value], 4)
        told = len(found)
        error = error_of(lambda: run(batch, lambda _: None))
        del found[told:]  # Whether the end was told depends on which thread was first.
        found.append(error)
    with tf.Graph().as_default():
        v1.train.get_or_create_global_step()
        names = v1.train.string_input_producer(paths, num_epochs=1, shuffle=False)
        number = _parsed(tf, v1.TFRecordReader().read(names).value)[0]
        batch = v1.train.batch([number], 3, allow_smaller_final_batch=True)
        with v1.train.MonitoredSession() as session:
            while not session.should_stop():
                found.append(session.run(batch))
    return found
