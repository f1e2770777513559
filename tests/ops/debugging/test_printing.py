"""`tf.print`: where text goes, when it is there, and what stands in it."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path

import pytest

import stagelight as tf


def test_text_is_on_the_file_descriptor_when_the_call_returns(capfd: pytest.CaptureFixture) -> None:
    tf.print("to standard error")
    assert capfd.readouterr() == ("", "to standard error\n")
    tf.print("to standard output", output_stream=sys.stdout)
    assert capfd.readouterr() == ("to standard output\n", "")


def test_order_with_pythons_print_in_a_pipe() -> None:
    """Python holds back what it writes to a pipe; `tf.print` comes after it all the same."""
    code = (
        "import sys, stagelight as tf\n"
        "print('one'); tf.print('two', output_stream=sys.stdout); print('three')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "one\ntwo\nthree\n"


def test_a_stream_in_the_place_of_sys_stdout_gets_the_text(capsys: pytest.CaptureFixture) -> None:
    tf.print("x", output_stream=sys.stdout)
    assert capsys.readouterr().out == "x\n"


def test_a_file_is_appended_to(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    for number in range(2):
        tf.print("line", number, output_stream=f"file://{path}")
    assert path.read_text() == "line 0\nline 1\n"


def test_levels_of_logging_go_to_the_logger(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="stagelight"):
        tf.print("news", output_stream=logging.INFO)
        tf.print("trouble", output_stream=logging.ERROR)
    assert [(r.levelname, r.message) for r in caplog.records] == [
        ("INFO", "news"),
        ("ERROR", "trouble"),
    ]


def test_other_streams_are_refused() -> None:
    for stream in ("stdout", "file://", object(), 7):
        with pytest.raises(ValueError, match="Unsupported output stream"):
            tf.print(1, output_stream=stream)
    with pytest.raises(ValueError, match=r"Unrecognized keyword arguments.*'color'"):
        tf.print(1, color="red")


def test_in_a_graph_it_gives_the_operation_and_runs_at_each_call(
    capfd: pytest.CaptureFixture,
) -> None:
    kinds = []

    @tf.function
    def f(x):
        kinds.append(tf.print("x is", x).type)
        return 1

    f(tf.constant(1))
    f(tf.constant(2))
    assert kinds == ["PrintV2"]
    assert capfd.readouterr().err == "x is 1\nx is 2\n"


def test_values_of_an_ordered_dict_stand_with_their_keys(capfd: pytest.CaptureFixture) -> None:
    """TensorFlow 2.21 takes the tensors in the order of the keys, and shows them in another one."""
    from collections import OrderedDict

    tf.print(OrderedDict([("z", tf.constant(1)), ("a", tf.constant(2))]))
    assert capfd.readouterr().err == "OrderedDict([('z', 1), ('a', 2)])\n"


def test_variables_show_their_values_when_the_graph_runs(capfd: pytest.CaptureFixture) -> None:
    v = tf.Variable([1, 2])

    @tf.function
    def f():
        v.assign_add([1, 1])
        tf.print(v, [v])

    f()
    f()
    assert capfd.readouterr().err == "[2 3] [[2 3]]\n[3 4] [[3 4]]\n"


def test_braces_and_percent_signs_are_plain_text(capfd: pytest.CaptureFixture) -> None:
    tf.print("{} {{}} %s", tf.constant(1), "{0}", {"{}": tf.constant(2)})
    assert capfd.readouterr().err == "{} {{}} %s 1 {0} {'{}': 2}\n"
