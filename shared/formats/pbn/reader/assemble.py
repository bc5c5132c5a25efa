"""From what was gathered to facts: ids in place of names, sessions, the identity of each event, the scope of the file.

A game has no session of its own. Stage is one; in an event that says when it began, every later date is one. Where the
rounds of an event that is not played by teams have different deals under the same number, each round is one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from itertools import chain
from typing import Any, Literal

from contracts.codes.pbn import NO_IDENTITY
from contracts.facts import (
    AdjustmentFact,
    EventFact,
    Facts,
    MatchFact,
    Organiser,
    Participant,
    ResultFact,
    Scope,
    SectionFact,
    SessionFact,
    Sides,
    StatedTotal,
)
from shared.formats.identity import Identities, event_slug
from shared.formats.parsed import ParsedEvent
from shared.formats.pbn.reader.cards import NOBODY
from shared.formats.pbn.reader.draft import Draft, F, Located, PairEntry, Seated, Where
from shared.formats.pbn.reader.event_builder import match_fact
from shared.formats.pbn.reader.people import Directory, person, player_of, players, players_of
from shared.formats.pbn.reader.team_tables import ids_by_name
from shared.formats.pbn.report import Report
from shared.formats.pbn.tables import number_of
from shared.formats.report import NAME_LENGTH

_METHODS: dict[str, str] = {
    "MP": "match_points", "MatchPoints": "match_points", "MP1": "match_points", "MP2": "match_points",
    "IMP": "imps", "BAM": "bam", "Butler": "butler_imps", "Butler-2": "butler_imps", "Experts": "other",
    "Mean": "butler_imps", "Median": "butler_imps", "Cross": "cross_imps", "Cross1": "cross_imps",
    "Cross2": "cross_imps", "Cavendish": "other", "Chicago": "other", "Rubber": "other", "Instant": "other",
    "EMP": "other", "Mitchell2": "other", "Mitchell3": "other", "Mitchell4": "other", "Ascherman": "other",
    "Bastille": "other", "IMP_1948": "other", "IMP_1961": "other", "Aggregate": "aggregate",
}  # fmt: skip
"""Fields of Scoring to methods of scoring a board. Those without a published rule are carried as "other", and so is the
datum of experts, which does not follow from the scores."""

_STRENGTH = ("other", "aggregate", "cross_imps", "butler_imps", "bam", "match_points", "imps")
"""Where several fields stand together, the one that says more counts: a modifier before a basic method."""

_KINDS = {"pairs": "pairs", "teams": "teams", "individuals": "individual", "individual": "individual"}


def board_scoring(draft: Draft, teams: bool) -> str | None:
    """How the boards are scored: by most games' Scoring, else by the points that tables state."""
    if draft.scorings:
        ((fields, _),) = draft.scorings.most_common(1)
        methods = {_METHODS[field] for field in fields if field in _METHODS}
        strongest = next((method for method in _STRENGTH if method in methods), None)
        if strongest is not None:
            return "pab" if strongest == "bam" and _two_for_a_board(draft) else strongest
    if draft.stated:
        return draft.stated.most_common(1)[0][0]
    if draft.summed and not draft.matches and not teams:
        return "aggregate"
    return "imps" if teams else None


def _two_for_a_board(draft: Draft) -> bool:
    """Whether a board won is 2 points, as the document has match points (4.2.3), and not 1."""
    scores = [score for seated in draft.results if (score := seated.fact.stated) is not None]
    return any(value is not None and value > 1 for score in scores for value in (score.ns, score.ew))


def event_fact(draft: Draft, teams: bool, header: Mapping[str, str]) -> EventFact:
    """Put the event together."""
    competition = draft.competitions.most_common(1)[0][0].casefold() if draft.competitions else ""
    kind = ("knockout" if competition == "knockout" else "teams") if teams else _KINDS.get(competition)
    if not teams and draft.matches:
        kind = "swiss_pairs"
    if kind is None and (draft.entries or draft.tables):
        kind = "pairs"
    # Two tables of a match are compared in IMPs; with every other table those of pairs are.
    scoring = board_scoring(draft, teams)
    units = {met.fact.unit for met in draft.matches.values()}
    pairwise = scoring if teams and scoring in ("cross_imps", "butler_imps") else None
    return EventFact(
        at=draft.first,
        name=draft.name,
        kind=kind,
        organiser=Organiser(name=draft.site) if draft.site else None,
        start_date=draft.start,
        end_date=max(draft.dates) if len(draft.dates) > 1 else None,
        program=header.get("creator"),
        format_version=header.get("version"),
        board_scoring="imps" if pairwise is not None else scoring,
        pairwise_scoring=pairwise,
        match_scoring=next((unit for unit in ("vps", "imps") if unit in units), None),
        vp_scale=draft.vp_scale,
        vp_table=draft.vp_table,
        details=tuple(draft.details.values()),
    )


_VERSION = re.compile(r"\s*PBN\s+(\d+\.\d+)\b")
_CREATOR = re.compile(r"\s*(?:Creator|Generator|META\s+GENERATOR)\s*[:=]?\s*(.+?)\s*>?\s*", re.IGNORECASE)
_CREATED = re.compile(r"\s*Created:\s*(?:\w{3}\s+)?(\w{3}\s+\d{1,2}\s+\d\d:\d\d:\d\d\s+\d{4}\s+[+-]\d{4})\s*", re.ASCII)
_TITLE = re.compile(r'HRTitle(Event|Site)\s+"(.*\S.*)"')
_DATE = re.compile(r".{4}-.{2}-.{2}", re.DOTALL)
_LOOKED_AT = 200
"""Directives at the head of an event that are looked at."""


def header_of(draft: Draft) -> dict[str, str]:
    """What directives tell: the version of PBN, the program, when BridgeComposer made the file, and its title.

    They are "% PBN 2.1", "%Creator: …", "% <META Generator …>", "%Created: Wed Oct 19 18:55:10 2022 +0200",
    "%HRTitleEvent …" and "%HRTitleSite …".
    """
    header: dict[str, str] = {}
    for fact in draft.extensions.facts[:_LOOKED_AT]:
        if fact.kind != "directive":
            continue
        text = fact.value[:500].strip().removeprefix("<")
        if version := _VERSION.match(text):
            header.setdefault("version", version[1])
        elif creator := _CREATOR.fullmatch(text):
            header.setdefault("creator", creator[1].strip('"'))
        elif created := _CREATED.fullmatch(text):
            header.setdefault("created", created[1])
        elif title := _TITLE.fullmatch(text):
            header.setdefault(title[1].lower(), title[2].strip()[:NAME_LENGTH])
    return header


def assemble(drafts: Iterable[Draft], digest: str, report: Report) -> tuple[ParsedEvent, ...]:
    """Make the events of a file."""
    events: list[ParsedEvent] = []
    identities = Identities()
    for draft in drafts:
        if draft.site is None and draft.name is None:
            # BridgeComposer keeps the title of its hand records at the head of the file.
            titles = header_of(draft)
            draft.site, draft.name = titles.get("site"), titles.get("event")
        name = event_slug(draft.site, draft.name, None, draft.start)
        if name is None:
            name = f"pbn-{digest}"
            report.add(NO_IDENTITY, "neither Event nor Site is named", draft.first, computed=name)
        events.append(_Assembly(draft, report).event(identities.take(name)))
    return tuple(events)


class _Assembly:
    def __init__(self, draft: Draft, report: Report) -> None:
        self._draft = draft
        self._teams = (
            bool(draft.teams)
            or any(entry.team is not None for entry in draft.entries)
            or any(met.fact.kind == "teams" for met in draft.matches.values())
        )
        teams = [each for each in draft.teams.values() if each.kind == "team"]
        self._team_ids = ids_by_name(teams)
        self._team_names = {entry.team for entry in draft.entries if entry.team is not None}
        self._team_names |= {*self._team_ids, *(each.id for each in teams)}
        meetings = ((seated.ns, seated.ew) for seated in draft.results)
        entries = [
            entry if entry.team is None else entry._replace(team=self._team(entry.team))
            for entry in draft.entries
            if self._team_of(entry) is None
        ]
        self._directory = Directory(entries, meetings, report)
        self._known_players = players(draft.entries) if draft.individual else {}
        self._ids: dict[tuple[object, ...], str | None] = {}
        self._alone = 0
        self._rounds_apart = not self._teams and any(
            len({dealt.where.round_text for dealt in dealt_to}) > 1 for dealt_to in draft.deals.values()
        )

    def event(self, name: str) -> ParsedEvent:
        draft = self._draft
        header = header_of(draft)
        located: list[Located[Any]] = [*draft.boards.values(), *chain(*draft.deals.values())]
        seated: list[Seated[Any]] = [*draft.results, *draft.auctions, *draft.plays]
        wheres = [item.where for item in located] + [item.where for item in seated]
        wheres += [where for _, where, _ in draft.totals.values()]
        sections = dict.fromkeys((self._session(where), where.section) for where in wheres)
        sessions = dict.fromkeys(session for session, _ in sections if session is not None)
        totals = self._totals()
        facts = Facts(
            events=(event_fact(draft, self._teams, header),),
            sessions=tuple(SessionFact(id=name, date=self._date_of(name)) for name in sessions),
            sections=tuple(SectionFact(session=session, id=name) for session, name in sections if name is not None),
            participants=self._participants(),
            boards=tuple(
                described.fact.replace(session=self._session(described.where)) if self._rounds_apart else described.fact
                for described in draft.boards.values()
            ),
            results=self._results(),
            matches=tuple(self._matches()),
            deals=tuple(
                dealt.fact.replace(session=self._session(dealt.where), set_id=None)
                if self._rounds_apart
                else dealt.fact
                for dealt in chain(*draft.deals.values())
            ),
            auctions=tuple(map(self._placed, draft.auctions)),
            plays=tuple(map(self._placed, draft.plays)),
            totals=totals,
            adjustments=tuple(self._adjustments(totals)),
            extensions=tuple(draft.extensions.facts),
        )
        stated_at: tuple[datetime, str] | None = None
        with suppress(KeyError, ValueError):
            stated_at = (datetime.strptime(header["created"], "%b %d %H:%M:%S %Y %z"), "modified")
        return ParsedEvent(event=name, facts=_with_unranked(facts), scope=self._scope(facts), stated_at=stated_at)

    def _session(self, where: Where) -> str | None:
        if not self._rounds_apart or where.round_text is None:
            return where.session
        parts = [where.session, f"round {where.round_text}"]
        return " ".join(part for part in parts if part is not None)[:NAME_LENGTH]

    def _date_of(self, session: str) -> str | None:
        """The date of a session: the one that it is called by, else that of all of its games."""
        if _DATE.fullmatch(session):
            return session
        dates = self._draft.session_dates.get(session, {})
        return next(iter(dates)) if len(dates) == 1 else None

    def _id(self, entry: PairEntry | None) -> str | None:
        if entry is None:
            return None
        # Everything but where it stands.
        key = entry[:-1]
        if key not in self._ids:
            self._ids[key] = self._directory.id_of(entry)
        return self._ids[key]

    def _sides(self, ns: PairEntry | None, ew: PairEntry | None) -> Sides:
        if self._draft.individual:
            ns_players, other = players_of(ns), players_of(ew)
            if ns_players is not None and other is not None:
                return Sides(north=ns_players[0], south=ns_players[1], east=other[0], west=other[1])
        teams = (self._team(entry.team) if entry is not None else None for entry in (ns, ew))
        return _pairs(self._id(ns), self._id(ew), *teams)

    def _placed(self, seated: Seated[F]) -> F:
        sides, session = self._sides(seated.ns, seated.ew), self._session(seated.where)
        return seated.fact.replace(sides=sides, session=session)

    def _results(self) -> tuple[ResultFact, ...]:
        """Results with their sides; those that would have the same key are numbered.

        A game that was played out is also a row of its board's table (5.9), and may be told twice: it counts once.
        """
        parts: dict[tuple[object, ...], int] = {}
        results: list[ResultFact] = []
        rows: dict[tuple[object, ...], ResultFact] = {}
        of_tables = {_board(seated) for seated in self._draft.results if seated.row}
        for seated in sorted(self._draft.results, key=lambda seated: not seated.row):
            result = self._placed(seated)
            key = result.key
            known = rows.setdefault(key, result)
            if not seated.row:
                if not _ended(result) and _board(seated) in of_tables:
                    continue
                if known is not result and result.sides != NOBODY and _same_outcome(result, known):
                    continue
                self._alone += 1
            part = parts.get(key, 0)
            parts[key] = part + 1
            results.append(result.replace(part=part) if part else result)
        return tuple(results)

    def _team_of(self, entry: PairEntry) -> str | None:
        """The team that a row of totals speaks of, by its number or its name; None for a pair."""
        if entry.side is not None:
            return None
        name = next((name for name in (entry.number, *entry.names) if name in self._team_names), None)
        return self._team(name)

    def _team(self, name: str | None) -> str | None:
        """How facts name a team that a game calls by its name."""
        return self._team_ids.get(name, name) if name is not None else None

    def _participants(self) -> tuple[Participant, ...]:
        """Those whom tables list as teams and their players, and everybody else; a team has the members of both."""
        listed = dict(self._draft.teams)
        for each in self._directory.participants() if not self._draft.individual else self._players():
            known = listed.get(each.key, each)
            members = tuple(dict.fromkeys((*known.members, *each.members)))
            listed[each.key] = known.replace(name=known.name or each.name, members=members)
        return tuple(listed.values())

    def _matches(self) -> Iterator[MatchFact]:
        """The matches; one that a table lists and that has games is one, with their boards unless it has its own."""
        every = [(self._with_ids(match_fact(met)), bool(met.boards)) for met in self._draft.matches.values()]
        played = {_meeting(match): match for match, has_games in every if has_games}
        listed = {_meeting(match) for match, has_games in every if not has_games}
        for match, has_games in every:
            known = played.get(_meeting(match))
            if not has_games and known is not None and match.first_board is None:
                yield match.replace(first_board=known.first_board, last_board=known.last_board, boards=known.boards)
            elif not has_games or _meeting(match) not in listed:
                yield match

    def _with_ids(self, match: MatchFact) -> MatchFact:
        """A match with the sides as facts name them."""
        if match.kind == "teams":
            return match.replace(home=self._team(match.home) or match.home, away=self._team(match.away))
        home, away = (
            self._id(PairEntry(name, section=match.section)) if name else None for name in (match.home, match.away)
        )
        return match.replace(home=home or match.home, away=away)

    def _players(self) -> tuple[Participant, ...]:
        return tuple(
            Participant(id=name, kind="player", players=(person(called),) if called is not None else ())
            for name, called in self._known_players.items()
        )

    def _totals(self) -> tuple[StatedTotal, ...]:
        totals: dict[tuple[object, ...], StatedTotal] = {}
        for entry, where, total in self._draft.totals.values():
            team = self._team_of(entry)
            kind: Literal["player", "pair", "team"] = "team" if team is not None else "pair"
            name = team if team is not None else self._id(entry)
            if self._draft.individual:
                kind, name = "player", player_of(entry, self._known_players)
            made = total.replace(participant=name or "", kind=kind, session=self._session(where))
            totals[made.key] = made
        return tuple(totals.values())

    def _adjustments(self, totals: Iterable[StatedTotal]) -> Iterator[AdjustmentFact]:
        """Penalties and carry-overs in columns of programs, which do not say whether totals contain a carry-over."""
        unit = "match_points" if board_scoring(self._draft, self._teams) == "match_points" else None
        for total in totals:
            for detail in total.details:
                amount = number_of(detail.value) if detail.name in _ADJUSTMENTS else None
                if amount:
                    penalty = detail.name == "ScorePenalty"
                    yield AdjustmentFact(
                        at=total.at,
                        kind=_ADJUSTMENTS[detail.name],
                        participant=total.participant,
                        participant_kind=total.kind,
                        session=total.session,
                        amount=-abs(amount) if penalty else amount,
                        unit=unit,
                        counted=True if penalty else None,
                    )

    def _scope(self, facts: Facts) -> Scope:
        """A file is the whole of its travellers; games that tell one table each add to what is known."""
        draft = self._draft
        if not draft.tables or self._alone:
            return Scope(whole=False)
        # A table may name the sections of its rows where no game names one.
        sections = dict.fromkeys([*(section.id for section in facts.sections), *(r.section for r in facts.results)])
        return Scope(
            whole=True,
            sessions=tuple(session.id for session in facts.sessions) or None,
            sections=None if None in sections else tuple(name for name in sections if name) or None,
            boards=tuple(dict.fromkeys(result.board for result in facts.results)) or None,
        )


_ADJUSTMENTS = {"ScorePenalty": "penalty", "ScoreCarryOver": "carry_forward"}


@lru_cache(maxsize=8192)
def _pairs(ns: str | None, ew: str | None, ns_team: str | None, ew_team: str | None) -> Sides:
    """Two pairs that meet; equal sides are one object."""
    return Sides(ns=ns, ew=ew, ns_team=ns_team, ew_team=ew_team)


def _meeting(match: MatchFact) -> tuple[object, ...]:
    """What a match of a table has in common with its games."""
    return (match.session, match.round, match.sub_match, frozenset((match.home, match.away)))


def _board(seated: Seated[ResultFact]) -> tuple[object, ...]:
    return (seated.where.session, seated.where.round_text, seated.where.board)


def _ended(result: ResultFact) -> bool:
    """Whether it is known how a game ended; else its cards tell no more of the result than the board's table."""
    return result.tricks is not None or result.ns_score.kind != "unknown" or result.ew_score.kind != "unknown"


def _same_outcome(game: ResultFact, row: ResultFact) -> bool:
    """Whether a game and a row of a table can be one result: what both say is the same."""
    first, other = ((result.contract, result.declarer, result.tricks, result.ns_score.points) for result in (game, row))
    return all(None in pair or pair[0] == pair[1] for pair in zip(first, other, strict=True))


def _with_unranked(facts: Facts) -> Facts:
    """The facts, in which those who have a total and no place in a list of places play without being ranked."""
    if not any(total.place for total in facts.totals):
        return facts
    unranked = {(t.kind, t.participant) for t in facts.totals if not t.place and (t.total or t.percentage) is not None}
    participants = (p.replace(standing=False) if p.key in unranked else p for p in facts.participants)
    return facts.replace(participants=tuple(participants)) if unranked else facts
