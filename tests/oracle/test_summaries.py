"""Event files: ours have what TensorFlow's have, and TensorBoard shows them."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import numpy as np
import pytest

import stagelight
from tests.processes import environment

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
        assert other.metadata == one.metadata
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


class TensorBoard:
    """One that runs, and shows what is in a folder."""

    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        arguments = ["--logdir", str(folder), "--port", str(port), "--load_fast", "false"]
        command = [sys.executable, "-m", "tensorboard.main", *arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def bytes_of(self, path):
        """An answer of its data API."""
        with urllib.request.urlopen(f"{self.address}/data/{path}", timeout=20) as answer:
            return answer.read()

    def ask(self, path):
        """The same, of an answer in JSON."""
        return json.loads(self.bytes_of(path))

    def wait(self):
        """Until it has read the run."""
        end = time.monotonic() + 90
        while time.monotonic() < end and self.process.poll() is None:
            try:
                if "scalar" in self.ask("plugin/scalars/tags").get("run", ()):
                    return
            except OSError:
                pass
            time.sleep(0.5)
        raise AssertionError("TensorBoard does not answer")


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    folder = tmp_path_factory.mktemp("log")
    write(stagelight, folder / "run")
    tensorboard = TensorBoard(folder)
    try:
        tensorboard.wait()
        yield tensorboard
    finally:
        tensorboard.process.terminate()
        tensorboard.process.wait()


def test_tensorboard_reads_all_kinds(board):
    tags = board.ask("plugin/scalars/tags")
    assert set(tags["run"]) == {"scalar", "outer/inner/scoped", "staged"}
    assert "description" in tags["run"]["staged"]["description"]
    ((_, step, value),) = board.ask("plugin/scalars/scalars?run=run&tag=staged")
    assert (step, value) == (5, 3.0)

    histograms = board.ask("plugin/histograms/tags")["run"]
    assert set(histograms) == {"random", "same", "none", "integers", "few", "staged_h"}
    ((_, _, buckets),) = board.ask("plugin/histograms/histograms?run=run&tag=few")
    assert [count for _, _, count in buckets] == [1.0, 0.0, 0.0, 1.0]
    assert board.ask("plugin/distributions/tags")["run"].keys() == histograms.keys()

    assert set(board.ask("plugin/images/tags")["run"]) == {"images", "gray"}
    image, *_ = board.ask("plugin/images/images?run=run&tag=images&sample=0")
    assert image["step"] == 5
    picture = board.bytes_of(f"plugin/images/individualImage?{image['query']}")
    assert picture.startswith(b"\x89PNG")

    assert set(board.ask("plugin/audio/tags")["run"]) == {"audio"}
    sound, *_ = board.ask("plugin/audio/audio?run=run&tag=audio&sample=0")
    assert sound["contentType"] == "audio/wav"
    assert board.bytes_of(f"plugin/audio/individualAudio?{sound['query']}").startswith(b"RIFF")

    (text,) = board.ask("plugin/text/text?run=run&tag=text")
    assert all(f"<td><p>{word}</p></td>" in text["text"].replace("\n", "") for word in "abcd")

    assert board.ask("plugin/graphs/info")["run"]["run_graph"]
    assert "WriteSummary" in board.bytes_of("plugin/graphs/graph?run=run").decode()


def browser():
    """The command of a Chromium, or None."""
    names = "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"
    return next(filter(None, map(shutil.which, names)), None)


@pytest.mark.skipif(browser() is None, reason="needs a Chromium, which is not on the path")
@pytest.mark.parametrize("page", ["timeseries", "scalars", "images", "histograms", "graphs"])
def test_tensorboard_draws_them(board, tmp_path, page):
    """In a browser: the dashboard is the one that was asked for, and its picture is not empty."""
    image_module = pytest.importorskip("PIL.Image")
    picture = tmp_path / "page.png"
    command = [browser(), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    command += [
        "--window-size=1280,1000",
        "--virtual-time-budget=20000",
        f"--user-data-dir={tmp_path}",
    ]
    command += [f"--screenshot={picture}", "--dump-dom", f"{board.address}/#{page}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=True)
    if page == "timeseries":  # The others keep theirs where `--dump-dom` does not look.
        assert all(f">{name}<" in done.stdout for name in ("few", "gray", "run")), done.stderr
    with image_module.open(picture) as image:
        # Below the bar, and right of what is chosen there.
        drawn = np.asarray(image.convert("RGB"))[64:, 320:]
    assert drawn.shape == (936, 960, 3)
    is_background = (drawn == drawn[-1, 10]).all(-1)
    assert 0.005 < 1 - is_background.mean() < 0.995
    assert len(np.unique(drawn.reshape(-1, 3), axis=0)) > 50


HYPERPARAMETERS = """
import sys
import stagelight
stagelight.install_as_tensorflow()
import tensorflow as tf
from tensorboard.backend.event_processing import plugin_event_multiplexer
from tensorboard.plugins.hparams import api

with tf.summary.create_file_writer(sys.argv[1] + "/run").as_default():
    units = api.HParam("units", api.Discrete([16, 32]))
    assert api.hparams_config(hparams=[units], metrics=[api.Metric("accuracy")])
    assert api.hparams({units: 16, "rate": 0.15})
    tf.summary.scalar("accuracy", 0.5, step=1)
events = plugin_event_multiplexer.EventMultiplexer().AddRunsFromDirectory(sys.argv[1])
events.Reload()
print(sorted(events.PluginRunToTagToContent("hparams")["run"]))
"""


def test_tensorboards_own_hyperparameters_are_written(tmp_path):
    result = subprocess.run(
        [sys.executable, "-c", HYPERPARAMETERS, str(tmp_path)],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == ["['_hparams_/experiment',", "'_hparams_/session_start_info']"]
