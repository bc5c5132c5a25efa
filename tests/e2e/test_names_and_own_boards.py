"""Who asked not to be named is named on no public way, and all results stay."""

import json
import re
from collections.abc import Iterator

import pytest

from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_file
from kibitz.sending import send
from tests.e2e.test_what_the_public_sees import EVENING, Known, asked, known, traffic
from tests.support.stack import Stack, kibitz, wait_until

pytestmark = pytest.mark.connected

EVENT = "names-of-pairs"
FORMATS = ("usebio", "json", "csv", "results-csv", "pbn")


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("names")) as running:
        data = made_up_file(Size(4, 3, 2), AsOf(at=EVENING, source="stated"), 1)
        assert send(running.intake, "pairs.xml", data, event=EVENT).taken
        wait_until(lambda: running.get(f"/v1/events/{EVENT}/boards")["rows"])
        yield running


def naming(stack: Stack, of: Known, name: str) -> set[str]:
    """The public ways that name somebody, by address; files and an explanation among them."""
    files = {path: asked(stack, path)[1] for path in (f"/v1/events/{EVENT}/files/{form}" for form in FORMATS)}
    addressed = re.sub(r"\W+", "-", name.lower())
    told = {f"/e/{EVENT}/card/{addressed}": asked(stack, f"/e/{EVENT}/card/{addressed}")[1]}
    every = traffic(stack, EVENT, of) | files | told
    spellings = (name, name.upper(), json.dumps(name)[1:-1])
    return {path for path, body in every.items() if any(each in body.decode(errors="replace") for each in spellings)}


def test_who_asked_is_named_nowhere_and_results_stay(stack: Stack) -> None:
    of = known(stack, EVENT)
    name = next(name for name in sorted(of.names) if " " in name and name.isascii())
    before = naming(stack, of, name)
    assert {"WebSocket", "SSE", f"/v1/events/{EVENT}/files/usebio", f"/v1/events/{EVENT}/files/json"} <= before
    assert {f"/v1/events/{EVENT}/seats", f"/e/{EVENT}/boards/{of.board}"} & before

    kibitz(stack, "decide", "names", EVENT, "none", "--of", f"{name.split()[-1].upper()}, {name.split()[0]}")
    wait_until(lambda: name not in asked(stack, f"/v1/events/{EVENT}/standings")[1].decode())
    assert naming(stack, of, name) == set()
    statuses = {
        path: asked(stack, f"/v1/events/{EVENT}/{path}")[0]
        for path in (
            f"cards/{of.participant}",
            "meetings",
            f"explanation?kind=pair&id={of.participant}",
            "files/usebio",
        )
    }
    assert set(statuses.values()) == {200}, statuses
    shown = stack.get(f"/v1/events/{EVENT}/standings")
    assert [row["total"] for row in shown["rows"].values()] == [row["total"] for row in of.standings["rows"].values()]
    assert name in asked(stack, f"/desk/e/{EVENT}/public")[1].decode()

    kibitz(stack, "decide", "status", EVENT, "official")
    kibitz(stack, "decide", "public", EVENT, "--release")
    stack.stop()
    stack.start()
    assert naming(stack, of, name) == set()
    assert stack.get(f"/v1/events/{EVENT}/standings")["meta"]["status"] == "official"

    kibitz(stack, "decide", "names", EVENT, "full", "--of", f"{name.split()[-1].upper()}, {name.split()[0]}")
    wait_until(lambda: name in asked(stack, f"/v1/events/{EVENT}/standings")[1].decode())
    assert naming(stack, of, name) >= {"WebSocket", "SSE", f"/v1/events/{EVENT}/files/usebio"}
