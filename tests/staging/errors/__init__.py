"""Programs that fail: what is told of each is in `tests/golden/errors`."""
