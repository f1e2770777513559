"""Traces of runs for Chrome's tracing page."""

from __future__ import annotations

import json
from types import SimpleNamespace

from stagelight.alias.timeline import Timeline


def test_a_trace_has_a_process_for_each_device_and_an_event_for_each_operation():
    def node(name, label, start, length):
        return SimpleNamespace(
            node_name=name,
            timeline_label=label,
            thread_id=1,
            all_start_micros=start,
            all_end_rel_micros=length,
        )

    nodes = [node("m", "m = MatMul(a, b)", 10, 5), node("c", "", 20, 0)]
    devices = [SimpleNamespace(device=name, node_stats=nodes) for name in ("/cpu:0", "/cpu:1")]
    trace = Timeline(SimpleNamespace(dev_stats=devices)).generate_chrome_trace_format()
    events = json.loads(trace)["traceEvents"]
    assert [e["args"]["name"] for e in events if e["ph"] == "M"] == [
        "/cpu:0 Compute",
        "/cpu:1 Compute",
    ]
    operations = [
        (e["name"], e["ts"], e["dur"], e["args"]["name"]) for e in events if e["ph"] == "X"
    ]
    assert operations == [("MatMul", 10, 5, "m"), ("c", 20, 1, "c")] * 2
