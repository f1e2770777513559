"""Graphs of TensorFlow 1 as messages: they become those of TensorFlow 2, or are refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import stagelight as tf
from stagelight.cli.main import main
from stagelight.formats import schema
from stagelight.graph.older_graphs.nodes import Nodes
from stagelight.graph.older_graphs.rewriting import in_newer_forms, rewritten
from tests.saving import older_programs

FOLDER = Path(older_programs.__file__).parent / "from_tensorflow" / "older"
NAMES = [path.stem for path in sorted(FOLDER.glob("*.npz")) if path.stem != "tables"]


def part_of_model(name):
    """The part of a kept model that restores its variables and computes; and the names of that."""
    content = (FOLDER / name / "saved_model.pb").read_bytes()
    message = schema.SavedModel.FromString(content).meta_graphs[0]
    signature, saver = message.signature_def["serving_default"], message.saver_def
    needed = [x.name.partition(":")[0] for x in signature.outputs.values()]
    part = schema.GraphDef(versions=message.graph_def.versions)
    nodes = Nodes(message.graph_def.node)
    kept = nodes.leading_to([*needed, saver.restore_op_name])
    part.node.extend([node for node in nodes if node.name in kept])
    return part, signature, saver


@pytest.mark.parametrize("name", NAMES)
def test_graphs_of_tensorflow_1_are_imported(name):
    part, signature, saver = part_of_model(name)
    given, expected = older_programs.kept_call(FOLDER, name)
    fetched = {key: x.name for key, x in signature.outputs.items()}
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        elements = tf.graph_util.import_graph_def(
            part, return_elements=[*fetched.values(), saver.restore_op_name], name="in"
        )
        path = str(FOLDER / name / "variables" / "variables")
        session.run(elements.pop(), {f"in/{saver.filename_tensor_name}": path})
        feeds = {f"in/{signature.inputs[key].name}": value for key, value in given.items()}
        results = dict(zip(fetched, session.run(elements, feeds), strict=True))
    for key, value in expected.items():
        found = older_programs.as_stored(np.asarray(results[key]))
        assert found.dtype == value.dtype
        np.testing.assert_allclose(found, value, rtol=1e-5)


def square_while_below(limit):
    """x is squared until it is at least a limit, with the cycle that TensorFlow 1 made."""
    message = graph_def(
        X,
        ("limit", "Const", [], {"dtype": 1}),
        ("enter", "Enter", ["x"], {**FLOAT, "frame_name": b"loop"}),
        ("bound", "Enter", ["limit"], {**FLOAT, "frame_name": b"loop"}),
        ("merge", "Merge", ["enter", "next"], FLOAT),
        ("less", "Less", ["merge", "bound"], FLOAT),
        ("more", "LoopCond", ["less"], {}),
        ("switch", "Switch", ["merge", "more"], FLOAT),
        ("square", "Square", ["switch:1"], FLOAT),
        ("next", "NextIteration", ["square"], FLOAT),
        ("result", "Exit", ["switch"], FLOAT),
    )
    message.node[1].attr["value"].tensor.CopyFrom(tf.make_tensor_proto(limit, tf.float32))
    return message


def test_cycles_are_imported_in_functions_and_have_gradients():
    message = square_while_below(50.0)

    @tf.function
    def f(x, limit):
        (y,) = tf.graph_util.import_graph_def(message, {"x": x, "limit:0": limit}, ["result:0"])
        return y

    with tf.GradientTape() as tape:
        x = tf.constant(3.0)
        tape.watch(x)
        y = f(x, tf.constant(50.0))
    assert float(y) == 81.0
    assert float(tape.gradient(y, x)) == 108.0
    assert float(f(tf.constant(60.0), tf.constant(50.0))) == 60.0


def test_what_stands_in_a_loop_is_no_element():
    for arguments in ({"return_elements": ["square:0"]}, {"input_map": {"square:0": 1.0}}):
        with tf.Graph().as_default() as graph, pytest.raises(ValueError, match="inside of loops"):
            tf.graph_util.import_graph_def(square_while_below(2.0), **arguments)
        assert not graph.get_operations()


def test_messages_are_left_as_they_are():
    message = square_while_below(2.0)
    before = message.SerializeToString(deterministic=True)
    found = in_newer_forms(message)
    assert message.SerializeToString(deterministic=True) == before
    assert in_newer_forms(found) is found


def test_all_ops_of_a_whole_graph_must_be_known():
    message = square_while_below(2.0)
    message.node.add(name="queue", op="Barrier")
    with pytest.raises(NotImplementedError, match=r"Stagelight's: Barrier\."):
        in_newer_forms(message)


def test_queues_and_readers_were_references(tmp_path):
    """A queue of either form; TensorFlow made of one that is a resource a reference for the older reader."""
    (tmp_path / "lines").write_text("a\nb\nc\n")
    strings = {"component_types": [schema.DataType.DT_STRING]}
    for queue, fake in (("FIFOQueue", False), ("FIFOQueueV2", True)):
        enqueue = "QueueEnqueueV2" if fake else "QueueEnqueue"
        message = graph_def(
            ("path", "Placeholder", [], {"dtype": schema.DataType.DT_STRING}),
            ("queue", queue, [], strings),
            ("put", enqueue, ["queue", "path"], {"Tcomponents": strings["component_types"]}),
            *([("fake", "FakeQueue", ["queue"], {})] if fake else []),
            ("reader", "TextLineReader", [], {}),
            ("read", "ReaderRead", ["reader", "fake" if fake else "queue"], {}),
            ("count", "ReaderNumRecordsProduced", ["reader"], {}),
            ("reset", "ReaderReset", ["reader"], {}),
            ("size", "QueueSizeV2" if fake else "QueueSize", ["queue"], {}),
            ("close", "QueueCloseV2" if fake else "QueueClose", ["queue"], {}),
        )
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            tf.graph_util.import_graph_def(message, name="")
            for _ in range(2):
                session.run("put", {"path:0": str(tmp_path / "lines")})
            assert session.run(["size:0", "count:0"]) == [2, 0]
            assert [session.run("read:1") for _ in range(2)] == [b"a", b"b"]
            assert session.run("count:0") == 2
            session.run(["reset", "close"])
            found = [session.run(["read:0", "read:1"]) for _ in range(3)]
            assert found == [
                [f"{tmp_path}/lines:{i + 1}".encode(), b"abc"[i : i + 1]] for i in range(3)
            ]
            with pytest.raises(tf.errors.OutOfRangeError):
                session.run("read")


def test_the_command_line_runs_files_with_cycles(tmp_path, capsys):
    path = tmp_path / "graph.pb"
    path.write_bytes(square_while_below(50.0).SerializeToString())
    assert main(["run", str(path), "-i", "x=3", "--trust"]) == 0
    assert json.loads(capsys.readouterr().out) == {"result": 81.0}


# Graphs that are broken, or that no tf.while_loop and no tf.cond makes.


def graph_def(*nodes):
    message = schema.GraphDef()
    for name, op, inputs, attrs in nodes:
        node = message.node.add(name=name, op=op, input=inputs)
        for key, value in attrs.items():
            if isinstance(value, int):
                node.attr[key].type = value
            elif isinstance(value, list):
                node.attr[key].list.type.extend(value)
            else:
                node.attr[key].s = value
    return message


FLOAT = {"T": 1}
X = ("x", "Placeholder", [], {"dtype": 1})


@pytest.mark.parametrize(
    ("nodes", "message"),
    [
        ([X, ("e", "Enter", ["x"], {**FLOAT, "frame_name": b"f"})], "has 0 conditions"),
        ([X, ("e", "Exit", ["x"], FLOAT)], "Exit stands in no loop"),
        ([X, ("m", "Merge", ["x", "x"], FLOAT)], "joins values of no one conditional"),
        ([X, ("y", "Relu", ["nowhere"], FLOAT)], "Unknown input node"),
        (
            [
                X,
                ("a", "Enter", ["x"], {**FLOAT, "frame_name": b"f"}),
                ("b", "Add", ["a", "x"], FLOAT),
                ("c", "Enter", ["x"], {**FLOAT, "frame_name": b"g"}),
                ("d", "Add", ["a", "c"], FLOAT),
            ],
            "has inputs of two loops",
        ),
    ],
)
def test_graphs_that_make_no_sense_are_refused(nodes, message):
    with pytest.raises(ValueError, match=message):
        rewritten(graph_def(*nodes), [])


def test_what_is_needed_must_be_known():
    message = graph_def(X, ("q", "Barrier", [], {}), ("y", "BarrierTakeMany", ["q", "x"], {}))
    with pytest.raises(NotImplementedError, match=r"Stagelight's: Barrier, BarrierTakeMany\."):
        rewritten(message, ["y:0"])
    assert [node.name for node in rewritten(message, ["x:0"]).node] == ["x"]
    with pytest.raises(ValueError, match="lacks the nodes"):
        rewritten(message, ["z:0"])
