"""`tf.summary`: what stands in the event file, eagerly and staged, and what is refused."""

import os
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

import stagelight as tf
from stagelight.formats import schema
from stagelight.formats.record_files import read_records
from stagelight.formats.tensor_proto import to_array


@pytest.fixture(autouse=True)
def no_step():
    yield
    tf.summary.experimental.set_step(None)


def events(folder):
    (path,) = Path(folder).glob("events.out.tfevents.*")
    return [schema.Event.FromString(record) for record, _ in read_records(path)]


def values(folder):
    """(step, tag, plugin, value) of each summary."""
    return [
        (event.step, value.tag, value.metadata.plugin_data.plugin_name, to_array(value.tensor)[0])
        for event in events(folder)[1:]
        for value in event.summary.value
    ]


@pytest.fixture
def writer(tmp_path):
    return tf.summary.create_file_writer(str(tmp_path))


def test_the_first_event_tells_the_version(tmp_path, writer):
    (first,) = events(tmp_path)
    assert first.file_version == "brain.Event:2"
    assert first.wall_time > 1e9


def test_values_of_each_kind(tmp_path, writer):
    with writer.as_default(step=3):
        assert tf.summary.scalar("a", 1.5)
        assert tf.summary.scalar("b", 2, step=7, description="words")
        with tf.name_scope("scope"):
            assert tf.summary.text("t", ["x", "y"])
        assert tf.summary.histogram("h", [1.0, 2.0, 4.0], buckets=3)
        assert tf.summary.write("raw", tf.constant([1, 2]))
    found = values(tmp_path)
    assert [x[:3] for x in found] == [
        (3, "a", "scalars"),
        (7, "b", "scalars"),
        (3, "scope/t", "text"),
        (3, "h", "histograms"),
        (3, "raw", ""),
    ]
    assert found[0][3] == np.float32(1.5) and found[0][3].dtype == np.float32
    assert found[2][3].tolist() == [b"x", b"y"]
    np.testing.assert_allclose(found[3][3], [[1, 2, 1], [2, 3, 1], [3, 4, 1]])
    assert events(tmp_path)[2].summary.value[0].metadata.summary_description == "words"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ([], np.zeros((2, 3))),
        ([5.0, 5.0], [[5, 5, 0], [5, 5, 2]]),
        ([[0], [10]], [[0, 5, 1], [5, 10, 1]]),
    ],
)
def test_histograms_of_few_numbers(tmp_path, writer, data, expected):
    with writer.as_default():
        tf.summary.histogram("h", data, step=0, buckets=2)
    np.testing.assert_array_equal(values(tmp_path)[0][3], expected)


def pixels(png):
    """The rows of a file whose filters are all none."""
    width, height = (int.from_bytes(png[i : i + 4], "big") for i in (16, 20))
    length = int.from_bytes(png[33:37], "big")
    rows = np.frombuffer(zlib.decompress(png[41 : 41 + length]), np.uint8).reshape(height, -1)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, -1)


def test_images_and_sounds(tmp_path, writer):
    images = np.arange(2 * 3 * 4 * 3, dtype=np.uint8).reshape(2, 3, 4, 3)
    with writer.as_default(step=0):
        tf.summary.image("integers", images)
        tf.summary.image("floats", images / np.float32(255), max_outputs=1)
        tf.summary.audio("sounds", tf.ones([5, 10, 2]), 8000, max_outputs=2)
    (_, _, _, integers), (_, _, _, floats), (_, _, plugin, sounds) = values(tmp_path)
    assert integers[:2].tolist() == [b"4", b"3"]
    np.testing.assert_array_equal([pixels(x) for x in integers[2:]], images)
    np.testing.assert_allclose(pixels(floats[2]).astype(int), images[0], atol=1)
    assert plugin == "audio" and sounds.shape == (2, 2) and sounds[0, 0][:4] == b"RIFF"


def test_a_staged_function_writes_in_each_call(tmp_path, writer):
    step = tf.Variable(0, dtype=tf.int64)

    @tf.function
    def f(x):
        with writer.as_default():
            tf.summary.scalar("x", x, step=step)
        step.assign_add(1)

    for n in range(3):
        f(tf.constant(float(n)))
    writer.flush()
    assert [(s, v.item()) for s, _, _, v in values(tmp_path)] == [(0, 0.0), (1, 1.0), (2, 2.0)]
    assert len(f.get_concrete_function(tf.constant(0.0)).graph.get_operations()) < 20


def test_recording_may_depend_on_a_tensor(tmp_path, writer):
    @tf.function
    def f(x):
        with tf.summary.record_if(x > 1.0):
            return tf.summary.scalar("x", x, step=0)

    with writer.as_default():
        assert [bool(f(tf.constant(float(n)))) for n in range(4)] == [False, False, True, True]
        with tf.summary.record_if(lambda: False):
            assert not tf.summary.scalar("y", 1.0, step=0)
            assert not tf.summary.should_record_summaries()
        assert tf.summary.should_record_summaries()
    assert [v.item() for *_, v in values(tmp_path)] == [2.0, 3.0]


def test_graphs_and_those_that_are_traced(tmp_path, writer):
    @tf.function
    def f(x):
        return tf.nn.relu(x, name="named")

    with writer.as_default(step=1):
        tf.summary.trace_on()
        f(tf.constant(1.0))
        tf.summary.trace_export("run")
        tf.summary.graph(f.get_concrete_function(tf.constant(1.0)).graph)
    _, run, graph = events(tmp_path)
    metadata = schema.RunMetadata.FromString(to_array(run.summary.value[0].tensor)[0].item())
    nodes = [node.name for node in metadata.function_graphs[0].pre_optimization_graph.node]
    assert "named" in nodes
    assert [node.name for node in schema.GraphDef.FromString(graph.graph_def).node] == nodes
    with pytest.raises(ValueError, match="trace_on"):
        tf.summary.trace_export("run", step=1)


def test_a_trace_with_a_profile(tmp_path, writer, caplog):
    folder = tmp_path / "profile"
    f = tf.function(lambda x: x + 1.0)
    with caplog.at_level("WARNING"), writer.as_default(step=1):
        tf.summary.trace_on(profiler=True, profiler_outdir=str(folder))
        f(tf.constant(1.0))
        tf.summary.trace_on(profiler=True, profiler_outdir=str(folder))
        tf.summary.trace_export("run", profiler_outdir=str(folder))
    assert [path.name for path in folder.rglob("*.trace.json.gz")]
    assert len(events(tmp_path)) == 2
    with pytest.raises(tf.errors.UnavailableError):
        tf.profiler.experimental.stop()
    assert [record.message.split(" passed")[0] for record in caplog.records] == [
        "Trace already enabled",
        "Ignoring `profiler_outdir`",
    ]


def test_a_trace_goes_on_without_a_profile_that_has_no_folder(tmp_path, writer, caplog):
    with caplog.at_level("WARNING"), writer.as_default(step=1):
        tf.summary.trace_on(graph=True, profiler=True)
        tf.function(lambda x: x + 1.0)(tf.constant(1.0))
        tf.summary.trace_export("run")
    assert len(events(tmp_path)) == 2
    (record,) = caplog.records
    assert record.message.startswith("No `profiler_outdir` passed to trace_on()")


def test_a_trace_is_not_begun_or_exported_while_a_function_is_traced(caplog):
    @tf.function
    def f():
        tf.summary.trace_on()
        tf.summary.trace_export("run", step=1)

    with caplog.at_level("WARNING"):
        f()
    assert [record.message for record in caplog.records] == [
        "Cannot enable trace inside a tf.function.",
        "Cannot export trace inside a tf.function.",
    ]
    with pytest.raises(ValueError, match="trace_on"):
        tf.summary.trace_export("run", step=1)


def test_a_profiler_that_the_program_stopped_is_told(tmp_path, caplog):
    tf.summary.trace_on(profiler=True, profiler_outdir=str(tmp_path))
    tf.profiler.experimental.stop()
    with caplog.at_level("WARNING"):
        tf.summary.trace_off()
    assert "Error while stopping profiler" in caplog.text


def test_what_is_refused(tmp_path, writer):
    assert not tf.summary.scalar("x", 1.0)
    with writer.as_default():
        with pytest.raises(ValueError, match="No step set"):
            tf.summary.scalar("x", 1.0)
        with pytest.raises(ValueError, match="Expected scalar shape"):
            tf.summary.scalar("x", [1.0, 2.0], step=1)
        with pytest.raises(ValueError, match="must have rank 4"):
            tf.summary.image("x", [1.0], step=1)
        with pytest.raises(ValueError, match="must have rank 3"):
            tf.summary.audio("x", [1.0], 8000, step=1)
        with pytest.raises(ValueError, match="encoding"):
            tf.summary.audio("x", tf.zeros([1, 1, 1]), 8000, step=1, encoding="mp3")
        with pytest.raises(tf.errors.DataLossError, match="Bad"):
            tf.summary.experimental.write_raw_pb(b"\xff\xff", step=1)
        with pytest.raises(ValueError, match=r"not tf\.Graph"):
            tf.summary.graph("graph")
    with pytest.raises(ValueError, match="logdir"):
        tf.summary.create_file_writer(None)
    (tmp_path / "file").write_text("")
    with pytest.raises(tf.errors.OpError):
        tf.summary.create_file_writer(str(tmp_path / "file" / "folder"))
    writer.close()
    writer.close()
    writer.flush()
    with pytest.raises(RuntimeError, match="already closed"):
        writer.set_as_default()
    with pytest.raises(RuntimeError, match="already closed"), writer.as_default():
        pass


def test_what_waits_is_written_when_the_process_ends(tmp_path):
    program = f"""
import stagelight as tf
writer = tf.summary.create_file_writer({str(tmp_path)!r}, max_queue=100)
writer.set_as_default(step=1)
tf.summary.scalar("x", 2.0)
"""
    subprocess.run([sys.executable, "-c", program], check=True, env=os.environ)
    assert [v.item() for *_, v in values(tmp_path)] == [2.0]


def test_a_raw_message_is_written(tmp_path, writer):
    value = schema.Summary.Value(tag="x", simple_value=2.0)
    with writer.as_default():
        message = schema.Summary(value=[value]).SerializeToString()
        assert tf.summary.experimental.write_raw_pb(message, step=4)
    event = events(tmp_path)[1]
    assert (event.step, event.summary.value[0].simple_value) == (4, 2.0)


def test_scopes_of_summaries_of_ones_own():
    scope = tf.summary.experimental.summary_scope
    with tf.name_scope("outer"):
        with scope("x y", "other", [1]) as found:
            assert found == ("outer/x y", "outer/xy/")
        with scope(None, "other") as found:
            assert found == ("outer/other", "outer/other/")
        with scope("€", "other") as found:
            assert found == ("outer/€", "outer/other/")
    found = []

    @tf.function
    def staged():
        for _ in range(2):
            with tf.name_scope("o"), scope("x") as both:
                found.append((*both, tf.get_current_name_scope()))

    staged()
    assert [tag for tag, *_ in found] == ["o/x", "o_1/x"]
    assert found[0] == ("o/x", "o/x/", "o/x")


def test_an_iterator_over_events_goes_on_when_the_file_has_grown(tmp_path):
    writer = tf.summary.create_file_writer(str(tmp_path))
    with writer.as_default():
        tf.summary.scalar("loss", 0.5, step=1)
        writer.flush()
        (path,) = tmp_path.iterdir()
        events = tf.compat.v1.train.summary_iterator(str(path))
        assert [event.step for event in events] == [0, 1]
        tf.summary.scalar("loss", 0.25, step=2)
        writer.flush()
    assert [event.step for event in events] == [2]
    with pytest.raises(tf.errors.NotFoundError):
        tf.compat.v1.train.summary_iterator(str(tmp_path / "none"))


def test_events_are_read_again(tmp_path, writer):
    with writer.as_default(step=7):
        tf.summary.scalar("loss", 0.5)
    writer.close()
    (path,) = tmp_path.glob("*tfevents*")
    first, event = tf.compat.v1.train.summary_iterator(str(path))
    assert first.file_version == "brain.Event:2"
    assert (event.step, event.summary.value[0].tag) == (7, "loss")
    with tf.io.TFRecordWriter(str(tmp_path / "other")) as records:
        records.write(b"\xff")
    with pytest.raises(tf.errors.DataLossError, match=r"the record at 0 of .*other is no event"):
        list(tf.compat.v1.train.summary_iterator(str(tmp_path / "other")))
    with pytest.raises(tf.errors.NotFoundError):
        list(tf.compat.v1.train.summary_iterator(str(tmp_path / "none")))


def test_several_messages_are_one_event(tmp_path):
    v1 = tf.compat.v1
    messages = [v1.Summary(value=[v1.Summary.Value(tag=x, simple_value=1.0)]) for x in "ab"]
    with tf.summary.create_file_writer(str(tmp_path)).as_default():
        tf.summary.experimental.write_raw_pb([x.SerializeToString() for x in messages], step=3)
    (file,) = tmp_path.iterdir()
    _, event = v1.train.summary_iterator(str(file))
    assert (event.step, [x.tag for x in event.summary.value]) == (3, ["a", "b"])


def test_a_writer_that_writes_nothing_takes_nothing_from_the_one_outside(tmp_path):
    nowhere = tf.summary.create_noop_writer()
    writer = tf.summary.create_file_writer(str(tmp_path))
    with writer.as_default(step=4), nowhere.as_default(step=9):
        assert bool(tf.summary.scalar("loss", 0.5))
        nowhere.set_as_default()
        assert tf.summary.experimental.get_step() == 4
        assert bool(tf.summary.scalar("loss", 0.5))
    with nowhere.as_default():
        assert not bool(tf.summary.scalar("loss", 0.5, step=1))
    (path,) = tmp_path.iterdir()
    assert [event.step for event in tf.compat.v1.train.summary_iterator(str(path))] == [0, 4, 4]
