"""What is imported on use can be interrupted, by Ctrl-C for instance, and used afterwards."""

from __future__ import annotations

import subprocess
import sys

from tests.processes import environment

PROGRAM = """
import sys
import stagelight as tf

class Interrupt(BaseException):
    pass

def interrupted(call, after):
    left = after
    def trace(frame, event, argument):
        nonlocal left
        left -= 1
        if left < 0 and "stagelight" in frame.f_code.co_filename:
            raise Interrupt
        return trace
    sys.settrace(trace)
    try:
        call()
    except Interrupt:
        return True
    finally:
        sys.settrace(None)
    return False

@tf.function
def steps(n):
    count = tf.constant(0)
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count

CALLS = {
    "image": lambda: tf.image.resize(tf.ones([1, 2, 2, 1]), [4, 4]),
    "linalg": lambda: tf.linalg.cholesky(tf.eye(3)),
    "data": lambda: list(tf.data.Dataset.range(3).map(lambda x: x + 1)),
    "ragged": lambda: tf.ragged.constant([[1], [2, 3]]).to_list(),
    "function": lambda: steps(tf.constant(27)),
    "version 1": lambda: tf.compat.v1.placeholder,
}
for name, call in CALLS.items():
    times, after = 0, 20
    while interrupted(call, after):
        times, after = times + 1, int(after * 1.7)
    call()
    print(name, "was interrupted" if times else "ended at once")
print(int(CALLS["function"]()), CALLS["ragged"]())
"""


def test_what_was_interrupted_can_be_used(tmp_path):
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, file],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert all(line.endswith("was interrupted") for line in lines[:-1])
    assert lines[-1] == "111 [[1], [2, 3]]"


AGAIN = """
import importlib
import sys
import stagelight as tf
from stagelight import public

at_once = set(sys.modules)
public.public_table()
tf.compat.v1.placeholder
for name in [*sys.modules]:
    module = sys.modules[name]
    if name in at_once or not name.startswith("stagelight."):
        continue
    if module.__name__ == name and getattr(module, "__file__", None):  # A module of its own, from a file.
        del sys.modules[name]
        try:
            importlib.import_module(name)
        except Exception as error:
            print(name, repr(error))
        sys.modules[name] = module
"""


def test_every_module_that_comes_on_use_can_be_imported_again(tmp_path):
    # As Python does with one whose import was interrupted anywhere.
    file = tmp_path / "program.py"
    file.write_text(AGAIN)
    done = subprocess.run(
        [sys.executable, file], env=environment(), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
