"""Comprehensions and generator expressions: their loops may run over tensors.

    [f(x) for x in xs if c(x)]        ag__.listed(
                                          lambda emit, source: ag__.each(
                                              source, None, lambda x: ag__.where(
                                                  c(x), lambda: emit(f(x))), emit), xs)

A generator expression keeps Python's own form too, for those who ask for one value after the other.
Comprehensions that bind names around them by `:=`, that are `async`, or whose targets are attributes
or elements stay Python's own.
"""

from __future__ import annotations

import ast
import copy
from typing import Any

from stagelight.autograph.converters.converter import Converter
from stagelight.autograph.converters.logical_expressions import mark_condition
from stagelight.autograph.converters.unpacking import pattern_of
from stagelight.autograph.templates import constant, expression, located, name

_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


class Comprehensions(Converter):
    """Turns comprehensions into calls with lambdas for their parts."""

    concerns = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    looks_into_expressions = True

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        return self.collected(node, "ag__.listed")

    def visit_SetComp(self, node: ast.SetComp) -> Any:
        return self.collected(node, "ag__.set_listed")

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        return self.collected(node, "ag__.dict_listed")

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> Any:
        python = copy.deepcopy(node) if _can_be_converted(node) else node
        made = self.collected(node, "ag__.generator")
        if made is node:
            return node
        source = self.conversion.namer.new("source")
        python.generators[0].iter = name(source, python)
        lazily: ast.Lambda = expression(
            "lambda source: python", at=node.elt, source=source, python=python
        )
        is_map = len(node.generators) == 1 and not node.generators[0].ifs
        made.args += [lazily, constant(is_map, node.elt)]
        return made

    def collected(self, node: _Comprehension, function: str) -> Any:
        if not _can_be_converted(node):
            return self.generic_visit(node)
        self.generic_visit(node)
        emit = self.conversion.namer.new("emit")
        source = self.conversion.namer.new("source")
        element = _element_of(node)
        chain: ast.expr = expression("emit(element)", at=element, emit=emit, element=element)
        first = node.generators[0].iter
        for generator in reversed(node.generators):
            for condition in reversed(generator.ifs):
                mark_condition(condition)
                chain = expression(
                    "ag__.where(condition, lambda: chain)",
                    at=condition,
                    condition=condition,
                    chain=chain,
                )
            iterated = generator.iter if generator.iter is not first else name(source, first)
            targets, pattern = pattern_of(generator.target)
            body = expression("lambda: chain", at=generator.target, chain=chain)
            body.args.args = [located(ast.arg(target), generator.target) for target in targets]
            chain = expression(
                "ag__.each(iterated, pattern, body, emit)",
                at=generator.target,
                iterated=iterated,
                pattern=constant(pattern, generator.target),
                body=body,
                emit=emit,
            )
        return expression(
            f"{function}(lambda emit, source: chain, first)",
            at=node,
            emit=emit,
            source=source,
            chain=chain,
            first=first,
        )


def _element_of(node: _Comprehension) -> ast.expr:
    """What a comprehension gives in each round."""
    if isinstance(node, ast.DictComp):
        pair: ast.Tuple = located(ast.Tuple([node.key, node.value], ast.Load()), node.value)
        return pair
    return node.elt


def _can_be_converted(node: _Comprehension) -> bool:
    """Whether the parts can become lambdas."""
    targets = (part for g in node.generators for part in ast.walk(g.target))
    if any(isinstance(part, ast.Attribute | ast.Subscript) for part in targets):
        return False
    if any(generator.is_async for generator in node.generators):
        return False
    return not any(
        isinstance(part, ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom)
        for part in ast.walk(node)
    )
