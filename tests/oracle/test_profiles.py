"""Profiles are read by TensorFlow's own messages."""

from __future__ import annotations

import importlib
import inspect
import time


def test_xspace_is_what_tensorflow_reads(tensorflow, stagelight, tmp_path):
    messages = importlib.import_module("tensorflow.tsl.profiler.protobuf.xplane_pb2")
    profiler = stagelight.profiler.experimental
    with profiler.Profile(tmp_path) as report:
        with profiler.Trace("train", step_num=-3, loss=0.5, _r=1):
            stagelight.tanh(stagelight.ones([3])) + 1.0
    (file,) = tmp_path.glob("plugins/profile/*/*.xplane.pb")
    space = messages.XSpace.FromString(file.read_bytes())
    (plane,) = space.planes
    assert plane.name == "/host:CPU"
    (line,) = plane.lines
    names = [plane.event_metadata[event.metadata_id].name for event in line.events]
    kinds = {"op": "{0}:{0}", "trace": "{0}"}
    assert names == [kinds[event.kind].format(event.name) for event in report.events]
    stats = {
        plane.stat_metadata[stat.metadata_id].name: getattr(stat, stat.WhichOneof("value"))
        for stat in line.events[-1].stats
    }
    assert stats == {"step_num": -3, "loss": 0.5, "_r": 1}
    start = min(event.begin for event in report.events)
    assert abs(start / 1e9 - time.time()) < 600
    for told, event in zip(line.events, report.events, strict=True):
        assert line.timestamp_ns + told.offset_ps // 1000 == event.begin
        assert told.duration_ps == event.duration * 1000
    assert line.timestamp_ns == start


def test_signatures_are_tensorflows(tensorflow, stagelight):
    for name in ("start", "stop", "Profile", "ProfilerOptions"):
        ours, theirs = (
            list(inspect.signature(getattr(tf.profiler.experimental, name)).parameters)
            for tf in (stagelight, tensorflow)
        )
        assert ours == theirs
