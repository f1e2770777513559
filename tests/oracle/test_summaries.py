"""Event files: ours have what TensorFlow's have, and TensorBoard shows them."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import numpy as np
import pytest

import stagelight

tensorflow = pytest.importorskip("tensorflow")
pytest.importorskip("tensorboard")

pytestmark = pytest.mark.oracle


def write(tf, folder):
    """The same summaries by either library."""
    random = np.random.RandomState(0)
    images = random.randint(0, 255, (2, 5, 4, 3)).astype(np.uint8)
    writer = tf.summary.create_file_writer(str(folder))

    @tf.function
    def step_of(x):
        tf.summary.scalar("staged", x * 2.0, description="a *description*")
        tf.summary.histogram("staged_h", tf.range(10.0) * x)

    with writer.as_default(step=5):
        tf.summary.scalar("scalar", 3)
        with tf.name_scope("outer"), tf.name_scope("inner"):
            tf.summary.scalar("scoped", 0.25, step=2)
        tf.summary.text("text", [["a", "b"], ["c", "d"]])
        for name, data in (
            ("random", random.randn(100)),
            ("same", np.full(7, 2.5)),
            ("none", np.zeros(0)),
            ("integers", np.arange(12).reshape(3, 4)),
        ):
            tf.summary.histogram(name, data)
        tf.summary.histogram("few", [0.0, 1.0], buckets=4)
        tf.summary.image("images", images)
        tf.summary.image("gray", (images[..., :1] / 255).astype(np.float32), max_outputs=1)
        tf.summary.audio("audio", random.uniform(-1, 1, (2, 50, 1)).astype(np.float32), 8000)
        tf.summary.write("raw", tf.constant([[1, 2]], tf.int64))
        step_of(tf.constant(1.5))
        tf.summary.graph(step_of.get_concrete_function(tf.constant(1.5)).graph)
    writer.close()


def events(folder):
    (path,) = Path(folder).glob("*tfevents*")
    return [
        tensorflow.compat.v1.Event.FromString(record.numpy())
        for record in tensorflow.data.TFRecordDataset(str(path))
    ]


def shown(value):
    """The tensor of a value; images as their pixels."""
    array = tensorflow.make_ndarray(value.tensor)
    if value.metadata.plugin_data.plugin_name == "images":
        return array[:2].tolist(), [tensorflow.io.decode_png(x).numpy() for x in array[2:]]
    return array


def test_events_are_those_of_tensorflow(tmp_path):
    found = []
    for name, tf in (("theirs", tensorflow), ("ours", stagelight)):
        write(tf, tmp_path / name)
        found.append(events(tmp_path / name))
    theirs, ours = found
    assert ours[0].file_version == theirs[0].file_version
    assert [x.WhichOneof("what") for x in ours] == [x.WhichOneof("what") for x in theirs]
    for expected, actual in zip(theirs[1:], ours[1:], strict=True):
        if expected.WhichOneof("what") == "graph_def":
            tensorflow.compat.v1.GraphDef.FromString(actual.graph_def)
            continue
        (one,), (other,) = expected.summary.value, actual.summary.value
        assert (other.tag, actual.step) == (one.tag, expected.step)
        assert other.metadata.plugin_data.plugin_name == one.metadata.plugin_data.plugin_name
        assert other.metadata.summary_description == one.metadata.summary_description
        a, b = shown(one), shown(other)
        if isinstance(a, tuple):
            assert b[0] == a[0]
            np.testing.assert_array_equal(b[1], a[1])
        elif one.metadata.plugin_data.plugin_name == "histograms":
            np.testing.assert_allclose(b, a, rtol=1e-6, err_msg=one.tag)
        elif a.dtype == object and a.ndim == 2 and one.tag == "audio":
            assert b[:, 0].tolist() == a[:, 0].tolist()
        else:
            assert b.dtype == a.dtype
            np.testing.assert_array_equal(b, a)


@pytest.fixture
def port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def test_tensorboard_shows_them(tmp_path, port):
    write(stagelight, tmp_path / "run")
    arguments = ["--logdir", str(tmp_path), "--port", str(port), "--load_fast", "false"]
    command = [sys.executable, "-m", "tensorboard.main", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def ask(path):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/data/{path}", timeout=20) as answer:
            return answer.read()

    try:
        end = time.monotonic() + 90
        while True:
            try:
                tags = json.loads(ask("plugin/scalars/tags"))
                if "scalar" in tags.get("run", ()):
                    break
            except OSError:
                pass
            assert process.poll() is None and time.monotonic() < end, "TensorBoard does not answer"
            time.sleep(0.5)
        assert set(tags["run"]) == {"scalar", "outer/inner/scoped", "staged"}
        assert "description" in tags["run"]["staged"]["description"]
        ((_, step, value),) = json.loads(ask("plugin/scalars/scalars?run=run&tag=staged"))
        assert (step, value) == (5, 3.0)
        graph = ask("plugin/graphs/graph?run=run").decode()
        assert "WriteSummary" in graph
        assert "random" in json.loads(ask("plugin/histograms/tags"))["run"]
        assert "images" in json.loads(ask("plugin/images/tags"))["run"]
    finally:
        process.terminate()
        process.wait()
