"""What the reader has to say: findings with a cap for each code, and what it does not know, kept as extensions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from contracts.base import Place
from contracts.codes.code import Code
from contracts.codes.usebio import MORE_LIKE_IT, NEWER_THAN_VERSION, TEXT_CUT, TOO_LARGE
from contracts.facts import Extension
from contracts.findings import Finding
from shared.errors import FormatError
from shared.formats.usebio.since import Version, newer_than

FINDINGS_PER_CODE = 200
"""How many findings with one code are listed; the rest are counted."""

MOST_PROBLEMS = 10_000
"""A file with more problems than this, and `PROBLEMS_PER_RESULT` for each of its results, is refused."""

PROBLEMS_PER_RESULT = 5

NAME_LENGTH = 1_024
TEXT_LENGTH = 65_536


@dataclass
class Report:
    """Collects findings while a file is read.

    Attributes:
        findings: those that are listed, in the order of the file.
        results: how many lines of travellers have been read; a large event may have a problem in each.
        version: that the file declares, as written.
        newer: what came after that version, by the element that it stands in (`since.py`).
    """

    findings: list[Finding] = field(default_factory=list)
    results: int = 0
    version: str | None = None
    newer: Mapping[str, Mapping[str, Version]] = field(default_factory=dict)
    _noted: set[tuple[str, str]] = field(default_factory=set)
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
            FormatError: usebio.too-large when the file has more problems than content.
        """
        count = self._counts.get(code.code, 0) + 1
        self._counts[code.code] = count
        self._codes[code.code] = code
        if count <= FINDINGS_PER_CODE:
            finding = code.finding(message, place=place, subject=subject, stated=stated, computed=computed)
            self.findings.append(finding)
        self.count(place)

    def count(self, place: Place | None = None) -> None:
        """Count something that is kept without a finding, so that it cannot grow without end.

        Raises:
            FormatError: usebio.too-large when the file has more of that and of problems than content.
        """
        self._total += 1
        if self._total > MOST_PROBLEMS + PROBLEMS_PER_RESULT * self.results:
            raise FormatError(TOO_LARGE, f"{self._total} problems and hardly a result", place, tuple(self.findings))

    def declare(self, text: str, version: Version) -> None:
        """Take note of the version that the file declares, as written and as numbers."""
        self.version, self.newer = text, newer_than(version)

    def note_newer(self, parent: str, name: str, place: Place | None) -> None:
        """Note, once for the file, an element or attribute that came after the declared version."""
        if (parent, name) in self._noted:
            return
        self._noted.add((parent, name))
        major, minor = self.newer[parent][name]
        message = f"{name} stands in {parent} since USEBIO {major}.{minor}; the file declares {self.version}"
        self.add(
            NEWER_THAN_VERSION, message, place, subject=name, stated=self.version, computed=f"{major}.{minor}"
        )  # fmt: skip

    def clip(self, text: str, place: Place | None, limit: int = NAME_LENGTH) -> str:
        """Cut a text to what a message carries, and say so."""
        if len(text) <= limit:
            return text
        self.add(TEXT_CUT, f"{len(text)} characters were cut to {limit}", place, stated=text[:200])
        return text[:limit]

    def finish(self) -> tuple[Finding, ...]:
        """Return all findings, with one line for each code that occurs more often than it is listed."""
        for name, count in self._counts.items():
            if count > FINDINGS_PER_CODE:
                more = count - FINDINGS_PER_CODE
                message = f"{more} more findings like {name}: {self._codes[name].title}"
                self.findings.append(MORE_LIKE_IT.finding(message, subject=name))
        return tuple(self.findings)


def by_event(findings: Iterable[Finding]) -> dict[str, tuple[Finding, ...]]:
    """Sort findings by the path of the child of USEBIO, an EVENT for example, that they stand in."""
    inside: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.place is not None and finding.place.path is not None:
            inside.setdefault("/".join(finding.place.path.split("/", 3)[:3]), []).append(finding)
    return {path: tuple(found) for path, found in inside.items()}


@dataclass(frozen=True)
class Unknown:
    """Something that the tables do not list, before it is known what it hangs on.

    Attributes:
        kind: of `Extension`: "element", "attribute", "comment", "directive" or "text".
        value: an element as XML, the value of an attribute, the text of the others.
    """

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
