"""The first call of a function, which traces and compiles it, and calls with many sizes.

Stagelight's cache on disk is empty, or holds what an earlier process has compiled.
"""

from __future__ import annotations

from peers import Figure
from workloads.networks import JAX_LENET, LENET, TORCH_LENET
from workloads.programs import IMPORTS, RESIDENT

SMALL = {
    "stagelight": "f, x = tf.function(lambda x: tf.tanh(x) * 2.0 + 1.0), tf.ones([100])\n",
    "tensorflow": "f, x = tf.function(lambda x: tf.tanh(x) * 2.0 + 1.0), tf.ones([100])\n",
    "jax": "f, x = jax.jit(lambda x: jnp.tanh(x) * 2.0 + 1.0), jnp.ones([100])\n",
    "torch": "f, x = torch.compile(lambda x: torch.tanh(x) * 2.0 + 1.0), torch.ones(100)\n",
}
STEPS = {"stagelight": LENET, "tensorflow": LENET, "jax": JAX_LENET, "torch": TORCH_LENET}

EMPTY_CACHE = """
import os, tempfile
os.environ["STAGELIGHT_CACHE_DIR"] = tempfile.mkdtemp()
"""

# Another process fills the cache first.
FILLED_CACHE = EMPTY_CACHE + """
import pathlib, subprocess, sys
file = pathlib.Path(os.environ["STAGELIGHT_CACHE_DIR"]) / "program.py"
file.write_text({program!r})
subprocess.run([sys.executable, str(file)], check=True)
"""

# What any first call needs once, such as the compiler's own start, is done before.
READY = {
    "stagelight": "tf.function(lambda x: x - 1.0)(tf.ones([3]))\n",
    "tensorflow": "tf.function(lambda x: x - 1.0)(tf.ones([3]))\n",
    "jax": "jax.jit(lambda x: x - 1.0)(jnp.ones([3]))\n",
    "torch": "",
}
TIMED = """
import time
start = time.perf_counter()
{call}
result = (time.perf_counter() - start) * 1000
"""


def first_call(name: str, aim: float, programs: dict[str, str], call: str) -> Figure:
    """Milliseconds of a first call; nothing is compiled yet."""
    return Figure(name, "ms", aim, {
        library: (EMPTY_CACHE if library == "stagelight" else "") + IMPORTS[library]
        + READY[library] + text + TIMED.format(call=call)
        for library, text in programs.items()
    }, cold=True)


def from_disk(name: str, aim: float, text: str, call: str) -> Figure:
    """Milliseconds of a first call of what another process has compiled."""
    return Figure(name, "ms", aim, {
        "stagelight": FILLED_CACHE.format(program=IMPORTS["stagelight"] + READY["stagelight"] + text + call)
        + IMPORTS["stagelight"]
        + READY["stagelight"] + text + TIMED.format(call=call)
    }, cold=True)


SIZES = """
@tf.function(input_signature=[tf.TensorSpec([None, 8])])
def f(x):
    return tf.reduce_sum(tf.tanh(x) * 2.0, 1)
for n in range(1, 1101):
    if n == 100:
        before = resident()
    f(tf.ones([n, 8]))
result = resident() - before
"""

MEASUREMENTS = (
    first_call("first call of a small function", 20.0, SMALL, "f(x)"),
    from_disk("the same, compiled earlier", 5.0, SMALL["stagelight"], "f(x)"),
    first_call("first LeNet step", 500.0, STEPS, "step(x, y)"),
    from_disk("the same, compiled earlier (LeNet)", 50.0, LENET, "step(x, y)"),
    Figure("growth over 1000 sizes of a trace", "MiB", 20.0, {
        library: RESIDENT + IMPORTS[library] + SIZES for library in ("stagelight", "tensorflow")
    }, cold=True),
)
