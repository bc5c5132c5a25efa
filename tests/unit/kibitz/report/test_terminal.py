from io import StringIO

from contracts.base import Place
from contracts.findings import Finding
from kibitz.console import SafeConsole
from kibitz.report.content import Section, Topic
from kibitz.report.terminal import EXAMPLES, TOPICS, printed


def finding(number: int, severity: str = "error", message: str = "is wrong") -> Finding:
    return Finding.model_validate(
        {"code": "scoring.total-differs", "severity": severity, "message": message, "advice": f"Advice {number}."}
    )


def text(*topics: Topic, notes: tuple[Topic, ...] = ()) -> str:
    console = SafeConsole(file=StringIO(), width=80)
    for part in printed([Section("Spring [red]Pairs", {"a" * 64: "a.xml"}, "imps", (), topics, notes)]):
        console.print(part)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_every_line_fits_into_eighty_columns_and_names_are_no_markup() -> None:
    lines = text(Topic("Pair 1", (finding(1, message="word " * 60),))).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith("Spring [red]Pairs")


def test_what_to_do_about_a_kind_of_fault_is_said_once() -> None:
    shown = text(Topic("Pair 1", (finding(1),)), Topic("Pair 2", (finding(2),)))
    assert "Advice 1." in shown
    assert "Advice 2." not in shown


def test_of_many_topics_the_first_are_shown_and_the_others_counted() -> None:
    shown = text(*(Topic(f"Pair {number}", (finding(1),)) for number in range(1, TOPICS + 3)))
    assert f"Pair {TOPICS}\n" in "\n".join(line.rstrip() for line in shown.splitlines())
    assert f"Pair {TOPICS + 1}" not in shown
    assert "… and 2 more; --report writes all of them to a page" in shown


def test_notes_stand_last_and_are_counted_too() -> None:
    notes = tuple(Topic("The file", (finding(1, "info", f"note {number}"),)) for number in range(TOPICS + 1))
    shown = text(Topic("Pair 1", (finding(1),)), notes=notes)
    assert shown.index("Good to know") > shown.index("Pair 1")
    assert "note 0" in shown
    assert "… and 1 more" in shown
    assert "Advice" not in shown.split("Good to know")[1]


def test_of_a_repeated_warning_the_first_are_shown_and_where_the_others_are() -> None:
    about = tuple(
        finding(1, "warning", f"example {number}").replace(subject=f"board {number}") for number in range(EXAMPLES + 2)
    )
    shown = text(Topic("A lead, 5 times", about, repeated=True))
    assert [number for number in range(EXAMPLES + 2) if f"example {number}" in shown] == list(range(EXAMPLES))
    assert f"… and 2 more: boards {EXAMPLES}, {EXAMPLES + 1}" in shown


def test_a_message_that_is_said_again_of_the_next_place_is_shown_once() -> None:
    about = tuple(finding(1, "info", "the line is too long").replace(place=Place(line=line)) for line in (7, 8))
    for shown in (text(Topic("The file", about)), text(notes=(Topic("The file", about),))):
        assert shown.count("the line is too long") == 1
        assert [f"line {number}" in shown for number in (7, 8)] == [True, True]


def test_a_note_that_is_given_many_times_is_shown_a_few_times() -> None:
    about = tuple(finding(1, "info", f"example {number}").replace(subject=f"board {number}") for number in range(9))
    shown = text(notes=(Topic("Nine notes", about, repeated=True),))
    assert (shown.count("example"), "… and 6 more: boards 3, 4, 5, 6, 7, 8" in shown) == (EXAMPLES, True)


def test_of_a_message_that_stands_above_only_what_is_new_is_shown() -> None:
    messages = ("it is read as 7", "it is read as 7", "it is read as 7; there are more", "it is read as 70")
    shown = text(notes=(Topic("The file", tuple(finding(1, "info", message) for message in messages)),))
    assert shown.count("it is read as 7") == 2
    assert shown.count("there are more") == 1
    assert "it is read as 70" in shown
