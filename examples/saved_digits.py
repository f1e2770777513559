"""Reads digits with a network that another program has trained and saved.

    python examples/saved_digits.py FOLDER

`digits.py` saves one. Of its code nothing is here: what the folder has is loaded, called, and asked
how sure it is, by a gradient through it.
"""

from __future__ import annotations

import sys

import handwritten_digits

import stagelight as tf


def main(folder: str) -> None:
    network = tf.saved_model.load(folder, trust="none")
    _, held_out = handwritten_digits.load()
    pictures = tf.constant(held_out.images)
    with tf.GradientTape() as tape:
        tape.watch(pictures)
        scores = network.read(pictures)
        best = tf.reduce_sum(tf.reduce_max(scores, axis=1))
    right = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(scores, 1), held_out.labels), tf.float32))
    strength = tf.reduce_mean(tf.abs(tape.gradient(best, pictures)), axis=[0, 3])
    print(f"Another process, without the code that trained it: {float(right):.2%} read right.")
    print(f"Of 64 pixels it looks most at number {int(tf.argmax(tf.reshape(strength, [-1])))}.")


if __name__ == "__main__":
    main(sys.argv[1])
