"""`try` with handlers: the body runs where it is known which exceptions they catch.

    try:                          try:
        body                          with ag__.handled_by(lambda: ValueError):
    except ValueError:                    body
        rest                      except ValueError:
                                      rest

An exception that is raised under a condition of tensors becomes an assertion of the graph, which no
handler catches; so the handlers around it must be known. The `with` stands where the `try` stands.
"""

from __future__ import annotations

import ast
import copy

from stagelight.autograph.converters.converter import Converter
from stagelight.autograph.templates import expression, located, name, statements


class TryStatements(Converter):
    """Tells which handlers are open."""

    concerns = (ast.Try, ast.TryStar)

    def visit_Try(self, node: ast.Try | ast.TryStar) -> ast.stmt:
        self.generic_visit(node)
        if node.handlers:
            node.body = statements(
                "with ag__.handled_by(lambda: types): body",
                at=_keyword(node),
                types=self.types(node),
                body=node.body,
            )
        return node

    visit_TryStar = visit_Try

    def types(self, node: ast.Try | ast.TryStar) -> ast.expr:
        """What the handlers catch, as one expression."""
        at = _keyword(node)
        found: list[ast.expr] = []
        for handler in node.handlers:
            if handler.type is None:
                return name("BaseException", at)
            kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
            found += [copy.deepcopy(kind) for kind in kinds]
        for kind in found:
            for part in ast.walk(kind):
                if isinstance(part, ast.expr):
                    located(part, at)
        if any(isinstance(kind, ast.Starred) for kind in found):
            return expression("BaseException", at=at)
        return located(ast.Tuple(found, ast.Load()), at)


def _keyword(node: ast.Try | ast.TryStar) -> ast.stmt:
    """A node in the place of the word `try`."""
    place = ast.Pass()
    place.lineno = place.end_lineno = node.lineno
    place.col_offset, place.end_col_offset = node.col_offset, node.col_offset + len("try")
    return place
