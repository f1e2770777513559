# ruff: noqa: B007, B905 -- the programs are what they are about
"""Python lists that grow, shrink and change in staged code."""

import stagelight as tf
from tests.autograph.constructs.table import Table

CONSTRUCTS = Table()


@CONSTRUCTS.add((4,), (1,))
def append_in_a_loop(n):
    values = []
    for i in tf.range(n):
        values.append(i * i)
    return tf.stack(values)


@CONSTRUCTS.add(([1.0, 2.0, 3.0],), gradient=True)
def append_with_gradient(xs):
    values = []
    total = 0.0
    for x in xs:
        total += x * x
        values.append(total)
    return tf.stack(values) * 2.0


@CONSTRUCTS.add((4,), (0,))
def the_list_is_returned(n):
    values = []
    for i in tf.range(n):
        values.append(i * i)
    return values


@CONSTRUCTS.add((4,), (1,))
def append_in_while(n):
    steps = [n]
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps.append(n)
    return tf.stack(steps), len(steps)


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def append_in_a_branch(x):
    values = [x]
    if x > 0.0:
        values.append(x * x)
    return tf.stack(values), len(values)


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def append_in_both_branches(x):
    values = [x]
    if x > 0.0:
        values.append(x * x)
    else:
        values.append(x * 3.0)
    return tf.stack(values), len(values)


@CONSTRUCTS.add((10,))
def append_under_a_condition_in_a_loop(n):
    even = []
    odd = []
    for i in tf.range(n):
        if i % 2 == 0:
            even.append(i)
        else:
            odd.append(i * 10)
    return tf.stack(even), tf.stack(odd), len(even) + len(odd)


@CONSTRUCTS.add((5,))
def indexed(n):
    values = []
    for i in tf.range(n):
        values.append(i * i)
    return values[0], values[-1], values[n - 2], values[1:3], len(values)


@CONSTRUCTS.add((5,))
def iterated(n):
    values = []
    for i in tf.range(n):
        values.append(i + 1)
    total = 0
    for i, value in enumerate(values):
        total += i * value
    for a, b in zip(values, reversed(values)):
        total += a * b
    return total, sum(values), max(values), min(values)


@CONSTRUCTS.add(([1.0, 2.0, 3.0],), gradient=True)
def iterated_with_gradient(xs):
    values = []
    for x in xs:
        values.append(x * x)
    total = 1.0
    for value in values:
        total = total * value
    return total + values[-1] + sum(values)


@CONSTRUCTS.add((4,))
def item_assigned(n):
    values = []
    for i in tf.range(n):
        values.append(i)
    for i in tf.range(n):
        values[i] = values[i] * 10
    values[-1] += 1
    return values


@CONSTRUCTS.add((5,))
def popped(n):
    stack = []
    total = 0
    for i in tf.range(n):
        stack.append(i)
    while len(stack) > 2:
        total = total * 10 + stack.pop()
    return total, stack


@CONSTRUCTS.add((5,))
def stack_until_empty(n):
    stack = [n]
    visited = 0
    while stack:
        top = stack.pop()
        visited += 1
        if top > 1:
            stack.append(top // 2)
            stack.append(top // 3)
    return visited


@CONSTRUCTS.add((4,))
def extended(n):
    values = [100]
    for i in tf.range(n):
        values.extend([i, i + 1])
        values += [i * 10]
    return values + [7, 8]


@CONSTRUCTS.add((4,))
def list_of_rows(n):
    rows = []
    for i in tf.range(n):
        rows.append(tf.fill([3], i))
    return tf.stack(rows), tf.concat(rows, 0), tf.stack(rows, axis=1)


@CONSTRUCTS.add((3,))
def rows_of_several_lengths(n):
    rows = []
    for i in tf.range(n):
        rows.append(tf.fill([i + 1], i))
    return tf.concat(rows, axis=0), rows[-1]


@CONSTRUCTS.add((4,))
def list_of_pairs(n):
    pairs = []
    for i in tf.range(n):
        pairs.append((i, tf.cast(i, tf.float32) * 0.5))
    total = 0.0
    for i, half in pairs:
        total += half * tf.cast(i, tf.float32)
    return total, pairs[2], pairs


@CONSTRUCTS.add((3,))
def list_in_a_dict(n):
    history = {"loss": [], "step": []}
    for i in tf.range(n):
        history["loss"].append(tf.cast(i, tf.float32) * 0.1)
        history["step"].append(i)
    return history


@CONSTRUCTS.add((3,))
def list_in_an_attribute(n):
    class Log:
        def __init__(self):
            self.values = []

        def note(self, value):
            self.values.append(value)

    log = Log()
    for i in tf.range(n):
        log.note(i * 2)
    return tf.stack(log.values), len(log.values), log.values[0]


@CONSTRUCTS.add((3,))
def list_of_lists(n):
    table = [[], []]
    for i in tf.range(n):
        table[0].append(i)
        table[1].append(i * i)
    return table


@CONSTRUCTS.add((3,))
def list_handed_to_a_function(n):
    def fill(values, count):
        for i in tf.range(count):
            values.append(i)

    values = []
    fill(values, n)
    fill(values, n)
    return tf.stack(values), len(values)


@CONSTRUCTS.add((3,))
def two_names_of_one_list(n):
    values = []
    same = values
    for i in tf.range(n):
        values.append(i)
    same.append(100)
    return tf.stack(values), len(same)


@CONSTRUCTS.add((3,))
def append_in_nested_loops(n):
    values = []
    for i in tf.range(n):
        for j in tf.range(i):
            values.append(i * 10 + j)
    return tf.stack(values)


@CONSTRUCTS.add((3,))
def list_made_in_each_round(n):
    total = 0
    for i in tf.range(n):
        inner = []
        for j in tf.range(i + 1):
            inner.append(j)
        total += len(inner) * 10 + sum(inner)
    return total


@CONSTRUCTS.add((2.0,), gradient=True)
def append_in_a_python_loop(x):
    values = []
    for i in range(3):
        values.append(x * i)
    return tf.stack(values)


@CONSTRUCTS.add((2.0,), (9.0,), gradient=True)
def append_before_a_tensor_break(x):
    values = []
    for i in range(4):
        if x > 16.0:
            break
        x = x * 2.0
        values.append(x)
    return tf.stack(values), len(values)


@CONSTRUCTS.add((4,))
def number_of_python_appended(n):
    values = []
    for _ in tf.range(n):
        values.append(1)
    return len(values), sum(values)


@CONSTRUCTS.add((4, 2), (4, 9))
def membership(n, k):
    values = []
    for i in tf.range(n):
        values.append(i)
    return k in values, k not in values


@CONSTRUCTS.add((4,))
def inserted_deleted_reversed_sorted(n):
    values = []
    for i in tf.range(n):
        values.append((i * 7) % 5)
    values.insert(1, 50)
    del values[0]
    values.reverse()
    ordered = sorted(values)
    values.sort()
    values.remove(50)
    return values, ordered, values.index(4), values.count(4)


@CONSTRUCTS.add((3,), (0,))
def lists_in_a_list(n):
    triangle, named = [], []
    for i in tf.range(n):
        row = []
        for j in tf.range(i):
            row.append(j)
        triangle.append(row)
        named.append({"row": row, "i": i})
    return triangle, named


@CONSTRUCTS.add((4,), (0,))
def copied(n):
    values = []
    for i in tf.range(n):
        values.append(i)
    other = list(values)
    third = values.copy()
    values.append(9)
    third.clear()
    return len(values), len(other), len(third), tuple(values)


@CONSTRUCTS.add(([3, 1, 2],))
def list_of_a_tensor(xs):
    values = list(xs)
    values.append(xs[0])
    a, b, c, d = values
    return values, tuple(xs), a + b + c + d


@CONSTRUCTS.add((3,))
def unpacked_into_a_call(n):
    values = []
    for i in tf.range(n):
        values.append(i)
    return tf.add_n(values), tf.reduce_max(values), tf.convert_to_tensor(values)


@CONSTRUCTS.add(([1.0, 2.0, 3.0], 0.5), gradient=True)
def recurrent_states(xs, h):
    states = []
    for x in xs:
        h = tf.tanh(h + x)
        states.append(h)
    return tf.reduce_sum(tf.stack(states)), h


@CONSTRUCTS.add((3,))
def elements_changed_in_place(n):
    state = [0, 1]
    for i in tf.range(n):
        state[0], state[1] = state[1], state[0] + state[1] + i
    return state


@CONSTRUCTS.add((3,))
def python_index_computed(n):
    state = [0, 0, 0]
    for i in tf.range(n):
        for k in range(2):
            state[k + 1] = state[k] + i
        state[0] += 1
    return state


@CONSTRUCTS.add(([3, 1, 2],))
def tensor_index_of_a_python_list(order):
    table = [10, 20, 30, 40]
    total = 0
    for i in order:
        total = total * 2 + table[i]
    return total


@CONSTRUCTS.add((0, 2, 3.0), (-1, 1, 3.0))
def item_of_a_python_list_assigned(i, j, x):
    values = [x, x + 1.0, x + 2.0]
    values[i] = x * 10.0
    values[j] += 0.5
    values[i], values[j] = values[j], values[i]
    return values


@CONSTRUCTS.add((3, 1), (0, 1))
def item_assigned_in_a_loop(n, k):
    counts = [0, 0, 0]
    for i in tf.range(n):
        counts[(i + k) % 3] += i + 1
    return counts


@CONSTRUCTS.add((3, 2.0), (0, 2.0))
def list_remade_in_a_loop(n, x):
    values = [x]
    for _ in tf.range(n):
        values = [x, *values]
    while n > 0:
        values = [v + 1.0 for v in values if v < 4.0] or [x]
        n -= 1
    return values


@CONSTRUCTS.add((4, 1.0), (1, 1.0))
def list_remade_where_it_may_have_grown(n, x):
    values = [x, x]
    if n > 1:
        values = [x, *values]
    while n > 0:
        values = [x, *values]
        n -= 1
        if n == 2:
            break
    return values


@CONSTRUCTS.add((0, 2.0, 7.0), (1, 2.0, 7.0))
def element_assigned_beside_pop(c, x, y):
    values = [x, y]
    if c > 0:
        values[-1] = x + 1.0
        values.pop(0)
    return values[0], values


@CONSTRUCTS.add((0, 2.0, 7.0), (1, 2.0, 7.0))
def element_assigned_that_is_popped(c, x, y):
    values = [x, y]
    if c > 0:
        values[1] = x + 5.0
        values.pop()
    return values, values[-1]


@CONSTRUCTS.add((0, 2.0, 7.0), (1, 2.0, 7.0))
def element_assigned_on_one_way_appended_on_the_other(c, x, y):
    values = [x, y]
    if c > 0:
        values.append(x)
    else:
        values[-1] = x * 9.0
    values.append(values[-1] + 1.0)
    return values


@CONSTRUCTS.add((0, 2.0, 7.0), (3, 2.0, 7.0))
def element_assigned_in_a_loop_that_appends(n, x, y):
    values = [x, y]
    while n > 0:
        n -= 1
        values[0] = x + 1.0
        values.append(y)
        values[-1] += values[0]
    return values


@CONSTRUCTS.add((4,), (9,))
def list_that_grows_while_it_is_iterated_over(n):
    values = []
    for i in tf.range(n):
        values.append(i)
    total = 0
    for value in values:
        if len(values) < 8:
            values.append(value * 2)
        total += value
    return total, len(values)


@CONSTRUCTS.add((4,), (5,))
def list_that_shrinks_while_it_is_iterated_over(n):
    values = []
    for i in tf.range(n):
        values.append(i + 1)
    total = 0
    for value in values:
        values.pop()
        total += value
    return total, len(values)


@CONSTRUCTS.add((4,), (1,))
def name_of_a_list_that_is_iterated_over(n):
    values = []
    for i in tf.range(n):
        values.append(i)
    total = 0
    for value in values:
        values = [value]
        total += value
    return total


@CONSTRUCTS.add((3.0,), refused="AG207")
def list_that_grows_under_a_condition_while_it_is_iterated_over(x):
    values = [x, x + 1.0]
    total = x * 0.0
    for value in values:
        if value > total:
            values.append(value / 2.0)
        total += value
    return total


@CONSTRUCTS.add((3.0,), refused="AG207")
def list_that_grows_under_a_condition_behind_enumerate_and_zip(x):
    values = [x, x + 1.0]
    total = x * 0.0
    for i, (value, _) in enumerate(zip(values, [1, 2, 3, 4])):
        if value > total:
            values.append(value / 2.0)
        total += value * float(i)
    return total


@CONSTRUCTS.add((4,), refused="AG207")
def list_that_grows_while_it_is_enumerated(n):
    values = []
    for i in tf.range(n):
        values.append(i)
    total = 0
    for k, value in enumerate(values):
        if len(values) < 8:
            values.append(k)
        total += value
    return total
