"""What a conversion is asked to do: `ConversionOptions` and the optional `Feature`s."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass

from stagelight.autograph.generated_names import generated_name
from stagelight.fork_safety import cached_property
from stagelight.public import public


@generated_name("Feature")
@public("autograph.experimental.Feature")
class Feature(enum.Enum):
    """Parts of the conversion that are off unless asked for.

    `ASSERT_STATEMENTS` is accepted for TensorFlow's sake: asserts are always converted.

    >>> tf.autograph.experimental.Feature.EQUALITY_OPERATORS.value
    'EQUALITY_OPERATORS'
    """

    ALL = "ALL"
    AUTO_CONTROL_DEPS = "AUTO_CONTROL_DEPS"
    ASSERT_STATEMENTS = "ASSERT_STATEMENTS"
    BUILTIN_FUNCTIONS = "BUILTIN_FUNCTIONS"
    EQUALITY_OPERATORS = "EQUALITY_OPERATORS"
    LISTS = "LISTS"
    NAME_SCOPES = "NAME_SCOPES"

    @classmethod
    def all(cls) -> tuple[Feature, ...]:
        """Every feature."""
        return tuple(cls)

    @classmethod
    def all_but(cls, exclude: Feature | Iterable[Feature]) -> tuple[Feature, ...]:
        """Every feature except those given."""
        excluded = {exclude} if isinstance(exclude, Feature) else set(exclude)
        return tuple(f for f in cls if f not in excluded and f is not cls.ALL)


Features = Feature | Iterable[Feature] | None


@generated_name("ConversionOptions")
@dataclass(frozen=True, init=False)
class ConversionOptions:
    """How a function is converted; equal options share a cached conversion.

    Attributes:
        recursive: Whether functions that the converted function calls are converted as well.
        user_requested: Whether the user asked for this very function, as opposed to one it calls.
        optional_features: The features that are on.
        internal_convert_user_code: Whether calls to user functions are converted at all.
    """

    recursive: bool
    user_requested: bool
    optional_features: frozenset[Feature]
    internal_convert_user_code: bool

    def __init__(
        self,
        recursive: bool = False,
        user_requested: bool = False,
        optional_features: Features = Feature.ALL,
        internal_convert_user_code: bool = True,
    ) -> None:
        if optional_features is None:
            optional_features = ()
        elif isinstance(optional_features, Feature):
            optional_features = (optional_features,)
        for name, value in (
            ("recursive", recursive),
            ("user_requested", user_requested),
            ("optional_features", frozenset(optional_features)),
            ("internal_convert_user_code", internal_convert_user_code),
        ):
            object.__setattr__(self, name, value)

    def uses(self, feature: Feature) -> bool:
        """Whether an optional feature is on."""
        return feature in self.optional_features or Feature.ALL in self.optional_features

    def call_options(self) -> ConversionOptions:
        """The options for functions that the converted function calls."""
        return self._call_options

    @cached_property
    def _call_options(self) -> ConversionOptions:
        return ConversionOptions(
            recursive=self.recursive,
            user_requested=False,
            optional_features=self.optional_features,
            internal_convert_user_code=self.recursive,
        )

    @cached_property
    def _hash(self) -> int:
        return hash((self.recursive, self.user_requested, self.optional_features))

    def __hash__(self) -> int:  # Each call of a converted function looks up its code by these.
        return self._hash

    def as_code(self) -> str:
        """The expression that makes these options in converted code."""
        if self == STANDARD_OPTIONS:
            return "ag__.STD"
        features = sorted(self.optional_features, key=lambda feature: feature.name)
        comma = "," if len(features) == 1 else ""
        listed = ", ".join(f"ag__.{feature}" for feature in features) + comma
        return (
            f"ag__.ConversionOptions(recursive={self.recursive}, "
            f"user_requested={self.user_requested}, optional_features=({listed}), "
            f"internal_convert_user_code={self.internal_convert_user_code})"
        )


STANDARD_OPTIONS = ConversionOptions(
    recursive=True, user_requested=False, optional_features=None, internal_convert_user_code=True
)
generated_name("STD")(STANDARD_OPTIONS)
