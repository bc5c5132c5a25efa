"""References of an event: everybody and everything that its files name is listed in one of them.

Sources: USEBIO 1.4, sections 2.4, 2.5.2 and 4.1 (numbers name listed participants); the contracts, which ask the same
of every format. They are looked up when the files are together, because one file may name what another lists. Where no
file lists anybody of a kind, names of that kind are not looked up.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from contracts.base import Place
from contracts.codes import scoring as codes
from contracts.codes.code import Code
from contracts.facts import Fact, Facts, ResultFact
from contracts.findings import Finding
from contracts.messages import Fragment
from services.scoring.domain.merging.changes import Change
from shared.bridge.line_players import players_of, unlisted

_NAMED = 8
"""Numbers that a message names."""

Named = tuple[str, int]
"""The list of facts in which something is named, and its number there."""

Listed = dict[str, set[str]]
"""The ids of participants by their kind."""

_LISTS = frozenset({"participants", "sessions", "sections"})
"""Types of facts that list what others name; participants name teams and members, too."""

_NAMING = ("results", "totals", "adjustments", "awards", "seats", "matches")
"""Types of facts that only name."""


class References:
    """What the facts of an event name; while all of it is listed, only what a fragment changes is looked up."""

    def __init__(self) -> None:
        """Begin with an event of which nothing was looked up."""
        self._changes: list[Change] | None = None
        self._listed: Listed = {}

    def change(self, changes: Iterable[Change]) -> None:
        """Follow what a fragment has changed."""
        if self._changes is not None:
            self._changes.extend(changes)

    def findings(
        self, facts: Facts, origins: Mapping[str, Sequence[int]], fragments: Sequence[Fragment]
    ) -> list[Finding]:
        """Everything that is named and that no file lists.

        Args:
            facts: of the event.
            origins: for each list of facts, the number of the file of each.
            fragments: the files, in the order of these numbers.
        """
        if self._changes is not None and not any(change.kind in _LISTS for change in self._changes):
            new: dict[str, list[Fact]] = {kind: [] for kind in _NAMING}
            for change in self._changes:
                if change.new is not None and change.kind in new:
                    new[change.kind].append(change.new)
            if not any(new.values()) or self._all_listed(facts, new):
                self._changes.clear()
                return []
        lookup = _Lookup(facts)
        self._listed = lookup.listed
        findings = [
            finding.replace(file=fragments[origins[kind][number]].file.sha256)
            for (kind, number), finding in lookup.unlisted()
        ]
        self._changes = None if findings else []
        return findings

    def _all_listed(self, facts: Facts, new: Mapping[str, list[Fact]]) -> bool:
        """Whether everything that new facts name is listed, in lists that are as before."""
        people = self._listed["pair"] | self._listed["player"] if new["results"] else frozenset[str]()
        named = {name for fact in new["results"] if isinstance(fact, ResultFact) for name in players_of(fact.sides)[0]}
        if people and not named <= people and unlisted(facts.model_copy(update=new)).lines:
            return False
        naming = facts.model_copy(update=new).replace(participants=())
        return next(_Lookup(naming, self._listed).named(), None) is None


class _Lookup:
    def __init__(self, facts: Facts, listed: Listed | None = None) -> None:
        self.facts = facts
        self.listed = listed or {"player": set(), "pair": set(), "team": set()}
        for participant in facts.participants:
            self.listed[participant.kind].add(participant.id)

    def unlisted(self) -> Iterator[tuple[Named, Finding]]:
        """Everything that is named and not listed."""
        return chain(self._players(), self._others(), self._members(), self._parts())

    def named(self) -> Iterator[tuple[Named, Finding]]:
        """The same of what is named beside the numbers of results; of an event whose lists are as before."""
        return chain(self._others(), self._parts())

    def _players(self) -> Iterator[tuple[Named, Finding]]:
        """Every pair or player of a traveller line; when most are unknown, there is one reason for all of them."""
        missing, results = unlisted(self.facts), self.facts.results
        if missing.most:
            first, count = next(iter(missing.lines.values()))[0], len(missing.lines)
            names = ", ".join(list(missing.lines)[:_NAMED]) + (", …" if count > _NAMED else "")
            text = f"{count} of the {missing.used} numbers on travellers are not among the participants: {names}"
            at = results[first].at
            yield ("results", first), _finding(codes.UNKNOWN_PARTICIPANT, at, "the results", text, str(count))
            return
        for name, (number, count) in missing.lines.items():
            result = results[number]
            more = f" and has {count - 1} more result{'' if count == 2 else 's'}" if count > 1 else ""
            subject = f"board {result.board}"
            text = f"number {name} plays {subject}{more}, but is not among the participants"
            yield ("results", number), _finding(codes.UNKNOWN_PARTICIPANT, result.at, subject, text, name)

    def _others(self) -> Iterator[tuple[Named, Finding]]:
        """Totals, adjustments, awards, seats and matches."""
        seen: set[tuple[str, str]] = set()
        for named, what, kind, name, at in self._mentions():
            if self.listed[kind] and name not in self.listed[kind] and (kind, name) not in seen:
                seen.add((kind, name))
                text = f"{what} names {kind} {name}, who is not among the participants"
                yield named, _finding(codes.TOTAL_OF_UNKNOWN, at, f"{kind} {name}", text, name)

    def _mentions(self) -> Iterator[tuple[Named, str, str, str, Place | None]]:
        facts = self.facts
        for n, total in enumerate(facts.totals):
            yield ("totals", n), "a total", total.kind, total.participant, total.at
        for n, adjustment in enumerate(facts.adjustments):
            # What a director decides about somebody unknown, the decision's own finding says.
            if adjustment.counted is not False or adjustment.kind not in ("penalty", "bonus"):
                where = ("adjustments", n)
                yield where, "an adjustment", adjustment.participant_kind, adjustment.participant, adjustment.at
        for n, award in enumerate(facts.awards):
            yield ("awards", n), "an award", award.participant_kind, award.participant, award.at
        for n, seat in enumerate(facts.seats):
            yield ("seats", n), "a seat", seat.kind, seat.participant, seat.at
        for n, match in enumerate(facts.matches):
            kind = "pair" if match.kind == "pairs" else "team"
            for name in (match.home, match.away):
                if name is not None:
                    yield ("matches", n), "a match", kind, name, match.at

    def _members(self) -> Iterator[tuple[Named, Finding]]:
        """A team's members are listed, and who belongs to a team belongs to a listed one (USEBIO 1.4, 2.5.1)."""
        below = self.listed["pair"] | self.listed["player"]
        for number, participant in enumerate(self.facts.participants):
            members = participant.members if below else ()
            unknown = [(f"has the member {member}", member) for member in members if member not in below]
            team = participant.team
            if team is not None and self.listed["team"] and team not in self.listed["team"]:
                unknown.append((f"belongs to team {team}", team))
            subject = f"{participant.kind} {participant.id}"
            for what, name in unknown:
                text = f"{subject} {what}, but no participant has that number"
                yield ("participants", number), _finding(codes.UNKNOWN_MEMBER, participant.at, subject, text, name)

    def _parts(self) -> Iterator[tuple[Named, Finding]]:
        """Results and totals belong to sessions and sections that are listed (USEBIO 1.4, 4.1 and 4.2)."""
        sessions = frozenset(session.id for session in self.facts.sessions)
        sections = frozenset((section.session, section.id) for section in self.facts.sections)
        anywhere = frozenset(section.id for section in self.facts.sections)
        seen: set[tuple[str | None, str | None]] = set()
        for named, what, session, section, at in self._placed():
            if (session, section) in seen:
                continue
            seen.add((session, section))
            if sessions and session is not None and session not in sessions:
                subject, listed, stated = f"session {session}", sorted(sessions), session
            elif (
                sections
                and section is not None
                and (session, section) not in sections
                and (session is not None or section not in anywhere)
            ):
                subject, listed, stated = f"section {section}", sorted(anywhere), section
            else:
                continue
            text = f"{what} belongs to {subject}, which no file lists"
            yield named, _finding(codes.UNKNOWN_PART, at, subject, text, stated, ", ".join(listed[:_NAMED]))

    def _placed(self) -> Iterable[tuple[Named, str, str | None, str | None, Place | None]]:
        facts = self.facts
        for n, result in enumerate(facts.results):
            yield ("results", n), f"board {result.board}", result.session, result.section, result.at
        for n, match in enumerate(facts.matches):
            name = f"the match {match.home} against {match.away}"
            yield ("matches", n), name, match.session, match.section, match.at
        for n, total in enumerate(facts.totals):
            yield ("totals", n), f"the total of {total.participant}", total.session, total.section, total.at
        for n, listed in enumerate(facts.participants):
            yield ("participants", n), f"{listed.kind} {listed.id}", listed.session, listed.section, listed.at


def _finding(
    code: Code, place: Place | None, subject: str, text: str, stated: str, computed: str | None = None
) -> Finding:
    return code.finding(text, place=place, subject=subject, stated=stated, computed=computed)
