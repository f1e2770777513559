"""Public names of `tf.compat.v1.distribute.experimental.rpc`. Written by `scripts/public_stubs.py`."""

from typing import Any

Client: type[Any]
Server: type[Any]
