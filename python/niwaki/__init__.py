"""Niwaki: forward pruning in game-tree search, from Python.

The package runs the program `niwaki`, which is installed with it, and gives its results as they
come. docs/python.md shows how; `niwaki COMMAND --help` describes the options.
"""

from __future__ import annotations

from importlib import metadata

from niwaki.program import binary
from niwaki.commands import ablate, audit, command, compare, match, reproduce, search
from niwaki.errors import MissingExtra, NiwakiError, NiwakiWarning
from niwaki.process import Record
from niwaki.journal import Loaded, load, records
from niwaki.results import Report, Run, SearchResult, report
from niwaki.uci import engine

try:
    __version__ = metadata.version("niwaki")
except metadata.PackageNotFoundError:
    __version__ = "0"

__all__ = [
    "Loaded",
    "MissingExtra",
    "NiwakiError",
    "NiwakiWarning",
    "Record",
    "Report",
    "Run",
    "SearchResult",
    "__version__",
    "ablate",
    "audit",
    "binary",
    "command",
    "compare",
    "engine",
    "load",
    "match",
    "records",
    "report",
    "reproduce",
    "search",
]
