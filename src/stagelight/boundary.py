"""The boundary between the user's program and the library: the entry points that calls from outside pass.

    def tanh(x, name=None): ...             the implementation
    entry_point(tanh)                       what users call: the same signature, and
                                                try:
                                                    return tanh(x, name)
                                                except BaseException as error:
                                                    ...     # other forms, or the error's way out

An entry point does three things that the implementation need not know of:

    an error that leaves it     goes by `when_leaving`'s action, which takes the library's frames out of its
                                traceback
    arguments that it refuses   (`REFUSALS`) are shown to `when_refused`'s action, which may know another form
                                of the function: composites bring theirs
    redirection                 (`redirect`) lets all calls go elsewhere first, with the arguments as they
                                were given: how programs and libraries override public functions

An entry point has the parameters of its implementation, so that a call costs one Python call more, about
20 ns, and builds no tuple or dict. Functions for which that is too much are written with the `except` in
their own source, call `leave`, and are marked by `guards_itself`; so are those that raise nothing.
"""

from __future__ import annotations

import functools
import inspect
import sys
import weakref
from collections.abc import Callable, Iterator
from functools import cache, partial
from types import CellType, CodeType, FrameType, FunctionType
from typing import Any, TypeVar

T = TypeVar("T")
Function = Callable[..., Any]

_PACKAGE = __name__.partition(".")[0]

# What a function raises whose arguments are of classes that it does not take.
REFUSALS = (AttributeError, TypeError, ValueError)

# The end of an iteration, of a program.
_NO_ERRORS = (StopIteration, KeyboardInterrupt, SystemExit, GeneratorExit)

# Methods without entry points. Python turns errors of the first five into a missing attribute or a printed
# line, calls `__hash__` in every look-up, and the others while it makes a class.
_UNGUARDED_METHODS = {
    *("__getattr__", "__getattribute__", "__del__", "__repr__", "__str__", "__hash__"),
    *("__init_subclass__", "__class_getitem__", "__set_name__", "__subclasshook__"),
}
_SUSPENDED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class _Actions:
    """What is done at the boundary: set by the modules that know.

    Attributes:
        leaving: what errors meet.
        refused: gives another form of a function for arguments that it refused, or None.
    """

    leaving: Callable[[BaseException], object] | None = None
    refused: Callable[[Function, tuple[Any, ...], dict[str, Any]], Function | None] | None = None


ACTIONS = _Actions()


def when_leaving(action: Callable[[BaseException], object]) -> None:
    """Sets what is done with each error that leaves an entry point."""
    ACTIONS.leaving = action


def when_refused(
    action: Callable[[Function, tuple[Any, ...], dict[str, Any]], Function | None],
) -> None:
    """Sets what knows other forms: `action(implementation, args, kwargs)` gives a function, or None."""
    ACTIONS.refused = action


def leave(error: BaseException) -> None:
    """Tells the action of an error that is about to leave the library; whoever caught it raises it again."""
    if ACTIONS.leaving is not None and not isinstance(error, _NO_ERRORS):
        ACTIONS.leaving(error)


def apply(implementation: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The result of an implementation, or of the form that its arguments bring where it refuses them."""
    try:
        return implementation(*args, **kwargs)
    except REFUSALS:
        form = _other_form(implementation, args, kwargs)
        if form is None:
            raise
    return form(*args, **kwargs)


def _other_form(
    implementation: Function, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Function | None:
    return None if ACTIONS.refused is None else ACTIONS.refused(implementation, args, kwargs)


def _after_error(
    error: BaseException, implementation: Function, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Callable[[], Any] | None:
    """What an entry point does in the place of its implementation, which raised; None: it raises, too."""
    if isinstance(error, REFUSALS):
        form = _other_form(implementation, args, kwargs)
        if form is not None:
            return partial(_call_guarded, form, args, kwargs)
    leave(error)
    return None


def _call_guarded(function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    try:
        return function(*args, **kwargs)
    except BaseException as error:
        leave(error)
        raise


# Files whose frames pass calls on.
_CARRIERS = {__file__}


def carries_calls(filename: str) -> None:
    """Says that the functions of a file pass calls on, as entry points do."""
    _CARRIERS.add(filename)


def calling_frame(depth: int) -> FrameType:
    """The frame that called the function `depth` calls above: entry points are passed over."""
    frame: Any = sys._getframe(depth + 1)
    while frame.f_code.co_filename in _CARRIERS and frame.f_back is not None:
        frame = frame.f_back
    found: FrameType = frame
    return found


# ---------------------------------------------------------------------------- entry points

_ENTRY_POINTS: weakref.WeakSet[FunctionType] = weakref.WeakSet()
# Implementation -> its entry point, which holds it.
_ENTRY_POINT_OF: weakref.WeakKeyDictionary[FunctionType, weakref.ref[FunctionType]] = (
    weakref.WeakKeyDictionary()
)
_GUARDS_ITSELF: weakref.WeakSet[FunctionType] = weakref.WeakSet()


def guards_itself(function: T) -> T:
    """Marks a function as its own entry point: its source has the `except` of one, or it raises nothing."""
    _GUARDS_ITSELF.add(function)  # type: ignore[arg-type]
    return function


def entry_point(function: FunctionType) -> FunctionType:
    """The entry point of a function: of the same signature, name and documentation. One for each function."""
    if is_entry_point(function):
        return function
    known = _ENTRY_POINT_OF.get(function)
    made = None if known is None else known()
    if made is None:
        made = _make_entry_point(function)
        _ENTRY_POINTS.add(made)
        _ENTRY_POINT_OF[function] = weakref.ref(made)
    return made


def is_entry_point(function: Any) -> bool:
    """Whether a value is an entry point."""
    return isinstance(function, FunctionType) and function in _ENTRY_POINTS


def implementation_of(function: Function) -> Function:
    """What an entry point calls; of another function, the function itself."""
    return function.__wrapped__ if is_entry_point(function) else function  # type: ignore[attr-defined]


def guarded(definition: T) -> T:
    """The definition as users meet it: a function's entry point, or a class with those of its methods.

    Generators and coroutines are left as they are: they run when they are resumed.
    """
    if not _is_ours(definition):
        return definition
    if isinstance(definition, FunctionType):
        return _guarded_function(definition)  # type: ignore[return-value]
    if isinstance(definition, type):
        for kind in definition.__mro__:
            if _is_ours(kind) and kind not in _GUARDED_CLASSES:
                _GUARDED_CLASSES.add(kind)
                for name, member in _guarded_members(kind):
                    setattr(kind, name, member)
    return definition


_GUARDED_CLASSES: set[type] = set()


def _guarded_function(function: FunctionType) -> FunctionType:
    if function in _GUARDS_ITSELF or function.__code__.co_flags & _SUSPENDED:
        return function
    return entry_point(function)


def _is_ours(definition: Any) -> bool:
    module = getattr(definition, "__module__", None)
    return isinstance(module, str) and module.partition(".")[0] == _PACKAGE


def _guarded_members(kind: type) -> Iterator[tuple[str, Any]]:
    """The methods of a class that users call, with their entry points in place of themselves."""
    for name, member in list(vars(kind).items()):
        is_special = name.startswith("__") and name.endswith("__")
        if name in _UNGUARDED_METHODS or (name.startswith("_") and not is_special):
            continue
        function = member.__func__ if isinstance(member, (classmethod, staticmethod)) else member
        if not isinstance(function, FunctionType) or not _is_ours(function):
            continue
        made = _guarded_function(function)
        if made is not function:
            yield name, made if function is member else type(member)(made)


# What the parameters of an implementation are: how many by position only, how many by position, whether there
# are `*args`, the names of those by keyword only, whether there are `**kwargs`.
_Parameters = tuple[int, int, bool, tuple[str, ...], bool]


def _make_entry_point(function: FunctionType) -> FunctionType:
    code = function.__code__
    count = code.co_argcount
    total = count + code.co_kwonlyargcount
    has_args = bool(code.co_flags & inspect.CO_VARARGS)
    has_kwargs = bool(code.co_flags & inspect.CO_VARKEYWORDS)
    names = code.co_varnames
    template = _template((code.co_posonlyargcount, count, has_args, names[count:total], has_kwargs))
    made = FunctionType(
        template.replace(
            co_varnames=(*names[: total + has_args + has_kwargs], *template.co_varnames[-2:]),
            co_name=code.co_name,
            co_qualname=code.co_qualname,
        ),
        globals(),
        function.__name__,
        function.__defaults__,
        (CellType(function),),
    )
    functools.update_wrapper(made, function)
    made.__kwdefaults__ = function.__kwdefaults__
    return made


@cache
def _template(parameters: _Parameters) -> CodeType:
    """The code of entry points whose implementations have such parameters; their names are put in later."""
    of_position_only, count, has_args, keyword_only, has_kwargs = parameters
    by_position = [f"_{i}" for i in range(count)]
    declared = by_position.copy()
    if of_position_only:
        declared.insert(of_position_only, "/")
    values, keywords = by_position.copy(), [f"{name}={name}" for name in keyword_only]
    if has_args:
        declared.append("*_args")
        values.append("*_args")
    elif keyword_only:
        declared.append("*")
    declared += keyword_only
    if has_kwargs:
        declared.append("**_kwargs")
        keywords.append("**_kwargs")
    passed = ", ".join(values + keywords)
    positions = "".join(f"{value}, " for value in values)
    names = ", ".join(
        [f"{name!r}: {name}" for name in keyword_only] + keywords[len(keyword_only) :]
    )
    text = f"""
def make(_call):
    def entry({", ".join(declared)}):
        try:
            return _call({passed})
        except BaseException as _error:
            _other = _after_error(_error, _call, ({positions}), {{{names}}})
            if _other is None:
                raise
        return _other()
    return entry
"""
    module = compile(text, __file__, "exec")
    make = next(c for c in module.co_consts if isinstance(c, CodeType))
    return next(c for c in make.co_consts if isinstance(c, CodeType))


# ---------------------------------------------------------------------------- redirection


class _Omitted:
    """The default of every parameter of a redirected entry point: the argument was not given."""

    def __repr__(self) -> str:
        return "<omitted>"


_OMITTED: Any = _Omitted()


def redirect(entry: FunctionType, target: Callable[[tuple[Any, ...], dict[str, Any]], Any]) -> None:
    """Lets the calls of an entry point go to `target(args, kwargs)`, with the arguments that were given.

    Those that stand by position come so, but for those behind one that was not given. `implementation_of` is
    what was called before, and is called after `restore`.
    """
    function = implementation_of(entry)
    assert isinstance(function, FunctionType)
    entry.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]

    def pass_on(*values: Any, **keywords: Any) -> Any:
        count = next((i for i, x in enumerate(values) if x is _OMITTED), len(values))
        given = {
            name: x
            for name, x in zip(names[count:], values[count:], strict=False)
            if x is not _OMITTED
        }
        given.update((name, x) for name, x in keywords.items() if x is not _OMITTED)
        return target(values[:count], given)

    entry.__defaults__ = tuple(_OMITTED for _ in function.__defaults__ or ()) or None
    entry.__kwdefaults__ = dict.fromkeys(function.__kwdefaults__ or (), _OMITTED) or None
    _cell(entry).cell_contents = pass_on


def restore(entry: FunctionType) -> None:
    """Ends a redirection."""
    function = implementation_of(entry)
    assert isinstance(function, FunctionType)
    entry.__defaults__, entry.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    _cell(entry).cell_contents = function
    del entry.__signature__  # type: ignore[attr-defined]
    vars(entry).update(vars(function))


def _cell(entry: FunctionType) -> CellType:
    assert entry.__closure__ is not None
    return entry.__closure__[0]
