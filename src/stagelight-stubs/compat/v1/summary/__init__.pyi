"""Public names of `tf.compat.v1.summary`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.file_writer import FileWriter as FileWriter
from stagelight.compat.v1.file_writer import FileWriterCache as FileWriterCache
from stagelight.compat.v1.summaries import audio as audio
from stagelight.compat.v1.summaries import histogram as histogram
from stagelight.compat.v1.summaries import image as image
from stagelight.compat.v1.summaries import merge as merge
from stagelight.compat.v1.summaries import merge_all as merge_all
from stagelight.compat.v1.summaries import scalar as scalar
from stagelight.compat.v1.summaries import tensor_summary as tensor_summary
from stagelight.compat.v1.summaries import text as text
from stagelight.compat.v1.summary import experimental as experimental
from stagelight.summary.graphs import graph as graph
from stagelight.summary.graphs import trace_export as trace_export
from stagelight.summary.graphs import trace_off as trace_off
from stagelight.summary.graphs import trace_on as trace_on
from stagelight.summary.values import write as write
from stagelight.summary.writers import SummaryWriter as SummaryWriter
from stagelight.summary.writers import create_file_writer as create_file_writer
from stagelight.summary.writers import create_noop_writer as create_noop_writer
from stagelight.summary.writers import flush as flush
from stagelight.summary.writers import record_if as record_if
from stagelight.summary.writers import should_record_summaries as should_record_summaries
from typing import Any

Event: type[Any]
SessionLog: type[Any]
Summary: type[Any]
SummaryDescription: type[Any]
TaggedRunMetadata: type[Any]
