"""Public names of `tf.compat.v1.distribute.experimental.rpc`. Written by `scripts/public_stubs.py`."""

from stagelight.distribute.experimental.rpc import Client as Client
from stagelight.distribute.experimental.rpc import Server as Server
