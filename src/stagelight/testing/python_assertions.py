"""Assertions about Python's own values: containers, texts, errors, classes and commands."""

from __future__ import annotations

import dataclasses
import json
import re
import subprocess
import unittest
from collections.abc import (
    Callable,
    Container,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
    Set,
    Sized,
)
from contextlib import AbstractContextManager, contextmanager
from numbers import Number
from typing import Any
from urllib import parse


class PythonAssertions(unittest.TestCase):
    """A `unittest.TestCase` with further assertions about Python's values."""

    def _refuse(self, standard: str, msg: str | None) -> None:
        self.fail(standard + (f" : {msg}" if msg else ""))

    # -- sizes and bounds

    def assertLen(self, container: Sized, expected_len: int, msg: str | None = None) -> None:
        """Fails unless a container has a length."""
        if len(container) != expected_len:
            self._refuse(
                f"{container!r} has length of {len(container)}, expected {expected_len}.", msg
            )

    def assertEmpty(self, container: Sized, msg: str | None = None) -> None:
        """Fails unless a container is empty."""
        if len(container):
            self._refuse(f"{container!r} has length of {len(container)}.", msg)

    def assertNotEmpty(self, container: Sized, msg: str | None = None) -> None:
        """Fails if a container is empty."""
        if not len(container):
            self._refuse(f"{container!r} has length of 0.", msg)

    def assertBetween(self, value: Any, minv: Any, maxv: Any, msg: str | None = None) -> None:
        """Fails unless a number is between two bounds or equal to one."""
        if not minv <= value <= maxv:
            self._refuse(f"{value!r} unexpectedly not between {minv!r} and {maxv!r}", msg)

    def assertTotallyOrdered(self, *groups: Iterable[Any], msg: str | None = None) -> None:
        """Fails unless all comparisons agree with the order of groups of equal objects."""
        rows = [list(group) for group in groups]
        for i, group in enumerate(rows):
            for a in group:
                for b in group:
                    self._require_equal_order(a, b, msg)
                for b in (item for later in rows[i + 1 :] for item in later):
                    self._require_less(a, b, msg)

    def _require_less(self, small: Any, big: Any, msg: str | None) -> None:
        holds = {
            "!=": small != big and not small == big,  # noqa: SIM201
            "<": small < big and not big < small,
            "<=": small <= big and not big <= small,
            ">": big > small and not small > big,
            ">=": big >= small and not small >= big,
        }
        for sign, is_held in holds.items():
            if not is_held:
                self._refuse(f"{small!r} is not ordered before {big!r} by {sign}", msg)

    def _require_equal_order(self, a: Any, b: Any, msg: str | None) -> None:
        is_equal = a == b and not a != b  # noqa: SIM202
        if not (is_equal and a <= b and a >= b and not a < b and not a > b):
            self._refuse(f"{a!r} and {b!r} are not equal in all comparisons", msg)
        if isinstance(a, Hashable) and isinstance(b, Hashable):
            self.assertEqual(hash(a), hash(b), msg)

    # -- texts

    def assertStartsWith(self, actual: Any, expected_start: Any, msg: str | None = None) -> None:
        """Fails unless a text begins with another."""
        if not actual.startswith(expected_start):
            self._refuse(f"{actual!r} does not start with {expected_start!r}", msg)

    def assertNotStartsWith(
        self, actual: Any, unexpected_start: Any, msg: str | None = None
    ) -> None:
        """Fails if a text begins with another."""
        if actual.startswith(unexpected_start):
            self._refuse(f"{actual!r} does start with {unexpected_start!r}", msg)

    def assertEndsWith(self, actual: Any, expected_end: Any, msg: str | None = None) -> None:
        """Fails unless a text ends with another."""
        if not actual.endswith(expected_end):
            self._refuse(f"{actual!r} does not end with {expected_end!r}", msg)

    def assertNotEndsWith(self, actual: Any, unexpected_end: Any, msg: str | None = None) -> None:
        """Fails if a text ends with another."""
        if actual.endswith(unexpected_end):
            self._refuse(f"{actual!r} does end with {unexpected_end!r}", msg)

    def assertContainsInOrder(self, strings: Any, target: str, msg: str | None = None) -> None:
        """Fails unless texts are found in another, each at or after the one before."""
        place, last = 0, None
        for string in [strings] if isinstance(strings, (bytes, str)) else strings:
            found = target.find(str(string), place)
            if found < 0:
                after = f" after {last!r}" if place else ""
                self._refuse(f"Did not find {string!r}{after} in {target!r}", msg)
            place, last = found, string

    def assertRegexMatch(self, actual_str: Any, regexes: Any, message: str | None = None) -> None:
        """Fails unless one of several regular expressions is found in a text or in bytes."""
        if isinstance(regexes, (str, bytes)):
            self._refuse("regexes is string or bytes; use assertRegex instead.", message)
        if not regexes:
            self._refuse("No regexes specified.", message)
        if any(type(regex) is not type(regexes[0]) for regex in regexes):
            self._refuse("regexes list must all be the same type.", message)
        wanted = [_like(regex, actual_str) for regex in regexes]
        if not any(re.search(regex, actual_str, re.MULTILINE) for regex in wanted):
            self._refuse(
                f'"{actual_str}" does not contain any of these regexes: {wanted}.', message
            )

    def assertUrlEqual(self, a: str, b: str, msg: str | None = None) -> None:
        """Fails unless two addresses are equal, whatever the order of what is asked."""
        first, second = parse.urlparse(a), parse.urlparse(b)
        for part in ("scheme", "netloc", "path", "fragment"):
            self.assertEqual(getattr(first, part), getattr(second, part), msg)
        self.assertCountEqual(first.params.split(";"), second.params.split(";"), msg)
        queries = [parse.parse_qs(x.query, keep_blank_values=True) for x in (first, second)]
        self.assertDictEqual(queries[0], queries[1], msg)

    def assertJsonEqual(self, first: str, second: str, msg: str | None = None) -> None:
        """Fails unless two texts in JSON say the same.

        Raises:
            ValueError: one is no JSON.
        """
        read = []
        for place, text in (("first", first), ("second", second)):
            try:
                read.append(json.loads(text))
            except ValueError as error:
                raise ValueError(f"could not decode {place} JSON value {text}: {error}") from error
        self.assertSameStructure(read[0], read[1], "first", "second", msg)

    # -- sequences, sets and mappings

    def assertContainsSubset(
        self, expected_subset: Iterable[Any], actual_set: Container[Any], msg: str | None = None
    ) -> None:
        """Fails unless all expected elements are in a container."""
        missing = [element for element in expected_subset if element not in actual_set]
        if missing:
            self._refuse(f"Missing elements {missing}", msg)

    def assertSameElements(
        self, expected_seq: Iterable[Any], actual_seq: Iterable[Any], msg: str | None = None
    ) -> None:
        """Fails unless two collections have the same elements, in whatever order and number."""
        self.assertEqual(set(expected_seq), set(actual_seq), msg)

    def assertItemsEqual(
        self, expected_seq: Iterable[Any], actual_seq: Iterable[Any], msg: str | None = None
    ) -> None:
        """Fails unless two collections have the same elements as often: `assertCountEqual`."""
        self.assertCountEqual(expected_seq, actual_seq, msg)

    def assertNoCommonElements(
        self, expected_seq: Iterable[Any], actual_seq: Iterable[Any], msg: str | None = None
    ) -> None:
        """Fails if two collections have an element in common."""
        common = set(expected_seq) & set(actual_seq)
        if common:
            self._refuse(
                f"Common elements {common}\nExpected: {expected_seq}\nActual: {actual_seq}", msg
            )

    def assertContainsSubsequence(
        self, container: Iterable[Any], subsequence: Iterable[Any], msg: str | None = None
    ) -> None:
        """Fails unless elements are found in this order, perhaps with others between."""
        wanted, rest = list(subsequence), iter(container)
        for element in wanted:
            if not any(element == found for found in rest):
                self._refuse(
                    f"{wanted} not a subsequence of {container}. "
                    f"First non-matching element: {element}",
                    msg,
                )

    def assertContainsExactSubsequence(
        self, container: Iterable[Any], subsequence: Iterable[Any], msg: str | None = None
    ) -> None:
        """Fails unless elements are found one after the other."""
        known, wanted = list(container), list(subsequence)
        starts = range(1 + len(known) - len(wanted))
        if not any(known[i : i + len(wanted)] == wanted for i in starts):
            self._refuse(f"{wanted} not an exact subsequence of {known}.", msg)

    def assertSequenceStartsWith(self, prefix: Any, whole: Any, msg: str | None = None) -> None:
        """Fails unless a sequence begins with another, or with one element."""
        if not isinstance(prefix, Sized):
            prefix = [prefix]
        if isinstance(whole, (Mapping, Set)) or not isinstance(whole, Sized):
            self._refuse(f"For whole: {type(whole)} is no sequence", msg)
        if not len(prefix) and len(whole):
            self._refuse(f"Prefix length is 0 but whole length is {len(whole)}: {whole}", msg)
        if list(prefix) != list(whole)[: len(prefix)]:
            self._refuse(f"prefix: {prefix} not found at start of whole: {whole}.", msg)

    def assertSequenceAlmostEqual(
        self,
        expected_seq: Sequence[Any],
        actual_seq: Sequence[Any],
        places: int | None = None,
        msg: str | None = None,
        delta: float | None = None,
    ) -> None:
        """Fails unless two sequences of numbers are almost equal, as `assertAlmostEqual` says."""
        if len(expected_seq) != len(actual_seq):
            self._refuse(f"Sequence size mismatch: {len(expected_seq)} vs {len(actual_seq)}", msg)
        problems = []
        for i, (a, b) in enumerate(zip(expected_seq, actual_seq, strict=True)):
            if (problem := self._difference(a, b, places, delta)) is not None:
                problems.append(f"At index {i}: {problem}")
        if problems:
            self._refuse("\n".join(problems), msg)

    def _difference(
        self, a: Any, b: Any, places: int | None, delta: float | None
    ) -> Exception | None:
        """Why two values are not almost equal."""
        tolerance: Any = {"places": places, "delta": delta}
        try:
            self.assertAlmostEqual(a, b, **tolerance)
        except self.failureException as problem:
            return AssertionError(str(problem))
        return None

    def assertMappingEqual(
        self,
        a: Any,
        b: Any,
        msg: str | None = None,
        mapping_type: type = Mapping,
        check_values_equality: Callable[[Any, Any], Any] = lambda x, y: (x == y, None),
    ) -> None:
        """Fails unless two mappings have equal keys and values.

        Args:
            a, b: the mappings.
            msg: a further message.
            mapping_type: the class that both have.
            check_values_equality: (whether two values are equal, what is told if not).
        """
        for name, value in (("a", a), ("b", b)):
            if not isinstance(value, mapping_type):
                self._refuse(
                    f"{name} should be a {mapping_type.__name__}, found type: {type(value).__name__}",
                    msg,
                )
        told = [f"Missing entry: {key!r}: {a[key]!r}" for key in a if key not in b]
        told += [f"Unexpected entry: {key!r}: {b[key]!r}" for key in b if key not in a]
        for key in (key for key in a if key in b):
            is_equal, why = check_values_equality(a[key], b[key])
            if not is_equal:
                note = "" if why is None else f" ({why})"
                told.append(f"{key!r}: {a[key]!r} != {b[key]!r}{note}")
        if told:
            self._refuse(f"{a!r} != {b!r}\n" + "\n".join(told), msg)

    def assertDictAlmostEqual(
        self,
        a: Any,
        b: Any,
        places: int | None = None,
        msg: str | None = None,
        delta: float | None = None,
    ) -> None:
        """Fails unless two dicts have equal keys, numbers that are almost equal, and else equal values.

        Raises:
            ValueError: both `places` and `delta`.
        """
        if places is not None and delta is not None:
            raise ValueError("specify delta or places not both\n")

        def compare(first: Any, second: Any) -> tuple[bool, Any]:
            if not (isinstance(first, Number) and isinstance(second, Number)):
                return first == second, None
            problem = self._difference(first, second, places, delta)
            return problem is None, problem

        self.assertMappingEqual(a, b, msg, dict, compare)

    def assertSameStructure(
        self, a: Any, b: Any, aname: str = "a", bname: str = "b", msg: str | None = None
    ) -> None:
        """Fails unless two structures of mappings, sequences and sets are equal; tells all differences."""
        problems = list(_differences(a, b, aname, bname))
        if problems:
            self._refuse("; ".join(problems), msg)

    # -- classes and their objects

    def assertIsSubclass(self, cls: Any, superclass: Any, msg: str | None = None) -> None:
        """Fails unless a class is a subclass of another, or of one of several."""
        if not isinstance(cls, type):
            self._refuse(f"{cls!r} is not a class", msg)
        if not issubclass(cls, superclass):
            several = "any of " if isinstance(superclass, tuple) else ""
            self._refuse(f"{cls!r} is not a subclass of {several}{superclass!r}", msg)

    def assertNotIsSubclass(self, cls: Any, superclass: Any, msg: str | None = None) -> None:
        """Fails if a class is a subclass of another, or of one of several."""
        if not isinstance(cls, type):
            self._refuse(f"{cls!r} is not a class", msg)
        if issubclass(cls, superclass):
            self._refuse(f"{cls!r} is a subclass of {superclass!r}", msg)

    def assertDataclassEqual(self, first: Any, second: Any, msg: str | None = None) -> None:
        """Fails unless two objects of a dataclass are equal; tells the fields that differ."""
        for place, value in (("First", first), ("Second", second)):
            if not dataclasses.is_dataclass(value) or isinstance(value, type):
                raise self.failureException(
                    f"{place} argument {value!r} is not a dataclass instance."
                )
        if first == second:
            return
        if type(first) is not type(second):
            self._refuse(f"Found different dataclass types: {type(first)} != {type(second)}", msg)
        names = [field.name for field in dataclasses.fields(first) if field.compare]
        different = [
            f"{name}: {getattr(first, name)!r} != {getattr(second, name)!r}"
            for name in names
            if getattr(first, name) != getattr(second, name)
        ]
        told = ["Fields that differ:", *different] if different else []
        self._refuse("\n".join([f"{first!r} != {second!r}", *told]), msg)

    # -- errors and commands

    def assertRaisesWithLiteralMatch(
        self,
        expected_exception: type[BaseException],
        expected_exception_message: str,
        callable_obj: Callable[..., Any] | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        """Fails unless an error with exactly this message is raised, by a function or in a `with` block."""

        @contextmanager
        def raising() -> Iterator[None]:
            try:
                yield
            except expected_exception as error:
                if str(error) != expected_exception_message:
                    self.fail(
                        "Exception message does not match.\n"
                        f"Expected: {expected_exception_message!r}\nActual: {str(error)!r}"
                    )
                return
            self.fail(f"{expected_exception.__name__} not raised")

        if callable_obj is None:
            return raising()
        with raising():
            callable_obj(*args, **kwargs)
        return None

    def assertCommandSucceeds(
        self,
        command: Any,
        regexes: Sequence[Any] = (b"",),
        env: Mapping[str, str] | None = None,
        close_fds: bool = True,
        msg: str | None = None,
    ) -> None:
        """Fails unless a command ends with the status 0, and prints what one of the regexes matches.

        Args:
            command: a line for the shell, or a list of the program and its arguments.
            regexes: regular expressions of what it prints.
            env: its environment; None for this one.
            close_fds: whether it gets no open files.
            msg: a further message.
        """
        status, printed = _run(command, env, close_fds)
        if status:
            self._refuse(f"Running {command!r} failed with error code {status}: {printed!r}", msg)
        self.assertRegexMatch(printed, [_like(regex, printed) for regex in regexes], msg)

    def assertCommandFails(
        self,
        command: Any,
        regexes: Sequence[Any],
        env: Mapping[str, str] | None = None,
        close_fds: bool = True,
        msg: str | None = None,
    ) -> None:
        """Fails unless a command ends with another status than 0, and prints what one of the regexes matches.

        Args:
            command, regexes, env, close_fds, msg: see `assertCommandSucceeds`.
        """
        status, printed = _run(command, env, close_fds)
        if not status:
            self._refuse(f"This command succeeded while expected to fail: {command!r}", msg)
        self.assertRegexMatch(printed, [_like(regex, printed) for regex in regexes], msg)

    def enter_context(self, manager: AbstractContextManager[Any]) -> Any:
        """Enters a context for the rest of the test, and gives what it gives."""
        return self.enterContext(manager)


def _like(regex: Any, text: Any) -> Any:
    """A regular expression for text or bytes, as the text is."""
    if isinstance(text, bytes) and isinstance(regex, str):
        return regex.encode()
    return regex.decode() if isinstance(text, str) and isinstance(regex, bytes) else regex


def _run(command: Any, env: Mapping[str, str] | None, close_fds: bool) -> tuple[int, bytes]:
    done = subprocess.run(
        command,
        shell=isinstance(command, str),
        env=env,
        close_fds=close_fds,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.returncode, done.stdout


def _differences(a: Any, b: Any, a_name: str, b_name: str) -> Iterator[str]:
    """What differs between two structures, each with the places in both."""
    for kind in (Mapping, Set, Sequence):
        is_kind = isinstance(a, kind) and isinstance(b, kind)
        if is_kind and not isinstance(a, (str, bytes)) and not isinstance(b, (str, bytes)):
            yield from _DIFFERENCES[kind](a, b, a_name, b_name)
            return
    is_alike = type(a) is type(b) or (isinstance(a, int) and isinstance(b, int))
    if not is_alike:
        yield f"{a_name} is a {type(a)!r} but {b_name} is a {type(b)!r}"
    elif a != b:
        yield f"{a_name} is {a!r} but {b_name} is {b!r}"


def _in_mappings(a: Any, b: Any, a_name: str, b_name: str) -> Iterator[str]:
    for key in a:
        if key in b:
            yield from _differences(a[key], b[key], f"{a_name}[{key!r}]", f"{b_name}[{key!r}]")
        else:
            yield f"{a_name} has [{key!r}] with value {a[key]!r} but it's missing in {b_name}"
    for key in b:
        if key not in a:
            yield f"{a_name} lacks [{key!r}] but {b_name} has it with value {b[key]!r}"


def _in_sets(a: Any, b: Any, a_name: str, b_name: str) -> Iterator[str]:
    for item in a:
        if item not in b:
            yield f"{a_name} has {item!r} but {b_name} does not"
    for item in b:
        if item not in a:
            yield f"{a_name} lacks {item!r} but {b_name} has it"


def _in_sequences(a: Any, b: Any, a_name: str, b_name: str) -> Iterator[str]:
    for i, (first, second) in enumerate(zip(a, b, strict=False)):
        yield from _differences(first, second, f"{a_name}[{i}]", f"{b_name}[{i}]")
    for i in range(len(b), len(a)):
        yield f"{a_name} has [{i}] with value {a[i]!r} but {b_name} does not"
    for i in range(len(a), len(b)):
        yield f"{a_name} lacks [{i}] but {b_name} has it with value {b[i]!r}"


_DIFFERENCES: dict[Any, Callable[[Any, Any, str, str], Iterator[str]]] = {
    Mapping: _in_mappings,
    Set: _in_sets,
    Sequence: _in_sequences,
}
