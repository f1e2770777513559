"""Places of iterators as checkpoints of an earlier version have them: a program that writes them.

    python earlier_checkpoints.py > earlier_checkpoints.json

Run with the package of the earlier version; `test_pull_protocol.py` restores what it printed. Prints JSON: by
pipeline and number of elements that were taken, the place in base64.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import tempfile

import numpy as np

import stagelight as tf

Dataset = tf.data.Dataset
TAKEN = (0, 1, 2, 4, 7)
LINES = "earlier_checkpoints_lines.txt"


def lines():
    """A file of numbers in the directory for temporary files, as its name would be part of no place."""
    path = os.path.join(tempfile.gettempdir(), LINES)
    with open(path, "w") as file:
        file.writelines(f"{i}\n" for i in range(12))
    return tf.data.TextLineDataset(path)


def numbers():
    """Numbers that come one by one."""
    return Dataset.range(12).filter(lambda x: x >= 0)


def failing(x):
    """Fails for 3 and 6."""
    return 60 // ((x - 3) * (x - 6))


PIPELINES = {
    "range": lambda: Dataset.range(12),
    "slices": lambda: Dataset.from_tensor_slices((np.arange(12), np.arange(24).reshape(12, 2))),
    "lines": lines,
    "map": lambda: Dataset.range(12).map(lambda x: (x, x * x)),
    "map fails": lambda: Dataset.range(12).map(failing),
    "map.batch": lambda: Dataset.range(12).map(lambda x: x * x).batch(2),
    "map fails.batch": lambda: Dataset.range(12).map(failing).batch(2),
    "map one by one.batch": lambda: numbers().map(lambda x: x * x).batch(2),
    "shuffle": lambda: Dataset.range(12).shuffle(5, seed=1),
    "shuffle.batch": lambda: Dataset.range(12).shuffle(5, seed=1).batch(2),
    "shuffle one by one": lambda: numbers().shuffle(5, seed=1),
    "map.take": lambda: Dataset.range(12).map(lambda x: x + 1).take(9),
    "map.take.batch": lambda: Dataset.range(12).map(lambda x: x + 1).take(9).batch(2),
    "map.skip": lambda: Dataset.range(12).map(lambda x: x + 1).skip(3),
    "map.skip.batch": lambda: Dataset.range(12).map(lambda x: x + 1).skip(3).batch(2),
    "lines.skip": lambda: lines().skip(3),
    "map.shard": lambda: Dataset.range(30).map(lambda x: x + 1).shard(3, 1),
    "map.shard.batch": lambda: Dataset.range(30).map(lambda x: x + 1).shard(3, 1).batch(2),
    "lines.shard": lambda: lines().shard(2, 1),
    "map.repeat": lambda: Dataset.range(3).map(lambda x: x + 1).repeat(4),
    "map.repeat.batch": lambda: Dataset.range(3).map(lambda x: x + 1).repeat(4).batch(2),
    "zip": lambda: Dataset.zip(Dataset.range(9), lines()),
    "zip.map": lambda: Dataset.zip(Dataset.range(9), Dataset.range(20).map(failing)).map(
        lambda x, y: x + y
    ),
    "zip.batch": lambda: Dataset.zip(Dataset.range(9), Dataset.range(20)).batch(2),
    "zip one by one": lambda: Dataset.zip(Dataset.range(9), numbers()),
    "concatenate": lambda: lines().concatenate(lines()),
    "concatenate of maps.map": lambda: (
        Dataset.range(4)
        .map(lambda x: x + 1)
        .concatenate(Dataset.range(9).shuffle(4, seed=1))
        .map(lambda x: x * 2)
    ),
    "enumerate": lambda: numbers().enumerate(),
    "unbatch": lambda: Dataset.range(12).batch(5).unbatch(),
    "unbatch.map": lambda: Dataset.range(12).batch(5).unbatch().map(lambda x: x + 1),
    "map.window.flat_map": lambda: (
        Dataset.range(9).map(lambda x: x + 1).window(3, 2).flat_map(lambda w: w.map(lambda x: -x))
    ),
    "interleave": lambda: Dataset.range(9).interleave(
        lambda x: Dataset.range(x).map(lambda y: y + x), 3, 2
    ),
    "map.scan": lambda: (
        Dataset.range(12)
        .map(lambda x: x + 1)
        .scan(tf.constant(0, tf.int64), lambda s, x: (s + x, s))
    ),
    "map.prefetch": lambda: Dataset.range(12).map(lambda x: x + 1).prefetch(0).batch(2),
}


def following(iterator):
    """The elements that come next, with the class of the error in the place of one that fails."""
    found = []
    while len(found) < 60:
        try:
            found.append(
                str(tf.nest.map_structure(lambda x: np.asarray(x).tolist(), next(iterator)))
            )
        except StopIteration:
            break
        except tf.errors.OpError as error:
            found.append(type(error).__name__)
    return found


def interrupted(make, taken):
    """An iterator of which some elements were taken."""
    tf.random.set_seed(5)
    iterator = iter(make())
    for _ in range(taken):
        with contextlib.suppress(tf.errors.OpError):
            next(iterator, None)
    return iterator


def place_of(iterator):
    """The place of an iterator, in base64."""
    return base64.b64encode(iterator._serialize_to_tensors()["ITERATOR_STATE"].numpy()).decode()


if __name__ == "__main__":
    lines_of_json = [
        f"{json.dumps(name)}: "
        + json.dumps({str(taken): place_of(interrupted(make, taken)) for taken in TAKEN})
        for name, make in PIPELINES.items()
    ]
    print("{" + ",\n".join(lines_of_json) + "}")
