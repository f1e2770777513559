"""Dicts that staged code changes."""

import stagelight as tf
from tests.autograph.constructs.table import Table

CONSTRUCTS = Table()


@CONSTRUCTS.add((2.0, 3), (2.0, 0), gradient=True)
def entries_in_a_loop(x, n):
    state = {"k": x, "n": 0}
    for _ in tf.range(n):
        state["k"] *= x
        state["n"] += 1
    return state["k"], state["n"]


@CONSTRUCTS.add((2.0, 3), gradient=True)
def computed_keys_in_a_loop(x, n):
    state = {"a0": x, "a1": x * 2.0}
    for _ in tf.range(n):
        for k in range(2):
            state[f"a{k}"] = state[f"a{k}"] * x
    return state


@CONSTRUCTS.add((3,), (1,))
def new_entry_in_a_loop(n):
    state = {"first": 1}
    for i in tf.range(n):
        state["last"] = i
    return state


@CONSTRUCTS.add((3.0,), (-3.0,))
def new_entry_in_a_branch(x):
    state = {"x": x}
    if x > 0.0:
        state["y"] = x * 2.0
    if x > 0.0:
        return state["y"]
    return state["x"]


@CONSTRUCTS.add((3.0,), (-3.0,))
def entry_asked_for(x):
    state = {"x": x}
    if x > 0.0:
        state["y"] = x * 2.0
    if "y" in state:
        return state["y"]
    return state["x"]


@CONSTRUCTS.add((3.0,), (-3.0,))
def entry_that_may_be_missing(x):
    state = {"x": x}
    if x > 0.0:
        state["y"] = x * 2.0
    return state["y"] + state["x"]


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def updated_in_a_branch(x):
    state = {"x": x, "y": 1.0}
    if x > 0.0:
        state.update(y=x * 2.0)
    else:
        state.update({"x": 0.0 * x, "y": x})
    return state


@CONSTRUCTS.add((3,))
def changed_by_a_function(n):
    def count(counts, key, by):
        counts[key] = counts.get(key, 0) + by

    counts = {"even": 0}
    for i in tf.range(n):
        count(counts, "even", i)
        count(counts, "all", 1)
    return counts["even"], counts["all"]


@CONSTRUCTS.add(([1.0, 2.0],), gradient=True)
def nested_entries(xs):
    state = {"inner": {"sum": 0.0, "list": [1.0, 2.0]}}
    for x in xs:
        state["inner"]["sum"] += x
        state["inner"]["list"][0] *= x
    return state


@CONSTRUCTS.add((3,))
def over_items(n):
    state = {"a": 1, "b": 2}
    for i in tf.range(n):
        for key, value in state.items():
            state[key] = value + i
    return state


@CONSTRUCTS.add((3.0,), (-3.0,))
def removed_in_a_branch(x):
    state = {"x": x, "y": x * 2.0}
    if x > 0.0:
        state.pop("y")
    if "y" in state:
        return state["y"]
    return state["x"]


@CONSTRUCTS.add((3.0,), (-3.0,))
def number_of_entries_that_may_be_missing(x):
    state, empty = {"x": x}, {}
    if x > 0.0:
        state["y"] = x
        empty["y"] = x
    return len(state), bool(empty), not empty, 1 if empty else 2


@CONSTRUCTS.add((3.0,), (4.0,), gradient=True)
def all_entries_of_those_that_may_be_missing(x):
    state = {"x": x}
    if x > 0.0:
        state["y"] = x * 2.0
    first, second = state
    values = [value * 2.0 for value in state.values()]
    total = sum(state.values()) + sum(values)
    for key in state:
        total += state[key] * len(key + first + second)
    return total, len(list(state)), {key: value * 2.0 for key, value in state.items()}


@CONSTRUCTS.add((-3.0,), refused="AG208")
def loop_over_entries_of_which_one_is_missing(x):
    state = {"x": x}
    if x > 0.0:
        state["y"] = x * 2.0
    total = x * 0.0
    for key in state:
        total += state[key]
    return total


@CONSTRUCTS.add((-3.0,), refused="AG208")
def list_of_keys_of_which_one_is_missing(x):
    state = {"x": x}
    if x > 0.0:
        state["y"] = x * 2.0
    return sorted(state)


@CONSTRUCTS.add((-3.0,), (3.0,), refused="AG208")
def dicts_of_other_keys_in_each_branch(x):
    if x > 0.0:
        return {"a": x}
    return {"b": x}


@CONSTRUCTS.add((-3.0,), refused="AG208")
def nested_dict_of_which_an_entry_is_missing(x):
    parts = {"all": {"a": x}}
    if x > 0.0:
        parts["all"]["b"] = x
    return [parts]
