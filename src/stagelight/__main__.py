"""`python -m stagelight`: the command line."""

import sys

from stagelight.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
