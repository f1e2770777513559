"""Evaluation of a checkpoint in a session: `evaluate_once`, and the hook that ends it after so many runs.

TensorFlow has them in `python.training.evaluation`, where libraries that evaluate models import them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.compat.v1.graph_collections import GraphKeys, get_collection
from stagelight.compat.v1.monitored_session import ChiefSessionCreator, MonitoredSession
from stagelight.compat.v1.older_initializers import Zeros
from stagelight.compat.v1.session_hooks import (
    SessionRunArgs,
    SessionRunContext,
    SessionRunHook,
    SessionRunValues,
)
from stagelight.compat.v1.step_hooks import FinalOpsHook
from stagelight.compat.v1.variable_scopes import get_variable
from stagelight.core.raw import raw
from stagelight.logs import get_logger
from stagelight.types.dtypes import int64


def get_or_create_eval_step() -> Any:
    """The variable that counts evaluation runs: the graph's one, or a new local variable.

    Raises:
        ValueError: the graph has collected several.
    """
    found = get_collection(GraphKeys.EVAL_STEP)
    if len(found) > 1:
        raise ValueError("Multiple tensors added to tf.GraphKeys.EVAL_STEP")
    if found:
        return found[0]
    return get_variable(
        "eval_step",
        shape=[],
        dtype=int64,
        initializer=Zeros(),
        trainable=False,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.EVAL_STEP],
    )


class StopAfterNEvalsHook(SessionRunHook):
    """Ends a session after a number of evaluation runs.

    Args:
        num_evals: the number; None for no end.
        log_progress: whether the count is logged.
    """

    def __init__(self, num_evals: int | None, log_progress: bool = True) -> None:
        self._num_evals = num_evals
        self._evals_completed: Any = None
        self._logs = log_progress
        # TF: about ten lines in all.
        self._interval = 1 if num_evals is None or num_evals < 20 else max(1, num_evals // 10)

    def _set_evals_completed_tensor(self, updated_eval_step: Any) -> None:
        """Sets the tensor that has the number of runs."""
        self._evals_completed = updated_eval_step

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Asks for the number of runs."""
        return SessionRunArgs({"evals_completed": self._evals_completed})

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Asks to stop after the last one."""
        done = int(np.asarray(run_values.results["evals_completed"]))
        if self._logs and (done % self._interval == 0 or done == self._num_evals):
            get_logger().info("Evaluation [%d/%s]", done, self._num_evals)
        if self._num_evals is not None and done >= self._num_evals:
            run_context.request_stop()


def evaluate_once(
    checkpoint_path: str,
    master: str = "",
    scaffold: Any = None,
    eval_ops: Any = None,
    feed_dict: Any = None,
    final_ops: Any = None,
    final_ops_feed_dict: Any = None,
    hooks: Sequence[Any] | None = None,
    config: Any = None,
) -> Any:
    """Restores a checkpoint, runs operations until a hook or the end of the input stops it, and fetches.

    Args:
        checkpoint_path: the checkpoint.
        master: accepted for compatibility.
        scaffold: the operations to begin with.
        eval_ops: what is run again and again: an operation, or a list or dict of them; None for nothing.
        feed_dict: what is fed to each run.
        final_ops: what is fetched in the end, in any structure.
        final_ops_feed_dict: what is fed then.
        hooks: `SessionRunHook`s.
        config: the session's options.

    Returns:
        The values of `final_ops`.
    """
    eval_step = get_or_create_eval_step()
    all_hooks = list(hooks or [])
    if eval_ops is not None:
        eval_ops = _with_count(eval_ops, eval_step)
        operations = list(eval_ops.values()) if isinstance(eval_ops, dict) else eval_ops
        with get_default_graph().control_dependencies(operations):
            count = raw.Identity(eval_step.read_value())
        for hook in all_hooks:
            if isinstance(hook, StopAfterNEvalsHook):
                hook._set_evals_completed_tensor(count)
    final = FinalOpsHook(final_ops, final_ops_feed_dict)
    creator = ChiefSessionCreator(
        scaffold=scaffold,
        checkpoint_filename_with_path=checkpoint_path,
        master=master,
        config=config,
    )
    with MonitoredSession(session_creator=creator, hooks=[*all_hooks, final]) as session:
        if eval_ops is not None:
            while not session.should_stop():
                session.run(eval_ops, feed_dict)
    return final.final_ops_values


def _with_count(eval_ops: Any, eval_step: Any) -> Any:
    """The operations of a run, and one that adds 1 to the count of runs."""
    counting = eval_step.assign_add(1, use_locking=True)
    if isinstance(eval_ops, dict):
        return {**eval_ops, "update_eval_step": counting}
    return [*(eval_ops if isinstance(eval_ops, (list, tuple)) else [eval_ops]), counting]
