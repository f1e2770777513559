"""Keras on Stagelight and on its own backends: steps of `fit`, its first step, `import keras`.

Each library runs the same program; Keras takes it as its backend.
"""

from __future__ import annotations

from peers import Figure, Timing

BACKENDS = {
    "stagelight": """
import stagelight
stagelight.install_as_tensorflow()
backend = "tensorflow"
""",
    "tensorflow": 'backend = "tensorflow"\n',
    "jax": 'backend = "jax"\n',
    "torch": 'backend = "torch"\n',
}
IMPORTS = {
    library: "import os\n" + text + 'os.environ["KERAS_BACKEND"] = backend\nimport keras\n'
    for library, text in BACKENDS.items()
}


def on_all(setup: str, statement: str) -> dict[str, tuple[str, str]]:
    return {library: (start + setup, statement) for library, start in IMPORTS.items()}


def figure_of_all(program: str) -> dict[str, str]:
    return {library: start + program for library, start in IMPORTS.items()}


IMAGES = """
import numpy as np
layers = keras.layers
def compiled(*parts):
    model = keras.Sequential(parts)
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("adam", loss, metrics=["accuracy"])
    return model
def data(count, *shape):
    inputs = np.random.default_rng(0).random((count, *shape), dtype=np.float32)
    return inputs, (np.arange(count) % 10).astype("int32")
"""

MLP = IMAGES + """
def network():
    return compiled(layers.Input((784,)), layers.Dense(128, activation="relu"), layers.Dense(10))
"""
STEPS = 1875
MLP_FIT = Timing("a step of fit, MLP 784-128-10, 60,000 images by 32", "us", None, on_all(MLP + """
model, (x, y) = network(), data(60_000, 784)
""", "model.fit(x, y, batch_size=32, verbose=0)"), per=STEPS)

CNN_STEPS = 20
CNN_FIT = Timing("a step of fit, CNN of two convolutions, 28x28 by 32", "us", None, on_all(IMAGES + f"""
model = compiled(
    layers.Input((28, 28, 1)), layers.Conv2D(32, 3, activation="relu"), layers.MaxPooling2D(2),
    layers.Conv2D(64, 3, activation="relu"), layers.MaxPooling2D(2), layers.Flatten(),
    layers.Dense(10))
x, y = data({32 * CNN_STEPS}, 28, 28, 1)
""", "model.fit(x, y, batch_size=32, verbose=0)"), per=CNN_STEPS)

LSTM_FIT = Timing("a step of fit, LSTM of 64, 50 steps of 32 by 32", "us", None, on_all(IMAGES + f"""
model = compiled(layers.Input((50, 32)), layers.LSTM(64), layers.Dense(10))
x, y = data({32 * CNN_STEPS}, 50, 32)
""", "model.fit(x, y, batch_size=32, verbose=0)"), per=CNN_STEPS)

FIRST_STEP = Figure("the first step after fit, the same MLP", "ms", 1000.0, figure_of_all(MLP + """
import time
class First(keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        self.seconds = getattr(self, "seconds", time.perf_counter() - start)
model, (x, y), first = network(), data(3_200, 784), First()
start = time.perf_counter()
model.fit(x, y, batch_size=32, verbose=0, callbacks=[first])
result = 1000 * first.seconds
"""), cold=True)

IMPORT = Figure("import keras", "ms", 900.0, {
    library: "import time\nstart = time.perf_counter()\n" + start
    + "result = 1000 * (time.perf_counter() - start)\n"
    for library, start in IMPORTS.items()
}, cold=True)

MEASUREMENTS = (MLP_FIT, CNN_FIT, LSTM_FIT, FIRST_STEP, IMPORT)
