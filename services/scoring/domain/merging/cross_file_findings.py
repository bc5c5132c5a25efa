"""Which findings about one file still hold in its event: other files bring what it names, and a director the tables.

Validation sees one file alone. Rules kept here:

1. Who is listed in another file of the event exists, and so does a session or section of another file.
2. Where a decision gives the scale of victory points, or the table of IMPs, what the file was compared with is not what
   counts. Scoring compares its matches and boards with the table that was given, and says itself what differs.
"""

from collections.abc import Callable, Iterable

from contracts.codes import validation as codes
from contracts.facts import Facts
from contracts.findings import Finding
from contracts.messages import Fragment

_BY_SCALE = frozenset(code.code for code in (codes.VPS_NOT_OF_SCALE, codes.VPS_OUT_OF_ORDER, codes.MATCH_UNBALANCED))
_NOT_CHECKED = {"the victory points": "vp_table", "the boards of matches": "imp_bounds"}
"""What was not checked for want of a table, and the field of an event that gives it."""


def still_true(findings: Iterable[Finding], fragment: Fragment, facts: Facts) -> list[Finding]:
    """The findings of a file that hold in its event, too.

    Args:
        findings: of the reader and of validation about this fragment.
        fragment: what the file says of the event.
        facts: of the event, from all of its files.
    """
    event = _Event(fragment, facts)
    return [finding for finding in findings if not event.answers(finding)]


class _Event:
    """An event that is asked about findings of one of its files."""

    def __init__(self, fragment: Fragment, facts: Facts) -> None:
        self._fragment = fragment
        self._facts = facts
        self._listed: dict[tuple[str, ...], set[str]] = {}
        self._answers: dict[str, Callable[[Finding], bool]] = {
            codes.UNKNOWN_PARTICIPANT.code: self._plays,
            codes.TOTAL_OF_UNKNOWN.code: self._is_listed,
            codes.UNKNOWN_MEMBER.code: self._belongs,
            codes.UNKNOWN_PART.code: self._is_part,
        }

    def answers(self, finding: Finding) -> bool:
        """Whether other files of the event take the ground from a finding."""
        answer = self._answers.get(finding.code)
        return answer(finding) if answer is not None else self._tables_given(finding)

    def _ids(self, *kinds: str) -> set[str]:
        known = self._listed.get(kinds)
        if known is None:
            known = {participant.id for participant in self._facts.participants if participant.kind in kinds}
            self._listed[kinds] = known
        return known

    def _plays(self, finding: Finding) -> bool:
        """Rule 1, for the numbers of lines; a finding about most of them names no single one."""
        known = self._ids("pair", "player")
        if finding.subject != "the results":
            return finding.stated in known
        lines = {result.sides for result in self._fragment.facts.results}
        seats = ("ns", "ew", "north", "east", "south", "west")
        used = {name for sides in lines for seat in seats if (name := getattr(sides, seat)) is not None}
        return used <= known

    def _is_listed(self, finding: Finding) -> bool:
        kind, _, name = (finding.subject or "").partition(" ")
        return name in self._ids(kind)

    def _belongs(self, finding: Finding) -> bool:
        """A team asks for members, everybody else for a team."""
        kinds = ("pair", "player") if (finding.subject or "").startswith("team ") else ("team",)
        return finding.stated in self._ids(*kinds)

    def _is_part(self, finding: Finding) -> bool:
        parts = self._facts.sessions if (finding.subject or "").startswith("session ") else self._facts.sections
        return finding.stated in {part.id for part in parts}

    def _tables_given(self, finding: Finding) -> bool:
        """Rule 2."""
        if finding.code in _BY_SCALE:
            return self._given("vp_table")
        if finding.code == codes.BOARD_NOT_OF_TABLES.code:
            return self._given("imp_bounds")
        return finding.code == codes.NOT_CHECKED.code and self._given(_NOT_CHECKED.get(finding.subject or "", ""))

    def _given(self, field: str) -> bool:
        """Whether the event has a table that this file did not bring."""
        here = getattr(self._fragment.facts.event, field, None)
        return bool(getattr(self._facts.event, field, None)) and not here
