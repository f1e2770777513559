"""The command line, run as people run it: a process with arguments, output and an exit code."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tomllib

import numpy as np
import onnx
import pytest

import stagelight as tf
from stagelight.cli.main import main
from tests.onnx.running import checked, run
from tests.processes import environment


def stagelight(*arguments, code=0, **options):
    """What the command prints; its errors, if the exit code is another than 0."""
    result = subprocess.run(
        [sys.executable, "-m", "stagelight", *map(str, arguments)],
        capture_output=True, text=True, check=False, timeout=120, **options,
        env=environment(COLUMNS="120"),
    )  # fmt: skip
    assert result.returncode == code, result.stderr or result.stdout
    assert "Traceback" not in result.stderr
    return result.stderr if code else result.stdout


def called(*arguments, code=0):
    """The same without a process of its own, and so without limits of the process."""
    out, errors = io.StringIO(), io.StringIO()
    arguments = [str(x) for x in arguments]
    if arguments[:1] and arguments[0] in ("run", "convert", "bench"):
        arguments.append("--trust")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        found = main(arguments)
    assert found == code, errors.getvalue()
    return errors.getvalue() if code else out.getvalue()


class Scale(tf.Module):
    def __init__(self):
        super().__init__()
        self.factor = tf.Variable([2.0, 3.0], name="factor")

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32, name="x")])
    def __call__(self, x):
        return {"scaled": x * self.factor, "sum": tf.reduce_sum(x)}


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("models") / "scale"
    tf.saved_model.save(Scale(), folder)
    return folder


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    """A model whose function calls Python."""
    module = tf.Module()
    module.f = tf.function(
        lambda x: tf.numpy_function(lambda a: a, [x], tf.float32),
        input_signature=[tf.TensorSpec([], tf.float32)],
    )
    folder = tmp_path_factory.mktemp("models") / "reader"
    tf.saved_model.save(module, folder)
    return folder


def test_help_names_the_commands():
    text = stagelight("--help")
    assert all(command in text for command in ("show", "run", "convert", "bench"))
    assert "--signature" in called("run", "--help")
    assert called("--version").startswith("stagelight ")


@pytest.mark.parametrize("arguments", [(), ("fly",), ("show",), ("bench", "x", "--size", "0")])
def test_wrong_arguments_are_a_matter_of_usage(arguments):
    assert "usage: stagelight" in called(*arguments, code=2)


def test_a_saved_model_is_shown(model):
    text = stagelight("show", model)
    for part in ("serving_default", "[?, 2]", "scaled", "factor", "__call__", "ReadVariableOp"):
        assert part in text
    found = json.loads(stagelight("show", model, "--json"))
    assert found["kind"] == "saved model"
    assert found["signatures"]["serving_default"]["inputs"] == {"x": ["float32", "[?, 2]"]}
    assert [v["name"] for v in found["variables"]] == ["factor"]
    assert found["ops"]["Sum"] == 1


def test_a_checkpoint_is_shown(tmp_path):
    tf.train.Checkpoint(v=tf.Variable([1, 2, 3])).save(tmp_path / "training")
    for path in (tmp_path / "training-1", tmp_path):
        found = json.loads(called("show", path, "--json"))
        assert found["kind"] == "checkpoint"
        assert {v["name"]: v["bytes"] for v in found["variables"]} == {"v": 12, "save_counter": 8}


def test_names_are_shown_as_they_are(model, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")  # The path stands on one line, however long it is.
    source = tmp_path / "scale.onnx"
    called("convert", model, source)
    assert "[x_0, 2]" in called("show", source)
    holder = tf.Module()
    setattr(holder, "[red]w:smile:", tf.Variable(1.0))
    tf.train.Checkpoint(holder).write(tmp_path / "[bold]")
    text = called("show", tmp_path / "[bold]")
    assert "[bold]: checkpoint" in text and "[red]w:smile:" in text


def test_a_signature_is_run_on_text_and_files(model, tmp_path):
    result = json.loads(stagelight("run", model, "--input", "x=[[1, 2]]"))
    assert result == {"scaled": [[2.0, 6.0]], "sum": 3.0}
    assert json.loads(called("run", model, "-i", "[[1, 2]]")) == result
    x = np.array([[1, 2]], np.float32)
    np.save(tmp_path / "x.npy", x)
    np.savez(tmp_path / "all.npz", x=x)
    (tmp_path / "all.json").write_text('{"x": [[1, 2]]}')
    assert json.loads(called("run", model, "-i", f"x={tmp_path / 'x.npy'}")) == result
    for name in ("all.npz", "all.json"):
        assert json.loads(called("run", model, "--inputs", tmp_path / name)) == result
    called("run", model, "-i", "[[1, 2]]", "-o", tmp_path / "out.npz")
    with np.load(tmp_path / "out.npz") as arrays:
        assert arrays["scaled"].tolist() == [[2.0, 6.0]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "missing ['x']"),
        (("-i", "[[1, 2, 3]]"), "'x' is TensorSpec"),
        (("-i", "[['a']]"), "neither a .npy file nor JSON"),
        (("-i", '[["a"]]'), "'x' is TensorSpec"),
        (("-s", "other"), "must be one of ['serving_default']"),
        (("-i", "[[1, 2]]", "-o", "out.txt"), ".npz or .json"),
    ],
)
def test_arguments_that_do_not_fit_are_told(model, arguments, message):
    assert message in called("run", model, *arguments, code=1)


def test_a_graph_stands_on_its_own_and_comes_back(model, tmp_path):
    for name in ("graph.pb", "graph.pbtxt"):
        target = tmp_path / name
        assert "takes x, gives" in called("convert", model, target)
        shown = json.loads(called("show", target, "--json"))
        assert shown["kind"] == "GraphDef"
        assert "ReadVariableOp" not in shown["ops"]
        result = json.loads(called("run", target, "-i", "x=[[1, 2]]"))
        assert sorted(result.values(), key=str) == [3.0, [[2.0, 6.0]]]
    back = tmp_path / "back"
    called("convert", tmp_path / "graph.pb", back)
    result = json.loads(called("run", back, "-i", "x=[[1, 2]]"))
    assert sorted(result.values(), key=str) == [3.0, [[2.0, 6.0]]]


def test_a_model_goes_to_onnx(model, tmp_path):
    target = tmp_path / "scale.onnx"
    assert "takes x, gives scaled, sum" in called("convert", model, target, "--opset", "21")
    found = run(checked(onnx.load(target)), np.array([[1, 2]], np.float32)).results
    assert [x.tolist() for x in found] == [[[2.0, 6.0]], 3.0]


def test_a_model_of_onnx_is_shown_run_and_converted(model, tmp_path):
    source = tmp_path / "scale.onnx"
    called("convert", model, source)
    shown = json.loads(called("show", source, "--json"))
    assert shown["kind"] == "ONNX"
    assert shown["signatures"]["serving_default"]["inputs"] == {"x": ["float32", "[x_0, 2]"]}
    assert shown["ops"] == {"Mul": 1, "ReduceSum": 1}
    expected = {"scaled": [[2.0, 6.0]], "sum": 3.0}
    assert json.loads(called("run", source, "-i", "x=[[1, 2]]")) == expected
    for target in (tmp_path / "saved", tmp_path / "graph.pb"):
        called("convert", source, target)
        assert json.loads(called("run", target, "-i", "x=[[1, 2]]")) == expected


def test_what_onnx_cannot_express_is_told(reader, tmp_path):
    message = called("convert", reader, tmp_path / "model.onnx", code=1)
    assert "AG501: ONNX cannot express 1 operation" in message
    assert not (tmp_path / "model.onnx").exists()


def test_what_cannot_be_frozen_is_told(tmp_path):
    module = tf.Module()
    module.v = tf.Variable(1.0)
    module.f = tf.function(lambda: module.v.assign_add(1.0), input_signature=[])
    tf.saved_model.save(module, tmp_path / "model")
    message = called("convert", tmp_path / "model", tmp_path / "graph.pb", code=1)
    assert "cannot be frozen" in message
    assert not (tmp_path / "graph.pb").exists()


def test_calls_are_measured(model):
    found = json.loads(called("bench", model, "--size", "3", "--seconds-of-calls", "0.1", "--json"))
    assert found["calls"] >= 5
    assert 0 < found["p50_us"] <= found["p99_us"]
    assert "median" in called("bench", model, "--seconds-of-calls", "0.05")


def test_regions_are_measured(model):
    arguments = ("bench", model, "--seconds-of-calls", "0.05", "--regions")
    found = json.loads(called(*arguments, "--json"))
    assert {each["calls"] for each in found["regions"]} == {found["calls"]}
    assert all(0 < each["median_us"] <= each["total_us"] for each in found["regions"])
    assert "median us" in called(*arguments)


def test_models_are_not_trusted_by_default(reader):
    message = stagelight("run", reader, "-i", "1.0", code=1)
    assert "not trusted" in message and "PyFunc" in message
    assert "callback pyfunc" in stagelight("run", reader, "-i", "1.0", "--trust", code=1)


def endless(tf):
    x = tf.constant(0.0)
    while x >= 0.0:
        x += 0.5
        x -= 0.5
    return x


def test_time_and_memory_are_limited(tmp_path):
    module = tf.Module()
    module.endless = tf.function(lambda: endless(tf), input_signature=[])
    module.large = tf.function(
        lambda n: tf.reduce_sum(tf.sort(tf.ones([n, 1 << 20]))),
        input_signature=[tf.TensorSpec([], tf.int32)],
    )
    signatures = {"endless": module.endless, "large": module.large}
    tf.saved_model.save(module, tmp_path / "model", signatures=signatures)
    result = subprocess.run(
        [sys.executable, "-m", "stagelight", "run", tmp_path / "model", "-s", "endless", "--seconds", "4"],
        env=environment(),
        capture_output=True, text=True, check=False, timeout=100,
    )  # fmt: skip
    assert result.returncode == 1
    assert "more processor time" in result.stderr
    message = stagelight(
        "run", tmp_path / "model", "-s", "large", "-i", "4000", "--memory", "4", code=1
    )
    assert "memory" in message.lower() or "alloc" in message.lower()


@pytest.mark.parametrize("option", ["--memory", "--seconds-of-calls"])
@pytest.mark.parametrize("number", ["0", "-1", "nan", "inf", "much"])
def test_amounts_are_positive_numbers(option, number, model):
    assert option in called("bench", model, option, number, code=2)


def test_files_of_arguments_that_are_none_are_named(model, tmp_path):
    for name in ("values.json", "values.npz"):
        (tmp_path / name).write_bytes(b"PK[1")
        assert name in called("run", model, "--inputs", tmp_path / name, code=1)


def test_an_argument_that_there_is_not_is_told(model):
    assert "NAME=VALUE with a name of ['x']" in called("run", model, "-i", "y=[[1, 2]]", code=1)


@pytest.mark.parametrize("command", ["show", "run", "bench"])
def test_damaged_files_are_told(command, model, tmp_path):
    assert "no such file" in called(command, tmp_path / "nothing", code=1)
    (tmp_path / "empty").mkdir()
    assert "no saved model" in called(command, tmp_path / "empty", code=1)
    (tmp_path / "graph.pb").write_bytes(b"not a graph")
    assert "is no GraphDef" in called(command, tmp_path / "graph.pb", code=1)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "saved_model.pb").write_bytes(b"\x0a\xff")
    assert "Cannot parse file" in called(command, tmp_path / "broken", code=1)


def test_who_stops_reading_sees_no_error(tmp_path):
    path = tmp_path / "graph.pbtxt"
    path.write_text('node { name: "nothing" op: "NoOp" }')
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "stagelight", "show", "--json", str(path)]
    try:
        result = subprocess.run(
            command,
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=120,
            env=environment(),
        )
    finally:
        os.close(writing)
    assert (result.returncode, result.stderr) == (0, "")


# How a process finds its standard output, and the exit code of a command that would succeed.
REDIRECTIONS = {">&-": 0, ">&- 2>&-": 0, ">/dev/full": 1, ">/dev/full 2>/dev/full": 1, "| true": 0}


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("redirection", REDIRECTIONS)
@pytest.mark.parametrize("command", ["show", "convert", "--help"])
def test_output_that_cannot_be_written_is_an_error_and_no_crash(
    command, redirection, buffered, tmp_path
):
    path = tmp_path / "graph.pbtxt"
    path.write_text('node { name: "nothing" op: "NoOp" }')
    files = {"show": path, "convert": f"{path} {tmp_path / 'graph.pb'}"}.get(command, "")
    settings = {**environment(), "PYTHONUNBUFFERED": "" if buffered else "1"}
    script = f"set -o pipefail; {sys.executable} -m stagelight {command} {files} {redirection}"
    result = subprocess.run(
        ["bash", "-c", script], env=settings, capture_output=True, text=True, check=False
    )
    code = REDIRECTIONS[redirection]
    if (
        command not in ("show", "convert") and not buffered
    ):  # argparse ignores what it cannot write.
        code = 0
    assert result.returncode == code
    assert "Exception ignored" not in result.stderr and "Traceback" not in result.stderr
    assert ("No space left" in result.stderr) == (code == 1 and "2>" not in redirection)


def test_files_that_cannot_be_written_are_named_as_they_were_asked_for(model, tmp_path):
    target = tmp_path / "none" / "frozen.pb"
    message = called("convert", model, target, code=1)
    assert message.rstrip().endswith(f"'{target}'")


def test_results_keep_their_names_in_a_graph_def(tmp_path):
    class Named(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None], name="x")])
        def __call__(self, x):
            inner = tf.identity(x + 1.0, name="total")
            return {"total": inner * 2.0, "first": inner[0], "x": x}

    named = Named()
    tf.saved_model.save(named, tmp_path / "model", signatures=named.__call__)
    target = tmp_path / "frozen.pb"
    assert "gives first, total, x_1" in called("convert", tmp_path / "model", target)
    found = json.loads(called("run", target, "-i", "x=[1, 2]"))
    assert found == {"first": 2.0, "total": [4.0, 6.0], "x_1": [1.0, 2.0]}


# Distributions of the extras, by what is imported of them: a plain installation has none.
_OPTIONAL = ("absl", "jax", "keras", "onnx", "onnxruntime", "PIL", "simplejpeg", "tensorflow")


def _extras():
    """The packages that the extras for users bring, as pyproject names them."""
    with open("pyproject.toml", "rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    return {
        re.split(r"[<>=]", each)[0]
        for name, packages in extras.items()
        if name not in ("test", "check", "oracle")
        for each in packages
    }


def test_every_extra_is_among_those_that_are_left_out():
    names = {"absl-py": "absl", "pillow": "PIL"}
    assert {names.get(x, x) for x in _extras()} <= {*_OPTIONAL}


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (["--help"], "convert"),
        (["ops", "MatMul"], "not known: pip install 'stagelight[onnx]'"),
        (["ops"], "MatMul"),
        (["show", "MODEL"], "scaled"),
        (["run", "MODEL", "-i", "[[1, 2]]"], "scaled"),
    ],
)
def test_a_plain_installation_has_the_commands(model, command, told):
    program = (
        "import sys\n"
        f"sys.modules.update(dict.fromkeys({_OPTIONAL}))\n"
        "from stagelight.cli.main import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    words = [str(model) if x == "MODEL" else x for x in command]
    result = subprocess.run(
        [sys.executable, "-c", program, *words],
        capture_output=True, text=True, check=False, timeout=120,
        env=environment(COLUMNS="120"),
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert told in result.stdout
