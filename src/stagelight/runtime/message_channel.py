"""A channel of framed messages between two processes, in which every wait may have a deadline.

A message is its length in eight bytes, and its content. `multiprocessing.Connection.recv_bytes` blocks
without limit once the length has arrived; here a peer that stops in the middle of a message, in either
direction, is a `TimeoutError`. After an error the channel is in the middle of a message: close it.
"""

from __future__ import annotations

import socket
import struct
import time

_LENGTH = struct.Struct("<Q")

# The transfer of a message may take this long, and longer where the message is large: a slow machine
# copies this many bytes a second.
_TRANSFER_SECONDS = 10.0
_BYTES_PER_SECOND = 32 << 20


class MessageChannel:
    """One end of a connected stream socket, which it owns.

    Args:
        connected: the socket.
    """

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected

    def send(self, content: bytes) -> None:
        """Sends a message.

        Raises:
            ConnectionError: the peer is gone.
            TimeoutError: the peer does not read.
        """
        self._socket.settimeout(_transfer_seconds(len(content)))
        self._socket.sendall(_LENGTH.pack(len(content)))
        self._socket.sendall(content)

    def receive(self, seconds: float | None = None) -> bytearray:
        """Receives a message.

        Args:
            seconds: how long it may take until the message begins; None is without limit.

        Raises:
            EOFError: the peer has closed the channel.
            ConnectionError: the peer is gone.
            TimeoutError: no message began in time, or its peer stopped in the middle of it.
        """
        first = self._read(1, seconds)
        rest = self._read(_LENGTH.size - 1, _TRANSFER_SECONDS)
        (length,) = _LENGTH.unpack(first + rest)
        return self._read(length, _transfer_seconds(length))

    def close(self) -> None:
        """Closes the channel; the peer reads its end."""
        self._socket.close()

    def _read(self, length: int, seconds: float | None) -> bytearray:
        """Exactly so many bytes."""
        content = bytearray(length)
        rest = memoryview(content)
        deadline = None if seconds is None else time.monotonic() + seconds
        while rest:
            self._wait_until(deadline)
            count = self._socket.recv_into(rest)
            if not count:
                raise EOFError("The peer closed the channel.")
            rest = rest[count:]
        return content

    def _wait_until(self, deadline: float | None) -> None:
        """Gives the next operation of the socket what is left of the time."""
        if deadline is None:
            self._socket.settimeout(None)
            return
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("The peer stopped in the middle of a message.")
        self._socket.settimeout(left)


def _transfer_seconds(length: int) -> float:
    return _TRANSFER_SECONDS + length / _BYTES_PER_SECOND
