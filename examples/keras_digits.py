"""Learns to read handwritten digits with Keras, which runs on Stagelight.

    python examples/keras_digits.py

Needs the extra: `pip install "stagelight[keras]"`. The program is one that runs on TensorFlow: two lines
at its top make `import tensorflow`, and with it Keras, lead to Stagelight.
"""

from __future__ import annotations

import stagelight

stagelight.install_as_tensorflow()

import handwritten_digits  # noqa: E402
import keras  # noqa: E402
import tensorflow as tf  # noqa: E402

REQUIRED_ACCURACY = 0.95


def main() -> None:
    """Trains a small convolutional network, and says how well it reads digits it has not seen."""
    keras.utils.set_random_seed(1)
    learned, held_out = handwritten_digits.load()
    model = keras.Sequential(
        [
            keras.Input(learned.images.shape[1:]),
            keras.layers.Conv2D(32, 3, padding="same", activation="relu"),
            keras.layers.MaxPooling2D(),
            keras.layers.Flatten(),
            keras.layers.Dense(64, activation="relu"),
            keras.layers.Dense(10, activation="softmax"),
        ]
    )
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    model.summary()
    model.fit(learned.images, learned.labels, batch_size=32, epochs=20, verbose=2)
    _, accuracy = model.evaluate(held_out.images, held_out.labels, verbose=0)
    print(
        f"Read {accuracy:.1%} of {len(held_out.labels)} unseen digits, on {tf.__name__} {tf.__version__}"
    )
    print(f"which is Stagelight {stagelight.__version__} with Keras {keras.__version__}.")
    if accuracy < REQUIRED_ACCURACY:
        raise SystemExit(f"Less than the {REQUIRED_ACCURACY:.0%} that it should read.")


if __name__ == "__main__":
    main()
