"""Iterators go on in another process: every source and transformation, interrupted at several elements."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import stagelight as tf
from tests.data.interrupted_pipelines import END, pipelines
from tests.processes import environment

PROGRAM = Path(__file__).with_name("interrupted_pipelines.py")
NUMBERS = ("0", "1", "3", "9", END)

# What says that it cannot be saved: Python and random numbers, and snapshots that are being written.
# Nothing of a generator has run before its first element.
REFUSED = {
    name: set(NUMBERS)
    for name in ("map py_function", "map random", "snapshot")
} | {
    "from_generator": set(NUMBERS) - {"0"},
    "ignore_errors": set(NUMBERS),
    "rejection_resample": set(NUMBERS),
    "rejection_resample known": set(NUMBERS),
}


def run(mode, folder):
    done = subprocess.run(
        [sys.executable, str(PROGRAM), "stagelight", mode, folder, ",".join(NUMBERS)],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What comes after the interruption in the process that saves, and in the one that goes on."""
    folder = str(tmp_path_factory.mktemp("pipelines"))
    return run("save", folder), run("go_on", folder)


@pytest.mark.parametrize("name", sorted(pipelines(tf, {})))
def test_an_iterator_goes_on_in_another_process(found, name):
    saved, gone_on = (result[name] for result in found)
    refused = {number for number, rest in saved.items() if isinstance(rest, str)}
    assert refused == REFUSED.get(name, set())
    assert {saved[number] for number in refused} <= {"FailedPreconditionError"}
    assert gone_on == {number: saved[number] for number in NUMBERS if number not in refused}
    if not refused:
        whole = saved["0"]
        assert whole[:1] + saved["1"][: len(whole) - 1] == whole


STRUCTURES = {
    "range": lambda: tf.data.Dataset.range(9),
    "slices": lambda: tf.data.Dataset.from_tensor_slices(tf.range(9, dtype=tf.int64)),
    "map": lambda: tf.data.Dataset.range(9).map(lambda x: x + 1),
    "map batch": lambda: tf.data.Dataset.range(9).map(lambda x: x + 1).batch(2),
    "batch map": lambda: tf.data.Dataset.range(9).batch(2).map(lambda x: x + 1),
    "zip": lambda: tf.data.Dataset.zip(tf.data.Dataset.range(9), tf.data.Dataset.range(3)),
    "zip of others": lambda: tf.data.Dataset.zip(
        tf.data.Dataset.range(9), tf.data.Dataset.range(9).skip(2)
    ),
    "cache": lambda: tf.data.Dataset.range(9).cache(),
}


@pytest.mark.parametrize("saved", STRUCTURES)
def test_a_pipeline_of_another_structure_is_refused(tmp_path, saved):
    iterator = iter(STRUCTURES[saved]())
    path = tf.train.Checkpoint(iterator=iterator).save(tmp_path / "fresh")
    for _ in iterator:
        pass
    path = tf.train.Checkpoint(iterator=iterator).save(tmp_path / "place")
    for name, make in STRUCTURES.items():
        checkpoint = tf.train.Checkpoint(iterator=iter(make()))
        if name == saved:
            checkpoint.restore(path).assert_consumed()
            continue
        with pytest.raises(tf.errors.NotFoundError, match="dataset definition has not changed"):
            checkpoint.restore(path)


def test_parameters_and_functions_may_change(tmp_path):
    iterator = iter(tf.data.Dataset.range(9).map(lambda x: x + 1).batch(2))
    next(iterator)
    path = tf.train.Checkpoint(iterator=iterator).save(tmp_path / "place")
    again = iter(tf.data.Dataset.range(6).map(lambda x: -x).batch(3))
    tf.train.Checkpoint(iterator=again).restore(path)
    assert [x.numpy().tolist() for x in again] == [[-2, -3, -4], [-5]]
