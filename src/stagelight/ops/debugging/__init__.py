"""Assertions, checks of numbers, and printing."""
