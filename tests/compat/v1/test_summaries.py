"""`tf.compat.v1.summary`: what needs a graph, and writers that are closed and opened again.

Messages and files are compared with TensorFlow's in `tests/oracle/programs/older_summaries.py`.
"""

from __future__ import annotations

import pytest

import stagelight as tf

v1 = tf.compat.v1


def test_merging_and_writers_need_a_graph(tmp_path):
    for call in (lambda: v1.summary.merge([]), v1.summary.merge_all):
        with pytest.raises(RuntimeError, match="not compatible with eager execution"):
            call()
    with pytest.raises(RuntimeError, match=r"tf\.summary\.create_file_writer"):
        v1.summary.FileWriter(tmp_path)


def test_a_summary_is_a_message_eagerly_too():
    text = v1.summary.scalar("a", 2.0).numpy()
    assert v1.Summary.FromString(text).value[0].simple_value == 2.0


def test_a_closed_writer_warns_and_may_be_opened_again(tmp_path):
    with tf.Graph().as_default():
        writer = v1.summary.FileWriter(tmp_path)
        writer.close()
        with pytest.warns(UserWarning, match="closed FileWriter"):
            writer.add_summary(v1.Summary(), 1)
        writer.reopen()
        writer.add_summary(v1.Summary(value=[v1.Summary.Value(tag="a", simple_value=1.0)]), 2)
        writer.close()
    files = sorted(tmp_path.iterdir())
    assert len(files) == 2
    steps = [event.step for file in files for event in v1.train.summary_iterator(str(file))]
    assert sorted(steps) == [0, 0, 2]


def test_a_writer_refuses_what_is_no_graph(tmp_path):
    with tf.Graph().as_default() as graph, v1.summary.FileWriter(tmp_path) as writer:
        with pytest.raises(ValueError, match="not both"):
            writer.add_graph(graph, graph_def=graph.as_graph_def())
        with pytest.raises(TypeError, match="instance of `Graph`"):
            writer.add_graph("graph")
        with pytest.raises(TypeError, match="MetaGraphDef"):
            writer.add_meta_graph("graph")
        writer.add_run_metadata(v1.RunMetadata(), "one")
        with pytest.raises(ValueError, match="already used"):
            writer.add_run_metadata(v1.RunMetadata(), "one")


def test_a_text_must_be_text():
    with tf.Graph().as_default(), pytest.raises(ValueError, match="to have dtype string"):
        v1.summary.text("t", tf.constant(1.0))
