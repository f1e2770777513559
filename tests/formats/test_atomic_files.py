"""What killed processes leave beside files is taken away; what living ones write is not."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

import stagelight as tf
from stagelight.formats import atomic_files
from stagelight.formats.atomic_files import held, replaced

fcntl = pytest.importorskip("fcntl")


@pytest.fixture(scope="module")
def dead():
    """The number of a process that lives no more."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def left(folder, process, age=3600.0, name="model"):
    path = folder / f".{name}.{process}.0123abcd.new"
    path.write_bytes(b"half")
    then = time.time() - age
    os.utime(path, (then, then))
    return path


def write(folder):
    with replaced(folder / "model") as file:
        file.write(b"whole")
    assert (folder / "model").read_bytes() == b"whole"


def test_what_dead_processes_left_is_taken_away(tmp_path, dead):
    leftovers = [left(tmp_path, dead), left(tmp_path, dead, name="other.index")]
    write(tmp_path)
    assert not any(path.exists() for path in leftovers)
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_what_living_processes_write_stays(tmp_path, dead):
    living = [left(tmp_path, os.getpid()), left(tmp_path, os.getppid(), name="b")]
    young = left(tmp_path, dead, age=0.0, name="c")
    elsewhere = left(tmp_path, dead, name="d")  # By its number it is dead, but it holds its lock.
    others = [tmp_path / f".model.{dead}.new", tmp_path / f"model.{dead}.0123abcd.new"]
    for path in others:
        path.write_bytes(b"")
        os.utime(path, (0, 0))
    with held(elsewhere):
        write(tmp_path)
    assert all(path.exists() for path in [*living, young, elsewhere, *others])


def test_a_file_is_locked_while_it_is_written(tmp_path):
    with replaced(tmp_path / "model") as file:
        (aside,) = tmp_path.iterdir()
        assert atomic_files._is_locked(aside)
        file.write(b"whole")
    assert not atomic_files._is_locked(tmp_path / "model")


def test_models_and_checkpoints_take_away_what_others_left(tmp_path, dead):
    folder = tmp_path / f".{dead}.0123abcd.new"
    folder.mkdir()
    (folder / "saved_model.pb").write_bytes(b"half")
    os.utime(folder, (0, 0))
    leftover = left(tmp_path, dead, name="ckpt-1.index")
    module = tf.Module()
    module.v = tf.Variable(1.0)
    tf.saved_model.save(module, tmp_path)
    assert not folder.exists()
    assert not leftover.exists()
    leftover = left(tmp_path, dead, name="ckpt-1.index")
    tf.train.Checkpoint(module).write(str(tmp_path / "ckpt"))
    assert not leftover.exists()
