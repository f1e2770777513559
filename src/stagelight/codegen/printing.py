"""Programs as text.

program softplus(in0: float32[100]) -> (out0: float32[100])
  for i0 in 100:
    out0[i0] = log1p(exp(in0[i0]))
"""

from __future__ import annotations

from collections.abc import Sequence

from stagelight.codegen.expressions import Expr, value_of
from stagelight.codegen.index import Index, index_text
from stagelight.codegen.loop_nest import (
    Buffer,
    Check,
    Conditional,
    CopyRows,
    Loops,
    MatMul,
    Matrix,
    Nest,
    Program,
    Room,
    RowBuffer,
    SideBySide,
    Statement,
    Store,
    Together,
    While,
    expressions_of,
    subexpressions,
)

_INFIX = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "equal": "==", "not_equal": "!=",
    "less": "<", "less_equal": "<=", "greater": ">", "greater_equal": ">=",
}  # fmt: skip


def program_as_text(program: Program) -> str:
    """The program, one statement a line, loops and branches indented."""
    inputs = ", ".join(map(_declared, program.inputs))
    outputs = ", ".join(map(_declared, program.outputs))
    lines = [f"program {program.name}({inputs}) -> ({outputs})"]
    lines += [
        f"  new value of {program.inputs[position]}: {_declared(buffer)}"
        for position, buffer in program.new_values.items()
    ]
    lines += [f"  constant {_declared(buffer)}" for buffer in program.constants]
    lines += [f"  temporary {_declared(buffer)}" for buffer in program.temporaries]
    lines += [
        f"  rows {_declared(buffer)}" for buffer in program.rows if buffer.storage == "temporary"
    ]
    _write(program.body, lines, 1)
    return "\n".join(lines) + "\n"


def _declared(buffer: Buffer) -> str:
    size = f"?, {buffer.row}" if isinstance(buffer, RowBuffer) else buffer.size
    return f"{buffer.name}: {buffer.dtype.name}[{size}]"


def _write(statements: Sequence[Statement], lines: list[str], depth: int) -> None:
    indent = "  " * depth
    for statement in statements:
        match statement:
            case Nest():
                _write_nest(statement, lines, depth)
            case Together():
                lines.append(f"{indent}together:")
                _write(statement.nests, lines, depth + 1)
            case SideBySide():
                few = ", by as many threads at most" if statement.has_long_loops else ""
                lines.append(f"{indent}side by side{few}:")
                for part in statement.parts:
                    lines.append(f"{indent}  part:")
                    _write(part, lines, depth + 2)
            case MatMul():
                inner = _write_loops(statement.loops, lines, depth)
                out, left, right = map(_matrix, (statement.out, statement.left, statement.right))
                sizes = f"{statement.m}x{statement.k}x{statement.n}"
                summed = _rounds(statement.sums)
                value = f"add({left} @ {right} for {summed})" if summed else f"{left} @ {right}"
                sign = "+=" if statement.accumulates else "="
                lines.append(f"{inner}{out} {sign} {value} ({sizes})")
            case Room():
                word = "make" if statement.grows else "check"
                lines.append(f"{indent}{word} row {_index(statement.row)} of {statement.buffer}")
            case CopyRows():
                source = "zeros" if statement.source is None else statement.source
                count, first, other = map(
                    _index, (statement.count, statement.first, statement.source_first)
                )
                target = f"{statement.buffer}[{first}:][:{count}]"
                lines.append(f"{indent}{target} = {source}[{other}:]")
            case Conditional():
                lines.append(f"{indent}if {expression_text(statement.condition)}:")
                _write(statement.then, lines, depth + 1)
                lines.append(f"{indent}else:")
                _write(statement.otherwise, lines, depth + 1)
            case While():
                lines.append(f"{indent}while:")
                _write(statement.head, lines, depth + 1)
                lines.append(f"{indent}do if {expression_text(statement.condition)}:")
                _write(statement.body, lines, depth + 1)


def _write_loops(loops: Loops, lines: list[str], depth: int) -> str:
    """Writes the head of a nest; returns the indentation of its body."""
    if not loops:
        return "  " * depth
    lines.append(f"{'  ' * depth}for {_rounds(loops)}:")
    return "  " * (depth + 1)


def _rounds(loops: Loops) -> str:
    return ", ".join(f"{symbol} in {extent}" for symbol, extent in loops)


def _write_nest(nest: Nest, lines: list[str], depth: int) -> None:
    indent = _write_loops(nest.loops, lines, depth)
    names = _Names(nest)
    for item in nest.body:
        value = item.condition if isinstance(item, Check) else item.value
        text = names.text_of(value)
        lines += [f"{indent}{line}" for line in names.take_lines()]
        if isinstance(item, Check):
            lines.append(f"{indent}check {text}")
        else:
            lines.append(f"{indent}{_target(item)} {text}")


def _target(store: Store) -> str:
    sign = "=" if store.accumulate is None else f"={store.accumulate}="
    return f"{store.buffer}[{_index(store.index)}] {sign}"


def _index(index: Index) -> str:
    return index_text(
        index, lambda item: expression_text(item) if isinstance(item, Expr) else repr(item)
    )


def _matrix(matrix: Matrix) -> str:
    steps = f"{matrix.row_step}, {matrix.column_step}"
    return f"{matrix.buffer}[{_index(matrix.offset)}; {steps}]"


def expression_text(expr: Expr) -> str:
    """An expression in one line."""
    return _Names(None).text_of(expr)


class _Names:
    """Expressions as text; what a nest computes once and uses several times has a name."""

    def __init__(self, nest: Nest | None) -> None:
        self._lines: list[str] = []
        self._named: dict[Expr, str] = {}
        self._uses: dict[Expr, int] = {}
        if nest is not None:
            for expr in subexpressions(expressions_of(nest)):
                for operand in expr.operands:
                    self._uses[operand] = self._uses.get(operand, 0) + 1

    def take_lines(self) -> list[str]:
        """The lines that give names, since the last time."""
        lines, self._lines = self._lines, []
        return lines

    def text_of(self, expr: Expr) -> str:
        known = self._named.get(expr)
        if known is not None:
            return known
        text = self._text(expr)
        if self._uses.get(expr, 0) > 1 and expr.operands and expr.word not in ("load", "index"):
            name = f"%{len(self._named)}"
            self._named[expr] = name
            self._lines.append(f"{name} = {text}")
            return name
        return text

    def _text(self, expr: Expr) -> str:
        word = expr.word
        if word == "const":
            return repr(value_of(expr))
        if word == "load":
            buffer, index = expr.payload
            return f"{buffer}[{_index(index)}]"
        if word == "index":
            return f"({_index(expr.payload)})"
        if word == "reduce":
            loops = _rounds(expr.payload.loops)
            return f"{expr.payload.word}({_Names(None).text_of(expr.operands[0])} for {loops})"
        operands = [self.text_of(x) for x in expr.operands]
        if word in _INFIX:
            return f"({operands[0]} {_INFIX[word]} {operands[1]})"
        if word in ("cast", "bitcast"):
            return f"{expr.dtype.name}{'.bits' if word == 'bitcast' else ''}({operands[0]})"
        return f"{word}({', '.join(operands)})"
