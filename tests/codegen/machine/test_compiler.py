"""LLVM's text becomes code that can be called, is freed, and is loaded again from its bytes."""

from __future__ import annotations

import ctypes
import gc
import os
import subprocess
import sys
import threading

import pytest

from stagelight import errors
from stagelight.codegen.machine import host, llvm_compiler
from stagelight.codegen.machine.compiler import (
    assembly_text,
    compile_module,
    compile_object,
    load_objects,
    outline_of,
)
from tests.processes import environment

INTEGERS = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)

ADD_STATE = """
@state = global i64 5
@hidden = internal constant i64 1
define i64 @add_state(i64 %x) {
  %s = load i64, ptr @state
  %h = load i64, ptr @hidden
  %a = add i64 %x, %s
  %b = add i64 %a, %h
  ret i64 %b
}
define internal i64 @unseen(i64 %x) {
  ret i64 %x
}
"""

CALL_OUT = """
declare i64 @outside(i64)
declare i64 @unneeded(i64)
define i64 @call_out(i64 %x) {
  %y = call i64 @outside(i64 %x)
  %z = add i64 %y, 1
  ret i64 %z
}
"""

SUM = """
define float @total(ptr noalias %p, i64 %n) "prefer-vector-width"="512" {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  %sum = phi float [0.0, %entry], [%more, %loop]
  %at = getelementptr float, ptr %p, i64 %i
  %v = load float, ptr %at
  %more = fadd reassoc float %sum, %v
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret float %more
}
"""


def test_host_target_names_the_processor():
    target = host.host_target()
    assert target.cpu and target.architecture and host.data_layout_of(target)
    assert target.vector_bits in (128, 256, 512)
    assert target.has("no such feature") is False


def test_code_is_called_and_its_variables_are_seen():
    module = compile_module(ADD_STATE)
    assert INTEGERS(module.address("add_state"))(7) == 13
    ctypes.c_int64.from_address(module.address("state")).value = 100
    assert INTEGERS(module.address("add_state"))(7) == 108


@pytest.mark.parametrize("name", ["unseen", "hidden", "elsewhere"])
def test_only_what_is_defined_for_others_has_an_address(name):
    with pytest.raises(errors.InternalError, match=r"defines .*state.* Received the name"):
        compile_module(ADD_STATE).address(name)


def test_symbols_are_the_addresses_of_what_is_declared():
    double = INTEGERS(lambda x: 2 * x)
    address = ctypes.cast(double, ctypes.c_void_p).value
    module = compile_module(CALL_OUT, {"outside": address, "call_out": 1})
    assert INTEGERS(module.address("call_out"))(21) == 43


def test_the_c_library_needs_no_symbols():
    module = compile_module("""

declare double @hypot(double, double)
define double @length(double %x) {
  %y = call double @hypot(double %x, double 4.0)
  ret double %y
}""")
    length = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(module.address("length"))
    assert length(3.0) == 5.0


def test_a_missing_symbol_is_named(capfd):
    with pytest.raises(errors.InternalError, match="outside"):
        compile_module(CALL_OUT)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "text",
    [
        "define i64 @f() { ret i32 0 }",
        "define i64 @f() {\n  %a = add i64 %b, 1\n  %b = add i64 1, 1\n  ret i64 %a\n}",
        "nonsense",
    ],
)
def test_text_that_is_no_legal_module_is_refused(text):
    with pytest.raises(errors.InternalError, match="LLVM refuses"):
        compile_module(text)


@pytest.mark.parametrize("passes", ["quick", "none", "light", "full"])
def test_passes_do_not_change_results(passes):
    module = compile_module(SUM, passes=passes)
    total = ctypes.CFUNCTYPE(ctypes.c_float, ctypes.c_void_p, ctypes.c_int64)(
        module.address("total")
    )
    values = (ctypes.c_float * 1001)(*range(1001))
    assert total(ctypes.addressof(values), 1001) == 500500.0


def test_full_passes_make_vectors_of_loops():
    vectors = {"x86_64": ("ymm", "zmm", "xmm"), "aarch64": (".4s",), "arm64": (".4s",)}
    words = vectors.get(host.host_target().architecture)
    if words is None:
        pytest.skip("the names of this processor's vector registers are not known here")

    def vector_lines(passes):
        text = assembly_text(SUM, passes)
        assert "total" in text
        return sum("addps" in line or ".4s" in line for line in text.splitlines())

    assert vector_lines("none") == 0 < vector_lines("full")


def test_object_code_is_loaded_again():
    code = compile_object(ADD_STATE)
    for _ in range(2):
        module = load_objects((code,), outline_of(ADD_STATE))
        assert INTEGERS(module.address("add_state"))(7) == 13
    assert "add_state" in assembly_text(ADD_STATE)


def test_bytes_that_are_no_object_file_are_refused():
    with pytest.raises(errors.InternalError, match="cannot be linked"):
        load_objects((b"not an object file",), outline_of(ADD_STATE))


def request(text=SUM, passes="none", output="object"):
    target = host.host_target()
    layout = host.data_layout_of(target)
    head = f'target datalayout = "{layout}"\ntarget triple = "{target.triple}"\n'
    return llvm_compiler.CompileRequest(
        head + text, passes, output, target.cpu, target.features, host.USES_JIT_LINK
    )


def test_llvm_is_left_as_it_was_found():
    """Others in the process use it too, where it has to run in this one."""

    def assembly_of_others():
        with host.llvm_lock:
            return host.host_machine().emit_assembly(llvm_compiler._parse(request().text))

    before = assembly_of_others()
    with host.llvm_lock:
        llvm_compiler.compile_text(request())
        with pytest.raises(RuntimeError):
            llvm_compiler.compile_text(request("nonsense"))
    assert assembly_of_others() == before


def test_a_newer_llvm_is_given_no_option(monkeypatch):
    options = []

    class Newer:
        llvm_version_info = (llvm_compiler.LAST_KNOWN_LLVM + 1, 0, 0)

        def __getattr__(self, name):
            return getattr(host.llvm(), name)

        def set_option(self, *option):
            options.append(option)

    monkeypatch.setattr(llvm_compiler, "llvm", Newer)
    with host.llvm_lock:
        llvm_compiler.compile_text(request())
    assert options == []


# Stores to a stack slot, the later part first: LLVM 22 merges them before `%head` is there.
MERGED_STORES = """
define void @extend(ptr noalias %from, ptr noalias %to) {
  %slot = alloca [4 x i32], align 64
  %tail = getelementptr inbounds i32, ptr %slot, i64 2
  store <2 x i32> splat (i32 7), ptr %tail, align 4
  %head = load <2 x i32>, ptr %from, align 4
  store <2 x i32> %head, ptr %slot, align 4
  %whole = load <4 x i32>, ptr %slot, align 4
  store <4 x i32> %whole, ptr %to, align 4
  ret void
}
"""


def test_a_module_that_passes_made_invalid_is_compiled_without_them():
    module = compile_module(MERGED_STORES, passes="light")
    given, found = (ctypes.c_int32 * 2)(1, 2), (ctypes.c_int32 * 4)()
    extend = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(module.address("extend"))
    extend(ctypes.addressof(given), ctypes.addressof(found))
    assert list(found) == [1, 2, 7, 7]


def test_modules_do_not_see_each_other():
    first, second = compile_module(ADD_STATE), compile_module(ADD_STATE)
    ctypes.c_int64.from_address(first.address("state")).value = 0
    assert INTEGERS(first.address("add_state"))(0) == 1
    assert INTEGERS(second.address("add_state"))(0) == 6


def mapped_pages() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_code_is_freed_with_its_module():
    big = f"@table = global [{1 << 20} x i8] zeroinitializer\n" + ADD_STATE
    code, outline = compile_object(big), outline_of(big)
    load_objects((code,), outline)
    gc.collect()
    before = mapped_pages()
    for _ in range(100):
        load_objects((code,), outline)
    gc.collect()
    # Kept, they would be 100 MB.
    assert mapped_pages() - before < 40 * 256


def test_threads_compile_at_once():
    results, failures = [], []

    def work(number):
        try:
            for round_ in range(5):
                text = ADD_STATE.replace("i64 5", f"i64 {number * 100 + round_}")
                module = compile_module(text, passes="light")
                results.append(
                    INTEGERS(module.address("add_state"))(0) - 1 == number * 100 + round_
                )
        except Exception as error:  # noqa: BLE001 - shown below
            failures.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert results == [True] * 20


OWNED = """
import threading
from llvmlite.binding import ffi
from stagelight.codegen.machine.compiler import assembly_text, compile_module
from stagelight.codegen.machine.host import llvm_lock

unowned = []
def look():
    if not llvm_lock._is_owned():
        unowned.append(threading.current_thread().name)
def look_away():
    pass
ffi.register_lock_callback(look, look_away)

def work():
    for _ in range(50):
        text = "define void @f() {\\n  ret void\\n}"
        compile_module(text, passes="light")
        assert "ret" in assembly_text(text)
threads = [threading.Thread(target=work) for _ in range(3)]
for t in threads: t.start()
for t in threads: t.join()
ffi.unregister_lock_callback(look, look_away)
print(unowned)
"""


def test_llvm_is_used_under_our_lock_only():
    """Or else a child may be forked while LLVM's own lock is held."""
    assert run(OWNED) == "[]\n"


FORK = """
import os, threading
from stagelight.codegen.machine.compiler import compile_module
TEXT = '''
define i64 @f(i64 %x) {
  ret i64 %x
}
'''
stop = threading.Event()
def compile_on():
    while not stop.is_set():
        compile_module(TEXT)
threads = [threading.Thread(target=compile_on) for _ in range(2)]
for t in threads: t.start()
for _ in range(20):
    child = os.fork()
    if not child:
        compile_module(TEXT).address("f")
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
stop.set()
for t in threads: t.join()
print("done")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_child_forked_while_others_compile_can_compile():
    assert run(FORK) == "done\n"


def run(program: str) -> str:
    """What the program prints in a process of its own."""
    result = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        env=environment(STAGELIGHT_CACHE_DIR="off"),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout
