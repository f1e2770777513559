"""Where there is no room for a file, what was there stays, and the error names the file."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.processes import environment

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs limits of files")

# Files may have 20 kB; what is written has more. Python gets an error in place of the signal.
PROGRAM = """
import os, resource, sys
import stagelight as tf

folder = sys.argv[1]
model = tf.Module()
model.v = tf.Variable(tf.zeros([10]))
model.f = tf.function(lambda: model.v + 1.0, input_signature=[])
checkpoint = tf.train.Checkpoint(v=model.v)
path = checkpoint.write(folder + "/checkpoint")
tf.saved_model.save(model, folder + "/model")
large = tf.random.stateless_uniform([10_000], [1, 2])
other = tf.Module()
other.v = tf.Variable(large)
other.f = tf.function(lambda: other.v + 1.0, input_signature=[])

resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))
rows = tf.data.Dataset.from_tensors(large)


def refused(write, file):
    try:
        write()
    except (OSError, tf.errors.OpError) as error:
        assert file in str(error), error
    else:
        raise AssertionError(f"{file} was written")


refused(lambda: tf.train.Checkpoint(v=other.v).write(path), "checkpoint.data")
refused(lambda: tf.saved_model.save(other, folder + "/model"), "model")
refused(lambda: list(rows.cache(folder + "/cache")), "cache.elements")
parts = iter(tf.data.Dataset.from_tensor_slices(tf.reshape(large, [10, 1000])).cache(folder + "/parts"))
found = []
for _ in range(4):
    found.append(next(parts)[0])
refused(lambda: [found.append(x[0]) for x in parts], "parts.elements")
found += [x[0] for x in parts]  # Without the file it goes on behind the element that was refused.
assert len(found) == 9 and found[-1] == large[9000], len(found)
refused(lambda: rows.save(folder + "/saved"), "saved")
refused(lambda: list(rows.snapshot(folder + "/snapshot")), "snapshot")
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)

checkpoint.read(path).assert_consumed()
assert not model.v.numpy().any()
assert tf.saved_model.load(folder + "/model").f().numpy().tolist() == [1.0] * 10
assert len(list(rows.cache(folder + "/cache"))) == 1
assert len(list(rows.snapshot(folder + "/snapshot"))) == 1
left = [name for _, _, names in os.walk(folder) for name in names if name.endswith((".new", "lockfile"))]
assert not left, left
"""


def test_what_was_there_stays_where_there_is_no_room(tmp_path):
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
