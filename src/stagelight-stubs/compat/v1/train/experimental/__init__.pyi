"""Public names of `tf.compat.v1.train.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.saving.python_state import PythonState as PythonState
