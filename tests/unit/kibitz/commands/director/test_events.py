import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from contracts.decisions import Decisions, ReassignFiles
from kibitz.cli import app
from kibitz.commands.director import events
from kibitz.console import out
from tests.support.answering import Taking, answering

run = CliRunner().invoke
SEVERAL, MOVED, UNKNOWN = "ab" * 32, "cd" * 32, "ef" * 32
PLAIN, NAMED = "12" * 32, "34" * 32
FRAGMENTS = {
    SEVERAL: [{"fragment": "ab.0", "event": "open"}, {"fragment": "ab.1", "event": "side-game"}],
    MOVED: [{"fragment": "cd.0", "event": "open"}, {"fragment": "cd.0", "event": "final", "moved": True}],
    PLAIN: [{"fragment": "12.0", "event": "side-game"}],
}
SOURCES = [{"name": "old.xml", "file": NAMED}, {"name": "evening.xml", "file": PLAIN}]
LATE, TWIN = "12" * 4 + "00" * 28, "56" * 32
ARRIVED: list[dict[str, object]] = [
    {"name": "evening-2.xml", "sha256": LATE, "events": [{"event": "open", "state": "scored", "verdict": "held"}]},
    {
        "name": "teams.xml",
        "sha256": TWIN,
        "events": [
            {"event": "open", "state": "scored", "verdict": "moved"},
            {"event": "side-game", "state": "accepted", "verdict": None},
        ],
    },
    {"name": "evening.xml", "sha256": PLAIN, "events": [{"event": "open", "state": "scored", "verdict": "counts"}]},
]


class Kibitz(Taking):
    """An intake that takes everything, and a scoreboard with two events."""

    taken: list[bytes] = []

    def do_GET(self) -> None:
        if self.path.startswith("/v1/files?"):
            self.answer(200, {"files": ARRIVED})
            return
        if self.path.startswith("/v1/files/"):
            known = [] if UNKNOWN in self.path else [{"event": "open"}]
            sha256 = self.path.rpartition("/")[2]
            file = {"file": {"name": "side.xml", "sender": "club-pc"}} if sha256 == NAMED else {}
            self.answer(200, {"state": "scored", "fragments": FRAGMENTS.get(sha256, known), **file})
            return
        answers = {
            "/v1/events": {"rows": {"open": {"name": "Open", "status": "live"}, "side-game": {"name": "Side [1]"}}},
            "/v1/events/open/standings": {"meta": {"sources": SOURCES, "looks_like": [{"text": "it looks like [b]"}]}},
            "/v1/events/side-game/standings": {"meta": {}},
        }
        absent = 401 if "locked" in self.path else 404
        self.answer(200 if self.path in answers else absent, answers.get(self.path, {}))


@pytest.fixture
def where(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    monkeypatch.setattr(Kibitz, "taken", [])
    with answering(Kibitz) as address:
        yield ["--to", address, "--page", address]


def sent() -> list[tuple[str, tuple[Any, ...]]]:
    documents = [Decisions.model_validate(json.loads(data)) for data in Kibitz.taken]
    return [(document.event, document.decisions) for document in documents]


def move(file: str | None, to: str | None) -> ReassignFiles:
    return ReassignFiles(decision="reassign", file=file, to=to)


@pytest.mark.slow
def test_events_are_listed_with_their_files_and_what_came_of_each(where: list[str]) -> None:
    listed = run(app, ["events", "list", *where])
    assert listed.exit_code == 0, listed.output
    # Two digests are alike in their first eight digits.
    assert [line.split() for line in listed.output.splitlines()] == [
        ["open"],
        ["Open", "·", "live"],
        ["!", "it", "looks", "like", "[b]"],
        ["evening-2.xml", "121212120", "held"],
        ["evening.xml", "121212121", "counts"],
        ["old.xml", "343434343", "counts"],
        ["side-game"],
        ["Side", "[1]"],
        ["teams.xml", "565656565", "accepted"],
    ]
    assert json.loads(run(app, ["events", "list", "--json", *where]).output)[0] == {
        "event": "open",
        "name": "Open",
        "status": "live",
        "looks_like": [{"text": "it looks like [b]"}],
        "files": [
            {"name": "evening-2.xml", "sha256": LATE, "verdict": "held"},
            {"name": "evening.xml", "sha256": PLAIN, "verdict": "counts"},
            {"name": "old.xml", "sha256": NAMED, "verdict": "counts"},
        ],
    }


def test_a_scoreboard_elsewhere_lists_the_files_that_count(where: list[str]) -> None:
    listed = run(app, ["events", "list", *where[2:]])
    assert [line.split() for line in listed.output.splitlines()] == [
        ["open"],
        ["Open", "·", "live"],
        ["!", "it", "looks", "like", "[b]"],
        ["evening.xml", PLAIN[:8], "counts"],
        ["old.xml", NAMED[:8], "counts"],
        ["side-game"],
        ["Side", "[1]"],
    ]


@pytest.mark.parametrize("width", [34, 80])
def test_only_names_of_files_are_cut_where_there_is_no_room(
    where: list[str], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setattr(out, "_width", width)
    monkeypatch.setitem(ARRIVED[0], "name", "the export of the evening, " * 5)
    lines = [line.rstrip() for line in run(app, ["events", "list", *where]).output.splitlines()]
    assert "side-game" in lines
    assert max(map(len, lines)) <= width
    assert [line.split()[-2:] for line in lines if "1212" in line] == [["121212120", "held"], ["121212121", "counts"]]


def test_events_are_linked_by_the_beginnings_of_their_names(where: list[str]) -> None:
    assert run(app, ["events", "link", "op", "side", *where]).exit_code == 0
    assert sent() == [("side-game", (move(None, "open"),))]


def test_a_link_is_decided_about_the_event_that_gives_its_files_away(where: list[str]) -> None:
    assert run(app, ["events", "link", "open", "side-game", *where]).exit_code == 0
    assert run(app, ["events", "link", "open", "side-game", "--back", *where]).exit_code == 0
    assert sent() == [("side-game", (move(None, "open"),)), ("side-game", (move(None, None),))]


@pytest.mark.parametrize(("event", "other"), [("open", "tomorrow"), ("tomorrow", "open")])
def test_a_link_may_name_an_event_that_has_not_come_and_says_so(where: list[str], event: str, other: str) -> None:
    result = run(app, ["events", "link", event, other, *where])
    assert result.exit_code == 0, result.output
    assert "event tomorrow has no files yet" in result.stderr
    assert "event open" not in result.stderr
    assert sent() == [(other, (move(None, event),))]


def test_files_are_split_off_together_and_keep_their_event_when_asked_again(where: list[str]) -> None:
    split = ["events", "split", MOVED, PLAIN, *where[:2]]
    for words in (split, [*reversed(split[2:4]), "--as", "b-final"], [*split, "--back"]):
        words = words if words[0] == "events" else ["events", "split", *words, *where[:2]]
        result = run(app, words)
        assert result.exit_code == 0, result.output
    made = sent()[0][1][0].to
    assert made.startswith("side-game-")
    for goal, (first, second) in zip((made, "b-final", None), zip(sent()[::2], sent()[1::2], strict=True), strict=True):
        assert first == ("open", (move(MOVED, goal),))
        assert second == ("side-game", (move(PLAIN, goal),))


def test_a_split_is_also_about_later_files_of_the_same_name_and_sender(where: list[str]) -> None:
    split = ["events", "split", NAMED, "--as", "side", *where[:2]]
    told = run(app, split)
    assert "with all files named side.xml from club-pc" in told.output
    for more in (["--back"], ["--only"], ["--only", "--back"]):
        assert run(app, [*split, *more]).exit_code == 0

    def called(to: str | None) -> ReassignFiles:
        return ReassignFiles(decision="reassign", name="side.xml", sender="club-pc", to=to)

    assert sent() == [
        ("open", (move(NAMED, "side"), called("side"))),
        ("open", (move(NAMED, None), called(None))),
        ("open", (move(NAMED, "side"),)),
        ("open", (move(NAMED, "open"),)),
    ]


def test_of_a_file_with_several_events_one_is_named(where: list[str]) -> None:
    result = run(app, ["events", "split", SEVERAL, "--event", "side-game", "--as", "new", *where[:2]])
    assert result.exit_code == 0, result.output
    assert sent() == [("side-game", (move(SEVERAL, "new"),))]


def test_a_file_is_named_by_its_path_as_well(where: list[str], tmp_path: Path) -> None:
    path = tmp_path / "evening.xml"
    path.write_bytes(b"made up")
    assert run(app, ["events", "split", str(path), "--as", "new", *where[:2]]).exit_code == 0
    assert sent() == [("open", (move(hashlib.sha256(b"made up").hexdigest(), "new"),))]


def test_what_cannot_be_done_is_said_and_nothing_is_sent(where: list[str]) -> None:
    for words, complaint in (
        (["link", "open", "No Where", *where], "No Where is not the identity"),
        (["link", "open", "locked", *where], "when asked for event locked"),
        (["link", "open", "open", *where], "cannot be linked to itself"),
        (["split", SEVERAL, *where[:2]], "file abababababab holds several events: open, side-game"),
        (["split", MOVED, "--event", "final", *where[:2]], "file cdcdcdcdcdcd does not belong to final"),
        (["split", PLAIN, "--as", "No Name", *where[:2]], "No Name is not the identity"),
        (["split", *(f"{number:064x}" for number in range(501)), *where[:2]], "501 files are too many"),
        (["split", UNKNOWN, *where[:2]], "the server has no file efefefefefef"),
    ):
        result = run(app, ["events", *words])
        assert result.exit_code == 2, words
        assert complaint in result.output, words
    assert Kibitz.taken == []


def test_a_split_says_where_the_files_are_now(where: list[str]) -> None:
    split = ["events", "split", MOVED, "--as", "side", *where[:2]]
    assert run(app, split).stdout.splitlines()[-1] == "now in event side"
    assert run(app, [*split, "--back"]).stdout.splitlines()[-1] == "back in their own event"


def test_five_hundred_files_are_not_too_many_and_are_split_off_under_a_name_of_their_own(where: list[str]) -> None:
    digests = [f"{number:064x}" for number in range(500)]
    assert run(app, ["events", "split", *digests[:2], "--only", *where[:2]]).exit_code == 0
    name = f"open-{hashlib.sha256(' '.join(digests[:2]).encode()).hexdigest()[:8]}"
    assert sent() == [("open", (move(digests[0], name), move(digests[1], name)))]
    assert "too many" not in run(app, ["events", "split", *digests, "--event", "none", *where[:2]]).output


def test_twenty_files_of_an_event_are_listed_the_newest_first() -> None:
    arrived = [
        {"name": f"{number}.xml", "sha256": f"{number:064x}", "events": [{"event": "open", "state": "accepted"}]}
        for number in range(15)
    ]
    sources = [{"name": f"old-{number}.xml", "file": f"{number:064x}"} for number in range(10, 30)]
    files = events._files_of("open", arrived, sources)
    assert [file["name"] for file in files] == [
        *(f"{number}.xml" for number in range(15)),
        *(f"old-{number}.xml" for number in range(29, 24, -1)),
    ]
    assert [file["verdict"] for file in files] == ["accepted"] * 15 + ["counts"] * 5
    assert events._files_of("cup", arrived, ()) == []


@pytest.mark.parametrize(("digests", "digits"), [(set(), 8), ({"a" * 64}, 8), ({"a" * 64, "a" * 63 + "b"}, 64)])
def test_digests_are_told_apart_by_eight_digits_or_more(digests: set[str], digits: int) -> None:
    assert events._digits(digests) == digits


@pytest.mark.parametrize(
    ("width", "names"), [(34, ["an-even…"]), (36, ["an-even…"]), (37, ["an-eveni…"]), (99, ["an-evening-of-pairs.xml"])]
)
def test_a_name_has_the_room_that_digest_and_verdict_leave_and_at_least_eight_letters(
    monkeypatch: pytest.MonkeyPatch, width: int, names: list[str]
) -> None:
    monkeypatch.setattr(out, "_width", width)
    table = events._files_table([{"name": "an-evening-of-pairs.xml", "sha256": "ab" * 32, "verdict": "accepted?"}], 13)
    with out.capture() as captured:
        out.print(table)
    assert captured.get().split() == [*names, "ababababababa", "accepted?"]


def test_a_split_with_json_prints_nothing_else(where: list[str]) -> None:
    result = run(app, ["events", "split", NAMED, "--as", "side", "--json", *where[:2]])
    assert json.loads(result.stdout)["state"] == "scored"
