"""Random programs over lists, dicts, tuples, functions and all statements of Python, as text.

Every name has a kind: integers (`i`, `j`), floats (`x`, `y`), a list of floats (`xs`), a dict of floats
(`d`), a pair of an integer and a float (`t`), a vector (`v`), an object with an attribute (`box`). Integers
stay below 7; floats are sums and halves of what is given, below 16, so that every order of computing them
gives the same. So the programs have values to compare, whichever way they go.
"""

from __future__ import annotations

import random
from collections.abc import Callable

INTEGERS = ("i", "j")
FLOATS = ("x", "y")
# Statements that a program has, and how deep they stand.
BUDGET = 22
MOST_DEPTH = 4


class Writer:
    """Writes a program. Families with more kinds of names and statements add to its methods."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.budget = BUDGET
        self.names = 0
        self.functions: list[str] = []  # of a float, giving one
        self.is_inner = False  # in a function of the program's own

    # Words.

    def choose(self, *options: str) -> str:
        return self.random.choice(options)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def new_name(self, letter: str) -> str:
        self.names += 1
        return f"{letter}{self.names}"

    def write(self, margin: str, text: str) -> None:
        self.lines.append(margin + text)

    def program(self, parameters: str) -> str:
        """The text of the whole program."""
        margin = "    "
        self.write("", f"def program({parameters}):")
        self.write(margin, f"xs = [{self.choose('x', '1.0')}, y]")
        self.write(margin, f'd = {{"a": {self.choose("x", "0.5")}, "b": y}}')
        self.write(margin, "t = (i, x)")
        while self.budget > 0:
            self.statement(margin, 0, 0)
        self.write(margin, "return (i + j * 7), (x + y + sum(xs)) % 16.0, len(xs), t[1] + d['a']")
        return "\n".join(self.lines) + "\n"

    # Expressions.

    def integer(self, depth: int = 0) -> str:
        kind = self.random.randrange(9 if depth < 2 else 3)
        if kind == 0:
            return str(self.random.randrange(4))
        if kind < 3:
            return self.choose(*INTEGERS)
        if kind == 3:
            return self.choose("t[0]", "len(d)", "len(xs) % 5", "box.n")
        if kind == 4:
            return f"({self.integer(2)} if {self.condition(2)} else {self.integer(2)})"
        if kind == 5:
            return self.choose(
                "sum(1 for q in xs if q > x)", "max(i, j)", "min(i, j, 2)", "abs(i - j)",
                "int(x > y)", "sum([i, j]) % 7",
            )  # fmt: skip
        operator = self.choose("+", "-", "*")
        return f"({self.integer(depth + 1)} {operator} {self.integer(depth + 1)}) % 7"

    def number(self, depth: int = 0) -> str:
        """An expression for a float, below 16 in size if what it is made of is."""
        kind = self.random.randrange(12 if depth < 2 else 3)
        if kind == 0:
            return self.choose("0.5", "1.0", "-1.5", "2.0")
        if kind < 3:
            return self.choose(*FLOATS)
        if kind == 3:
            return self.choose("xs[-1]", "xs[0]", "xs[i % len(xs)]", "t[1]", "v[1]", "v[i % 3]")
        if kind == 4:
            return self.choose('d["a"]', 'd["b"]', 'd.get("c", x)', "box.w")
        if kind == 5:
            return f"({self.number(2)} if {self.condition(2)} else {self.number(2)})"
        if kind == 6:
            return self.choose(
                "sum(xs) % 16.0", "max(xs)", "min(xs)", "sorted(xs)[0]", "max(x, y)",
                "sum(q for q in xs if q < y) % 16.0", "tf.reduce_max(v)",
                "sum([q - y for q in xs]) % 16.0", 'sum(d.values()) % 16.0', "abs(x)",
                "sum(p * 0.5 for p in v) % 16.0", "sum(p for p, q in zip(xs, d.values())) % 16.0",
            )  # fmt: skip
        if kind == 7 and self.functions:
            return f"{self.choose(*self.functions)}({self.number(2)})"
        if kind == 8:
            return f"tf.cast({self.integer(1)}, tf.float32)"
        if kind == 9:
            return f"(lambda q: q {self.choose('+', '-')} x)({self.number(2)}) % 16.0"
        operator = self.choose("+", "-")
        return f"({self.number(depth + 1)} {operator} {self.number(depth + 1)}) % 16.0"

    def condition(self, depth: int = 0) -> str:
        kind = self.random.randrange(11 if depth < 2 else 4)
        if kind < 2:
            return f"{self.integer(2)} {self.choose('<', '>', '==', '!=', '<=')} {self.integer(2)}"
        if kind < 4:
            return f"{self.number(2)} {self.choose('<', '>', '>=')} {self.number(2)}"
        if kind == 4:
            return f"0 < {self.integer(2)} <= {self.integer(2)}"
        if kind == 5:
            return f"not {self.condition(depth + 1)}"
        if kind == 6:
            return self.choose(
                "any(q > x for q in xs)", "all(q < 12.0 for q in xs)", '"a" in d', "len(xs) > 2",
                "i in (1, 2)", "x is None", "isinstance(d, dict)", "j not in [0, 3]",
            )  # fmt: skip
        if kind == 7 and not self.is_inner:
            return f"({self.choose(*INTEGERS)} := {self.integer(1)}) > {self.integer(2)}"
        operator = self.choose("and", "or")
        return f"({self.condition(depth + 1)} {operator} {self.condition(depth + 1)})"

    # Statements.

    def block(self, margin: str, loops: int, depth: int) -> None:
        for _ in range(self.random.randrange(1, 4)):
            self.statement(margin, loops, depth)

    def statement(self, margin: str, loops: int, depth: int) -> None:
        self.budget -= 1
        if depth >= MOST_DEPTH or self.budget < 0:
            self.assignment(margin)
            return
        if self.chance(0.35):
            self.random.choice((self.assignment, self.structure, self.structure))(margin)
        else:
            self.random.choice(self.nested())(margin, loops, depth)

    def nested(self) -> tuple[Callable[..., None], ...]:
        """The methods that write a statement which may hold others."""
        return (
            self.conditional, self.conditional, self.conditional, self.matching, self.while_loop,
            self.for_loop, self.for_loop, self.function, self.try_finally, self.with_block,
            self.jump, self.jump, self.early_return, self.failure, self.comprehension,
        )  # fmt: skip

    def assignment(self, margin: str) -> None:
        if self.chance(0.4):
            operator = self.choose("=", "=", "+=", "-=")
            target = self.choose(*INTEGERS, "box.n")
            self.write(margin, f"{target} {operator} {self.integer()}")
            if operator != "=":
                self.write(margin, f"{target} %= 7")
            return
        operator = self.choose("=", "=", "+=", "-=", "*=")
        target = self.choose(*FLOATS, *FLOATS, "box.w", 'd["a"]', 'd["b"]')
        value = self.choose("0.5", "-1.0") if operator == "*=" else self.number()
        self.write(margin, f"{target} {operator} {value}")
        if operator in ("+=", "-="):
            self.write(margin, f"{target} %= 16.0")

    def structure(self, margin: str) -> None:
        kind = self.random.randrange(12)
        if kind < 4:
            self.write(margin, f"xs.append({self.number()})")
        elif kind == 4:
            self.write(margin, f"xs[{self.choose('0', '-1', 'i % len(xs)')}] = {self.number()}")
        elif kind == 5:
            change = self.choose(
                "xs += [{}]", "xs.extend([{0}, {0}])", "xs.insert(0, {})", "xs = [{}, *xs]",
                "xs = xs + [{}]",
            )  # fmt: skip
            self.write(margin, change.format(self.choose(*FLOATS, "t[1]")))
        elif kind == 6:
            self.write(margin, "if len(xs) > 1:")
            self.write(margin + "    ", self.choose("xs.pop()", "xs.pop(0)", "x = xs.pop()"))
        elif kind == 7:
            self.write(margin, self.choose("xs = xs[:2]", "xs = xs[::-1]", "xs = list(xs)"))
        elif kind == 8:
            self.write(margin, f"t = ({self.integer()}, {self.number()})")
        elif kind == 9:
            self.write(
                margin,
                self.choose("i, x = t", "x, y = y, x", "i, (x, y) = j, (y, x)", "(j, y), i = t, j"),
            )
        elif kind == 10:
            self.write(margin, f'd = {{**d, "b": {self.number(1)}}}')
        else:
            self.write(margin, f'd.update(a={self.number(1)}) or d.setdefault("b", x)')

    def conditional(self, margin: str, loops: int, depth: int) -> None:
        inner = margin + "    "
        self.write(margin, f"if {self.condition()}:")
        self.block(inner, loops, depth + 1)
        if self.chance(0.3):
            self.write(margin, f"elif {self.condition()}:")
            self.block(inner, loops, depth + 1)
        if self.chance(0.5):
            self.write(margin, "else:")
            self.block(inner, loops, depth + 1)

    def matching(self, margin: str, loops: int, depth: int) -> None:
        inner = margin + "    "
        if self.chance(0.5):
            self.write(margin, f"match {self.integer()}:")
            cases = ["0", self.choose("1 | 2", "2"), self.choose("_", "k if k > j", "k")]
        else:
            self.write(margin, f"match ({self.integer(1)}, {self.number(2)}):")
            cases = [self.choose("(0, w)", "[1, w]"), self.choose("(k, w) if k > i", "(2, _)"), "_"]
        for case in cases:
            self.write(inner, f"case {case}:")
            self.block(inner + "    ", loops, depth + 2)

    def while_loop(self, margin: str, loops: int, depth: int) -> None:
        inner = margin + "    "
        count = self.new_name("n")
        start = self.choose("0", "tf.constant(0)")
        self.write(margin, f"{count} = {start}")
        if self.chance(0.2):
            self.write(margin, "while True:")
            self.write(inner, f"{count} += 1")
            self.write(inner, f"if {count} > 3 or {self.condition(1)}:")
            self.write(inner + "    ", "break")
        elif self.chance(0.3) and not self.is_inner:
            self.write(margin, f"while ({count} := {count} + 1) < 4 and {self.condition(1)}:")
        else:
            self.write(margin, f"while {count} < 3 and {self.condition(1)}:")
            self.write(inner, f"{count} += 1")
        self.block(inner, loops + 1, depth + 1)
        self.loop_else(margin, loops, depth)

    def for_loop(self, margin: str, loops: int, depth: int) -> None:
        kind = self.choose(
            "i in tf.range(3)", "j in range(2)", "k in tf.range(i)", "x in v", "y in xs[:3]",
            "k, x in enumerate(v)", "x, y in zip(v, xs[:])", "q in (x, y)", "k in reversed(range(3))",
            "q in list(d.values())", "key, q in list(d.items())", "q in [p - x for p in xs[:3]]",
            "k in range(i)", "q in (p for p in v if p > x)",
        )  # fmt: skip
        self.write(margin, f"for {kind}:")
        self.block(margin + "    ", loops + 1, depth + 1)
        self.loop_else(margin, loops, depth)

    def loop_else(self, margin: str, loops: int, depth: int) -> None:
        if self.chance(0.3):
            self.write(margin, "else:")
            self.block(margin + "    ", loops, depth + 1)

    def function(self, margin: str, loops: int, depth: int) -> None:
        if self.is_inner:
            self.assignment(margin)
            return
        inner = margin + "    "
        name = self.new_name("f")
        self.write(margin, f"def {name}(q, r={self.number(2)}):")
        kind = self.random.randrange(3)
        if kind == 0:
            self.write(inner, "nonlocal x, i")
            self.write(inner, f"x = (q - {self.choose('x', 'y')}) % 16.0")
            self.write(inner, "i = (i + 1) % 7")
        elif kind == 1:
            self.write(inner, f"if q > {self.number(2)}:")
            self.write(inner + "    ", f"return {self.number(2)}")
            self.write(inner, "for k in tf.range(j):")
            self.write(inner + "    ", "q = (q + r) % 16.0")
        else:
            self.write(inner, "xs.append(q)")
        self.write(inner, f"return ({self.choose('q', 'r', 'x')} + q) % 16.0")
        self.write(margin, f"{self.choose(*FLOATS)} = {name}({self.number(2)})")

    def try_finally(self, margin: str, loops: int, depth: int) -> None:
        inner = margin + "    "
        self.write(margin, "try:")
        self.block(inner, loops, depth + 1)
        if self.chance(0.4):
            self.write(margin, "except (KeyError, IndexError):")
            self.block(inner, loops, depth + 1)
        self.write(margin, "finally:")
        self.assignment(inner)

    def with_block(self, margin: str, loops: int, depth: int) -> None:
        self.write(margin, self.choose('with tf.name_scope("s"):', "with counted(box) as w:"))
        self.block(margin + "    ", loops, depth + 1)

    def jump(self, margin: str, loops: int, depth: int) -> None:
        if not loops:
            self.structure(margin)
            return
        self.write(margin, f"if {self.condition(1)}:")
        self.write(margin + "    ", self.choose("break", "continue"))

    def early_return(self, margin: str, loops: int, depth: int) -> None:
        self.write(margin, f"if {self.condition(1)}:")
        self.write(margin + "    ", f"return {self.integer(1)}, {self.number(1)}, len(xs), t[1]")

    def failure(self, margin: str, loops: int, depth: int) -> None:
        if self.chance(0.8):
            self.write(margin, 'assert i * i >= 0, f"{i} has no root"')
        else:
            self.write(margin, f"if {self.condition(1)}:")
            self.write(margin + "    ", 'raise ValueError(f"{i} is refused")')

    def comprehension(self, margin: str, loops: int, depth: int) -> None:
        self.write(
            margin,
            self.choose(
                "xs = [(q + x) % 16.0 for q in xs]", "xs = [q for q in xs if q > y] or [x]",
                "d = {k: (q - y) % 16.0 for k, q in d.items()}", "xs = [x, *[p for p in v]]",
                "v = tf.stack([p * 0.5 for p in v])",
            ),
        )  # fmt: skip


def random_structures(seed: int) -> str:
    """The text of a function `program(i, j, x, y, v, box)`; equal seeds give equal programs.

    The program's globals are `tf` and `counted(box)`, a context manager.
    """
    return Writer(seed).program("i, j, x, y, v, box")
