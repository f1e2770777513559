# ruff: noqa: UP032, UP031 -- the programs are what they are about
"""Text made of tensors: f-strings and their like, in `tf.print` and elsewhere."""

import stagelight as tf
from tests.autograph.constructs.table import Table

CONSTRUCTS = Table()


@CONSTRUCTS.add((3,), (-3,), prints=True)
def f_string_is_printed(x):
    tf.print(f"x is {x}!")
    return x


@CONSTRUCTS.add((2.5,), (0.1,), prints=True)
def f_string_with_a_format(x):
    tf.print(f"loss {x:.2f} and {x:>10.3e}, {x!r:.0}", x)
    return x


@CONSTRUCTS.add(([1, 2, 3],), prints=True)
def f_string_of_a_vector(xs):
    tf.print(f"all: {xs}; first: {xs[0]:03d}")
    return xs


@CONSTRUCTS.add((3,), prints=True)
def f_string_in_a_loop(n):
    for i in tf.range(n):
        tf.print(f"round {i} of {n}", "ends")
    return n


@CONSTRUCTS.add((3,))
def f_string_becomes_a_tensor(x):
    text = f"a{x}b"
    return tf.constant(text), tf.strings.length(text), tf.strings.join([text, f"{x:04d}"])


@CONSTRUCTS.add((3,), prints=True)
def format_and_percent(x):
    tf.print("{} and {:03d}".format(x, x))
    tf.print("%d and %s" % (x, x))
    tf.print("sum: " + str(x) + ", " + f"{x}")
    return x


@CONSTRUCTS.add((3,))
def f_string_as_a_key(x):
    state = {f"k{i}": x * i for i in range(2)}
    return state["k1"]


@CONSTRUCTS.add((3.0,), (-3.0,), prints=True)
def print_in_a_branch(x):
    if x > 0.0:
        tf.print("positive", x)
    else:
        tf.print(f"not positive: {x}")
    return x
