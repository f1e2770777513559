"""Forms: what a value is to the graph, and what two values of one symbol have in common.

At the joint of two ways (the branches of an `if`, the beginning and the end of a loop's round) a
symbol has a value on each. `form_of` says what a value is made of, `Joint.join` finds the form of
both, and that form takes either value apart into tensors and puts a value together again.

    Leaf          a tensor, or a Python value that becomes one
    Constant      any other object, the same on all ways
    Uncarried     what only closures may read later, and has no form on all ways
    Structure     a container of forms (staged_structures.py)
    Optional      a form on some ways, and None or undefined on the others
    Growing       a list whose length only the graph knows (staged_lists.py)
    Choice        one of several Python objects (staged_choices.py)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any

import numpy as np

from stagelight.autograph.conversion import MARK
from stagelight.autograph.operators import heap
from stagelight.autograph.operators.staged_absence import PerhapsNone, PerhapsUndefined
from stagelight.autograph.operators.variables import Undefined, UndefinedReturnValue, uncarried
from stagelight.core.convert import convert_to_tensor, to_array
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.operation import SymbolicTensor
from stagelight.ops.lists.list_handles import shape_vector
from stagelight.state.variable import Variable
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

# Objects of which the graph may choose one (staged_choices.py).
CALLABLES = (FunctionType, MethodType, BuiltinFunctionType, partial, type)

if TYPE_CHECKING:
    from stagelight.autograph.operators.staged_joints import Joint


class Form:
    """What values of one symbol have in common.

    Attributes:
        is_contents: Whether it is what a container has in it, whichever container that is.
    """

    is_contents = False

    @property
    def signature(self) -> Any:
        """Equal for forms whose values are taken apart into the same kinds of leaves."""
        raise NotImplementedError

    @property
    def can_be_staged(self) -> bool:
        """Whether the graph, or Python alone, can tell the values of different ways apart."""
        return True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Form) and self.signature == other.signature

    def __hash__(self) -> int:
        return hash(self.signature)

    def joined(self, other: Form, joint: Joint) -> Form | None:
        """The form of values of both forms; None if this class does not know of one."""
        raise NotImplementedError

    def leaves(self, value: Any) -> list[Any]:
        """What becomes the tensors of a value of this form."""
        raise NotImplementedError

    def leaf_forms(self) -> list[Leaf]:
        """The forms of the leaves."""
        raise NotImplementedError

    def placeholders(self) -> list[Any]:
        """Leaves for a way on which nobody reads the value."""
        return [_Zeros(leaf) for leaf in self.leaf_forms()]

    def on_one_way(self, joint: Joint) -> Form:
        """The form of a value that the other way does not have.

        Containers that were made on the way hold its tensors: they count by what they have.
        """
        return self

    def by_value(self) -> Form:
        """The form without any identity: lists, dicts and objects in it count by what they have."""
        return self

    def build(self, tensors: Iterator[Any]) -> Any:
        """A value of this form; takes as many tensors as it has leaves."""
        raise NotImplementedError


def builds_of(forms: Sequence[Form], tensors: Iterator[Any]) -> list[Callable[[], Any]]:
    """Functions that build the values of some forms, in any order, of the tensors of all."""
    groups = [[next(tensors) for _ in form.leaf_forms()] for form in forms]
    return [partial(form.build, iter(group)) for form, group in zip(forms, groups, strict=True)]


class Leaf(Form):
    """A tensor.

    Attributes:
        dtype, shape: What is known of it.
        is_weak: Whether it comes from a Python number, which takes the dtype of a tensor.
        handle_data: What is known of the elements of a tensor list.
    """

    def __init__(
        self, dtype: DType, shape: TensorShape, is_weak: bool = False, handle_data: Any = None
    ) -> None:
        self.dtype = dtype
        self.shape = shape
        self.is_weak = is_weak
        self.handle_data = handle_data

    @classmethod
    def of(cls, value: Any) -> Leaf:
        """The form of a tensor, variable or Python value."""
        if isinstance(value, Truth):
            return cls(dtypes.bool_, TensorShape([]), is_weak=True)
        if isinstance(value, (Tensor, Variable)):
            data = getattr(value, "handle_data", None)
            return cls(value.dtype, value.shape, handle_data=data)
        array, dtype = to_array(value, None)
        is_weak = not isinstance(value, (np.ndarray, np.generic))
        return cls(dtype, TensorShape(array.shape), is_weak)

    @property
    def signature(self) -> Any:
        return "leaf", self.dtype.name

    def joined(self, other: Form, joint: Joint) -> Form | None:
        if isinstance(other, Constant) and isinstance(other.value, Variable):
            other = Leaf.of(other.value)
        if not isinstance(other, Leaf):
            return None
        dtype = _common_dtype(self, other)
        if dtype is None:
            raise joint.dtype_mismatch(self.dtype, other.dtype)
        shape = self.shape.most_specific_compatible_shape(other.shape)
        return Leaf(
            dtype, shape, self.is_weak and other.is_weak, self.handle_data or other.handle_data
        )

    def leaves(self, value: Any) -> list[Any]:
        is_own = isinstance(value, (Tensor, Variable)) or Leaf.of(value).dtype is self.dtype
        if is_own and not isinstance(value, Truth):
            return [value]
        return [_Typed(value, self.dtype)]

    def leaf_forms(self) -> list[Leaf]:
        return [self]

    def build(self, tensors: Iterator[Any]) -> Any:
        return next(tensors)


_WEAK_ORDER = (dtypes.bool_, dtypes.int32, dtypes.int64, dtypes.float32, dtypes.complex128)


def _common_dtype(a: Leaf, b: Leaf) -> DType | None:
    """The dtype of both: a Python number takes that of a tensor if it can."""
    if a.dtype is b.dtype:
        return a.dtype
    if a.is_weak and b.is_weak:
        if a.dtype in _WEAK_ORDER and b.dtype in _WEAK_ORDER:
            return max(a.dtype, b.dtype, key=_WEAK_ORDER.index)
        return None
    if a.is_weak == b.is_weak:
        return None
    weak, dtype = (a, b.dtype) if a.is_weak else (b, a.dtype)
    if weak.dtype.is_integer:
        fits = dtype.is_integer or dtype.is_floating or dtype.is_complex
    elif weak.dtype.is_floating:
        fits = dtype.is_floating or dtype.is_complex
    else:
        fits = weak.dtype.is_bool and dtype is not dtypes.string
    return dtype if fits else None


class Truth:
    """A bool tensor that, like Python's bools, may be a number."""

    def __init__(self, tensor: Tensor) -> None:
        self._tensor = tensor

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        if dtype is None or dtype.is_bool:
            return self._tensor
        return raw.Cast(self._tensor, DstT=dtype)


class _Typed:
    """A Python value with the dtype that it takes as a tensor: each graph makes its own constant."""

    def __init__(self, value: Any, dtype: DType) -> None:
        self._value = value
        self._dtype = dtype

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        return convert_to_tensor(self._value, dtype or self._dtype, name=name)


def is_python_value(leaf: Any) -> bool:
    """Whether a leaf is a Python value that becomes a constant."""
    return isinstance(leaf, (_Typed, bool, int, float, complex, str, bytes, np.ndarray, np.generic))


class _Zeros:
    """A tensor that nobody reads, of the least size."""

    def __init__(self, leaf: Leaf) -> None:
        self._leaf = leaf

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        leaf = self._leaf
        if leaf.dtype is dtypes.variant:
            shape, element_dtype = leaf.handle_data or (TensorShape(None), dtypes.float32)
            return raw.EmptyTensorList(shape_vector(shape), -1, element_dtype=element_dtype)
        if not leaf.dtype.is_numpy_compatible:
            raise TypeError(
                f"A {leaf.dtype.name} cannot be without a value on one of two ways. (AG302)"
            )
        # The least sizes: nobody reads it.
        sizes = [0 if size is None else size for size in leaf.shape] if leaf.shape.rank else []
        if leaf.dtype is dtypes.string:
            return convert_to_tensor(np.full(sizes, b"", object), leaf.dtype, name=name)
        return convert_to_tensor(np.zeros(sizes, leaf.dtype.numpy_dtype), leaf.dtype, name=name)


class Constant(Form):
    """An object that no graph carries, the same on all ways: a function, a module, None."""

    def __init__(self, value: Any) -> None:
        self.value = value

    @property
    def signature(self) -> Any:
        return "constant", id(self.value)

    @property
    def can_be_staged(self) -> bool:
        staged = (Undefined, UndefinedReturnValue, Variable, *CALLABLES)
        return self.value is None or isinstance(self.value, staged)

    def joined(self, other: Form, joint: Joint) -> Form | None:
        # Nobody reads it on one way, nobody may on the other.
        if _is_absence(self, UndefinedReturnValue) and _is_absence(other, Undefined):
            return other
        if _is_absence(self, Undefined) and _is_absence(other, UndefinedReturnValue):
            return self
        if isinstance(other, Optional) and _absence_rank(self.value) < _VALUE:
            return other.joined(self, joint)  # It may have this absence already.
        for absent in (Undefined, UndefinedReturnValue):
            # What has no value at all comes before what is None.
            if type(self.value) is absent:
                if _is_absence(other, absent):
                    return self
                return Optional(other.on_one_way(joint), self.value)
            if isinstance(other, Constant) and type(other.value) is absent:
                return Optional(self, other.value)
        if isinstance(other, Constant):
            if is_same(self.value, other.value):
                return self
            if isinstance(self.value, Variable) and isinstance(other.value, Variable):
                return Leaf.of(self.value).joined(Leaf.of(other.value), joint)
        return Optional(other.on_one_way(joint), None) if self.value is None else None

    def by_value(self) -> Form:
        return Leaf.of(self.value) if isinstance(self.value, Variable) else self

    def leaves(self, value: Any) -> list[Any]:
        return []

    def leaf_forms(self) -> list[Leaf]:
        return []

    def build(self, tensors: Iterator[Any]) -> Any:
        return self.value


class Uncarried(Form):
    """A captured name that a block does not carry out: afterwards it is undefined.

    Attributes:
        name: The name.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def signature(self) -> Any:
        return "uncarried", self.name

    def joined(self, other: Form, joint: Joint) -> Form | None:
        return self

    def leaves(self, value: Any) -> list[Any]:
        return []

    def leaf_forms(self) -> list[Leaf]:
        return []

    def build(self, tensors: Iterator[Any]) -> Any:
        return uncarried(self.name)


def _is_absence(form: Form, kind: type) -> bool:
    return isinstance(form, Constant) and type(form.value) is kind


def is_same(a: Any, b: Any) -> bool:
    """Whether two objects are one, or plain data that is equal, or one function that was made twice."""
    if a is b:
        return True
    if isinstance(a, FunctionType) and isinstance(b, FunctionType):
        return _is_made_alike(a, b)
    if isinstance(a, partial) and isinstance(b, partial):
        return _are_partial_alike(a, b)
    if isinstance(a, MethodType) and isinstance(b, MethodType):
        return a.__func__ is b.__func__ and _are_objects_alike(a.__self__, b.__self__)
    return type(a) is type(b) and isinstance(a, (type, range, slice)) and bool(a == b)


def _are_partial_alike(a: partial[Any], b: partial[Any]) -> bool:
    """Whether two partial functions are of one function and the same arguments."""
    return (
        is_same(a.func, b.func)
        and len(a.args) == len(b.args)
        and a.keywords.keys() == b.keywords.keys()
        and all(is_same(x, b.keywords[key]) for key, x in a.keywords.items())
        and all(map(is_same, a.args, b.args))
    )


def _are_objects_alike(a: Any, b: Any) -> bool:
    """Whether two objects of a class of the user's have the same attributes."""
    if a is b:
        return True
    if type(a) is not type(b) or not heap.is_followed(a):
        return False
    first, second = heap.attributes_of(a), heap.attributes_of(b)
    return first.keys() == second.keys() and all(is_same(x, second[k]) for k, x in first.items())


def _is_made_alike(a: FunctionType, b: FunctionType) -> bool:
    """Whether two functions do the same: a `def` in a loop makes another one in each round."""
    return (
        a.__code__ is b.__code__
        and a.__globals__ is b.__globals__
        and _are_identical(a.__closure__ or (), b.__closure__ or ())
        and _are_identical(a.__defaults__ or (), b.__defaults__ or ())
        and (a.__kwdefaults__ or {}).keys() == (b.__kwdefaults__ or {}).keys()
        and _are_identical((a.__kwdefaults__ or {}).values(), (b.__kwdefaults__ or {}).values())
        and _attributes(a) == _attributes(b) == set()
    )


def _attributes(function: FunctionType) -> set[str]:
    """The user's attributes of a function; conversion notes something there, too."""
    return set(vars(function)) - {MARK}


def _are_identical(a: Collection[Any], b: Collection[Any]) -> bool:
    return len(a) == len(b) and all(x is y for x, y in zip(a, b, strict=True))


class Optional(Form):
    """A form that is there on some ways; on the others there is None, or no value at all.

    Attributes:
        inner: The form.
        absent: `None`, an `Undefined`, or an `UndefinedReturnValue`: then nobody reads it, and no
            tensor says whether it is there.
    """

    def __init__(self, inner: Form, absent: Any) -> None:
        self.inner = inner
        self.absent = absent

    @property
    def is_flagged(self) -> bool:
        """Whether a tensor says if the value is there."""
        return not isinstance(self.absent, UndefinedReturnValue)

    @property
    def signature(self) -> Any:
        return "optional", type(self.absent).__name__, self.inner.signature

    @property
    def can_be_staged(self) -> bool:
        return self.inner.can_be_staged

    def joined(self, other: Form, joint: Joint) -> Form | None:
        if isinstance(other, Optional):
            if type(other.absent) is type(self.absent):
                return Optional(joint.join(self.inner, other.inner), self.absent)
            if _absence_rank(other.absent) < _absence_rank(self.absent):
                return Optional(joint.join(self, other.inner), other.absent)
        elif isinstance(other, Constant):
            if is_absent(other.value, self.absent):
                return self.on_one_way(joint)
            if _absence_rank(other.value) < _absence_rank(self.absent):
                return Optional(self.on_one_way(joint), other.value)
        return Optional(joint.join(self.inner, other), self.absent)

    def leaves(self, value: Any) -> list[Any]:
        is_undefined = isinstance(self.absent, Undefined)
        if isinstance(value, PerhapsUndefined if is_undefined else PerhapsNone) and self.is_flagged:
            return [value.is_there, *self.inner.leaves(value.held)]
        if is_absent(value, self.absent):
            if is_undefined:
                value.is_carried = True
            return self.placeholders()
        flag = [True] if self.is_flagged else []
        return [*flag, *self.inner.leaves(value)]

    def leaf_forms(self) -> list[Leaf]:
        flag = [Leaf(dtypes.bool_, TensorShape([]))] if self.is_flagged else []
        return [*flag, *self.inner.leaf_forms()]

    def on_one_way(self, joint: Joint) -> Form:
        return Optional(self.inner.on_one_way(joint), self.absent)

    def by_value(self) -> Form:
        return Optional(self.inner.by_value(), self.absent)

    def build(self, tensors: Iterator[Any]) -> Any:
        if not self.is_flagged:
            return self.inner.build(tensors)
        is_there = next(tensors)
        value = self.inner.build(tensors)
        if self.absent is None:
            if isinstance(is_there, Tensor) and not isinstance(is_there, SymbolicTensor):
                return value if bool(is_there) else None  # The function has run.
            return PerhapsNone(is_there, value)
        return PerhapsUndefined(is_there, value, self.absent)


# Kinds of absence, the outermost first.
_ABSENCES = (UndefinedReturnValue, Undefined, type(None))
_VALUE = len(_ABSENCES)


def _absence_rank(absent: Any) -> int:
    """What is further out: not returned yet, undefined, None; then values."""
    return _ABSENCES.index(type(absent)) if type(absent) in _ABSENCES else _VALUE


def is_absent(value: Any, absent: Any) -> bool:
    """Whether a value is the absence that an optional form speaks of."""
    if absent is None:
        return value is None
    return type(value) is type(absent)
