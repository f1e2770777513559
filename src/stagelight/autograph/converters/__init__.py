"""The converters, one kind of statement or expression a file; `conversion.py` has their order."""
