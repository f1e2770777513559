"""Flags of command lines, and programs that begin with them."""

from __future__ import annotations

import logging
import subprocess
import sys

import pytest

import stagelight as tf

v1 = tf.compat.v1

PROGRAM = """
import {library}.compat.v1 as tf

flags = tf.app.flags
flags.DEFINE_float("rate", 0.1, "how fast")
flags.DEFINE_string(flag_name="place", default_value="here", docstring="where")
flags.DEFINE_bool("quick", False, "whether to hurry")
flags.DEFINE_integer("steps", 3, "how many")
FLAGS = tf.flags.FLAGS


def main(argv):
    print(argv[1:], FLAGS.rate, FLAGS.place, FLAGS.quick, FLAGS["steps"].value, "steps" in FLAGS)
    return 3


if __name__ == "__main__":
    tf.app.run()
"""


def test_a_program_reads_its_flags_and_ends_with_what_main_returns(tmp_path):
    file = tmp_path / "program.py"
    file.write_text(PROGRAM.format(library="stagelight"))
    arguments = ["--rate=0.5", "--quick", "--unknown=1", "rest", "--steps", "7"]
    done = subprocess.run([sys.executable, file, *arguments], capture_output=True, text=True)
    assert done.stdout == "['--unknown=1', 'rest'] 0.5 here True 7 True\n"
    assert done.returncode == 3
    refused = subprocess.run([sys.executable, file, "--rate=x"], capture_output=True, text=True)
    assert refused.returncode == 1
    assert "--rate" in refused.stderr


def test_flags_belong_to_the_module_that_defines_them():
    v1.flags.DEFINE_integer("own_flag_of_this_test", 1, "a flag")
    try:
        assert v1.flags.FLAGS.find_module_defining_flag("own_flag_of_this_test") == __name__
    finally:
        delattr(v1.flags.FLAGS, "own_flag_of_this_test")
    assert "own_flag_of_this_test" not in v1.flags.FLAGS


def test_older_names_of_arguments_are_told_of(caplog):
    logger = logging.getLogger("stagelight")
    logger.propagate, before = True, logger.propagate
    try:
        v1.flags.DEFINE_boolean(
            flag_name="older_flag_of_this_test", default_value=True, docstring=""
        )
    finally:
        logger.propagate = before
    assert v1.flags.FLAGS["older_flag_of_this_test"].default is True
    assert "deprecated" in caplog.text
    delattr(v1.flags.FLAGS, "older_flag_of_this_test")


def test_all_names_of_the_package_are_there():
    from absl import flags

    assert set(flags.__all__) <= set(dir(v1.flags))
    assert v1.flags.IllegalFlagValueError is flags.IllegalFlagValueError
    with pytest.raises(AttributeError):
        v1.flags.no_such_name


def test_what_is_missing_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "absl", None)
    v1.flags.absl_flags.cache_clear()
    with pytest.raises(ImportError, match=r"stagelight\[flags\]"):
        v1.app.run(print)
    v1.flags.absl_flags.cache_clear()
