"""Targets: the processors and systems that machine code is generated for.

A `Target` is handed down through the code generator. `machine/host.py` makes that of the processor of this
process; no other part of the code generator asks which processor it runs on.
"""

from __future__ import annotations

from dataclasses import dataclass

from stagelight.fork_safety import cached_property

# Bits of a vector register by what the processor must have, widest first.
_VECTOR_BITS = (("avx512f", 512), ("avx", 256), ("lasx", 256), ("neon", 128), ("sse2", 128))

# Names that LLVM takes for one architecture.
_ARCHITECTURES = {"amd64": "x86_64", "arm64": "aarch64"}

# Architectures on which machine code turns the flushing of subnormal numbers on: see `machine/subnormals.py`.
_FLUSHING = ("x86_64", "aarch64")

# Architectures whose every processor has a fused multiply-add instruction.
_ALWAYS_FUSED = ("aarch64", "powerpc64le", "s390x", "loongarch64")


@dataclass(frozen=True)
class Target:
    """A processor and a system, by LLVM's names.

    Attributes:
        triple: architecture, vendor and system, such as "x86_64-unknown-linux-gnu".
        cpu: the processor's name, such as "znver4"; "" for any of the architecture.
        features: instruction sets by name, each with "+" or "-" in front, comma-separated: "+avx2,-avx512f".

    Example:
        >>> target = Target("x86_64-unknown-linux-gnu", "x86-64-v3", "+avx,+avx2,+fma")
        >>> target.architecture, target.vector_bits, target.vector_registers, target.has_fma
        ('x86_64', 256, 16, True)
    """

    triple: str
    cpu: str = ""
    features: str = ""

    @cached_property
    def _enabled(self) -> frozenset[str]:
        return frozenset(x[1:] for x in self.features.split(",") if x.startswith("+"))

    def has(self, feature: str) -> bool:
        """Whether the processor has an instruction set, by LLVM's name for it ("avx2", "fma")."""
        return feature in self._enabled

    @cached_property
    def architecture(self) -> str:
        """The first part of the triple, one name for each: "x86_64", "aarch64", "riscv64"."""
        name = self.triple.partition("-")[0].lower()
        return _ARCHITECTURES.get(name, name)

    @cached_property
    def system(self) -> str:
        """The operating system: "linux", "darwin", "windows", or "" for one that is unknown here."""
        systems = {"linux": "linux", "darwin": "darwin", "macos": "darwin", "windows": "windows"}
        return next((systems[x] for x in systems if f"-{x}" in self.triple), "")

    @cached_property
    def vector_bits(self) -> int:
        """The width of the widest vector registers."""
        return next((bits for name, bits in _VECTOR_BITS if self.has(name)), 128)

    @cached_property
    def vector_registers(self) -> int:
        """How many vector registers there are: 32, or 16 to count on."""
        return 32 if self.has("avx512f") or self.architecture == "aarch64" else 16

    @cached_property
    def has_fma(self) -> bool:
        """Whether an instruction computes `a * b + c` with one rounding, for float32 and float64."""
        return self.has("fma") or self.architecture in _ALWAYS_FUSED

    @cached_property
    def flushes_subnormals(self) -> bool:
        """Whether generated code takes subnormal numbers as zeros (`machine/subnormals.py`)."""
        return self.architecture in _FLUSHING
