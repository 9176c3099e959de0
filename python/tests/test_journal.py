"""Records that are read back, and DataFrames of them."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pandas
import polars
import pytest

import niwaki
from niwaki.journal import FILE, flat

HEADER = '{"command":"compare","plan":{}}\n'


def write(text: str) -> None:
    Path("run").mkdir(exist_ok=True)
    Path("run", FILE).write_text(text, encoding="utf-8")


def test_header_and_frame_hold_what_was_recorded(suite: str) -> None:
    run = niwaki.compare("z-none", "null-move", positions=suite, depth=4)
    results = sorted(run, key=lambda result: (result["recipe"], result["number"]))
    header, frame = niwaki.load(run.folder)
    assert header["command"] == "compare" and header["plan"]["game"] == "chess"
    assert isinstance(frame, pandas.DataFrame)
    frame = frame.sort_values(["recipe", "number"])
    assert frame["nodes"].tolist() == [result["nodes"] for result in results]
    checks = [result["methods"]["check_extension"]["tries"] for result in results if result["methods"]]
    assert frame["methods.check_extension.tries"].dropna().tolist() == checks and checks
    assert run.frame().shape == frame.shape


def test_polars_holds_the_same(suite: str) -> None:
    run = niwaki.audit("niwaki", positions=suite, depth=4)
    one, other = run.frame("pandas"), run.frame("polars")
    assert isinstance(other, polars.DataFrame)
    assert other.columns == list(one.columns) and other["nodes"].to_list() == one["nodes"].tolist()
    # Lists of objects are text there.
    decisions = other["decisions"].str.json_decode(polars.List(polars.Struct({"method": polars.String})))
    methods = [[one["method"] for one in of_search] for of_search in decisions.to_list()]
    assert methods == [[one["method"] for one in of_search] for of_search in one["decisions"]]
    assert any(methods)


def test_every_kind_of_record_becomes_a_frame_of_polars() -> None:
    match = niwaki.match("none", "null-move", nodes=50, games=2)
    assert match.frame("polars").height == 2
    ablation = niwaki.ablate(methods=["futility"], depth=1, games=2, nodes=50)
    frame = ablation.frame("polars")
    assert frame["game.played.result"].drop_nulls().len() == 2 and frame["search.nodes"].sum() > 0


def test_the_positions_of_a_fit_are_no_result() -> None:
    Path("few.epd").write_text("8/8/8/3k1p2/5P2/4K3/8/8 w - -\n4k3/8/8/3r4/4P3/8/8/4K3 w - -\n", encoding="utf-8")
    run = niwaki.command("fit", "probcut", positions="few.epd", pairs="1:3", records="fit", few="3:1")
    list(run)
    assert len(niwaki.load("fit").frame) == 2


def test_fields_of_fields_have_dots_in_their_names() -> None:
    assert flat({"a": 1, "b": {"c": {"d": 2}, "e": [{"f": 3}]}, "g": {}}) == {"a": 1, "b.c.d": 2, "b.e": [{"f": 3}]}


def test_a_line_that_was_being_written_is_left_out() -> None:
    for torn in ('{"nodes":2', '{"nodes":2\n', '{"nodes":2}'):
        write(HEADER + '{"nodes":1}\n' + torn)
        assert niwaki.load("run").frame["nodes"].tolist() == [1]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "there is no header"),
        ("soup\n", "line 1: expected the header of a run"),
        ("{}\n{}\n", "line 1: expected the header of a run"),
        (HEADER + "soup\n{}\n", "line 2: expected a JSON object"),
        (HEADER + "[1]\n{}\n", "line 2: expected a JSON object"),
    ],
)
def test_damaged_records_are_named_by_file_and_line(text: str, line: str) -> None:
    write(text)
    with pytest.raises(niwaki.NiwakiError, match=f"records.jsonl: {line}"):
        niwaki.load("run")


def test_a_folder_without_records_is_named() -> None:
    with pytest.raises(niwaki.NiwakiError, match="gone.*records.jsonl: No such file"):
        niwaki.load("gone")
    with pytest.raises(niwaki.NiwakiError, match="gone"):
        niwaki.report("gone")


def test_without_pandas_polars_serves_and_without_both_the_error_says_how(monkeypatch: pytest.MonkeyPatch) -> None:
    write(HEADER + '{"nodes":1}\n')
    there = {"polars"}
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: find(name) if name in there else None)
    assert isinstance(niwaki.load("run").frame, polars.DataFrame)
    with pytest.raises(ImportError, match=r"a DataFrame needs pandas: pip install 'niwaki\[pandas\]'"):
        niwaki.load("run", "pandas")
    there.clear()
    with pytest.raises(ImportError, match=r"needs pandas or polars: pip install 'niwaki\[pandas\]'"):
        niwaki.load("run")
    assert list(niwaki.records("run")) == [{"nodes": 1}]
    with pytest.raises(ValueError, match="soup: expected pandas or polars"):
        niwaki.load("run", "soup")  # type: ignore[arg-type]
