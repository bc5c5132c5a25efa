"""New game files of events for which a game file has too little room, or none."""

from decimal import Decimal

import pytest

from contracts.facts import (
    EventFact,
    MatchFact,
    Participant,
    ResultFact,
    Score,
    SectionFact,
    Sides,
    StatedScore,
    StatedTotal,
    Stratum,
)
from contracts.standings import Method
from shared.errors import UnsupportedFeature
from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.writer.render import render
from tests.support.merged import merged

PEOPLE = (Participant(id="1", kind="pair"),)


def lines(*sections: str) -> list[ResultFact]:
    score = Score(kind="points", points=50)
    return [
        ResultFact(
            round=1,
            table="1",
            board="1",
            section=name,
            sides=Sides(ns=f"{name}1", ew=f"{name}2"),
            ns_score=score,
            ew_score=score,
        )
        for name in sections
    ]


def test_a_game_file_has_room_for_a_hundred_sections():
    names = [f"{number:02x}" for number in range(101)]
    done = render(merged(results=tuple(lines(*names))))
    assert len(parse(done.data).events[0].facts.sections) == 100
    assert ("section", 1) in [(loss.what, loss.count) for loss in done.losses]


def test_ranks_of_some_sections_together_are_left_to_the_program():
    sections = [SectionFact(id=name, ranked_with=group) for name, group in (("A", "A"), ("B", "A"), ("C", "C"))]
    done = render(merged(results=tuple(lines("A", "B", "C")), sections=tuple(sections)))
    assert "rank" in {loss.what for loss in done.losses}
    alone = [section.replace(ranked_with=section.id) for section in sections]
    done = render(merged(results=tuple(lines("A", "B", "C")), sections=tuple(alone)))
    assert "rank" not in {loss.what for loss in done.losses}


@pytest.mark.parametrize(
    ("label", "limit", "letter", "most"),
    [("Ab", 900, "A", 900), ("A名", 65_536, "A", 65_535), ("名", 70_000, None, 65_535)],
)
def test_a_stratum_has_a_letter_and_a_limit(label, limit, letter, most):
    strata = (Stratum(number=1, label=label, upper_limit=Decimal(limit)),)
    stratified = EventFact(kind="pairs", strata=strata)
    (event,) = parse(render(merged(events=(stratified,), participants=PEOPLE)).data).events
    (stratum,) = event.facts.event.strata
    assert (stratum.label, stratum.upper_limit) == (letter, most)


def test_results_of_numbers_that_are_nobodys_are_left_out_and_the_stated_totals_written():
    people = (Participant(id="1", kind="pair", direction="NS"), Participant(id="2", kind="pair", direction="EW"))
    score = Score(kind="points", points=100)
    lines = tuple(
        ResultFact(board=str(board), sides=Sides(ns=ns, ew=ew), ns_score=score, ew_score=score)
        for board, (ns, ew) in enumerate((("1", "81"), ("82", "83"), ("84", "2")), 1)
    )
    totals = (StatedTotal(participant="1", kind="pair", percentage=Decimal("61.25")),)
    done = render(merged(participants=people, results=lines, totals=totals))
    facts = parse(done.data).events[0].facts
    assert ("result", 3) in {(item.what, item.count) for item in done.losses}
    assert [(p.number, len(facts.results)) for p in facts.participants] == [("1NS", 0), ("2EW", 0)]
    assert [(t.total, t.maximum, t.percentage) for t in facts.totals] == [(Decimal("61.25"), 100, Decimal("61.25"))]


def test_sections_have_names_of_two_characters_and_no_two_alike():
    sections = tuple(SectionFact(id=name) for name in ("Red 1", "Red 2", "B", "Ré"))
    score = Score(kind="points", points=100)
    lines = tuple(
        ResultFact(board="1", sides=Sides(ns=f"{n}N", ew=f"{n}E"), ns_score=score, ew_score=score, section=section.id)
        for n, section in enumerate(sections)
    )
    done = render(merged(sections=sections, results=lines))
    assert [section.id for section in parse(done.data).events[0].facts.sections] == ["B", "Re", "A", "Ré"]
    assert ("name of sections", 2) in {(item.what, item.count) for item in done.losses}


def test_imps_of_one_side_are_those_of_both_and_points_of_another_unit_are_left_out():
    score = Score(kind="points", points=100)
    stated = (StatedScore(ns=Decimal(3), unit="cross_imps"), StatedScore(ns=Decimal(1), unit="match_points"))
    lines = tuple(
        ResultFact(board=str(n), sides=Sides(ns="1", ew="2"), ns_score=score, ew_score=score, stated=each)
        for n, each in enumerate(stated, 1)
    )
    event = EventFact(kind="pairs", board_scoring="cross_imps")
    method = Method(board_scoring="cross_imps")
    done = render(merged(events=(event,), results=lines, method=method), values="stated")
    found = [(r.stated.ns, r.stated.ew) for r in parse(done.data).events[0].facts.results]
    assert found == [(3, -3), (0, 0)]
    assert "points of results" in {item.what for item in done.losses}


def test_matches_of_teams_have_the_scoring_that_was_found():
    teams = tuple(Participant(id=name, kind="team") for name in ("1", "2"))
    match = MatchFact(
        kind="teams", round=1, home="1", away="2", home_score=Decimal(9), away_score=Decimal(-9), unit="imps"
    )
    of = merged(events=(EventFact(kind="teams"),), participants=teams, matches=(match,))
    method = of.standings.method.replace(match_scoring="imps")
    done = render(of.replace(standings=of.standings.replace(method=method)))
    (event,) = parse(done.data).events
    assert (event.facts.event.kind, event.facts.matches[0].home_score) == ("knockout", 9)


def test_teams_without_anybody_are_no_event_of_a_game_file():
    with pytest.raises(UnsupportedFeature, match="without participants"):
        render(merged(events=(EventFact(kind="teams"),), participants=PEOPLE))
