"""Places in the lists of ACBLscore: by stratum, in a section, and of both directions together."""

from decimal import Decimal
from fractions import Fraction

import pytest

from contracts.base import Direction
from contracts.codes import scoring as codes
from contracts.facts import Detail, EventFact, Facts, MovementFact, Participant, SectionFact, StatedTotal
from contracts.findings import Finding
from services.scoring.domain.rankings.named_places import NamedPlaces
from services.scoring.domain.rankings.tallies import Tallies
from shared.bridge.rankings.strata import Stratum

SCORES = {"1NS": 60, "2NS": 50, "3NS": 50, "4EW": 70, "5EW": 40, "6EW": 30}
STRATA = {"1NS": 1, "2NS": 2, "3NS": 2, "4EW": 1, "5EW": 2, "6EW": 1}


def places(
    participant: str, *stated: tuple[str, str], winners: int = 2, unfactored: str | None = None, **more: object
) -> NamedPlaces:
    total = StatedTotal(
        participant=participant,
        kind="pair",
        total=Decimal(99),
        unfactored=None if unfactored is None else Decimal(unfactored),
        places=tuple(Detail(name=name, value=value) for name, value in stated),
    )
    facts = Facts(events=(EventFact(),), totals=(total,), sections=(SectionFact(id="A"),), **more)
    people = [
        Participant(id=name, kind="pair", section="A", direction=Direction(name[1:]), standing=name != "6EW")
        for name in SCORES
    ]
    tallies = Tallies(acblscore=True)
    for name, points in SCORES.items():
        for _ in range(4):
            tallies.tally(name, None).add(Fraction(points, 4), Fraction(0), ns=name.endswith("NS"))
    strata = [Stratum(number, None, label) for number, label in ((1, "A"), (2, "B"))]

    def score(name: str, _: object) -> Fraction:
        return Fraction(SCORES[name])

    return NamedPlaces(facts, people, tallies, winners, {}, STRATA, strata, score, score)


def found(participant: str, *stated: tuple[str, str], **more: object) -> list[Finding]:
    return list(places(participant, *stated, **more).compare())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("participant", "name", "value", "computed"),
    [
        ("1NS", "STRAT_1_RANK", "1", None),
        ("1NS", "STRAT_1_RANK", "2", "1"),
        ("1NS", "STRAT_1_OVERALL", "2", None),
        ("1NS", "STRAT_1_OVERALL", "1", "2"),
        ("2NS", "STRAT_1_RANK", "2", None),
        ("2NS", "STRAT_1_RANK", "3", None),
        ("2NS", "STRAT_1_SECTION", "2/3", None),
        ("2NS", "STRAT_2_SECTION", "1/2", None),
        ("2NS", "STRAT_2_SECTION", "2/3", None),
        ("2NS", "STRAT_2_SECTION", "3", "1="),
        ("5EW", "STRAT_2_OVERALL", "3", None),
        ("5EW", "STRAT_2_OVERALL", "1", "3"),
        ("5EW", "STRAT_2_RANK", "1", None),
        ("6EW", "STRAT_1_RANK", "9", None),
        ("5EW", "STRAT_1_QUALIFIED", "9", None),
        ("5EW", "STRAT_1_RANK", "what", None),
        ("9EW", "STRAT_1_RANK", "7", None),
    ],
)
def test_a_place_is_that_of_its_list(participant: str, name: str, value: str, computed: str | None) -> None:
    findings = found(participant, (name, value))
    assert [(f.code, f.stated, f.computed) for f in findings] == (
        [] if computed is None else [(codes.PLACE_DIFFERS.code, value, computed)]
    )


def test_the_finding_names_the_list() -> None:
    (finding,) = found("5EW", ("STRAT_2_OVERALL", "1"))
    assert finding.subject == "pair 5EW"
    assert finding.message == (
        "pair 5EW is stated in place 1 in the overall awards of stratum B, but by its results it is in place 3"
    )


def test_where_there_is_one_winner_both_directions_are_one_list() -> None:
    assert found("1NS", ("STRAT_1_RANK", "2"), winners=1) == []
    howell = MovementFact(id="m", section="A", kind="pairs", winners=1)
    assert found("1NS", ("STRAT_1_RANK", "2"), movements=(howell,)) == []


def test_the_score_before_factoring_is_the_sum_of_the_lines() -> None:
    assert found("1NS", unfactored="60.04") == []
    (finding,) = found("1NS", unfactored="60.05")
    assert (finding.code, finding.stated, finding.computed) == (codes.TOTAL_DIFFERS.code, "60.05", "60")
    assert found("9EW", unfactored="60.05") == []


def test_both_directions_are_ranked_together_where_the_file_does() -> None:
    plans = places("1NS", ("STRAT_1_OVERALL", "2"), ("STRAT_2_OVERALL", "1")).plans([None])
    assert [(plan.id, plan.title, sorted(plan.only or ())) for plan in plans] == [
        ("both", "Both directions", sorted(SCORES)),
        ("stratum-2-both", "Stratum B, both directions", ["2NS", "3NS", "5EW"]),
    ]
    assert places("1NS", ("STRAT_1_RANK", "2")).plans([None]) == []
    assert places("1NS", ("STRAT_1_OVERALL", "2"), winners=1).plans([None]) == []


@pytest.mark.parametrize(
    ("session", "sort", "place"), [("1", "OVERALL", "1"), ("2", "OVERALL", "2"), ("2", "RANK", "2")]
)
def test_an_earlier_session_ranks_the_event_as_it_stood_then(session: str, sort: str, place: str) -> None:
    """1NS leads after the first session, and 2NS wins the second one and the event."""
    points = {"1NS": {"1": 10, "2": 1}, "2NS": {"1": 8, "2": 9}}
    tallies = Tallies(acblscore=True)
    for name, own in points.items():
        for when, score in own.items():
            tallies.tally(name, when).add(Fraction(score), Fraction(20), ns=True)
    stated = (Detail(name=f"STRAT_1_{sort}", value="3"),)
    total = StatedTotal(participant="1NS", kind="pair", session=session, total=Decimal(99), places=stated)
    people = [Participant(id=name, kind="pair", section="A", direction=Direction.NS) for name in points]
    facts = Facts(events=(EventFact(),), totals=(total,), sections=(SectionFact(id="A"),))
    lists = NamedPlaces(
        facts,
        people,
        tallies,
        2,
        {},
        {},
        [Stratum(1, None, "A")],
        lambda name, when: Fraction(points[name][when]),
        lambda name, counted: Fraction(sum(points[name][when or ""] for when in counted)),
    )
    assert [finding.computed for finding in lists.compare()] == [place]
