"""Messages between processes: whole ones arrive, and a peer that stops is an error in bounded time."""

from __future__ import annotations

import socket
import threading
import time

import pytest

from stagelight.runtime import message_channel
from stagelight.runtime.message_channel import MessageChannel


@pytest.fixture
def ends():
    own, other = socket.socketpair()
    yield MessageChannel(own), other
    own.close()
    other.close()


@pytest.fixture
def _quick(monkeypatch):
    monkeypatch.setattr(message_channel, "_TRANSFER_SECONDS", 0.3)
    monkeypatch.setattr(message_channel, "_BYTES_PER_SECOND", 1 << 30)


@pytest.mark.parametrize("length", [0, 1, 7, 8, 9, 4096, 3_000_001])
def test_a_message_arrives_whole(ends, length):
    channel, other = ends
    content = bytes(range(256)) * (length // 256) + bytes(range(length % 256))
    sender = threading.Thread(target=MessageChannel(other).send, args=(content,))
    sender.start()
    assert channel.receive(10.0) == content
    sender.join()


@pytest.mark.parametrize(
    "sent", [b"", b"\x05", b"\x05\0\0\0\0\0\0", b"\x05\0\0\0\0\0\0\0", b"\x05\0\0\0\0\0\0\0abcd"]
)
@pytest.mark.parametrize("closes", [False, True])
@pytest.mark.usefixtures("_quick")
def test_a_peer_that_stops_anywhere_in_a_message_is_an_error(ends, sent, closes):
    channel, other = ends
    other.sendall(sent)
    if closes:
        other.close()
    began = time.monotonic()
    with pytest.raises(EOFError if closes else TimeoutError):
        channel.receive(0.2)
    assert time.monotonic() - began < 5.0


@pytest.mark.usefixtures("_quick")
def test_a_peer_that_sends_byte_by_byte_does_not_extend_the_time(ends):
    channel, other = ends
    stopped = threading.Event()

    def drip():
        other.sendall((1000).to_bytes(8, "little"))
        while not stopped.wait(0.05):
            other.sendall(b"x")

    sender = threading.Thread(target=drip)
    sender.start()
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        channel.receive(5.0)
    assert time.monotonic() - began < 3.0
    stopped.set()
    sender.join()


@pytest.mark.usefixtures("_quick")
def test_a_peer_that_does_not_read_is_an_error(ends):
    channel, _ = ends
    with pytest.raises(TimeoutError):
        channel.send(bytes(64 << 20))
