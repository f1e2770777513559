"""`tensorflow.python.framework.ops._gradient_registry` and `python.eager.execute.record_gradient`.

Libraries that explain models (DeepLIFT, Shapley values) write other gradient rules into the registry, an op
at a time, differentiate, and write the first ones back:

    entry = _gradient_registry._registry["Relu"]
    original, entry["type"] = entry["type"], rescaled    # the rule of Relu is `rescaled(op, gradient)`
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from types import FunctionType
from typing import Any

from stagelight.autodiff.registered_gradients import OVERRIDES, REGISTERED
from stagelight.core import registry
from stagelight.core.dispatch import CONTEXT
from stagelight.core.indexed_slices import IndexedSlices

Rule = Callable[..., Any]

_RULE, _LOCATION = "type", "location"

# TF: file, line, function, text, and frame of the code that registered the rule.
_UNKNOWN_LOCATION = ("UNKNOWN",) * 5


@functools.cache
def _rule_of_op(name: str) -> Rule | None:
    """The gradient rule of an op as TensorFlow has it: one tensor for one input, else a list."""
    op_def = registry.lookup(name)
    if op_def.gradient is None:
        return None
    rule = op_def.gradient

    def differentiate(op: Any, *output_gradients: Any) -> Any:
        if not op_def.takes_slices:
            output_gradients = tuple(
                x.to_dense() if isinstance(x, IndexedSlices) else x for x in output_gradients
            )
        found = rule(op, *output_gradients)
        found = list(found) if isinstance(found, (list, tuple)) else [found]
        # A rule may return a function in place of a gradient, which computes it.
        found = [x() if type(x) is FunctionType else x for x in found]
        return found[0] if len(found) == 1 else found

    return differentiate


class RegistryEntry(dict[str, Any]):
    """What is registered for a name: `type`, the rule, and `location`. Setting `type` replaces the rule."""

    def __init__(self, name: str, rule: Rule | None) -> None:
        super().__init__({_RULE: rule, _LOCATION: _UNKNOWN_LOCATION})
        self._name = name

    def __setitem__(self, key: str, value: Any) -> None:
        super().__setitem__(key, value)
        if key == _RULE:
            _set_rule(self._name, value)


def _set_rule(name: str, rule: Rule | None) -> None:
    if not registry.is_known(name):
        REGISTERED[name] = rule
    elif rule is _rule_of_op(name):
        OVERRIDES.pop(name, None)
    else:
        OVERRIDES[name] = rule


class _Entries(MutableMapping[str, RegistryEntry]):
    """The entries by name of op or of `tf.RegisterGradient`. Deleting that of an op restores its own rule."""

    def __getitem__(self, name: str) -> RegistryEntry:
        for rules in (OVERRIDES, REGISTERED):
            if name in rules:
                return RegistryEntry(name, rules[name])
        if not registry.is_known(name):
            raise KeyError(name)
        return RegistryEntry(name, _rule_of_op(name))

    def __setitem__(self, name: str, entry: dict[str, Any]) -> None:
        _set_rule(name, entry[_RULE])

    def __delitem__(self, name: str) -> None:
        rules = OVERRIDES if registry.is_known(name) else REGISTERED
        if name not in rules and not registry.is_known(name):
            raise KeyError(name)
        rules.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        return iter([*registry.op_names(), *REGISTERED])

    def __len__(self) -> int:
        return len(registry.op_names()) + len(REGISTERED)


class GradientRegistry:
    """The registered gradient rules: `_registry` maps names to entries."""

    def __init__(self) -> None:
        self._registry = _Entries()

    def lookup(self, name: str) -> Rule | None:
        """The rule of a name, None for what has no gradient.

        Raises:
            LookupError: nothing is registered by this name.
        """
        if name not in self._registry:
            raise LookupError(f"gradient registry has no entry for: {name}")
        rule: Rule | None = self._registry[name][_RULE]
        return rule


GRADIENT_REGISTRY = GradientRegistry()


def record_gradient(
    op_name: str, inputs: Sequence[Any], attrs: Sequence[Any], outputs: Sequence[Any]
) -> None:
    """Records on the active tapes that an op computed outputs from inputs.

    Ops record themselves. A library that puts another function in the place of this one changes nothing
    about that.

    Args:
        op_name: the op, whose gradient rule applies.
        inputs: its inputs.
        attrs: its attrs: name, value, name, value...
        outputs: what it computed.
    """
    op_def = registry.lookup(op_name)
    named = dict(zip(attrs[::2], attrs[1::2], strict=True))
    for recorder in CONTEXT.recorders:
        recorder.record(op_def, list(inputs), named, list(outputs))
