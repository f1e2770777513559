"""`match`: the cases become a chain of `if`s, so that a case may depend on a tensor.

    match command:                subject = command
        case 0:                   if subject == 0:
            a                         a
        case [x, *_] if x > 1:    else:
            b                         matched = False
                                      match subject:
                                          case [x, *_]: matched = True
                                      if matched and x > 1:
                                          b

Literals, dotted names, `None`, alternatives of these, captures and `_` become comparisons. Any
other pattern looks into Python objects: Python matches it, alone, and the chain asks for the
outcome. What it compares inside, as in `(0, x)`, is captured there, and compared in the chain.
"""

from __future__ import annotations

import ast

from stagelight.autograph.converters.converter import Converter
from stagelight.autograph.templates import expression, located, name, statements


class MatchStatements(Converter):
    """Turns `match` into chains of conditionals."""

    concerns = (ast.Match,)

    def visit_Match(self, node: ast.Match) -> list[ast.stmt]:
        self.generic_visit(node)
        subject = self.conversion.namer.new("subject")
        before = statements("subject = value", at=node, subject=subject, value=node.subject)
        return before + self.chain(node.cases, subject, node)

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        node.body = self.visit_block(node.body)
        return node

    def chain(self, cases: list[ast.match_case], subject: str, at: ast.Match) -> list[ast.stmt]:
        if not cases:
            return []
        case, *others = cases
        pattern = case.pattern
        before: list[ast.stmt] = []
        compared: list[ast.expr] = []
        test = _comparison(pattern, subject)
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is None:
            if pattern.name is None:
                before = [located(ast.Pass(), pattern)]
            else:
                before = statements(
                    "target = subject", at=pattern, target=pattern.name, subject=subject
                )
        elif isinstance(pattern, ast.MatchAs) and pattern.name and not case.guard and test:
            case.body[:0] = statements(
                "target = subject", at=pattern, target=pattern.name, subject=subject
            )
        elif test is None or (isinstance(pattern, ast.MatchAs) and pattern.pattern):
            matched = self.conversion.namer.new("matched")
            if test is None:
                pattern = self.without_comparisons(pattern, compared)
            before = statements("matched = False", at=pattern, matched=matched)
            found = statements("matched = True", at=pattern, matched=matched)
            before.append(
                located(
                    ast.Match(name(subject, pattern), [ast.match_case(pattern, None, found)]),
                    pattern,
                )
            )
            test = name(matched, pattern)
        tests = [part for part in (test, *compared, case.guard) if part is not None]
        if not tests:
            return before + case.body
        if len(tests) > 1:
            combined: ast.expr = located(ast.BoolOp(ast.And(), tests), tests[1])
        else:
            (combined,) = tests
        orelse = self.chain(others, subject, at)
        return [*before, located(ast.If(combined, case.body, orelse), combined)]

    def without_comparisons(self, pattern: ast.pattern, tests: list[ast.expr]) -> ast.pattern:
        """The pattern with captures for what it compares inside; adds the comparisons to `tests`."""
        if isinstance(pattern, ast.MatchAs | ast.MatchValue | ast.MatchSingleton | ast.MatchOr):
            captured = pattern.name if isinstance(pattern, ast.MatchAs) else None
            target = captured or self.conversion.namer.new("part")
            test = _comparison(pattern, target)
            if test is not None:
                tests.append(test)
                return located(ast.MatchAs(None, target), pattern)
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is not None:
            pattern.pattern = self.without_comparisons(pattern.pattern, tests)
        elif isinstance(pattern, ast.MatchSequence | ast.MatchMapping):
            pattern.patterns = [self.without_comparisons(part, tests) for part in pattern.patterns]
        elif isinstance(pattern, ast.MatchClass):
            pattern.patterns = [self.without_comparisons(part, tests) for part in pattern.patterns]
            pattern.kwd_patterns = [
                self.without_comparisons(part, tests) for part in pattern.kwd_patterns
            ]
        return pattern


def _comparison(pattern: ast.pattern, subject: str) -> ast.expr | None:
    """The pattern as an expression, where it only compares."""
    if isinstance(pattern, ast.MatchValue):
        return expression("subject == value", at=pattern, subject=subject, value=pattern.value)
    if isinstance(pattern, ast.MatchSingleton):
        test = expression("subject is None", at=pattern, subject=subject)
        test.comparators[0].value = pattern.value
        return test
    if isinstance(pattern, ast.MatchAs) and pattern.pattern is not None:
        return _comparison(pattern.pattern, subject)
    if isinstance(pattern, ast.MatchOr):
        tests = [test for part in pattern.patterns if (test := _comparison(part, subject))]
        if len(tests) == len(pattern.patterns):
            return located(ast.BoolOp(ast.Or(), tests), pattern)
    return None
