"""Seats that follow, as a game file has them: of pairs and players in the next session, of teams in the next round.

Rules kept here:

1. An entry has section, direction and table of the next session, or that somebody has resigned. There is no place for
   the next round of a session: pairs follow the match tables.
2. A round of teams that is drawn is a row in the match table of each team, without a result. It takes the place of
   another row without a result that either team has in that round. Seats that a file states have a place in it, and
   their matches stand already.
"""

from collections.abc import Iterable
from typing import Any

from contracts.facts import Facts, MatchFact, SeatFact
from shared.formats.acblscore import values
from shared.formats.acblscore.reader.team_matches import table_text
from shared.formats.losses import Losses


def next_session(facts: Facts, session: str | None, losses: Losses | None = None) -> list[SeatFact]:
    """The seats of pairs and players after a session that an entry has a place for; those of a round are losses."""
    seats = (seat for seat in facts.seats if seat.stage == "next" and seat.kind != "team")
    following = [seat for seat in seats if seat.session == session]
    if losses is not None:
        of_rounds = sum(seat.round is not None for seat in following)
        losses.add(
            "seat in a round", "a game file has seats of the next session only", of_rounds, of=("seats", "seats.round")
        )
    return [seat for seat in following if seat.round is None]


def seat_fields(seat: SeatFact) -> dict[str, Any]:
    """The fields of an entry that say a seat of the next session."""
    if seat.resigned:
        return {"next_section": values.RESIGNED, "next_direction": " ", "next_table": 0}
    table = int(seat.table) if seat.table and seat.table.isdecimal() and len(seat.table) < 5 else 0
    return {
        "next_section": (seat.section or "")[:2],
        "next_direction": (seat.direction or "")[:1] or " ",
        "next_table": table,
    }


def _is_drawn(seat: SeatFact) -> bool:
    """Whether no game file states a seat; theirs have a place in it (rule 2)."""
    return seat.at is None or seat.at.offset is None


def with_drawn(facts: Facts, matches: Iterable[MatchFact], session: str | None) -> tuple[MatchFact, ...]:
    """The matches of a session with those that are drawn (rule 2)."""
    known = list(matches)
    drawn = (seat for seat in facts.seats if seat.kind == "team" and seat.stage == "next" and _is_drawn(seat))
    seats = [seat for seat in drawn if seat.session == session and seat.round is not None and seat.opponent is not None]
    opponents = {(seat.round, seat.participant): seat.opponent for seat in seats}
    stands = {(match.round, frozenset((match.home, match.away))) for match in known}

    def is_other(match: MatchFact) -> bool:
        """Whether a match has no result, and one of its teams is seated against somebody else."""
        sides = ((match.home, match.away), (match.away, match.home))
        seated = ((opponents.get((match.round, side or ""), other), other) for side, other in sides)
        return match.home_score is None is match.away_score and any(opponent != other for opponent, other in seated)

    matches = [match for match in known if not is_other(match)]
    units = [match for match in known if match.unit is not None]
    sections = {team.id: team.section for team in facts.participants if team.kind == "team"}
    for seat in sorted(seats, key=lambda seat: seat.direction != "NS"):
        both = (seat.round, frozenset((seat.participant, seat.opponent)))
        if both in stands:
            continue
        stands.add(both)
        matches.append(
            MatchFact(
                session=session,
                section=sections.get(seat.participant) or seat.section,
                kind="teams",
                round=seat.round,
                table=table_text(seat.section or "", seat.table or ""),
                home=seat.participant,
                away=seat.opponent,
                boards=units[-1].boards if units else None,
                unit=units[-1].unit if units else None,
            )
        )
    return tuple(matches)
