"""The options of the commands, and how they become words of a command line.

The groups are those of the program; `niwaki COMMAND --help` says what each option means.
"""

from __future__ import annotations

import difflib
import inspect
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypedDict, TypeVar, Union

Text = Union[str, "os.PathLike[str]"]
#: A value of a parameter of a method.
Setting = Union[bool, int, float, str]
Value = Union[Setting, "os.PathLike[str]", Sequence[Setting], Mapping[str, Setting], None]

#: Options whose parts stand in one word, with commas between them.
IN_ONE_WORD = ("sprt", "resign", "draw")
#: All results are read as JSON.
JSON = "--json"

Half = Literal["tune", "test", "all"]
Scale = Literal["quick", "medium", "paper"]


class EngineOptions(TypedDict, total=False):
    """What every command takes."""

    game: str  # such as "othello"; chess if it is not said
    set: Mapping[str, Setting]  # changes: {"null_move.min_depth": 4}


class PositionOptions(TypedDict, total=False):
    """On which positions."""

    positions: Text  # a file, one position on a line
    half: Half  # of the built-in suite


class RunOptions(TypedDict, total=False):
    """How a run is done, and where it is kept."""

    hash: int  # size of a table in MiB
    jobs: int  # at a time
    shard: str  # a part of the run: "2/8"
    out: Text  # folder of the records; the same command resumes from them


class BookOptions(TypedDict, total=False):
    """How games begin and end."""

    openings: Text
    plies: int  # of each opening in PGN
    resign: str | Sequence[int]  # SCORE, COUNT
    draw: str | Sequence[int]  # MOVE, COUNT, perhaps SCORE


class SearchOptions(EngineOptions, total=False):
    """Options of `search`."""

    recipe: Text
    depth: int
    nodes: int
    hash: int


class CompareOptions(EngineOptions, PositionOptions, RunOptions, total=False):
    """Options of `compare`."""

    base: Text  # what the others are measured against
    depth: int
    nodes: int
    time: int  # milliseconds
    force: bool  # run again what is recorded


class AblateOptions(EngineOptions, PositionOptions, RunOptions, BookOptions, total=False):
    """Options of `ablate`."""

    methods: Sequence[str]  # only these
    option: Sequence[str]  # of an engine: what switches a method off, "NullMove=false"
    add: bool  # each method on in turn upon a small base
    base: Text  # that base
    pairs: bool  # also all pairs of methods
    nodes: int | Sequence[int]  # of a move in games
    games: int  # for each method; 0: none
    depth: int  # of the searches of positions; 0: none
    seed: int
    patience: int  # seconds that an engine may be silent
    force: bool


class MatchOptions(RunOptions, BookOptions, total=False):
    """Options of `match`."""

    game: str
    nodes: int
    depth: int
    movetime: int  # milliseconds
    tc: str  # "10+0.1", in seconds
    margin: int  # milliseconds
    games: int
    sprt: str | Sequence[float]  # elo0, elo1
    until: float  # end when the interval of Elo is ± this
    gauntlet: bool
    seed: int
    max_plies: int
    patience: int
    affinity: bool
    scale_nps: int
    syzygy: Text
    syzygy_pieces: int
    syzygy_ignore_fifty: bool
    pgn: Text
    pgn_counters: bool


class AuditOptions(EngineOptions, PositionOptions, RunOptions, total=False):
    """Options of `audit`."""

    count: int  # positions; 0: all
    depth: int
    sample: int  # decisions for each method and depth of a search
    max_depth: int
    oracle_nodes: int
    judge_nodes: int
    seed: int
    force: bool


class ReproduceOptions(TypedDict, total=False):
    """Options of `reproduce`."""

    scale: Scale
    positions: Text | Sequence[str]  # a file, or NAME=FILE for one of the suites
    openings: Text
    opponent: str
    jobs: int
    shard: str
    out: Text
    force: bool


Function = TypeVar("Function", bound=Callable[..., object])


def takes(options: type) -> Callable[[Function], Function]:
    """Shows the options of a function one by one where its signature is asked for, as notebooks do."""

    def signed(function: Function) -> Function:
        signature = inspect.signature(function)
        plain = [p for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
        named = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_words_of(kind))
            for name, kind in options.__annotations__.items()
        ]
        function.__signature__ = signature.replace(parameters=plain + named)  # type: ignore[attr-defined]
        return function

    return signed


def _words_of(kind: object) -> object:
    """A type as it is written."""
    return getattr(kind, "__forward_arg__", kind)


def check(command: str, given: Mapping[str, object], options: type) -> None:
    """Refuses what a function does not take, as Python does."""
    known = list(options.__annotations__)
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise TypeError(f"{command}() has no option {name}{hint}")


def words(command: str, subjects: Sequence[Text], options: Mapping[str, object]) -> list[str]:
    """A command line: the command, what it is about, its options, and JSON as its output."""
    named = [os.fspath(subject) for subject in subjects]
    rest = [*option_words(options), JSON]
    # What looks like an option comes last, behind a mark.
    marked = any(word.startswith("-") for word in named)
    return [command, *rest, "--", *named] if marked else [command, *named, *rest]


def option_words(options: Mapping[str, object]) -> list[str]:
    """Options as the program reads them."""
    return [word for name, value in options.items() for word in _option(name, value)]


def _option(name: str, value: object) -> list[str]:
    flag = "--" + name.replace("_", "-")
    if value is None or value is False:
        return []
    if value is True:
        return [flag]
    if isinstance(value, Mapping):
        return [f"{flag}={path}={_text(setting)}" for path, setting in value.items()]
    if isinstance(value, (list, tuple, range)):
        texts = [_text(one) for one in value]
        return [f"{flag}={','.join(texts)}"] if name in IN_ONE_WORD else [f"{flag}={text}" for text in texts]
    return [f"{flag}={_text(value)}"]


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)
