"""Graphs with readers and queues go both ways, also those whose handles are references."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.oracle

STEPS = 5
# The last version of graphs that may have readers whose handles are references is 25.
OLD_PRODUCER = 20


def reading_lines(tf, path):
    """A queue of names of files, and a reader of lines, by the classes of `compat.v1`."""
    v1 = tf.compat.v1
    queue = v1.FIFOQueue(5, tf.string, shapes=[[]])
    queue.enqueue_many([[path, path]], name="put")
    queue.close(name="close")
    reader = v1.TextLineReader(skip_header_lines=1)
    reader.read(queue, name="read")
    reader.num_records_produced(name="count")


def graph_of(tf, path):
    with tf.Graph().as_default() as graph:
        reading_lines(tf, path)
    return graph.as_graph_def().SerializeToString()


def results(tf, data):
    """What the operations give in a session of a library."""
    v1, found = tf.compat.v1, []
    with tf.Graph().as_default(), v1.Session() as session:
        tf.graph_util.import_graph_def(v1.GraphDef.FromString(data), name="in")
        session.run("in/put")
        session.run("in/close")
        for _ in range(STEPS):
            try:
                found.append(session.run(["in/read:0", "in/read:1"]))
            except tf.errors.OutOfRangeError:
                found.append("the end")
            found.append(int(session.run("in/count:0")))
    return found


def with_references(tf, data, only_readers):
    """The graph with ops that take references, which TensorFlow makes no more."""
    message = tf.compat.v1.GraphDef.FromString(data)
    message.versions.producer = OLD_PRODUCER
    for node in message.node:
        if node.op.endswith("V2") and ("Reader" in node.op or not only_readers):
            node.op = node.op.removesuffix("V2")
            if node.op == "ReaderRead" and only_readers:
                message.node.add(name="taken", op="FakeQueue", input=[node.input[1]])
                node.input[1] = "taken"
    return message.SerializeToString()


@pytest.mark.parametrize("only_readers", [None, True, False])
def test_we_run_the_graphs_of_tensorflow(tensorflow, stagelight, tmp_path, only_readers):
    path = tmp_path / "lines"
    path.write_bytes(b"head\na\nb\n")
    data = graph_of(tensorflow, str(path))
    if only_readers is not None:
        data = with_references(tensorflow, data, only_readers)
    expected = results(tensorflow, data)
    assert expected[-2:] == ["the end", 4]
    assert results(stagelight, data) == expected


def test_tensorflow_runs_our_graphs(tensorflow, stagelight, tmp_path):
    path = tmp_path / "lines"
    path.write_bytes(b"head\na\nb\n")
    data = graph_of(stagelight, str(path))
    assert results(tensorflow, data) == results(stagelight, data)
