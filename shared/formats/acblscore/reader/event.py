"""An event as a whole: what it is, how it is scored, its strata, and the moment at which its file was true.

Rules kept here:

1. Kind and scoring come from the two lists at the head of the file.
2. An event has several sessions when it says so, is not in its first one, or brings scores over.
3. The moment is the latest stamp of the event and its sections. The clock has no zone; it is read as UTC, which puts
   the files of one computer in order.
4. Two winners are those of Mitchell movements alone, and only in an event of one session: over several, all are ranked
   together.
"""

from datetime import datetime
from decimal import Decimal

from contracts.codes import acblscore as codes
from contracts.facts import Detail, EventFact, Organiser, SessionFact, Stratum
from shared.formats.acblscore import values
from shared.formats.acblscore.file.game import ENTRANTS, Event, Game, Section
from shared.formats.acblscore.file.game_layouts import MASTER
from shared.formats.acblscore.file.record import Record
from shared.formats.acblscore.identity import iso_date
from shared.formats.acblscore.reader.details import details_of
from shared.formats.acblscore.reader.team_matches import scale_of
from shared.formats.acblscore.report import Report

_CARRIED = ("number", "name", "club", "club_number", "num_strats", "session", "stratified_by_average")
_OF_FILE = frozenset({"created", "has_club_number", "options", "from_bridgemate"})
_NOT_OF_FILE = tuple(name for name in MASTER.names if name not in _OF_FILE)
_STRAT_CARRIED = ("letter", "most_master_points")


Scoring = tuple[str | None, str | None, str]
"""Scoring of boards, of matches, and its name."""

_KINDS = {"player": "individual", "team": "teams"}
"""Kind of an event whose type is not described, or says that somebody else enters it, by who enters it."""


def scoring_of(event: Event, report: Report) -> Scoring:
    """How an event is scored (rule 1)."""
    known = values.SCORINGS.get(event.scoring)
    if known is None:
        text = f"event {event.number} states the unknown scoring method {event.scoring}"
        report.add(codes.BAD_VALUE, text, event.details.place(), stated=str(event.scoring))
        return "other", None, str(event.scoring)
    boards, matches, name = known
    if event.teams and event.scoring == 0:
        # Board-a-Match teams are made by their type; their method stays 0.
        return ("bam", "bam", name) if event.type != 1 else ("imps", None, name)
    return boards, matches, name


def unit_of(event: Event, scoring: Scoring) -> str | None:
    """The unit of points and totals; None for matches of which it is not known what they give."""
    boards, matches, _ = scoring
    if event.teams:
        return values.MATCH_UNITS.get(matches or "")
    return values.UNITS.get(boards or "") or values.SCORING_UNITS.get(event.scoring, "points")


def kind_of(event: Event, match_scoring: str | None, report: Report) -> str | None:
    """The kind of event (rule 1)."""
    known = values.EVENT_TYPES.get(event.type)
    if known is None:
        text = f"event {event.number} states the unknown type {event.type}"
        report.add(codes.BAD_VALUE, text, event.details.place(), stated=str(event.type))
        return _KINDS.get(event.entrant or "")
    if event.entrant != ENTRANTS.get(event.type, event.entrant):
        return _KINDS.get(event.entrant or "", "pairs")
    return values.TEAM_KINDS.get(match_scoring or "", known[0]) if event.type == 1 else known[0]


def has_several_sessions(event: Event) -> bool:
    """Rule 2."""
    details = event.details
    if details.integer("num_sessions") > 1 or details.integer("session") > 1:
        return True
    return any(
        seated.entry is not None and seated.entry.integer("carry_over")
        for section in event.sections
        for seated in section.seated
    )


def session_number(event: Event) -> int:
    """The number of the session that the file is about."""
    return event.details.integer("session") or 1


def moment_of(event: Event) -> datetime | None:
    """Rule 3."""
    stamps = [event.details.time("modified"), *(section.details.time("modified") for section in event.sections)]
    return max((stamp for stamp in stamps if stamp is not None), default=None)


def event_fact(game: Game, event: Event, scoring: Scoring, *, complete: bool, report: Report) -> EventFact:
    """What the file says of an event; `complete` where every result of the session is in."""
    details = event.details
    several = has_several_sessions(event)
    is_last = not several or details.integer("session") >= details.integer("num_sessions")
    boards, matches, method = scoring
    kind = kind_of(event, matches, report)
    club = details.text("club")
    day = iso_date(details.text("date"))
    rounds = max((section.details.integer("num_rounds") for section in event.sections), default=0)
    number = details.text("club_number")
    stratification = "AVERAGE" if details.flag("stratified_by_average") else "HIGHEST"
    # A second rating is a detail where it is another than the first.
    second_rating = details.integer("rating_again") != details.integer("rating")
    carried = (*_CARRIED, *(("date",) if day and not several else ()), *(() if second_rating else ("rating_again",)))
    scale, scale_details = next(
        ((name, steps) for section in event.sections for name, steps in [scale_of(section.matches)] if name or steps),
        (None, []),
    )
    return EventFact(
        at=details.place(),
        name=details.text("name") or None,
        kind=kind,
        organiser=Organiser(name=club or None, id=number or None) if club or number else None,
        external_id=" ".join(filter(None, (details.text("sanction"), details.text("code")))) or None,
        start_date=None if several else day,
        program="ACBLscore",
        program_version=f"{game.file.master.decimal('version')}",
        format_version=f"{game.file.master.decimal('version_needed')}",
        winners=None if several or event.teams else _winners(event),
        board_scoring=boards,
        match_scoring=matches,
        vp_scale=scale,
        boards_played=None if several else _same(event.sections, "most_boards"),
        boards_per_round=_same(event.sections, "num_boards_per_round"),
        rounds=rounds or None if not several else None,
        results="complete" if complete and is_last else "to_date",
        stratification=stratification if details.integer("num_strats") > 1 else "NOT_STRATIFIED",
        strata=_strata(event),
        details=(
            Detail(name="SCORING_METHOD", value=method),
            Detail(name="EVENT_TYPE", value=values.EVENT_TYPES.get(event.type, ("", str(event.type)))[1]),
            *details_of(details, carried),
            *_strat_details(details),
            *scale_details,
            *details_of(game.file.master, _NOT_OF_FILE, prefix="FILE_"),
            *_texts(game, event),
        ),
    )


def session_fact(event: Event) -> SessionFact:
    """The session that the file is about, in an event of several."""
    details = event.details
    return SessionFact(
        at=details.place("session"),
        id=str(session_number(event)),
        number=session_number(event),
        name=details.text("session_name") or None,
        date=iso_date(details.text("date")),
        hand_record_id=details.text("hand_set") or None,
        results_type="session_only" if event.details.integer("last_session") != values.LAST_SESSION else None,
    )


def _winners(event: Event) -> int | None:
    if event.individual:
        return 1
    winners = {1 if section.details.flag("howell") else 2 for section in event.sections}
    return winners.pop() if len(winners) == 1 else None


def _same(sections: list[Section], name: str) -> int | None:
    """What all sections have in common."""
    numbers = {section.details.integer(name) for section in sections}
    return (numbers.pop() or None) if len(numbers) == 1 else None


def strats_of(details: Record) -> list[Record]:
    """The strats that an event has."""
    return details.parts("strats")[: details.integer("num_strats")]


def strats_with_content(details: Record) -> list[tuple[int, Record]]:
    """The strats in which anything stands, with their numbers from 1, those that do not count included."""
    numbers = range(details.layout.parts["strats"].count)
    filled = [number for number in numbers if details.part_raw("strats", number).strip(b"\0")]
    return [(number + 1, details.part("strats", number)) for number in filled]


def _strata(event: Event) -> tuple[Stratum, ...]:
    strata = []
    for number, strat in enumerate(strats_of(event.details), 1):
        most = strat.integer("most_master_points")
        rows = [section.details.part("strats", number - 1) for section in event.sections]
        pairs = not event.teams and not event.individual
        strata.append(
            Stratum(
                number=number,
                label=strat.text("letter") or None,
                upper_limit=Decimal(most) if most else None,
                pairs_ns=sum(row.integer("num_entries_1") for row in rows) if pairs else None,
                pairs_ew=sum(row.integer("num_entries_2") for row in rows) if pairs else None,
            )
        )
    return tuple(strata)


def _strat_details(details: Record) -> list[Detail]:
    every: list[Detail] = []
    for number, strat in strats_with_content(details):
        # What a file has in strats beyond those that count is told by details alone.
        carried = _STRAT_CARRIED if number <= details.integer("num_strats") else ()
        every.extend(details_of(strat, carried, prefix=f"STRAT_{number}_"))
        for award in ("overall", "session", "section"):
            every.extend(details_of(strat.part(award), prefix=f"STRAT_{number}_{award.upper()}_"))
    return every


def _texts(game: Game, event: Event) -> list[Detail]:
    """Memos for the players, of the file and of the event, and the note for the directors."""
    texts = {"MEMO": (*game.memo, *event.memo), "NOTE": game.note}
    for section in event.sections:
        texts[f"MEMO_{section.name}"] = section.memo
    return [Detail(name=name, value="\n".join(lines)) for name, lines in texts.items() if any(lines)]
