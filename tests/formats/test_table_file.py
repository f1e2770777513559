"""Sorted tables: what was written is read; what is damaged is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stagelight.formats.table_file import read_table, write_table

KEYS = st.binary(max_size=12) | st.sampled_from(
    [b"a" * 40, b"a" * 39 + b"b", b"layer/kernel", b"layer/"]
)


@given(st.dictionaries(KEYS, st.binary(max_size=30), max_size=60))
def test_a_table_is_read_as_it_was_written(items):
    assert read_table(write_table(items)) == items


def test_entries_come_by_key_over_many_blocks():
    items = {f"{i:05}".encode(): bytes([i % 256]) * 3000 for i in reversed(range(300))}
    read = read_table(write_table(items))
    assert read == items
    assert list(read) == sorted(items)


def test_a_changed_byte_is_found_wherever_it_is():
    items = {f"key/{i}".encode(): b"value" * i for i in range(20)}
    table = write_table(items)
    undetected = []
    for position in range(len(table)):
        for change in (0x01, 0x80, 0xFF):
            damaged = bytearray(table)
            damaged[position] ^= change
            try:
                if read_table(bytes(damaged)) != items:
                    undetected.append((position, change))
            except ValueError:
                pass
    assert undetected == []


def test_a_table_that_ends_early_is_refused():
    table = write_table({b"a": b"1", b"b": b"2"})
    for size in range(len(table)):
        with pytest.raises(ValueError):
            read_table(table[:size])


@given(st.binary(max_size=200))
def test_other_files_are_refused(content):
    with pytest.raises(ValueError):
        read_table(content)
