"""Who asked is named on no public way, and a private link opens the boards that its holder has played."""

import json
import re
import urllib.parse
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from typing import NamedTuple

import pytest

from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_file
from kibitz_client.sending import send
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
    assert name in asked(stack, f"/desk/e/{EVENT}/files/usebio")[1].decode()

    kibitz(stack, "decide", "status", EVENT, "official")
    kibitz(stack, "decide", "public", EVENT, "--release")
    stack.stop()
    stack.start()
    assert naming(stack, of, name) == set()
    assert stack.get(f"/v1/events/{EVENT}/standings")["meta"]["status"] == "official"

    kibitz(stack, "decide", "names", EVENT, "full", "--of", f"{name.split()[-1].upper()}, {name.split()[0]}")
    wait_until(lambda: name in asked(stack, f"/v1/events/{EVENT}/standings")[1].decode())
    assert naming(stack, of, name) >= {"WebSocket", "SSE", f"/v1/events/{EVENT}/files/usebio"}


class Links(NamedTuple):
    """What the desk prints: the path of each link by the number of its holder, and how to end them."""

    paths: dict[str, str]
    check: str
    opener: urllib.request.OpenerDirector


def links(stack: Stack) -> Links:
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    with opener.open(f"{stack.page}/desk/e/{EVENT}/own/links") as response:
        text = response.read().decode()
    found = re.findall(rf'href="[^"]*(/e/{EVENT}/own/[^"]+)" rel="noreferrer" aria-label="Link of (\S+) ', text)
    check = re.search(r'name="check" value="([^"]+)"', text)
    assert check is not None
    assert text.count("<svg") >= len(found)
    return Links({number: path for path, number in found}, check[1], opener)


def opened(stack: Stack, link: str) -> set[str]:
    """The boards that a link shows."""
    status, body = asked(stack, link)
    assert status == 200
    return set(re.findall(r"/own/[^/\"]+/boards/([^\"]+)\"", body.decode()))


def test_a_private_link_opens_what_its_holder_has_played_and_a_claim_opens_nothing(stack: Stack) -> None:
    of = known(stack, EVENT)
    boards = {
        own: stack.get(f"/v1/events/{EVENT}/boards/{own}")["rows"]
        for own in stack.get(f"/v1/events/{EVENT}/boards")["rows"]
    }
    contracts = {f"{line['contract']}" for rows in boards.values() for line in rows.values() if line["contract"]}
    pair = of.participant
    played = {own for own, rows in boards.items() if any(pair in (line["ns"], line["ew"]) for line in rows.values())}
    assert set() < played < boards.keys()

    def telling() -> set[str]:
        every = traffic(stack, EVENT, of)
        return {
            path
            for path, body in every.items()
            if any(f'"{each}"' in body.decode(errors="replace") for each in contracts)
        }

    assert {"WebSocket", "SSE"} <= telling()
    kibitz(stack, "decide", "public", EVENT, "--boards", "own")
    wait_until(lambda: not stack.get(f"/v1/events/{EVENT}/boards")["rows"])
    assert telling() == set()
    assert stack.get(f"/v1/events/{EVENT}/standings")["rows"] == of.standings["rows"]
    assert "/boards/" not in asked(stack, f"/e/{EVENT}/card/{pair}")[1].decode()

    ids = list(dict.fromkeys(key.partition("|")[2] for key in of.standings["rows"]))
    given = links(stack)
    assert len({*given.paths.values()}) == len(ids)
    mine = given.paths[next(row["number"] for key, row in of.standings["rows"].items() if key.endswith(f"|{pair}"))]
    stack.stop()
    stack.start()
    assert opened(stack, mine) == played
    with urllib.request.urlopen(f"{stack.page}{mine}") as response:
        assert response.headers["Cache-Control"] == "no-store"
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert "noindex" in response.headers["X-Robots-Tag"]
        assert 'name="robots" content="noindex"' in (text := response.read().decode())
        assert "<script" not in text.replace("first-paint", "") or "core.js" not in text
    for own, rows in boards.items():
        status, body = asked(stack, f"{mine}/boards/{own}")
        assert status == (200 if own in played else 404)
        assert (body.count(b'role="row"') > len(rows)) == (own in played)
    for wrong in (mine[:-1], f"{mine}A", mine.replace(EVENT, "other-event"), f"/e/{EVENT}/own/{pair}"):
        assert asked(stack, wrong)[0] == 404
    assert urllib.request.urlopen(f"{stack.page}{mine}/standings").url.endswith(f"/e/{EVENT}/standings")
    assert urllib.request.urlopen(f"{stack.page}{mine}/boards").url.endswith(mine)

    kibitz(stack, "decide", "public", EVENT, "--boards", "none")
    wait_until(lambda: opened(stack, mine) == set())
    kibitz(stack, "decide", "public", EVENT, "--boards", "own")
    wait_until(lambda: opened(stack, mine) == played)
    given = links(stack)
    form = urllib.parse.urlencode({"check": given.check}).encode()
    given.opener.open(f"{stack.page}/desk/e/{EVENT}/own/renew", form).close()
    assert asked(stack, mine)[0] == 404
    anew = links(stack).paths
    assert {*anew.values()}.isdisjoint(given.paths.values())
    assert played in [opened(stack, path) for path in anew.values()]
    kibitz(stack, "decide", "public", EVENT, "--release")
