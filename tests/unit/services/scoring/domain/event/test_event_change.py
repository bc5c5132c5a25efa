"""The change of an event: who and what was added, altered, renumbered and taken back, and the words for it."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

import pytest

from contracts.base import Direction, Place
from contracts.changes import ChangeCount, ChangedField, EventChange, NamedFile
from contracts.facts import AdjustmentFact, Fact, GameFact, Label, MatchFact, Participant, Person, Scope, Score
from contracts.messages import Fragment
from services.scoring.domain.event.event_change import LISTED, event_change
from services.scoring.domain.event.event_state import EventState
from tests.support.fragments import fragment, pair, result, stated

WHOLE = Scope(whole=True, complete=True)


def game(number: int, player: str, opponent: str | None, letter: str | None, colour: str | None = None) -> GameFact:
    return GameFact(round=number, player=player, opponent=opponent, result=letter, colour=colour)  # type: ignore[arg-type]


def version(name: str, minutes: int, **facts: Any) -> Fragment:
    """A complete export: it replaces the one before."""
    return fragment(name, minutes=minutes, scope=WHOLE, file_format="trf", **facts)


def change_by(*fragments: Fragment) -> EventChange:
    """What the last of these files changes."""
    state = EventState("club-pairs-2026-03-07")
    for each in fragments[:-1]:
        state.take(each)
    taken = state.take(fragments[-1])
    return event_change(taken.changes, state.merge, fragments[-1].file)


def between(before: Iterable[Fact], after: Iterable[Fact], kind: str, **common: Any) -> EventChange:
    """The change from one version to the next."""
    first, second = (
        version("a", 0, **common, **{kind: tuple(before)}),
        version("b", 1, **common, **{kind: tuple(after)}),
    )
    return change_by(first, second)


def lines(change: EventChange) -> list[tuple[str, str, str, str | None, str | None]]:
    return [(line.change, line.kind, line.subject, line.before, line.after) for line in change.lines]


def who(change: EventChange) -> list[tuple[str, str, str | None, str | None]]:
    return [(each.change, each.id, each.was, each.name) for each in change.participants]


def test_the_first_file_adds_everything_and_is_named() -> None:
    file = fragment(
        "a", results=[result("1", "1", "2", 420), result("2", "1", "2", -50)], participants=(pair("1"), pair("2"))
    )
    change = change_by(file)
    assert change.by == NamedFile(file=file.file.sha256, name="a.xml")
    assert change.counts == (ChangeCount(kind="pair", added=2), ChangeCount(kind="result", added=2))
    assert who(change) == [("added", "1", None, "Ann 1 & Bob 1"), ("added", "2", None, "Ann 2 & Bob 2")]
    assert lines(change) == [
        ("added", "result", "board 1, 1 against 2", None, "420"),
        ("added", "result", "board 2, 1 against 2", None, "-50"),
    ]
    assert change.text == "added: 2 pairs, 2 results"


def test_a_file_that_repeats_everything_changes_nothing() -> None:
    facts = {"participants": (pair("1"), pair("2"))}
    before = [result("1", "1", "2", 420, stated=stated("1", "0"))]
    after = [result("1", "1", "2", 420, stated=stated("0", "1"), at=Place(line=7))]
    change = between(before, after, "results", **facts)
    assert (change.counts, change.participants, change.lines, change.text) == ((), (), (), "")


def test_a_participant_at_another_place_of_the_file_is_not_altered() -> None:
    assert who(between([pair("1", at=Place(line=3))], [pair("1", at=Place(line=9))], "participants")) == []


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ({"score": 420}, {"score": 450}, ("420", "450")),
        ({"contract": "4S", "declarer": "N"}, {"contract": "4H", "declarer": "N"}, ("4S by N, 420", "4H by N, 420")),
        ({"tricks": 10}, {"tricks": 11}, ("10 tricks, 420", "11 tricks, 420")),
        ({"contract": "PASS"}, {"contract": "PASS", "declarer": "E"}, ("PASS, 420", "PASS by E, 420")),
        ({}, {"ew_score": Score(kind="artificial", percent=Decimal(60))}, ("420", "420 / 60%")),
        ({}, {"ns_score": Score(kind="not_played")}, ("420", "not played / 420")),
    ],
)
def test_a_result_is_altered_in_what_it_reports(before: dict, after: dict, words: tuple[str, str]) -> None:
    old, new = ({"score": 420, **fields} for fields in (before, after))
    change = between([result("7", "3", "12", **old)], [result("7", "3", "12", **new)], "results")
    assert lines(change) == [("altered", "result", "board 7, 3 against 12", *words)]
    assert change.counts == (ChangeCount(kind="result", altered=1),)
    assert change.text == f"altered: 1 result (board 7, 3 against 12: {words[0]} is now {words[1]})"


def test_a_result_that_is_blanked_is_taken_back_and_one_that_comes_is_added() -> None:
    blank, full = result("7", "3", "12", None), result("7", "3", "12", 420)
    assert lines(between([full], [blank], "results")) == [
        ("taken_back", "result", "board 7, 3 against 12", "420", None)
    ]
    assert lines(between([blank], [full], "results")) == [("added", "result", "board 7, 3 against 12", None, "420")]
    assert lines(between([blank], [result("8", "3", "12", 50)], "results")) == [
        ("added", "result", "board 8, 3 against 12", None, "50")
    ]


def test_what_was_taken_back_comes_first_and_what_was_added_last() -> None:
    before = [result("1", "1", "2", 100), result("2", "1", "2", 200)]
    after = [result("2", "1", "2", 210), result("3", "1", "2", 300)]
    change = between(before, after, "results")
    assert [line.change for line in change.lines] == ["taken_back", "altered", "added"]
    assert change.text == (
        "taken back: 1 result (board 1, 1 against 2: 100);"
        " altered: 1 result (board 2, 1 against 2: 200 is now 210); added: 1 result"
    )


def test_a_participant_who_is_gone_is_taken_back_by_name() -> None:
    change = between([pair("1"), pair("2")], [pair("1")], "participants")
    assert who(change) == [("taken_back", "2", None, "Ann 2 & Bob 2")]
    assert change.text == "taken back: 1 pair (pair 2 Ann 2 & Bob 2)"


def test_other_people_under_a_number_are_an_alteration() -> None:
    other = Participant(id="2", kind="pair", players=(Person(name="Cyd Ash"), Person(name="Dee Oak")))
    change = between([pair("1"), pair("2")], [pair("1"), other], "participants")
    assert who(change) == [("altered", "2", None, "Cyd Ash & Dee Oak")]


NORTH_STAR = Participant(id="3", kind="pair", name="North Star", players=pair("3").players)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({"name": "Nort Star"}, {}, "name was Nort Star"),
        ({"name": None}, {}, "name now North Star"),
        ({"players": pair("4").players}, {}, "people were Ann 4 & Bob 4, now Ann 3 & Bob 3"),
        ({"players": ()}, {}, "people now Ann 3 & Bob 3"),
        ({"number": "3NS"}, {"number": "3"}, "number shown was 3NS, now 3"),
        ({"section": "A"}, {"section": "B"}, "section was A, now B"),
        ({"direction": Direction.NS}, {"direction": Direction.EW}, "direction was NS, now EW"),
        ({}, {"team": "7"}, "team now 7"),
        ({"members": ("4", "5")}, {"members": ("4", "6")}, "members were 4 & 5, now 4 & 6"),
        (
            {"session": "1", "stratum": "B"},
            {"session": "2", "stratum": "A"},
            "session was 1, now 2, stratum was B, now A",
        ),
        ({"seed": 0, "rating": Decimal("1E+3")}, {"seed": 4}, "seed was 0, now 4, rating was 1000"),
        ({"standing": False}, {"phantom": True}, "ranked was no, now yes, phantom was no, now yes"),
        ({"labels": (Label(name="FLIGHT", value="B"),)}, {}, "entry changed"),
        ({}, {"players": (Person(name="Ann 3", title="GM"), Person(name="Bob 3"))}, "entry changed"),
    ],
)
def test_an_altered_participant_says_what_was_altered(before: dict, after: dict, told: str) -> None:
    old, new = (NORTH_STAR.replace(**fields) for fields in (before, after))
    assert between([old], [new], "participants").text == f"altered: 1 pair (pair 3 North Star: {told})"


def test_the_fields_of_an_altered_participant_have_their_values_before_and_after() -> None:
    change = between([NORTH_STAR.replace(name="Nort Star", section="A")], [NORTH_STAR], "participants")
    (altered,) = change.participants
    assert altered.fields == (
        ChangedField(name="name", before="Nort Star", after="North Star"),
        ChangedField(name="section", before="A"),
    )


def test_a_renumbered_pair_is_recognised_by_its_people_and_its_results_are_the_same() -> None:
    def under(number: str, score: int = 420) -> dict[str, Any]:
        people = Participant(id=number, kind="pair", players=(Person(name="Ann Elm"), Person(name="Bo Fir")))
        return {
            "participants": (pair("1"), people),
            "results": [result("1", "1", number, score), result("2", number, "1")],
        }

    change = change_by(version("a", 0, **under("10")), version("b", 1, **under("50")))
    assert who(change) == [("renumbered", "50", "10", "Ann Elm & Bo Fir")]
    assert change.lines == ()
    assert change.counts == (ChangeCount(kind="pair", renumbered=1),)
    assert change.text == "renumbered: 1 pair (pair 10 is now 50 Ann Elm & Bo Fir)"
    corrected = change_by(version("a", 0, **under("10")), version("b", 1, **under("50", 450)))
    assert lines(corrected) == [("altered", "result", "board 1, 1 against 50", "420", "450")]


def named(number: str, name: str) -> Participant:
    return Participant(id=number, kind="player", name=name)


def test_players_who_exchange_numbers_take_their_games_along() -> None:
    def field(first: str, second: str) -> dict[str, Any]:
        people = (named(first, "Ann Elm"), named(second, "Bo Fir"), named("3", "Cy Oak"), named("4", "Di Ash"))
        games = (
            *(game(1, first, "3", "1", "w"), game(1, "3", first, "0", "b")),
            *(game(1, second, "4", "=", "w"), game(1, "4", second, "=", "b")),
            *(game(2, first, None, "Z"), game(2, second, None, "Z")),
        )
        return {"participants": people, "games": games}

    change = change_by(version("a", 0, **field("1", "2")), version("b", 1, **field("2", "1")))
    assert who(change) == [("renumbered", "1", "2", "Bo Fir"), ("renumbered", "2", "1", "Ann Elm")]
    assert lines(change) == []


def test_a_new_participant_under_a_number_that_another_left_is_added() -> None:
    before = [named("1", "Ann Elm"), named("2", "Bo Fir")]
    change = between(before, [named("1", "Cy Oak"), named("2", "Bo Fir"), named("9", "Ann Elm")], "participants")
    assert who(change) == [("renumbered", "9", "1", "Ann Elm"), ("added", "1", None, "Cy Oak")]


def test_two_of_one_name_are_not_told_apart() -> None:
    change = between([named("1", "Ann Elm"), named("2", "Ann Elm")], [named("5", "Ann Elm")], "participants")
    assert [(way, number) for way, number, *_ in who(change)] == [
        ("taken_back", "1"),
        ("taken_back", "2"),
        ("added", "5"),
    ]


def test_a_new_result_against_a_renumbered_pair_under_a_number_it_left_is_compared_with_nothing() -> None:
    first = version("a", 0, participants=(named("1", "Ann"), named("2", "Bo")), games=(game(1, "1", None, "F"),))
    second = version(
        "b", 1, participants=(named("1", "Cy"), named("2", "Bo"), named("9", "Ann")), games=(game(1, "1", None, "H"),)
    )
    assert lines(change_by(first, second)) == [
        ("taken_back", "game", "round 1, 1", "F", None),
        ("added", "game", "round 1, 1", None, "H"),
    ]


def both(number: int, white: str, black: str, letter: str | None, other: str | None) -> list[GameFact]:
    return [game(number, white, black, letter, "w"), game(number, black, white, other, "b")]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (both(3, "9", "2", "1", "0"), both(3, "9", "2", "=", "="), ("altered", "game", "1", "=")),
        (both(3, "9", "2", "1", "0"), both(3, "9", "2", None, None), ("taken_back", "game", "1", None)),
        (both(3, "9", "2", " ", None), both(3, "9", "2", "1", "0"), ("added", "game", None, "1")),
        (both(3, "9", "2", None, None), [], ("taken_back", "pairing", "no result", None)),
        ([], both(3, "9", "2", None, None), ("added", "pairing", None, "no result")),
    ],
)
def test_a_game_is_one_line_in_the_words_of_white(before: list, after: list, expected: tuple) -> None:
    (line,) = lines(between(before, after, "games", participants=(named("2", "Ann"), named("9", "Bo"))))
    way, kind, was, now = expected
    assert line == (way, kind, "round 3, 9 against 2", was, now)


def test_a_pairing_with_another_opponent_is_altered_and_a_bye_has_none() -> None:
    before = [game(3, "1", "2", None), game(4, "1", None, "H"), game(5, "1", None, " ")]
    after = [game(3, "1", "5", None), game(4, "1", None, "F"), game(5, "1", None, None)]
    assert lines(between(before, after, "games")) == [
        ("altered", "game", "round 4, 1", "H", "F"),
        ("altered", "pairing", "round 3, 1 against 5", "no result against 2", "no result against 5"),
    ]


def match(home: str, away: str | None, *scores: int, kind: str = "teams", **more: Any) -> MatchFact:
    given = dict(zip(("home_score", "away_score"), map(Decimal, scores), strict=False))
    return MatchFact(kind=kind, round=2, home=home, away=away, **given, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (match("7", "3", 12, 8), match("7", "3", 13, 7), ("altered", "match", "8 : 12", "7 : 13")),
        (match("3", "7", 12, 8), match("7", "3", 8, 12), None),
        (match("3", "7"), match("3", "7", 12, 8), ("added", "match", None, "12 : 8")),
        (match("3", "7", 12, 8), match("3", "7"), ("taken_back", "match", "12 : 8", None)),
        (match("3", "7", 12), match("3", "7", 12, 8), ("altered", "match", "12 : –", "12 : 8")),
        (
            match("3", "7", home_imps=Decimal(24), away_imps=Decimal(6)),
            match("3", "7", home_imps=Decimal(25), away_imps=Decimal(6)),
            ("altered", "match", "24 : 6", "25 : 6"),
        ),
        (match("7", "3", forfeit="home"), match("3", "7", forfeit="away"), None),
        (match("3", "7", forfeit="both"), match("7", "3", forfeit="both"), None),
        (
            match("3", "7", forfeit="home"),
            match("7", "3", forfeit="home"),
            ("altered", "match", "no result", "no result"),
        ),
    ],
)
def test_a_match_is_read_from_the_side_that_is_first_in_order(
    before: MatchFact, after: MatchFact, expected: tuple
) -> None:
    found = lines(between([before], [after], "matches"))
    if expected is None:
        assert found == []
        return
    way, kind, was, now = expected
    assert found == [(way, kind, "round 2, match of 3 and 7", was, now)]


def test_a_match_of_a_renumbered_team_is_the_same_match() -> None:
    def teams(number: str, kind: str) -> dict[str, Any]:
        who = "team" if kind == "teams" else "pair"
        people = (Participant(id="4", kind=who, name="Elms"), Participant(id=number, kind=who, name="Oaks"))  # type: ignore[arg-type]
        return {"participants": people, "matches": (match("4", number, 12, 8, kind=kind),)}

    for kind in ("teams", "pairs"):
        assert lines(change_by(version("a", 0, **teams("3", kind)), version("b", 1, **teams("5", kind)))) == []


def fined(amount: int, **more: Any) -> AdjustmentFact:
    return AdjustmentFact(kind="carry_forward", participant="3", amount=Decimal(amount), **more)


def test_penalties_are_lines_too() -> None:
    subject = "carry forward of pair 3"
    assert lines(between([fined(1)], [fined(2, unit="imps")], "adjustments")) == [
        ("altered", "adjustment", subject, "1", "2 imps")
    ]
    change = between([fined(1)], [], "adjustments", participants=(pair("3"),))
    assert lines(change) == [("taken_back", "adjustment", subject, "1", None)]
    moved = change_by(
        version("a", 0, participants=(pair("3"),), adjustments=(fined(1),)),
        version(
            "b",
            1,
            participants=(Participant(id="8", kind="pair", players=pair("3").players),),
            adjustments=(AdjustmentFact(kind="carry_forward", participant="8", amount=Decimal(1)),),
        ),
    )
    assert [way for way, *_ in who(moved)] == ["renumbered"]
    assert moved.lines == ()


def test_everything_is_counted_and_the_first_are_listed_and_named() -> None:
    many = [result(str(board), "1", "2", board) for board in range(1, LISTED + 6)]
    kept = [result(str(board), "1", "2", board) for board in range(100, 140)]
    change = between([*kept, *many], kept, "results", participants=(pair("1"), pair("2")))
    assert change.counts == (ChangeCount(kind="result", taken_back=LISTED + 5),)
    assert [line.subject.split(",")[0] for line in change.lines] == [f"board {n}" for n in range(1, LISTED + 1)]
    assert change.text.endswith("(board 1, 1 against 2: 1; board 2, 1 against 2: 2; board 3, 1 against 2: 3 …)")
    crowd = change_by(fragment("a", participants=tuple(pair(str(n)) for n in range(1, LISTED + 6))))
    assert crowd.counts == (ChangeCount(kind="pair", added=LISTED + 5),)
    assert [who.id for who in crowd.participants] == [str(n) for n in range(1, LISTED + 1)]


def test_exactly_as_many_as_are_named_end_without_an_ellipsis() -> None:
    three = [result(str(board), "1", "2", board) for board in (1, 2, 3)]
    text = between(three, [], "results", participants=(pair("1"), pair("2"))).text
    assert text.endswith("board 3, 1 against 2: 3)")


def test_one_is_singular_and_more_are_plural() -> None:
    matches = [match("3", "7", 12, 8), match("4", "8", 12, 8)]
    assert between(matches, [], "matches").text.startswith("taken back: 2 matches (")
    assert between(matches[:1], [], "matches").text.startswith("taken back: 1 match (")
