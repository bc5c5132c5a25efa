"""Sections, participants and boards of a file in the terminal."""

from decimal import Decimal
from io import StringIO

from rich.console import Console
from rich.table import Table

from contracts.base import Discipline
from contracts.facts import (
    Detail,
    EventFact,
    Facts,
    GameFact,
    MatchFact,
    Participant,
    Person,
    ResultFact,
    Score,
    SectionFact,
    SessionFact,
    Sides,
    StatedTotal,
)
from kibitz.file_tables import boards_line, event_tables, participants_table, played_lines, scoring_of, sections_table
from shared.formats.acblscore.reader.parse import parse
from tests.support.acblscore_files import everything
from tests.support.trf_documents import facts_of
from tests.support.trf_lines import player


def shown(table: Table) -> list[str]:
    console = Console(width=140, record=True, file=StringIO())
    console.print(table)
    return [line.rstrip() for line in console.export_text().splitlines()]


def lines(*boards: str) -> list[ResultFact]:
    score = Score(kind="points", points=100)
    return [ResultFact(board=board, sides=Sides(ns="1", ew="2"), ns_score=score, ew_score=score) for board in boards]


def test_boards_with_as_many_results_are_one_span() -> None:
    assert boards_line(lines("1", "2", "10", "1", "2", "10", "11")) == "1–10 with 2 results, 11 with 1 result"
    assert boards_line(lines("A", "3")) == "3–A with 1 result"
    assert boards_line([]) == ""
    uneven = [board for number in range(1, 21) for board in [str(number)] * (1 + number % 2)]
    assert boards_line(lines(*uneven)).endswith(" and 12 more")


def test_a_chess_tournament_says_its_rounds_games_and_what_is_to_come() -> None:
    facts = facts_of(
        "012 x",
        "142 5",
        "202 BH/C1,SB",
        player(1, "2 w 1", "3 w"),
        player(2, "1 b 0", "- H"),
        player(3, "- U", "1 b", "2 w"),
        player(4, "- -", "5 w 1"),
        player(5, "- -", "4 b 0"),
    )
    said = played_lines(facts)
    assert said["rounds"] == "2 of 5, 1 games open"
    assert said["games"] == "3; 4 byes and absences"
    assert said["to come"] == "pairings or byes of round 3"
    assert said["tie-breaks"] == "PTS, BH/C1, SB"
    assert scoring_of(facts) == "chess"
    assert played_lines(Facts(results=tuple(lines("1", "1")))) == {
        "boards": "1 with 2 results",
        "results": "1 with 2 results",
    }


def test_a_section_says_its_movement_and_how_far_it_is() -> None:
    section = SectionFact(
        id="B",
        scored_with="A",
        tables=7,
        rounds=7,
        rounds_posted=3,
        boards=21,
        top=Decimal(12),
        details=(Detail(name="MOVEMENT_KIND", value="Mitchell"), Detail(name="STATUS", value="scored")),
    )
    (*_, row) = shown(sections_table(Facts(sections=(section,))))
    assert row.split() == ["B", "Mitchell", "7", "3", "of", "7", "21", "12", "A", "scored"]


def test_a_participant_has_names_and_what_the_file_states_of_the_event() -> None:
    people = (Person(name="Ada Amber"), Person(name="Bo [Birch]"))
    facts = Facts(
        participants=(
            Participant(id="A-1NS", kind="pair", number="1NS", section="A", players=people, stratum="2"),
            Participant(id="A-2NS", kind="pair", phantom=True),
        ),
        totals=(
            StatedTotal(participant="A-1NS", kind="pair", session="1", total=Decimal("10.5"), percentage=Decimal(50)),
            StatedTotal(participant="A-1NS", kind="pair", total=Decimal("21.5"), place="3/4"),
        ),
    )
    *_, head, row = shown(participants_table(facts, 40))
    assert head.split() == ["number", "section", "name", "stratum", "total", "%", "place"]
    assert row.split() == ["1NS", "A", "Ada", "Amber", "&", "Bo", "[Birch]", "2", "21.5", "3/4"]
    of_two = facts.replace(sessions=(SessionFact(id="1"),))
    *_, head, row = shown(participants_table(of_two, 40))
    assert head.split()[4:] == ["session", "1", "%", "place", "in", "it", "total", "%", "place"]
    assert row.split()[-5:] == ["2", "10.5", "50", "21.5", "3/4"]


def test_a_long_list_is_cut_and_says_so() -> None:
    facts = Facts(participants=tuple(Participant(id=str(n), kind="pair", name=f"Pair {n}") for n in range(50)))
    assert "and 10 more" in shown(participants_table(facts, 40))[-1]


def test_every_kind_of_event_has_its_tables() -> None:
    for event in parse(everything()[0]).events:
        sections, people = event_tables(event.facts)
        assert len(shown(sections)) == 2 + len(event.facts.sections)
        assert len(shown(people)) == 2 + len(event.facts.participants)
    assert list(event_tables(Facts())) == []


def test_a_list_that_just_fits_is_shown_whole() -> None:
    facts = Facts(participants=tuple(Participant(id=str(n), kind="pair", name=f"Pair {n}") for n in range(40)))
    assert "Pair 39" in shown(participants_table(facts, 40))[-1]


def test_a_section_that_is_whole_or_says_no_rounds_has_just_what_it_says() -> None:
    for rounds, posted, text in ((7, 7, ["7"]), (7, None, ["7"]), (None, 3, [])):
        (*_, row) = shown(sections_table(Facts(sections=(SectionFact(id="B", rounds=rounds, rounds_posted=posted),))))
        assert row.split() == ["B", *text]
    (*_, row) = shown(sections_table(Facts(sections=(SectionFact(id="B", session="2", scored_with="B"),))))
    assert row.split() == ["B,", "session", "2"]


def test_a_nickname_stands_for_names_that_are_not_known() -> None:
    facts = Facts(participants=(Participant(id="1", kind="pair", nickname="The Larks"),))
    assert shown(participants_table(facts, 40))[-1].split() == ["1", "The", "Larks"]


def test_a_place_in_the_section_is_shown_where_no_other_is_stated() -> None:
    total = StatedTotal(participant="1", kind="pair", total=Decimal(7), section_place="2=")
    facts = Facts(participants=(Participant(id="1", kind="pair", name="Ann"),), totals=(total,))
    assert shown(participants_table(facts, 40))[-1].split() == ["1", "Ann", "7", "2="]


def test_an_event_says_by_what_its_boards_are_scored() -> None:
    assert scoring_of(Facts(events=(EventFact(board_scoring="imps"),))) == "imps"
    assert scoring_of(Facts()) == "scoring not stated"


def test_numbered_boards_come_before_named_ones_and_in_the_order_of_their_numbers() -> None:
    assert boards_line(lines("2", "10", "9")) == "2–10 with 1 result"
    assert boards_line(lines("X", "X", "999999", "1000000")) == "999999–1000000 with 1 result, X with 2 results"


def test_eight_runs_of_boards_are_listed_and_more_only_counted() -> None:
    def uneven(most: int) -> list[str]:
        return [board for number in range(1, most + 1) for board in [str(number)] * (1 + number % 2)]

    assert boards_line(lines(*uneven(8))).endswith("8 with 1 result")
    assert boards_line(lines(*uneven(9))).endswith("8 with 1 result and 1 more")


def test_a_team_event_of_chess_counts_matches_and_byes() -> None:
    team = {"kind": "chess_teams", "round": 1}
    matches = (MatchFact(home="1", away="2", **team), MatchFact(home="3", **team))  # type: ignore[arg-type]
    games = (
        GameFact(round=1, player="a", opponent="b", result="1"),
        GameFact(round=1, player="b", opponent="a", result="0"),
    )
    event = EventFact(discipline=Discipline.CHESS)
    said = played_lines(Facts(events=(event,), matches=matches, games=games))
    assert (said["rounds"], said["matches"], said["games"], said["to come"]) == ("1", "1", "1; 1 byes and absences", "")
    without = played_lines(Facts(events=(event.replace(rounds=5),), games=games))
    assert (without["rounds"], without["matches"], without["games"]) == ("1 of 5", "", "1")
    assert played_lines(Facts(events=(event,)))["rounds"] == "0"
