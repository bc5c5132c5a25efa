"""What a fragment names has one owner."""

import pytest

from contracts.codes import validation as codes
from contracts.facts import EventFact, Extension, Participant, Person
from contracts.findings import Finding
from services.validation.domain import references
from services.validation.domain.case import Case
from services.validation.domain.check import check
from tests.support.fragments import fragment, pair, result


def found(**facts: object) -> list[Finding]:
    case = Case(fragment("f", **facts))  # type: ignore[arg-type]
    return [finding for rule in references.RULES for finding in rule(case)]


def names(**facts: object) -> list[tuple[str, str | None]]:
    return [(finding.code, finding.stated) for finding in found(**facts)]


def test_the_same_participant_may_be_listed_again() -> None:
    assert names(participants=(pair("1"), pair("1"))) == []


def test_a_team_and_a_pair_may_have_the_same_number() -> None:
    assert names(participants=(pair("1"), Participant(id="1", kind="team", name="Reds"))) == []


def test_one_number_for_two_pairs_names_both() -> None:
    other = Participant(id="1", kind="pair", players=(Person(name="Cyd"), Person(name="Dov")))
    (finding,) = found(participants=(pair("1"), other))
    assert (finding.code, finding.stated, finding.computed) == (codes.SHARED_ID.code, "Cyd & Dov", "Ann 1 & Bob 1")


def test_participants_alone_are_something() -> None:
    assert check(fragment("f", participants=(pair("1"),))).rejected_by is None


@pytest.mark.parametrize("kind", ["results", "totals", "matches", "games", "deals", "movements", "seats", "ladder"])
def test_a_file_with_facts_of_any_kind_says_something(kind: str) -> None:
    case = Case(fragment("f"))
    assert [finding.code for finding in references.nothing_to_score(case)] == [codes.NOTHING.code]
    case.facts = case.facts.replace(**{kind: ("something",)})
    assert list(references.nothing_to_score(case)) == []


def test_a_line_without_a_board_is_named_by_its_sides() -> None:
    (finding,) = references.no_board_number(Case(fragment("f", results=[result(" ", "1", "2")])))
    assert finding.message == "the result of 1 against 2 has no board number"
    assert finding.subject == "1 against 2"


def test_nothing_to_score_is_no_fault_where_the_format_allows_it() -> None:
    verdict = check(fragment("f", file_format="pbn"))
    assert verdict.rejected_by is None
    assert [finding.code for finding in verdict.findings] == [codes.NOTHING_YET.code]


def test_a_list_of_members_is_no_fault_but_the_header_of_an_event_is() -> None:
    members = (Extension(kind="element", owner="/USEBIO/CLUB", name="MEMBER", value="<MEMBER/>"),)
    assert names(events=(EventFact(),), extensions=members) == [(codes.NOTHING_YET.code, None)]
    assert names(events=(EventFact(name="Pairs"),), extensions=members) == [(codes.NOTHING.code, None)]
