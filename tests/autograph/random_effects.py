"""Random programs whose effects come through all that can hold a function.

Nested loops over ranges, tensors, datasets and iterators, from outside and made inside; `if`, `while`,
`break`, `continue`, `try`, `with`; closures of all kinds (lambda, `def`, comprehension, `partial`, method)
over what loops assign; variables, a table, a queue and a tensor array that are read and written directly,
through functions, and through functions of datasets. All numbers are integers below 13.

The text uses the names of `STATE` and defines `make()`. That gives the program, a function of two numbers; a
function that gives what is kept; and the objects that keep it. `plain_python` has what it means. Every fourth
program can be saved: it has no queue, no iterators from outside, and calls no Python.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# How many expressions and statements a program has room for.
_ROOM = (20, 70)
_LOCALS = ("a", "b", "c")
_PERHAPS_EMPTY = "data2"
_TARGETS = ("i", "i", "j", "a", "b", "e")


class _Writer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.room = self.random.randint(*_ROOM)
        self.numbers: list[str] = []  # names of numbers in scope
        self.functions: list[str] = []  # names of functions of one number in scope
        self.iterators: list[str] = []
        self.datasets: list[str] = []
        self.is_inside = False  # of the program
        self.is_savable = is_savable(seed)
        self.in_data = 0  # depth of functions of datasets, which have no arrays
        self.count = 0

    # ------------------------------------------------------------------------ choices

    def chance(self, p: float) -> bool:
        return self.random.random() < p

    def choose(self, *options: str) -> str:
        return self.random.choice(options)

    def new_name(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    def write(self, margin: str, line: str) -> None:
        self.lines.append(margin + line)

    @contextmanager
    def scope(self, *numbers: str, data: bool = False) -> Iterator[None]:
        """Names that are added within are gone behind it."""
        kept = [list(x) for x in (self.numbers, self.functions, self.iterators, self.datasets)]
        self.numbers = [*self.numbers, *numbers]
        self.in_data += data
        try:
            yield
        finally:
            self.numbers, self.functions, self.iterators, self.datasets = kept
            self.in_data -= data

    # ------------------------------------------------------------------------ expressions

    def number(self, depth: int = 0) -> str:
        self.room -= 1
        if depth > 2 or self.room < 0 or self.chance(0.35):
            return self.simple_number()
        kinds = self.random.random()
        if kinds < 0.4:
            left, right = self.number(depth + 1), self.number(depth + 1)
            return f"({left} {self.choose('+', '-', '*')} {right}) % 13"
        if kinds < 0.7:
            return self.called_number(depth)
        return self.random.choice(self.held())(depth)

    def simple_number(self) -> str:
        options = [*self.numbers, *self.numbers, str(self.random.randrange(5)), "(w0 + 0)", "w1.value()"]
        options.append(f"table.lookup({self.random.randrange(3)})")
        if self.is_inside and not self.in_data:
            options.append(f"ta.read({self.random.randrange(3)})")
        return self.choose(*options)

    def called_number(self, depth: int) -> str:
        if self.iterators and self.chance(0.3):
            name = self.choose(*self.iterators)
            return self.choose(f"next({name})", f"{name}.get_next()")
        return f"{self.choose(*self.functions)}({self.number(depth + 1)})"

    def held(self) -> tuple[Callable[[int], str], ...]:
        kinds = (
            self.cond, self.switch_case, self.map_fn, self.while_loop, self.foldl, self.comprehension,
            self.partial, self.inner_function, self.reduced, self.host,
        )  # fmt: skip
        return kinds[: 5 if not self.is_inside else -1 if self.is_savable else None]

    def body(self, depth: int, *names: str, data: bool = False) -> str:
        with self.scope(*names, data=data):
            return f"num({self.number(depth + 1)})"

    def cond(self, depth: int) -> str:
        condition = f"num({self.number(depth + 1)}) {self.choose('>', '<')} {self.choose('3', '6', 'w0')}"
        return f"tf.cond({condition}, lambda: {self.body(depth)}, lambda: {self.body(depth)})"

    def switch_case(self, depth: int) -> str:
        index = self.number(depth + 1)
        return f"tf.switch_case(num({index}) % 2, [lambda: {self.body(depth)}, lambda: {self.body(depth)}])"

    def map_fn(self, depth: int) -> str:
        name = self.new_name("q")
        mapped = f"tf.map_fn(lambda {name}: {self.body(depth, name)}, tf.range({self.choose('1', '2', '3')}))"
        return self.choose(f"{mapped}[0]", f"tf.reduce_sum({mapped}) % 13")

    def while_loop(self, depth: int) -> str:
        k, q = self.new_name("k"), self.new_name("q")
        start = self.number(depth + 1)
        return (
            f"tf.while_loop(lambda {k}, {q}: {k} < {self.choose('1', '2', '3')}, "
            f"lambda {k}, {q}: ({k} + 1, {self.body(depth, k, q)}), (0, num({start})))[1]"
        )

    def foldl(self, depth: int) -> str:
        s, q = self.new_name("s"), self.new_name("q")
        start = self.number(depth + 1)
        return f"tf.foldl(lambda {s}, {q}: {self.body(depth, s, q)}, tf.range(2), num({start}))"

    def comprehension(self, depth: int) -> str:
        q = self.new_name("q")
        return f"sum([{self.body(depth, q)} for {q} in {self.choose('(1, 2)', 'range(2)')}]) % 13"

    def partial(self, depth: int) -> str:
        p, q = self.new_name("p"), self.new_name("q")
        given, taken = self.number(depth + 1), self.number(depth + 1)
        return f"partial(lambda {p}, {q}: {self.body(depth, p, q)}, {given})({taken})"

    def inner_function(self, depth: int) -> str:
        q = self.new_name("q")
        return f"tf.function(lambda {q}: {self.body(depth, q)})(num({self.number(depth + 1)}))"

    def reduced(self, depth: int) -> str:
        data = self.dataset(depth + 1)
        s, e = self.new_name("s"), self.new_name("e")
        start = self.number(depth + 1)
        return f"{data}.reduce(num({start}), lambda {s}, {e}: {self.body(depth, s, e, data=True)})"

    def host(self, depth: int) -> str:
        return f"host({self.choose('bump0', 'bump1', 'put')}, {self.number(depth + 1)})"

    def condition(self, depth: int = 0) -> str:
        if depth < 2 and self.chance(0.2):
            left, right = self.condition(depth + 1), self.condition(depth + 1)
            return self.choose(f"({left} and {right})", f"({left} or {right})", f"(not {left})")
        return f"{self.number(depth + 1)} {self.choose('>', '<')} {self.choose('2', '4', '6', 'w0', 'w1')}"

    # ------------------------------------------------------------------------ datasets

    def dataset(self, depth: int, is_endless: bool = False) -> str:
        """An expression of a dataset with at least one element, if it is to be repeated without end."""
        named = [name for name in self.datasets if not (is_endless and name == _PERHAPS_EMPTY)]
        data = self.choose(*named, "slices([2, 0])", "slices([1, 3, 5])")
        for _ in range(self.random.randrange(1, 3)):
            if depth < 4 and self.room > 0:
                data += self.transformation(depth + 1, is_endless)
        return data

    def transformation(self, depth: int, is_endless: bool) -> str:
        e, q = self.new_name("e"), self.new_name("q")
        kind = self.random.randrange(7)
        if kind < 3:
            return f".map(lambda {e}: {self.body(depth, e, data=True)})"
        if kind == 3:
            with self.scope(e, data=True):
                condition = f"{self.number(depth + 1)} > -1" if is_endless else self.condition(depth + 1)
            return f".{self.choose('filter', 'take_while')}(lambda {e}: {condition})"
        if kind == 4:
            inner = self.body(depth, e, q, data=True)
            return f".flat_map(lambda {e}: slices([1, 2]).map(lambda {q}: {inner}))"
        if kind == 5:
            start = self.number(depth + 1)
            state, value = self.body(depth, e, q, data=True), self.body(depth, e, q, data=True)
            return f".scan(num({start}), lambda {q}, {e}: ({state}, {value}))"
        return f".map(lambda {e}: {self.choose(*self.functions)}({e}))"

    # ------------------------------------------------------------------------ statements

    def block(self, margin: str, loops: int, depth: int, is_breakable: bool = False) -> None:
        with self.scope():
            for _ in range(self.random.randint(1, 3)):
                self.statement(margin, loops, depth)
            if is_breakable and self.chance(0.25):
                self.write(margin, f"if {self.condition()}:")
                self.write(margin + "    ", self.choose("break", "continue"))
                self.statement(margin, loops, depth)

    def statement(self, margin: str, loops: int, depth: int) -> None:
        self.room -= 1
        if depth < 3 and self.room > 0 and self.chance(0.5):
            kinds = [self.if_statement, self.try_statement, self.with_statement, self.definition]
            if loops < 3:
                kinds += [self.for_statement] * 5 + [self.while_statement, self.loops_in_sequence]
            if loops < 3 and self.iterators:
                kinds.append(self.iterator_loop)
            self.random.choice(kinds)(margin, loops, depth)
        else:
            self.simple_statement(margin)

    def simple_statement(self, margin: str) -> None:
        kind = self.random.randrange(12)
        target = self.choose(*_LOCALS)
        if kind < 3:
            self.write(margin, f"{target} = {self.number()}")
        elif kind == 3:
            self.write(margin, f"{target} += 1")
        elif kind < 7:
            variable, total = self.choose("w0", "w1"), f"{self.number()} + {self.simple_number()}"
            self.write(margin, f"{variable}.assign(({total}) % 13)")
        elif kind == 7:
            self.write(margin, f"table.insert({self.random.randrange(3)}, num({self.number()}))")
        elif kind == 8:
            self.write(margin, f"ta = ta.write({self.random.randrange(3)}, num({self.number()}))")
        elif kind == 9 and not self.is_savable:
            self.write(margin, f"{target} = turn({self.number()})")
        elif kind == 10:
            name = self.new_name("it")
            self.write(margin, f"{name} = iter({self.dataset(1, True)}.repeat())")
            self.iterators = [*self.iterators, name]
        else:
            name, q = self.new_name("g"), self.new_name("q")
            self.write(margin, f"{name} = lambda {q}: {self.body(0, q)}")
            self.functions = [*self.functions, name]

    def if_statement(self, margin: str, loops: int, depth: int) -> None:
        self.write(margin, f"if {self.condition()}:")
        self.block(margin + "    ", loops, depth + 1)
        if self.chance(0.5):
            self.write(margin, "else:")
            self.block(margin + "    ", loops, depth + 1)

    def try_statement(self, margin: str, loops: int, depth: int) -> None:
        self.write(margin, "try:")
        self.block(margin + "    ", loops, depth + 1)
        self.write(margin, "finally:")
        self.block(margin + "    ", loops, depth + 1)

    def with_statement(self, margin: str, loops: int, depth: int) -> None:
        self.write(margin, f"with counted({self.choose('w0', 'w1')}, {self.number(1)}):")
        self.block(margin + "    ", loops, depth + 1)

    def definition(self, margin: str, loops: int, depth: int) -> None:
        name, q, inner = self.new_name("h"), self.new_name("q"), margin + "    "
        self.write(margin, f"def {name}({q}):")
        with self.scope(q):
            if self.chance(0.4):
                local = self.choose(*_LOCALS)
                self.write(inner, f"nonlocal {local}")
                self.write(inner, f"{local} = {self.number()}")
            if self.chance(0.4):
                self.write(inner, f"{self.choose('w0', 'w1')}.assign({self.number()} % 13)")
            self.write(inner, f"return {self.number()}")
        # Those that assign to names around are not for functions of datasets: these run later.
        self.write(margin, f"{self.choose(*_LOCALS)} = {name}({self.number(1)})")

    def for_statement(self, margin: str, loops: int, depth: int) -> None:
        target, inner = self.choose(*_TARGETS), margin + "    "
        names = [target]
        kind = self.random.randrange(9)
        # Of a dataset one element more is asked for before a loop ends.
        is_breakable = kind < 6
        if kind < 3:
            head = f"for {target} in tf.range({self.choose('1', '2', '3', 'n', 'm')}):"
        elif kind == 3:
            head = f"for k0, {target} in enumerate(tf.range({self.choose('2', 'n')})):"
            names.append("k0")
        elif kind == 4:
            head = f"for {target}, k0 in zip(tf.range(3), tf.range(n, n + 3)):"
            names.append("k0")
        elif kind == 5:
            head = f"for {target} in slices([3, 1]):"
        elif kind == 6:
            head = f"for {target} in {self.choose(*self.datasets)}:"
        else:
            head = f"for {target} in {self.dataset(1)}:"
        self.write(margin, head)
        with self.scope(*names):
            self.block(inner, loops + 1, depth + 1, is_breakable)

    def loops_in_sequence(self, margin: str, loops: int, depth: int) -> None:
        """Loops that write one variable, and share a target and a count that perhaps nothing needs."""
        variable, target, count = self.choose("w0", "w1"), self.choose("i", "e"), self.choose(*_LOCALS)
        for _ in range(2):
            self.write(margin, f"for {target} in tf.range({self.choose('2', 'n', 'm')}):")
            with self.scope(target):
                self.write(margin + "    ", f"{variable}.assign(({variable} * 2 + {self.number(1)}) % 13)")
                self.write(margin + "    ", f"{count} = ({count} + {self.choose('1', target)}) % 13")

    def while_statement(self, margin: str, loops: int, depth: int) -> None:
        name = self.new_name("k")
        self.write(margin, f"{name} = 0")
        self.write(margin, f"while {name} < {self.choose('1', '2', 'n')}:")
        self.write(margin + "    ", f"{name} += 1")
        with self.scope(name):
            self.block(margin + "    ", loops + 1, depth + 1, True)

    def iterator_loop(self, margin: str, loops: int, depth: int) -> None:
        name, target, inner = self.new_name("k"), self.choose(*_TARGETS), margin + "    "
        self.write(margin, f"{name} = 0")
        self.write(margin, f"for {target} in {self.choose(*self.iterators)}:")
        self.write(inner, f"{name} += 1")
        with self.scope(name, target):
            self.block(inner, loops + 1, depth + 1)
        self.write(inner, f"if {name} > {self.choose('0', '1')}:")
        self.write(inner + "    ", "break")

    # ------------------------------------------------------------------------ the whole

    def text(self) -> str:
        self.write("", "def make():")
        names = "w0, w1, table, bump0, bump1, put, read, change, both, owner"
        self.write("    ", f"{names} = state()")
        self.write("    ", "data0 = slices([1, 4])")
        self.functions = ["bump0", "bump1", "put", "read", "change", "both"]
        if not self.is_savable:
            self.functions.append("turn")
            self.write("    ", "turn = queue_of_one()")
        self.datasets = ["data0"]
        self.write("    ", f"data1 = data0{self.transformation(1, True)}")
        self.write("    ", f"{_PERHAPS_EMPTY} = data0{self.transformation(1, False)}")
        self.datasets += ["data1"]
        if not self.is_savable:
            self.write("    ", "it0 = iter(data1.repeat())")
            self.write("    ", f"it1 = iter({self.dataset(1, True)}.repeat())")
            self.iterators = ["it0", "it1"]
        self.datasets += [_PERHAPS_EMPTY]
        self.functions += ["owner.method", "owner.staged"]
        self.write("    ", "def program(n, m):")
        margin = " " * 8
        self.is_inside = True
        self.write(margin, "a, b, c, i, j, e, k0 = n, m, 0, 0, 1, 2, 0")
        self.write(margin, "ta = new_array([n, m, 1])")
        self.numbers = [*_LOCALS, "n", "m", "i"]
        for _ in range(self.random.randint(2, 4)):
            self.statement(margin, 0, 0)
        options = [*_LOCALS, "i", "w0 + 0", "w1 + 0", "ta.read(1)"]
        results = self.random.sample(options, self.random.randint(1, 3))
        self.write(margin, f"return {', '.join(f'num({x})' for x in results)},")
        kept = "w0 + 0, w1 + 0, *[table.lookup(k) for k in (0, 1, 2)]"
        kept += "" if self.is_savable else ", turn(0)"
        state = "w0, w1, table, data0, data1, data2"
        self.write("    ", f"return program, lambda: ({kept}), ({state})")
        return "\n".join(self.lines) + "\n"


# What all programs share, so that it is converted once.
STATE = """\
def state():
    w0, w1, table = variable(1), variable(4), new_table()
    def bump0(q):
        w0.assign((w0 + q + 1) % 13)
        return w0 + 0
    def bump1(q):
        w1.assign((w1 * 2 + q) % 13)
        return (w0 + w1 * 3) % 13
    def put(q):
        table.insert(1, num((q + w0) % 13))
        return table.lookup(1)
    @tf.function
    def read(q):
        return (w0 * 2 + q) % 13
    @tf.function
    def change(q):
        w1.assign((w1 + q) % 13)
        return (w0 + w1.value()) % 13
    @tf.function
    def both(q):
        return (read(change(q)) + w1) % 13
    class Owner:
        def __init__(self):
            self.kept = w1
        def method(self, q):
            self.kept.assign((self.kept + q) % 13)
            return (q + 1) % 13
        @tf.function
        def staged(self, q):
            for k in tf.range(2):
                self.kept.assign((self.kept * 2 + k) % 13)
            return (self.kept + q) % 13
    return w0, w1, table, bump0, bump1, put, read, change, both, Owner()

def queue_of_one():
    queue = new_queue([3])
    def turn(q):
        first = queue.dequeue()
        queue.enqueue(num((first * 2 + q) % 13))
        return first
    return turn
"""


def is_savable(seed: int) -> bool:
    """Whether the program of a seed can be saved."""
    return seed % 4 == 3


def random_effects(seed: int) -> str:
    """The text of the program of a seed."""
    return _Writer(seed).text()
