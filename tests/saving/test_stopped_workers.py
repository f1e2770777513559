"""A worker process that stops, whatever it is at, does not stop the program."""

from __future__ import annotations

import os
import signal
import sys
import time

import pytest

import stagelight as tf
from stagelight.runtime import message_channel
from stagelight.runtime.isolated_runs import worker_of

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="other systems have no such limits"
)
_SIZE = 3_000_000


@pytest.mark.parametrize(
    ("when", "seconds"), [("before the message", 8.0), ("in the message", 100.0)], ids=["before", "in"]
)
def test_a_worker_that_stops_does_not_stop_the_program(when, seconds, tmp_path, monkeypatch):
    monkeypatch.setattr(message_channel, "_TRANSFER_SECONDS", 0.5)
    module = tf.Module()
    module.f = tf.function(lambda x: x + tf.ones([_SIZE]), input_signature=[tf.TensorSpec([])])
    tf.saved_model.save(module, tmp_path)
    model = tf.saved_model.load(tmp_path, trust="none", memory=0.25, seconds=seconds)
    assert float(model.f(tf.constant(1.0))[0]) == 2.0
    worker = worker_of(model.f.concrete_functions[0].graph.limits)
    process, channel = worker._process, worker._channel
    if when == "in the message":  # Stopped when the first bytes of its answer have come.
        connected = channel._socket

        class Stopping:
            def __getattr__(self, name):
                return getattr(connected, name)

            def recv_into(self, buffer):
                count = connected.recv_into(buffer[:16])
                os.kill(process.pid, signal.SIGSTOP)
                return count

        channel._socket = Stopping()
    else:
        os.kill(process.pid, signal.SIGSTOP)
    began = time.monotonic()
    with pytest.raises(tf.errors.DeadlineExceededError):
        model.f(tf.constant(1.0))
    assert time.monotonic() - began < 80.0
    assert process.poll() is not None
    assert float(model.f(tf.constant(2.0))[0]) == 3.0  # by another process
