"""Control flow in graphs: calls, conditionals and loops, with their gradients."""
