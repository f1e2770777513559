"""Public names of `tf.summary`. Written by `scripts/public_stubs.py`."""

from stagelight.summary import experimental as experimental
from stagelight.summary.graphs import graph as graph
from stagelight.summary.graphs import trace_export as trace_export
from stagelight.summary.graphs import trace_off as trace_off
from stagelight.summary.graphs import trace_on as trace_on
from stagelight.summary.values import audio as audio
from stagelight.summary.values import histogram as histogram
from stagelight.summary.values import image as image
from stagelight.summary.values import scalar as scalar
from stagelight.summary.values import text as text
from stagelight.summary.values import write as write
from stagelight.summary.writers import SummaryWriter as SummaryWriter
from stagelight.summary.writers import create_file_writer as create_file_writer
from stagelight.summary.writers import create_noop_writer as create_noop_writer
from stagelight.summary.writers import flush as flush
from stagelight.summary.writers import record_if as record_if
from stagelight.summary.writers import should_record_summaries as should_record_summaries
