"""LLVM text: the loop nests of a program as the code of one function, or of several if it is long."""
