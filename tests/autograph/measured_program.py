"""A staged function whose lines `test_coverage.py` measures; it prints what it gives."""

import stagelight as tf


def helper(x):
    return x * 2.0  # helper


@tf.function
def program(x):
    total = tf.constant(0.0)  # first
    for _ in tf.range(3):
        if x > 0.0:
            total += x  # taken branch
        else:
            total -= x  # other branch
    if isinstance(x, str):
        total = total - 7.0  # never
    return helper(total)


if __name__ == "__main__":
    print(float(program(tf.constant(1.5))))
