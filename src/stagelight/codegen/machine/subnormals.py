"""Subnormal numbers are zeros while machine code runs: as operands and as results.

So it is in TensorFlow's and XLA's threads, and results are theirs. Processors of Intel take some 150 cycles
for an instruction that meets a subnormal number: the averages that Adam keeps of gradients that are zero
fade through them, and a step of training took twice the time.

The processor has this mode for each thread. Python's own code must not meet it, so whoever enters machine
code from there calls `@flush_subnormals` and gives what it returned to `@restore_subnormals`; a thread of
the pool stays in the mode. float16 has its subnormal numbers all the same: it is computed in float32.
"""

from __future__ import annotations

from stagelight.codegen.target import Target

# Of the register MXCSR: results are flushed to zero (bit 15), operands are taken as zero (bit 6).
_X86_BITS = 1 << 15 | 1 << 6
_X86 = f"""
declare void @llvm.x86.sse.stmxcsr(ptr)
declare void @llvm.x86.sse.ldmxcsr(ptr)
define internal i64 @flush_subnormals() nounwind {{
  %place = alloca i32
  call void @llvm.x86.sse.stmxcsr(ptr %place)
  %mode = load i32, ptr %place
  %flushing = or i32 %mode, {_X86_BITS}
  store i32 %flushing, ptr %place
  call void @llvm.x86.sse.ldmxcsr(ptr %place)
  %known = zext i32 %mode to i64
  ret i64 %known
}}
define internal void @restore_subnormals(i64 %known) nounwind {{
  %place = alloca i32
  %mode = trunc i64 %known to i32
  store i32 %mode, ptr %place
  call void @llvm.x86.sse.ldmxcsr(ptr %place)
  ret void
}}
"""

# Of the register FPCR: operands and results of single and double precision (bit 24).
_ARM_BITS = 1 << 24
_ARM = f"""
declare i64 @llvm.aarch64.get.fpcr()
declare void @llvm.aarch64.set.fpcr(i64)
define internal i64 @flush_subnormals() nounwind {{
  %mode = call i64 @llvm.aarch64.get.fpcr()
  %flushing = or i64 %mode, {_ARM_BITS}
  call void @llvm.aarch64.set.fpcr(i64 %flushing)
  ret i64 %mode
}}
define internal void @restore_subnormals(i64 %mode) nounwind {{
  call void @llvm.aarch64.set.fpcr(i64 %mode)
  ret void
}}
"""

_OTHER = """
define internal i64 @flush_subnormals() nounwind {
  ret i64 0
}
define internal void @restore_subnormals(i64 %mode) nounwind {
  ret void
}
"""

_CODE = {"x86_64": _X86, "aarch64": _ARM}

# What LLVM may count on in a function that runs in this mode.
_ATTRIBUTE = '"denormal-fp-math"="preserve-sign,preserve-sign"'


def subnormals_code(target: Target) -> str:
    """The definitions of `@flush_subnormals` and `@restore_subnormals` for a target."""
    return _CODE[target.architecture] if target.flushes_subnormals else _OTHER


def subnormals_attribute(target: Target) -> str:
    """The attribute of functions that run in this mode; "" where the processor has none."""
    return _ATTRIBUTE if target.flushes_subnormals else ""
