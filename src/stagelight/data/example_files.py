"""Serialized examples in datasets: `parse_example_dataset`; `make_batched_features_dataset` over files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stagelight.data.csv_files import in_turns, shuffled_and_repeated
from stagelight.data.dataset import AUTOTUNE, Dataset
from stagelight.data.file_readers import TFRecordDataset
from stagelight.ops.parsing.examples import parse_example
from stagelight.public import public
from stagelight.types.dtypes import string


@public("data.experimental.parse_example_dataset")
def parse_example_dataset(
    features: Mapping[str, Any],
    num_parallel_calls: Any = 1,
    deterministic: bool | None = None,
) -> Callable[[Dataset], Dataset]:
    """For `Dataset.apply`: batches of serialized `tf.train.Example`s as dicts of tensors.

    Args:
        features: what is parsed, by name; see `tf.io.parse_example`.
        num_parallel_calls: how many batches may be parsed at the same time.
        deterministic: whether the order is kept; that of the pipeline's options if None.

    Raises:
        ValueError: there are no features.

    >>> example = tf.train.Example(features=tf.train.Features(feature={
    ...     "n": tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))}))
    >>> dataset = tf.data.Dataset.from_tensors([example.SerializeToString()])
    >>> form = tf.data.experimental.parse_example_dataset({"n": tf.io.FixedLenFeature([], tf.int64)})
    >>> [parsed["n"].numpy().tolist() for parsed in dataset.apply(form)]
    [[3]]
    """
    if features is None:
        raise ValueError("Argument `features` is required, but not specified.")

    def transformation(dataset: Any) -> Dataset:
        parsed: Dataset = dataset.map(
            lambda serialized: parse_example(serialized, features),
            num_parallel_calls=num_parallel_calls,
            deterministic=deterministic,
        )
        return parsed

    return transformation


@public("data.experimental.make_batched_features_dataset")
def make_batched_features_dataset(
    file_pattern: Any,
    batch_size: Any,
    features: Mapping[str, Any],
    reader: Callable[..., Dataset] | None = None,
    label_key: str | None = None,
    reader_args: Sequence[Any] | None = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    shuffle_buffer_size: int = 10000,
    shuffle_seed: int | None = None,
    prefetch_buffer_size: int | None = None,
    reader_num_threads: int | None = None,
    parser_num_threads: int | None = None,
    sloppy_ordering: bool = False,
    drop_final_batch: bool = False,
) -> Dataset:
    """Batches of the `tf.train.Example`s in files, as dicts of tensors.

    Args:
        file_pattern: a pattern of file names, or a list of them.
        batch_size: how many examples make a batch.
        features: what is parsed, by name; see `tf.io.parse_example`.
        reader: gives the dataset of serialized examples, or of pairs of a key and an example, for a file
            name and `reader_args`; `tf.data.TFRecordDataset` if None.
        label_key: the feature that comes apart: elements are pairs of the dict and this feature.
        reader_args: further arguments of the reader.
        num_epochs: how often all is repeated; without end if None. Then all batches are full.
        shuffle: whether files and examples come in random order.
        shuffle_buffer_size: see `Dataset.shuffle`.
        shuffle_seed: makes the order repeatable.
        prefetch_buffer_size: how many batches are made ahead; left to the pipeline if None.
        reader_num_threads: of how many files examples are taken in turns; 1 if None.
        parser_num_threads: how many batches may be parsed at the same time; 2 if None.
        sloppy_ordering: a hint; the order is always kept.
        drop_final_batch: whether a last, smaller batch is left out.

    Raises:
        ValueError: `label_key` is none of the features.
        InvalidArgumentError: no file matches; while iterating, when an example does not fit.

    >>> example = tf.train.Example(features=tf.train.Features(feature={
    ...     "n": tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))}))
    >>> with tf.io.TFRecordWriter("/tmp/examples.tfrecord") as writer:
    ...     writer.write(example.SerializeToString())
    >>> dataset = tf.data.experimental.make_batched_features_dataset(
    ...     "/tmp/examples.tfrecord", 1, {"n": tf.io.FixedLenFeature([], tf.int64)}, num_epochs=1)
    >>> [batch["n"].numpy().tolist() for batch in dataset]
    [[3]]
    """
    if label_key and label_key not in features:
        raise ValueError(
            f"The `label_key` provided ({label_key}) must be one of the `features` keys: "
            f"{features.keys()}."
        )
    read = reader or TFRecordDataset
    files: Any = Dataset.list_files(file_pattern, shuffle, shuffle_seed)  # type: ignore[attr-defined]
    dataset = in_turns(
        files, lambda path: read(path, *(reader_args or ())), reader_num_threads, sloppy_ordering
    )
    spec = dataset.element_spec
    if isinstance(spec, tuple) and [leaf.dtype for leaf in spec] == [string, string]:
        dataset = dataset.map(lambda _, example: example)
    dataset = shuffled_and_repeated(dataset, num_epochs, shuffle, shuffle_buffer_size, shuffle_seed)
    dataset = dataset.batch(batch_size, drop_remainder=drop_final_batch or num_epochs is None)
    threads = 2 if parser_num_threads is None else parser_num_threads
    dataset = dataset.apply(parse_example_dataset(features, threads))
    if label_key:
        dataset = dataset.map(lambda parsed: (parsed, parsed.pop(label_key)))
    result: Dataset = dataset.prefetch(
        AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size
    )
    return result
