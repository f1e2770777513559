"""Code in a function of its own, within the same module.

Such a function takes a pointer to its *context*, which the function around fills on its stack: where a 1 is
to be stored if a check fails, the addresses of the buffers that the code uses, and the program's sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from stagelight.codegen.llvm.code import Code, size_name
from stagelight.codegen.loop_nest import Buffer

# Writes code into a function, with these addresses of the buffers.
WriteOutlined = Callable[[Code, Mapping[Buffer, str]], None]


def write_outlined(
    code: Code,
    addresses: Mapping[Buffer, str],
    used: Iterable[Buffer],
    write: WriteOutlined,
    call: Callable[[str, str], str],
    *,
    parameters: str = "",
    failure: str | None = None,
) -> None:
    """Writes code as a function of its own, and what calls it.

    Args:
        code: the function around.
        addresses: the pointer to each buffer's first element.
        used: the buffers that the code reads and writes.
        write: writes it; where a check fails it jumps to the label `failure`.
        call: the instruction that runs it, of the function's name and its context.
        parameters: what the function takes besides the context, in LLVM's text.
        failure: the label to go to where a check failed; None if there are no checks.
    """
    wanted = set(used)
    moved = [x for x in addresses if x in wanted and x.storage != "constant"]
    sizes = code.module.sizes
    context = code.slot(f"[{len(moved) + len(sizes) + 1} x i64]")
    flag = "null"
    if failure is not None:
        flag = code.slot("i32")
        code.line(f"store i32 0, ptr {flag}")
    content = [f"ptr {flag}", *(f"ptr {addresses[x]}" for x in moved)]
    content += [f"i64 {size_name(x)}" for x in sizes]
    for place, item in enumerate(content):
        where = code.value(f"getelementptr inbounds i64, ptr {context}, i64 {place}")
        code.line(f"store {item}, ptr {where}")
    name = f"part{len(code.module.functions)}"

    def write_function(inner: Code) -> None:
        def place_of(number: int) -> str:
            return inner.value(f"getelementptr inbounds i64, ptr %context, i64 {number}")

        own = {x: pointer for x, pointer in addresses.items() if x.storage == "constant"}
        for place, buffer in enumerate(moved, 1):
            own[buffer] = inner.value(f"load ptr, ptr {place_of(place)}")
        for place, size in enumerate(sizes, len(moved) + 1):
            inner.line(f"{size_name(size)} = load i64, ptr {place_of(place)}")
        write(inner, own)
        if failure is not None:
            inner.line("br label %return")
            inner.begin_block("failure")
            # All who write it write the same.
            at = inner.value("load ptr, ptr %context")
            inner.line(f"store atomic i32 1, ptr {at} monotonic, align 4")

    code.module.function(name, f"ptr noalias %context{parameters}", write_function)
    code.line(call(name, context))
    if failure is not None:
        failed = code.value(f"icmp ne i32 {code.value(f'load i32, ptr {flag}')}, 0")
        label = f"outlined{code.fresh()[1:]}"
        code.line(f"br i1 {failed}, label %{failure}, label %{label}")
        code.begin_block(label)
