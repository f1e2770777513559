"""Matrices: products, factorizations, systems, diagonals, norms."""
