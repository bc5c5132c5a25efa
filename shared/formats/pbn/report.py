"""What the reader has to say, with the codes of PBN."""

from __future__ import annotations

from dataclasses import dataclass, field

from contracts.base import Place
from contracts.codes.code import Code
from contracts.codes.pbn import MORE_LIKE_IT, TEXT_CUT, TOO_LARGE
from shared.formats.report import Report as AnyReport

FEW = 3
"""Lines of one habit that are listed for a file."""


@dataclass
class Report(AnyReport):
    """Collects findings while a PBN file is read."""

    too_large = TOO_LARGE
    text_cut = TEXT_CUT
    more_like_it = MORE_LIKE_IT

    _said: dict[str, list[int | None]] = field(default_factory=dict)

    def add_few(
        self,
        code: Code,
        message: str,
        place: Place | None = None,
        *,
        stated: str | None = None,
        computed: str | None = None,
    ) -> None:
        """Note a habit that a program has in every game: the first `FEW` lines with it are listed."""
        self._add_first(FEW, code, message, place, stated, computed)

    def add_once(self, code: Code, message: str, place: Place | None = None, *, stated: str | None = None) -> None:
        """Note what is true of a file: only the first line with it is listed."""
        self._add_first(1, code, message, place, stated, None)

    def _add_first(
        self, most: int, code: Code, message: str, place: Place | None, stated: str | None, computed: str | None
    ) -> None:
        lines = self._said.setdefault(f"{code.code} {message}", [])
        line = place.line if place is not None else None
        if len(lines) >= most or line in lines:
            return
        lines.append(line)
        times = {1: "once", FEW: f"{FEW} times"}.get(most)
        last = f" (said {times} for the file)" if len(lines) == most else ""
        self.add(code, f"{message}{last}", place, stated=stated, computed=computed)
