"""Python's constructs over tensors, each in a small program; `test_python_constructs.py` runs them."""
