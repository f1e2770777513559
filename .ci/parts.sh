# What `.ci/run` and `.ci/nightly` have in common. Sourced by bash, first thing, with the script's own arguments.

# The script runs once more in an empty environment, so that no variable of a developer's shell (PYTHONUNBUFFERED,
# LANG, PYTHONPATH ...) hides a failure. PYTHON names the Python that environments are made with,
# STAGELIGHT_CONFORMANCE a folder outside of the repository.
if [ "${STAGELIGHT_CI:-}" != clean ]; then
    exec env -i PATH="$PATH" HOME="${HOME:-/}" CI="${CI:-}" STAGELIGHT_CI=clean \
        ${TMPDIR:+TMPDIR="$TMPDIR"} ${PYTHON:+PYTHON="$PYTHON"} \
        ${STAGELIGHT_CONFORMANCE:+STAGELIGHT_CONFORMANCE="$STAGELIGHT_CONFORMANCE"} \
        bash "$0" "$@"
fi
unset STAGELIGHT_CI
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
exec </dev/null
. scripts/environment.sh

outcomes=()  # a line for each part
status=0

# within TIME COMMAND...: runs a program, and interrupts it when its time is over; after a minute more it is killed.
within() {
    timeout --signal=INT --kill-after=60 "$@"
}

# part NAME COMMAND...: runs a part and notes how it ended.
part() {
    local name=$1 began=$SECONDS ended
    shift
    printf '\n===== %s\n' "$name"
    "$@"
    ended=$?
    case $ended in
        0) outcomes+=("passed   $name ($((SECONDS - began)) s)") ;;
        124 | 137) outcomes+=("FAILED   $name (ended after its time, $((SECONDS - began)) s)") ;;
        *) outcomes+=("FAILED   $name (exit status $ended, $((SECONDS - began)) s)") ;;
    esac
    [ "$ended" -eq 0 ] || status=1
}

# tell_outcomes TITLE: says what became of the parts.
tell_outcomes() {
    printf '\n===== %s\n' "$1"
    printf '%s\n' "${outcomes[@]}"
}

oracle_environment() {
    use_environment .venv-oracle oracle && TF_CPP_MIN_LOG_LEVEL=3 .venv-oracle/bin/python -c '
import tensorflow
print("The oracle is TensorFlow", tensorflow.__version__)'
}

oracle_tests() {
    local python=.venv-oracle/bin/python
    # Without the oracle's environment the other one shows the oracle tests as skipped; its part has failed then.
    "$python" -c 'import tensorflow' >/dev/null 2>&1 || python=.venv/bin/python
    "$python" -m pytest -q -rf -n 2 "$@"
}

# finish PYTEST-ARGUMENTS...: says what became of the parts, then runs the last tests in the oracle's
# environment, so that the output ends with their summary. Ends the script.
finish() {
    tell_outcomes "so far"
    printf '\n===== oracle tests\n'
    oracle_tests "$@" || status=1
    exit $status
}
