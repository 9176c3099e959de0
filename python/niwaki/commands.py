"""The commands of the program as functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from niwaki.errors import NiwakiError
from niwaki.options import (
    AblateOptions,
    AuditOptions,
    CompareOptions,
    MatchOptions,
    ReproduceOptions,
    SearchOptions,
    Text,
    Value,
    check,
    takes,
    words,
)
from niwaki.process import Process
from niwaki.results import Run, SearchResult

if TYPE_CHECKING:
    from typing_extensions import Unpack

START = "startpos"


@takes(SearchOptions)
def search(position: str = START, **options: Unpack[SearchOptions]) -> SearchResult:
    """Searches one position, and says what each method did.

    >>> niwaki.search("8/8/8/3k1p2/5P2/4K3/8/8 w - - 0 1", depth=12).move
    """
    check("search", options, SearchOptions)
    process = Process(words("search", [position], options))
    found = list(process)
    if len(found) != 1:
        raise NiwakiError(f"expected one object from the program, not {len(found)}")
    return SearchResult.of(found[0])


@takes(CompareOptions)
def compare(*recipes: Text, **options: Unpack[CompareOptions]) -> Run:
    """Recipes side by side on positions, a result for each recipe and position.

    >>> niwaki.compare("null-move", "mpc", "niwaki,null_move.enabled=false", depth=8)
    """
    return _run("compare", recipes, options, CompareOptions)


@takes(AblateOptions)
def ablate(recipe: Text | None = None, **options: Unpack[AblateOptions]) -> Run:
    """What each method of a recipe is worth, by searches and games.

    >>> niwaki.ablate("niwaki", methods=["null_move", "futility"], games=200)
    """
    return _run("ablate", () if recipe is None else (recipe,), options, AblateOptions)


@takes(MatchOptions)
def match(*players: Text, **options: Unpack[MatchOptions]) -> Run:
    """A match between recipes or engines, a result for each game.

    >>> niwaki.match("niwaki", "niwaki,null_move.enabled=false", nodes=5000, sprt=(0, 10))
    """
    return _run("match", players, options, MatchOptions)


@takes(AuditOptions)
def audit(*recipes: Text, **options: Unpack[AuditOptions]) -> Run:
    """What wrong cuts cost, a result for each recipe and position.

    >>> niwaki.audit("niwaki", count=40, depth=8)
    """
    return _run("audit", recipes, options, AuditOptions)


@takes(ReproduceOptions)
def reproduce(table: str, **options: Unpack[ReproduceOptions]) -> Run:
    """A table of a paper, theirs and ours side by side, a result for each row.

    >>> niwaki.reproduce("bm-t3", scale="quick")
    """
    return _run("reproduce", (table,), options, ReproduceOptions)


def command(name: str, *subjects: Text, **options: Value) -> Run:
    """Any other command that prints JSON, by its name and its options.

    >>> niwaki.command("sweep", "turk-mc", depth=7, grid=["multi_cut.cuts=2..4"])
    """
    return Run(words(name, subjects, options))


def _run(name: str, subjects: tuple[Text, ...], options: Mapping[str, object], known: type) -> Run:
    check(name, options, known)
    return Run(words(name, subjects, options))
