"""What notebooks show, and the example."""

from __future__ import annotations

import html
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import niwaki

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_run_shows_its_own_report(suite: str) -> None:
    run = niwaki.compare("none", "null-move", positions=suite, depth=3)
    assert "not started" in repr(run)
    shown = run._repr_html_()
    page = re.search(r'^<iframe [^>]*srcdoc="([^"]*)"></iframe>$', shown)
    assert page and html.unescape(page[1]) == (run.folder / "report.html").read_text(encoding="utf-8")
    assert repr(run) == f"<niwaki {' '.join(run.words)}: 4 results, finished>"


def test_the_report_of_a_folder_is_made_from_its_records(suite: str) -> None:
    run = niwaki.compare("none", "null-move", positions=suite, depth=3)
    page = run.report.html
    (run.folder / "report.html").unlink()
    assert niwaki.report(run.folder).html == page


def test_a_command_without_a_report_says_so() -> None:
    with pytest.raises(niwaki.NiwakiError, match="niwaki elo gives no summary"):
        niwaki.command("elo", "10", "20", "10").report  # noqa: B018


def test_a_search_shows_a_table_of_its_methods() -> None:
    found = niwaki.search(depth=5)
    shown = found._repr_html_()
    assert f"<b>{found.score}</b>" in shown and " ".join(found.line) in shown
    assert shown.count("<tr>") == 1 + len(found.methods)
    cuts = found.methods["late_move_count"]["cuts"]
    assert re.search(rf"<td>late_move_count</td><td>[\d,]+</td><td>{cuts:,}</td>", shown)


@pytest.mark.parametrize("notebook", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.name)
def test_the_example_runs_from_top_to_bottom(notebook: Path, folder: Path) -> None:
    cells = nbformat.read(notebook, as_version=4)  # type: ignore[no-untyped-call]
    # It is committed without what it shows.
    assert all(not cell.get("outputs") for cell in cells.cells)
    NotebookClient(cells, timeout=600, resources={"metadata": {"path": str(folder)}}).execute()
    shown = [kind for cell in cells.cells for output in cell.get("outputs", []) for kind in output.get("data", {})]
    assert "image/png" in shown and "text/html" in shown
