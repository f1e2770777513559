"""What goes wrong in machine code is told as the host tells it, and values that fit go on as before."""

import pytest

import stagelight as tf
from stagelight import config
from tests.runtime.failing_programs import PROGRAMS, error_of


@pytest.mark.parametrize("name", PROGRAMS)
def test_errors_of_machine_code_are_those_of_the_host(name):
    found = {}
    for executor in ("host", "native"):
        with config.changed(executor=executor):
            found[executor] = error_of(tf, name)
    assert found["native"] == found["host"]
    assert found["host"][0] == "InvalidArgumentError"
