"""The engine for python-chess."""

from __future__ import annotations

import sys

import chess
import chess.engine
import pytest

import niwaki


def test_python_chess_plays_with_a_recipe() -> None:
    board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    with niwaki.engine("null-move", set={"null_move.reduction": 3}, options={"Hash": 1}) as engine:
        assert engine.id["name"].startswith("Niwaki")
        assert engine.play(board, chess.engine.Limit(nodes=1000)).move == chess.Move.from_uci("a1a8")


def test_recipe_and_changes_are_those_of_a_search() -> None:
    change = {"null_move.reduction": 3}
    with niwaki.engine("null-move", set=change) as engine:
        found = engine.analyse(chess.Board(), chess.engine.Limit(depth=6))
    assert found["nodes"] == niwaki.search(recipe="null-move", set=change, depth=6).nodes
    assert found["nodes"] != niwaki.search(depth=6).nodes


def test_a_wrong_recipe_is_an_error_of_ours() -> None:
    with pytest.raises(niwaki.NiwakiError, match="nope: no such recipe or file"):
        niwaki.engine("nope")


def test_without_python_chess_the_error_says_how(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess.engine", None)
    with pytest.raises(ImportError, match=r"niwaki.engine needs python-chess: pip install 'niwaki\[chess\]'"):
        niwaki.engine()
