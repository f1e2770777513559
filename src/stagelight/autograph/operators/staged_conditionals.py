"""`if` statements and conditional expressions over symbolic tensors.

Both branches are traced, each into a graph of its own. Then what they leave in the symbols, and in
objects, is matched, and one `If` operation gives the values that the graph carries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight.autograph.operators.dispatch import IF_EXP, IF_STMT
from stagelight.autograph.operators.element_copies import ELEMENT_COPIES, Noted
from stagelight.autograph.operators.exceptions import (
    HANDLERS,
    AlwaysRaises,
    as_python_tells_it,
    is_missing_value,
    is_raised_by_user,
)
from stagelight.autograph.operators.staged_aliases import AliasRelation
from stagelight.autograph.operators.staged_blocks import (
    Changes,
    Surroundings,
    form_at,
    names_of,
    value_before,
)
from stagelight.autograph.operators.staged_element_copies import note_paths, noted_paths
from stagelight.autograph.operators.staged_forms import Form, builds_of, is_python_value
from stagelight.autograph.operators.staged_joints import Joint, Words, form_of
from stagelight.autograph.operators.staged_speculation import SPECULATION
from stagelight.autograph.operators.staged_structures import held
from stagelight.autograph.operators.staged_truth import register_for_conditions, truth_of
from stagelight.autograph.operators.variables import UndefinedReturnValue
from stagelight.control_flow.branches import apply_branches
from stagelight.control_flow.conditionals import function_name
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.origins import origins_of_error, with_origins
from stagelight.graph.tracing import finish
from stagelight.ops.host.python_exceptions import fail_unless

WORDS = Words("in the main branch", "in the else branch", "Use tf.cast to make them agree.")


def staged_if(
    cond: Tensor,
    body: Callable[[], Any],
    orelse: Callable[[], Any],
    get_state: Callable[[], tuple[Any, ...]],
    set_state: Callable[[tuple[Any, ...]], None],
    symbol_names: tuple[str, ...],
    nouts: int,
    captured: int = 0,
) -> None:
    """An `if` statement as one operation; see `conditionals.if_stmt` for the arguments."""
    before = get_state()
    last = len(symbol_names) - captured

    def values_after(branch: Callable[[], Any]) -> Callable[[], tuple[Any, ...]]:
        def run() -> tuple[Any, ...]:
            state = None
            try:
                branch()
                state = get_state()
                return held((*state[:nouts], *state[last:]))
            finally:
                surroundings.put_back(set_state, before, state)

        return run

    surroundings = Surroundings((body, orelse), set_state, before)
    results = conditional(
        cond,
        values_after(body),
        values_after(orelse),
        (*symbol_names[:nouts], *symbol_names[last:]),
        surroundings,
        captured,
    )
    surroundings.deliver(set_state, (*results[:nouts], *before[nouts:last], *results[nouts:]))


def staged_if_expression(
    cond: Tensor, if_true: Callable[[], Any], if_false: Callable[[], Any], expr_repr: str
) -> Any:
    """A conditional expression as one operation; see `conditionals.if_exp`."""
    return either(cond, if_true, if_false, f"the value of '... if {expr_repr}'")


def either(cond: Tensor, if_true: Callable[[], Any], if_false: Callable[[], Any], name: str) -> Any:
    """The value of one of two functions, chosen when the graph runs."""
    (result,) = conditional(
        cond,
        lambda: (held(if_true()),),
        lambda: (held(if_false()),),
        (name,),
        Surroundings((if_true, if_false)),
    )
    return result


def conditional(
    cond: Tensor,
    if_true: Callable[[], tuple[Any, ...]],
    if_false: Callable[[], tuple[Any, ...]],
    names: Sequence[str],
    surroundings: Surroundings | None = None,
    captured: int = 0,
) -> tuple[Any, ...]:
    """The values of one of two functions, chosen when the graph runs.

    Args:
        cond: a scalar.
        if_true, if_false: give the same number of values.
        names: what the values are called, for messages.
        surroundings: the objects that the functions may change; by default what they reach.
        captured: how many of the values, counted from the last, only closures may read.

    Raises:
        TypeError: the branches do not agree.
        ValueError: the condition is no scalar.
    """
    if surroundings is None:
        surroundings = Surroundings((if_true, if_false))
    cond = convert_to_tensor(truth_of(cond))
    with CONTEXT.stage.name_scope("cond") as scope:
        ways = [
            _Way(function_name(scope, word), function, surroundings)
            for word, function in (("true", if_true), ("false", if_false))
        ]
        last = len(names) - captured
        joints = []
        for i, (name, a, b) in enumerate(
            zip(names, *[way.values_for(names) for way in ways], strict=True)
        ):
            joint = Joint(name, WORDS, a, b, surroundings.existed)
            form = joint.form() if i < last else joint.form_of_captured(form_of(a))
            joints.append((form, a, b))
        with ways[1].graph.as_default():
            _compare(joints)
        left = {owner for way in ways for owner in way.left_owners}
        for way in ways:  # Of what another way puts away no symbol tells.
            way.tell_changes_of(left)
        places = names_of([way.changes for way in ways])
        for key, place in places.items():
            a, b = (way.value_of(key, place) for way in ways)
            joints.append((form_at(place, a, b, WORDS, surroundings.existed), a, b))
        for way, side in zip(ways, (1, 2), strict=True):
            surroundings.restore_copies()
            with way.graph.as_default():
                outputs = [passed_on(x) for joint in joints for x in joint[0].leaves(joint[side])]
            surroundings.refuse_changed_elements(way.changes, way.changed)
            way.copies |= ELEMENT_COPIES.noted()
            finish(way.graph, outputs)  # type: ignore[arg-type]
        flat = apply_branches(False, cond, [way.graph for way in ways], scope)
        remaining = iter([raw.Identity(x) for x in flat])
    if all(way.failure is not None for way in ways):
        raise ways[0].failure  # type: ignore[misc]
    builds = builds_of([form for form, _, _ in joints], remaining)
    written = surroundings.write_all([*places.values()], builds[len(names) :])
    results = [*[build() for build in builds[: len(names)]], *written]
    for way in ways:
        ELEMENT_COPIES.add(way.copies)
    ELEMENT_COPIES.renew()
    aliases = AliasRelation()
    for side, way in enumerate(ways, 1):
        aliases.learn([joint[side] for joint in joints], way.copies)
    aliases.note(results)
    for result, (_, *values) in zip(results, joints, strict=True):
        for way, value in zip(ways, values, strict=True):
            note_paths(result, noted_paths(value, way.copies))
    return tuple(results[: len(names)])


class _Way:
    """One branch, traced: its graph, its values, and what it changes in objects."""

    def __init__(
        self, name: str, function: Callable[[], tuple[Any, ...]], surroundings: Surroundings
    ) -> None:
        self.graph = FuncGraph(name, CONTEXT.stage)
        self.values: tuple[Any, ...] | None = None
        self.changes: Changes = {}
        self.contents: dict[Any, Any] = {}
        self.copies: Noted = {}
        self.changed: list[Any] = []
        self.changed_symbols: Changes = {}
        self.left_owners: set[int] = set()
        self.failure: BaseException | None = None
        handlers = HANDLERS.count()
        with self.graph.as_default():
            try:
                surroundings.begin_block()
                self.values = function()
                self.copies = surroundings.end_block()
                self.changed = surroundings.changed
                self.changed_symbols = surroundings.changed_symbols
                self.left_owners = surroundings.left_owners
                self.contents = surroundings.contents
                self.changes = surroundings.changes()
            except AlwaysRaises as error:
                self.failure = error
            except RecursionError:
                raise  # Whoever began the recursion stages it.
            except Exception as error:
                if is_raised_by_user(error):
                    HANDLERS.refuse(error, handlers)
                    self.failure = staged_exception(error)
                elif SPECULATION.takes_failure():
                    self.failure = error
                elif is_missing_value(error):  # Python's error, if the branch is taken.
                    HANDLERS.refuse(error, handlers)
                    self.failure = staged_exception(as_python_tells_it(error))
                else:
                    raise
            finally:
                surroundings.restore()

    def tell_changes_of(self, owners: set[int]) -> None:
        """Counts changes of symbols such as `box.x` of some owners, by identity, as changes of these."""
        for key, (place, value) in self.changed_symbols.items():
            if id(place.owner) in owners:
                self.changes.setdefault(key, (place, value))

    def values_for(self, names: Sequence[str]) -> Sequence[Any]:
        """What the branch leaves in the symbols; nothing that anybody reads, if it was left."""
        if self.values is None:
            return [UndefinedReturnValue() for _ in names]
        return self.values

    def value_of(self, key: Any, place: Any) -> Any:
        """What the branch leaves in a place."""
        if self.values is None:
            return UndefinedReturnValue()
        if key in self.changes:
            return self.changes[key][1]
        return self.contents[key] if key in self.contents else value_before(place)


def _compare(joints: Sequence[tuple[Form, Any, Any]]) -> None:
    """Makes constants of the Python values on both ways, as TensorFlow does to compare dtypes.

    Nobody reads them, but its graphs have them.
    """
    for form, first, second in joints:
        for pair in zip(form.leaves(first), form.leaves(second), strict=True):
            for leaf in pair:
                if is_python_value(leaf):
                    convert_to_tensor(leaf)


def staged_exception(error: Exception) -> AlwaysRaises:
    """Makes an exception of traced code an assertion of the graph, which fails wherever it runs."""
    text = error.args[0] if len(error.args) == 1 else str(error)
    if not isinstance(text, (str, bytes, Tensor)):
        text = str(text)
    operation = fail_unless(False, type(error), text)
    operation.origins = with_origins(origins_of_error(error), operation.origins)
    return AlwaysRaises()


def passed_on(leaf: Any) -> Tensor:
    """A leaf as the output of a block: behind an `Identity` of its own."""
    return raw.Identity(convert_to_tensor(leaf))


register_for_conditions(IF_STMT, staged_if)
register_for_conditions(IF_EXP, staged_if_expression)
