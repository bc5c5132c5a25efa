"""No file that anybody may download has the values that the organiser does not show."""

from decimal import Decimal

import pytest

from contracts.facts import AwardFact, BoardPointsFact, MatchFact, PublicPolicy, StatedTotal
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from contracts.standings import MatchBoard
from services.export.domain.formats import exported
from services.export.domain.public_values import with_public_values
from tests.support.made_up_kinds import swiss_teams
from tests.support.organisers_values import AWARD, MARK, OURS, organisers_event


def chosen(merged: EventMerged, values: str) -> EventMerged:
    policy = PublicPolicy.model_validate({"values": values})
    return merged.replace(standings=merged.standings.replace(public=policy))


def files(merged: EventMerged, values: str) -> dict[str, str]:
    """The file of every format that holds the event, as text."""
    shown, _ = with_public_values(chosen(merged, values), None)
    kind = "stated" if values == "stated" else "computed"
    forms = {name: form for name, form in exported().items() if form.holds(merged, None)}
    return {name: form.render(shown, kind).data.decode("cp1252", errors="replace") for name, form in forms.items()}


def test_each_choice_is_in_the_files_alone() -> None:
    merged = organisers_event()
    both, stated, computed = (files(merged, values) for values in ("both", "stated", "computed"))
    assert both.keys() == stated.keys() == computed.keys() >= {"json", "csv", "results-csv", "usebio"}
    assert [form for form, text in stated.items() if any(ours in text for ours in OURS)] == []
    assert [form for form, text in computed.items() if MARK in text] == []
    assert {"json", "csv"} <= {form for form, text in both.items() if MARK in text and OURS[0] in text}
    assert {"json", "csv", "results-csv", "usebio"} <= {form for form, text in stated.items() if MARK in text}
    assert {"json", "csv", "usebio"} <= {form for form, text in computed.items() if OURS[0] in text}
    assert AWARD in stated["json"]


def matches() -> EventMerged:
    """Teams of which the file states other scores of a match, and of one of its boards."""
    merged = swiss_teams().merged
    first = merged.standings.matches[0]
    board = MatchBoard(board="1", home=Decimal(5), away=Decimal(-5))
    scored = first.replace(
        stated_home=Decimal("12.83"), stated_away=Decimal("7.83"), agrees=False, by_board=(board,), raw_unit="imps"
    )
    fact = MatchFact(
        kind="teams",
        session=first.session,
        round=first.round,
        home=first.home,
        away=first.away,
        home_score=Decimal("12.83"),
        away_score=Decimal("7.83"),
        home_imps=Decimal("41.83"),
    )
    points = BoardPointsFact(
        session=first.session,
        round=first.round,
        home=first.home,
        away=first.away,
        board="1",
        home_points=Decimal("3.83"),
        unit="imps",
    )
    own = StatedTotal(participant=first.home, kind="team", total=Decimal("55.83"))
    award = AwardFact(kind="master_points", participant=first.home, amount=Decimal("1.83"))
    return merged.replace(
        facts=merged.facts.replace(matches=(fact,), board_points=(points,), totals=(own,), awards=(award,)),
        standings=merged.standings.replace(matches=(scored, *merged.standings.matches[1:])),
    )


def test_matches_and_their_boards_are_those_chosen() -> None:
    merged = matches()
    home = merged.standings.matches[0].home_score
    stated, _ = with_public_values(chosen(merged, "stated"), None)
    first, second = stated.standings.matches[:2]
    assert (first.home_score, first.home_raw, first.by_board) == (Decimal("12.83"), None, ())
    assert second.home_score is None
    assert stated.standings.rankings == ()
    computed, _ = with_public_values(chosen(merged, "computed"), None)
    assert computed.standings.matches[0].home_score == computed.facts.matches[0].home_score == home
    assert computed.facts.board_points[0].home_points == Decimal(5)
    assert MARK not in computed.model_dump_json()


def test_a_match_that_we_have_not_scored_is_a_result() -> None:
    merged = organisers_event()
    match = MatchFact(kind="pairs", home="1NS", away="1EW", home_score=Decimal(12), away_score=Decimal(8))
    points = BoardPointsFact(home="1NS", away="1EW", board="1", home_points=Decimal(3))
    facts = merged.facts.replace(matches=(match,), board_points=(points,))
    shown, _ = with_public_values(chosen(merged.replace(facts=facts), "computed"), None)
    assert (shown.facts.matches, shown.facts.board_points) == ((match,), (points,))


@pytest.mark.parametrize(("values", "reason"), [("stated", ""), ("computed", "79.17"), ("both", "79.17")])
def test_seats_do_not_name_our_scores_beside_those_of_the_organiser(values: str, reason: str) -> None:
    tables = (SeatAssignment(ns="1NS", ew="1EW", reason="79.17"),)
    seats = RoundAssignment(event="evening", stage="next", rule="swiss", tables=tables)
    merged = chosen(organisers_event(), values)
    shown, shown_seats = with_public_values(merged, seats)
    assert shown_seats is not None
    assert shown_seats.tables[0].reason == reason
    assert (shown is merged) == (values == "both")
