"""What a total is made of: its sessions, and what comes to them."""

from decimal import Decimal
from fractions import Fraction

from contracts.facts import AdjustmentFact, EventFact, MatchFact, Participant, StatedTotal
from services.scoring.domain.explanation.totals import WHY_WINS
from tests.support.explained import explained, results
from tests.support.fragments import pair


def test_a_penalty_stands_with_its_amount_and_what_that_is_taken_of() -> None:
    fine = AdjustmentFact(kind="penalty", participant="1", amount=Decimal(-10), unit="percent", reason="late")
    found = explained(adjustments=(fine,))
    (gift,) = found.sessions[0].given
    assert (gift.points, gift.of, gift.reason, gift.part) == (Fraction(-9, 5), 18, "late", "adjustment")
    assert gift.where is not None
    assert gift.where.file == "a.xml"


def test_what_is_given_to_the_event_as_a_whole_stands_apart_from_its_sessions() -> None:
    lines = [line.replace(session=session) for session in ("1", "2") for line in results()]
    gifts = (
        AdjustmentFact(kind="bonus", participant="1", session="2", amount=Decimal(2), unit="match_points"),
        AdjustmentFact(kind="carry_forward", participant="1", amount=Decimal(3), unit="match_points"),
    )
    found = explained(lines=lines, adjustments=gifts)
    assert [len(session.given) for session in found.sessions] == [0, 1]
    assert [(gift.kind, gift.part) for gift in found.given] == [("carry_forward", "carried")]


def test_totals_of_fewer_boards_are_brought_to_the_number_of_the_others_and_say_so() -> None:
    stated = {"1": "2.67", "3": "8", "5": "-8"}
    totals = tuple(StatedTotal(participant=name, kind="pair", total=Decimal(total)) for name, total in stated.items())
    event = EventFact(name="Club pairs", kind="pairs", board_scoring="cross_imps")
    found = explained(
        lines=[line for line in results() if (line.board, line.sides.ns) != ("3", "1")], event=event, totals=totals
    )
    assert (found.boards, found.stretched_to) in ((2, 3), (2, None))


def test_a_knock_out_counts_matches_won_and_says_that_the_round_decides() -> None:
    match = MatchFact(
        kind="teams", round=1, home="1", away="2", home_score=Decimal(40), away_score=Decimal(22), unit="imps"
    )
    teams = tuple(Participant(id=name, kind="team") for name in ("1", "2"))
    event = EventFact(name="Cup", kind="knockout", board_scoring="imps")
    found = explained(lines=(), event=event, participants=teams, matches=(match,))
    assert (found.basis, found.total, found.place, found.why) == ("wins", 1, "1", WHY_WINS)
    assert [each.score for session in found.sessions for each in session.matches] == [40]


def test_a_ranking_of_a_session_adds_up_that_session_and_what_comes_to_it() -> None:
    lines = [line.replace(session=session) for session in ("1", "2") for line in results(boards=session)]
    gifts = (
        AdjustmentFact(kind="bonus", participant="1", session="2", amount=Decimal(2), unit="match_points"),
        AdjustmentFact(kind="carry_forward", participant="1", amount=Decimal(3), unit="match_points"),
    )
    found = explained(ranking="session-2", lines=lines, adjustments=gifts)
    (session,) = found.sessions
    assert (found.ranking, session.session, found.given) == ("Session 2", "2", ())
    assert [line.board for line in session.lines] == ["2"]
    assert found.value == 100 * (session.points + 2) / Fraction(6)


def test_a_ranking_of_a_section_names_those_next_to_a_pair_there() -> None:
    pairs = tuple(pair(f"{number}").replace(section="AB"[number > 4]) for number in range(1, 9))
    found = explained(of="7", ranking="section-B", participants=pairs)
    assert (found.ranking, found.ahead and found.ahead.somebody.number) == ("Section B", "6")
    assert {each.somebody.number for each in found.tied} <= set("58")
