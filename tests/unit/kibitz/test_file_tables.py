"""Sections, participants and boards of a file in the terminal."""

from decimal import Decimal
from io import StringIO

from rich.console import Console
from rich.table import Table

from contracts.facts import (
    Detail,
    Facts,
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
