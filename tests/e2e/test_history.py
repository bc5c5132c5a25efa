"""A whole server that remembers: standings as of each file have the digest that was on the feed then."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote

import pytest
from typer.testing import CliRunner

from contracts.facts import AsOf
from kibitz.cli import app
from kibitz.replay.cut import cut
from kibitz.replay.made_up import Size, made_up_file
from tests.support.stack import Stack, wait_until

pytestmark = pytest.mark.connected

EVENING = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
EVENT = "lanternlight"
run = CliRunner().invoke


def asked(stack: Stack, *words: str) -> dict[str, Any]:
    outcome = run(app, ["standings", EVENT, "--json", "--data", str(stack.folder / "data"), *words])
    assert outcome.exit_code == 0, outcome.output
    document: dict[str, Any] = json.loads(outcome.stdout)
    return document


def test_a_server_answers_for_every_file_of_the_evening(tmp_path: Path) -> None:
    finished = made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"))
    with Stack(tmp_path) as stack:
        published: list[tuple[str, str]] = []
        for part in cut(finished, "evening.xml", EVENING):
            path = tmp_path / part.name
            path.write_bytes(part.data)
            sent = run(app, ["send", str(path), "--event", EVENT, "--data", str(stack.folder / "data")])
            assert sent.exit_code == 0, sent.output
            known = {digest for _, digest in published}

            def newer(known: set[str] = known) -> str | None:
                digest = stack.get(f"/v1/events/{EVENT}/standings")["meta"]["digest"]
                return None if digest in known else str(digest)

            digest = wait_until(newer)
            published.append((datetime.now(UTC).isoformat(), digest))
        for at, digest in published:
            assert asked(stack, "--as-of", at)["digest"] == digest
        assert asked(stack)["digest"] == published[-1][1]
        assert asked(stack, "--after-round", "2")["standings"]["progress"]["text"] == "after round 2"
        for number, (at, digest) in enumerate(published, start=1):
            then = stack.get(f"/v1/events/{EVENT}/standings?as_of={quote(at)}")
            assert (then["meta"]["digest"], then["accepted"], then["acceptedToday"]) == (digest, number, len(published))
        after = stack.get(f"/v1/events/{EVENT}/standings?after_round=2")
        assert after["meta"]["digest"] == asked(stack, "--after-round", "2")["digest"]
        assert after["meta"]["progress"]["text"] == "after round 2"
        for query, status in (("after_round=9", 404), ("as_of=2020-01-01T00:00Z", 404), ("as_of=21:40", 400)):
            with pytest.raises(HTTPError) as refused:
                stack.get(f"/v1/events/{EVENT}/standings?{query}")
            assert refused.value.code == status
            refused.value.close()
        early = run(app, ["standings", EVENT, "--as-of", "2020-01-01T00:00Z", "--data", str(stack.folder / "data")])
        assert early.exit_code == 2
        assert "had been accepted" in " ".join(early.stderr.split())
