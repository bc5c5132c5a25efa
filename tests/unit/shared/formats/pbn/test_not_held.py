"""Why PBN does not hold what the facts of an event say."""

from typing import Any

from contracts.facts import AwardFact, Detail, EventFact, Extension, MatchFact, Organiser, ResultFact, Score, Sides
from shared.formats.pbn import FORMAT
from shared.formats.pbn.not_held import WHYS
from tests.support.fact_paths import unknown_paths
from tests.support.merged import merged


def losses(**facts: Any) -> dict[str, str]:
    return {loss.what: loss.why for loss in FORMAT.render(merged(**facts)).losses}


def test_every_reason_is_of_a_field_of_facts() -> None:
    assert unknown_paths(WHYS) == []


def test_what_pbn_has_no_word_for_is_named() -> None:
    event = EventFact(name="Cup", kind="teams", organiser=Organiser(name="Club", id="7"), imp_bounds=(20, 60))
    extension = Extension(kind="tag", owner="game 1", name="Shoe", value="y")
    award = AwardFact(kind="prize", participant="1", text="cup")
    assert losses(events=(event,), extensions=(extension,), awards=(award,)) == {
        "awards": "PBN has no master points, prizes or qualifications",
        "extension tag Shoe": "what a file has beside its results is not carried over",
        "id of organiser": "Site has the name",
        "IMP bounds of events": "PBN names its own and has no place for another",
    }


def test_what_a_match_says_that_its_row_has_no_column_for_is_named() -> None:
    match = MatchFact(kind="teams", home="A", away="B", division="1", sitting_out=("7",))
    assert losses(events=(EventFact(name="Cup", kind="teams"),), matches=(match,)) == {
        "division of matches": "PBN has no tag or column for it",
        "sitting out of matches": "PBN has no tag or column for it",
    }


def test_scores_that_a_traveller_cannot_say_are_named() -> None:
    for kind in ("weighted", "late", "not_played", "not_in_play"):
        score = Score.checked({"kind": kind})
        line = ResultFact(
            board="1",
            sides=Sides(ns="1", ew="2"),
            ns_score=score,
            ew_score=score,
            foul_group=2,
            details=(Detail(name="NOTES", value="x"),),
        )
        assert losses(results=(line,)) == {
            "detail NOTES of results": "PBN has no tag or column for it",
            "foul group of results": "ScoreTable has no word for it",
            "kind of East-West score": "PBN has points and percentages",
            "kind of North-South score": "PBN has points and percentages",
        }
