"""The ranking of a ladder by averages, which are held against its sessions."""

from decimal import Decimal

import pytest

from contracts.facts import LadderFact
from contracts.standings import StatedRow
from services.scoring.domain.rankings.ladder import ladder_rankings

SESSIONS = {"1": ("56.2", "50.0"), "2": ("60.1", "45.1"), "3": ("43.5", "47.0"), "4": ("40", "42")}
MEANS = {"1": "53.1", "2": "52.6", "3": "45.25", "4": "41"}


def ladder(averages: dict[str, str | None], points: dict[str, int] | None = None) -> list[LadderFact]:
    over_all = [
        LadderFact(
            member=member,
            name=f"Member {member}",
            percentage=average and Decimal(average),
            master_points=None if points is None else Decimal(points[member]),
        )
        for member, average in averages.items()
    ]
    return over_all + [
        LadderFact(member=member, session=session, percentage=Decimal(percent))
        for member, percents in SESSIONS.items()
        for session, percent in zip(("TUE", "WED"), percents, strict=True)
    ]


def test_the_best_average_leads_and_sessions_have_places_of_their_own() -> None:
    (overall, *sessions), findings = ladder_rankings(ladder(MEANS, {"1": 20, "2": 370, "3": 34, "4": 0}))
    assert (overall.id, overall.title, overall.kind, overall.unit) == ("overall", "Ladder", "player", "points")
    assert [(row.id, row.place, row.rank, row.total, row.agrees) for row in overall.rows] == [
        ("1", "1", 1, 20, True),
        ("2", "2", 2, 370, True),
        ("3", "3", 3, 34, True),
        ("4", "4", 4, 0, True),
    ]
    assert (overall.rows[0].name, overall.rows[0].number) == ("Member 1", "1")
    assert overall.rows[0].stated == StatedRow(total=Decimal(20), percentage=Decimal("53.1"))
    assert [(each.id, each.title, each.session, [row.id for row in each.rows]) for each in sessions] == [
        ("session-TUE", "Session TUE", "TUE", ["2", "1", "3", "4"]),
        ("session-WED", "Session WED", "WED", ["1", "3", "2", "4"]),
    ]
    assert findings == []


def test_an_average_that_its_sessions_do_not_give_is_a_finding() -> None:
    (overall, *_), (finding,) = ladder_rankings(ladder({**MEANS, "2": "62.6"}))
    assert (finding.code, finding.subject) == ("scoring.percentage-differs", "player 2")
    assert (finding.stated, finding.computed) == ("62.6", "52.60")
    assert [(row.id, row.agrees) for row in overall.rows[:2]] == [("2", False), ("1", True)]


@pytest.mark.parametrize(("average", "right"), [("45.2", True), ("45.3", True), ("45.4", False), ("45", False)])
def test_averages_and_sessions_may_be_rounded(average: str, right: bool) -> None:
    assert (ladder_rankings(ladder({**MEANS, "3": average}))[1] == []) is right


def test_a_ladder_may_count_the_best_sessions_of_everybody() -> None:
    best = {"1": "56.2", "2": "60.1", "3": "47.0", "4": "42"}
    assert ladder_rankings(ladder(best))[1] == []
    assert [each.subject for each in ladder_rankings(ladder({**best, "4": "41"}))[1]] == ["player 4"]


def test_averages_of_sessions_that_the_file_does_not_have_are_shown_as_stated() -> None:
    (overall, *_), (finding,) = ladder_rankings(ladder({"1": "51", "2": "52", "3": "53", "4": "41"}))
    assert finding.code == "scoring.not-checked"
    assert finding.message.startswith("the averages of 3 of 4 members are not the means of the sessions")
    assert [(row.id, row.place, row.agrees) for row in overall.rows[:2]] == [("3", "1", None), ("2", "2", None)]
    (alone,), (unchecked,) = ladder_rankings([LadderFact(member="1", percentage=Decimal(50))])
    assert (alone.rows[0].place, unchecked.code) == ("1", "scoring.not-checked")


def test_without_a_stated_average_the_mean_counts_and_without_any_the_master_points() -> None:
    (overall, *_), _ = ladder_rankings(ladder({"1": "53.1", "2": None, "3": None}))
    assert [
        (row.id, row.place, row.percentage, row.stated.percentage if row.stated else 0) for row in overall.rows
    ] == [
        ("1", "1", Decimal("53.1"), Decimal("53.1")),
        ("2", "2", Decimal("52.60"), None),
        ("3", "3", Decimal("45.25"), None),
        ("4", "4", Decimal("41.00"), None),
    ]
    by_points = [LadderFact(member=name, master_points=Decimal(won)) for name, won in (("1", 5), ("2", 7), ("3", 5))]
    (ranking,), _ = ladder_rankings([*by_points, LadderFact(member="4")])
    assert [(row.id, row.place) for row in ranking.rows] == [("2", "1"), ("1", "2="), ("3", "2="), ("4", None)]
