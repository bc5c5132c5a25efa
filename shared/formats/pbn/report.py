"""What the reader has to say, with the codes of PBN."""

from __future__ import annotations

from dataclasses import dataclass, field

from contracts.base import Place
from contracts.codes.code import Code
from contracts.codes.pbn import MORE_LIKE_IT, TEXT_CUT, TOO_LARGE
from shared.formats.report import Report as AnyReport


@dataclass
class Report(AnyReport):
    """Collects findings while a PBN file is read."""

    too_large = TOO_LARGE
    text_cut = TEXT_CUT
    more_like_it = MORE_LIKE_IT

    _said: set[str] = field(default_factory=set)

    def add_once(
        self,
        code: Code,
        message: str,
        place: Place | None = None,
        *,
        stated: str | None = None,
        computed: str | None = None,
    ) -> None:
        """Note a finding that a program repeats in every game: only the first with this code and message is listed."""
        key = f"{code.code} {message}"
        if key not in self._said:
            self._said.add(key)
            self.add(code, f"{message} (said once for the file)", place, stated=stated, computed=computed)
