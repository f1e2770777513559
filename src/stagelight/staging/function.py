"""`tf.function`: stages a Python function, one graph for each kind of input.

call -> it has a plan (call_plans): run that
     -> key of the arguments (trace_types.encode) -> a trace is known: call it
                                                  -> none yet: trace the Python function once
"""

from __future__ import annotations

import abc
import sys
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stagelight import config, nest
from stagelight.autograph.operators import calls
from stagelight.autograph.options import STANDARD_OPTIONS
from stagelight.boundary import guards_itself, leave
from stagelight.core.dispatch import CONTEXT
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.graph.graph_text import text_beside_source
from stagelight.public import public
from stagelight.runtime.executors import prepare_executor
from stagelight.staging.atomic_function import Callable as CallableFunction
from stagelight.staging.bound_function import BoundFunction
from stagelight.staging.call_plans import OTHER
from stagelight.staging.call_signature import CallSignature
from stagelight.staging.concrete_function import ConcreteFunction, name_inputs
from stagelight.staging.function_spec import FunctionSpec
from stagelight.staging.function_types import type_of_function
from stagelight.staging.line_lock import LineLock
from stagelight.staging.retraces import TraceReports, explained, warn_of_storm
from stagelight.staging.trace_cache import TraceCache
from stagelight.staging.trace_types import (
    IdentityKey,
    common_types,
    encode_call,
    is_own_key,
    remember_objects,
    varying_parts,
    varying_types,
    with_types,
)
from stagelight.staging.tracer import Tracer
from stagelight.types.function_type import FunctionType
from stagelight.types.specs import TensorSpec

# One trace at a time in the process: functions that call each other would wait for each other.
_tracing = LineLock(lambda: _being_traced.clear())  # In a forked child that thread is gone.
# The function and key of each trace that is being made.
_being_traced: set[tuple[int, Any]] = set()


class _RecursiveTrace(Exception):
    """A function calls itself with arguments of the kind for which it is being traced."""


@public(
    "types.experimental.GenericFunction",
    "types.experimental.PolymorphicFunction",
    "__internal__.function.Function",
)
class Function(metaclass=abc.ABCMeta):  # noqa: B024
    """A staged Python function. Made by `tf.function`.

    Calls with arguments of a known kind run a graph; a new kind of arguments is traced first.
    """

    _is_saved_with_objects = True

    def __init__(
        self,
        python_function: Callable[..., Any],
        name: str | None = None,
        input_signature: Any = None,
        autograph: bool = True,
        jit_compile: bool | None = None,
        reduce_retracing: bool = False,
        experimental_autograph_options: Any = None,
        attributes: Mapping[str, Any] | None = None,
        instance: Callable[[], Any] | None = None,
    ) -> None:
        self._python_function = python_function
        self._options = {
            "input_signature": input_signature,
            "autograph": autograph,
            "jit_compile": jit_compile,
            "reduce_retracing": reduce_retracing,
            "experimental_autograph_options": experimental_autograph_options,
            "attributes": attributes,
        }
        self._reduce_retracing = reduce_retracing
        self._instance = instance
        bound = python_function if instance is None else python_function.__get__(instance())
        self._signature = CallSignature(bound, input_signature)
        if name is not None:
            self._signature.name = name
        self._simple_count = self._signature.simple_count
        self._has_input_signature = input_signature is not None
        self._traces = TraceCache()
        self._tracer = Tracer(
            python_function,
            self._signature,
            instance,
            converts=autograph,
            optional_features=experimental_autograph_options,
            must_compile=bool(jit_compile),
            attributes=attributes or {},
        )
        self._descriptor_cache: dict[int, Function] = {}
        self.__name__ = self._signature.name
        self.__qualname__ = getattr(python_function, "__qualname__", self.__name__)
        self.__doc__ = getattr(python_function, "__doc__", None)
        self.__module__ = getattr(python_function, "__module__", __name__)
        self.__wrapped__ = python_function
        self.__signature__ = self._signature.signature  # what `inspect` shows of the function
        # As `functools.wraps` does: what the function, or the object that is called, has.
        for attribute, value in getattr(python_function, "__dict__", {}).items():
            self.__dict__.setdefault(attribute, value)

    @property
    def python_function(self) -> Callable[..., Any]:
        """The Python function that is staged; of a method that of the object, which is bound."""
        if self._instance is None:
            return self._python_function
        return self._python_function.__get__(self._instance())

    @property
    def function_spec(self) -> FunctionSpec:
        """The parameters, as libraries ask for them."""
        return FunctionSpec(
            self.function_type,
            dict(self._signature.defaults),
            self.input_signature,
            self.python_function,
            self._options["jit_compile"],
        )

    @property
    def name(self) -> str:
        """The function's name."""
        return self._signature.name

    @property
    def input_signature(self) -> Any:
        """The specs given to `tf.function`, None when there are none."""
        return self._signature.input_signature

    @property
    def function_type(self) -> FunctionType:
        """The parameters, with the types that an `input_signature` gives them."""
        return type_of_function(self._signature)

    def experimental_get_tracing_count(self) -> int:
        """How many traces were made so far."""
        return self._tracer.count

    def explain_traces(self) -> TraceReports:
        """Why each trace was made: a `TraceReport` for each, of a method for each living object.

        >>> @tf.function
        ... def scale(x, by):
        ...     return x * by
        >>> results = [scale(tf.constant(1), by) for by in (2, 3)]
        >>> print(scale.explain_traces()[1].causes[0])
        argument by: 2 -> 3 (a Python number that is only used as data)
        """
        return explained(
            self._signature, [f._traces for f in (self, *self._descriptor_cache.values())]
        )

    def graph_text(self, *args: Any, **kwargs: Any) -> str:
        """The graph of a trace as text, each operation beside the user's line that made it.

        Args:
            *args: arguments, or `tf.TensorSpec`s, that say which trace; without any the newest one.
            **kwargs: the same, by name.

        Raises:
            ValueError: there is no trace yet, and no arguments.
        """
        if args or kwargs or self._signature.input_signature is not None:
            concrete = self.get_concrete_function(*args, **kwargs)
        elif self._traces.by_key:
            concrete = next(reversed(self._traces.by_key.values()))
        else:
            raise ValueError(f"{self.__name__} has no trace yet: call it, or give arguments.")
        return text_beside_source(concrete.graph)

    def experimental_get_compiler_ir(self, *args: Any, **kwargs: Any) -> Callable[..., str]:
        """`f.experimental_get_compiler_ir(x)(stage="loops")`: see `ConcreteFunction.compiler_ir`."""
        concrete = self.get_concrete_function(*args, **kwargs)
        given = [x for x in nest.flatten((args, kwargs)) if isinstance(x, (Tensor, TensorSpec))]
        return lambda stage="loops", **_: concrete.compiler_ir(given, stage)

    def pretty_printed_concrete_signatures(self, verbose: bool = True) -> str:
        """The signatures of all traces, in the order in which they were made."""
        traces = self._list_all_concrete_functions()
        return "\n\n".join(trace.pretty_printed_signature(verbose) for trace in traces)

    def _list_all_concrete_functions(self) -> list[ConcreteFunction]:
        return self._traces.distinct()

    def _trackable_children(self, save_type: str = "checkpoint", **_: Any) -> dict[str, Any]:
        """The traces, for those who save them; checkpoints have none of functions."""
        traces = () if save_type == "checkpoint" else self._list_all_concrete_functions()
        return {f"trace_{number}": trace for number, trace in enumerate(traces)}

    def _decorate(self, decorator: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
        """Puts a decorator around the Python function: libraries do it to methods that are staged.

        Raises:
            ValueError: it is traced already.
        """
        if self._tracer.count:
            raise ValueError("Functions cannot be decorated after they have been traced.")
        decorated = decorator(self._python_function)
        self.__init__(decorated, self._signature.name, instance=self._instance, **self._options)  # type: ignore[misc]

    def __repr__(self) -> str:
        return f"<{type(self).__module__}.{type(self).__name__} object at {id(self):#x}>"

    def __reduce_ex__(self, protocol: Any) -> Any:
        found: Any = sys.modules.get(self.__module__)
        for part in self.__qualname__.split("."):
            found = getattr(found, part, None)
        # By name where that leads here, as Python's functions are pickled.
        return self.__qualname__ if found is self else super().__reduce_ex__(protocol)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self
        return BoundFunction(self._method_of(instance), instance)

    def _method_of(self, instance: Any) -> Function:
        """This function for one object: it has traces of its own, which go when the object does."""
        key = id(instance)
        found = self._descriptor_cache.get(key)
        if found is None or found._instance is None or found._instance() is not instance:
            try:
                reference: Callable[[], Any] = weakref.ref(
                    instance, lambda _: self._descriptor_cache.pop(key, None)
                )
            except TypeError:
                reference = lambda: instance  # noqa: E731
            name = self._signature.name
            found = Function(self._python_function, name, instance=reference, **self._options)
            self._descriptor_cache[key] = found
        return found

    # Calling.

    @guards_itself
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            if config.current.run_functions_eagerly:
                return self._called_eagerly(args, kwargs)
            if kwargs or len(args) != self._simple_count:
                args, kwargs = self._signature.bind(args, kwargs)
            traces, plan = self._traces, self._traces.plan
            if plan is not None and not kwargs and (results := plan(args)) is not OTHER:
                return results
            tensors: list[Any] = []
            key = encode_call(args, kwargs, tensors)
            known = traces.by_call.get(key)
            if known is not None:
                return traces.trace_of_known(known, args, kwargs).call_flat(tensors)
            try:
                concrete, tensors = self._trace_of_call(key, args, kwargs, tensors)
            except _RecursiveTrace:
                if not self._has_input_signature:
                    raise calls.undeclared_recursion(self.__name__) from None
                return self._traced_in_place(args, kwargs)
            if concrete.for_first_call is not None:
                results = concrete.for_first_call.call_flat(tensors)
                concrete.for_first_call = None
                return results
            return concrete.call_flat(tensors)
        except BaseException as error:
            leave(error)
            raise

    def _traced_in_place(self, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """A call within the trace for calls of the same kind: AutoGraph finds out how it ends."""
        if self._instance is not None:
            args = (self._instance(), *args)
        return calls.converted_call(
            self._python_function, tuple(args), kwargs or None, None, STANDARD_OPTIONS
        )

    def in_place(self, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """Runs the Python function here, in the trace that is being made, converted if its own would be."""
        if CONTEXT.stage is None or not self._options["autograph"]:
            return self._called_eagerly(args, kwargs)
        return self._traced_in_place(args, kwargs)

    def like_this(self, python_function: Callable[..., Any]) -> Function:
        """Another function, which is not converted, staged with this one's options."""
        return Function(
            python_function,
            self.name,
            autograph=False,
            jit_compile=self._options["jit_compile"],
            reduce_retracing=self._reduce_retracing,
        )

    def _called_eagerly(self, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        if self._instance is not None:
            args = (self._instance(), *args)
        return self._python_function(*args, **kwargs)

    def trace_of(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> tuple[ConcreteFunction, list[Any]]:
        """The trace that a call has, made if need be, and the tensors that the call gives it."""
        return self._trace_of(*self._signature.bind(tuple(args), dict(kwargs)))

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """The trace for arguments of this kind; traces if there is none, and does not call.

        Args:
            *args: arguments, or `tf.TensorSpec`s in place of tensors.
            **kwargs: the same, by name.

        Returns:
            The `ConcreteFunction`.
        """
        if not args and not kwargs and self._signature.input_signature is not None:
            args = self._signature.input_signature
        args, kwargs = self._signature.bind(args, kwargs)
        concrete = self._trace_of(args, kwargs, is_only_traced=True)[0]
        name_inputs(concrete, (args, kwargs))
        return concrete

    def _trace_of_call(
        self, key: Any, args: Sequence[Any], kwargs: dict[str, Any], tensors: list[Any]
    ) -> tuple[ConcreteFunction, list[Any]]:
        """The trace of a bound call that was not seen before, and its tensors.

        The call is remembered if the tensors are given to the trace as they are.
        """
        concrete, given = self._trace_of(args, kwargs)
        if concrete.for_first_call is not None:
            return concrete, given
        if concrete.graph.enclosing_graph is None and len(given) == len(tensors):
            if all(a is b for a, b in zip(given, tensors, strict=True)):
                self._traces.note_call(key, concrete)
        return concrete, given

    def _trace_of(
        self, args: Sequence[Any], kwargs: dict[str, Any], is_only_traced: bool = False
    ) -> tuple[ConcreteFunction, list[Any]]:
        """The trace for bound arguments, made if need be, and their tensors."""
        args, kwargs = self._signature.fit(tuple(args), kwargs)
        tensors: list[Any] = []
        key = encode_call(args, kwargs, tensors)
        if self._has_input_signature:
            key = self._signature_key(args, kwargs)
        concrete = self._known(key)
        if concrete is None:
            prepare_executor()
            with _tracing:
                concrete = self._known(key)
                if concrete is None:
                    traced = (id(self), key)
                    if traced in _being_traced:
                        raise _RecursiveTrace
                    _being_traced.add(traced)
                    try:
                        args = self._signature.for_tracing(args)
                        concrete = self._trace(key, args, kwargs, tensors, is_only_traced)
                    finally:
                        _being_traced.discard(traced)
        if any(map(is_own_key, varying_parts(key))) and key not in self._traces.by_key:
            # The trace has a wider type, which takes the argument apart in its way.
            tensors = concrete.argument_tensors(args, kwargs)
        return concrete, tensors

    def _signature_key(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Every call that fits the input_signature has the signature's own key."""
        specs = tuple(self._signature.input_signature or ())
        return encode_call((*specs, *args[len(specs) :]), kwargs, [])

    def _known(self, key: Any) -> ConcreteFunction | None:
        if CONTEXT.stage is not None:
            found = self._traces.by_key.get((key, IdentityKey(CONTEXT.stage)))
            if found is not None:
                return found
        found = self._traces.by_key.get(key)
        if found is None:
            found = self._traces.serving(key)
        return found

    def _trace(
        self,
        key: Any,
        args: Sequence[Any],
        kwargs: dict[str, Any],
        tensors: Sequence[Any],
        is_only_traced: bool,
    ) -> ConcreteFunction:
        types = varying_types(key)
        alike = self._traces.alike(key) if self._reduce_retracing else None
        if alike is not None and (common := common_types(key, alike)) is not None:
            types = common
            key = with_types(key, iter(types))
        concrete = self._tracer.trace(args, kwargs, types, tensors, is_only_traced)
        if concrete.graph.enclosing_graph is not None:
            if all(isinstance(t, EagerTensor) for t in concrete.graph.external_captures):
                concrete.graph.enclosing_graph = None  # It stands on its own.
            else:
                key = (key, IdentityKey(concrete.graph.enclosing_graph))
        remember_objects(key)
        self._traces.add(key, concrete)
        if CONTEXT.stage is None:
            warn_of_storm(self._python_function, self._signature, self._traces)
        return concrete


calls.autograph_artifact(Function)
CallableFunction.register(Function)
Function.register(BoundFunction)  # A staged method is a `PolymorphicFunction` too.
