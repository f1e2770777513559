"""Input pipelines: elements of tf.data and of PyTorch's DataLoader, and records read from a file."""

from __future__ import annotations

from peers import Timing
from workloads.programs import alike, program

MAPPED = 100_000
MAPPED_NUMBERS = Timing("an element of range.map.batch(32)", "ns", None, {
    **alike(f"dataset = tf.data.Dataset.range({MAPPED}).map(lambda x: x * 2 + 1).batch(32)", """
for batch in dataset:
    pass
"""),
    **program("torch", f"""
class Numbers(torch.utils.data.Dataset):
    def __len__(self):
        return {MAPPED}
    def __getitem__(self, i):
        return i * 2 + 1
dataset = torch.utils.data.DataLoader(Numbers(), batch_size=32)
""", """
for batch in dataset:
    pass
"""),
}, per=MAPPED)

ROWS = 60_000
SHUFFLED_ROWS = Timing("a row of 784 of slices.shuffle.batch(128).prefetch", "ns", None, {
    **alike(f"""
import numpy as np
x, y = np.zeros(({ROWS}, 784), np.float32), np.zeros({ROWS}, np.int32)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).shuffle({ROWS}).batch(128).prefetch(2)
""", """
for batch in dataset:
    pass
"""),
    **program("torch", f"""
x, y = torch.zeros({ROWS}, 784), torch.zeros({ROWS}, dtype=torch.int32)
rows = torch.utils.data.TensorDataset(x, y)
dataset = torch.utils.data.DataLoader(rows, batch_size=128, shuffle=True)
""", """
for batch in dataset:
    pass
"""),
}, per=ROWS)


def _read_records(name: str, count: int, size: int, dataset: str) -> Timing:
    """The time to read records of a size from a file; beside it that for its bytes alone, read as a whole.

    Args:
        name: of the measurement.
        count: how many records there are.
        size: of each, in bytes.
        dataset: what is iterated over, as text; the file is at `path`.
    """
    return Timing(name, "us", None, {
        **alike(f"""
import os, tempfile
path = os.path.join(tempfile.mkdtemp(), "records")
with tf.io.TFRecordWriter(path) as writer:
    for _ in range({count}):
        writer.write(b"x" * {size})
""", f"""
for element in {dataset}:
    pass
"""),
        **program("numpy", f"""
import os, tempfile
path = os.path.join(tempfile.mkdtemp(), "bytes")
with open(path, "wb") as file:
    file.write(b"x" * {count * (size + 16)})
""", """
with open(path, "rb") as file:
    file.read()
"""),
    }, per=count)


READ_RECORDS = _read_records(
    "a TFRecord of 100 kB", 2_000, 100_000, "tf.data.TFRecordDataset(path)"
)
READ_SINGLE_RECORDS = _read_records(
    "a TFRecord of 1 kB", 100_000, 1_000, "tf.data.TFRecordDataset(path)"
)
READ_SHORT_RECORDS = _read_records(
    "a TFRecord of 1 kB in batches of 64", 100_000, 1_000, "tf.data.TFRecordDataset(path).batch(64)"
)

MEASUREMENTS = (MAPPED_NUMBERS, SHUFFLED_ROWS, READ_RECORDS, READ_SINGLE_RECORDS, READ_SHORT_RECORDS)
