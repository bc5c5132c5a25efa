"""Nobody sits in two places, nobody shares a seat, nobody unknown sits out."""

from decimal import Decimal
from typing import Any

import pytest

from contracts.base import Place
from contracts.codes import validation as codes
from contracts.facts import EventFact, Label, Participant, Person, SeatFact, Sides, Stratum
from services.validation.domain import seatings as rules
from tests.support.fragments import result
from tests.support.matches import both, by, match, of, table, told

PAIRS = EventFact(name="Pairs", kind="pairs")


def pair(number: str, *names: str, team: str | None = None, **person: Any) -> Participant:
    people = tuple(Person(name=name, **person) for name in names)
    return Participant(id=number, kind="pair", team=team, players=people)


def twice(*participants: Participant, lines: Any = None, event: EventFact = PAIRS) -> list[str | None]:
    lines = lines or [result("1", "1", "2", 0), result("1", "3", "4", 0)]
    found = by(rules.people_twice_on_a_board, of(event, results=lines, participants=participants))
    assert {finding.code for finding in found} <= {codes.TWICE_ON_A_BOARD.code}
    return [finding.stated for finding in found]


OTHERS = [pair("2", "Cal"), pair("4", "Dan")]


def test_a_player_of_two_pairs_plays_a_board_once() -> None:
    ann = {"national_id": "4711"}
    assert twice(pair("1", "Ann", "Bob", **ann), pair("3", "ann", "Eve", **ann), *OTHERS) == ["3"]


def test_people_who_share_a_name_or_a_number_are_not_the_same() -> None:
    assert twice(pair("1", "Ann"), pair("3", "Ann"), *OTHERS) == []
    assert twice(pair("1", "Ann", national_id="0"), pair("3", "Eve", national_id="0"), *OTHERS) == []


@pytest.mark.parametrize("name", ["Robot", "GiB 3", "Phantom pair", "Sit-out", "Guest"])
def test_names_that_are_nobodys_may_sit_anywhere(name: str) -> None:
    assert twice(pair("1", name, national_id="9"), pair("3", name, national_id="9"), *OTHERS) == []
    assert (
        twice(
            pair("1", "Ada", national_id="9", status="ROBOT"),
            pair("3", "Ada", national_id="9", status="ROBOT"),
            *OTHERS,
        )
        == []
    )


def test_a_substitute_plays_other_boards() -> None:
    ann = {"national_id": "4711"}
    lines = [result("1", "1", "2", 0), result("2", "3", "4", 0)]
    assert twice(pair("1", "Ann", **ann), pair("3", "Ann", **ann), *OTHERS, lines=lines) == []


def test_in_a_team_a_name_is_enough_and_rounds_are_apart() -> None:
    event = EventFact(name="Teams", kind="teams")
    people = [
        pair("A1", "Ann", "Bob", team="A"),
        pair("A2", "Ann", "Eve", team="A"),
        pair("B1", "Ann", team="B"),
        pair("B2", "Flo", team="B"),
    ]
    first, second = both(0, 0)
    first = first.replace(sides=Sides(ns="A1", ew="B2", ns_team="A", ew_team="B"))
    second = second.replace(sides=Sides(ns="B1", ew="A2", ns_team="B", ew_team="A"))
    assert twice(*people, lines=[first, second], event=event) == ["A2"]
    later = second.replace(round=2)
    assert twice(*people, lines=[first, later], event=event) == []


def test_a_team_plays_a_board_against_one_team_in_a_round() -> None:
    lines = [*both(0, 0), table("C", "A", 0)]
    assert told(rules.teams_twice_on_a_board, of(results=lines)) == [(codes.TWICE_ON_A_BOARD.code, "C", "B")]


def test_three_teams_of_a_triple_play_different_boards_at_once() -> None:
    lines = [*both(0, 0), table("C", "A", 0, "2"), table("A", "C", 0, "2"), table("B", "C", 0, "3")]
    assert told(rules.teams_twice_on_a_board, of(results=lines)) == []
    assert told(rules.teams_twice_on_a_board, of(results=[*both(0, 0), table("C", "A", 0, round=2)])) == []
    assert (
        told(rules.teams_twice_on_a_board, of(results=[table("A", "B", 0, round=None), table("A", "C", 0, round=None)]))
        == []
    )


def seat(name: str, number: str | None, direction: str | None = "NS", **more: Any) -> SeatFact:
    return SeatFact(participant=name, stage=more.pop("stage", "start"), table=number, direction=direction, **more)


def test_a_seat_is_given_once() -> None:
    taken = [seat("1", "1"), seat("2", "1", "EW"), seat("3", "2")]
    assert by(rules.seats_not_shared, of(seats=taken)) == []
    assert told(rules.seats_not_shared, of(seats=[*taken, seat("4", "1")])) == [
        (codes.SEAT_SHARED.code, "1NS", "taken by 1")
    ]


def test_seats_of_other_sections_stages_and_those_who_left_are_free() -> None:
    others = [
        seat("2", "1", section="B"),
        seat("3", "1", stage="next"),
        seat("4", "1", resigned=True),
        seat("5", None),
        seat("1", "1"),
    ]
    assert by(rules.seats_not_shared, of(seats=[seat("1", "1"), *others])) == []


def test_sections_that_are_not_named_have_the_same_tables() -> None:
    both_sections = [seat(f"{section}{number}", str(number)) for section in "AB" for number in range(1, 6)]
    assert by(rules.seats_not_shared, of(seats=both_sections)) == []


def sitting_out(name: str, *participants: Participant) -> list[tuple[str, str | None, str | None]]:
    played = match("12", "8", sitting_out=(name,))
    return told(rules.sitting_out_known, of(matches=[played], participants=participants))


def test_who_sits_out_is_in_one_of_the_teams() -> None:
    teams = [
        pair("A1", "Ann", team="A", national_id="11"),
        pair("B1", "Bob", team="B", club_id="22"),
        Participant(id="C", kind="team", players=(Person(name="Cal", national_id="33"),)),
    ]
    for known in ("11", "22", "Ann", "A1"):
        assert sitting_out(known, *teams) == []
    assert sitting_out("33", *teams) == [(codes.UNKNOWN_PLAYER.code, "33", None)]


def test_teams_that_list_nobody_may_let_anybody_sit_out() -> None:
    assert sitting_out("33", Participant(id="A", kind="team"), Participant(id="B", kind="team")) == []
    assert sitting_out("33") == []


def missing(*participants: Participant) -> list[str]:
    return [finding.message for finding in by(rules.players_named, of(PAIRS, participants=participants))]


BOTH = [pair("1", "Ann", "Bob"), pair("2", "Cal", "Dan")]


def test_a_pair_that_names_one_player_is_reported_where_most_pairs_name_both() -> None:
    assert missing(*BOTH, pair("3", "Eva")) == ["pair 3 names Eva but no second player"]
    assert missing(*BOTH, Participant(id="3", kind="pair", players=(Person(last_name="Ely"), Person()))) == [
        "pair 3 names Ely but no second player"
    ]
    assert missing(*BOTH, pair("3", "Eva"), pair("4", "Fay")) == []


def test_a_pair_without_players_or_with_a_substitute_is_not_reported() -> None:
    assert missing(*BOTH, pair("3"), pair("4", "Eva", "Fay", "Gus")) == []


def test_a_phantom_a_single_player_and_a_pair_of_a_team_need_no_second_player() -> None:
    assert missing(*BOTH, pair("3", "Nobody").replace(phantom=True)) == []
    assert missing(*BOTH, pair("3", "Eva").replace(kind="player")) == []
    assert missing(*BOTH, pair("3", "Eva", team="7")) == []


def test_strata_and_labels_are_those_of_the_event() -> None:
    strata = (Stratum(number=1, label="A", upper_limit=Decimal(300)), Stratum(number=2))
    event = EventFact(name="Pairs", kind="pairs", strata=strata, label_names=("FLIGHT",))
    fine = [
        Participant(id="1", kind="pair", stratum="A", override_stratum="2", labels=(Label(name="FLIGHT", value="x"),))
    ]
    assert by(rules.categories_listed, of(event, participants=fine)) == []
    wrong = [Participant(id="2", kind="pair", stratum="C", labels=(Label(name="CLASS", value="x"),))]
    assert told(rules.categories_listed, of(event, participants=wrong)) == [
        (codes.UNKNOWN_CATEGORY.code, "C", "1, 2, A"),
        (codes.UNKNOWN_CATEGORY.code, "CLASS", "FLIGHT"),
    ]
    assert by(rules.categories_listed, of(PAIRS, participants=wrong)) == []


STRATA = (Stratum(number=1, label="A"), Stratum(number=2, label="B", upper_limit=Decimal(100)))


def held(number: str, *points: str, **more: Any) -> Participant:
    return Participant(
        id=number, kind="pair", players=tuple(Person(name="X", holding=Decimal(one)) for one in points), **more
    )


def of_strata(*pairs: Participant, **event: Any) -> list[tuple[str, str | None, str | None]]:
    said = EventFact(kind="pairs", **{"strata": STRATA, "stratification": "AVERAGE", **event})
    return told(rules.strata_of_holdings, of(said, participants=list(pairs)))


def test_a_stratum_is_that_of_the_holdings_unless_it_is_overridden() -> None:
    wrong = (codes.STRATUM_NOT_OF_HOLDINGS.code, "A", "2")
    assert of_strata(held("1", "50", "150", stratum="A")) == [wrong]
    assert of_strata(held("1", "50", "150", stratum="B"), held("2", "50", "151", stratum="1")) == []
    assert of_strata(held("1", "50", "150", stratum="A"), stratification="HIGHEST") == []
    assert of_strata(held("1", "50", "150", stratum="A", override_stratum="A")) == []
    assert of_strata(held("1", "50", "150.5", stratum="B")) == []  # an average of 100.25, kept as 100
    assert of_strata(held("1", stratum="A"), held("2", "1", "1"), held("3", "1", "1", stratum="Z")) == []
    assert of_strata(held("1", "1", "1", stratum="A"), strata=STRATA[:1]) == []


def test_strata_of_game_files_are_not_asked() -> None:
    whole = of(EventFact(kind="pairs", strata=STRATA), participants=[held("1", "1", "1", stratum="A")])
    assert len(by(rules.strata_of_holdings, whole)) == 1
    file = whole.file.replace(format="acblscore")
    assert by(rules.strata_of_holdings, whole.replace(file=file)) == []


def test_strata_that_follow_other_points_are_one_finding() -> None:
    found = of_strata(*(held(str(number), "1", "1", stratum="A") for number in range(1, 7)))
    assert found == [(codes.STRATUM_NOT_OF_HOLDINGS.code, "6", None)]


def test_a_person_of_two_pairs_is_named_with_both() -> None:
    people = [pair("1", "Ann", national_id="11"), pair("3", "Ann", national_id="11"), *OTHERS]
    lines = [result("1", "1", "2", 0, at=Place(line=4)), result("1", "3", "4", 0, at=Place(line=5))]
    (finding,) = by(rules.people_twice_on_a_board, of(PAIRS, results=lines, participants=people))
    assert finding.message == "Ann plays board 1 in pair 1 and in pair 3"
    assert (finding.subject, finding.computed, finding.place) == (
        "board 1",
        "in pair 1, first at line 4",
        Place(line=5),
    )
    (finding,) = by(
        rules.people_twice_on_a_board, of(PAIRS, results=[line.replace(at=None) for line in lines], participants=people)
    )
    assert finding.computed == "1"


def test_findings_about_seats_say_who_where_and_what() -> None:
    (shared,) = by(rules.seats_not_shared, of(seats=[seat("1", "1"), seat("2", "1")]))
    assert shared.message == "pair 2 and 1 both sit at 1NS"
    assert (shared.subject, shared.stated, shared.computed) == ("pair 2", "1NS", "taken by 1")
    line = table("12", "8", 0).replace(round=1, sides=Sides(ns_team="12", ew_team="8"))
    (again,) = by(
        rules.teams_twice_on_a_board, of(results=[line, line.replace(sides=Sides(ns_team="12", ew_team="9"))])
    )
    assert again.message == "team 12 plays board 1 against 8 and against 9 in round 1"
    assert (again.stated, again.computed) == ("9", "8")
    teams = [pair("A1", "Ann", team="A"), pair("B1", "Bob", team="B")]
    played = match("12", "8", sitting_out=("Zoe",))
    (stranger,) = by(rules.sitting_out_known, of(matches=[played], participants=teams))
    assert stranger.message == "player Zoe sits out of the match A against B but is in neither team"
    assert (stranger.subject, stranger.stated) == ("player Zoe", "Zoe")
    event = PAIRS.replace(label_names=("FLIGHT",))
    labelled = Participant(id="2", kind="pair", labels=(Label(name="CLASS", value="x"),))
    (unlisted,) = by(rules.categories_listed, of(event, participants=[labelled]))
    assert unlisted.message == "pair 2 has the label CLASS, which the event does not list"
    assert unlisted.subject == "pair 2"


def test_a_team_that_sits_both_ways_against_three_others_is_found_once() -> None:
    lines = [
        table("12", other, 0).replace(round=1, sides=Sides(ns_team="12", ew_team=other)) for other in ("7", "8", "9")
    ]
    assert [finding.stated for finding in by(rules.teams_twice_on_a_board, of(results=lines))] == ["8"]


def directions(*listed: str, sat: str = "1-2 3-4 5-6 7-8") -> list[tuple[str | None, str | None]]:
    participants = [pair(str(n), "Ann").replace(direction=way or None) for n, way in enumerate(listed, 1)]
    tables = [table.split("-") for table in sat.split()]
    lines = [result(board, ns, ew) for board in "123" for ns, ew in tables]
    found = by(rules.directions_taken, of(PAIRS, results=lines, participants=participants))
    return [(finding.subject, finding.computed) for finding in found]


def test_a_pair_that_never_takes_the_direction_where_it_is_listed_is_named() -> None:
    assert directions("NS", "EW", "NS", "EW", "EW", "EW", "NS", "EW") == [("pair 5", "NS")]
    assert directions("NS", "EW", "NS", "EW", "NS", "EW", "NS", "EW") == []


def test_where_many_sit_the_other_way_or_all_are_listed_alike_directions_mean_something_else() -> None:
    assert directions("NS", "EW", "NS", "EW", "EW", "NS", "NS", "NS") == []
    assert directions(*["NS"] * 8) == []
    assert directions("", "", "", "", "EW", "", "NS", "EW") == []
