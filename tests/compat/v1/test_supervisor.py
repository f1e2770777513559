"""Supervisors, session managers, and the loop that evaluates a checkpoint."""

from __future__ import annotations

import glob
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import stagelight as tf
from stagelight.compat.v1.evaluation_loop import (
    StopAfterNEvalsHook,
    evaluate_once,
    get_or_create_eval_step,
)

v1 = tf.compat.v1


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def _events(folder):
    return [e for path in glob.glob(f"{folder}/events*") for e in v1.train.summary_iterator(path)]


def test_a_session_is_initialized_and_what_is_saved_restored(tmp_path):
    v = v1.get_variable("v", initializer=2.0)
    step = v1.train.get_or_create_global_step()
    advance = [v.assign_add(1.0), step.assign_add(1)]
    supervisor = v1.train.Supervisor(logdir=str(tmp_path), save_summaries_secs=0, save_model_secs=0)
    assert v.graph.finalized
    with supervisor.managed_session() as session:
        session.run(advance)
        supervisor.saver.save(session, supervisor.save_path, global_step=supervisor.global_step)
    with supervisor.managed_session() as session:
        assert session.run([v, step]) == [3.0, 1]
    assert (tmp_path / "graph.pbtxt").exists()
    statuses = [e.session_log.status for e in _events(tmp_path) if e.HasField("session_log")]
    assert statuses == [1, 2, 1, 2]


@pytest.mark.parametrize(
    "error", [ValueError("here"), tf.errors.OutOfRangeError(None, None, "end")]
)
def test_errors_inside_are_raised_but_not_the_end_of_the_input(error):
    supervisor = v1.train.Supervisor(logdir=None)
    if isinstance(error, ValueError):
        with pytest.raises(ValueError, match="here"), supervisor.managed_session():
            raise error
    else:
        with supervisor.managed_session():
            raise error
    assert supervisor.should_stop()


def test_threads_write_summaries_steps_and_checkpoints(tmp_path):
    step = v1.train.get_or_create_global_step()
    v1.summary.scalar("loss", tf.constant(4.0))
    supervisor = v1.train.Supervisor(
        logdir=str(tmp_path), save_summaries_secs=0.05, save_model_secs=0.05
    )
    with supervisor.managed_session() as session:
        end = time.monotonic() + 20
        while time.monotonic() < end and not (
            tf.train.latest_checkpoint(str(tmp_path)) and len(_events(tmp_path)) > 4
        ):
            session.run(step)
            time.sleep(0.05)
            supervisor.summary_writer.flush()
    tags = {v.tag: v.simple_value for e in _events(tmp_path) for v in e.summary.value}
    assert tags["loss"] == 4.0
    assert "global_step/sec" in tags
    assert tf.train.latest_checkpoint(str(tmp_path)).endswith("model.ckpt-0")


def test_queue_runners_and_loops_run_until_it_stops():
    queue = tf.queue.FIFOQueue(2, tf.float32, shapes=[[]])
    v1.train.add_queue_runner(v1.train.QueueRunner(queue, [queue.enqueue(1.0)]))
    taken = queue.dequeue()
    calls = []
    supervisor = v1.train.Supervisor()
    with supervisor.managed_session() as session:
        supervisor.loop(None, lambda: (calls.append(1), time.sleep(0.01)))
        assert [session.run(taken) for _ in range(5)] == [1.0] * 5
        while not calls:
            time.sleep(0.01)
    count = len(calls)
    time.sleep(0.05)
    assert len(calls) == count


def test_summaries_by_hand(tmp_path):
    summary = v1.summary.scalar("x", tf.constant(3.0))
    supervisor = v1.train.Supervisor(logdir=str(tmp_path), summary_op=None)
    with supervisor.managed_session() as session:
        supervisor.summary_computed(session, session.run(summary), global_step=7)
    found = [(e.step, v.simple_value) for e in _events(tmp_path) for v in e.summary.value]
    assert found == [(7, 3.0)]
    with pytest.raises(RuntimeError, match="requires a summary writer"):
        v1.train.Supervisor(summary_writer=None, graph=tf.Graph()).summary_computed(None, b"")


def test_others_wait_for_the_chief():
    v = v1.get_variable("v", initializer=2.0)
    supervisor = v1.train.Supervisor(is_chief=False, recovery_wait_secs=0.01)
    with pytest.raises(tf.errors.DeadlineExceededError, match="v"):
        supervisor.prepare_or_wait_for_session(max_wait_secs=0.05)
    with pytest.raises(RuntimeError, match="Only chief supervisor"):
        supervisor.start_standard_services(None)
    assert v.graph.finalized


def test_a_supervisor_needs_a_graph():
    with (
        ThreadPoolExecutor(1) as eager,
        pytest.raises(RuntimeError, match="incompatible with eager"),
    ):
        eager.submit(v1.train.Supervisor).result()


def test_a_session_that_is_not_made_ready_is_an_error():
    v = v1.get_variable("v", initializer=2.0)
    missing = v1.report_uninitialized_variables()
    manager = v1.train.SessionManager(ready_op=missing)
    with pytest.raises(RuntimeError, match="no init_op or init_fn"):
        manager.prepare_session("")
    with pytest.raises(RuntimeError, match=r"did not make model ready.*v"):
        manager.prepare_session("", init_op=tf.no_op())
    session = manager.prepare_session("", init_fn=lambda session: v.load(5.0, session))
    assert session.run(v) == 5.0


def test_a_session_is_recovered_from_a_checkpoint(tmp_path):
    v = v1.get_variable("v", initializer=2.0)
    saver = v1.train.Saver()
    manager = v1.train.SessionManager(ready_op=v1.report_uninitialized_variables())
    _, is_ready = manager.recover_session("", saver, str(tmp_path))
    assert not is_ready
    session = manager.prepare_session("", init_op=v.initializer)
    path = saver.save(session, str(tmp_path / "model"))
    for where in ({"checkpoint_dir": str(tmp_path)}, {"checkpoint_filename_with_path": path}):
        session, is_ready = manager.recover_session("", saver, **where)
        assert is_ready
        assert session.run(v) == 2.0
    with pytest.raises(ValueError, match="both"):
        manager.recover_session("", saver, str(tmp_path), path)


def test_local_variables_are_set_once_the_global_ones_are():
    v = v1.get_variable("v", initializer=2.0)
    local = v1.get_local_variable("local", initializer=v.initialized_value() * 2.0)
    manager = v1.train.SessionManager(
        local_init_op=local.initializer,
        ready_op=v1.report_uninitialized_variables(),
        ready_for_local_init_op=v1.report_uninitialized_variables([v]),
    )
    assert manager.prepare_session("", init_op=v.initializer).run(local) == 4.0


@pytest.mark.parametrize("form", [lambda op: op, lambda op: [op], lambda op: {"op": op}])
def test_a_checkpoint_is_evaluated_so_many_times(tmp_path, form):
    v = v1.get_variable("v", initializer=2.0)
    with v1.Session() as session:
        session.run(v.initializer)
        path = v1.train.Saver().save(session, str(tmp_path / "model"))
    total = v1.get_local_variable("total", initializer=0.0)
    hook = StopAfterNEvalsHook(3)
    result = evaluate_once(
        path, eval_ops=form(total.assign_add(v)), final_ops=[total, v], hooks=[hook]
    )
    assert result == [6.0, 2.0]


def test_the_count_of_evaluations_is_one_variable():
    step = get_or_create_eval_step()
    assert step is get_or_create_eval_step()
    assert v1.local_variables() == [step]
    v1.add_to_collection("eval_step", step)
    with pytest.raises(ValueError, match="Multiple"):
        get_or_create_eval_step()
