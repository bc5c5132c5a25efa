"""What the reader has to say, with the codes of USEBIO, and what came after the version that a file declares."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from contracts.base import TEXT_LENGTH, Place
from contracts.codes.usebio import MORE_LIKE_IT, NEWER_THAN_VERSION, TEXT_CUT, TOO_LARGE
from shared.formats.report import Report as AnyReport
from shared.formats.report import Unknown
from shared.formats.usebio.tables.element_versions import Version, newer_than

STATED_LENGTH = 200
"""Characters of a file's text that a finding has."""


@dataclass
class Report(AnyReport):
    """Collects findings while a USEBIO file is read.

    `newer` is what came after the declared version, by the element that it stands in (`element_versions.py`).
    """

    too_large = TOO_LARGE
    text_cut = TEXT_CUT
    more_like_it = MORE_LIKE_IT
    stated_length = STATED_LENGTH

    version: str | None = None
    newer: Mapping[str, Mapping[str, Version]] = field(default_factory=dict)
    _noted: set[tuple[str, str]] = field(default_factory=set)

    def unknown(self, kind: str, name: str, text: str, place: Place) -> Unknown:
        """Something that the tables do not list, with its text cut to what an extension holds."""
        return Unknown(kind, name, self.clip(text, place, TEXT_LENGTH), place)

    def declare(self, text: str, version: Version) -> None:
        """Take note of the version that the file declares, as written and as numbers."""
        self.version, self.newer = text, newer_than(version)

    def not_noted(self, parent: str) -> set[str]:
        """The names of elements that came after the declared version and have not been noted in an element."""
        return {name for name in self.newer.get(parent, ()) if (parent, name) not in self._noted}

    def note_newer(self, parent: str, name: str, place: Place | None) -> None:
        """Note, once for the file, an element or attribute that came after the declared version."""
        if (parent, name) in self._noted:
            return
        self._noted.add((parent, name))
        major, minor = self.newer[parent][name]
        message = f"{name} stands in {parent} since USEBIO {major}.{minor}; the file declares {self.version}"
        self.add(NEWER_THAN_VERSION, message, place, subject=name, stated=self.version, computed=f"{major}.{minor}")
