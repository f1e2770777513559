"""Importing the library, and the first touch of each public namespace, in processes that imported nothing.

A first touch is the first use of a public name, such as `tf.compat.v1.logging.ERROR`, after the import: it
pays for what importing the package put off. `import keras` is Keras on the library as its backend.
"""

from __future__ import annotations

from peers import Figure
from workloads.programs import IMPORTS, RESIDENT

TIMED = """
import time
start = time.perf_counter()
{text}
result = time.perf_counter() - start
"""

IMPORT_TIME = Figure("import, cold process", "s", 0.3, {
    library: TIMED.format(text=text) for library, text in IMPORTS.items()
}, cold=True)

IMPORT_MEMORY = Figure("resident after the import", "MiB", 60.0, {
    library: RESIDENT + text + "result = resident()" for library, text in IMPORTS.items()
}, cold=True)

# A name of each public namespace, one that programs begin with.
FIRST_NAMES = (
    "Graph",
    "GradientTape",
    "Variable",
    "autograph.to_code",
    "compat.as_bytes",
    "compat.v1.Session",
    "compat.v1.get_default_graph",
    "compat.v1.layers.dense",
    "compat.v1.logging.ERROR",
    "compat.v1.nn.rnn_cell.LSTMCell",
    "compat.v1.reduce_sum",
    "compat.v1.train.AdamOptimizer",
    "data.Dataset",
    "distribute.MirroredStrategy",
    "experimental.numpy.sum",
    "feature_column.numeric_column",
    "function",
    "image.resize",
    "io.parse_example",
    "keras.Model",
    "linalg.LinearOperatorDiag",
    "math.reduce_sum",
    "nn.conv2d",
    "ragged.constant",
    "random.normal",
    "saved_model.load",
    "signal.fft",
    "sparse.to_dense",
    "strings.join",
    "summary.scalar",
    "test.TestCase",
    "train.Checkpoint",
)

# TensorFlow has these with Keras 2 alone.
OURS_ALONE = {"compat.v1.layers.dense", "compat.v1.nn.rnn_cell.LSTMCell"}

FIRST_TOUCHES = [
    Figure(f"first touch of tf.{name}", "ms", None, {
        library: IMPORTS[library] + TIMED.format(text=f"tf.{name}") + "result *= 1e3\n"
        for library in ("stagelight", "tensorflow")
        if library == "stagelight" or name not in OURS_ALONE
    }, cold=True)
    for name in FIRST_NAMES
]

KERAS_IMPORT = Figure("import keras, cold process", "s", None, {
    library: "import os\nos.environ['KERAS_BACKEND'] = 'tensorflow'\n" + TIMED.format(text=text)
    for library, text in {
        "stagelight": "import stagelight\nstagelight.install_as_tensorflow()\nimport keras",
        "tensorflow": "import keras",
    }.items()
}, cold=True)

MEASUREMENTS = (IMPORT_TIME, IMPORT_MEMORY, KERAS_IMPORT, *FIRST_TOUCHES)
