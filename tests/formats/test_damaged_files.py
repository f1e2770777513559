"""Files of every kind, damaged at random: they are read or refused clearly, in little time and memory."""

from __future__ import annotations

import contextlib
import ctypes
import io
import struct
import time
import tracemalloc
import wave
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight import config
from stagelight.cli.models import read_graph_def
from stagelight.codegen.machine.compiler import compile_module
from stagelight.codegen.machine.disk_cache import current_cache
from stagelight.runtime.isolated_runs import worker_of
from stagelight.saving.saved_model.trust import limits_of

_MOST_MEMORY = 64 << 20  # The files have some hundred bytes.
_MOST_SECONDS = 20.0

# What a reader may answer; all else is an error of its own.
_REFUSALS = (tf.errors.OpError, OSError, ValueError, NotImplementedError, TypeError)


class Kind(NamedTuple):
    """A kind of file.

    Attributes:
        make: writes one into a folder that is empty.
        file: the one that is damaged, by its name or by a pattern.
        read: reads what was made, and uses it.
    """

    make: Callable[[Path], None]
    file: str
    read: Callable[[Path], object]


# ---------------------------------------------------------------------------- models


def _model():
    model = tf.Module()
    model.w = tf.Variable([[1.0, 2.0]], name="w")
    model.names = [tf.Variable(["a", "b"])]
    table = tf.lookup.KeyValueTensorInitializer(["x", "y"], [1, 2])
    model.table = tf.lookup.StaticHashTable(table, -1)

    @tf.function(input_signature=[tf.TensorSpec([None, 1], tf.float32, name="x")])
    def serve(x):
        while tf.reduce_sum(x) < 10.0:
            x = x + 1.0
        return {"y": x @ model.w, "n": model.table.lookup(tf.constant(["x", "z"]))}

    model.serve = serve
    return model


def _save_model(folder):
    tf.saved_model.save(_model(), str(folder))


def _load_model(folder):
    loaded = tf.saved_model.load(str(folder), trust="none")
    if hasattr(loaded, "serve"):
        loaded.serve(tf.constant([[3.0]]))


def _load_trusted_model(folder):
    loaded = tf.saved_model.load(str(folder))
    if hasattr(loaded, "serve"):
        loaded.serve(tf.constant([[3.0]]))


def _save_values(folder):
    tf.train.Checkpoint(model=_model()).save(str(folder / "values"))


def _load_values(folder):
    checkpoint = tf.train.Checkpoint(model=_model())
    status = checkpoint.restore(tf.train.latest_checkpoint(str(folder)))
    with contextlib.suppress(AssertionError):  # That is what it is for.
        status.assert_consumed()
    reader = tf.train.load_checkpoint(str(folder / "values-1"))
    for key in reader.get_variable_to_shape_map():
        reader.get_tensor(key)


def _write_graph(folder):
    graph = _model().serve.get_concrete_function().graph
    (folder / "graph.pb").write_bytes(graph.as_graph_def().SerializeToString())


def _import_graph(folder):
    message = read_graph_def(str(folder / "graph.pb"))
    with tf.Graph().as_default():
        tf.graph_util.import_graph_def(message)


def _write_onnx(folder):
    function = tf.function(lambda x: tf.nn.relu(x @ tf.ones([2, 3])))
    specs = [tf.TensorSpec([None, 2], tf.float32)]
    tf.onnx.export(function, str(folder / "model.onnx"), input_signature=specs)


def _load_onnx(folder):
    tf.onnx.load(str(folder / "model.onnx"))(tf.ones([1, 2]))


# ---------------------------------------------------------------------------- data


def _example():
    features = {
        "n": tf.train.Feature(int64_list=tf.train.Int64List(value=[1, 2, 300])),
        "f": tf.train.Feature(float_list=tf.train.FloatList(value=[0.5, 2.0])),
        "s": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"abc", b""])),
    }
    return tf.train.Example(features=tf.train.Features(feature=features)).SerializeToString()


def _write_examples(folder):
    (folder / "example").write_bytes(_example())


def _parse_examples(folder):
    features = {
        "n": tf.io.VarLenFeature(tf.int64),
        "f": tf.io.FixedLenFeature([2], tf.float32),
        "s": tf.io.RaggedFeature(tf.string),
    }
    message = (folder / "example").read_bytes()
    tf.io.parse_single_example(message, features)
    tf.io.parse_example([message, message], features)


def _write_records(compression):
    def write(folder):
        with tf.io.TFRecordWriter(str(folder / "records"), compression) as writer:
            for size in (0, 3, 200):
                writer.write(bytes(range(size)))

    return write


def _read_records(compression):
    def read(folder):
        list(tf.data.TFRecordDataset(str(folder / "records"), compression))

    return read


def _write_events(folder):
    with tf.summary.create_file_writer(str(folder)).as_default(step=1):
        tf.summary.scalar("loss", 1.0)
        tf.summary.text("text", "words")
        tf.summary.flush()
    (path,) = folder.glob("*tfevents*")
    path.rename(folder / "events")


def _read_events(folder):
    list(tf.compat.v1.train.summary_iterator(str(folder / "events")))


def _write_csv(folder):
    (folder / "rows.csv").write_text('a,b,c\n1,2.5,"x, ""y"""\n3,4e-3,z\n')


def _read_csv(folder):
    path = str(folder / "rows.csv")
    list(tf.data.experimental.CsvDataset(path, [tf.int32, tf.float32, tf.string], header=True))


def _write_dataset(folder):
    tf.data.Dataset.from_tensor_slices({"a": [1, 2], "b": ["x", "y"]}).save(str(folder / "kept"))


def _read_dataset(folder):
    list(tf.data.Dataset.load(str(folder / "kept")))


def _snapshot(folder):
    return tf.data.Dataset.range(5).map(lambda x: (x, tf.as_string(x))).snapshot(str(folder / "kept"))


def _write_snapshot(folder):
    list(_snapshot(folder))


def _read_snapshot(folder):
    list(_snapshot(folder))


_CODE = "define i64 @answer() {\n  ret i64 42\n}\n"


def _answer(folder):
    """Machine code from a cache in a folder: it is that which was compiled, or is compiled anew."""
    with config.changed(compilation_cache=str(folder)):
        module = compile_module(_CODE)
        current_cache().wait_for_writer()
    assert ctypes.CFUNCTYPE(ctypes.c_int64)(module.address("answer"))() == 42


def _write_tensor(folder):
    data = tf.io.serialize_tensor(np.arange(12.0).reshape(3, 4)).numpy()
    (folder / "tensor").write_bytes(data)


def _read_tensor(folder):
    tf.io.parse_tensor((folder / "tensor").read_bytes(), tf.float64)


def _write_picture(kind):
    def write(folder):
        image_module = pytest.importorskip("PIL.Image")
        pixels = np.random.RandomState(0).randint(0, 255, (7, 9, 3)).astype(np.uint8)
        content = io.BytesIO()
        image_module.fromarray(pixels).save(content, kind)
        (folder / "picture").write_bytes(content.getvalue())

    return write


def _read_picture(folder):
    tf.io.decode_image(tf.io.read_file(str(folder / "picture")))


def _write_sound(folder):
    with wave.open(str(folder / "sound.wav"), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(struct.pack("<40h", *range(40)))


def _read_sound(folder):
    tf.audio.decode_wav(tf.io.read_file(str(folder / "sound.wav")))


_KINDS = {
    "saved model": Kind(_save_model, "saved_model.pb", _load_model),
    "trusted saved model": Kind(_save_model, "saved_model.pb", _load_trusted_model),
    "values of a saved model": Kind(_save_model, "variables/variables.index", _load_model),
    "fingerprint": Kind(_save_model, "fingerprint.pb", _load_model),
    "index of a checkpoint": Kind(_save_values, "values-1.index", _load_values),
    "data of a checkpoint": Kind(_save_values, "values-1.data-00000-of-00001", _load_values),
    "state of checkpoints": Kind(_save_values, "checkpoint", _load_values),
    "GraphDef": Kind(_write_graph, "graph.pb", _import_graph),
    "ONNX": Kind(_write_onnx, "model.onnx", _load_onnx),
    "Example": Kind(_write_examples, "example", _parse_examples),
    "records": Kind(_write_records(""), "records", _read_records("")),
    "records by gzip": Kind(_write_records("GZIP"), "records", _read_records("GZIP")),
    "records by zlib": Kind(_write_records("ZLIB"), "records", _read_records("ZLIB")),
    "events": Kind(_write_events, "events", _read_events),
    "CSV": Kind(_write_csv, "rows.csv", _read_csv),
    "saved dataset": Kind(_write_dataset, "kept/**/*.snapshot", _read_dataset),
    "element_spec of a dataset": Kind(_write_dataset, "kept/dataset_spec.pb", _read_dataset),
    "snapshot": Kind(_write_snapshot, "kept/**/*.snapshot", _read_snapshot),
    "metadata of a snapshot": Kind(_write_snapshot, "kept/**/snapshot.metadata", _read_snapshot),
    "machine code": Kind(_answer, "code/*.code", _answer),
    "TensorProto": Kind(_write_tensor, "tensor", _read_tensor),
    **{x: Kind(_write_picture(x), "picture", _read_picture) for x in ("png", "jpeg", "gif", "bmp")},
    "wav": Kind(_write_sound, "sound.wav", _read_sound),
}

# ---------------------------------------------------------------------------- damage

_PLACES = st.floats(0, 1, exclude_max=True)  # Of the file's size.


def _flipped(content, place, bit):
    content[place] ^= 1 << bit % 8
    return content


def _cut_off(content, place, _):
    return content[:place]


def _left_out(content, place, number):
    return content[:place] + content[place + number :]


def _repeated(content, place, number):
    return content[: place + number] + content[place:]


def _largest(content, place, number):
    """As sizes: numbers as large as their encodings have them."""
    size = number % 8 + 1
    return content[:place] + b"\xff" * size + content[place + size :]


def _foreign(content, place, number):
    return content[:place] + np.random.RandomState(number).bytes(len(content) - place)


_DAMAGE = st.sampled_from([_flipped, _cut_off, _left_out, _repeated, _largest, _foreign])


def damaged(content, changes):
    """The content after changes."""
    changed = bytearray(content)
    for change, place, number in changes:
        if changed:
            changed = change(changed, int(place * len(changed)), number)
    return bytes(changed)


@pytest.fixture(scope="module", params=_KINDS)
def whole(request, tmp_path_factory):
    """A kind, with a folder of it and the file to damage."""
    kind = _KINDS[request.param]
    folder = tmp_path_factory.mktemp("whole")
    kind.make(folder)
    file = min(folder.glob(kind.file))
    # One process for all examples of a model.
    worker = worker_of(limits_of(False, None, None, f"The model at {folder}"))
    kind.read(folder)
    yield kind, folder, file, file.read_bytes()
    worker.end()


def _require_a_clear_answer(whole, changes):
    kind, folder, file, content = whole
    try:
        file.write_bytes(damaged(content, changes))
        began = time.process_time()
        tracemalloc.start()
        try:
            kind.read(folder)
        except _REFUSALS as error:
            assert str(error), type(error)
        _, most = tracemalloc.get_traced_memory()
        assert most < _MOST_MEMORY
        assert time.process_time() - began < _MOST_SECONDS
    finally:
        tracemalloc.stop()
        file.write_bytes(content)


_CHANGES = st.lists(st.tuples(_DAMAGE, _PLACES, st.integers(0, 40)), min_size=1, max_size=2)
_OF_FIXTURES = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@settings(max_examples=25, deadline=None, suppress_health_check=_OF_FIXTURES)
@given(changes=_CHANGES)
def test_a_damaged_file_is_read_or_refused(whole, changes):
    _require_a_clear_answer(whole, changes)


@pytest.mark.slow
@settings(max_examples=100, deadline=None, suppress_health_check=_OF_FIXTURES)
@given(changes=_CHANGES)
def test_many_damaged_files_are_read_or_refused(whole, changes):
    _require_a_clear_answer(whole, changes)
