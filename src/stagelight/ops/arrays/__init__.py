"""Tensors made, taken apart, joined and rearranged: what looks at places and not at numbers."""
