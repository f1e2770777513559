from typing import Any
from collections.abc import Sequence as Sequence
from stagelight.data.iterators import NumpyIterator as NumpyIterator
from stagelight.data.options import Options as Options
from __future__ import annotations
import functools
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar
from stagelight import nest
from stagelight.boundary import guarded
from stagelight.core import registry
from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import apply
from stagelight.core.inference import SCALAR, Inferred
from stagelight.core.op_def import attr
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.data.elements import INFINITE, UNKNOWN, elements_of
from stagelight.data.structure import types_and_shapes
from stagelight.public import public, publish
from stagelight.types.dtypes import DType, variant
from stagelight.types.shapes import TensorShape, shape_of_row
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import TypeSpec
Method = TypeVar('Method', bound=Callable[..., Any])
AUTOTUNE: Any
ELEMENT_ATTRS: dict[str, Any]
DATASET_ATTRS: dict[str, Any]
def variant_scalar(*_inputs: Tensor, **_attrs: Any) -> Inferred:
    """The inference of ops that give a dataset."""
class DatasetSpec(TypeSpec):
    """The spec of a dataset: the spec of its elements.

    >>> tf.data.DatasetSpec(tf.TensorSpec([], tf.int64)).element_spec
    TensorSpec(shape=(), dtype=tf.int64, name=None)
    """

    def __init__(self, element_spec: Any, dataset_shape: Any=...) -> None:
        ...

    @property
    def element_spec(self) -> Any:
        """The spec of an element."""

    @property
    def value_type(self) -> type:
        """`Dataset`."""

    @property
    def _component_specs(self) -> TensorSpec:
        ...

    def _to_components(self, value: Any) -> Tensor:
        ...

    def _from_components(self, components: Any) -> Dataset | DatasetRow:
        ...

    def _row_of(self, datasets: list[Dataset], specs: list[Any]) -> DatasetRow | None:
        """Datasets of such specs as one value; None where their elements have nothing in common."""

    def _batch(self, size: int | None) -> DatasetSpec:
        ...

    def _unbatch(self) -> DatasetSpec:
        ...

    def _serialize(self) -> tuple[Any, ...]:
        ...

    def __repr__(self) -> str:
        ...
class DatasetRow(CompositeTensor):
    """Several datasets as one value, as elements of a dataset may be."""

    def __init__(self, variant_tensor: Tensor, spec: DatasetSpec) -> None:
        ...

    @property
    def _type_spec(self) -> DatasetSpec:
        ...
class Dataset(CompositeTensor):
    """A sequence of elements, each a structure of tensors; may be iterated over again and again.

    Made by `from_tensor_slices`, `range`, `from_generator` and their like, and from other datasets by
    methods.

    >>> dataset = tf.data.Dataset.range(5).map(lambda x: x * 2).batch(2)
    >>> [x.numpy().tolist() for x in dataset]
    [[0, 2], [4, 6], [8]]
    """

    def __init__(self, variant_tensor: Tensor, element_spec: Any, kind: str='Dataset') -> None:
        ...

    def _become(self, dataset: Dataset, kind: str) -> None:
        """Makes this, of a class of its own, what another dataset is."""

    def _with_options_of(self, source: Dataset) -> Dataset:
        """This dataset, with the options of one that it is made of."""

    @property
    def element_spec(self) -> Any:
        """The spec of an element."""

    @property
    def _type_spec(self) -> DatasetSpec:
        ...

    def __len__(self) -> int:
        ...

    def __bool__(self) -> bool:
        ...

    def _known_cardinality(self) -> int:
        ...

    def cardinality(self) -> Tensor:
        """The number of elements, an int64 scalar; -1 if infinite, -2 if unknown."""

    def apply(self, transformation_func: Callable[[Dataset], Any]) -> Any:
        """What a function makes of this dataset.

        Raises:
            TypeError: it makes no dataset.

        >>> [int(x) for x in tf.data.Dataset.range(4).apply(lambda dataset: dataset.skip(2))]
        [2, 3]
        """

    def __repr__(self) -> str:
        ...
    __str__ = __repr__

    def __iter__(self) -> Any:
        """An iterator over the elements."""

    def _trackable_children(self, save_type: str='checkpoint', **kwargs: Any) -> dict[str, Any]:
        """How it is made, for a saved model. A checkpoint has nothing of it."""

    def as_numpy_iterator(self) -> NumpyIterator:
        """The elements as NumPy values.

        >>> [int(x) for x in tf.data.Dataset.range(2).as_numpy_iterator()]
        [0, 1]
        """

    def batch(self, batch_size: Any, drop_remainder: bool=False, num_parallel_calls: Any=None, deterministic: bool | None=None, name: str | None=None) -> Dataset:
        """Elements of `batch_size` consecutive elements, stacked along a new first axis.

        Args:
            batch_size: how many.
            drop_remainder: whether a last, smaller batch is left out.
            num_parallel_calls, deterministic: hints.

        Raises:
            InvalidArgumentError: the size is not positive, or elements of a batch differ in shape.

        >>> [x.numpy().tolist() for x in tf.data.Dataset.range(3).batch(2)]
        [[0, 1], [2]]
        """

    def bucket_by_sequence_length(self, element_length_func: Callable[..., Any], bucket_boundaries: Sequence[int], bucket_batch_sizes: Sequence[int], padded_shapes: Any=None, padding_values: Any=None, pad_to_bucket_boundary: bool=False, no_padding: bool=False, drop_remainder: bool=False, name: str | None=None) -> Dataset:
        """Batches of elements of like length, padded to the longest of the batch.

        Bucket 0 has lengths below the first boundary, bucket `i` those from boundary `i - 1` on and below
        boundary `i`, the last one all others.

        Args:
            element_length_func: gives the length of an element, an int32 scalar.
            bucket_boundaries: the boundaries, which increase.
            bucket_batch_sizes: the size of the batches of each bucket: one more than boundaries.
            padded_shapes: as for `padded_batch`.
            padding_values: as for `padded_batch`.
            pad_to_bucket_boundary: whether sizes that are not known are padded to the boundary of the bucket
                less one.
            no_padding: whether batches are not padded: the elements of a bucket must have one shape.
            drop_remainder: whether batches that are not full are left out.
            name: name of the operation.

        Raises:
            ValueError: there is not one batch size more than boundaries.
            InvalidArgumentError: with `pad_to_bucket_boundary`, an element belongs to the last bucket.

        >>> dataset = tf.data.Dataset.from_generator(
        ...     lambda: [[1], [1, 2, 3], [4, 5]], output_signature=tf.TensorSpec([None], tf.int32))
        >>> for batch in dataset.bucket_by_sequence_length(lambda x: tf.shape(x)[0], [3], [2, 2]):
        ...     print(batch.numpy().tolist())
        [[1, 0], [4, 5]]
        [[1, 2, 3]]
        """

    def cache(self, filename: Any='', name: str | None=None) -> Dataset:
        """The same elements, made in the first iteration that comes to the end, and kept for all others.

        Args:
            filename: the beginning of the name of a file in which they are kept, also for later programs; ""
                keeps them in memory.
            name: name of the operation.

        Raises:
            AlreadyExistsError: while iterating, when another iteration is writing the file.
            FailedPreconditionError: elements that are datasets do not go into a file.

        >>> made = []
        >>> numbers = tf.data.Dataset.from_generator(
        ...     lambda: (made.append(i) or i for i in range(2)), output_signature=tf.TensorSpec([], tf.int32))
        >>> cached = numbers.cache()
        >>> [int(x) for x in cached], [int(x) for x in cached], made
        ([0, 1], [0, 1], [0, 1])
        """

    @staticmethod
    def choose_from_datasets(datasets: Sequence[Dataset], choice_dataset: Dataset, stop_on_empty_dataset: bool=True) -> Dataset:
        """The next element of the dataset that each element of `choice_dataset` is the number of.

        Args:
            datasets: datasets of elements of one structure.
            choice_dataset: dataset of int64 scalars.
            stop_on_empty_dataset: whether all ends when a dataset that is chosen has no more; it is passed
                over if False.

        Raises:
            ValueError: there are no datasets.
            TypeError: their elements, or the choices, do not fit.
            InvalidArgumentError: while iterating, when there is no dataset of the number.

        >>> datasets = [tf.data.Dataset.range(5), tf.data.Dataset.range(10, 15)]
        >>> choices = tf.data.Dataset.from_tensor_slices(tf.constant([0, 1, 1, 0], tf.int64))
        >>> [int(x) for x in tf.data.Dataset.choose_from_datasets(datasets, choices)]
        [0, 10, 11, 1]
        """

    def concatenate(self, dataset: Dataset, name: str | None=None) -> Dataset:
        """The elements of this dataset, then those of another.

        Raises:
            TypeError: the elements have different structures or dtypes.

        >>> [int(x) for x in tf.data.Dataset.range(2).concatenate(tf.data.Dataset.range(1))]
        [0, 1, 0]
        """

    @staticmethod
    def counter(start: Any=0, step: Any=1, dtype: Any=..., name: str | None=None) -> Dataset:
        """The numbers `start`, `start + step`, ... without an end.

        Args:
            start: the first one.
            step: how much each is above the one before.
            dtype: their dtype.
            name: name of the operation.

        >>> [int(x) for x in tf.data.Dataset.counter(5, 2).take(3)]
        [5, 7, 9]
        """

    def enumerate(self, start: int=0, name: str | None=None) -> Dataset:
        """The elements with their numbers: `(number, element)`.

        >>> [(int(i), int(x)) for i, x in tf.data.Dataset.range(5, 7).enumerate()]
        [(0, 5), (1, 6)]
        """

    def filter(self, predicate: Callable[..., Any], name: str | None=None) -> Dataset:
        """The elements for which `predicate(element)` is true.

        Raises:
            ValueError: the predicate gives no bool scalar.

        >>> [int(x) for x in tf.data.Dataset.range(5).filter(lambda x: x > 2)]
        [3, 4]
        """

    def fingerprint(self) -> Tensor:
        """A number that is the same for pipelines that are made in the same way, in this and other programs.

        Returns:
            uint64 scalar.

        >>> first, second = (tf.data.Dataset.range(3).map(lambda x: x + 1) for _ in range(2))
        >>> bool(first.fingerprint() == second.fingerprint())
        True
        >>> bool(first.fingerprint() == first.batch(2).fingerprint())
        False
        """

    def flat_map(self, map_func: Callable[..., Any], name: str | None=None) -> Dataset:
        """The elements of the datasets `map_func(element)`, one dataset after the other.

        Raises:
            TypeError: the function gives no dataset.

        >>> dataset = tf.data.Dataset.range(3).flat_map(tf.data.Dataset.range)
        >>> [int(x) for x in dataset]
        [0, 0, 1]
        """

    @staticmethod
    def from_generator(generator: Callable[..., Any], output_types: Any=None, output_shapes: Any=None, args: Any=None, output_signature: Any=None, name: str | None=None) -> Dataset:
        """A dataset of what a Python generator yields, called anew for each iteration.

        Args:
            generator: a function that gives an iterable; called with `args` as NumPy values.
            output_types: the dtypes of an element; or give `output_signature`.
            output_shapes: the shapes that go with `output_types`; unknown if None.
            args: tensors handed to the generator.
            output_signature: the specs of an element.

        Raises:
            TypeError: the generator is not callable, not one of types and signature is given, or the signature
                has other leaves than specs.
            InvalidArgumentError: while iterating, when it yields what does not fit. Errors that it raises come
                as those of `tf.py_function` do.

        >>> dataset = tf.data.Dataset.from_generator(
        ...     lambda: [1, 2], output_signature=tf.TensorSpec([], tf.int32))
        >>> [int(x) for x in dataset]
        [1, 2]
        """

    @staticmethod
    def from_tensor_slices(tensors: Any, name: str | None=None) -> Dataset:
        """A dataset of the slices along the first axis.

        Args:
            tensors: a tensor or a structure of tensors with first axes of one size.

        Raises:
            ValueError: a scalar among them, or first axes whose known sizes differ.

        >>> [int(x) for x in tf.data.Dataset.from_tensor_slices([1, 2, 3])]
        [1, 2, 3]
        """

    @staticmethod
    def from_tensors(tensors: Any, name: str | None=None) -> Dataset:
        """A dataset of one element.

        Args:
            tensors: the element: a tensor or a structure of tensors.

        >>> [x.numpy().tolist() for x in tf.data.Dataset.from_tensors([1, 2])]
        [[1, 2]]
        """

    def get_single_element(self, name: str | None=None) -> Any:
        """The element of a dataset that has one.

        Raises:
            InvalidArgumentError: it has none, or several.

        >>> int(tf.data.Dataset.range(4).batch(4).map(tf.reduce_sum).get_single_element())
        6
        """

    def group_by_window(self, key_func: Callable[..., Any], reduce_func: Callable[..., Any], window_size: Any=None, window_size_func: Callable[..., Any] | None=None, name: str | None=None) -> Dataset:
        """Gathers elements by a key; of each group that is full, the elements of a dataset made of it.

        Args:
            key_func: gives the key of an element, an int64 scalar.
            reduce_func: `reduce_func(key, group)` gives a dataset of a group, which is a dataset.
            window_size: how many elements make a group full; or give `window_size_func`.
            window_size_func: gives that number, an int64 scalar, for a key.
            name: name of the operation.

        Raises:
            ValueError: neither or both of the sizes are given.
            TypeError: `reduce_func` gives no dataset.
            InvalidArgumentError: a size is not positive.

        >>> dataset = tf.data.Dataset.range(7).group_by_window(
        ...     lambda x: x % 2, lambda key, group: group.batch(3), window_size=3)
        >>> [x.numpy().tolist() for x in dataset]
        [[0, 2, 4], [1, 3, 5], [6]]
        """

    def ignore_errors(self, log_warning: bool=False, name: str | None=None) -> Dataset:
        """The elements that can be made; those whose making fails are left out.

        Args:
            log_warning: whether each error is logged as a warning.
            name: name of the operation.

        >>> dataset = tf.data.Dataset.from_tensor_slices([1.0, 0.0, 4.0])
        >>> dataset = dataset.map(lambda x: tf.debugging.check_numerics(1 / x, "not finite"))
        >>> [float(x) for x in dataset.ignore_errors()]
        [1.0, 0.25]
        """

    def interleave(self, map_func: Callable[..., Any], cycle_length: Any=None, block_length: Any=None, num_parallel_calls: Any=None, deterministic: bool | None=None, name: str | None=None) -> Dataset:
        """The elements of the datasets `map_func(element)`, of several of them in turns.

        Args:
            map_func: a function of an element that gives a dataset.
            cycle_length: of how many datasets elements are taken in turns; None or `AUTOTUNE` leave it to the
                pipeline, and so the order to the number of processors.
            block_length: how many elements are taken at each turn; 1 if None.
            num_parallel_calls: how many datasets may make elements at the same time, ahead of their turn.
            deterministic: a hint; the order is always kept.
            name: name of the operation.

        Raises:
            TypeError: the function gives no dataset.
            InvalidArgumentError: a length is not positive.

        >>> dataset = tf.data.Dataset.range(2).interleave(
        ...     lambda x: tf.data.Dataset.from_tensors(x).repeat(3), cycle_length=2, block_length=2)
        >>> [int(x) for x in dataset]
        [0, 0, 1, 1, 0, 1]
        """

    @staticmethod
    def list_files(file_pattern: Any, shuffle: Any=None, seed: Any=None, name: str | None=None) -> Dataset:
        """The names of the files that match patterns.

        Args:
            file_pattern: string scalar or vector, or a list.
            shuffle: whether they come in random order, anew in each iteration; True if None.
            seed: int64 scalar that makes the order repeatable.
            name: name of the operation.

        Raises:
            InvalidArgumentError: no file matches.

        >>> _ = tf.io.write_file("/tmp/listed/a", "")
        >>> _ = tf.io.write_file("/tmp/listed/b", "")
        >>> [x.numpy() for x in tf.data.Dataset.list_files("/tmp/listed/*", shuffle=False)]
        [b'/tmp/listed/a', b'/tmp/listed/b']
        """

    @staticmethod
    def load(path: Any, element_spec: Any=None, compression: str | None=None, reader_func: Callable[..., Any] | None=None, wait: bool=False) -> Dataset:
        """The dataset that `Dataset.save` wrote to a folder.

        Args:
            path: the folder.
            element_spec: the spec of an element; the one that was saved if None.
            compression: what `save` was told.
            reader_func: makes the dataset of a dataset that has a dataset for each shard. If None, as many
                shards are read in turns as there are processors.
            wait: whether to wait until there is a saved dataset.

        Raises:
            NotFoundError: there is none.
            InvalidArgumentError: while iterating, when the elements are no such as `element_spec` says.
            DataLossError: the file of the spec is damaged, or, while iterating, another one.

        >>> tf.data.Dataset.range(6).save("/tmp/saved_shards", shard_func=lambda x: x % 2)
        >>> in_order = lambda shards: shards.flat_map(lambda shard: shard)
        >>> [int(x) for x in tf.data.Dataset.load("/tmp/saved_shards", reader_func=in_order)]
        [0, 2, 4, 1, 3, 5]
        """

    def map(self, map_func: Callable[..., Any], num_parallel_calls: Any=None, deterministic: bool | None=None, synchronous: bool | None=None, use_unbounded_threadpool: bool=False, name: str | None=None) -> Dataset:
        """The elements `map_func(element)`.

        Args:
            map_func: a function of an element (of its parts, if it is a tuple); it is staged.
            num_parallel_calls: how many elements may be worked on at the same time; `tf.data.AUTOTUNE`
                leaves it to the pipeline. Threads are used where a call takes long.
            deterministic: False allows elements in the order in which they are done.
            synchronous: True forbids parallel calls.
            use_unbounded_threadpool: a hint.
            name: name of the operation.

        Raises:
            TypeError: the function returns what is no element.
            ValueError: `synchronous` together with `num_parallel_calls`.

        >>> [int(x) for x in tf.data.Dataset.range(3).map(lambda x: x + 1)]
        [1, 2, 3]
        """

    def options(self) -> Options:
        """The options of this dataset and of those that it is made of."""

    def padded_batch(self, batch_size: Any, padded_shapes: Any=None, padding_values: Any=None, drop_remainder: bool=False, name: str | None=None) -> Dataset:
        """Batches of elements, each filled up to a shape that all in the batch have.

        Args:
            batch_size: how many.
            padded_shapes: the shapes, in the structure of an element; a size that is None (or -1) is that of
                the largest element of the batch. All sizes that are not known are, if None.
            padding_values: scalars to fill with, in the structure of an element, or one for all of it; zero
                and "" if None.
            drop_remainder: whether a last, smaller batch is left out.
            name: name of the operation.

        Raises:
            TypeError: elements are no tensors, or a value has another dtype.
            ValueError: a shape does not fit, or a rank is not known.
            DataLossError: an element is larger than its padded shape.

        >>> dataset = tf.data.Dataset.range(1, 4).map(lambda x: tf.fill([x], x))
        >>> [x.numpy().tolist() for x in dataset.padded_batch(2)]
        [[[1, 0], [2, 2]], [[3, 3, 3]]]
        """

    def prefetch(self, buffer_size: Any, name: str | None=None) -> Dataset:
        """The same elements, made in a thread before they are asked for where they take long to make.

        Args:
            buffer_size: how many may be made ahead; `tf.data.AUTOTUNE` or None leave it to the pipeline.
            name: name of the operation.

        Raises:
            InvalidArgumentError: the size is negative.

        >>> [int(x) for x in tf.data.Dataset.range(2).prefetch(tf.data.AUTOTUNE)]
        [0, 1]
        """

    def ragged_batch(self, batch_size: Any, drop_remainder: bool=False, row_splits_dtype: Any=..., name: str | None=None) -> Dataset:
        """Batches of elements that may differ in size, as ragged tensors.

        Args:
            batch_size: how many.
            drop_remainder: whether a last, smaller batch is left out.
            row_splits_dtype: int32 or int64.
            name: name of the operation.

        >>> dataset = tf.data.Dataset.range(1, 4).map(tf.range)
        >>> [x.to_list() for x in dataset.ragged_batch(2)]
        [[[0], [0, 1]], [[0, 1, 2]]]
        """

    @staticmethod
    def random(seed: Any=None, rerandomize_each_iteration: bool | None=None, name: str | None=None) -> Dataset:
        """Random integers below 2**32, int64 scalars, without an end: the numbers that TensorFlow gives.

        Args:
            seed: int64 scalar that makes them repeatable, as `tf.random.set_seed` does too.
            rerandomize_each_iteration: whether each iteration has numbers of its own; False if None.
            name: name of the operation.

        >>> [int(x) for x in tf.data.Dataset.random(seed=4).take(2)]
        [3128586565, 2023892699]
        """

    @staticmethod
    def range(*args: Any, output_type: Any=..., name: str | None=None) -> Dataset:
        """The integers of Python's `range(*args)`, as scalars.

        Args:
            *args: stop; or start, stop; or start, stop, step.
            output_type: their dtype.

        Raises:
            ValueError: another number of arguments.

        >>> [int(x) for x in tf.data.Dataset.range(1, 6, 2)]
        [1, 3, 5]
        """

    def rebatch(self, batch_size: Any, drop_remainder: bool=False, name: str | None=None) -> Dataset:
        """The rows of batches in batches of another size.

        Args:
            batch_size: int64 scalar, or a vector of sizes that are taken in turns.
            drop_remainder: whether a last, smaller batch is left out.
            name: name of the operation.

        Raises:
            ValueError: the elements are scalars.

        >>> [x.numpy().tolist() for x in tf.data.Dataset.range(6).batch(2).rebatch(3)]
        [[0, 1, 2], [3, 4, 5]]
        """

    def reduce(self, initial_state: Any, reduce_func: Callable[..., Any], name: str | None=None) -> Any:
        """The last of the states `state = reduce_func(state, element)`.

        Args:
            initial_state: a structure of tensors.
            reduce_func: gives the new state, of the same structure.

        >>> int(tf.data.Dataset.range(5).reduce(tf.constant(0, tf.int64), lambda s, x: s + x))
        10
        """

    def rejection_resample(self, class_func: Callable[..., Any], target_dist: Any, initial_dist: Any=None, seed: Any=None, name: str | None=None) -> Dataset:
        """Elements drawn so that their classes come in given proportions; pairs `(class, element)`.

        Args:
            class_func: gives the class of an element, an integer scalar from 0 on.
            target_dist: the proportions wanted, a floating-point vector.
            initial_dist: those that the data has; estimated while iterating if None.
            seed: makes the draws repeatable.
            name: name of the operation.

        >>> data = tf.data.Dataset.from_tensor_slices([0] * 90 + [1] * 10).shuffle(100, seed=1)
        >>> resampled = data.rejection_resample(lambda x: x, [0.5, 0.5], [0.9, 0.1], seed=1)
        >>> classes = [int(c) for c, _ in resampled]
        >>> 0.3 < sum(classes) / len(classes) < 0.7
        True
        """

    def repeat(self, count: Any=None, name: str | None=None) -> Dataset:
        """The dataset `count` times over; for ever if it is None or -1.

        >>> [int(x) for x in tf.data.Dataset.range(2).repeat(2)]
        [0, 1, 0, 1]
        """

    @staticmethod
    def sample_from_datasets(datasets: Sequence[Dataset], weights: Any=None, seed: Any=None, stop_on_empty_dataset: bool=False, rerandomize_each_iteration: bool | None=None) -> Dataset:
        """Elements of several datasets, the next one always of a dataset drawn at random.

        Args:
            datasets: datasets of elements of one structure.
            weights: the probabilities of the datasets, a floating-point vector or list; a dataset of such
                vectors for one draw each; equal ones if None.
            seed: int64 scalar that makes the draws repeatable.
            stop_on_empty_dataset: whether all ends when a dataset that is drawn has no more; it is passed over
                if False.
            rerandomize_each_iteration: whether each iteration draws anew; False if None.

        Raises:
            ValueError: there are no datasets, or not as many weights.
            TypeError: their elements do not fit, or the weights are no floating-point numbers.

        >>> datasets = [tf.data.Dataset.range(3), tf.data.Dataset.range(10, 13)]
        >>> [int(x) for x in tf.data.Dataset.sample_from_datasets(datasets, weights=[0.5, 0.5], seed=7)]
        [10, 0, 11, 1, 2, 12]
        """

    def save(self, path: Any, compression: str | None=None, shard_func: Callable[..., Any] | None=None, checkpoint_args: dict[str, Any] | None=None) -> None:
        """Writes the elements to files in a folder, from which `Dataset.load` reads them.

        The files are TensorFlow's: what one library saves the other loads. They are complete or not there:
        until all elements are written, what was saved in the folder before stays what is loaded.

        Args:
            path: the folder; it is made if need be.
            compression: "GZIP" or "SNAPPY"; None and all else write the bytes as they are.
            shard_func: gives for an element the number of the shard that it goes to, an int64 scalar. The
                shards are what `load` reads in turns. All elements go to one shard if None.
            checkpoint_args: arguments of a `tf.train.CheckpointManager`, but for the checkpoint. Then checkpoints
                are made while elements are written, and a program that was ended goes on from the last one.
                `step_counter`, if given, counts elements.

        Raises:
            InvalidArgumentError: `shard_func` gives something else than an int64 scalar.
            ValueError: `checkpoint_args` has a checkpoint, or an element has a part without a form in files.

        >>> tf.data.Dataset.range(3).save("/tmp/saved_numbers")
        >>> [int(x) for x in tf.data.Dataset.load("/tmp/saved_numbers")]
        [0, 1, 2]

        Source:
            The format: `tensorflow/core/data/snapshot_utils.h`.
        """

    def scan(self, initial_state: Any, scan_func: Callable[..., Any], name: str | None=None) -> Dataset:
        """Elements computed from a running state: `(state, output) = scan_func(state, element)`.

        Args:
            initial_state: a structure of tensors.
            scan_func: gives the pair of the new state, of the same structure, and an output element.

        >>> dataset = tf.data.Dataset.range(4).scan(
        ...     tf.constant(0, tf.int64), lambda state, x: (state + x, state + x))
        >>> [int(x) for x in dataset]
        [0, 1, 3, 6]
        """

    def shard(self, num_shards: Any, index: Any, name: str | None=None) -> Dataset:
        """Every `num_shards`-th element, from the one at `index` on.

        Raises:
            InvalidArgumentError: `num_shards` is not positive, or `index` is not below it.

        >>> [int(x) for x in tf.data.Dataset.range(5).shard(2, 1)]
        [1, 3]
        """

    def shuffle(self, buffer_size: Any, seed: Any=None, reshuffle_each_iteration: bool | None=None, name: str | None=None) -> Dataset:
        """The elements in random order: each is drawn from the next `buffer_size` ones.

        Args:
            buffer_size: how many elements are drawn from at a time; the dataset's size, or
                `tf.data.UNKNOWN_CARDINALITY`, shuffles it fully.
            seed: an int64 scalar that makes the order repeatable, as `tf.random.set_seed` does too.
            reshuffle_each_iteration: whether each iteration has an order of its own; True if None.

        Raises:
            InvalidArgumentError: the buffer's size is not positive.

        >>> [int(x) for x in tf.data.Dataset.range(5).shuffle(3, seed=1)]
        [1, 3, 0, 4, 2]
        """

    def skip(self, count: Any, name: str | None=None) -> Dataset:
        """All but the first `count` elements; none if it is -1.

        >>> [int(x) for x in tf.data.Dataset.range(4).skip(2)]
        [2, 3]
        """

    def snapshot(self, path: Any, compression: str='AUTO', reader_func: Callable[..., Any] | None=None, shard_func: Callable[..., Any] | None=None, name: str | None=None) -> Dataset:
        """The same elements. The first iteration that comes to the end leaves them in files for all others.

        Args:
            path: a folder for such files. Each pipeline has one of its own in it, by its fingerprint.
            compression: "GZIP", "SNAPPY" or "NONE"; "AUTO" leaves the bytes as they are.
            reader_func: makes the dataset of a dataset that has a dataset for each shard.
            shard_func: gives for an element the number of its shard, an int64 scalar. If neither function is
                given, elements come in the order in which they were written.
            name: name of the operation.

        Raises:
            TypeError: `shard_func` gives no integer scalar, or `reader_func` no dataset.
            DataLossError: while iterating, when a file is damaged.

        >>> import shutil
        >>> shutil.rmtree("/tmp/snapshot", ignore_errors=True)
        >>> made = []
        >>> numbers = tf.data.Dataset.range(2).map(
        ...     lambda x: tf.py_function(lambda x: made.append(int(x)) or x, [x], tf.int64))
        >>> kept = numbers.snapshot("/tmp/snapshot")
        >>> [int(x) for x in kept], [int(x) for x in kept], made
        ([0, 1], [0, 1], [0, 1])
        """

    def sparse_batch(self, batch_size: Any, row_shape: Any, name: str | None=None) -> Dataset:
        """Batches of dense elements that may differ in size, as sparse tensors.

        Args:
            batch_size: how many.
            row_shape: the shape of a row; a size that is None (or -1) is that of the largest element.
            name: name of the operation.

        Raises:
            TypeError: elements are no single tensors.
            DataLossError: while iterating, when an element is larger than `row_shape`.

        >>> (batch,) = tf.data.Dataset.range(1, 3).map(lambda x: tf.fill([x], x)).sparse_batch(2, [3])
        >>> tf.sparse.to_dense(batch).numpy().tolist()
        [[1, 0, 0], [2, 2, 0]]
        """

    def take(self, count: Any, name: str | None=None) -> Dataset:
        """The first `count` elements; all of them if it is -1.

        >>> [int(x) for x in tf.data.Dataset.range(5).take(2)]
        [0, 1]
        """

    def take_while(self, predicate: Callable[..., Any], name: str | None=None) -> Dataset:
        """The elements up to the first one for which `predicate(element)` is false.

        >>> [int(x) for x in tf.data.Dataset.range(9).take_while(lambda x: x < 2)]
        [0, 1]
        """

    def unbatch(self, name: str | None=None) -> Dataset:
        """The slices of the elements along their first axis.

        Raises:
            ValueError: there are scalars among the elements, or first axes whose known sizes differ.
            InvalidArgumentError: while iterating, the parts of an element differ in the size of their first axis.

        >>> [int(x) for x in tf.data.Dataset.range(3).batch(2).unbatch()]
        [0, 1, 2]
        """

    def unique(self, name: str | None=None) -> Dataset:
        """The elements, each the first time it comes.

        Raises:
            TypeError: they are neither int32, int64 nor strings.
            InvalidArgumentError: an element has several parts.

        >>> [int(x) for x in tf.data.Dataset.from_tensor_slices([1, 37, 2, 37, 2, 1]).unique()]
        [1, 37, 2]
        """

    def window(self, size: Any, shift: Any=None, stride: Any=1, drop_remainder: bool=False, name: str | None=None) -> Dataset:
        """Windows of elements, each a dataset; an element of several parts becomes as many datasets.

        Args:
            size: how many elements a window has.
            shift: how far a window begins after the one before; `size` if None.
            stride: how far apart the elements of a window are.
            drop_remainder: whether windows at the end that are not full are left out.
            name: name of the operation.

        Raises:
            InvalidArgumentError: a number is not positive.

        >>> for window in tf.data.Dataset.range(5).window(3, shift=2):
        ...     print([int(x) for x in window])
        [0, 1, 2]
        [2, 3, 4]
        [4]
        """

    def with_options(self, options: Options, name: str | None=None) -> Dataset:
        """This dataset with options, which are merged with those it has.

        Raises:
            AttributeError: `options` is no `tf.data.Options`.

        >>> dataset = tf.data.Dataset.range(2).with_options(tf.data.Options())
        >>> [int(x) for x in dataset]
        [0, 1]
        """

    @staticmethod
    def zip(*args: Any, datasets: Any=None, name: str | None=None) -> Dataset:
        """The elements of several datasets side by side, as long as all have some.

        Args:
            *args: datasets, or one structure of datasets.
            datasets: the older way to give the structure.

        >>> dataset = tf.data.Dataset.zip(tf.data.Dataset.range(2), tf.data.Dataset.range(5, 9))
        >>> [(int(a), int(b)) for a, b in dataset]
        [(0, 5), (1, 6)]
        """
def _attributes(spec: Any, name: str) -> Any:
    """An attribute of all specs in a structure."""
def _text(structure: Any) -> str:
    """A structure of shapes or dtypes, as datasets of the older form print it."""
def to_variant(dataset: Dataset) -> Tensor:
    """The variant tensor that a dataset is.

    >>> dataset = tf.data.Dataset.range(2)
    >>> tensor = tf.data.experimental.to_variant(dataset)
    >>> [int(x) for x in tf.data.experimental.from_variant(tensor, dataset.element_spec)]
    [0, 1]
    """
def from_variant(variant: Tensor, structure: Any) -> Dataset:
    """The dataset that a variant tensor is; see `tf.data.experimental.to_variant`.

    Args:
        variant: the tensor.
        structure: the spec of an element.

    >>> tensor = tf.data.experimental.to_variant(tf.data.Dataset.range(2))
    >>> tf.data.experimental.from_variant(tensor, tf.TensorSpec([], tf.int64)).element_spec
    TensorSpec(shape=(), dtype=tf.int64, name=None)
    """
def dataset_method(*names: str) -> Callable[[Method], Method]:
    """Attaches a function as methods of `Dataset`: how each transformation becomes one."""
def dataset_source(name: str) -> Callable[[Method], Method]:
    """Attaches a function to `Dataset` that makes datasets: `tf.data.Dataset.range(...)`."""
def dataset_of(op_name: str, inputs: list[Any], element_spec: Any, **attrs: Any) -> Dataset:
    """Applies an op that gives a dataset, which calls itself after the op.

    Args:
        op_name: the op.
        inputs: its inputs, in one flat row; datasets among them hand their options on.
        element_spec: the spec of the new dataset's elements.
        **attrs: the op's attrs beside `output_types` and `output_shapes`.
    """
def _kind_of(op_name: str) -> str:
    """What a dataset calls itself after its op: TensorFlow's classes leave its version out."""
def as_input(value: Any) -> Tensor:
    """The tensor that an op takes for a dataset, a tensor or a number."""
