# ruff: noqa: B007, B023, C416, PLW0603, SIM103 -- the programs are what they are about
"""Small functions, each with arguments to call it with: what AutoGraph must leave as Python means
it.

`PROGRAMS` lists (function, argument tuples). The tests convert each function and compare it with
the original: results, errors, effects on arguments, executed lines.
"""

from __future__ import annotations

import contextlib
import functools
from dataclasses import dataclass

PROGRAMS = []
GLOBAL_COUNT = 0


def program(*calls):
    def record(function):
        PROGRAMS.append((function, calls))
        return function

    return record


@program((3,), (-3,), (0,))
def returns_in_branches(x):
    if x > 0:
        return "positive"
    elif x < 0:
        return "negative"
    return "zero"


@program((3,), (-3,))
def returns_in_one_branch_only(x):
    if x > 0:
        if x > 2:
            return "big"
        x += 1
    return x


@program((0,), (5,), (30,))
def while_with_everything(n):
    seen = []
    i = 0
    while i < n:
        i += 1
        if i % 2:
            continue
        if i > 20:
            break
        if i == 13:
            return "never"
        seen.append(i)
    else:
        seen.append("no break")
    return seen, i


@program(([],), ([1, 2, 3],), ([1, 5, 2],), ([1, 9, 5],))
def for_else(items):
    for item in items:
        if item == 5:
            found = item
            break
        if item == 9:
            return "nine"
    else:
        found = None
    return found


@program((4, 5), (0, 3), (6, 2))
def nested_loops(n, m):
    out = []
    for i in range(n):
        for j in range(m):
            if j > i:
                break
            if (i + j) % 3 == 0:
                continue
            if i * j == 12:
                return out, "early"
            out.append((i, j))
        else:
            out.append("inner ran out")
            continue
        out.append("inner broke")
    else:
        out.append("outer ran out")
    return out


@program((3,), (0,))
def while_else_with_return(n):
    while n > 0:
        n -= 1
        if n == 5:
            return "five"
    else:
        n = "else"
    return n


@program((1,), (None,))
def undefined_on_one_path(x):
    if x:
        y = x
    return y


@program((0,), (2,))
def undefined_after_loop(n):
    for i in range(n):
        last = i
    return last, i


@program((1,), (0,))
def deleted_name(x):
    y = 1
    if x:
        del y
    return y


@program((1,), (0,))
def deleted_twice(x):
    y = [1]
    del y
    if x:
        y = 2
    del y
    return "end"


@program((5,))
def late_binding_closures(n):
    functions = []
    for i in range(n):
        functions.append(lambda: i)
    return [f() for f in functions]


@program((5,))
def late_binding_of_inner_functions(n):
    functions = []
    for i in range(n):
        square = i * i

        def get(j=i):
            return square, j

        functions.append(get)
    return [f() for f in functions]


@program((True,), (False,))
def closure_sees_later_assignment(flag):
    def get():
        return value

    value = 1
    if flag:
        value = 2
    return get()


@program((4,))
def nonlocal_counter(n):
    count = 0

    def add(k):
        nonlocal count
        if k % 2:
            count += k
        return count

    trace = [add(k) for k in range(n)]
    for k in range(n):
        add(k)
    return count, trace


@program((3,), (0,))
def global_counter(n):
    global GLOBAL_COUNT
    GLOBAL_COUNT = 0
    for _ in range(n):
        GLOBAL_COUNT += 2
        if GLOBAL_COUNT > 3:
            GLOBAL_COUNT += 100
    return GLOBAL_COUNT


@program((3,))
def generator_inside(n):
    def numbers():
        for i in range(n):
            if i == 1:
                continue
            yield i
            if i > 5:
                return

    total = 0
    for x in numbers():
        total += x
    return total, list(numbers()), sum(x * 2 for x in numbers() if x)


@program((2, 3), (0, 3), (2, 0))
def short_circuits(a, b):
    calls = []

    def note(x):
        calls.append(x)
        return x

    r1 = note(a) and note(b)
    r2 = note(a) or note(b)
    r3 = not note(a)
    r4 = (note(a) and note(b)) or note(7)
    return r1, r2, r3, r4, calls


@program((1, 2, 3), (1, 1, 3), (3, 2, 1))
def chained_comparisons(a, b, c):
    calls = []

    def note(x):
        calls.append(x)
        return x

    return a < b < c, note(a) < note(b) < note(c), a <= b != c > 1, a == b is not None, calls


@program((5,), (-5,))
def conditional_expressions(x):
    y = x if x > 0 else -x
    z = "a" if x > 3 else "b" if x > 0 else "c"
    return y, z, [i if i % 2 else -i for i in range(3)]


@program(([1, 2, 3, 4],), ([],))
def walrus_in_while(items):
    items = list(items)
    out = []
    while (n := len(items)) > 1:
        out.append((n, items.pop()))
    return out, n


@program((1, 2), (0, 2), (1, 0))
def walrus_behind_and(a, b):
    if a and (m := b):
        return "both", m
    c = 5
    if not a or (c := b):
        return "either", c
    return "neither", c


@program(([3, 2, 1],), ([0],))
def walrus_behind_and_in_while(items):
    items = list(items)
    out = []
    while items and (top := items.pop()) and top < 3:
        out.append(top)
        if top == 2:
            break
    return out, top


@program((1,), (0,))
def walrus_inside_call(a):
    def pair(x, y):
        return x, y

    b = "unset"
    result = pair(a, a and (b := 5))
    return result, b, [c := i for i in range(3)], c


@program((0,), (1,), (2,), ([1, 2, 3],), ({"k": 4},), ("x",), (None,), ((7,),))
def match_statement(subject):
    match subject:
        case 0:
            return "zero"
        case 1 | 2:
            out = "small"
        case [first, *rest] if len(rest) > 1:
            out = first, rest
        case {"k": value}:
            for _ in range(3):
                value += 1
                if value > 6:
                    break
            out = value
        case None:
            out = "none"
        case str() as text:
            out = text
        case other:
            return "other", other
    return out


@dataclass
class Point:
    x: int
    y: int


@program((Point(0, 1),), (Point(2, 2),), (Point(3, 4),), (5,))
def match_classes(point):
    for _ in range(2):
        match point:
            case Point(x=0, y=y):
                return "axis", y
            case Point(x, y) if x == y:
                break
            case Point():
                continue
            case _:
                point = Point(0, point)
    return point


@program((0,), (1,), (2,))
def try_finally(x):
    log = []
    for i in range(3):
        try:
            if i == x:
                raise ValueError(i)
            if i == 2:
                break
            log.append(i)
        except ValueError as e:
            log.append(str(e))
            continue
        else:
            log.append("else")
        finally:
            log.append("finally")
        log.append("end")
    return log


@program((0,), (1,), (2,), (3,))
def return_in_try(x):
    log = []

    def inner():
        try:
            if x == 0:
                return "try"
            if x == 1:
                return 1 / 0
            log.append("body")
        except ZeroDivisionError:
            log.append("caught")
            return "except"
        else:
            log.append("else")
            if x == 2:
                return "else"
        finally:
            log.append("finally")
        return "end"

    return inner(), log


@program((True,), (False,))
def suppressed_return(flag):
    if flag:
        with contextlib.suppress(ZeroDivisionError):
            return 1 / 0
    return "after"


@program((2,), (0,))
def with_statement(n):
    log = []

    @contextlib.contextmanager
    def manager(name):
        log.append(("enter", name))
        try:
            yield name
        finally:
            log.append(("exit", name))

    for i in range(3):
        with manager("a") as a, manager("b"):
            if i == n:
                return a, log
            if i:
                continue
            log.append(i)
    return log


@program(({"k": 1},), ({},))
def item_state(d):
    d = dict(d)
    if "k" in d:
        d["k"] += 1
        d["new"] = 2
    else:
        d["none"] = True
    for i in range(2):
        d["last"] = i
    return d


class Base:
    def greet(self, name="base"):
        return f"hello {name}"


class Derived(Base):
    __secret = 3

    def __init__(self):
        self.n = 0
        self.__hidden = 1

    def greet(self, name="derived"):
        if name:
            return super().greet(name) + "!"
        return super().greet()

    def count(self, limit):
        while self.n < limit:
            self.n += 1
            self.__hidden *= 2
            if self.__hidden > 100:
                self.__hidden = Derived.__secret
        return self.n, self.__hidden, __class__.__name__

    def __private(self, k):
        return k + 1 if k else 0

    def calls_private(self, k):
        return self.__private(k)

    @property
    def double(self):
        return self.n * 2 if self.n else -1

    @classmethod
    def make(cls, n):
        made = cls()
        for _ in range(n):
            made.n += 1
        return made

    @staticmethod
    def static(x, *, y=2):
        return x * y if x else y

    def __call__(self, x):
        if x:
            return self.n
        return None


@program((4,), (0,), (10,))
def methods(k):
    d = Derived()
    out = [d.greet(), d.greet(""), d.count(k), d.calls_private(k), d.double, d(k)]
    out += [Derived.make(k).n, Derived.static(k), Derived.static(k, y=5)]
    out.append(Derived.greet(d, "unbound"))
    return out


@program((1,), (0,))
def star_arguments(x):
    def f(a, /, b, *args, c, d=4, **kw):
        if a:
            return a, b, args, c, d, kw
        return None

    more = [5, 6]
    options = {"z": 1}
    return (
        f(x, 2, *more, c=3, **options),
        f(*[x, 2], 7, *more, c=1, d=2),
        f(x, b=2, c=3),
        functools.partial(f, x, 2, c=9)(8, q=1),
    )


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        result = function(*args, **kwargs)
        if isinstance(result, list):
            result.append("logged")
        return result

    return wrapper


@program((3,), (0,))
def decorated_inner_function(n):
    @logged
    def f(k):
        """Doc of f."""
        out = []
        while k:
            k -= 1
            out.append(k)
        return out

    return f(n), f.__name__, f.__doc__, f.__qualname__


@logged
def decorated(n):
    if n:
        return [n]
    return []


@program((3,), (0,))
def calls_decorated(n):
    return decorated(n)


@program((4,))
def lambdas_on_one_line(n):
    f, g = lambda x: x + 1, lambda x: x * 2 if x > 2 else -x
    return f(n), g(n), g(1), (lambda: (lambda y: y or n)(0))()


@program((4,), (-1,))
def recursion(n):
    def fact(k):
        return 1 if k <= 1 else k * fact(k - 1)

    return fact(n), recursion(n - 1) if n > 2 else None


@program((3,))
def comprehensions(n):
    pairs = [(i, j) for i in range(n) for j in range(i) if i != j or j]
    table = {k: v for k, v in pairs}
    return pairs, table, {i % 2 for i in range(n)}, sorted(pairs, key=lambda p: -p[0])


@program((3,), (0,))
def builtins_with_callbacks(n):
    def odd(k):
        if k % 2:
            return True
        return False

    xs = range(n)
    return (
        list(map(odd, xs)),
        list(filter(odd, xs)),
        list(filter(None, xs)),
        max(xs, key=lambda k: -k, default=None),
        any(odd(x) for x in xs),
        all(x >= 0 for x in xs),
        sum(xs),
        functools.reduce(lambda a, b: a + b if b else a, xs, 10),
        list(enumerate(xs)),
        list(zip(xs, xs, strict=True)),
        abs(-n),
        float(n),
        int("12"),
        len(xs),
        bool(n),
        round(2.5),
        min(3, n),
    )


@program((2,))
def frames_of_the_caller(n):
    k = n + 1
    if n:
        inner = 5
        seen = sorted(locals())
        return seen, eval("k + inner + n"), "GLOBAL_COUNT" in globals(), sorted(vars())
    return None


@program((1,), (0,))
def annotated_locals(n):
    x: int
    y: int = 3
    if n:
        x: int = 1
        y: float = 2.5
    else:
        x = 2
    return x, y


@program((1,), (0,))
def imports_in_blocks(n):
    if n:
        import math as m
        from os import path
    else:
        m = None
        path = None
    for i in range(1):
        import collections.abc
    return m is None, path is None, collections.abc.__name__, i


@program((1,), (-1,))
def asserts(x):
    assert x, "never"
    assert x > 0, f"x is {x}"
    return x


@program((1,), (-1,))
def bare_assert(x):
    assert x > 0
    return x


@program((3,), (1,))
def unpacking_targets(n):
    out = []
    for i, (j, *k) in enumerate([(1, 2, 3), (4, 5)]):
        if i == n - 1:
            a, *b = j, *k
        else:
            a = b = None
        out.append((a, b, i, j, k))
    d = {}
    for d["key"] in range(n):
        pass
    return out, d


@program((2,))
def class_inside(n):
    class Local:
        size = n * 2

        def area(self):
            if self.size > n:
                return self.size * n
            return 0

        def __len__(self):
            return n

    value = Local()
    return value.area(), len(value), Local.__qualname__, Local.area.__qualname__


@program((0,), (1,), (2,))
def raises_in_branches(x):
    if x == 0:
        raise ValueError("zero")
    elif x == 1:
        try:
            raise KeyError("one")
        except KeyError as e:
            raise RuntimeError("chained") from e
    return "fine"


@program((5,))
def exception_name_is_gone(n):
    try:
        n / 0
    except ZeroDivisionError as e:
        if n:
            kept = str(e)
    return kept, "e" in locals()


@program((3,))
def several_flags(n):
    out = []
    do_return = "mine"
    break_ = 1
    for fscope in range(n):
        if fscope == 1:
            continue
        if fscope == 2:
            break
        out.append((do_return, break_, fscope))
    return out


@program(())
def no_arguments():
    """Only a docstring and a return."""
    return 42


@program((1,))
def no_return(x):
    if x:
        x.bit_length()


@program((1,))
def only_a_docstring(x):
    """Nothing else."""


@program((1,), (3,))
def long_conditions(x):
    if x > 0 and x < 10 and not (x == 3 or x == 5):
        return "in"
    while x < 5:
        x += 1
    return x


@program((["a", "b"],), ([],))
def iterates_iterator(items):
    source = iter(items)
    first = next(source, None)
    for rest in source:
        if rest == first:
            break
    left = list(source)
    return first, left


@program((3,))
def break_does_not_advance(n):
    source = iter(range(10))
    for x in source:
        if x == n:
            break
    return next(source)


@program((1,), (0,))
def star_expressions(x):
    a = [*range(3), *([x] if x else [])]
    return (*a, x), {"a": 1, "b": x}, f"{x!r:>{3}} {a[0]}", a[1:-1], a[::2]
