"""Names of TensorFlow for other machines, TPUs and phones. None is available; each tells what to use."""

from __future__ import annotations

import abc
from typing import Any, NoReturn

from stagelight.public import publish

_STRATEGY = "tf.distribute.MirroredStrategy"


class NotAvailableError(NotImplementedError, ValueError):
    """What is asked for is not on this machine. A ValueError, as where TensorFlow finds none."""


class NotAvailableAttributeError(NotAvailableError, AttributeError):
    """An attribute of a class that is not available. An AttributeError, so that `hasattr` is false."""


class _NotAvailableType(abc.ABCMeta):
    """The class of such classes: neither are their members, constructors and values of enumerations."""

    def __getattr__(cls, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")
        raise NotAvailableAttributeError(
            f"{cls.__name__}.{name} is not available. Use {cls._instead}."
        )


class _NotAvailable(metaclass=_NotAvailableType):
    """A class of what is not on this machine, which programs only ask `isinstance` of."""

    _instead: str

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise NotAvailableError(f"{type(self).__name__} is not available. Use {self._instead}.")


def _publish_class(name: str, instead: str) -> None:
    kind = _NotAvailableType(
        name.rpartition(".")[2],
        (_NotAvailable,),
        {
            "__doc__": f"Not available: use `{instead}`.",
            "__module__": __name__,
            "_instead": instead,
        },
    )
    publish(name, kind)


def _publish_function(name: str, instead: str) -> None:
    def function(*args: Any, **kwargs: Any) -> NoReturn:
        raise NotAvailableError(f"tf.{name} is not available. Use {instead}.")

    function.__name__ = function.__qualname__ = name.rpartition(".")[2]
    function.__doc__ = f"""Not available: use `{instead}`.

    >>> tf.{name}()
    Traceback (most recent call last):
    {__name__}.NotAvailableError: tf.{name} is not available. Use {instead}.
    """
    publish(name, function)


for _name in ("GCE", "Kubernetes", "Slurm", "TPU"):
    _publish_class(
        f"distribute.cluster_resolver.{_name}ClusterResolver",
        "tf.distribute.cluster_resolver.SimpleClusterResolver",
    )
for _name in ("PreemptionCheckpointHandler", "PreemptionWatcher", "TerminationConfig"):
    _publish_class(f"distribute.experimental.{_name}", "tf.train.CheckpointManager")
for _name in ("Server", "experimental.rpc.Client", "experimental.rpc.Server"):
    _publish_class(f"distribute.{_name}", _STRATEGY)
for _name in ("DeviceAssignment", "TPUSystemMetadata", "Topology"):
    _publish_class(f"tpu.experimental.{_name}", _STRATEGY)
for _name in ("TPUEmbedding", "TPUEmbeddingV0", "TPUEmbeddingV2"):
    _publish_class(f"tpu.experimental.embedding.{_name}", "tf.nn.embedding_lookup")
for _name in (
    *("config.experimental_connect_to_cluster", "config.experimental_connect_to_host"),
    *("tpu.experimental.initialize_tpu_system", "tpu.experimental.shutdown_tpu_system"),
):
    _publish_function(_name, _STRATEGY)

# TensorFlow Lite's models are for phones and microcontrollers. ONNX is the form that other runtimes take.
for _name in (
    *("OpsSet", "Optimize", "RepresentativeDataset", "TargetSpec", "TFLiteConverter"),
    *("experimental.Analyzer", "experimental.OpResolverType"),
    *("experimental.QuantizationDebugOptions", "experimental.QuantizationDebugger"),
):
    _publish_class(f"lite.{_name}", "tf.onnx.export")
_publish_class("lite.Interpreter", "tf.saved_model.load")
for _name in ("lite.experimental.authoring.compatible", "lite.experimental.load_delegate"):
    _publish_function(_name, "tf.onnx.export")
