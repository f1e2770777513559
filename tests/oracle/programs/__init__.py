"""Whole programs, run with both libraries.

Each function of these modules without a leading underscore is one program: it takes the library as
`tf`, says in its docstring what it shows, and returns what is to be compared (see
`tests/oracle/comparison.py`). `test_programs.py` finds and runs them all. `errors.py` has no programs.
"""
