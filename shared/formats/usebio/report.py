"""What the reader has to say, with the codes of USEBIO, and what came after the version that a file declares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from contracts.base import Place
from contracts.codes.usebio import MORE_LIKE_IT, NEWER_THAN_VERSION, TEXT_CUT, TOO_LARGE
from contracts.findings import Finding
from shared.formats.report import Report as AnyReport
from shared.formats.usebio.tables.element_versions import Version, newer_than


@dataclass
class Report(AnyReport):
    """Collects findings while a USEBIO file is read.

    Attributes:
        version: that the file declares, as written.
        newer: what came after that version, by the element that it stands in (`since.py`).
    """

    too_large = TOO_LARGE
    text_cut = TEXT_CUT
    more_like_it = MORE_LIKE_IT

    version: str | None = None
    newer: Mapping[str, Mapping[str, Version]] = field(default_factory=dict)
    _noted: set[tuple[str, str]] = field(default_factory=set)

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
        self.add(NEWER_THAN_VERSION, message, place, subject=name, stated=self.version, computed=f"{major}.{minor}")


def by_event(findings: Iterable[Finding]) -> dict[str, tuple[Finding, ...]]:
    """Sort findings by the path of the child of USEBIO, an EVENT for example, that they stand in."""
    inside: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.place is not None and finding.place.path is not None:
            inside.setdefault("/".join(finding.place.path.split("/", 3)[:3]), []).append(finding)
    return {path: tuple(found) for path, found in inside.items()}
