"""Processes that are killed while they write caches, snapshots and saved datasets leave nothing half-done."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import stagelight as tf
from stagelight.data.shard_files import RunWriter
from tests.processes import environment

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="each process is a fork")

# What a process does until it is killed. Elements are made slowly enough that most are killed within.
PROGRAM = """
import os, signal, sys, time
import numpy as np
import stagelight as tf

kind, folder = sys.argv[1:]
COUNT = 400


def numbers(shift):
    return tf.data.Dataset.range(COUNT).map(lambda x: tf.fill([50], x + shift))


def written(number):
    # Caches and snapshots say themselves what is kept: each process begins where there is nothing.
    path = f"{folder}/{number // 4}"
    if kind == "cache":
        return numbers(0).cache(path)
    if kind == "snapshot":
        return numbers(0).snapshot(path)
    numbers(number).save(folder + "/saved")
    return []


def found(number):
    if kind == "saved":
        return [row for row in tf.data.Dataset.load(folder + "/saved").as_numpy_iterator()]
    return [row for row in written(number).as_numpy_iterator()]


written(0), found(0)  # What is compiled or imported first is no part of the time.
begin = time.perf_counter()
for _ in written(-1):
    pass
duration = time.perf_counter() - begin
random = np.random.default_rng(2)
complete = 0
for number in range(100):
    child = os.fork()
    if not child:
        for _ in written(number):
            pass
        os._exit(0)
    time.sleep(random.uniform(0.0, 1.5 * duration))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    complete += status == 0
    if number % 4 == 3:
        rows = found(number)
        assert len(rows) == COUNT, (number, len(rows))
        shift = rows[0][0]
        assert -1 <= shift <= number
        for x, row in enumerate(rows):
            assert row.tolist() == [x + shift] * 50, (number, x)
print(complete)
"""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["cache", "snapshot", "saved"])
def test_what_is_read_after_a_kill_is_whole(tmp_path, kind):
    """100 processes write and are killed; after each fourth the elements come, all and in order."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    folder = tmp_path / "kept"
    folder.mkdir()
    result = subprocess.run(
        [sys.executable, str(program), kind, str(folder)],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert result.returncode == 0, result.stderr
    assert int(result.stdout) < 90


def test_a_cache_goes_on_where_a_process_was_killed(tmp_path):
    program = f"""
import os, signal
import stagelight as tf
for x in tf.data.Dataset.range(3).cache({str(tmp_path / "cache")!r}):
    if x == 1:
        os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", program], env=environment(), check=False)
    assert (tmp_path / "cache_0.lockfile").exists()
    dataset = tf.data.Dataset.range(3).cache(str(tmp_path / "cache"))
    assert [int(x) for x in dataset] == [0, 1, 2]
    assert not (tmp_path / "cache_0.lockfile").exists()
    assert (tmp_path / "cache.elements").exists()


@pytest.mark.parametrize("kind", ["snapshot", "save", "cache"])
def test_the_next_that_writes_takes_away_what_was_left(tmp_path, kind):
    folder = tmp_path / "kept"
    folder.mkdir()
    program = f"""
import os, signal
import stagelight as tf

def last(x):
    if x == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return x

dataset = tf.data.Dataset.range(3).map(lambda x: tf.py_function(last, [x], tf.int64))
if {kind!r} == "save":
    dataset.save({str(folder)!r})
path = {str(folder / "cache")!r} if {kind!r} == "cache" else {str(folder)!r}
for x in getattr(dataset, {kind!r})(path):
    pass
"""
    subprocess.run([sys.executable, "-c", program], env=environment(), check=False)

    def left():
        return list(folder.rglob("*.new"))

    places = {x.parent for x in left()}
    assert places, "it was killed while it wrote"
    for path in [*left(), *folder.iterdir()]:
        os.utime(path, (0, 0))  # What is young might be about to be locked.
    dataset = tf.data.Dataset.range(3)
    for place in places:
        if kind == "snapshot":
            list(dataset.snapshot(str(place.parent if place != folder else place)))
            with RunWriter(str(place), [tf.int64], "") as writer:  # As the same pipeline does.
                writer.finish()
        elif kind == "save":
            dataset.save(str(place))
        else:
            list(dataset.cache(str(place / "cache")))
    assert not left()
    if kind == "save":
        assert [int(x) for x in tf.data.Dataset.load(str(folder))] == [0, 1, 2]
        assert len([x for x in folder.iterdir() if x.is_dir()]) == 1
