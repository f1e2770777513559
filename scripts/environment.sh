# Makes the virtual environments that the scripts run in. Sourced, with the repository as the
# working directory; needs a POSIX shell and Python 3.11 or newer, nothing else.

# Prints the command of a Python that can be used: $PYTHON if set, or else the first that serves.
find_python() {
    for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        if "$candidate" -c '
import sys
import ensurepip, venv  # Debian packs these apart
sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            echo "$candidate"
            return 0
        fi
    done
    echo "Stagelight needs Python 3.11 or newer with the modules venv and ensurepip." >&2
    echo "Found none${PYTHON:+ at PYTHON=$PYTHON}. Name one by PYTHON=/path/to/python." >&2
    return 1
}

# use_environment FOLDER [EXTRA]: makes the environment if need be, and installs the package into
# it (editable, with the extra), unless that was done for the pyproject.toml as it is now.
use_environment() {
    folder=$1
    extra=${2:-}
    if ! "$folder/bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
    then
        python=$(find_python) || return 1
        echo "Making the environment $folder ..." >&2
        rm -rf "$folder"
        "$python" -m venv "$folder" || return 1
    fi
    stamp=$folder/.installed${extra:+-$extra}
    if ! cmp -s pyproject.toml "$stamp"; then
        echo "Installing Stagelight${extra:+ with its extra \"$extra\"} into $folder ..." >&2
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check \
            --editable ".${extra:+[$extra]}" >&2 || return 1
        cp pyproject.toml "$stamp"
    fi
}
