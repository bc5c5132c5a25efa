"""A director's evening at the command line, against the whole server: rulings, a wrong file, official standings."""

import base64
import contextlib
import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from contracts.corrections.queries import Query
from contracts.facts import AsOf
from kibitz.archive.archive import contents
from kibitz.bus_session import with_bus
from kibitz.cli import app
from kibitz.replay.made_up import Size, made_up_file
from kibitz_client.sending import send
from services.export.domain.formats import exported
from shared.kept.originals import OriginalsFolder
from shared.kept.queries import QueryBucket
from tests.support.paired_teams import Evening
from tests.support.rebuilt import delete_everything, shown
from tests.support.stack import Stack, findings, kibitz, wait_until
from tests.support.swiss import scored

pytestmark = pytest.mark.connected

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
run = CliRunner().invoke


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    folder = tmp_path_factory.mktemp("director")
    with pytest.MonkeyPatch.context() as patch:
        # Services start over when streams are made again: the sooner they notice, the less is waited here.
        patch.setenv("KIBITZ_NATS_LOOK_EVERY", "1")
        with Stack(folder, watch=folder / "inbox") as running:
            yield running


@pytest.fixture(scope="module")
def played(stack: Stack) -> tuple[str, Path]:
    """The event of a file in the inbox, and the file."""
    path = stack.folder / "inbox" / "evening.xml"
    path.write_bytes(made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"), 1))
    event = wait_until(lambda: next(iter(stack.get("/v1/events")["rows"]), None))
    return str(event), path


def meta(stack: Stack, event: str) -> dict[str, Any]:
    found: dict[str, Any] = stack.get(f"/v1/events/{event}/standings")["meta"]
    return found


def line(stack: Stack, event: str, board: str) -> dict[str, Any]:
    rows = stack.get(f"/v1/events/{event}/boards/{board}")["rows"]
    return dict(next(iter(rows.values())))


def test_an_evening(stack: Stack, played: tuple[str, Path]) -> None:
    event, path = played
    wait_until(lambda: meta(stack, event)["status"] == "provisional")
    before = meta(stack, event)

    met = line(stack, event, "1")
    said = kibitz(stack, "decide", "void", event, "1", "--ns", met["ns"], "--ew", met["ew"], "--reason", "fouled")
    assert "scored" in said
    wait_until(lambda: meta(stack, event)["outcome"] != before["outcome"])
    voided = [one for one in stack.get(f"/v1/events/{event}/boards/1")["rows"].values() if one["score"] == "void"]
    assert [(one["ns"], one["ew"]) for one in voided] == [(met["ns"], met["ew"])]
    assert any("fouled" in finding.message for finding in findings(stack, event))

    kibitz(stack, "decide", "status", event, "official")
    wait_until(lambda: meta(stack, event)["status"] == "official")
    kibitz(stack, "decide", "penalty", event, met["ns"], "10", "--unit", "percent", "--reason", "slow play")
    wait_until(lambda: meta(stack, event)["status"] == "corrected")
    assert "official" in meta(stack, event)["status_reason"]

    assert "scored" in kibitz(stack, "seat", "lock", event, "4")
    kibitz(stack, "retract", str(path))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    wait_until(lambda: digest not in [source["file"] for source in meta(stack, event)["sources"]])
    kibitz(stack, "retract", digest, "--back", "--event", event)
    wait_until(lambda: digest in [source["file"] for source in meta(stack, event)["sources"]])


def test_a_file_that_was_held_is_taken_and_given_back(stack: Stack, played: tuple[str, Path]) -> None:
    event, path = played
    changed = path.with_name("changed.xml")
    changed.write_bytes(re.sub(rb"<SCORE>(-?)", lambda s: b"<SCORE>" if s[1] else b"<SCORE>-", path.read_bytes()))
    digests = [hashlib.sha256(each.read_bytes()).hexdigest() for each in (path, changed)]

    def counting() -> list[bool]:
        files = {source["file"] for source in meta(stack, event)["sources"]}
        return [digest in files for digest in digests]

    assert "scored" in kibitz(stack, "take", str(changed), "--event", event, "--reason", "the sides were exchanged")
    wait_until(lambda: counting() == [False, True])
    kibitz(stack, "take", str(changed), "--back")
    wait_until(lambda: counting() == [True, False])


def test_what_does_not_exist_is_said_and_nothing_is_sent(stack: Stack, played: tuple[str, Path]) -> None:
    event, _ = played
    where = ["--data", str(stack.folder / "data")]
    for words, complaint in (
        (["decide", "void", event, "99", "--ns", "1NS", "--ew", "1EW"], "board 99 is not in the event"),
        (["decide", "void", event, "1", "--ns", "9NS", "--ew", "1EW"], "did not meet on board 1"),
        (["decide", "void", "no-such-event", "1", "--ns", "1", "--ew", "2"], "there is no event no-such-event"),
        (
            ["decide", "score", event, "1", "--ns", "1NS", "--ew", "1EW", "--ns-gets", "lots"],
            "is not points, a percentage, an award or weighted results",
        ),
        (["decide", "status", event, "final"], "official, provisional or live"),
        (["decide", "penalty", event, "1NS", "much"], "is not a penalty"),
        (["retract", "ab" * 32], "the server has no file abababababab"),
        (["take", "ab" * 32], "the server has no file abababababab"),
        (["retract", str(stack.folder / "nothing.xml")], "No such file"),
    ):
        result = run(app, [*words, *where])
        assert result.exit_code == 2, words
        assert complaint in result.output, words


def test_rulings_on_matches_of_teams_and_the_imps_of_their_pairs(stack: Stack) -> None:
    evening, event = Evening("BUTLER_IMPS"), "teams-with-pairs"
    assert send(stack.intake, "teams.xml", evening.document(), event=event).taken

    def rows(ranking: str) -> dict[str, Any]:
        every = stack.get(f"/v1/events/{event}/standings")["rows"]
        return {key.partition("|")[2]: row for key, row in every.items() if key.startswith(f"{ranking}|")}

    wait_until(lambda: rows("pairs"))
    assert {name: Decimal(row["total"]) for name, row in rows("pairs").items()} == evening.pairs
    assert {name: Decimal(row["total"]) for name, row in rows("overall").items()} == evening.teams

    first, second = evening.victory_points(1, "1"), evening.victory_points(1, "3")
    kibitz(stack, "decide", "match", event, "2", "1", "--home-gets", "void", "--reason", "the wrong boards")
    kibitz(stack, "decide", "match", event, "3", "4", "--home-gets", "director fault")
    ruled = {"1": 8 - first[0], "2": 8 - first[1], "3": 12 - second[0], "4": 12 - second[1]}
    expected = {name: vps + ruled[name] for name, vps in evening.teams.items()}
    wait_until(lambda: {name: Decimal(row["total"]) for name, row in rows("overall").items()} == expected)
    assert {name: Decimal(row["total"]) for name, row in rows("pairs").items()} == evening.pairs
    assert "decisions.decided" in {finding.code for finding in findings(stack, event)}
    assert meta(stack, event)["differences"] == 0


Matches = tuple[tuple[int, int, int], ...]


def swiss_round(stack: Stack, minutes: int, *matches: tuple[int, int, int]) -> None:
    """The first round of a Swiss of teams comes in, as it is known so many minutes into the evening."""
    swiss_rounds(stack, "locked-swiss", minutes, matches)


def swiss_rounds(stack: Stack, event: str, minutes: int, *rounds: Matches) -> None:
    data = exported()["usebio"].render(scored(*rounds, of_rounds=4), "computed").data
    written = EVENING + timedelta(minutes=minutes)
    assert send(stack.intake, "swiss.xml", data, event=event, written_at=written).taken


def seats(stack: Stack, event: str = "locked-swiss") -> dict[str, Any]:
    """What the seats' channel shows: who meets whom, and what is said about it."""
    answer = stack.get(f"/v1/events/{event}/seats")
    couples = [(row["ns"], row["ew"]) for row in answer["rows"].values()]
    about = {finding["subject"]: finding for finding in answer["meta"].get("findings", ())}
    return {
        "couples": couples,
        "seq": answer["seq"],
        "findings": about,
        "locked": answer["meta"]["locked"],
        "round": answer["meta"].get("round"),
        "rule": answer["meta"]["rule"],
    }


def test_locked_seats_stay_when_a_correction_comes_until_they_are_unlocked(stack: Stack) -> None:
    others = ((2, 6, 14), (3, 7, 12), (4, 8, 11))
    drawn = [("1", "2"), ("3", "4"), ("8", "7"), ("6", "5")]
    corrected = [("5", "2"), ("3", "4"), ("8", "7"), ("6", "1")]

    swiss_round(stack, 0, (1, 5, 18), *others)
    first = wait_until(lambda: seats(stack))
    assert (first["couples"], first["locked"], first["findings"]) == (drawn, False, {})
    assert "scored" in kibitz(stack, "seat", "lock", "locked-swiss", "2", "--reason", "the cards are out")
    wait_until(lambda: seats(stack)["locked"])

    swiss_round(stack, 5, (1, 5, 2), *others)
    stays = wait_until(lambda: (now := seats(stack))["findings"] and now)
    assert (stays["couples"], stays["locked"]) == (drawn, True)
    would_meet = {who: (finding["stated"], finding["computed"]) for who, finding in stays["findings"].items()}
    assert would_meet == {"1": ("2", "6"), "2": ("1", "5"), "5": ("6", "2"), "6": ("5", "1")}
    assert {finding["code"] for finding in stays["findings"].values()} == {"seating.mismatch"}
    assert "8 VPs" in stays["findings"]["1"]["message"]

    kibitz(stack, "seat", "unlock", "locked-swiss", "2")
    free = wait_until(lambda: not (now := seats(stack))["locked"] and now)
    assert sorted(map(sorted, free["couples"])) == sorted(map(sorted, corrected))
    assert free["findings"] == {}
    assert first["seq"] < stays["seq"] < free["seq"]


def test_an_exchange_by_hand_is_kept_through_a_correction_and_says_what_it_breaks(stack: Stack) -> None:
    event = "swiss-by-hand"
    others = ((2, 6, 14), (3, 7, 12), (4, 8, 11))

    def now() -> list[tuple[str, str]]:
        return [tuple(couple) for couple in seats(stack, event)["couples"]]

    swiss_rounds(stack, event, 0, ((1, 5, 18), *others))
    assert wait_until(now) == [("1", "2"), ("3", "4"), ("8", "7"), ("6", "5")]
    assert "scored" in kibitz(stack, "seat", "exchange", event, "2", "2", "5", "--reason", "one family")
    wait_until(lambda: now() == [("1", "5"), ("3", "4"), ("8", "7"), ("6", "2")])
    findings = seats(stack, event)["findings"]
    assert {who: finding["code"] for who, finding in findings.items()} == {
        "2 - 5": "seating.exchanged",
        "1 - 5": "seating.exchange-breaks",
        "2 - 6": "seating.exchange-breaks",
    }
    assert findings["1 - 5"]["message"] == "1 and 5 meet again: they met in round 1"

    swiss_rounds(stack, event, 5, ((1, 5, 2), *others))
    wait_until(lambda: now() == [("2", "5"), ("3", "4"), ("8", "7"), ("6", "1")])
    kibitz(stack, "seat", "exchange", event, "2", "5", "2", "--back")
    wait_until(lambda: now() == [("5", "2"), ("3", "4"), ("8", "7"), ("6", "1")])
    assert seats(stack, event)["findings"] == {}


FIRST = ((1, 5, 20), (2, 6, 18), (3, 7, 16), (4, 8, 14))
IN_PLAY = ((1, 2, 10), (3, 4, 12))
DRAWN = {frozenset(both) for both in ("12", "34", "87", "65")}


def met(found: dict[str, Any]) -> set[frozenset[str]]:
    return {frozenset(both) for both in found["couples"]}


def test_a_round_is_called_while_tables_are_playing_and_one_team_goes_home(stack: Stack) -> None:
    event = "called-swiss"
    swiss_rounds(stack, event, 0, FIRST)
    assert met(wait_until(lambda: (now := seats(stack, event))["round"] == 2 and now)) == DRAWN
    swiss_rounds(stack, event, 30, FIRST, IN_PLAY)
    wait_until(lambda: "2 of 4 matches" in meta(stack, event)["progress"]["text"])

    assert "scored" in kibitz(stack, "seat", "start", event, "3", "--reason", "the hall closes at eleven")
    called = wait_until(lambda: (now := seats(stack, event))["round"] == 3 and now)
    assert {name for both in met(called) for name in both} == set("12345678")
    assert met(called).isdisjoint(DRAWN | {frozenset(both) for both in ("15", "26", "37", "48")})
    playing = [who for who, one in called["findings"].items() if one["code"] == "seating.still-playing"]
    assert playing == ["table 3, 7 – 8", "table 4, 5 – 6"]

    kibitz(stack, "seat", "withdraw", event, "8", "--from-round", "3", "--reason", "taken ill")
    fewer = wait_until(lambda: len((now := seats(stack, event))["couples"]) == 3 and now)
    assert fewer["findings"]["8"]["code"] == "seating.away"
    kibitz(stack, "seat", "return", event, "8", "--from-round", "3")
    assert met(wait_until(lambda: len((now := seats(stack, event))["couples"]) == 4 and now)) == met(called)

    swiss_rounds(stack, event, 45, FIRST, (*IN_PLAY, (8, 7, 20), (6, 5, 20)))
    after = wait_until(lambda: not (now := seats(stack, event))["findings"] and now)
    assert (after["round"], after["seq"] > called["seq"]) == (3, True)

    kibitz(stack, "seat", "system", event, "danish")
    wait_until(lambda: seats(stack, event)["rule"] == "danish")
    kibitz(stack, "seat", "system", event)
    back = wait_until(lambda: (now := seats(stack, event))["rule"] == "swiss" and now)
    assert met(back) == met(after)


def test_everything_deleted_comes_back_from_the_originals_alone(stack: Stack) -> None:
    """The last of all: it takes what the tests above have left, locked seats that later files contradict among it."""
    others = ((2, 6, 14), (3, 7, 12), (4, 8, 11))
    assert "scored" in kibitz(stack, "seat", "lock", "locked-swiss", "2")
    wait_until(lambda: seats(stack)["locked"])
    swiss_round(stack, 10, (1, 5, 19), *others)
    locked = wait_until(lambda: (now := seats(stack))["findings"] and now)
    kibitz(stack, "decide", "status", "teams-with-pairs", "official")
    wait_until(lambda: meta(stack, "teams-with-pairs")["status"] == "official")
    before = shown(stack)
    statuses = {value["meta"]["status"] for key, value in before.items() if key.endswith(" standings")}
    assert {"official", "corrected"} <= statuses

    kibitz(stack, "access", "grant", "Ada")
    granted = kibitz(stack, "access", "list", "--json")
    assert "Ada" in granted
    backup = stack.data / "backup.json"
    assert "entries in" in kibitz(stack, "backup", "save", str(backup))
    assert backup.stat().st_mode & 0o777 == 0o600

    originals = stack.data / "originals"
    assert {"INTAKE", "VALIDATED", "OBJ_FILES", "KV_FILE_STATUS"} <= set(delete_everything(stack))
    said = kibitz(stack, "rebuild", str(originals))
    assert "every original is in" in said
    after = wait_until(lambda: (now := shown(stack)).keys() == before.keys() and now, patience=30)
    assert {key for key in before if after[key] != before[key]} == set()
    assert {part: seats(stack)[part] for part in ("couples", "findings", "locked")} == {
        part: locked[part] for part in ("couples", "findings", "locked")
    }
    assert "0 files announced" in kibitz(stack, "rebuild", str(originals))
    assert "Ada" not in kibitz(stack, "access", "list", "--json")
    assert "brought back" in kibitz(stack, "backup", "restore", str(backup))
    assert kibitz(stack, "access", "list", "--json") == granted


ARCHIVED = ("locked-swiss", "swiss-by-hand")
"""The same file was sent for both of them."""


@pytest.fixture
def past(stack: Stack) -> Stack:
    """The server with these events and another: the tests above leave them, if they ran in this process."""
    other = made_up_file(Size(2, 2, 1), AsOf(at=EVENING, source="stated"), 21)
    assert send(stack.intake, "other.xml", other, event="other").taken
    wait_until(lambda: "other" in stack.get("/v1/events")["rows"])
    for event in ARCHIVED:
        if event not in stack.get("/v1/events")["rows"]:
            for points in (18, 17):
                swiss_rounds(stack, event, 20 - points, ((1, 5, points), (2, 6, 14), (3, 7, 12), (4, 8, 11)))
            wait_until(lambda event=event: seats(stack, event)["couples"])
            assert "scored" in kibitz(stack, "seat", "lock", event, "2")
    return stack


def test_archived_events_are_taken_out_and_come_back_with_the_same_bytes(past: Stack) -> None:
    stack = past
    file, before = stack.folder / "season.zip", shown(stack)
    assert "read back whole" in kibitz(stack, "archive", str(file), *ARCHIVED)
    names = [name.encode() for name in (*ARCHIVED, *(line.file.sha256[:12] for line in contents(file)[1]))]
    assert "messages removed" in kibitz(stack, "archive", str(file), *ARCHIVED, "--take-out")
    gone(stack, names)
    # Said again, as after an interruption, it finds nothing more to do.
    assert "0 messages removed" in kibitz(stack, "archive", str(file), *ARCHIVED, "--take-out")

    assert "every original is in" in kibitz(stack, "rebuild", str(file))
    after = wait_until(lambda: (now := shown(stack)).keys() == before.keys() and now, patience=60)
    assert {key for key in before if after[key] != before[key]} == set()
    assert OriginalsFolder(stack.data / "originals").digests() >= {line.file.sha256 for line in contents(file)[1]}


PERSON, ANOTHER = "José Lindqvist", "José Lindqvist-Berg"
WRITTEN = tuple(
    form.encode(encoding)
    for form in (PERSON, "Lindqvist, José", "Lindqvist, Jose", "Jos\\u00e9 Lindqvist", "Jos&#233; Lindqvist")
    for encoding in ("utf-8", "latin-1")
)


def with_name(seed: int, name: str, encoding: str = "utf-8") -> bytes:
    """A made-up evening in which one player has this name."""
    text = made_up_file(Size(2, 2, 1), AsOf(at=EVENING, source="stated"), seed).decode()
    text = re.sub(r"(<PLAYER_NAME>)[^<]+", rf"\g<1>{name}", text, count=1)
    return text.replace("UTF-8", encoding, 1).encode(encoding, "xmlcharrefreplace")


def test_a_person_and_a_file_are_forgotten_and_results_stay(stack: Stack) -> None:
    chess = (Path(__file__).parents[1] / "data/chess/ind0.trf").read_bytes()
    (player,) = re.findall(rb"^001 {4}1.{6}(.{33})", chess, re.M)
    files = (
        ("named", f"{PERSON}.xml", with_name(11, PERSON)),
        ("named", "wrong.xml", with_name(12, "Jos&#233; Lindqvist", "us-ascii")),
        ("latin", "latin.xml", with_name(13, "LINDQVIST, JOSÉ", "iso-8859-1")),
        ("named-chess", "open.trf", chess.replace(player, b"Lindqvist, Jose".ljust(33))),
        ("namesake", "namesake.xml", with_name(14, ANOTHER)),
    )
    for event, name, data in files:
        assert send(stack.intake, name, data, event=event).taken
    for event in {event for event, _, _ in files}:
        wait_until(lambda event=event: stack.get(f"/v1/events/{event}/standings"))
    kibitz(stack, "decide", "status", "latin", "official", "--reason", f"{PERSON} has seen them")
    wait_until(lambda: meta(stack, "latin")["status"] == "official")
    kibitz(stack, "access", "grant", PERSON, "--event", "named")
    screens = stack.folder / "screens.json"
    parts = [{"view": "standings", "event": "named"}]
    screens.write_text(json.dumps([{"name": "hall", "title": f"Welcome, {PERSON}", "parts": parts}]))
    kibitz(stack, "screen", "set", str(screens))
    query = Query(id="ab" * 8, card="1", name=PERSON, text="wrong", asked_at=EVENING)
    with_bus(stack.state()["nats"], None, lambda bus: QueryBucket(bus).ask("named", query))
    before = shown(stack)

    wrong = hashlib.sha256(files[1][2]).hexdigest()
    assert "wrong.xml" in kibitz(stack, "forget", "file", wrong[:12])
    assert "forgotten" in kibitz(stack, "forget", "file", wrong[:12], "--yes")
    gone(stack, [wrong[:12].encode()])
    assert PERSON in kibitz(stack, "access", "list", "--json"), "what no file makes again stays with its event"

    listed = kibitz(stack, "forget", "person", PERSON)
    for text in ("latin.xml", "open.trf", "QUERIES: 1", "GRANTS: 1", "SCREENS: 1", "JOURNAL: 2"):
        assert text in listed
    assert left(stack.data, WRITTEN, but=ANOTHER) != {}
    assert "forgotten" in kibitz(stack, "forget", "person", PERSON, "--yes")
    gone(stack, WRITTEN, but=ANOTHER)

    after = wait_until(lambda: (now := shown(stack)).keys() == before.keys() and now, patience=60)
    touched = ("named ", "named-chess ", "latin ")
    others = [key for key in before if not any(word in key.replace(".", " ") + " " for word in touched)]
    assert {key for key in others if after[key] != before[key]} == set()
    assert any("namesake" in key for key in others)
    exports = {key: value for key, value in after.items() if isinstance(value, bytes)}
    assert {key for key, data in exports.items() if names_in(data, WRITTEN, ANOTHER)} == set()
    for event in ("latin", "named-chess"):
        rows = [
            [{name: row[name] for name in ("rank", "total")} for row in table[f"{event} standings"]["rows"].values()]
            for table in (before, after)
        ]
        assert rows[0] == rows[1]
    (kept,) = (each for each in json.loads(kibitz(stack, "screen", "list", "--json")) if each["name"] == "hall")
    assert [part["event"] for part in kept["parts"]] == ["named"]
    asked = with_bus(stack.state()["nats"], None, lambda bus: QueryBucket(bus).of_event("named")).queries
    assert [(each.id, each.text, len(each.name)) for each in asked] == [(query.id, "wrong", len(PERSON))]


def test_a_forgotten_event_is_nowhere_and_the_others_keep_their_bytes(past: Stack) -> None:
    """Behind everything above, which has left each stream and bucket in use, and what was replaced in their blocks."""
    stack = past
    before = shown(stack)
    listed = kibitz(stack, "forget", "event", *ARCHIVED)
    names = [name.encode() for name in (*ARCHIVED, *re.findall(r"^  ([0-9a-f]{12})  ", listed, re.M))]
    assert len(names) > 5
    assert left(stack.data, names) != {}, "the search finds nothing at all"

    assert "forgotten" in kibitz(stack, "forget", "event", *ARCHIVED, "--yes")
    gone(stack, names)
    expected = {key: value for key, value in before.items() if not any(event in key for event in ARCHIVED)}
    assert wait_until(lambda: (now := shown(stack)).keys() == expected.keys() and now, patience=60) == expected
    assert left(stack.data, names) == {}
    assert "nothing is missing" in kibitz(stack, "audit")


INDEX = "msgs/index.db"
"""What a server knows of a stream; it writes it every 120 to 150 seconds, and when it stops."""


def gone(stack: Stack, names: Iterable[bytes], but: str = "") -> None:
    """Nothing has these names any more, but the index of a stream until it is written again."""
    still = left(stack.data, names, but)
    assert [path for path in still if not path.endswith(INDEX)] == []
    if still:
        stack.stop()
        assert left(stack.data, names, but) == {}
        stack.start()


def left(folder: Path, names: Iterable[bytes], but: str = "") -> dict[str, list[bytes]]:
    """Where one of these names still stands, longer names of which it is a part left aside."""
    files = {path: names_in(path.read_bytes(), names, but) for path in folder.rglob("*") if path.is_file()}
    return {str(path.relative_to(folder)): those for path, those in files.items() if those}


def names_in(data: bytes, names: Iterable[bytes], but: str = "") -> list[bytes]:
    """Names in some bytes: in text of any encoding, in JSON, in base64, and in what is compressed."""
    texts = [data, data.replace(b"\0", b""), *unpacked(data)]
    for longer in {but.encode(), but.encode("latin-1"), but.encode("ascii", "backslashreplace")} - {b""}:
        texts = [text.replace(longer, b"").replace(longer.replace(b"\\xe9", b"\\u00e9"), b"") for text in texts]
    return [name for name in names if any(name in text for text in texts)]


def unpacked(data: bytes) -> Iterator[bytes]:
    """Every gzip member in some bytes, also those in the base64 of JSON."""
    for match in re.finditer(rb"H4sI[A-Za-z0-9+/_-]+", data):
        with contextlib.suppress(ValueError, zlib.error):
            yield zlib.decompressobj(31).decompress(base64.urlsafe_b64decode(_padded(match[0])))
    for match in re.finditer(rb"[A-Za-z0-9+/_-]{16,}", data):
        if not match[0].startswith(b"H4sI"):
            yield base64.urlsafe_b64decode(_padded(match[0][: len(match[0]) - (len(match[0]) % 4 == 1)]))
    for match in re.finditer(rb"\x1f\x8b\x08", data):
        with contextlib.suppress(zlib.error):
            yield zlib.decompressobj(31).decompress(data[match.start() :])


def _padded(text: bytes) -> bytes:
    return text.translate(bytes.maketrans(b"+/", b"-_")) + b"=" * (-len(text) % 4)
