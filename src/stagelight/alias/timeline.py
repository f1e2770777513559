"""`tensorflow.python.client.timeline`: the statistics of a run as a trace for Chrome's tracing page."""

from __future__ import annotations

import json
from typing import Any


class Timeline:
    """A trace of the operations that a `StepStats` message describes.

    Args:
        step_stats: the message: for each device the operations that ran, with their times.
        graph: accepted for compatibility.
    """

    def __init__(self, step_stats: Any, graph: Any = None) -> None:
        self._step_stats = step_stats

    def generate_chrome_trace_format(
        self, show_dataflow: bool = True, show_memory: bool = False, op_time: str = "schedule"
    ) -> str:
        """The trace as JSON: a process for each device, a complete event for each operation.

        Args:
            show_dataflow, show_memory: accepted for compatibility; the trace has times alone.
            op_time: accepted for compatibility.
        """
        events: list[dict[str, Any]] = []
        for process, device in enumerate(self._step_stats.dev_stats):
            label = f"{device.device} Compute"
            events.append(_event("M", "process_name", process, 0, args={"name": label}))
            for node in device.node_stats:
                op, _, _ = node.timeline_label.partition("(")
                events.append(
                    _event(
                        "X",
                        op.rpartition(" = ")[2] or node.node_name,
                        process,
                        node.thread_id,
                        cat="Op",
                        ts=node.all_start_micros,
                        dur=max(1, node.all_end_rel_micros),
                        args={"name": node.node_name, "op": op.rpartition(" = ")[2]},
                    )
                )
        return json.dumps({"traceEvents": events}, indent=4, separators=(",", ": "))


def _event(kind: str, name: str, process: int, thread: int, **fields: Any) -> dict[str, Any]:
    return {"ph": kind, "name": name, "pid": process, "tid": thread, **fields}
