"""Standings as TotalScoreTable."""

from decimal import Decimal

from contracts.base import Direction
from contracts.facts import EventFact, Participant, Person, SessionFact, StatedTotal
from contracts.standings import Method, Progress, Ranking, StandingRow, Standings
from shared.formats.merged_values import Values
from shared.formats.pbn.writer.sheet import Sheet
from shared.formats.pbn.writer.standings import write_totals
from shared.formats.pbn.writer.travellers import Names
from tests.support.merged import merged
from tests.unit.shared.formats.pbn.writer.test_sheet import lines


def total(name: str, place: str, amount: int, session: str | None = None) -> StatedTotal:
    return StatedTotal(
        participant=name,
        kind="pair",
        place=place,
        total=Decimal(amount),
        percentage=Decimal("50.5"),
        boards_played=24,
        session=session,
    )


def written(**facts: object) -> tuple[list[str], set[str]]:
    event = merged(**facts)
    sheet = Sheet()
    write_totals(event, Values(event, False, sheet.losses), Names(event.facts.participants), sheet)
    return lines(sheet), {item.what for item in sheet.losses.items()}


def test_the_better_place_comes_first_and_the_unit_is_that_of_the_boards():
    pair = Participant(id="9", kind="pair", players=(Person(name="Ann"), Person(name="Bob")))
    found, lost = written(
        participants=(pair,), totals=(total("10", "2=", 100), total("9", "1", 120), total("8", "2=", 100))
    )
    assert found == [
        '[TotalScoreTable "Rank\\1R;PairId\\2R;Names\\9L;TotalScore\\3R;MeanPercentage\\4R;NrBoards\\2R"]',
        '1  9 "Ann;Bob" 120 50.5 24',
        "2  8 ?         100 50.5 24",
        "2 10 ?         100 50.5 24",
    ]
    assert lost == set()
    event = EventFact(name="x", board_scoring="match_points")
    assert "TotalMP" in written(events=(event,), totals=(total("1", "1", 9),))[0][0]


def test_the_totals_of_the_only_session_are_those_of_the_event():
    assert len(written(totals=(total("1", "1", 9, "s"),))[0]) == 2


def test_the_totals_of_several_sessions_are_counted_as_lost():
    sessions = (SessionFact(id="1"), SessionFact(id="2"))
    found, lost = written(
        sessions=sessions, totals=(total("1", "1", 9, "1"), total("1", "1", 9, "2"), total("1", "1", 18))
    )
    assert found[1].split()[2:] == ["18", "50.5", "24"]
    assert lost == {"totals of sessions"}


def ranked(
    *rows: StandingRow, rounding: str | None = None, stated: tuple[StatedTotal, ...] | None = None
) -> tuple[list[str], set[str]]:
    ranking = Ranking(id="overall", title="Overall", kind="pair", unit="match_points", rows=rows)
    method = Method(board_scoring="match_points", rounding=rounding)
    standings = Standings(event="x", name="x", method=method, progress=Progress(), rankings=(ranking,))
    pairs = tuple(Participant(id=row.id, kind="pair") for row in rows)
    event = merged(participants=pairs, standings=standings, totals=stated or ())
    sheet = Sheet()
    write_totals(event, Values(event, stated is None, sheet.losses), Names(pairs), sheet)
    return [line.strip() for line in lines(sheet)], {item.what for item in sheet.losses.items()}


def row(name: str, place: str, amount: int, adjustment: int = 0) -> StandingRow:
    return StandingRow(
        id=name,
        number=name,
        name=name,
        place=place,
        total=Decimal(amount),
        maximum=Decimal(100),
        percentage=Decimal(amount),
        adjustment=Decimal(adjustment),
        boards=10,
    )


def test_penalties_are_in_the_totals_and_beside_them_and_bonuses_are_not():
    found, lost = ranked(row("1", "1", 60), row("2", "2", 50, -5))
    assert "TotalMP\\2R;ScorePenalty" in found[0]
    assert [line.split()[:4] for line in found[1:]] == [["1", "1", "60", "?"], ["2", "2", "50", "5"]]
    assert lost == set()
    found, lost = ranked(row("1", "1", 60, 5), row("2", "2", 50))
    assert "ScorePenalty" not in found[0]
    assert [line.split()[:3] for line in found[1:]] == [["1", "1", "55"], ["2", "2", "50"]]
    assert lost == {"totals with adjustments"}


def test_stated_totals_are_without_carry_over_too():
    rows = (row("1", "1", 60), row("2", "2", 50, -5), row("3", "3", 40).replace(carry_forward=Decimal(4)))
    stated = (total("1", "1", 61), total("2", "2", 50), total("3", "3", 44))
    found, lost = ranked(*rows, stated=tuple(each.replace(percentage=None) for each in stated))
    assert [line.split()[:3] for line in found[1:]] == [["1", "1", "61"], ["2", "2", "50"], ["3", "3", "40"]]
    assert lost == {"totals with adjustments"}


def test_stated_totals_of_the_only_session_are_written_beside_standings_of_the_event():
    found, _ = ranked(row("1", "1", 60), stated=(total("1", "1", 61, "s"),))
    assert found[1].split()[:3] == ["1", "1", "61"]


def test_places_that_do_not_follow_from_the_totals_are_left_out():
    found, lost = ranked(row("1", "1", 60, 5), row("2", "2", 58))
    assert [line.split()[:2] for line in found[1:]] == [["1", "55"], ["2", "58"]]
    assert lost == {"places", "totals with adjustments"}


def test_those_who_tie_have_the_best_of_their_places():
    found, _ = written(totals=(total("1", "4/6", 9), total("2", "4-6", 9), total("3", "4=", 9), total("4", "out", 9)))
    assert [line.split()[0] for line in found[1:]] == ["4", "4", "4", "out"]


def test_an_event_without_totals_has_no_table():
    assert written() == ([], set())


def test_two_lines_that_are_ranked_apart_are_told_apart():
    rankings = tuple(
        Ranking(
            id=line,
            title=line,
            kind="pair",
            unit="match_points",
            direction=Direction(line),
            rows=(StandingRow(id=name, number=name, name=name, place="1", total=Decimal(9)),),
        )
        for line, name in (("NS", "1"), ("EW", "2"))
    )
    standings = Standings(
        event="x", name="x", method=Method(board_scoring="match_points"), progress=Progress(), rankings=rankings
    )
    pairs = tuple(Participant(id=name, kind="pair") for name in ("1", "2"))
    event = merged(participants=pairs, standings=standings)
    sheet = Sheet()
    write_totals(event, Values(event, True, sheet.losses), Names(pairs), sheet)
    assert lines(sheet) == ['[TotalScoreTable "Rank\\1R;PairId\\1R;TotalMP\\1R;Direction\\2L"]', "1 1 9 NS", "1 2 9 EW"]
