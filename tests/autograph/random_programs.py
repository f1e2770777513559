"""Random programs of control flow over a few names, as text that `exec` can run.

Conditions are `ask(...)`, which the caller defines: the identity, or something that hides the
answer.
"""

from __future__ import annotations

import random

NAMES = ("a", "b", "c", "d")
PLACES = (*NAMES, "box.x", "table['k']")


class _Writer:
    def __init__(self, seed: int, result: str, failing: str) -> None:
        self.failing = failing
        self.random = random.Random(seed)
        self.results = [result]  # of each function around, what it returns of an expression
        self.lines: list[str] = []
        self.budget = 28
        self.counters = 0

    def choose(self, *options):
        return self.random.choice(options)

    def number(self) -> str:
        return str(self.random.randrange(4))

    def expression(self, depth: int = 0) -> str:
        kind = self.random.randrange(6 if depth < 2 else 2)
        if kind == 0:
            return self.number()
        if kind in (1, 2):
            return self.choose(*PLACES)
        if kind == 3:
            return f"({self.expression(2)} if {self.condition(2)} else {self.expression(2)})"
        operator = self.choose("+", "-", "*")
        return f"({self.expression(depth + 1)} {operator} {self.expression(depth + 1)}) % 7"

    def condition(self, depth: int = 0) -> str:
        kind = self.random.randrange(6 if depth < 2 else 2)
        if kind < 3:
            comparison = (
                f"{self.expression(2)} {self.choose('<', '>', '==', '!=')} {self.expression(2)}"
            )
            return f"ask({comparison})"
        if kind == 3:
            return f"not {self.condition(depth + 1)}"
        return (
            f"({self.condition(depth + 1)} {self.choose('and', 'or')} {self.condition(depth + 1)})"
        )

    def block(self, margin: str, loops: int, depth: int) -> None:
        count = self.random.randrange(1, 4)
        for _ in range(count):
            self.statement(margin, loops, depth)

    def write(self, margin: str, text: str) -> None:
        self.lines.append(margin + text)

    def statement(self, margin: str, loops: int, depth: int) -> None:
        self.budget -= 1
        inner = margin + "    "
        kind = self.random.randrange(14)
        if kind < 5 or depth > 3 or self.budget < 0:
            operator = self.choose("=", "=", "=", "+=")
            self.write(margin, f"{self.choose(*PLACES)} {operator} {self.expression()}")
        elif kind < 8:
            self.write(margin, f"if {self.condition()}:")
            self.block(inner, loops, depth + 1)
            if self.random.random() < 0.3:
                self.write(margin, f"elif {self.condition()}:")
                self.block(inner, loops, depth + 1)
            if self.random.random() < 0.5:
                self.write(margin, "else:")
                self.block(inner, loops, depth + 1)
        elif kind == 8:
            self.counters += 1
            count = f"n{self.counters}"
            self.write(margin, f"{count} = 0")
            self.write(margin, f"while ask({count} < 3) and {self.condition(1)}:")
            self.write(inner, f"{count} += 1")
            self.block(inner, loops + 1, depth + 1)
            self.loop_else(margin, inner, loops, depth)
        elif kind == 9:
            target = self.choose(*NAMES, "i")
            iterated = self.choose("range(3)", "several(3)", "several(2)")
            self.write(margin, f"for {target} in {iterated}:")
            self.block(inner, loops + 1, depth + 1)
            self.loop_else(margin, inner, loops, depth)
        elif kind == 10 and loops:
            self.write(margin, f"if {self.condition(1)}:")
            self.write(inner, self.choose("break", "continue"))
        elif kind == 11:
            self.write(margin, f"if {self.condition(1)}:")
            self.write(inner, f"return {self.results[-1].format(self.expression())}")
        elif kind == 12:
            self.counters += 1
            name = f"f{self.counters}"
            self.write(margin, f"def {name}(k):")
            if self.random.random() < 0.5:
                self.write(inner, f"nonlocal {self.choose(*NAMES)}")
            self.results.append("{}")
            self.block(inner, 0, depth + 2)
            self.results.pop()
            self.write(inner, f"return {self.expression(1)}")
            self.write(margin, f"{self.choose(*PLACES)} = {name}({self.expression(2)})")
        else:
            self.write(margin, "try:")
            self.block(inner, loops, depth + 1)
            if self.random.random() < 0.5:
                self.write(inner, self.failing)
            self.write(margin, "except ZeroDivisionError:")
            self.block(inner, loops, depth + 1)
            if self.random.random() < 0.3:
                self.write(margin, "else:")
                self.block(inner, loops, depth + 1)
            if self.random.random() < 0.3:
                self.write(margin, "finally:")
                self.write(inner, f"{self.choose(*PLACES)} = {self.expression()}")

    def loop_else(self, margin: str, inner: str, loops: int, depth: int) -> None:
        if self.random.random() < 0.3:
            self.write(margin, "else:")
            self.block(inner, loops, depth + 1)


def random_program(seed: int, result: str = "{}", failing: str = "a = 1 // (a % 2)") -> str:
    """The text of a function `program(box, table, a, b)`; equal seeds give equal programs.

    Args:
        seed: Says which program.
        result: What a `return` gives of an expression.
        failing: A statement that may raise a `ZeroDivisionError`.
    """
    writer = _Writer(seed, result, failing)
    writer.write("", "def program(box, table, a, b):")
    margin = "    "
    defined = writer.random.randrange(3)
    for name in ("c", "d")[:defined]:
        writer.write(margin, f"{name} = {writer.number()}")
    while writer.budget > 0:
        writer.statement(margin, 0, 0)
    for name in ("c", "d")[defined:]:
        # Every name is a local of the program, so that inner functions can declare it nonlocal.
        writer.write(margin, f"if ask(False): {name} = 0")
    writer.write(margin, "return a, b, c, box.x")
    return "\n".join(writer.lines) + "\n"
