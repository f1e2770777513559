"""Attributes of objects that staged code changes."""

import collections
import dataclasses
import types
from typing import Any

import stagelight as tf
from tests.autograph.constructs.table import Table

CONSTRUCTS = Table()


@CONSTRUCTS.add((2.0, 3), (2.0, 0), gradient=True)
def attributes_in_a_loop(x, n):
    box = types.SimpleNamespace(x=x, inner=types.SimpleNamespace(y=1.0))
    while n > 0:
        box.x = box.x * x
        box.inner.y += box.x
        n -= 1
    return box.x, box.inner.y


class Counter:
    def __init__(self, total):
        self.total = total
        self.count = 0

    def add(self, value):
        self.total = self.total + value
        self.count += 1

    def reset_if(self, flag):
        if flag:
            self.total = self.total * 0


@CONSTRUCTS.add((2.0, 3), (2.0, 0), gradient=True)
def changed_by_a_method_in_a_loop(x, n):
    counter = Counter(x)
    for i in tf.range(n):
        counter.add(x * tf.cast(i, tf.float32))
    return counter.total, counter.count


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def changed_by_a_method_in_a_branch(x):
    counter = Counter(x)
    if x > 0.0:
        counter.add(x * x)
        counter.add(1.0)
    counter.reset_if(x < -10.0)
    return counter.total, counter.count


@CONSTRUCTS.add((3, 1), (5, 2))
def objects_in_a_list(n, k):
    counters = [Counter(0), Counter(100)]
    for i in tf.range(n):
        for counter in counters:
            if i > k:
                counter.add(i)
    return [c.total for c in counters], [c.count for c in counters]


@CONSTRUCTS.add((3.0,), (-3.0,))
def attribute_made_in_one_branch(x):
    box = types.SimpleNamespace(x=x)
    if x > 0.0:
        box.y = x * 2.0
    if x > 0.0:
        return box.y
    return box.x


@CONSTRUCTS.add((3.0,), (-3.0,))
def attribute_that_may_be_missing(x):
    box = types.SimpleNamespace(x=x)
    if x > 0.0:
        box.y = x * 2.0
    return box.y


@CONSTRUCTS.add((3,), (1,))
def attribute_that_begins_as_none(n):
    box = types.SimpleNamespace(best=None)
    for i in tf.range(n):
        if box.best is None or i % 3 > box.best:
            box.best = i % 3
    return box.best


@CONSTRUCTS.add((3,))
def slots_and_properties(n):
    class Account:
        __slots__ = ("_balance",)

        def __init__(self):
            self._balance = 0

        @property
        def balance(self):
            return self._balance

        @balance.setter
        def balance(self, value):
            self._balance = value * 2

    account = Account()
    for i in tf.range(n):
        account.balance = account.balance + i
    return account.balance


@CONSTRUCTS.add((3,))
def class_attribute(n):
    class Shared:
        total = 0

    for i in tf.range(n):
        Shared.total += i
    return Shared.total


@CONSTRUCTS.add((4,))
def queue(n):
    waiting = collections.deque([n])
    count = 0
    for _ in range(3):
        k = waiting.popleft()
        waiting.append(k - 1)
        waiting.append(k - 2)
        if k > 1:
            count += k
    return count, len(waiting)


@CONSTRUCTS.add((3,))
def default_dict(n):
    sums = collections.defaultdict(int)
    for i in tf.range(n):
        sums["all"] += i
        sums["squares"] += i * i
    return sums["all"], sums["squares"]


@CONSTRUCTS.add((2.0, 3), gradient=True)
def object_made_in_each_round(x, n):
    total = 0.0
    for _ in tf.range(n):
        counter = Counter(x)
        counter.add(total)
        total = counter.total
    return total


@CONSTRUCTS.add((2.0, 3), gradient=True)
def operator_that_changes_in_place(x, n):
    class Accumulator:
        def __init__(self):
            self.value = 0.0

        def __iadd__(self, other):
            self.value = self.value + other
            return self

    total = Accumulator()
    for _ in tf.range(n):
        total += x
    return total.value


@CONSTRUCTS.add((2.0, 3), gradient=True)
def linked_objects(x, n):
    first = types.SimpleNamespace(value=x, next=None)
    second = types.SimpleNamespace(value=0.0, next=first)
    for _ in tf.range(n):
        node = second
        while node is not None:
            node.value = node.value + x
            node = node.next
    return first.value, second.value


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def dataclass_with_slots_in_a_loop(x):
    @dataclasses.dataclass(slots=True)
    class State:
        value: Any
        step: Any = 2.0

    state = State(x)
    for _ in tf.range(3):
        if state.value < 6.0:
            state.value = state.value + state.step
    return state.value


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def frozen_dataclass_replaced_in_a_loop(x):
    @dataclasses.dataclass(frozen=True)
    class State:
        value: Any

    state = State(x)
    for _ in tf.range(3):
        state = dataclasses.replace(state, value=state.value * 2.0)
    return state.value


@CONSTRUCTS.add((1.0, 5), (1.0, 0), gradient=True)
def deque_of_the_last_three(x, n):
    last = collections.deque([x * 0.0, x, x * 2.0], maxlen=3)
    for i in tf.range(n):
        last.append(last[0] * x + tf.cast(i, x.dtype))
    return list(last)


class Line:
    def __init__(self, first, second):
        self.waiting = collections.deque([first, second])

    def turned(self, x):
        self.waiting.append(x)
        return self.waiting.popleft()


@CONSTRUCTS.add((2.0,), (-2.0,), gradient=True)
def deque_that_a_method_turns_under_a_condition(x):
    line = Line(x * 3.0, x * 5.0)
    first = x
    if x > 0.0:
        first = line.turned(x)
    line.waiting.rotate(1)
    return first, line.waiting[0], line.waiting[1]


@CONSTRUCTS.add((3,), refused="AG210")
def deque_that_grows_in_a_loop(n):
    waiting = collections.deque([n])
    while n > 0:
        waiting.append(n)
        n -= 1
    return len(waiting)


@CONSTRUCTS.add((3.0,), refused="AG210")
def set_that_a_branch_changes(x):
    seen = {"zero"}
    if x > 0.0:
        seen.add("positive")
    return x, len(seen)


@CONSTRUCTS.add((3.0,), (-3.0,))
def set_that_python_changes_around_branches(x):
    seen = set()
    for name in ("one", "two", "one"):
        if x > 0.0:
            x = x - 1.0
        seen.add(name)
    return x, len(seen)
