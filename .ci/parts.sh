# What `.ci/run` and `.ci/nightly` have in common. Sourced by bash, first thing, with the script's own arguments.

# The script runs once more in an empty environment, so that no variable of a developer's shell (PYTHONUNBUFFERED,
# LANG, PYTHONPATH ...) hides a failure. STAGELIGHT_CONFORMANCE names a folder outside of
# the repository.
if [ "${STAGELIGHT_CI:-}" != clean ]; then
    exec env -i PATH="$PATH" HOME="${HOME:-/}" CI="${CI:-}" STAGELIGHT_CI=clean \
        ${TMPDIR:+TMPDIR="$TMPDIR"} \
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

# part NAME COMMAND...: runs a part and notes how it ended.
part() {
    local name=$1 began=$SECONDS ended
    shift
    printf '\n===== %s\n' "$name"
    "$@"
    ended=$?
    if [ "$ended" -eq 0 ]; then
        outcomes+=("passed   $name ($((SECONDS - began)) s)")
    else
        outcomes+=("FAILED   $name (exit status $ended, $((SECONDS - began)) s)")
        status=1
    fi
}

oracle_environment() {
    use_environment .venv-oracle oracle && TF_CPP_MIN_LOG_LEVEL=3 .venv-oracle/bin/python -c '
import tensorflow
print("The oracle is TensorFlow", tensorflow.__version__)'
}

# finish PYTEST-ARGUMENTS...: prints what became of the parts, then runs the last tests in the oracle's
# environment, so that the output ends with their summary. Ends the script.
finish() {
    printf '\n===== so far\n'
    printf '%s\n' "${outcomes[@]}"
    printf '\n===== oracle tests\n'
    local python=.venv-oracle/bin/python
    # Without the oracle's environment the other one shows the oracle tests as skipped; its part has failed then.
    "$python" -c 'import tensorflow' >/dev/null 2>&1 || python=.venv/bin/python
    "$python" -m pytest -q -rf -n 2 "$@" || status=1
    exit $status
}
