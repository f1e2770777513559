"""Programs of TensorFlow 1, of which the real one makes saved models.

    python tests/saving/older_programs.py FOLDER reference|resource [PROGRAM ...]

writes FOLDER/PROGRAM, and FOLDER/PROGRAM.npz with what goes in and comes out. "reference" is as TensorFlow 1
did it: variables of reference dtypes, loops and conditionals as cycles and switches. It holds for a whole
process.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np


class Programs:
    """Each method builds a graph, and gives its inputs, its outputs, values for the inputs."""

    def __init__(self, tf: Any, folder: Path) -> None:
        self.tf = tf
        self.v1 = tf.compat.v1
        self.folder = folder

    def linear(self):
        x = self.v1.placeholder(self.tf.float32, [None, 2], name="x")
        w = self.v1.get_variable("w", initializer=[[1.0], [2.0]])
        b = self.v1.get_variable("b", initializer=[0.5])
        self.v1.train.get_or_create_global_step()
        y = self.tf.matmul(x, w) + b
        return {"x": x}, {"y": y, "w": self.tf.identity(w)}, {"x": [[1.0, 2.0], [3.0, 4.0]]}

    def updates(self):
        x = self.v1.placeholder(self.tf.float32, [], name="x")
        c = self.v1.get_variable("c", initializer=10.0)
        rows = self.v1.get_variable("rows", initializer=np.zeros((3, 2), np.float32))
        with self.tf.control_dependencies([self.v1.assign_add(c, x)]):
            once = c.read_value() * 1.5  # A copy: a read of a reference sees what is written later.
        with self.tf.control_dependencies([once]):
            taken = self.v1.assign_sub(c, 2.0 * x)
        with self.tf.control_dependencies([taken]):
            twice = c.read_value() * 1.5
        added = self.v1.scatter_add(rows, [2, 0], [[1.0, 2.0], [3.0, 4.0]])
        with self.tf.control_dependencies([added]):
            scattered = rows.read_value() * 1.5
        return {"x": x}, {"once": once, "twice": twice, "rows": scattered}, {"x": 2.5}

    def loops(self):
        tf, v1 = self.tf, self.v1
        n = v1.placeholder(tf.int32, [], name="n")
        x = v1.placeholder(tf.float32, [], name="x")
        k = v1.get_variable("k", initializer=2.0)

        def grown(start):
            return v1.while_loop(lambda j, z: j < n, lambda j, z: (j + 1, z * k + 1.0), (0, start))

        i, y = v1.while_loop(lambda i, y: i < n, lambda i, y: (i + 1, tf.sin(y) * k + x), (0, x))
        _, nested = v1.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, grown(y)[1] + x), (0, x))
        return {"n": n, "x": x}, {"y": y, "i": i, "nested": nested}, {"n": 4, "x": 0.3}

    def conditionals(self):
        tf, v1 = self.tf, self.v1
        x = v1.placeholder(tf.float32, [None], name="x")
        k = v1.get_variable("k", initializer=2.0)
        total = tf.reduce_sum(x)

        def low():
            return v1.cond(total < -5.0, lambda: x - k, lambda: tf.ones_like(x))

        y = v1.cond(total > 0, lambda: x * k, low)
        a, b = v1.cond(total > 100.0, lambda: (total, x), lambda: (total * 2, -x))
        same = v1.cond(total > 0, lambda: y + 1.0, lambda: y - 1.0)
        positive = total > 0
        first = v1.cond(positive, lambda: total + k, lambda: total - k)
        second = v1.cond(positive, lambda: first * k, lambda: -first)
        with tf.control_dependencies([v1.assert_greater(tf.size(x), 0)]):
            checked = tf.identity(y)

        def step(w, i):
            return v1.cond(tf.equal(i % 2, 0), lambda: w * k, lambda: w + total), i + 1

        w, _ = v1.while_loop(lambda w, i: i < 4, step, (total, 0))
        outputs = {"y": y, "a": a, "b": b, "w": w, "checked": checked, "same": same}
        return {"x": x}, {**outputs, "second": second}, {"x": [-1.0, -1.0, 0.5]}

    def loops_in_branches(self):
        tf, v1 = self.tf, self.v1
        x = v1.placeholder(tf.float32, [], name="x")
        c = v1.get_variable("c", initializer=1.0)

        def doubled():
            return v1.while_loop(lambda y: y < 100.0, lambda y: y * 2.0 + c, [x])

        def counted():
            with tf.control_dependencies([v1.assign_add(c, 5.0)]):
                return tf.identity(x)

        y = v1.cond(x > 3.0, doubled, counted)
        with tf.control_dependencies([y]):
            after = tf.identity(c.read_value())
        return {"x": x}, {"y": y, "after": after}, {"x": 1.5}

    def arrays(self):
        tf, v1 = self.tf, self.v1
        x = v1.placeholder(tf.float32, [None, 3], name="x")
        n = tf.shape(x)[0]
        rows = tf.TensorArray(tf.float32, size=n).unstack(x)
        results = tf.TensorArray(tf.float32, size=n, clear_after_read=False)
        grown = tf.TensorArray(tf.float32, size=0, dynamic_size=True, element_shape=[])
        w = v1.get_variable("w", initializer=np.eye(3, dtype=np.float32) * 2)

        def step(i, h, results, grown):
            h = tf.tanh(tf.matmul(h, w) + rows.read(i)[None])
            return i + 1, h, results.write(i, h), grown.write(i, tf.reduce_sum(h))

        state = (0, tf.zeros([1, 3]), results, grown)
        _, h, results, grown = v1.while_loop(lambda i, *_: i < n, step, state)
        outputs = {"h": h, "all": results.stack(), "joined": results.concat()}
        outputs |= {"sums": grown.stack(), "size": grown.size()}
        return {"x": x}, outputs, {"x": [[1.0, 2.0, 3.0], [0.0, 1.0, 0.0], [-1.0, 0.5, 2.0]]}

    def recurrent(self):
        tf, v1 = self.tf, self.v1
        x = v1.placeholder(tf.float32, [None, 5, 3], name="x")
        w = v1.get_variable(
            "w", shape=[7, 16], initializer=v1.random_uniform_initializer(-0.5, 0.5, seed=3)
        )
        inputs = tf.TensorArray(tf.float32, size=5).unstack(tf.transpose(x, [1, 0, 2]))

        def step(t, h, c, outputs):
            z = tf.matmul(tf.concat([inputs.read(t), h], 1), w)
            i, j, f, o = tf.split(z, 4, 1)
            c = tf.sigmoid(f + 1) * c + tf.sigmoid(i) * tf.tanh(j)
            h = tf.sigmoid(o) * tf.tanh(c)
            return t + 1, h, c, outputs.write(t, h)

        zero = tf.zeros([tf.shape(x)[0], 4])
        state = (0, zero, zero, tf.TensorArray(tf.float32, size=5))
        _, h, _, outputs = v1.while_loop(lambda t, *_: t < 5, step, state)
        values = np.random.RandomState(0).randn(2, 5, 3)
        return {"x": x}, {"h": h, "all": tf.transpose(outputs.stack(), [1, 0, 2])}, {"x": values}

    def tables(self):
        tf, v1 = self.tf, self.v1
        words = v1.placeholder(tf.string, [None], name="words")
        path = self.folder / "words.txt"
        path.write_text("a\nb\nc\n")
        index = tf.lookup.TextFileIndex
        lines = tf.lookup.TextFileInitializer(
            str(path), tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER
        )
        pairs = tf.lookup.KeyValueTensorInitializer(["a", "z"], [5, 6])
        found = tf.lookup.StaticHashTable(lines, -1).lookup(words)
        other = tf.lookup.StaticHashTable(pairs, -7).lookup(words)
        return {"words": words}, {"lines": found, "pairs": other}, {"words": [b"b", b"z", b"c"]}

    def examples(self):
        tf, v1 = self.tf, self.v1
        texts = v1.placeholder(tf.string, [None], name="texts")
        features = {
            "a": v1.FixedLenFeature([2], tf.float32),
            "b": v1.VarLenFeature(tf.int64),
        }
        parsed = v1.parse_example(texts, features)
        example = tf.train.Example()
        example.features.feature["a"].float_list.value.extend([1, 2])
        example.features.feature["b"].int64_list.value.extend([3, 4, 5])
        outputs = {"a": parsed["a"], "b": tf.sparse.to_dense(parsed["b"])}
        return {"texts": texts}, outputs, {"texts": [example.SerializeToString()] * 2}

    def partitioned(self):
        tf, v1 = self.tf, self.v1
        x = v1.placeholder(tf.int32, [None], name="x")
        table = v1.get_variable(
            "table",
            shape=[6, 2],
            initializer=v1.random_uniform_initializer(seed=3),
            partitioner=v1.fixed_size_partitioner(3),
        )
        return {"x": x}, {"y": tf.nn.embedding_lookup(table, x)}, {"x": [0, 5, 3]}


NAMES = tuple(name for name in vars(Programs) if not name.startswith("_"))


def write(tf: Any, folder: Path, name: str) -> None:
    """Saves the model of a program, and one call of it."""
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        v1.set_random_seed(1)
        inputs, outputs, values = getattr(Programs(tf, folder), name)()
        tables = v1.get_collection(v1.GraphKeys.TABLE_INITIALIZERS)
        session.run([v1.global_variables_initializer(), v1.tables_initializer()])
        builder = v1.saved_model.Builder(str(folder / name))
        signature = v1.saved_model.predict_signature_def(inputs, outputs)
        builder.add_meta_graph_and_variables(
            session,
            ["serve"],
            {"serving_default": signature},
            main_op=v1.tables_initializer() if tables else None,
            assets_collection=v1.get_collection(v1.GraphKeys.ASSET_FILEPATHS) or None,
        )
        builder.save()
        given = {
            key: np.asarray(value, object if x.dtype == tf.string else x.dtype.as_numpy_dtype)
            for (key, x), value in zip(inputs.items(), values.values(), strict=True)
        }
        results = session.run(outputs, {inputs[key]: value for key, value in given.items()})
    # The file was copied: it is the copy that must be found.
    (folder / "words.txt").unlink(missing_ok=True)
    kept = {f"in_{key}": as_stored(value) for key, value in given.items()}
    kept |= {f"out_{key}": as_stored(value) for key, value in results.items()}
    np.savez(folder / f"{name}.npz", **kept)


def as_stored(value: Any) -> np.ndarray:
    """An array without objects."""
    array = np.asarray(value)
    return array.astype(bytes) if array.dtype == object else array


def kept_call(folder: Path, name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The values that went into a program, and those that came out."""
    with np.load(folder / f"{name}.npz") as arrays:
        found = {key: arrays[key] for key in arrays.files}
    texts = {k: v.astype(object) if v.dtype.kind == "S" else v for k, v in found.items()}
    given = {key[3:]: value for key, value in texts.items() if key.startswith("in_")}
    return given, {key[4:]: value for key, value in found.items() if key.startswith("out_")}


def main(folder: str, form: str, *names: str) -> None:
    import tensorflow as tf

    if form == "reference":
        tf.compat.v1.disable_v2_behavior()
        tf.compat.v1.disable_resource_variables()
    for name in names or NAMES:
        write(tf, Path(folder), name)


if __name__ == "__main__":
    main(*sys.argv[1:])
