"""`python -m niwaki` is the program itself."""

from __future__ import annotations

import os
import subprocess
import sys

from niwaki.program import binary
from niwaki.errors import NiwakiError


def main() -> int:
    """Runs the program with the words behind `python -m niwaki`."""
    try:
        words = [os.fspath(binary()), *sys.argv[1:]]
    except NiwakiError as error:
        print(f"niwaki: {error}", file=sys.stderr)
        return 2
    if os.name == "posix":
        os.execv(words[0], words)
    return subprocess.call(words)


if __name__ == "__main__":
    sys.exit(main())
