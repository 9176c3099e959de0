"""The engine for python-chess."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from niwaki.program import binary
from niwaki.errors import MissingExtra
from niwaki.options import Setting, Text, option_words

if TYPE_CHECKING:
    import chess.engine


def engine(
    recipe: Text = "niwaki",
    *,
    set: Mapping[str, Setting] | None = None,
    options: Mapping[str, str | int | bool | None] | None = None,
    timeout: float | None = 10.0,
) -> chess.engine.SimpleEngine:
    """Niwaki as an engine of python-chess, with a recipe, changes of it, and UCI options.

    >>> with niwaki.engine("null-move", options={"Hash": 64}) as engine:
    ...     engine.play(chess.Board(), chess.engine.Limit(nodes=10_000))
    """
    try:
        import chess.engine
    except ImportError as error:
        raise MissingExtra("python-chess", "chess", "niwaki.engine") from error
    words = [os.fspath(binary()), *option_words({"recipe": recipe, "set": set})]
    opened = chess.engine.SimpleEngine.popen_uci(words, timeout=timeout)
    if options:
        opened.configure(dict(options))
    return opened
