"""What `if` and loops have in common: the functions that stand for a block and for its state.

    def get_state():                    the values of the symbols that the block changes
        return (x, y)

    def set_state(vars_):               puts values into them
        nonlocal y, x
        (x, y) = vars_

The block's own functions assign them too, so Python's meaning needs neither of the two: only staged
blocks, which are traced with stand-ins, read and set the state from outside.
"""

from __future__ import annotations

import ast
import copy

from stagelight.autograph.analysis.dataflow import BlockState
from stagelight.autograph.analysis.symbols import Symbol
from stagelight.autograph.converters.converter import Conversion
from stagelight.autograph.templates import constant, expression, located, name, statements


class BlockFunctions:
    """Makes the functions for one block. The node gives them their position."""

    def __init__(self, conversion: Conversion, state: BlockState, at: ast.AST) -> None:
        self.conversion = conversion
        self.state = state
        self.at = at
        self.getter = conversion.new_block("get_state")
        self.setter = conversion.new_block("set_state")

    def declarations(self) -> list[ast.stmt]:
        """What a function made of the block has to declare."""
        made: list[ast.stmt] = []
        if self.state.globals:
            made.append(located(ast.Global(list(self.state.globals)), self.at))
        if self.state.nonlocals:
            made.append(located(ast.Nonlocal(list(self.state.nonlocals)), self.at))
        return made

    def state_functions(self) -> list[ast.stmt]:
        """`get_state` and `set_state`."""
        symbols = self.state.symbols
        if not symbols:
            return statements(
                "def getter():\n  return ()\ndef setter(block_vars):\n  pass",
                at=self.at,
                getter=self.getter,
                setter=self.setter,
            )
        values = [self.read(symbol) for symbol in symbols]
        targets: list[ast.expr] = []
        stores: list[ast.stmt] = []
        for symbol in symbols:
            if symbol.is_composite:
                value = self.conversion.namer.new("value")
                targets.append(located(ast.Name(value, ast.Store()), self.at))
                stores += self.store(symbol, value)
            else:
                targets.append(located(ast.Name(symbol.text, ast.Store()), self.at))
        return statements(
            "def getter():\n  return values\n"
            "def setter(vars_):\n  declarations\n  targets = vars_\n  stores",
            at=self.at,
            getter=self.getter,
            setter=self.setter,
            values=located(ast.Tuple(values, ast.Load()), self.at),
            targets=located(ast.Tuple(targets, ast.Store()), self.at),
            declarations=self.declarations(),
            stores=stores,
        )

    def read(self, symbol: Symbol) -> ast.expr:
        if not symbol.is_composite and symbol.text not in self.state.unsure:
            return name(symbol.text, self.at)
        return expression(
            "ag__.ldu(lambda: value, text)",
            at=self.at,
            value=self.copy_of(symbol.node),
            text=constant(symbol.text, self.at),
        )

    def store(self, symbol: Symbol, value: str) -> list[ast.stmt]:
        """Puts a value into a place inside an object; `Undefined` empties the place."""
        place = symbol.node
        if isinstance(place, ast.Attribute):
            return statements(
                "ag__.store_attribute(owner, text, value)",
                at=self.at,
                owner=self.copy_of(place.value),
                text=constant(self.mangled(place.attr), self.at),
                value=value,
            )
        assert isinstance(place, ast.Subscript)
        return statements(
            "ag__.store_item(owner, index, value)",
            at=self.at,
            owner=self.copy_of(place.value),
            index=self.copy_of(place.slice),
            value=value,
        )

    def copy_of(self, node: ast.expr) -> ast.expr:
        """A tree of reads of its own: what it came from is an assignment, and converted later."""
        made = copy.deepcopy(node)
        for part in ast.walk(made):
            if isinstance(part, ast.expr):
                located(part, self.at)
            if isinstance(part, ast.Name | ast.Attribute | ast.Subscript):
                part.ctx = ast.Load()
            if isinstance(part, ast.Name):
                part.is_from_source = False  # type: ignore[attr-defined]
        return made

    def mangled(self, attribute: str) -> str:
        class_name = (self.conversion.source.class_name or "").lstrip("_")
        is_private = attribute.startswith("__") and not attribute.endswith("__")
        return f"_{class_name}{attribute}" if is_private and class_name else attribute

    def undefined(self) -> list[ast.stmt]:
        """Gives names that have no value yet one that says so."""
        made: list[ast.stmt] = []
        for text in self.state.undefined:
            made += statements(
                "target = ag__.Undefined(text)",
                at=self.at,
                target=text,
                text=constant(text, self.at),
            )
        return made

    def symbol_names(self) -> ast.expr:
        """The state's symbols as a tuple of strings."""
        texts: list[ast.expr] = [constant(symbol.text, self.at) for symbol in self.state.symbols]
        return located(ast.Tuple(texts, ast.Load()), self.at)
