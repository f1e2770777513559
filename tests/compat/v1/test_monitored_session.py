"""Monitored sessions, hooks and options; for programs see `tests/oracle/programs/older_sessions.py`."""

from __future__ import annotations

import logging
import threading
import time

import pytest

import stagelight as tf

v1 = tf.compat.v1


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def test_the_graph_is_finished_while_the_session_is_open(graph):
    x = tf.constant(1.0)
    with v1.train.MonitoredSession() as session:
        assert graph.finalized
        with pytest.raises(RuntimeError, match="finalized"):
            tf.constant(2.0)
        assert session.run(x) == 1.0
    assert not graph.finalized
    assert session.graph is None
    with pytest.raises(RuntimeError, match="closed"):
        session.run(x)


def test_the_value_after_an_assignment_is_run_in_a_finished_graph(graph):
    v = v1.get_variable("v", initializer=1.0)
    update = v.assign_add(2.0)
    graph.finalize()
    with v1.Session() as session:
        session.run(v.initializer)
        assert session.run(update) == 3.0


def test_two_cannot_feed_one_tensor():
    x = v1.placeholder(tf.float32)
    hook = v1.train.FeedFnHook(lambda: {x: 1.0})
    with (
        v1.train.MonitoredSession(hooks=[hook]) as session,
        pytest.raises(RuntimeError, match="fed by two"),
    ):
        session.run(x, {x: 2.0})


def test_there_is_only_a_chief():
    with pytest.raises(ValueError, match="is_chief must be True"):
        v1.train.MonitoredTrainingSession(is_chief=False)


def test_values_are_logged(caplog):
    x = v1.placeholder(tf.float32, [], name="x")
    hooks = [
        v1.train.LoggingTensorHook({"it": x, "again": "x:0"}, every_n_iter=2),
        v1.train.LoggingTensorHook(
            ["x:0"], every_n_iter=1, formatter=lambda found: str(found["x:0"])
        ),
    ]
    caplog.set_level(logging.INFO, logger="stagelight")
    with v1.train.MonitoredSession(hooks=hooks) as session:
        for value in (1.0, 2.0, 3.0):
            session.run([], {x: value})
    lines = [record.getMessage() for record in caplog.records]
    assert [line for line in lines if "again" not in line] == ["1.0", "2.0", "3.0"]
    told = [line for line in lines if "again" in line]
    assert told[0] == "again = 1.0, it = 1.0"
    assert told[1].startswith("again = 3.0, it = 3.0 (")


def test_a_checkpoint_hook_needs_a_saver(tmp_path):
    v1.train.get_or_create_global_step()
    hook = v1.train.CheckpointSaverHook(str(tmp_path), save_steps=1)
    creator = v1.train.ChiefSessionCreator(v1.train.Scaffold(saver=v1.train.Saver()))
    with pytest.raises(RuntimeError, match="No items in collection savers"):
        v1.train.MonitoredSession(creator, [hook])


def test_a_waiting_hook_waits_for_another_thread():
    step = v1.train.get_or_create_global_step()
    update = step.assign_add(2)
    hook = v1.train.GlobalStepWaiterHook(2)
    with v1.train.MonitoredSession(hooks=[hook]) as session:
        raw = session.raw_session()
        thread = threading.Timer(0.1, lambda: raw.run(update))
        thread.start()
        assert session.run(step) == 2
        thread.join()


def test_threads_that_go_on_are_told():
    coordinator = tf.train.Coordinator()
    thread = threading.Thread(target=time.sleep, args=(0.5,), name="sleeper")
    thread.start()
    coordinator.request_stop()
    with pytest.raises(RuntimeError, match="still running: sleeper"):
        coordinator.join([thread], stop_grace_period_secs=0.01)
    thread.join()
    with pytest.raises(KeyError):
        coordinator.request_stop(KeyError("late"))


def test_options_have_fields_and_defaults():
    config = v1.ConfigProto(allow_soft_placement=True, device_count={"GPU": 0})
    config.gpu_options.per_process_gpu_memory_fraction = 0.5
    assert config.intra_op_parallelism_threads == 0
    assert config.device_count == {"GPU": 0}
    assert v1.ConfigProto().gpu_options.per_process_gpu_memory_fraction == 0.0
    assert v1.ConfigProto() == v1.ConfigProto() != config
    with pytest.raises(AttributeError, match="no option 'allow'"):
        v1.ConfigProto(allow=True)
    with v1.Session(config=config) as session:
        assert session.run(tf.constant(2.0), options=v1.RunOptions(trace_level=3)) == 2.0
