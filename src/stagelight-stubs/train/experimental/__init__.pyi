"""Public names of `tf.train.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.saving.python_state import PythonState as PythonState
