"""Random nestings of scopes, functions and graphs, in which variables, operations and signatures get names.

`program(seed)` makes a program for `comparison.outcome`: it returns the names, and in graphs how often an
operation ran that nothing asked for: initializers wait for nothing.
"""

from __future__ import annotations

import os
import random
import tempfile
from contextlib import ExitStack
from typing import Any

from tests.oracle.comparison import Program

NAMES = ("a", "b", "layer", "a_1")
KINDS = ("eager", "function", "graph", "signature")


class Walk:
    """A random walk through scopes; at the leaves variables and operations are made."""

    def __init__(self, tf: Any, draw: random.Random, counter: Any = None) -> None:
        self.tf = tf
        self.draw = draw
        self.counter = counter
        self.made: list[Any] = []
        self.names: list[str] = []

    def scope(self, stack: ExitStack) -> None:
        tf, draw = self.tf, self.draw
        scopes = ["name_scope", "name_scope", "init_scope", "module"]
        if self.counter is not None:
            scopes += ["dependencies", "dependencies", "variable_scope"]
        kind = draw.choice(scopes)
        name = draw.choice(NAMES)
        if kind == "name_scope":
            stack.enter_context(tf.name_scope(name))
        elif kind == "init_scope":
            stack.enter_context(tf.init_scope())
        elif kind == "module":
            stack.enter_context(tf.Module(name=name).name_scope)
        elif kind == "variable_scope":
            stack.enter_context(tf.compat.v1.variable_scope(name, reuse=tf.compat.v1.AUTO_REUSE))
        else:
            added = tf.compat.v1.assign_add(self.counter, 1.0)
            stack.enter_context(tf.control_dependencies([added]))

    def leaf(self) -> None:
        tf, draw = self.tf, self.draw
        name = draw.choice(NAMES)
        makers = ["variable", "variable", "called"]
        if self.counter is not None:
            makers += ["operation", "get_variable", "optimizer", "average", "average of a tensor", "metric"]
        maker = draw.choice(makers)
        if maker == "variable":
            self.made.append(tf.Variable(1.0, name=name))
        elif maker == "called":
            self.made.append(tf.Variable(lambda: tf.ones([2]) * 2.0, name=name))
        elif maker == "get_variable":
            self.made.append(tf.compat.v1.get_variable(name, [], use_resource=True))
        elif maker == "operation":
            self.names.append(tf.add(1.0, 2.0, name=name).name)
        else:
            self.older(maker)

    def older(self, maker: str) -> None:
        tf, v1 = self.tf, self.tf.compat.v1
        if maker == "optimizer":
            variable = tf.Variable(3.0)
            optimizer = self.draw.choice(
                [v1.train.AdamOptimizer(0.1), v1.train.MomentumOptimizer(0.1, 0.9)]
            )
            optimizer.minimize(tf.square(variable), var_list=[variable])
            self.made += [variable, *(optimizer.get_slot(variable, x) for x in optimizer.get_slot_names())]
        elif maker == "average":
            v1.train.ExponentialMovingAverage(0.9).apply([tf.Variable(2.0)])
        elif maker == "average of a tensor":
            v1.train.ExponentialMovingAverage(0.9, zero_debias=True).apply([tf.constant(2.0) * 2.0])
        else:
            v1.metrics.mean(tf.constant(2.0))

    def go(self, depth: int) -> None:
        for _ in range(self.draw.randint(1, 2)):
            self.names.append(self.tf.get_current_name_scope())
            with ExitStack() as stack:
                self.scope(stack)
                self.names.append(self.tf.get_current_name_scope())
                self.leaf()
                if depth:
                    self.go(depth - 1)

    def result(self) -> list[Any]:
        return [self.names, [variable.name for variable in self.made]]


def eager(tf: Any, draw: random.Random) -> Any:
    walk = Walk(tf, draw)
    walk.go(2)
    return walk.result()


def function(tf: Any, draw: random.Random) -> Any:
    walk = Walk(tf, draw)

    @tf.function(autograph=False)
    def staged():
        if not walk.made:
            walk.go(2)
        return tf.add_n([tf.reduce_sum(variable) for variable in walk.made])

    with tf.name_scope(draw.choice(NAMES)):
        total = staged()
    return [*walk.result(), total]


def graph(tf: Any, draw: random.Random) -> Any:
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        walk = Walk(tf, draw, v1.get_variable("counter", initializer=0.0, use_resource=True))
        walk.go(2)
        session.run(v1.global_variables_initializer())
        session.run(v1.local_variables_initializer())
        return [*walk.result(), session.run(walk.counter)]


def signature(tf: Any, draw: random.Random) -> Any:
    """The names of a saved function's inputs and of the values in its checkpoint."""
    names = draw.sample(["inp", "x", "second", "y_1", None], 2)
    specs = [tf.TensorSpec([None], tf.float32, name=name) for name in names]
    shape = draw.choice(["two", "list", "dict"])
    functions = {
        "two": (lambda x, y: x + y, specs),
        "list": (lambda pair: pair[0] + pair[1], [specs]),
        "dict": (lambda pair: pair["k"] + pair["l"], [dict(zip("kl", specs, strict=True))]),
    }
    python_function, signature_of = functions[shape]
    module = tf.Module()
    with tf.name_scope(draw.choice(NAMES)):
        module.layers = [tf.Variable(1.0, name=draw.choice(NAMES)), {"w": tf.Variable(2.0)}]
    module.f = tf.function(python_function, input_signature=signature_of)
    values = [tf.constant([1.0]), tf.constant([2.0])]
    if draw.random() < 0.7:
        module.f(*{"two": values, "list": [values], "dict": [dict(zip("kl", values, strict=True))]}[shape])
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(module, folder)
        loaded = tf.saved_model.load(folder)
        served = loaded.signatures["serving_default"]
        keys = [key for key, _ in tf.train.list_variables(os.path.join(folder, "variables", "variables"))]
        return [
            sorted(served.structured_input_signature[1]),
            list(served.structured_outputs),
            keys,
            [v.name for v in loaded.layers[:1]],
        ]


def program(seed: int) -> Program:
    """The program of a seed."""
    kind = KINDS[seed % len(KINDS)]

    def named(tf: Any) -> Any:
        return globals()[kind](tf, random.Random(seed))

    named.__name__ = f"{kind}_{seed}"
    return named
