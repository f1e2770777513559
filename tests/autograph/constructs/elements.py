"""Mutable elements of lists that grow in staged code: what means what it means in Python, what is refused."""

from __future__ import annotations

import stagelight as tf
from tests.autograph.constructs.table import Table

CONSTRUCTS = Table()


class Box:
    def __init__(self, v):
        self.v = v


# ---------------------------------------------------------------------------- what is followed


@CONSTRUCTS.add((4,), (0,))
def elements_that_are_filled_in_and_appended_once(n):
    rows = [[n]]
    for i in tf.range(n):
        row = [i]
        row[0] += 1
        rows.append(row)
    return tf.stack([row[0] for row in rows])


@CONSTRUCTS.add((4,), (0,))
def elements_that_are_replaced(n):
    rows = [{"k": n}]
    for i in tf.range(n):
        rows.append({"k": i})
        rows[i] = {"k": rows[i]["k"] + 7}
    return tf.stack([row["k"] for row in rows])


@CONSTRUCTS.add((6,), (1,))
def elements_that_are_popped_and_appended_anew(n):
    waiting, total = [Box(n)], 0
    while len(waiting) > 0:
        box = waiting.pop()
        total += box.v
        if box.v > 1:
            waiting.append(Box(box.v // 2))
            waiting.append(Box(box.v - box.v // 2))
    return total


@CONSTRUCTS.add((4,))
def elements_that_are_read_by_several_names(n):
    rows, first, last = [], [n], [n]
    for i in tf.range(n):
        rows.append((i, [i * 2]))
        first, last = rows[0][1], rows[-1][1]
    best = rows[0] if n > 5 else rows[1]
    return first[0], last[0], best[1][0]


@CONSTRUCTS.add((4,))
def python_list_that_is_read_at_an_index_of_the_graph_and_changed_at_one_of_python(n):
    rows, total = [[n], [n + 1], [n + 2]], 0
    for i in tf.range(n):
        total += rows[i % 3][0]
        rows[0][0] = total
    return total, rows[0][0]


@CONSTRUCTS.add(([1, 2, 0, 3, 0, 4],))
def groups_of_which_each_is_appended_once_it_is_complete(xs):
    groups, group = [], [0]
    for x in xs:
        if x == 0:
            groups.append(group)
            group = [0]
        else:
            group[0] += x
    return tf.stack([each[0] for each in groups]), group[0]


# ---------------------------------------------------------------------------- what is refused


@CONSTRUCTS.add((3,), refused="AG211")
def element_that_is_changed_by_its_index(n):
    rows = [[n]]
    for i in tf.range(n):
        rows[0][0] = rows[0][0] + i
        rows.append([i])
    return rows[0][0]


@CONSTRUCTS.add((3,), refused="AG211")
def element_that_is_changed_after_it_was_appended(n):
    entries = []
    for i in tf.range(n):
        entry = {"k": i}
        entries.append(entry)
        entry["k"] = entry["k"] + 50
    return tf.stack([entry["k"] for entry in entries])


@CONSTRUCTS.add((3,), refused="AG211")
def elements_that_a_loop_changes(n):
    rows = []
    for i in tf.range(n):
        rows.append([i])
    for row in rows:
        row[0] = row[0] * 7
    return tf.stack([row[0] for row in rows])


@CONSTRUCTS.add((3,), refused="AG211")
def one_object_that_is_appended_in_each_round(n):
    rows, row = [], [n]
    for i in tf.range(n):
        row[0] = row[0] + i
        rows.append(row)
    return tf.stack([row[0] for row in rows])


@CONSTRUCTS.add((3,), refused="AG211")
def attribute_of_an_element_that_is_changed(n):
    boxes = []
    for i in tf.range(n):
        boxes.append(Box(i))
    boxes[0].v = boxes[0].v + 10
    return boxes[0].v


@CONSTRUCTS.add((3,), refused="AG211")
def list_in_a_tuple_that_is_changed(n):
    pairs = []
    for i in tf.range(n):
        pairs.append((i, [i]))
    pairs[0][1][0] = n
    return pairs[0][1][0]


@CONSTRUCTS.add((3,), refused="AG211")
def element_that_gets_another_name_and_is_changed(n):
    rows = [[n]]
    for i in tf.range(n):
        rows.append([i])
        row = rows[-1]
        row[0] += i
    return rows[1][0]


@CONSTRUCTS.add((3,), refused="AG211")
def element_that_is_changed_in_the_round_after_it_was_appended(n):
    rows, row = [], [n]
    for i in tf.range(n):
        if i > 0:
            row[0] += 5
        row = [i]
        rows.append(row)
    return tf.stack([row[0] for row in rows])


@CONSTRUCTS.add((3,), refused="AG211")
def element_of_a_list_that_a_branch_makes_longer(n):
    row = [n]
    rows = [row]
    if n > 2:
        rows.append([n])
    row[0] += 3
    return tf.stack([row[0] for row in rows])


@CONSTRUCTS.add((3,))
def element_of_a_python_list_that_is_changed_at_an_index_of_the_graph(n):
    rows = [[n], [n], [n]]
    for i in tf.range(n):
        rows[i % 3][0] += i
    return rows[0][0]


@CONSTRUCTS.add((3,))
def list_in_a_python_list_that_is_appended_to_at_an_index_of_the_graph(n):
    rows = [[n], [n], [n]]
    for i in tf.range(n):
        rows[i % 3].append(i)
    return len(rows[0])
