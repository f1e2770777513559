"""`tf.saved_model.SaveOptions` and `LoadOptions`."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import Any

from stagelight.public import public


@public("saved_model.experimental.VariablePolicy")
class VariablePolicy(enum.Enum):
    """What is saved of the devices of variables; nothing of it changes what is written here."""

    NONE = None
    SAVE_VARIABLE_DEVICES = "save_variable_devices"
    EXPAND_DISTRIBUTED_VARIABLES = "expand_distributed_variables"

    @classmethod
    def from_obj(cls, obj: Any) -> VariablePolicy:
        """The policy of this name, in any case of letters; a policy as it is.

        Raises:
            ValueError: there is none.
        """
        wanted = obj if obj is None or isinstance(obj, cls) else str(obj).lower()
        try:
            return cls(wanted)
        except ValueError:
            raise ValueError(f"Received invalid VariablePolicy value: {obj}.") from None


@public("saved_model.SaveOptions")
class SaveOptions:
    """How a model is saved.

    Args:
        namespace_whitelist: namespaces of ops that are allowed; others are not written by this library.
        save_debug_info: accepted; the lines of the program are not saved.
        function_aliases: names for functions: name -> function or concrete function.
        experimental_debug_stripper: accepted; no debugging ops are added.
        experimental_io_device: of a cluster; not used.
        experimental_variable_policy: see `VariablePolicy`.
        experimental_custom_gradients: whether gradients of `tf.custom_gradient` are saved. Without
            them a loaded function runs, but has no gradient.
        experimental_image_format: a model is a folder, and cannot be one file.
        experimental_skip_saver: whether the variables' values are left out.
        experimental_sharding_callback: how values are divided among files; there is one file.
        extra_tags: tags beside "serve".

    Raises:
        TypeError, ValueError: namespaces that are no list of strings, an unknown policy, or one file.

    >>> options = tf.saved_model.SaveOptions(function_aliases={})
    >>> options.extra_tags
    """

    def __init__(
        self,
        namespace_whitelist: Sequence[str] | None = None,
        save_debug_info: bool = False,
        function_aliases: Mapping[str, Any] | None = None,
        experimental_debug_stripper: bool = False,
        experimental_io_device: str | None = None,
        experimental_variable_policy: Any = None,
        experimental_custom_gradients: bool = True,
        experimental_image_format: bool = False,
        experimental_skip_saver: bool = False,
        experimental_sharding_callback: Any = None,
        extra_tags: Sequence[str] | None = None,
    ) -> None:
        if experimental_image_format:
            raise ValueError(
                "The option `experimental_image_format` is not there: a model is a folder of files."
            )
        if namespace_whitelist is not None and not isinstance(namespace_whitelist, list):
            raise TypeError(
                f"`namespace_whitelist` must be a list of strings. Received: {namespace_whitelist!r}"
            )
        for namespace in namespace_whitelist or ():
            if not isinstance(namespace, str):
                raise ValueError(f"Whitelisted namespace must be a string. Received: {namespace!r}")
        self.namespace_whitelist = namespace_whitelist
        self.save_debug_info = save_debug_info
        self.function_aliases = dict(function_aliases or {})
        self.experimental_debug_stripper = experimental_debug_stripper
        self.experimental_io_device = experimental_io_device
        self.experimental_variable_policy = VariablePolicy.from_obj(experimental_variable_policy)
        self.experimental_custom_gradients = experimental_custom_gradients
        self.experimental_image_format = experimental_image_format
        self.experimental_skip_saver = experimental_skip_saver
        self.experimental_sharding_callback = experimental_sharding_callback
        self.extra_tags = extra_tags


@public("saved_model.LoadOptions")
class LoadOptions:
    """How a model is loaded.

    Args:
        allow_partial_checkpoint: whether variables may be without a saved value.
        experimental_io_device: of a cluster; not used.
        experimental_skip_checkpoint: whether variables get no values.
        experimental_variable_policy: see `VariablePolicy`.
        experimental_load_function_aliases: whether the loaded object has `function_aliases`, a dict of the
            functions that were given further names when the model was saved.

    >>> tf.saved_model.LoadOptions(allow_partial_checkpoint=True).allow_partial_checkpoint
    True
    """

    def __init__(
        self,
        allow_partial_checkpoint: bool = False,
        experimental_io_device: str | None = None,
        experimental_skip_checkpoint: bool = False,
        experimental_variable_policy: Any = None,
        experimental_load_function_aliases: bool = False,
    ) -> None:
        self.allow_partial_checkpoint = allow_partial_checkpoint
        self.experimental_io_device = experimental_io_device
        self.experimental_skip_checkpoint = experimental_skip_checkpoint
        self.experimental_variable_policy = VariablePolicy.from_obj(experimental_variable_policy)
        self.experimental_load_function_aliases = experimental_load_function_aliases
