"""Random programs over containers with several names, which branches and loops of tensors bind anew.

Names, attributes, entries and elements refer to lists, dicts and objects of numbers. They are bound to each
other and to new ones, taken at the indices that tensors have, swapped, and changed in place.
"""

from __future__ import annotations

import dataclasses
import random


@dataclasses.dataclass(frozen=True)
class _Kind:
    """Containers of one kind: a new one, a number in it, and statements that change it in place."""

    new: tuple[str, ...]
    number: str
    changes: tuple[str, ...]


KINDS = (
    _Kind(("[{v}]",), "{e}[0]", ("{e}[0] = {v}", "{e}[0] += {v}", "{e}[:] = [{v}]", "{e}[t % 1] = {v}")),
    _Kind(("[{v}]", "[{v}, {v}]"), "{e}[0]", ("{e}[0] += {v}", "{e}.append({v})", "{e}.insert(0, {v})")),
    _Kind(('{{"k": {v}}}',), '{e}["k"]', ('{e}["k"] = {v}', '{e}["k"] += {v}', '{e}.update(k={v})')),
    _Kind(("Box({v})",), "{e}.v", ("{e}.v = {v}", "{e}.v += {v}", "{e}.add({v})")),
    _Kind(("[[{v}], {v}]",), "({e}[0][0] + {e}[1])",
          ("{e}[0][0] = {v}", "{e}[0] = [{v}]", "{e}[0][t % 1] += {v}")),
)  # fmt: skip
PLACES = ("a", "b", "box.e", 'd["e"]', "rows[0]", "rows[1]")
HEADERS = ("if s % 3 > 0:", "if s % 2 > 0:", "if i == 1:", "for i in tf.range(n):", "for k in range(2):")


class _Writer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.kind = self.choose(*KINDS)
        self.lines: list[str] = []

    def choose(self, *options):
        return self.random.choice(options)

    def value(self) -> str:
        return self.choose("i", "i + 1", "s % 7", "n", "3", "i * s % 11")

    def new(self) -> str:
        return self.choose(*self.kind.new).format(v=self.value())

    def element(self) -> str:
        return self.choose(*PLACES, "rows[t % 2]", "rows[i % 2]")

    def bound(self) -> str:
        return self.choose(*PLACES, "a", "b")

    def statement(self) -> str:
        choice = self.random.random()
        if choice < 0.35:
            change = self.choose(*self.kind.changes)
            return change.format(e=self.element(), v=self.value())
        if choice < 0.5:
            return f"s = (s + {self.kind.number.format(e=self.element())}) % 97"
        return self.choose(
            f"{self.bound()} = {self.new()}",
            f"{self.bound()} = {self.new()}",
            f"{self.bound()} = {self.element()}",
            f"{self.bound()} = {self.element()}",
            "a, b = b, a",
            f"rows[t % 2] = {self.choose(self.new(), self.element())}",
            f"a = {self.element()} if s % 2 > 0 else {self.choose(self.new(), self.element())}",
            "t = t + 1",
            "s = s + 1",
        )

    def block(self, margin: str, depth: int) -> None:
        for _ in range(self.random.randrange(1, 4)):
            if depth < 2 and self.random.random() < 0.35:
                self.lines.append(margin + self.choose(*HEADERS))
                self.block(margin + "    ", depth + 1)
                if self.lines[-1].startswith("if") and self.random.random() < 0.3:
                    self.lines.append(f"{margin}else:")
                    self.block(margin + "    ", depth + 1)
            else:
                self.lines.append(margin + self.statement())

    def program(self) -> str:
        self.lines = [
            "class Box:",
            "    def __init__(self, v):",
            "        self.v = self.e = v",
            "    def add(self, v):",
            "        self.v = self.v + v",
            "",
            "def program(n, s):",
            "    i = t = tf.constant(1)",
            "    box = Box(None)",
            f"    a = {self.new()}",
            f"    b = {self.choose('a', self.new())}",
            f"    box.e = {self.choose('a', self.new())}",
            f'    d = {{"e": {self.choose("b", self.new())}}}',
            f"    rows = [{self.new()}, {self.choose('a', self.new())}]",
        ]
        for _ in range(2):
            self.lines.append(f"    {self.choose(*HEADERS)}")
            self.block("        ", 1)
            self.block("    ", 1)
        numbers = ", ".join(self.kind.number.format(e=place) for place in PLACES)
        self.lines.append(f"    return s, {numbers}")
        return "\n".join(self.lines) + "\n"


def random_aliases(seed: int) -> str:
    """The text of a function `program(n, s)`; equal seeds give equal programs."""
    return _Writer(seed).program()
