"""A file as the desk lists it."""

from datetime import UTC, datetime

from contracts.messages import LooksLike
from contracts.questions import FileInEvent, FileLine
from services.broadcast.domain.desk.pages.files import VERDICTS, in_words, line_of, lines_of, with_names

NOW = datetime(2031, 10, 3, 20, tzinfo=UTC)


SHA256 = "ab" * 32


def line(verdict, form="usebio", name="x.xml", of="club", state="scored", **event):
    return FileLine(
        sha256=SHA256,
        name=name,
        format=form,
        sender="club",
        received_at=NOW,
        state=state,
        findings=0,
        events=(FileInEvent(event=of, state=state, verdict=verdict, **event),),
        url="/v1/files/x",
    )


def test_each_verdict_is_said_and_brings_the_actions_that_make_sense():
    for verdict, text in VERDICTS.items():
        file = line_of(line(verdict), "club")
        assert file["text"] == text
        assert file["restore"] == (verdict == "retracted")
        assert file["withdraw"] == (verdict not in ("retracted", "moved"))
        assert file["take"] == (verdict in ("held", "older", "replaced", "partly"))


def test_a_file_without_a_verdict_says_how_far_it_has_come():
    file = line_of(line(None, state="parsed"), "club")
    assert (file["text"], file["take"], file["withdraw"]) == ("Read, not yet checked", False, False)


def test_a_decision_about_where_files_belong_is_not_undone_by_withdrawing_it():
    made = line_of(line("counts", "decisions", name="club-reassign-20311003T200000.json"), "club")
    assert not made["withdraw"]
    assert line_of(line("moved"), "club")["moved"]


def test_a_decision_says_by_which_way_it_came_unless_it_was_the_desk():
    made = line("counts", "decisions")
    ways = {sender: line_of(made.replace(sender=sender), "club")["way"] for sender in ("desk", "local", "", "Ada")}
    assert (ways["desk"], ways["Ada"]) == ("", "sent by Ada")
    assert "command" in ways["local"]
    assert "folder" in ways[""]
    assert line_of(line("counts"), "club")["way"] == ""


def test_the_sentence_of_a_verdict_is_shown_without_the_name():
    assert line_of(line("replaced", text="x.xml is replaced by y.xml"), "club")["text"] == "is replaced by y.xml"


def test_events_that_a_file_looks_like_are_offered_and_its_own_as_a_clash():
    alike = LooksLike(event="other", why="same people", into="other", text="")
    clash = LooksLike(event="club", why="other people", text="")
    file = line_of(line("counts", looks_like=(alike, clash)), "club")
    assert (file["links"], file["clashes"]) == ([{"moving": "club", "into": "other"}], True)
    hands = alike.replace(why="hands", into="club")
    file = line_of(line("counts", looks_like=(hands,)), "club")
    assert (file["links"], file["clashes"]) == ([{"moving": "other", "into": "club"}], False)


def test_decisions_name_files_by_their_names():
    made = line("counts", "decisions", name="d.json").replace(decided=(f"File {SHA256[:12]} does not count",))
    other = made.replace(decided=("File 0123456789ab does not count",))
    _, own, unknown = lines_of(
        [line("counts"), made.replace(sha256="cd" * 32), other.replace(sha256="ef" * 32)], "club"
    )
    assert (own["decided"], unknown["decided"]) == (["File x.xml does not count"], list(other.decided))


def test_a_file_leaves_alone_if_others_of_its_name_count():
    first, second, other = lines_of([line("counts"), line("counts"), line("counts", name="y.xml")], "club")
    assert (first["alone"], second["alone"], other["alone"]) == ("club-2", "club-2", "")
    held, _ = lines_of([line("held"), line("counts")], "club")
    assert held["alone"] == "club-2"
    assert lines_of([line("counts", of="b")], "club") == []


def test_the_newest_decision_about_where_files_belong_can_be_undone():
    def moving(*decided):
        return line("counts", "decisions", name="club-reassign-20311003T200000.json").replace(decided=decided)

    one = moving(f"File {SHA256[:12]} belongs to club-b", "Files called x.xml from club belong to club-b")
    moved = line("moved")
    newer, older, file = lines_of([one, one, moved], "club")
    assert (newer["moved_file"], older["moved_file"], newer["all_moved"]) == (file, None, False)
    back, _ = lines_of([one, line("counts")], "club")
    assert back["moved_file"] is None
    (every,) = lines_of([moving("All files of club belong to club-b")], "club")
    assert (every["all_moved"], every["moved_file"]) == (True, None)
    # Where they have come to, nothing can be brought back: the journal leads to the event that was moved.
    (there,) = lines_of([moving("All files of club-a belong to club")], "club")
    assert there["all_moved"] is False


def test_a_withdrawal_says_in_the_journal_what_is_undone():
    made = line("retracted", "decisions").replace(decided=("Pair 5: penalty of 10 percent, decided by Ada at 20:00",))
    withdrawal = f"File {SHA256[:12]} does not count, decided by Bob at 21:00: wrong pair"
    assert in_words(withdrawal, [made]) == "Undone: Pair 5: penalty of 10 percent, decided by Bob at 21:00: wrong pair"
    assert in_words(withdrawal, [line("retracted")]).startswith("File x.xml does not count, decided by Bob")
    assert in_words(withdrawal, []) == withdrawal


def test_a_withdrawal_of_a_decision_is_undone_where_the_decision_stands():
    made = line("retracted", "decisions").replace(decided=("Pair 5: penalty of 10 percent, decided by Ada at 20:00",))
    undone = line("counts", "decisions").replace(
        sha256="cd" * 32, decided=(f"File {SHA256[:12]} does not count, decided by Bob at 21:00",)
    )
    lines = lines_of([undone, made], "club")
    assert [(each["withdraw"], each["restore"]) for each in lines] == [(False, False), (False, True)]


def test_sentences_call_events_by_their_names():
    names = {"club-2031": "Club Night", "pairs": "Pairs Final"}
    for text, written in (
        (
            "All files of club-2031 belong to pairs, decided by Ada",
            "All files of Club Night belong to Pairs Final, decided by Ada",
        ),
        (
            "it looks like event pairs: 8 of 9 people are the same",
            "it looks like event Pairs Final: 8 of 9 people are the same",
        ),
        ("x.xml counts; 8 pairs are new", "x.xml counts; 8 pairs are new"),
        ("it belongs to event gone", "it belongs to event gone"),
    ):
        assert with_names(text, names) == written
