"""Random pipelines whose iterators are saved at every element and restored into the same or another pipeline.

`program(seed)` makes a program for `comparison.outcome`: it returns, by the number of elements that are taken
before, the elements after the restoration, or the class of the error.
"""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Callable
from typing import Any

from tests.oracle.comparison import Program

MOST = 24  # Elements of a pipeline.
Step = Callable[[Any, Any], Any]

SOURCES: dict[str, Callable[[Any, int], Any]] = {
    "range": lambda tf, n: tf.data.Dataset.range(n + 4),
    "slices": lambda tf, n: tf.data.Dataset.from_tensor_slices(tf.range(n + 3, dtype=tf.int64)),
    "tensors": lambda tf, n: tf.data.Dataset.from_tensors(tf.constant(n, tf.int64)).repeat(5),
    "zip": lambda tf, n: tf.data.Dataset.zip(
        (tf.data.Dataset.range(n + 2), tf.data.Dataset.range(10, 30))
    ).map(lambda a, b: a + b),
}

# By name; each takes a dataset of int64 scalars to another one of these.
STEPS: dict[str, Callable[[Any, Any, int], Any]] = {
    "map": lambda tf, d, n: d.map(lambda x: x * 2 + n),
    "filter": lambda tf, d, n: d.filter(lambda x: x % (n + 2) != 0),
    "take": lambda tf, d, n: d.take(n + 5),
    "skip": lambda tf, d, n: d.skip(n),
    "repeat": lambda tf, d, n: d.repeat(2),
    "batch": lambda tf, d, n: d.batch(n + 1).map(tf.reduce_sum),
    "shuffle": lambda tf, d, n: d.shuffle(n + 2, seed=n, reshuffle_each_iteration=False),
    "flat_map": lambda tf, d, n: d.flat_map(lambda x: tf.data.Dataset.range(x % 3)),
    "interleave": lambda tf, d, n: d.interleave(
        lambda x: tf.data.Dataset.range(x % 4, x % 4 + 2), cycle_length=n + 1
    ),
    "windows": lambda tf, d, n: d.window(n + 1, shift=1).flat_map(lambda w: w),
    "windows in turns": lambda tf, d, n: d.window(2).interleave(lambda w: w, cycle_length=n + 1),
    "datasets": lambda tf, d, n: d.map(lambda x: tf.data.Dataset.range(x % 3, 4)).flat_map(lambda e: e),
    "datasets in turns": lambda tf, d, n: d.map(lambda x: tf.data.Dataset.range(x % 3, 4)).interleave(
        lambda e: e, cycle_length=n + 1
    ),
    "scan": lambda tf, d, n: d.scan(tf.constant(n, tf.int64), lambda s, x: (s + x, s)),
    "take_while": lambda tf, d, n: d.take_while(lambda x: x < 20 + n),
    "unique": lambda tf, d, n: d.unique(),
    "cache": lambda tf, d, n: d.cache(),
    "prefetch": lambda tf, d, n: d.prefetch(n + 1),
    "concatenate": lambda tf, d, n: d.concatenate(tf.data.Dataset.range(n)),
    "shard": lambda tf, d, n: d.shard(2, n % 2),
    "enumerate": lambda tf, d, n: d.enumerate().map(lambda i, x: i + x),
    "unbatch": lambda tf, d, n: d.batch(n + 2).unbatch(),
}

Recipe = list[tuple[str, int]]


def random_recipe(draw: random.Random) -> Recipe:
    """The names of a source and of transformations, each with a number."""
    steps = [draw.choice(sorted(STEPS)) for _ in range(draw.randint(0, 3))]
    return [(name, draw.randrange(3)) for name in (draw.choice(sorted(SOURCES)), *steps)]


def changed_recipe(draw: random.Random, recipe: Recipe) -> Recipe:
    """The recipe with a transformation more or less, or another one or another source."""
    changed = list(recipe)
    position = draw.randrange(len(changed))
    if position == 0:
        changed[0] = draw.choice(sorted(SOURCES.keys() - {changed[0][0]})), changed[0][1]
    elif draw.random() < 0.5:
        del changed[position]
    else:
        changed.insert(position, (draw.choice(sorted(STEPS)), draw.randrange(3)))
    return changed


def dataset(tf: Any, recipe: Recipe) -> Any:
    (source, number), *steps = recipe
    made = SOURCES[source](tf, number)
    for name, number in steps:
        made = STEPS[name](tf, made, number)
    options = tf.data.Options()
    options.experimental_optimization.apply_default_optimizations = False
    return made.take(MOST).with_options(options)


def program(seed: int, is_changed: bool = False) -> Program:
    """The program of a seed; `is_changed`: it restores into another pipeline."""

    def saved_at_every_element(tf: Any) -> Any:
        draw = random.Random(seed)
        recipe = random_recipe(draw)
        target = changed_recipe(draw, recipe) if is_changed else recipe
        length = len(list(dataset(tf, recipe)))
        numbers = sorted({0, 1, 2, length // 2, length - 1, length} & set(range(length + 1)))
        with tempfile.TemporaryDirectory() as folder:
            return {
                number: _after_restoration(tf, recipe, target, number, os.path.join(folder, "place"))
                for number in numbers
            }

    saved_at_every_element.__name__ = f"saved_at_every_element_{seed}"
    return saved_at_every_element


def _after_restoration(tf: Any, recipe: Recipe, target: Recipe, number: int, prefix: str) -> Any:
    iterator = iter(dataset(tf, recipe))
    for _ in range(number):
        next(iterator)
    path = tf.train.Checkpoint(iterator=iterator).write(prefix)
    again = iter(dataset(tf, target))
    try:
        tf.train.Checkpoint(iterator=again).read(path)
    except tf.errors.NotFoundError:
        return "NotFoundError"
    return [int(x) for x in again]
