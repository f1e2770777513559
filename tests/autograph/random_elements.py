"""Random programs over lists of mutable elements, which grow in loops and branches of tensors.

Python shares the objects: an element that was appended, read or iterated over is changed through all its
names. Elements are tensors, lists, dicts, objects, and what has these in it. The list grows first, before
names are assigned on some ways only: an object that has two names then is no matter of lists.
"""

from __future__ import annotations

import dataclasses
import random


@dataclasses.dataclass(frozen=True)
class _Kind:
    """Elements of one structure: a new one, a number in it, and statements that change it in place."""

    new: str
    number: str
    changes: tuple[str, ...]


KINDS = (
    _Kind("{v}", "{e}", ()),
    _Kind("[{v}]", "{e}[0]", ("{e}[0] = {v}", "{e}[0] += {v}", "{e}[:] = [{v}]", "{e}[z] = {v}")),
    _Kind('{{"k": {v}}}', '{e}["k"]', ('{e}["k"] = {v}', '{e}.update(k={v})', '{e}[key] += {v}')),
    _Kind("Box({v})", "{e}.v", ("{e}.v = {v}", "{e}.v += {v}", "{e}.add({v})")),
    _Kind("({v}, [{v}])", "({e}[0] + {e}[1][0])", ("{e}[1][0] = {v}", "{e}[1][z] += {v}")),
    _Kind("Box([{v}])", "{e}.v[0]", ("{e}.v[0] += {v}", "{e}.v = [{v}]", "change({e}.v, {v})")),
    _Kind("[[{v}], {v}]", "({e}[0][0] + {e}[1])", ("{e}[0][0] = {v}", "{e}[0] = [{v}]", "{e}[1] = {v}")),
)  # fmt: skip


HEADERS = ("for i in tf.range(n):", "for i in tf.range(2):", "if s % 3 > 0:", "if i == 1:")


class _Writer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.kind = self.choose(*KINDS)
        self.changes = self.random.random() < 0.6
        self.lines: list[str] = []

    def choose(self, *options):
        return self.random.choice(options)

    def value(self) -> str:
        return self.choose("i", "i + 1", "s % 7", "n", "3", "i * s % 11")

    def new(self) -> str:
        return self.kind.new.format(v=self.value())

    def number(self, element: str) -> str:
        return self.kind.number.format(e=element)

    def place(self) -> str:
        return f"a[{self.choose('0', '-1', 'i % len(a)', 'z')}]"

    def element(self) -> str:
        return self.choose("row", "r", self.place(), "box.e")

    def block(self, margin: str, depth: int) -> None:
        for _ in range(self.random.randrange(1, 4)):
            self.statement(margin, depth)

    def statement(self, margin: str, depth: int) -> None:
        if depth < 3 and self.random.random() < 0.25:
            self.lines.append(margin + self.choose(
                *HEADERS, "if i > n:", "for q in a:", "while len(a) < n:", "for k in range(2):",
            ))  # fmt: skip
            header = self.lines[-1].strip()
            if header.startswith("while"):
                self.lines += [
                    f"{margin}    a.append({self.new()})",
                    f"{margin}    {self.reading()}",
                ]
                return
            if header == "for q in a:":
                self.iteration(margin + "    ")
                return
            self.block(margin + "    ", depth + 1)
            return
        self.lines += [margin + line for line in self.simple().split("\n")]

    def iteration(self, margin: str) -> None:
        self.lines.append(f"{margin}s = (s + {self.number('q')}) % 97")
        if self.changes and self.random.random() < 0.4:
            self.change(margin, "q")
        if self.random.random() < 0.3:
            self.lines.append(f"{margin}{self.choose('r', 'row')} = q")

    def change(self, margin: str, element: str) -> None:
        change = self.choose(*self.kind.changes or ("s = s + 1",))
        self.lines.append(margin + change.format(e=element, v=self.value()))

    def reading(self) -> str:
        return f"s = (s + {self.number(self.choose('row', 'r', self.place(), 'box.e'))}) % 97"

    def simple(self) -> str:
        if self.changes and self.random.random() < 0.2:
            change = self.choose(*self.kind.changes or ("s = s + 1",))
            return change.format(e=self.element(), v=self.value())
        return self.choose(
            f"a.append({self.new()})",
            f"a.append({self.new()})",
            f"a.append({self.element()})",
            f"row = {self.new()}",
            f"row = {self.new()}\na.append(row)",
            f"r = {self.place()}",
            f"box.e = {self.choose(self.place(), self.new())}",
            f"{self.place()} = {self.new()}",
            f"{self.place()} = {self.element()}",
            self.reading(),
            self.reading(),
            f"a.insert(0, {self.new()})",
            "if len(a) > 1:\n    r = a.pop()",
            f"row = {self.place()} if s % 2 > 0 else {self.new()}",
            f"a = a + [{self.new()}]",
            f"a.extend([{self.element()}, {self.new()}])",
            "a = list(a)",
            "a = a[::-1]",
        )

    def program(self) -> str:
        self.lines = [
            "class Box:",
            "    def __init__(self, v):",
            "        self.v = v",
            "    def add(self, v):",
            "        self.v = self.v + v",
            "",
            "def change(values, v):",
            "    values[0] = values[0] + v",
            "",
            "def program(n, s):",
            '    i, z, key, box = tf.constant(1), 0, "k", Box(None)',
            f"    row = {self.new()}",
            f"    r, box.e = {self.new()}, {self.new()}",
            f"    a = {self.choose('[row]', f'[{self.new()}]', f'[{self.new()}, row]', '[row, row]')}",
            f"    {self.choose(*HEADERS)}",
        ]
        for _ in range(self.random.randrange(1, 3)):
            if self.changes and self.random.random() < 0.3:
                self.change("        ", self.choose("row", self.place()))
            self.lines.append(f"        a.append({self.choose('row', self.new(), self.new())})")
        self.block("    ", 0)
        self.block("    ", 0)
        numbers = ", ".join(self.number(element) for element in ("row", "r", "box.e"))
        self.lines.append(f"    return s, {numbers}, tf.stack([{self.number('q')} for q in a])")
        return "\n".join(self.lines) + "\n"


def random_elements(seed: int) -> str:
    """The text of a function `program(n, s)`; equal seeds give equal programs."""
    return _Writer(seed).program()
