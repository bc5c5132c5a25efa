"""What a reader has to say: findings with a cap for each code, and what it does not know, kept as extensions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from contracts.base import NAME_LENGTH, TEXT_LENGTH, Place
from contracts.codes.code import Code
from contracts.facts import Extension
from contracts.findings import Finding
from shared.errors import FormatError

__all__ = [
    "ENCODING_NAMES",
    "FINDINGS_PER_CODE",
    "MOST_PROBLEMS",
    "NAME_LENGTH",
    "PROBLEMS_PER_RESULT",
    "TEXT_LENGTH",
    "Extensions",
    "Report",
    "Unknown",
]

FINDINGS_PER_CODE = 200
"""How many findings with one code are listed; the rest are counted."""

MOST_PROBLEMS = 10_000
"""A file with more problems than this, and `PROBLEMS_PER_RESULT` for each of its results, is refused."""

PROBLEMS_PER_RESULT = 5


ENCODING_NAMES: Mapping[str, str] = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "windows-1252": "Windows-1252",
    "cp1252": "Windows-1252",
    "iso-8859-1": "ISO 8859-1",
    "latin-1": "ISO 8859-1",
}
"""Encodings as people know them, by their names in Python."""


@dataclass
class Report:
    """Collects findings while a file is read; each format says with which codes.

    Attributes:
        too_large, text_cut, more_like_it: the format's codes for what is said here.
        stated_length: characters of a file's text that a finding has at most; None for what a message carries.
        rare: how often a file may have a finding, by its code, where each takes memory; the others have no such limit.
        findings: those that are listed, in the order of the file.
        results: lines of travellers, or rounds of players, that have been read; each may have a problem.
        about: the board or participant that is being read; findings without a subject are about it.
    """

    too_large: ClassVar[Code]
    text_cut: ClassVar[Code]
    more_like_it: ClassVar[Code]
    rare: ClassVar[Mapping[str, int]] = {}
    stated_length: ClassVar[int | None] = None

    findings: list[Finding] = field(default_factory=list)
    results: int = 0
    about: str | None = None
    _counts: dict[str, int] = field(default_factory=dict)
    _codes: dict[str, Code] = field(default_factory=dict)
    _total: int = 0

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
        """Note a finding.

        Raises:
            FormatError: too-large when the file has more problems than content, or too many of a rare one.
        """
        count = self._counts.get(code.code, 0) + 1
        self._counts[code.code] = count
        self._codes[code.code] = code
        if count <= FINDINGS_PER_CODE:
            cut = stated[: self.stated_length] if stated else stated
            named = subject or self.about
            finding = code.finding(message, place=place, subject=named, stated=cut, computed=computed)
            self.findings.append(finding)
        self.count(place)
        if count > self.rare.get(code.code, count):
            text = f"more than {self.rare[code.code]} findings {code.code}"
            raise FormatError(self.too_large, text, place, tuple(self.findings))

    def has(self, *codes: Code) -> bool:
        """Whether there is a finding with one of these codes."""
        return any(code.code in self._counts for code in codes)

    def count(self, place: Place | None = None) -> None:
        """Count what is kept without a finding; FormatError when there is more of that and of problems than content."""
        self._total += 1
        if self._total > MOST_PROBLEMS + PROBLEMS_PER_RESULT * self.results:
            raise FormatError(
                self.too_large, f"{self._total} problems and hardly a result", place, tuple(self.findings)
            )

    def clip(self, text: str, place: Place | None, limit: int = NAME_LENGTH) -> str:
        """Cut a text to what a message carries, and say so."""
        if len(text) <= limit:
            return text
        self.add(self.text_cut, f"a text of {len(text)} characters was cut to {limit}", place, stated=text[:200])
        return text[:limit]

    def finish(self) -> tuple[Finding, ...]:
        """Return all findings, with one line for each code that occurs more often than it is listed."""
        for name, count in self._counts.items():
            if count > FINDINGS_PER_CODE:
                more = count - FINDINGS_PER_CODE
                message = f"{more} more findings of this kind are not listed: {self._codes[name].title} ({name})"
                self.findings.append(self.more_like_it.finding(message, subject=name))
        return tuple(self.findings)


@dataclass(frozen=True)
class Unknown:
    """Something that the tables do not list, before it is known what it hangs on; see `Extension`."""

    kind: str
    name: str
    value: str
    place: Place


class Extensions:
    """The extensions of one event, numbered among their like."""

    def __init__(self) -> None:
        self.facts: list[Extension] = []
        self._seen: dict[tuple[str, str, str], int] = {}

    def keep(self, owner: str, unknown: Unknown) -> None:
        """Keep something under the element that `owner` names."""
        key = (unknown.kind, owner, unknown.name)
        index = self._seen.get(key, 0)
        self._seen[key] = index + 1
        self.facts.append(
            Extension(
                at=unknown.place,
                kind=unknown.kind,
                owner=owner[:NAME_LENGTH],
                name=unknown.name[:NAME_LENGTH],
                value=unknown.value[:TEXT_LENGTH],
                index=index,
            )
        )
