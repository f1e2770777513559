"""Text of an LLVM function under construction: blocks, loops, names, and stack slots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from stagelight.codegen.index import Index, Size
from stagelight.codegen.loop_nest import Buffer
from stagelight.codegen.machine.subnormals import subnormals_attribute
from stagelight.codegen.target import Target
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

_TYPES = {
    dtypes.bool_: "i1",
    dtypes.float16: "half",
    dtypes.bfloat16: "i16",
    dtypes.float32: "float",
    dtypes.float64: "double",
}


def type_text(dtype: DType, lanes: int = 1) -> str:
    """The type of a value in a register: of one element, or of a vector of them."""
    scalar = _TYPES.get(dtype) or f"i{dtype.size * 8}"
    return scalar if lanes == 1 else f"<{lanes} x {scalar}>"


def memory_type_text(dtype: DType, lanes: int = 1) -> str:
    """The type of elements in memory: bool takes a byte."""
    return type_text(dtypes.int8 if dtype is dtypes.bool_ else dtype, lanes)


def function_attributes(target: Target) -> str:
    """Of every function: nothing unwinds through it, vectors are wide, subnormals are zeros."""
    return f'nounwind "prefer-vector-width"="512" {subnormals_attribute(target)}'


def size_name(size: Size) -> str:
    """The name of a size's value, in the program's function and in its entry."""
    return f"%size_{size.name}"


def size_lines(index: Index, name: str) -> list[str]:
    """Instructions that compute an index over sizes, as an i64 of that name."""
    lines: list[str] = []
    total = "0"
    for i, (key, factor) in enumerate(index.terms.items() if not isinstance(index, int) else ()):
        product = str(factor)
        for j, item in enumerate(key):
            lines.append(f"  {name}_{i}_{j} = mul i64 {product}, {size_name(item)}")
            product = f"{name}_{i}_{j}"
        lines.append(f"  {name}_{i} = add i64 {total}, {product}")
        total = f"{name}_{i}"
    if isinstance(index, int):
        total = str(index)
    return [*lines, f"  {name} = add i64 {total}, 0"]


class Scope:
    """Lines of straight-line code and of all that was nested in it, and the block that they end in."""

    __slots__ = ("label", "lines")

    def __init__(self, label: str) -> None:
        self.lines: list[str] = []
        self.label = label


class Module:
    """What the functions of a module share: declarations, and functions that several places call.

    Args:
        target: what code is generated for.
        sizes: what is known of the program's sizes only when it is called.
        is_short: whether the program is so short that the time to compile it counts for more than its own.
        guarded: the buffers whose indices are checked, in the order in which they are numbered.
    """

    def __init__(
        self,
        target: Target,
        *,
        sizes: Sequence[Size] = (),
        is_short: bool = False,
        guarded: Sequence[Buffer] = (),
    ) -> None:
        self.target = target
        self.sizes = tuple(sizes)
        self.is_short = is_short
        self.guarded = {id(buffer): number for number, buffer in enumerate(guarded)}
        self.declarations: set[str] = set()
        self.functions: dict[str, str] = {}

    def function(self, name: str, parameters: str, write: Callable[[Code], None]) -> None:
        """Defines `void name(parameters)` if there is none of that name yet.

        What is written may jump to the label `return`.
        """
        if name in self.functions:
            return
        self.functions[name] = ""
        code = Code(self)
        write(code)
        lines = [
            f"define internal void @{name}({parameters}) noinline {function_attributes(self.target)} {{",
            *code.body("br label %return"),
            "return:",
            "  ret void",
        ]
        self.functions[name] = "\n".join([*lines, "}", ""])


class Code:
    """One function. `scope` is where lines go; loops that are not finished yet keep theirs aside.

    So code that does not change in a loop can still be put before it.
    """

    def __init__(self, module: Module) -> None:
        self.module = module
        self.scope = Scope("entry")
        self.slots: list[str] = []  # stack slots: they stand in the entry block
        self._count = 0

    def body(self, end: str) -> list[str]:
        """The lines of the finished function, which end with an instruction."""
        return ["entry:", *self.slots, *self.scope.lines, f"  {end}"]

    def fresh(self, stem: str = "") -> str:
        """A name that was not used before."""
        self._count += 1
        return f"%{stem}_{self._count}"

    def line(self, text: str) -> None:
        """Adds an instruction without result."""
        self.scope.lines.append(f"  {text}")

    def value(self, text: str) -> str:
        """Adds an instruction; returns the name of its result."""
        self._count += 1
        name = f"%v{self._count}"
        self.scope.lines.append(f"  {name} = {text}")
        return name

    def slot(self, type_: str) -> str:
        """A stack slot of a type; its address."""
        name = self.fresh("slot")
        self.slots.append(f"  {name} = alloca {type_}, align 64")
        return name

    def declare(self, text: str) -> None:
        """Declares an external function or intrinsic."""
        self.module.declarations.add(f"declare {text}")

    def begin_block(self, label: str) -> None:
        """Ends up in a block that other code jumps to."""
        self.scope.lines.append(f"{label}:")
        self.scope.label = label

    @contextmanager
    def inside(self, scope: Scope) -> Iterator[None]:
        """Lets lines go to another scope."""
        before, self.scope = self.scope, scope
        try:
            yield
        finally:
            self.scope = before

    def extent(self, size: Index) -> str:
        """A size as an i64."""
        if isinstance(size, int):
            return str(size)
        name = self.fresh("size")
        self.scope.lines += size_lines(size, name)
        return name

    def loop(
        self,
        begin: str,
        end: str,
        step: str,
        body: Callable[[str, Scope], None],
        *,
        may_be_empty: bool = False,
    ) -> None:
        """A loop: `for (i = begin; i < end; i += step)`.

        Args:
            begin, end, step: i64 values.
            body: writes the body, given the counter's name and the scope of the body.
            may_be_empty: whether it may run not even once.
        """
        number = self.fresh()[1:]
        test, label, done = f"test{number}", f"loop{number}", f"done{number}"
        counter, following, more = f"%i{number}", f"%next{number}", f"%more{number}"
        outer, inner = self.scope, Scope(label)
        with self.inside(inner):
            body(counter, inner)
        count = (
            f"  {counter} = phi i64 [ {begin}, %{outer.label} ], [ {following}, %{inner.label} ]"
        )
        go_on = f"  {following} = add nsw i64 {counter}, {step}"
        branch = f"  br i1 {more}, label %{label}, label %{done}"
        if may_be_empty:
            outer.lines += [
                f"  br label %{test}",
                f"{test}:",
                count,
                f"  {more} = icmp slt i64 {counter}, {end}",
                branch,
                f"{label}:",
                *inner.lines,
                go_on,
                f"  br label %{test}",
            ]
        else:
            outer.lines += [
                f"  br label %{label}",
                f"{label}:",
                count,
                *inner.lines,
                go_on,
                f"  {more} = icmp slt i64 {following}, {end}",
                branch,
            ]
        outer.lines.append(f"{done}:")
        outer.label = done

    def when(self, condition: str, body: Callable[[], None]) -> None:
        """Runs the body where an i1 holds."""
        number = self.fresh()[1:]
        label, done = f"then{number}", f"end{number}"
        self.line(f"br i1 {condition}, label %{label}, label %{done}")
        self.begin_block(label)
        body()
        self.line(f"br label %{done}")
        self.begin_block(done)

    def choose(self, condition: str, then: Callable[[], None], other: Callable[[], None]) -> None:
        """Runs one of two bodies."""
        number = self.fresh()[1:]
        yes, no, done = f"then{number}", f"else{number}", f"end{number}"
        self.line(f"br i1 {condition}, label %{yes}, label %{no}")
        for label, body in ((yes, then), (no, other)):
            self.begin_block(label)
            body()
            self.line(f"br label %{done}")
        self.begin_block(done)
