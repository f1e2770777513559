"""Compilation: a graph as loop nests over buffers, these as LLVM, and that as machine code."""
