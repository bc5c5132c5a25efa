"""What games say of their event."""

from datetime import UTC, datetime

import pytest

from contracts.base import Place
from shared.formats.pbn.draft import Draft
from shared.formats.pbn.event import board_scoring
from shared.formats.pbn.reader import parse


def draft(scoring: tuple[str, ...] = (), **stated: int) -> Draft:
    made = Draft(None, None, None, Place())
    if scoring:
        made.scorings[scoring] = 1
    made.stated.update(stated)
    return made


@pytest.mark.parametrize(
    ("scoring", "teams", "method"),
    [
        (("MP",), False, "match_points"),
        (("MatchPoints", "MP2"), False, "match_points"),
        (("IMP",), True, "imps"),
        (("IMP",), False, "imps"),
        (("IMP", "Cross1"), False, "cross_imps"),
        (("IMP", "Butler-2"), False, "butler_imps"),
        (("BAM",), True, "bam"),
        (("Rubber",), False, "other"),
        (("IMP", "Experts"), False, "other"),
        (("IMP_1948",), True, "other"),
        (("House",), False, None),
        ((), True, "imps"),
        ((), False, None),
    ],
)
def test_scoring_tells_how_boards_are_scored(scoring, teams, method):
    assert board_scoring(draft(scoring), teams) == method


def test_what_tables_state_decides_where_scoring_is_silent():
    assert board_scoring(draft(match_points=3, cross_imps=1), teams=False) == "match_points"


def event(text: str):
    (found,) = parse(text.encode()).events
    return found


def test_directives_name_the_version_and_the_program():
    found = event('% PBN 2.1\n% EXPORT\n%Creator: Maker 3\n[Event "Cup"]\n[Site "Hall"]\n[Date "2031.05.04"]\n')
    fact = found.facts.event
    assert (fact.name, fact.organiser.name, fact.start_date) == ("Cup", "Hall", "2031-05-04")
    assert (fact.format_version, fact.program) == ("2.1", "Maker 3")
    assert [(fact.kind, fact.value) for fact in found.facts.extensions] == [
        ("directive", "PBN 2.1"),
        ("directive", "EXPORT"),
        ("directive", "Creator: Maker 3"),
    ]


def test_a_meta_header_names_the_program():
    assert event('% <META GENERATOR "Maker 3">\n[Event "Cup"]\n').facts.event.program == "Maker 3"


def test_the_moment_at_which_the_file_was_made_is_that_of_its_statements():
    found = event('%Created: Wed Oct 19 18:55:10 2031 +0200\n[Event "Cup"]\n')
    assert found.stated_at == (datetime(2031, 10, 19, 16, 55, 10, tzinfo=UTC), "modified")
    for wrong in ("Wed Oct 33 18:55:10 2031 +0200", "yesterday", "Wed Foo 19 18:55:10 2031 +0200"):
        assert event(f'%Created: {wrong}\n[Event "Cup"]\n').stated_at is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('[Event "x"]\n[Competition "Individuals"]\n', "individual"),
        ('[Event "x"]\n[Competition "Pairs"]\n', "pairs"),
        ('[Event "x"]\n[Competition "Rubber"]\n', None),
        ('[Event "x"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 50\n', "pairs"),
        ('[Event "x"]\n', None),
    ],
)
def test_the_kind_of_event_is_stated_or_shows_in_what_it_has(text, kind):
    assert event(text).facts.event.kind == kind
