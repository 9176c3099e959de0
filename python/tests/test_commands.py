"""The commands: results, options, errors."""

from __future__ import annotations

import inspect
import re
import subprocess
from pathlib import Path

import pytest

import niwaki
from niwaki import options
from niwaki.process import Process

from conftest import Pretend

LONG = 100_000
FUNCTIONS = {
    "search": options.SearchOptions,
    "compare": options.CompareOptions,
    "ablate": options.AblateOptions,
    "match": options.MatchOptions,
    "audit": options.AuditOptions,
    "reproduce": options.ReproduceOptions,
}


def test_a_search_says_what_the_program_prints() -> None:
    words = [str(niwaki.binary()), "search", "startpos", "--depth=6", "--set=null_move.enabled=false"]
    printed = subprocess.run(words, check=True, capture_output=True, encoding="utf-8").stdout.splitlines()
    found = niwaki.search(depth=6, set={"null_move.enabled": False})
    assert printed[0].startswith(f"score {found.score}, depth 6, ")
    assert printed[1] == f"line  {' '.join(found.line)}"
    assert found.move == found.line[0] and found.depth == 6 and "null_move" not in found.methods
    assert niwaki.search(depth=6).methods["null_move"]["cuts"] > 0
    assert [step["depth"] for step in found.iterations] == [1, 2, 3, 4, 5, 6]


def test_other_games_are_searched_too() -> None:
    found = niwaki.search(game="connect-four", depth=5)
    assert (found.game, found.depth) == ("connect-four", 5)


def test_a_comparison_gives_each_search_and_then_its_summary(suite: str) -> None:
    run = niwaki.compare("none", "null-move", positions=suite, depth=4)
    results = list(run)
    assert [(result["recipe"], result["number"]) for result in results] == [
        ("none", 1), ("none", 2), ("null-move", 1), ("null-move", 2),
    ]  # fmt: skip
    assert [row["recipe"] for row in run.summary["recipes"]] == ["none", "null-move"]
    assert run.folder.parent.name == "runs" and run.exit_code == 0
    # What is recorded comes again, in the same order, and nothing is searched.
    assert list(niwaki.compare("none", "null-move", positions=suite, depth=4)) == results


@pytest.mark.parametrize("command", ["compare", "audit", "match", "ablate"])
def test_the_first_result_comes_while_the_program_still_works(command: str) -> None:
    runs = {
        "compare": lambda: niwaki.compare("niwaki", nodes=LONG, jobs=1),
        "audit": lambda: niwaki.audit(count=40, depth=7, jobs=1),
        "match": lambda: niwaki.match("none", "null-move", nodes=2000, games=100, jobs=1),
        "ablate": lambda: niwaki.ablate(methods=["futility"], depth=7, games=0, jobs=1),
    }
    with runs[command]() as run:
        assert next(run)
        assert run.exit_code is None
    assert run.exit_code is not None
    with pytest.raises(niwaki.NiwakiError, match="closed before its end"):
        run.summary  # noqa: B018


def test_games_and_their_test_are_read() -> None:
    run = niwaki.match("none", "none,null_move.enabled=true", nodes=50, games=4, sprt=(-5, 0), out="a match")
    assert [game["game"] for game in run] == [0, 1, 2, 3]
    # Four games decide nothing.
    assert run.exit_code == 3 and run.summary["games"] == 4
    assert run.folder == Path.cwd() / "a match"


def test_an_ablation_knows_searches_and_games() -> None:
    run = niwaki.ablate("niwaki", methods=["futility"], depth=2, games=2, nodes=[50, 100])
    kinds = [next(kind for kind in ("search", "game", "nothing") if kind in result) for result in run]
    assert kinds.count("game") == 4 and kinds.count("search") > 100
    assert run.summary["nodes"] == [50, 100]


def test_any_command_that_prints_json_can_be_run(suite: str) -> None:
    grid = ["multi_cut.cuts=2..3", "multi_cut.moves=4,8"]
    run = niwaki.command("sweep", "turk-mc", depth=3, positions=suite, grid=grid)
    assert len(list(run)) == 2 * (1 + 4)
    with pytest.raises(niwaki.NiwakiError, match="unexpected argument '--json'"):
        list(niwaki.command("tree", "startpos"))


@pytest.mark.parametrize(
    ("run", "line"),
    [
        (lambda: niwaki.compare("nope"), "nope: no such recipe or file; recipes are none, null-move"),
        (lambda: niwaki.compare("none", game="nope"), '--game: no game "nope"; there are chess'),
        (lambda: niwaki.compare("--nope"), "--nope: no such recipe or file"),
        (lambda: niwaki.audit("niwaki", set={"x.y": 1}), "--set x.y: no such method"),
        (lambda: niwaki.match("none"), "2 values required"),
        (lambda: niwaki.reproduce("nope"), "nope: no such table"),
        (lambda: niwaki.compare("none", positions="no file.epd"), "no file.epd: "),
    ],
)
def test_an_error_is_the_line_of_the_program(run: object, line: str) -> None:
    assert callable(run)
    started = run()
    for _ in range(2):
        with pytest.raises(niwaki.NiwakiError) as caught:
            started.summary  # noqa: B018
        assert line in str(caught.value) and "\n" not in str(caught.value)
        assert not str(caught.value).startswith("niwaki:") and caught.value.exit_code == 2


def test_a_search_of_nonsense_is_an_error() -> None:
    with pytest.raises(niwaki.NiwakiError, match="the position: "):
        niwaki.search("nonsense")


def test_a_wrong_option_is_named_before_anything_runs() -> None:
    with pytest.raises(TypeError, match="compare.. has no option dept; did you mean depth"):
        niwaki.compare("none", dept=3)  # type: ignore[call-arg]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_option_of_a_function_is_one_of_the_program(name: str) -> None:
    text = subprocess.run([str(niwaki.binary()), name, "--help"], check=True, capture_output=True, encoding="utf-8")
    flags = set(re.findall(r"--([a-z0-9-]+)", text.stdout))
    known = FUNCTIONS[name].__annotations__
    assert {option.replace("_", "-") for option in known} <= flags
    signature = inspect.signature(getattr(niwaki, name))
    assert list(signature.parameters)[1:] == list(known)


def test_values_become_words() -> None:
    given = {
        "depth": 3, "add": True, "pairs": False, "base": None, "out": Path("a b"), "methods": ["x", "y"],
        "sprt": (-5, 0), "set": {"a.b": True, "a.c": 2}, "max_plies": 9,
    }  # fmt: skip
    assert options.words("ablate", ["r"], given) == [
        "ablate", "r", "--depth=3", "--add", "--out=a b", "--methods=x", "--methods=y", "--sprt=-5,0",
        "--set=a.b=true", "--set=a.c=2", "--max-plies=9", "--json",
    ]  # fmt: skip
    assert options.words("search", ["-x"], {"depth": 1}) == ["search", "--depth=1", "--json", "--", "-x"]


def test_what_the_program_says_beside_its_results_is_a_warning(pretend: Pretend) -> None:
    pretend("print('{}'); print('niwaki: no locks here', file=sys.stderr)")
    with pytest.warns(niwaki.NiwakiWarning, match="^no locks here$"):
        assert list(Process([])) == [{}]


def test_a_program_that_writes_many_errors_does_not_hang(pretend: Pretend) -> None:
    pretend("sys.stderr.write('x' * 1_000_000 + '\\n'); print('{}'); sys.exit(2)")
    with pytest.raises(niwaki.NiwakiError) as caught:
        list(Process([]))
    assert len(str(caught.value)) == 1_000_000


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("os.kill(os.getpid(), 9)", "the program was ended by signal 9"),
        ("sys.exit(7)", "the program ended with 7"),
        ("print('soup')", "expected a JSON object from the program, not 'soup'"),
        ("print('[1]')", "expected a JSON object"),
    ],
)
def test_a_program_that_fails_without_a_word_is_an_error(pretend: Pretend, code: str, line: str) -> None:
    pretend(code)
    process = Process([])
    for _ in range(2):
        with pytest.raises(niwaki.NiwakiError, match=re.escape(line)):
            list(process)
