"""Numbers of a few bits that stand for floats."""
