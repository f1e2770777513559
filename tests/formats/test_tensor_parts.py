"""Keys of parts of tensors are those of TensorFlow."""

from __future__ import annotations

import pytest

from stagelight.formats.table_file import read_table
from stagelight.formats.tensor_bundle import BundleReader
from stagelight.formats.tensor_parts import part_key, read_part
from tests.saving.test_older_models import FOLDER

PREFIX = FOLDER / "partitioned" / "variables" / "variables"


def test_keys_are_those_that_tensorflow_wrote():
    with open(f"{PREFIX}.index", "rb") as file:
        written = {key for key in read_table(file.read()) if key.startswith(b"\0")}
    assert written == {part_key("table", [(start, 2), (0, 2)]) for start in (0, 2, 4)}


@pytest.mark.parametrize(
    ("value", "encoded"),
    # From the rule: one more leading bit for each byte, seven bits of value in each.
    [(0, b"\x80"), (63, b"\xbf"), (64, b"\xc0\x40"), (8191, b"\xdf\xff"), (8192, b"\xe0\x20\0"),
     (-1, b"\x7f"), (-64, b"\x40"), (-65, b"\x3f\xbf"), (2**40, b"\xfd\0\0\0\0\0")],
)  # fmt: skip
def test_numbers_sort_as_their_bytes(value, encoded):
    assert part_key("", [(value, 0)]) == b"\0\0\1\1\1" + encoded + b"\x80"


def test_parts_are_joined():
    reader = BundleReader(str(PREFIX))
    assert reader.all_keys() == ["table"]
    assert reader.tensor("table").shape == reader.shape("table") == (6, 2)


def test_text_of_parts():
    assert read_part("6 2 1,3:-") == ((6, 2), (slice(1, 4), slice(0, 2)))
    for wrong in ("6 2 1,3", "6 5,2", "6 -1,2", "6 x", ""):
        with pytest.raises(ValueError):
            read_part(wrong)
