"""Programs with `compat.v1.summary`: messages, and the event files that they are written to."""

import glob
import os
import tempfile

import numpy as np


def _random():
    return np.random.default_rng(7)


def _told(tf, text):
    """A `Summary` message in plain data; pictures are decoded."""
    found = []
    for value in tf.compat.v1.Summary.FromString(text).value:
        kind = value.WhichOneof("value")
        found += [value.tag, kind]
        if kind == "simple_value":
            found.append(value.simple_value)
        elif kind == "histo":
            histo = value.histo
            found += [histo.min, histo.max, histo.num, histo.sum, histo.sum_squares]
            found += [np.array(histo.bucket_limit), np.array(histo.bucket)]
        elif kind == "image":
            picture = value.image
            found += [picture.height, picture.width, picture.colorspace]
            found.append(tf.io.decode_png(picture.encoded_image_string))
        elif kind == "audio":
            sound = value.audio
            found += [sound.sample_rate, sound.num_channels, sound.length_frames]
            found += [sound.content_type, sound.encoded_audio_string]
        else:
            metadata = value.metadata
            found += [tf.make_ndarray(value.tensor), metadata.summary_description]
            found += [metadata.display_name, metadata.plugin_data.plugin_name]
    return found


def _run(tf, make):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        made = make(v1.summary)
        names = [each.op.name for each in made]
        return names, session.run(made)


def _messages(tf, make):
    names, texts = _run(tf, make)
    return names, [_told(tf, text) for text in texts]


def numbers(tf):
    """Scalars of several dtypes, names that are cleaned, families, scopes."""

    def make(summary):
        made = [summary.scalar("loss", 0.5), summary.scalar("loss", tf.constant(7, tf.int64))]
        made.append(summary.scalar("/a name (of two)", tf.constant(2.5, tf.float64)))
        with tf.compat.v1.name_scope("outer"):
            made.append(summary.scalar("x", tf.constant(3, tf.uint8)))
            made.append(summary.scalar("x", tf.constant(3.0, tf.float16), family="of many"))
        return made

    return _messages(tf, make)


def histograms(tf):
    """Numbers that lie near and far, on both sides of zero; none at all."""
    arrays = [
        _random().normal(size=(50, 3)).astype(np.float32),
        np.array([1e30, -1e-15, 1e-9, 5.0, 0.0]),
        np.arange(-5, 6),
        np.zeros([0], np.float32),
        np.full([3], 2, np.uint8),
    ]
    return _messages(tf, lambda summary: [summary.histogram("h", x) for x in arrays])


def images(tf):
    """Bytes and floats, with values below zero and with none that count."""
    arrays = [
        _random().integers(0, 256, (4, 3, 2, 3)).astype(np.uint8),
        _random().normal(size=(2, 3, 2, 1)).astype(np.float32),
        _random().uniform(size=(2, 3, 2, 4)).astype(np.float32),
        np.array([[[[1.0], [np.nan], [0.25]]]], np.float32),
        np.array([[[[1.0, np.inf, 0], [0.5, 0.25, 2.0]]]], np.float64),
        np.zeros([1, 2, 2, 1], np.float16),
    ]
    found = [_messages(tf, lambda s, x=x: [s.image("i", x)]) for x in arrays]
    return found, _messages(tf, lambda s: [s.image("i", arrays[0], 1), s.image("j", arrays[0], 2)])


def sounds_and_tensors(tf):
    """Sounds, texts and tensors as they are."""
    sound = _random().uniform(-1, 1, (4, 6, 2)).astype(np.float32)
    return _messages(
        tf,
        lambda s: [
            s.audio("two", sound, 8000.0),
            s.audio("one", sound[:1, :, 0], 44100, max_outputs=1),
            s.text("t", tf.constant(["a", "b"])),
            s.tensor_summary("t", [[1.0, 2.0]], "described", display_name="shown"),
        ],
    )


def merged(tf):
    """Collections of summaries, and what is merged."""
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        nothing = v1.summary.merge_all()
        with v1.name_scope("inner"):
            v1.summary.scalar("a", 1.0)
        v1.summary.scalar("b", 2.0)
        v1.summary.scalar("c", 3.0, collections=["mine"])
        some = [
            v1.summary.merge_all(),
            v1.summary.merge_all("mine"),
            v1.summary.merge_all(scope="inn"),
        ]
        some.append(v1.summary.merge(some[:2], ["merged"], "both of"))
        found = [_told(tf, text) for text in session.run(some)]
        sizes = [len(v1.get_collection(key)) for key in ("summaries", "mine", "merged")]
        return nothing, [each.name for each in some], found, sizes


def failures(tf):
    """What a session refuses."""
    v1 = tf.compat.v1
    found = []
    with tf.Graph().as_default(), v1.Session() as session:
        one = v1.summary.scalar("a", 1.0)
        for bad in (
            v1.summary.histogram("h", [np.nan, 1.0]),
            v1.summary.histogram("h", [np.inf, 1.0]),
            v1.summary.merge([one, one]),
        ):
            try:
                session.run(bad)
            except tf.errors.InvalidArgumentError as error:
                told = ("Nan in summary", "Infinity in Histogram", "Duplicate tag a found")
                found.append([part in error.message for part in told])
    return found


def event_files(tf):
    """What a writer has written, read back: kinds, steps and values."""
    v1 = tf.compat.v1
    folder = tempfile.mkdtemp()
    with tf.Graph().as_default() as graph, v1.Session() as session:
        x = v1.placeholder(tf.float32, [], name="x")
        summary = v1.summary.merge(
            [v1.summary.scalar("x", x), v1.summary.text("t", tf.constant("a"))]
        )
        writer = v1.summary.FileWriter(folder, filename_suffix=".mine")
        for step in range(3):
            writer.add_summary(session.run(summary, {x: step}), step)
        writer.add_graph(graph)
        writer.add_session_log(v1.SessionLog(status=v1.SessionLog.START), 4)
        writer.add_run_metadata(v1.RunMetadata(), "run", 5)
        writer.add_summary(v1.Summary(value=[v1.Summary.Value(tag="own", simple_value=2.0)]))
        writer.flush()
        writer.close()
    (path,) = glob.glob(os.path.join(folder, "*.mine"))
    found = []
    for event in v1.train.summary_iterator(path):
        kind = event.WhichOneof("what")
        if kind == "meta_graph_def":
            continue  # Ours writes the graph alone.
        found += [event.step, kind]
        if kind == "summary":
            found += [(v.tag, v.HasField("metadata"), v.simple_value) for v in event.summary.value]
    return found, writer.get_logdir() == folder
