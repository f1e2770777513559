# ruff: noqa: B023, F841, B007, RET503, B905 -- the programs are what they are about
"""`for` and `while`: `else`, `break`, `continue`, `return`, growing and changing values."""

import stagelight as tf
from tests.autograph.constructs.table import Table

CONSTRUCTS = Table()


@CONSTRUCTS.add((1.0, 5), (2.0, 0), gradient=True)
def while_loop(x, n):
    while n > 0:
        x = x * 1.5
        n -= 1
    return x


@CONSTRUCTS.add(([1.0, 2.0, 3.0],), gradient=True)
def for_over_rows(xs):
    total = 0.0
    for x in xs:
        total += x * x
    return total


@CONSTRUCTS.add((4,), (20,), (0,))
def for_else(n):
    found = -1
    for i in tf.range(n):
        if i == 10:
            found = i
            break
    else:
        found = 1000
    return found


@CONSTRUCTS.add((4,), (20,), (0,))
def while_else(n):
    i = 0
    while i < n:
        if i * i == 64:
            break
        i += 1
    else:
        i = -i
    return i


@CONSTRUCTS.add((4,), (13,), (20,))
def for_else_with_return(n):
    for i in tf.range(n):
        if i == 12:
            return i
        if i == 15:
            break
    else:
        return -1
    return -2


@CONSTRUCTS.add((3,), (11,), (0,))
def walrus_and_while(n):
    total = 0
    while (n := n - 1) > 0:
        total += n
    return total, n


@CONSTRUCTS.add((3, 2), (11, 4), (0, 1))
def walrus_behind_and_in_while(n, k):
    total = 0
    last = 0
    while n > 0 and (last := n * k) > 3:
        total += last
        n -= 1
    return total, n, last


@CONSTRUCTS.add((2.0,), (50.0,), gradient=True)
def walrus_and_while_of_floats(x):
    count = 0
    while (y := x * x) < 100.0:
        x = y + 1.0
        count += 1
    return y, x, count


@CONSTRUCTS.add((3, 5), (10, 2))
def walrus_in_a_nested_while(n, m):
    total = 0
    while (n := n - 1) > 0:
        k = m
        while (k := k - 1) > 0:
            if k == n:
                break
            total += k * n
    return total, n


@CONSTRUCTS.add((10,), (0,), (3,))
def nested_loops_with_break_and_continue(n):
    total = 0
    for i in tf.range(n):
        if i % 2 == 0:
            continue
        for j in tf.range(n):
            if j > i:
                break
            if j == 2:
                continue
            total += i * j
    return total


@CONSTRUCTS.add((5,), (50,), (0,))
def return_in_a_nested_loop(n):
    for i in tf.range(n):
        for j in tf.range(i):
            if i * j > 30:
                return i * 100 + j
    return -1


@CONSTRUCTS.add((5,), (1,))
def return_in_a_loop_or_none(n):
    for i in tf.range(n):
        if i > 2:
            return i * 10


@CONSTRUCTS.add(([1.0, 2.0, 30.0, 4.0],), ([1.0, 2.0, 3.0, 4.0],), gradient=True)
def tensor_break_in_a_python_range(xs):
    total = 0.0
    for i in range(4):
        if xs[i] > 10.0:
            break
        total += xs[i]
    return total, i


@CONSTRUCTS.add((2.0,), (20.0,), gradient=True)
def tensor_break_in_a_loop_over_a_list(x):
    for factor in [1.0, 2.0, 4.0]:
        if x > 16.0:
            break
        if x < 3.0:
            x = x + 1.0
            continue
        x = x * factor
    else:
        x = -x
    return x


@CONSTRUCTS.add((7,), (0,))
def return_in_while_true(n):
    i = 0
    while True:
        if i * i >= n:
            return i
        i += 1


@CONSTRUCTS.add((3,), (0,))
def growing_shape(n):
    xs = tf.zeros([0], tf.int32)
    for i in tf.range(n):
        xs = tf.concat([xs, [i * i]], 0)
    return xs


@CONSTRUCTS.add(([1.0, 2.0],), gradient=True)
def growing_shape_with_gradient(xs):
    for _ in tf.range(2):
        xs = tf.concat([xs, xs * 2.0], 0)
    return xs


@CONSTRUCTS.add((3,), (1,))
def integer_that_becomes_a_float(n):
    total = 0
    for i in tf.range(n):
        total = total + 0.5 * tf.cast(i, tf.float32)
    return total * 1.0


@CONSTRUCTS.add(([1.0, 2.5],), gradient=True)
def zero_as_the_first_sum(xs):
    total = 0
    for x in xs:
        total = total + x
    return total


@CONSTRUCTS.add((3,), (1,))
def defined_in_the_loop(n):
    for i in tf.range(n):
        last = i * 10
    return last, i


@CONSTRUCTS.add(
    (0,),
)
def defined_in_a_loop_that_does_not_run(n):
    for i in tf.range(n):
        last = i * 10
    return last


@CONSTRUCTS.add((3,), (0,))
def defined_in_the_loop_not_always_read(n):
    for i in tf.range(n):
        last = i * 10
    if n > 0:
        return last
    return -1


@CONSTRUCTS.add((4,))
def defined_in_a_later_round(n):
    total = 0
    for i in tf.range(n):
        if i > 0:
            total += previous  # noqa: F821
        previous = i
    return total


@CONSTRUCTS.add((3,))
def tuple_unpacking(n):
    a, b = 0, 1
    for _ in tf.range(n):
        a, b = b, a + b
    return a


@CONSTRUCTS.add(([[1, 2], [3, 4]],))
def unpacked_rows(pairs):
    total = 0
    for a, b in pairs:
        total += a * b
    return total


@CONSTRUCTS.add(([1, 2, 3], [10, 20, 30]))
def zip_and_enumerate(xs, ys):
    total = 0
    for i, (x, y) in enumerate(zip(xs, ys)):
        total += i * x * y
    return total


@CONSTRUCTS.add(([1.0, 2.0, 3.0], [3.0, 2.0, 1.0]), gradient=True)
def reversed_and_zipped(xs, ys):
    total = 1.0
    for x, y in zip(reversed(xs), ys):
        total = total * x + y
    return total


@CONSTRUCTS.add((4,), (0,))
def range_of_a_tensor(n):
    total = 0
    for i in range(n):
        total += i
    for i in range(1, n, 2):
        total += 10 * i
    return total


@CONSTRUCTS.add((3,))
def else_of_nested_loops(n):
    total = 0
    for i in tf.range(n):
        for j in tf.range(i):
            if j == 1:
                break
            total += 1
        else:
            total += 10
            continue
        total += 100
    else:
        total += 1000
    return total


@CONSTRUCTS.add((5,))
def function_defined_in_a_loop(n):
    total = 0
    for i in tf.range(n):

        def scaled(k, by=i):
            return k * by + i

        total += scaled(2)
    return total


@CONSTRUCTS.add((2.0, 3), (2.0, 0), gradient=True)
def loop_in_branch_in_loop(x, n):
    while n > 0:
        if x < 100.0:
            for _ in tf.range(2):
                x = x * 1.5
        else:
            x = x - 1.0
        n -= 1
    return x


@CONSTRUCTS.add((6,), (1,))
def pass_in_a_loop(n):
    for i in tf.range(n):
        pass
    return i


@CONSTRUCTS.add(([[1.0, 2.0], [3.0, 4.0]],), gradient=True)
def nested_rows(xs):
    total = 1.0
    for row in xs:
        for x in row:
            if x > 3.0:
                total *= x
            else:
                total += x
    return total


@CONSTRUCTS.add((2, 1.0), (1, 1.0))
def condition_with_an_effect_and_a_tensor_break(j, x):
    n = 0
    xs = [x]
    while (n := n + 1) < 4:
        xs.append(x)
        if j <= 1:
            break
        xs.append(x)
    return sum(xs), n
