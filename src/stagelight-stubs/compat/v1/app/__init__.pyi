"""Public names of `tf.compat.v1.app`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.program_entry import run as run
from typing import Any

flags: Any
