"""What the reader has to say: findings with a cap for each code, and the lines that it keeps as extensions."""

from __future__ import annotations

from collections import Counter

from contracts.base import Place
from contracts.codes.code import Code
from contracts.codes.trf import MORE_LIKE_IT, TOO_LARGE
from contracts.facts import Extension
from contracts.findings import Finding
from shared.errors import FormatError

FINDINGS_PER_CODE = 200
"""How many findings with one code are listed; the rest are counted."""

MOST_KEPT = 20_000
"""Lines that are kept without being understood; a file of more is not TRF."""


class Report:
    """Collects findings and kept lines while a file is read."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.extensions: list[Extension] = []
        self._counts: Counter[str] = Counter()
        self._codes: dict[str, Code] = {}
        self._kept: Counter[tuple[str, str]] = Counter()

    def add(
        self,
        code: Code,
        message: str,
        place: Place | None = None,
        *,
        subject: str | None = None,
        stated: str | None = None,
        computed: str | None = None,
    ) -> None:
        """Note a finding."""
        self._counts[code.code] += 1
        self._codes[code.code] = code
        if self._counts[code.code] <= FINDINGS_PER_CODE:
            self.findings.append(code.finding(message, place=place, subject=subject, stated=stated, computed=computed))

    def keep(self, kind: str, name: str, text: str, line: int, owner: str = "file") -> None:
        """Keep a line as it stands.

        Raises:
            FormatError: trf.too-large when there are more than `MOST_KEPT`.
        """
        index = self._kept[kind, name]
        self._kept[kind, name] += 1
        if len(self.extensions) >= MOST_KEPT:
            raise FormatError(TOO_LARGE, f"more than {MOST_KEPT} lines are not TRF", Place(line=line), self.finish())
        self.extensions.append(
            Extension(at=Place(line=line), kind=kind, owner=owner, name=name, value=text.rstrip(), index=index)
        )

    def finish(self) -> tuple[Finding, ...]:
        """Return all findings, with one line for each code that occurs more often than it is listed."""
        more = [
            MORE_LIKE_IT.finding(
                f"{count - FINDINGS_PER_CODE} more findings like {name}: {self._codes[name].title}", subject=name
            )
            for name, count in self._counts.items()
            if count > FINDINGS_PER_CODE
        ]
        return (*self.findings, *more)
