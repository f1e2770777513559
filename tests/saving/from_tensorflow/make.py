"""Writes `model`, with TensorFlow: python tests/saving/from_tensorflow/make.py"""

import shutil
import tempfile
from pathlib import Path

import tensorflow as tf

HERE = Path(__file__).parent


class Model(tf.Module):
    def __init__(self, words):
        super().__init__()
        self.w = tf.Variable([[2.0], [3.0]], name="w")
        self.layers = [tf.Variable(1.0, trainable=False), {"a": tf.Variable(5)}]
        index = tf.lookup.TextFileIndex
        filling = tf.lookup.TextFileInitializer(
            words, tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER
        )
        self.words = tf.lookup.StaticHashTable(filling, -1)
        self.counts = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
        self.counts.insert(["q"], [7])

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def __call__(self, x):
        total = tf.constant(0.0)
        for i in tf.range(3):
            total += tf.cast(i, tf.float32) * tf.reduce_sum(x)
        y = tf.matmul(x, self.w) if total > 0.0 else -tf.matmul(x, self.w)
        return y + total

    @tf.function
    def look(self, s, negative=False, *, by=2):
        sign = -1 if negative else 1
        return {"words": self.words.lookup(s) * by * sign, "counts": self.counts.lookup(s)}


with tempfile.TemporaryDirectory() as folder:
    path = Path(folder, "words.txt")
    path.write_text("a\nb\nc\n")
    model = Model(str(path))
    model.look(tf.constant(["a", "b"]))
    model.look(tf.constant(["a"]), True, by=3)
    shutil.rmtree(HERE / "model", ignore_errors=True)
    options = tf.saved_model.SaveOptions(save_debug_info=False)
    tf.saved_model.save(model, str(HERE / "model"), options=options)
