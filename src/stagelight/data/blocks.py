"""The pull protocol of datasets: `IteratorState.next_block(max_rows)` returns the next rows as one block.

A kernel (a source, or a transformation of other datasets' rows) makes an iterator state. The end of the
pipeline pulls the states below it. The contract:

- *Blocks.* A row is the components of one element. A block is a batch of rows: either `Columns`, whose rows
  are stacked (one array for each component), or a list of rows, which need not have one shape. Both have a
  length, slices, and iterate over rows. The consumer owns the block.
- *Demand.* `next_block(max_rows)`, for `max_rows >= 1`, returns between one and `max_rows` rows. It may
  return fewer than there are left: those at hand, or those that can be computed without running anything too
  early. So no block is larger than the request.
- *End of sequence.* An empty list is the end of the sequence, and is returned again by later calls.
- *Read-ahead.* A consumer that needs one row at a time requests at most `read_ahead` rows. It is 1 where
  computing a row has effects, reads state, or is not vectorised: nothing runs before its row is needed.
  Elsewhere the requests grow, so that the first rows do not wait for many.
- *Errors.* An `OpError` stands for the row whose computation failed. All rows before it were returned, and
  that row counts as consumed. The error may end the state: a consumer that goes on lets the `Iteration`
  resume, and makes the state anew from its place.
- *Position.* All that a state remembers between calls is in the `Place` of its iteration, so that an
  iteration can be saved between any two rows. Rows that were pulled and not consumed yet are saved too,
  unless the block's `cursors` say what the places are after each of its rows.
- *Threads.* A state is pulled by one thread at a time.

Iteration by rows is derived from this, once (`rows_of`). `RowByRow` is the state of kernels that compute one
row at a time, such as generators. A source with random access has `Elements.gather`, too; its state is
`InOrder`.
"""

from __future__ import annotations

import abc
import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from stagelight.core.inference import invalid, shape_text
from stagelight.data.iteration import Iteration, Place, Reached
from stagelight.errors import OpError

# One row: the components of an element.
Components = Sequence[Any]

# The rows of a block one after the other: an iterator for each component. Taking a row cannot fail, and does
# no more than count it. The first component is taken first.
RowIterators = Sequence[Iterator[Any]]

# `gather(indices)` returns the rows at a slice of step 1, or at an array of indices, stacked.
Gather = Callable[[Any], Components]

# An attribute of a place that advances with each row of a block: it is `values[n]` after `n` rows.
Cursor = tuple[Place, str, Sequence[int] | np.ndarray]

# The largest read-ahead in rows, and the size in bytes from which blocks do not grow.
_READ_AHEAD = 256
_MOST_BYTES = 1 << 18
# How much larger the next request is where rows are consumed one at a time.
_GROWTH = 4
# The read-ahead where rows are at hand and need not be computed.
AT_HAND = 1 << 14


class Columns:
    """A block of at least one stacked row: component `i` of row `j` is `arrays[i][j]`.

    Attributes:
        arrays: one for each component, with the rows along the first axis.
        cursors: what the places are after each row; None if they are known after the last one only.
    """

    __slots__ = ("arrays", "cursors")

    def __init__(self, arrays: Components, cursors: tuple[Cursor, ...] | None = None) -> None:
        self.arrays = arrays
        self.cursors = cursors

    def __len__(self) -> int:
        return len(self.arrays[0])

    def __getitem__(self, rows: slice) -> Columns:
        return Columns(tuple([array[rows] for array in self.arrays]))

    def __iter__(self) -> Iterator[Components]:
        return zip(*self.read()[0], strict=True)

    def read(self) -> tuple[RowIterators, Iterator[Any]]:
        """The rows as arrays, and the iterator whose length hint is how many are left."""
        rows = tuple([_rows_of_array(array) for array in self.arrays])
        return rows, rows[0]


Block = Columns | list[Components]


def follow(block: Block, place: Place, attribute: str, values: Sequence[int]) -> Block:
    """The block, with one more attribute of a place that advances with its rows; see `Cursor`."""
    if isinstance(block, Columns) and block.cursors is not None:
        block.cursors = (*block.cursors, (place, attribute, values))
    return block


def _rows_of_array(array: np.ndarray) -> Iterator[np.ndarray]:
    """The rows of an array as arrays; its length hint is how many are left."""
    if array.ndim > 1 or not len(array):
        return iter(array)
    # A vector's own iterator returns NumPy's scalars; this one returns arrays.
    scalars: Any = np.nditer(
        array,
        flags=["refs_ok"],
        op_flags=["readwrite" if array.flags.writeable else "readonly"],
        order="C",
    )
    return iter(list(scalars))


def stacked_rows(rows: Sequence[Components]) -> Components:
    """Rows of one shape, stacked along a new first axis.

    Raises:
        InvalidArgumentError: their shapes differ.
    """
    return tuple([_stacked(i, parts) for i, parts in enumerate(zip(*rows, strict=True))])


def _stacked(index: int, parts: tuple[np.ndarray, ...]) -> np.ndarray:
    first = parts[0].shape
    result = np.empty((len(parts), *first), parts[0].dtype)
    for i, part in enumerate(parts):
        if part.shape != first:
            raise invalid(
                f"Cannot batch tensors with different shapes in component {index}. First element had "
                f"shape {shape_text(first)} and element {i} had shape {shape_text(part.shape)}."
            )
        result[i, ...] = part  # also where the part is an array of rank 0 that holds a string
    return result


def stacked_blocks(blocks: Sequence[Block]) -> Components:
    """The rows of several blocks, stacked.

    Raises:
        InvalidArgumentError: the shapes of rows differ.
    """
    columns = [block.arrays for block in blocks if isinstance(block, Columns)]
    if len(columns) == 1 == len(blocks):
        return columns[0]
    if len(columns) == len(blocks):
        shapes = {tuple([array.shape[1:] for array in arrays]) for arrays in columns}
        if len(shapes) == 1:
            return joined_arrays(columns)
    return stacked_rows([row for block in blocks for row in block])


def joined_arrays(stacked: Sequence[Components]) -> Components:
    """The concatenation of stacked components, whose rows have one shape."""
    if len(stacked) == 1:
        return stacked[0]
    return tuple([np.concatenate(parts) for parts in zip(*stacked, strict=True)])


# ---------------------------------------------------------------------------- states


class IteratorState(abc.ABC):
    """The state of one iteration of a kernel. This module's docstring is the contract.

    Attributes:
        read_ahead: how many rows may be requested, at most, before they are needed.
    """

    read_ahead: int = _READ_AHEAD

    @abc.abstractmethod
    def next_block(self, max_rows: int) -> Block:
        """The next rows: at least one and at most `max_rows`; none at the end.

        Raises:
            OpError: the computation of the next row failed.
        """


class RowByRow(IteratorState):
    """The state of a kernel that computes each row when it is needed."""

    read_ahead = 1

    def __init__(self, rows: Iterator[Components]) -> None:
        self.rows = rows

    def next_block(self, max_rows: int) -> Block:
        """The next row."""
        for row in self.rows:
            return [row]
        return []


class OfSource(IteratorState):
    """The state of a kernel that passes on the blocks of a source."""

    def __init__(self, source: IteratorState, place: Place) -> None:
        self._source = source
        self._place = place

    @property
    def read_ahead(self) -> int:  # type: ignore[override]
        """That of the source."""
        return self._source.read_ahead


class _Fallible(IteratorState):
    """Rows computed from blocks of work. Where a block fails, its rows before the failure are returned first.

    Subclasses define `_compute`, and a place whose `rest` is the work that is left after a failure.
    """

    _place: Place

    @abc.abstractmethod
    def _compute(self, work: Components) -> Components:
        """The rows of stacked pieces of work, stacked."""

    def _rest(self, max_rows: int) -> Block:
        rest = self._place.rest
        work = tuple([part[:max_rows] for part in rest])
        self._place.rest = tuple([part[max_rows:] for part in rest])
        try:
            return Columns(self._compute(work))
        except OpError:
            return self._until_failure(work)

    def _until_failure(self, work: Components) -> Block:
        done: list[Components] = []
        place = self._place
        for i in range(len(work[0])):
            try:
                done.append(self._compute(tuple([part[i : i + 1] for part in work])))
            except OpError:
                left = tuple([part[i + (not done) :] for part in work])
                place.rest = joined_arrays([left, place.rest]) if place.rest else left
                if done:
                    break
                raise
        return Columns(joined_arrays(done))


class Computed(_Fallible):
    """The rows of a vectorised function of blocks of work.

    Args:
        fetch: the next pieces of work, as `next_block` returns rows.
        compute: the rows of stacked pieces of work, stacked. It takes the arrays of the work.
        place: keeps `rest`, the work that is left after a failure.
    """

    def __init__(
        self,
        fetch: Callable[[int], Block],
        compute: Callable[..., Components],
        place: Place,
    ) -> None:
        self._fetch = fetch
        self._function = compute
        self._place = place

    def _compute(self, work: Components) -> Components:
        return self._function(*work)

    def next_block(self, max_rows: int) -> Block:
        """The rows of the next work."""
        rest = self._place.rest
        if rest and len(rest[0]):
            return self._rest(max_rows)
        block = self._fetch(max_rows)
        if isinstance(block, list):
            if not block:
                return block
            block = Columns(stacked_rows(block))
        work = block.arrays
        try:
            return Columns(self._function(*work), block.cursors)
        except OpError:
            return self._until_failure(work)


class InOrder(_Fallible):
    """The rows of a source with random access, in order.

    Args:
        gather: the source's.
        size: how many rows it has.
        iteration: the one that this is a part of.
    """

    def __init__(self, gather: Gather, size: int, iteration: Iteration) -> None:
        self._gather = gather
        self._size = size
        self._place = iteration.place(index=0, rest=())

    def _compute(self, work: Components) -> Components:
        return self._gather(slice(int(work[0][0]), int(work[0][-1]) + 1))

    def next_block(self, max_rows: int) -> Block:
        """The next rows, in one slice."""
        place = self._place
        if place.rest and len(place.rest[0]):
            return self._rest(max_rows)
        start, size = place.index, self._size
        if start >= size:
            return []
        place.index = stop = start + max_rows if start + max_rows < size else size
        try:
            arrays = self._gather(slice(start, stop))
        except OpError:
            return self._until_failure((np.arange(start, stop),))
        return Columns(arrays, ((place, "index", range(start, stop + 1)),))


# ---------------------------------------------------------------------------- derived


class _Continued(OfSource):
    """Rows that were pulled and not consumed when the iteration was saved, then those of the state."""

    def next_block(self, max_rows: int) -> Block:
        """Saved rows, or the next ones."""
        place = self._place
        unread = _as_block(place.block)[place.index :] if place.block else []
        if not unread:
            return self._source.next_block(max_rows)
        if len(unread) > max_rows:
            place.index += max_rows
        else:
            place.block, place.index = (), 0
        return unread[:max_rows]


def blocks_of(state: IteratorState, iteration: Iteration) -> IteratorState:
    """The state for a consumer of blocks, from where the iteration was saved."""
    return _Continued(state, iteration.unread()) if iteration.has_unread() else state


def rows_of(state: IteratorState, iteration: Iteration) -> Iterator[Components]:
    """The rows one after the other, from where the iteration was saved."""
    if state.read_ahead == 1 and not iteration.has_unread():
        if isinstance(state, RowByRow):
            return state.rows
        blocks = iter(functools.partial(state.next_block, 1), [])
        return itertools.chain.from_iterable(blocks)
    return itertools.chain.from_iterable(map(_zipped, read_blocks(state, iteration)))


def _zipped(rows: RowIterators | list[Components]) -> Iterator[Components]:
    return iter(rows) if isinstance(rows, list) else zip(*rows, strict=True)


def read_blocks(
    state: IteratorState, iteration: Iteration
) -> Iterator[RowIterators | list[Components]]:
    """The rows as `rows_of` returns them, a block at a time: it has been read when the next one is taken."""
    # Now, and not with the first row: until then the iteration may be saved again.
    unread = iteration.unread() if iteration.has_unread() else None
    return _read(state, iteration, unread)


def _read(
    state: IteratorState, iteration: Iteration, unread: Place | None
) -> Iterator[RowIterators | list[Components]]:
    size, next_block = 1, state.next_block
    block: Block = [] if unread is None else _as_block(unread.block)[unread.index :]
    while block := block or next_block(size):
        if isinstance(block, list) and len(block) == 1:
            yield block
        else:
            rows, counted, cursors, kept = _opened(block)
            if cursors is None:
                unread = unread or iteration.unread()
                unread.block = kept
                cursors = ((unread, "index", range(len(block) + 1)),)
            for place, attribute, values in cursors:
                setattr(place, attribute, Reached(counted, values))
            if size < state.read_ahead and not _is_large(block):
                size = min(_GROWTH * size, state.read_ahead)
            del block, kept  # Rows can go when they were consumed: the memory serves the next ones.
            yield rows
            for place, attribute, values in cursors:
                setattr(place, attribute, int(values[-1]))
            if unread is not None:
                unread.block = ()
        block = []


def _is_large(block: Block) -> bool:
    arrays = block.arrays if isinstance(block, Columns) else ()
    return sum([array.nbytes for array in arrays]) >= _MOST_BYTES


def _opened(block: Block) -> tuple[RowIterators, Iterator[Any], tuple[Cursor, ...] | None, Any]:
    """A block's rows, the iterator that counts them, its cursors, and what a place keeps of it."""
    if isinstance(block, Columns):
        return *block.read(), block.cursors, block.arrays
    rows = tuple(map(iter, zip(*block, strict=True)))
    return rows, rows[0], None, block


def _as_block(saved: Sequence[Any]) -> Block:
    """The block that a place has: the arrays of columns, or a list of rows."""
    return Columns(saved) if saved and isinstance(saved, tuple) else list(saved)
