"""The world outside of graphs: Python functions, the clock, arrays of other libraries."""
