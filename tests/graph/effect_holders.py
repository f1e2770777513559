"""Ways in which a staged function may run a piece of code, and Python's model of each: how often it runs.

A holder takes a body, a function without arguments that gives an int64 scalar, and gives what the body's
last run gave. What the body reads and writes it does through a graph in an attr, a dataset's function, an
iterator's pipeline, Python or nothing at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import stagelight as tf

Body = Callable[[], Any]


@dataclass(frozen=True)
class Holder:
    """A way to run a body.

    Attributes:
        prepare: is called with the body while nothing is staged; gives what runs it in a staged function.
        times: how often the body runs then.
        result: what a run gives, where that is not what the body gave last.
    """

    name: str
    prepare: Callable[[Body], Body]
    times: int = 1
    result: int | None = None

    def model(self, body: Body) -> Body:
        """What Python does."""

        def run() -> Any:
            for _ in range(self.times):
                value = body()
            return value if self.result is None else self.result

        return run


def _data() -> Any:
    return tf.data.Dataset.range(2)


def _last(dataset: Any) -> Any:
    return dataset.reduce(tf.constant(0, tf.int64), lambda _, x: x)


def _inner_function(body: Body) -> Body:
    return tf.function(lambda: body())


def _function_in_function(body: Body) -> Body:
    inner = tf.function(lambda: body())
    return tf.function(lambda: inner() + 0)


def _cond(body: Body) -> Body:
    return lambda: tf.cond(tf.random.uniform([]) < 2.0, body, lambda: tf.constant(0, tf.int64))


def _switch_case(body: Body) -> Body:
    zero = lambda: tf.constant(0, tf.int64)  # noqa: E731
    return lambda: tf.switch_case(tf.cast(tf.random.uniform([]), tf.int32) + 1, [zero, body])


def _while_loop(body: Body) -> Body:
    def run() -> Any:
        loop = tf.while_loop(
            lambda i, _: i < 2, lambda i, _: (i + 1, body()), (0, tf.constant(0, tf.int64))
        )
        return loop[1]

    return run


def _condition_of_loop(body: Body) -> Body:
    def run() -> Any:
        loop = tf.while_loop(lambda i: body() * 0 + i < 1, lambda i: (i + 1,), (tf.constant(0, tf.int64),))
        return loop[0] * 0 + 1

    return run


def _for_statement(body: Body) -> Body:
    def run() -> Any:
        value = tf.constant(0, tf.int64)
        for _ in tf.range(2):
            value = body()
        return value

    return run


def _map_fn(body: Body) -> Body:
    return lambda: tf.map_fn(lambda _: body(), tf.range(2, dtype=tf.int64))[-1]


def _foldl(body: Body) -> Body:
    return lambda: tf.foldl(lambda *_: body(), tf.range(2, dtype=tf.int64), tf.constant(0, tf.int64))


def _py_function(body: Body) -> Body:
    def run() -> Any:
        value = tf.py_function(body, [], tf.int64)
        value.set_shape([])
        return value

    return run


def _custom_gradient(body: Body) -> Body:
    def identity(x: Any) -> Any:
        return x + tf.cast(body(), tf.float32), lambda dy, variables=None: dy

    # Given away in staged code, it is converted; as a decorator outside it is not, in TensorFlow neither.
    return lambda: tf.cast(tf.custom_gradient(identity)(tf.constant(0.0)), tf.int64)


def _critical_section(body: Body) -> Body:
    section = tf.CriticalSection()
    return lambda: section.execute(body, exclusive_resource_access=False)


def _loop_over(data: Callable[[], Any], is_made_inside: bool) -> Callable[[Body], Body]:
    def prepare(body: Body) -> Body:
        outside = data()

        def run() -> Any:
            value = tf.constant(0, tf.int64)
            for _ in data() if is_made_inside else outside:
                value = body()
            return value

        return run

    return prepare


def _reduced(transformed: Callable[[Any, Body], Any], is_made_inside: bool) -> Callable[[Body], Body]:
    def prepare(body: Body) -> Body:
        if is_made_inside:
            return lambda: _last(transformed(_data(), body))
        outside = transformed(_data(), body)
        return lambda: _last(outside)

    return prepare


def _mapped(data: Any, body: Body) -> Any:
    return data.map(lambda _: body())


def _filtered(data: Any, body: Body) -> Any:
    return data.filter(lambda _: body() > -1).map(lambda _: tf.constant(3, tf.int64))


def _flat_mapped(data: Any, body: Body) -> Any:
    return data.flat_map(lambda _: tf.data.Dataset.range(1).map(lambda _: body()))


def _scanned(data: Any, body: Body) -> Any:
    return data.scan(tf.constant(0, tf.int64), lambda s, _: (s, body()))


def _taken_while(data: Any, body: Body) -> Any:
    return data.take_while(lambda _: body() > -1).map(lambda _: tf.constant(3, tf.int64))


def _interleaved(data: Any, body: Body) -> Any:
    return data.interleave(lambda _: tf.data.Dataset.range(1).map(lambda _: body()), cycle_length=1)


def _generated(data: Any, body: Body) -> Any:
    return tf.data.Dataset.from_generator(
        lambda: (body() for _ in range(2)), output_signature=tf.TensorSpec([], tf.int64)
    )


def _reducer(body: Body) -> Body:
    return lambda: _data().reduce(tf.constant(0, tf.int64), lambda *_: body())


def _next_of(data: Callable[[Body], Any], is_made_inside: bool) -> Callable[[Body], Body]:
    def prepare(body: Body) -> Body:
        if is_made_inside:
            return lambda: next(iter(data(body)))
        iterator = iter(data(body).repeat())
        return lambda: next(iterator)

    return prepare


def _next_as_optional(body: Body) -> Body:
    iterator = iter(_data().map(lambda _: body()).repeat())
    return lambda: iterator.get_next_as_optional().get_value()


def _loop_over_iterator(body: Body) -> Body:
    iterator = iter(_data().map(lambda _: body()).repeat())

    def run() -> Any:
        value = tf.constant(0, tf.int64)
        for count, value in enumerate(iterator):  # noqa: B007
            if count >= 1:
                break
        return value

    return run


def _iterator_as_argument(body: Body) -> Body:
    iterator = iter(_data().map(lambda _: body()).repeat())
    advance = tf.function(lambda it: next(it))
    return lambda: advance(iterator)


def _dataset_as_argument(body: Body) -> Body:
    dataset = _data().map(lambda _: body())
    last = tf.function(_last)
    return lambda: last(dataset)


def _iterator_as_argument_beside(body: Body) -> Body:
    """The function itself reads and writes what the pipeline behind its argument does."""
    iterator = iter(_data().map(lambda _: body()).repeat())
    advance = tf.function(lambda it: (next(it), body())[1])
    return lambda: advance(iterator)


def _dataset_as_argument_beside(body: Body) -> Body:
    dataset = _data().map(lambda _: body())
    last = tf.function(lambda data: (_last(data), body())[1])
    return lambda: last(dataset)


def _function_in_dataset(body: Body) -> Body:
    inner = tf.function(lambda: body())
    return _reduced(lambda data, _: data.map(lambda _: inner()), False)(body)


def _single_element(body: Body) -> Body:
    return lambda: tf.data.Dataset.range(1).map(lambda _: body()).get_single_element()


def _element_at(body: Body) -> Body:
    return lambda: tf.data.experimental.at(_data().map(lambda _: body()), 1)


def _iterator_in_function_of_dataset(body: Body) -> Body:
    iterator = iter(_data().map(lambda _: body()).repeat())
    outside = _data().map(lambda _: next(iterator))
    return lambda: _last(outside)


def _iterator_around_branch(body: Body) -> Body:
    """A branch advances an iterator of the graph around, and itself does what the pipeline does."""

    def run() -> Any:
        iterator = iter(_data().map(lambda _: body()))

        def branch() -> Any:
            body()
            next(iterator)
            return body()

        return tf.cond(tf.random.uniform([]) < 2.0, branch, lambda: tf.constant(0, tf.int64))

    return run


def _dataset_around_loop(body: Body) -> Body:
    """A loop iterates over a dataset of the graph around, and itself does what its functions do."""

    def run() -> Any:
        dataset = tf.data.Dataset.range(tf.cast(tf.random.uniform([]), tf.int64) + 1).map(lambda _: body())
        value = tf.constant(0, tf.int64)
        for _ in tf.range(2):
            _last(dataset)
            value = body()
        return value

    return run


def _loops_that_share_a_count(body: Body) -> Body:
    """The count is an edge between the loops, until a pass sees that nothing needs it."""

    def run() -> Any:
        count, value = tf.constant(0, tf.int64), tf.constant(0, tf.int64)
        for _ in tf.range(2):
            value = body()
            count += 1
        for _ in tf.range(2):
            value = body()
            count += 1
        return value

    return run


def _call_of_an_unused_argument(body: Body) -> Body:
    """The argument is an edge between the calls, until they are inlined."""
    inner = tf.function(lambda unused: body())
    return lambda: inner(inner(tf.constant(0, tf.int64)))


# Neither a graph nor a dataset keeps what only Python's functions refer to.
_ITERATORS: list[Any] = []


def _iterator_of_string_handle(body: Body) -> Body:
    """Nothing in the graph says which pipeline it is."""
    iterator = iter(_data().map(lambda _: body()).repeat())
    _ITERATORS.append(iterator)
    text = tf.raw_ops.IteratorToStringHandle(resource_handle=iterator._handle)

    def run() -> Any:
        handle = tf.raw_ops.IteratorFromStringHandleV2(string_handle=text)
        (value,) = tf.raw_ops.IteratorGetNext(
            iterator=handle, output_types=[tf.int64], output_shapes=[[]]
        )
        return value

    return run


HOLDERS = (
    Holder("directly", lambda body: body),
    Holder("function", _inner_function),
    Holder("function in function", _function_in_function),
    Holder("cond", _cond),
    Holder("switch_case", _switch_case),
    Holder("while_loop", _while_loop, 2),
    Holder("condition of while_loop", _condition_of_loop, 2, result=1),
    Holder("for statement", _for_statement, 2),
    Holder("map_fn", _map_fn, 2),
    Holder("foldl", _foldl, 2),
    Holder("py_function", _py_function),
    Holder("custom_gradient", _custom_gradient),
    Holder("critical section", _critical_section),
    Holder("loop over dataset", _loop_over(_data, False), 2),
    Holder("loop over dataset made inside", _loop_over(_data, True), 2),
    *(
        Holder(
            f"{name} dataset{' made inside' if inside else ''}",
            _reduced(transformed, inside),
            2,
            result,
        )
        for name, transformed, result in (
            ("mapped", _mapped, None),
            ("filtered", _filtered, 3),
            ("flat_mapped", _flat_mapped, None),
            ("scanned", _scanned, None),
            ("taken_while", _taken_while, 3),
            ("interleaved", _interleaved, None),
        )
        for inside in (False, True)
    ),
    Holder("generated dataset", _reduced(_generated, False), 2),
    Holder("reducer", _reducer, 2),
    Holder("iterator", _next_of(lambda body: _mapped(_data(), body), False)),
    Holder("iterator made inside", _next_of(lambda body: _mapped(_data(), body), True)),
    Holder("iterator of flat_map", _next_of(lambda body: _flat_mapped(_data(), body), False)),
    Holder("next as optional", _next_as_optional),
    Holder("loop over iterator", _loop_over_iterator, 2),
    Holder("iterator as argument", _iterator_as_argument),
    Holder("dataset as argument", _dataset_as_argument, 2),
    Holder("iterator as argument, and beside it", _iterator_as_argument_beside, 2),
    Holder("dataset as argument, and beside it", _dataset_as_argument_beside, 3),
    Holder("function in dataset", _function_in_dataset, 2),
    Holder("single element", _single_element),
    Holder("element at an index", _element_at, 2),
    Holder("iterator of a string handle", _iterator_of_string_handle),
    Holder("loops that share a count", _loops_that_share_a_count, 4),
    Holder("call of an unused argument", _call_of_an_unused_argument, 2),
    Holder("iterator of the graph around a branch", _iterator_around_branch, 3),
    Holder("dataset of the graph around a loop", _dataset_around_loop, 4),
    Holder("iterator in a dataset's function", _iterator_in_function_of_dataset, 2),
)


# ---------------------------------------------------------------------------- what is read and written


class Number:
    """Python's model of a variable."""

    def __init__(self) -> None:
        self._value = 0

    def read(self) -> Any:
        return self._value

    def write(self, value: Any) -> None:
        self._value = int(value)


class InVariable:
    """A variable with the interface of `Number`."""

    def __init__(self) -> None:
        self._variable = tf.Variable(0, dtype=tf.int64)

    def read(self) -> Any:
        return self._variable.read_value()

    def write(self, value: Any) -> None:
        self._variable.assign(value)


class InTable:
    """An entry of a hash table with the interface of `Number`."""

    def __init__(self) -> None:
        self._table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.int64, 0)

    def read(self) -> Any:
        return self._table.lookup(tf.constant(1, tf.int64))

    def write(self, value: Any) -> None:
        self._table.insert(tf.constant(1, tf.int64), tf.cast(value, tf.int64))


class InQueue:
    """The only element of a queue with the interface of `Number`."""

    def __init__(self) -> None:
        self._queue = tf.queue.FIFOQueue(4, tf.int64, [()])
        self._queue.enqueue(tf.constant(0, tf.int64))

    def read(self) -> Any:
        value = self._queue.dequeue()
        self._queue.enqueue(value)
        return value

    def write(self, value: Any) -> None:
        self._queue.dequeue()
        self._queue.enqueue(tf.cast(value, tf.int64))


RESOURCES = {"variable": InVariable, "table": InTable, "queue": InQueue}
