"""Four exports of one evening against the whole server: what came of each is said wherever somebody looks."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from contracts.facts import AsOf
from kibitz.console import out
from kibitz.replay.made_up import Size, made_up_file
from kibitz_client.sending import send, status
from tests.support.stack import Stack, findings, kibitz, wait_until

pytestmark = pytest.mark.connected

EVENING = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("verdicts")) as running:
        yield running


def without_pair(data: str, number: str) -> str:
    """The same file without a pair and its results."""
    pair = rf"<PAIR>\s*<PAIR_NUMBER>{number}</PAIR_NUMBER>.*?</PAIR>"
    line = rf"<TRAVELLER_LINE>(?:(?!</TRAVELLER_LINE>).)*>{number}</(?:NS|EW)_PAIR_NUMBER>.*?</TRAVELLER_LINE>"
    for pattern in (pair, line):
        data, count = re.subn(pattern, "", data, flags=re.DOTALL)
        assert count
    return data


def verdict(stack: Stack, sha256: str) -> dict[str, Any]:
    """What came of a file, as soon as it is known."""

    def known() -> dict[str, Any] | None:
        body = status(stack.intake, sha256).body
        return body if body.get("state") == "scored" else None

    (fragment,) = wait_until(known)["fragments"]
    found: dict[str, Any] = fragment["verdict"]
    return found


def test_every_export_of_an_evening_has_a_verdict(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    first = made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"), 1).decode()
    lines = first.count("<TRAVELLER_LINE>")
    corrected = without_pair(first, "4EW")
    missing = lines - corrected.count("<TRAVELLER_LINE>")
    flipped = re.sub(r"<SCORE>(-?)(\d+)</SCORE>", lambda s: f"<SCORE>{'' if s[1] else '-'}{s[2]}</SCORE>", first)
    exports = {
        "evening.xml": (first, EVENING),
        "evening-2.xml": (corrected, EVENING + timedelta(minutes=40)),
        "again.xml": (first + "\n", EVENING - timedelta(minutes=5)),
        "other.xml": (flipped, EVENING + timedelta(minutes=60)),
    }
    digests, verdicts = {}, {}
    for name, (text, written_at) in exports.items():
        answer = send(stack.intake, name, text.encode(), written_at=written_at)
        assert answer.status == 201
        digests[name] = answer.sha256
        verdicts[name] = verdict(stack, answer.sha256)
    assert {name: each["verdict"] for name, each in verdicts.items()} == {
        "evening.xml": "counts",
        "evening-2.xml": "counts",
        "again.xml": "older",
        "other.xml": "held",
    }
    replaced = wait_until(lambda: (now := verdict(stack, digests["evening.xml"]))["verdict"] == "replaced" and now)
    assert replaced["by"] == {"file": digests["evening-2.xml"], "name": "evening-2.xml"}
    assert (replaced["lines"], replaced["repeated"], replaced["altered"]) == (lines, lines - missing, 0)
    assert replaced["text"] == (
        "evening.xml is replaced by the newer evening-2.xml (20:40);"
        f" {missing} of its {lines} results are missing there"
    )
    assert verdicts["again.xml"]["advice"].endswith(f"To make it count: kibitz take {digests['again.xml'][:8]}")
    assert "the clock of local may be slow" in verdicts["again.xml"]["text"]

    (event,) = stack.get("/v1/events")["rows"]
    meta = stack.get(f"/v1/events/{event}/standings")["meta"]
    assert [source["name"] for source in meta["sources"]] == ["evening-2.xml"]
    assert [(each["name"], each["verdict"]) for each in meta["verdicts"]] == [("other.xml", "held")]
    assert "findings" not in meta, "for staff, not for the public"
    (finding,) = (each for each in findings(stack, event) if each.code == "scoring.file-held")
    assert finding.file == digests["other.xml"]
    assert finding.message.startswith("other.xml is not counted: it changes ")

    path = stack.folder / "other.xml"
    path.write_text(flipped)
    told = kibitz(stack, "send", str(path))
    assert "scored" in told
    assert f"kibitz events split {digests['other.xml'][:8]}" in told

    monkeypatch.setattr(out, "_width", 80)
    listed = [line.split() for line in kibitz(stack, "events", "list").splitlines()]
    assert listed[0] == [event]
    assert sorted(listed[2:]) == sorted(
        [name, digests[name][:8], word]
        for name, word in (
            ("evening.xml", "replaced"),
            ("evening-2.xml", "counts"),
            ("again.xml", "older"),
            ("other.xml", "held"),
        )
    )

    kibitz(stack, "retract", digests["evening-2.xml"][:8])
    wait_until(lambda: verdict(stack, digests["evening-2.xml"])["verdict"] == "retracted")
    wait_until(lambda: verdict(stack, digests["evening.xml"])["verdict"] == "counts")
    kibitz(stack, "events", "split", digests["other.xml"][:8], "--as", "other-people")
    wait_until(lambda: "other-people" in stack.get("/v1/events")["rows"])
    kibitz(stack, "decide", "penalty", event[:-2], "1NS", "1")
    wait_until(lambda: len(stack.get(f"/v1/events/{event}/standings")["meta"]["sources"]) > 2)


def test_a_status_is_asked_for_by_the_beginning_of_a_digest(stack: Stack, tmp_path: Path) -> None:
    sha256 = send(stack.intake, "x.xml", made_up_file(Size(2, 2, 2), AsOf(at=EVENING, source="stated"), 5)).sha256
    assert wait_until(lambda: status(stack.intake, sha256[:8]).body.get("file"))["sha256"] == sha256
