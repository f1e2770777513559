# ruff: noqa: SIM103, E731, PLW0603 -- the programs are what they are about
"""Functions: closures, recursion, lambdas, decorators, defaults, arguments of several kinds."""

import dataclasses
import functools
import linecache
from typing import NamedTuple

import stagelight as tf
from tests.autograph.constructs.table import AsItIs, Table

CONSTRUCTS = Table()


@CONSTRUCTS.add((6,), (7,))
def calls_are_converted(n):
    def is_even(x):
        if x % 2 == 0:
            return True
        return False

    def collatz(x):
        steps = 0
        while x != 1:
            x = x // 2 if is_even(x) else 3 * x + 1
            steps += 1
        return steps

    return collatz(n)


@CONSTRUCTS.add((3.0,), (-3.0,))
def lambdas_on_one_line(x):
    f, g = lambda v: v * 2.0 if v > 0.0 else -v, lambda v: v * 5.0 if v > 0.0 else v
    return f(x), g(x), (lambda v: v if v < 0.0 else 0.0)(x)


ABSOLUTE, NEGATIVE = lambda x: x if x > 0.0 else -x, lambda x: x if x < 0.0 else -x


@CONSTRUCTS.add((3.0,), (-3.0,))
def lambdas_with_conditions_on_one_line(x):
    return ABSOLUTE(x), NEGATIVE(x), (lambda f: lambda: f(x) if x > 0.0 else x)(NEGATIVE)()


@CONSTRUCTS.add((3.0,), (-3.0,))
def nested_lambdas_of_one_argument(x):
    f = lambda v: (lambda v: v + 1.0 if v > 0.0 else v - 1.0)(v) * 2.0
    return f(x)


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        result = function(*args, **kwargs)
        if result > 0.0:
            result = result + 100.0
        return result

    return wrapper


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def decorator_with_wraps(x):
    @logged
    def f(v):
        if v > 0.0:
            return v * 2.0
        return v * 3.0

    return f(x)


@logged
@logged
def twice_decorated(v, *, by=2.0):
    return v * by if v > 0.0 else v


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def decorators_of_the_module(x):
    return twice_decorated(x) + twice_decorated(x, by=3.0)


@functools.cache
def cached_size(n):
    return n * 2


@CONSTRUCTS.add((3.0,), (-3.0,))
def cached_function(x):
    if x > 0.0:
        x = x * float(cached_size(2))
    return x


@CONSTRUCTS.add((4,), (0,))
def nonlocal_in_a_loop(n):
    count = 0

    def add(k):
        nonlocal count
        if k % 2 == 1:
            count += k

    for i in tf.range(n):
        add(i)
    return count


@CONSTRUCTS.add((4,), (0,))
def counter_made_elsewhere(n):
    def make():
        count = 0

        def add(k):
            nonlocal count
            count += k
            return count

        def get():
            return count

        return add, get

    add, get = make()
    for i in tf.range(n):
        if i > 1:
            add(i)
    return get()


TOTAL = 0


@CONSTRUCTS.add((4,), (0,))
def global_in_a_loop(n):
    global TOTAL
    TOTAL = 0
    for i in tf.range(n):
        TOTAL += i
    result, TOTAL = TOTAL, 0
    return result


@CONSTRUCTS.add((5.0,), (-5.0,), gradient=True)
def arguments_of_all_kinds(x):
    def f(a, /, b, *more, c, d=4.0, **options):
        if a > 0.0:
            return a + b * more[0] + c * d + options["z"]
        return a * d

    return f(x, 2.0, *[3.0, 4.0], c=x, z=x * x)


@CONSTRUCTS.add((4,), (1,))
def python_recursion(n):
    def power(x, k):
        if k == 0:
            return tf.ones_like(x)
        half = power(x, k // 2)
        if x > 100:
            return half
        return half * half * (x if k % 2 else 1)

    return power(n, 5)


@CONSTRUCTS.add((5,), (1,))
def recursion_on_a_tensor(n):
    def factorial(k):
        if k <= 1:
            return 1
        return k * factorial(k - 1)

    return factorial(n)


@CONSTRUCTS.add((12, 18))
def tail_recursion_on_a_tensor(a, b):
    def gcd(a, b):
        if b == 0:
            return a
        return gcd(b, a % b)

    return gcd(a, b)


@dataclasses.dataclass
class Config:
    scale: float
    shift: float = 1.0


class Point(NamedTuple):
    x: float
    y: float


@CONSTRUCTS.add((3.0, AsItIs(Config(2.0))), (-3.0, AsItIs(Config(2.0, 5.0))), gradient=True)
def dataclass_argument(x, config):
    if x > 0.0:
        return x * config.scale
    return x + config.shift


@CONSTRUCTS.add((3.0, AsItIs(Point(2.0, 1.0))), (-3.0, AsItIs(Point(2.0, 3.0))), gradient=True)
def named_tuple_argument(x, point):
    if x > 0.0:
        return x * point.x
    return x + point.y


@CONSTRUCTS.add((3.0, 4), (-3.0, 0), gradient=True)
def dataclass_in_a_loop(x, n):
    config = Config(x)
    for _ in tf.range(n):
        config = Config(config.scale * x, config.shift + 1.0)
    return config.scale, config.shift


@CONSTRUCTS.add((3.0, 4), (-3.0, 0), gradient=True)
def dataclass_changed_in_a_loop(x, n):
    config = Config(x)
    for _ in tf.range(n):
        config.scale *= x
        config.shift = config.shift + 1.0
    return config.scale, config.shift


@CONSTRUCTS.add((3.0, 4), (-3.0, 0), gradient=True)
def dataclass_chosen_by_a_tensor(x, n):
    config = Config(x, 2.0) if x > 0.0 else Config(1.0, x)
    return config.scale - config.shift * 2.0


@CONSTRUCTS.add((3.0, 4), (-3.0, 0), gradient=True)
def named_tuple_in_a_loop(x, n):
    point = Point(x, 1.0)
    for _ in tf.range(n):
        point = point._replace(x=point.x * 2.0, y=point.y + point.x)
    return point


@CONSTRUCTS.add((3.0,), (-3.0,))
def function_made_by_exec(x):
    text = "def f(v):\n    if v > 0.0:\n        return v * 2.0\n    return -v\n"
    filename = "<constructs: a function made by exec>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    namespace = {}
    exec(compile(text, filename, "exec"), namespace)
    return namespace["f"](x)


@CONSTRUCTS.add((3.0,), (-3.0,))
def partial_and_methods(x):
    class Scaler:
        def __init__(self, by):
            self.by = by

        def __call__(self, v):
            return v * self.by if v > 0.0 else v

        @staticmethod
        def negated(v):
            if v > 0.0:
                v = -v
            return v

        @classmethod
        def made(cls, v):
            if v > 0.0:
                return cls(2.0).by * v
            return v

    scale = Scaler(3.0)
    add = functools.partial(lambda a, b: a + b if a > 0.0 else b, x)
    return scale(x), Scaler.negated(x), Scaler.made(x), add(10.0)


@CONSTRUCTS.add((3.0,), (-3.0,), refused="tf.cond")
def property_with_a_condition(x):
    class Scaler:
        @property
        def by(self):
            return 2.0 if x > 0.0 else 3.0

    return Scaler().by * x


@CONSTRUCTS.add((3.0,), (-3.0,))
def function_returned_by_a_branch_of_python(x):
    def pick(flag):
        return (lambda v: v * 2.0 if v > 0.0 else v) if flag else (lambda v: v)

    return pick(True)(x), pick(False)(x)


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def staged_function_in_a_staged_function(x):
    @tf.function
    def inner(v):
        if v > 0.0:
            return v * v
        return -v

    return inner(x) + inner(inner(x))


@CONSTRUCTS.add(([1.0, 2.0, 3.0],), gradient=True, refused_without_shapes="AG206")
def elements_of_a_tensor_as_arguments(xs):
    def weigh(first, *others, by):
        return first + by * sum(others)

    return weigh(*xs, by=xs[0]) + weigh(xs[0], *xs[1:], *[xs[2]], by=2.0)


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def partial_method_and_single_dispatch(x):
    class Scaler:
        def scale(self, by, v):
            return v * by if v > 0.0 else v

        doubled = functools.partialmethod(scale, 2.0)

    @functools.singledispatch
    def kind(by, v):
        return v

    @kind.register
    def _(by: float, v):
        return v * by if v < 0.0 else v + 1.0

    return Scaler().doubled(x) + kind(3.0, x) + kind("", x)


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def list_of_functions_that_grows_in_a_branch(x):
    steps = [lambda v: v * v]
    if x > 0.0:
        steps.append(lambda v: v + x)
        steps.append(abs)
    else:
        steps.append(lambda v: v * 10.0)
    for step in steps:
        x = step(x)
    return x, len(steps), steps[-1](x)


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def functions_that_one_branch_appends(x):
    steps = []
    if x > 0.0:
        steps.append((2.0, lambda v: v * x))
    for by, step in steps:
        x = step(x) * by
    return x, len(steps)


@CONSTRUCTS.add((4,), (1,), (0,))
def functions_that_a_loop_appends(n):
    steps, value = [], 1
    for i in tf.range(n):
        if i % 2 == 0:
            steps.append(lambda v: v * 3)
        else:
            steps.append(lambda v: v + 1)
    for step in steps:
        value = step(value)
    return value, len(steps)


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def functions_in_attributes_entries_and_closures(x):
    class Unit:
        act = None

    def other(v):
        nonlocal shift
        shift = lambda w: w - 1.0
        return v

    unit, table, shift = Unit(), {"f": lambda v: v}, lambda v: v
    if x > 0.0:
        unit.act = lambda v: v * 7.0
        table["f"] = lambda v: v * 5.0
        table["g"] = abs
        x = other(x)
    if unit.act is not None:
        x = unit.act(x)
    y = table["g"](x) if "g" in table else 0.0
    return table["f"](x) + y, shift(x), len(table)
