"""Learns to read handwritten digits: the same training step, first eager, then staged.

    python examples/digits.py

A small convolutional network is trained by a loop written out in full: variables, a gradient tape,
an optimizer. It is trained twice from the same start. The first time each operation runs as Python
meets it; the second time `tf.function` traces the step once into a graph and runs that. The
program prints how well each reads digits that it has not seen, how fast it learned, and what the
graph is; and it writes the graph to a file.

At the end the network is saved, shown by the command line, and loaded by another process that never sees
this code (`saved_digits.py`). The command line converts it, too, and ONNX Runtime runs it without Stagelight
(`onnx_digits.py`); that needs the packages onnx and onnxruntime.

Nothing here is special to the data, which `handwritten_digits.py` reads.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import handwritten_digits
import numpy as np
from handwritten_digits import Digits
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import stagelight as tf

BATCH = 32
REQUIRED_ACCURACY = 0.97


class Convolution(tf.Module):
    """A 3x3 convolution with a bias: `[batch, rows, columns, inputs]` to `[..., filters]`."""

    def __init__(self, inputs: int, filters: int, seed: int):
        super().__init__()
        self.kernel = tf.Variable(initial_weights([3, 3, inputs, filters], 9 * inputs, seed))
        self.bias = tf.Variable(tf.zeros([filters]))

    def __call__(self, images):
        return tf.nn.conv2d(images, self.kernel, strides=1, padding="SAME") + self.bias


class Dense(tf.Module):
    """A linear layer: `[batch, inputs]` to `[batch, outputs]`."""

    def __init__(self, inputs: int, outputs: int, seed: int):
        super().__init__()
        self.weights = tf.Variable(initial_weights([inputs, outputs], inputs, seed))
        self.bias = tf.Variable(tf.zeros([outputs]))

    def __call__(self, features):
        return features @ self.weights + self.bias


class Network(tf.Module):
    """Reads pictures of shape `[batch, 8, 8, 1]`; gives a score to each of the ten digits."""

    def __init__(self):
        super().__init__()
        self.strokes = Convolution(1, 16, seed=1)
        self.shapes = Convolution(16, 32, seed=2)
        self.scores = Dense(4 * 4 * 32, 10, seed=3)

    def __call__(self, images):
        strokes = tf.nn.relu(self.strokes(images))
        shapes = tf.nn.relu(self.shapes(strokes))
        pooled = tf.nn.max_pool2d(shapes, ksize=2, strides=2, padding="VALID")
        return self.scores(tf.reshape(pooled, [-1, 4 * 4 * 32]))


def initial_weights(shape: list[int], inputs: int, seed: int):
    """Normal numbers of variance 2 / inputs, which keeps the size of what passes a ReLU."""
    return tf.random.stateless_normal(shape, seed=[seed, 0]) * (2.0 / inputs) ** 0.5


def training_step(network: Network, optimizer: Any) -> Callable:
    """One step of training as a function of a batch; it returns the batch's loss."""

    def step(images, labels):
        with tf.GradientTape() as tape:
            scores = network(images)
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=scores)
            loss = tf.reduce_mean(losses)
        gradients = tape.gradient(loss, network.trainable_variables)
        optimizer.apply_gradients(zip(gradients, network.trainable_variables, strict=True))
        return loss

    return step


def batches(digits: Digits, epochs: int) -> Iterator[tuple[Any, Any]]:
    """Shuffled batches of one size; what is left over in an epoch has its turn in another."""
    random = np.random.default_rng(0)
    for _ in range(epochs):
        order = random.permutation(len(digits.labels))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[start : start + BATCH]
            yield tf.constant(digits.images[chosen]), tf.constant(digits.labels[chosen])


def accuracy(network: Network, digits: Digits) -> float:
    """The part of the digits that the network reads right."""
    read = tf.argmax(network(tf.constant(digits.images)), axis=1, output_type=tf.int32)
    return float(tf.reduce_mean(tf.cast(read == digits.labels, tf.float32)))


@dataclass(frozen=True)
class Run:
    """What came out of one training."""

    name: str
    accuracy: float
    first_step_seconds: float
    steps_per_second: float


def train(name: str, step: Callable, network: Network, learned: Digits, held_out: Digits,
          epochs: int, console: Console) -> Run:
    """Trains for so many epochs; the first step, which may trace, is timed on its own."""
    steps = epochs * (len(learned.labels) // BATCH)
    columns = (
        TextColumn(f"{name:7}"), BarColumn(), MofNCompleteColumn(), TextColumn("steps"),
        TextColumn("{task.fields[speed]:6.0f}/s  loss {task.fields[loss]:.4f}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task(name, total=steps, speed=0.0, loss=float("nan"))
        stepping = 0.0
        for done, (images, labels) in enumerate(batches(learned, epochs)):
            start = time.perf_counter()
            loss = step(images, labels)
            elapsed = time.perf_counter() - start
            if done == 0:
                first_step = elapsed
                continue
            stepping += elapsed
            if done % 10 == 9 or done == steps - 1:
                speed = done / stepping
                progress.update(task, completed=done + 1, speed=speed, loss=float(loss))
    return Run(name, accuracy(network, held_out), first_step, (steps - 1) / stepping)


def save(network: Network, folder: Path) -> None:
    """Saves the network with one function: pictures in, scores out."""
    pictures = tf.TensorSpec([None, 8, 8, 1], tf.float32, name="pictures")
    network.read = tf.function(network.__call__, input_signature=[pictures])
    tf.saved_model.save(network, folder)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Trains a reader of handwritten digits.")
    parser.add_argument("--epochs", type=int, default=12, help="how often to go over the pictures")
    parser.add_argument("--graph", type=Path, default=Path("graph.pb"), help="file for the graph")
    parser.add_argument("--model", type=Path, default=Path("digits"), help="folder for the model")
    options = parser.parse_args(arguments)

    console = Console(soft_wrap=True)
    learned, held_out = handwritten_digits.load()
    console.print(
        f"Learning from {len(learned.labels)} pictures of 8x8 pixels, {BATCH} at a time; "
        f"{len(held_out.labels)} more are held out to judge by."
    )

    network = Network()
    step = training_step(network, tf.optimizers.Adam(learning_rate=0.002))
    eager = train("eager", step, network, learned, held_out, options.epochs, console)

    network = Network()
    step = tf.function(training_step(network, tf.optimizers.Adam(learning_rate=0.002)))
    staged = train("staged", step, network, learned, held_out, options.epochs, console)

    images, labels = next(batches(learned, epochs=1))
    graph = step.get_concrete_function(images, labels).graph.as_graph_def()
    options.graph.write_bytes(graph.SerializeToString())

    table = Table("", "held-out accuracy", "first step", "steps per second")
    for run in (eager, staged):
        table.add_row(run.name, f"{run.accuracy:.2%}", f"{run.first_step_seconds * 1000:.0f} ms",
                      f"{run.steps_per_second:.0f}")
    console.print(table)
    inside = sum(len(function.node_def) for function in graph.library.function)
    ratio = staged.steps_per_second / eager.steps_per_second
    console.print(f"Staged steps are {ratio:.2f} times as fast as eager ones.")
    console.print(f"Traces of the step: {step.experimental_get_tracing_count()}")
    console.print(f"Graph: {len(graph.node)} nodes, and {inside} in "
                  f"{len(graph.library.function)} functions of its library")
    console.print(f"GraphDef: {options.graph} ({options.graph.stat().st_size} bytes)")

    save(network, options.model)
    sys.stdout.flush()
    other = Path(__file__).with_name("saved_digits.py")
    converted = options.model.with_suffix(".onnx")
    for command in (
        ["-m", "stagelight", "show", str(options.model)],
        [str(other), str(options.model)],
        ["-m", "stagelight", "convert", str(options.model), str(converted)],
        [str(Path(__file__).with_name("onnx_digits.py")), str(converted)],
    ):
        subprocess.run([sys.executable, *command], check=True)

    if min(eager.accuracy, staged.accuracy) < REQUIRED_ACCURACY:
        console.print(f"[red]The network reads fewer than {REQUIRED_ACCURACY:.0%} right.[/red]")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
