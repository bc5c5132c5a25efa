import base64
import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from services.broadcast.adapters.http_api import HttpApi
from services.broadcast.adapters.site.site import Place, Site, in_templates
from services.broadcast.adapters.websocket_server import clock
from services.broadcast.domain.hub import Hub
from services.broadcast.domain.languages.catalogue import Catalogue
from services.broadcast.domain.languages.choice import direction_of
from services.broadcast.domain.pages import page
from services.broadcast.domain.pages.words import Words
from tests.support.scoreboard_stage import ASSETS, made_up_files
from tests.unit.services.broadcast.domain.pages.test_page import META, ROWS
from tests.unit.services.broadcast.domain.pages.test_rankings import standings

FRENCH = Catalogue(
    "fr",
    {
        "Event not found": "Tournoi introuvable",
        "{n} result": ("{n} résultat", "{n} résultats"),
        "By {name}": "De {name}",
    },
    lambda n: int(n > 1),
)


class Club:
    """A site with one event, at a position; it counts how often pages are made."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.position = "E1-1"
        self.made = 0
        self.here = True
        assets = replace(ASSETS, catalogues={"en": Catalogue(), "fr": FRENCH, "he": Catalogue("he")})
        self.added_up = 0
        self.met = True
        self.site = Site(assets, self.look, self.fetch, self.card, self.files, self.meetings)
        make = page.page

        def counted(asked: page.Asked) -> page.Page:
            self.made += 1
            made = make(asked)
            assert not made.values.keys() & in_templates(asked.words).keys(), "a value hides what templates say"
            return made

        monkeypatch.setattr(page, "page", counted)

    def look(self, name: str) -> Any:
        return (standings(*ROWS, **META), self.position) if name == "evt.club.standings" else None

    async def fetch(self, _name: str) -> bool:
        return self.here

    async def card(self, _event: str, participant: str, _kind: str) -> Mapping[str, Any] | None:
        return {"participant": participant, "number": "1", "name": "Rosa", "lines": []} if participant == "p1" else None

    async def files(self, event: str) -> list[dict[str, Any]]:
        return list(made_up_files(event)["files"])

    async def meetings(self, _event: str) -> Mapping[str, Any] | None:
        self.added_up += 1
        if not self.met:
            return None
        columns = ["left", "right", "boards", "left_points", "right_points", "top"]
        return {"unit": "match_points", "columns": columns, "rows": [["p1", "p2", 2, "7", "9", "16"]]}

    async def get(self, path: str, admitted: bool = True, **headers: str) -> Response | None:
        raw = [(name.replace("_", "-").lower().encode(), value.encode()) for name, value in headers.items()]
        scope: dict[str, Any] = {"type": "http", "method": "GET", "headers": raw}
        path, _, query = path.partition("?")
        scope |= {"path": path, "raw_path": path.encode(), "query_string": query.encode()}
        scope |= {"scheme": "http", "server": ("feed.test", 80)}
        return await self.site.answer(Request(scope), admitted)

    async def text(self, path: str, admitted: bool = True, **headers: str) -> str:
        answer = await self.get(path, admitted, **headers)
        assert answer is not None
        return bytes(answer.body).decode()


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    return Club(monkeypatch)


async def test_a_page_has_its_rows_its_preview_and_its_one_address(club: Club) -> None:
    text = await club.text("/e/club", host="results.example", x_forwarded_proto="https", x_forwarded_prefix="/live")
    assert text.count('<th scope="row"') == 2
    assert '<meta property="og:title" content="Autumn Pairs: Rosa Baker &amp; Uri Hunter lead, 67.18' in text
    assert '<meta property="og:url" content="https://results.example/live/e/club/standings">' in text
    assert 'data-root="../"' in text


async def test_downloads_say_what_they_leave_out(club: Club) -> None:
    text = await club.text("/e/club/files")
    assert 'href="../../v1/events/club/files/usebio" download' in text
    assert "leaves out 40 details" in text


async def test_a_host_that_is_none_is_not_repeated(club: Club) -> None:
    text = await club.text("/e/club", host='results.example"><script>')
    assert "og:url" not in text
    assert '<link rel="canonical" href="../e/club/standings">' in text


async def test_who_met_whom_is_added_up_once_for_a_position(club: Club) -> None:
    club.met = False
    refused = await club.get("/e/club/cross")
    assert refused is not None
    assert refused.status_code == 503
    club.met, club.added_up = True, 0
    assert "<b>9</b>" in await club.text("/e/club/cross")
    await club.text("/e/club/cross")
    await club.text("/e/club")
    assert club.added_up == 1
    club.position = "E1-2"
    await club.text("/e/club/cross")
    assert club.added_up == 2


async def test_a_page_is_made_once_for_a_position(club: Club) -> None:
    first = await club.get("/e/club")
    assert first is not None
    again = await club.get("/e/club", if_none_match=first.headers["etag"])
    assert again is not None
    assert (again.status_code, club.made) == (304, 1)
    packed = await club.get("/e/club", accept_encoding="gzip")
    assert packed is not None
    assert gzip.decompress(packed.body) == first.body
    club.position = "E1-2"
    later = await club.get("/e/club", if_none_match=first.headers["etag"])
    assert later is not None
    assert (later.status_code, club.made) == (200, 2)


async def test_another_address_of_a_page_leads_to_the_one(club: Club) -> None:
    answer = await club.get("/e/club/card/rosa-baker")
    assert answer is not None
    assert (answer.status_code, answer.headers["location"]) == (302, "../../../e/club/card/p1")


async def test_who_may_not_read_is_told_no_name(club: Club) -> None:
    answer = await club.get("/e/club", admitted=False)
    assert answer is not None
    assert answer.status_code == 401
    assert b"Rosa" not in bytes(answer.body)


@pytest.mark.parametrize(("path", "title"), [("/e/other", "Event not found"), ("/nowhere", "Page not found")])
async def test_what_is_not_there_is_a_page_for_people(club: Club, path: str, title: str) -> None:
    answer = await club.get(path, accept="text/html")
    assert answer is not None
    assert answer.status_code == 404
    assert f"<h1>{title}</h1>" in bytes(answer.body).decode()


async def test_programs_that_ask_for_what_is_no_page_get_none(club: Club) -> None:
    assert await club.get("/nowhere") is None


async def test_an_event_that_cannot_be_read_now_is_503(club: Club) -> None:
    club.here = False
    answer = await club.get("/e/club")
    assert answer is not None
    assert (answer.status_code, "etag" in answer.headers) == (503, False)


async def test_the_interfaces_for_programs_are_a_page_made_once(club: Club) -> None:
    club.site.openapi = HttpApi(Hub(clock)).description()
    answer = await club.get("/docs")
    assert answer is not None
    text = bytes(answer.body).decode()
    assert "GET /v1/events/{event}/standings" in text
    assert 'id="message-FeedSnapshot"' in text
    again = await club.get("/docs", if_none_match=answer.headers["etag"])
    assert again is not None
    assert again.status_code == 304


@pytest.mark.parametrize("path", ["/", "/e/club", "/e/other", "/room/club", "/overlay/club", "/e/club/files"])
async def test_every_page_has_the_strict_policy(club: Club, path: str) -> None:
    answer = await club.get(path)
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


async def test_the_style_in_a_page_is_the_one_that_the_policy_allows(club: Club) -> None:
    answer = await club.get("/e/club")
    assert answer is not None
    style = bytes(answer.body).partition(b"<style>")[2].partition(b"</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in answer.headers["content-security-policy"]


def test_the_root_is_found_from_every_address() -> None:
    assert [Place("", path).up for path in ("/", "/e/x", "/e/x/boards/7")] == ["./", "../", "../../../"]


@pytest.mark.parametrize(
    ("path", "headers", "language"),
    [
        ("/e/club", {}, "en"),
        ("/e/club", {"accept_language": "fr-CH, en;q=0.5"}, "fr"),
        ("/e/club", {"accept_language": "fr", "cookie": "kibitz-language=he"}, "he"),
        ("/e/club?lang=fr", {"cookie": "kibitz-language=he"}, "fr"),
        ("/e/club?lang=xx", {"cookie": "kibitz-language=he"}, "he"),
        ("/docs", {"accept_language": "fr"}, "en"),
    ],
)
async def test_a_page_is_in_the_language_of_its_reader(
    club: Club, path: str, headers: dict[str, str], language: str
) -> None:
    club.site.openapi = HttpApi(Hub(clock)).description()
    direction = "rtl" if language == "he" else "ltr"
    assert f'<html lang="{language}" dir="{direction}"' in await club.text(path, **headers)


async def test_a_language_that_is_chosen_is_remembered(club: Club) -> None:
    answer = await club.get("/e/club?lang=fr", host="results.example", x_forwarded_prefix="/live")
    assert answer is not None
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("kibitz-language=fr;")
    assert {"Max-Age=31536000", "Path=/live/", "SameSite=lax"} <= set(cookie.split("; "))
    unknown = await club.get("/e/club?lang=xx")
    assert unknown is not None
    assert "set-cookie" not in unknown.headers


async def test_pages_are_kept_for_each_language(club: Club) -> None:
    english, french = [await club.get(f"/e/club?lang={language}") for language in ("en", "fr")]
    assert english is not None
    assert french is not None
    assert english.headers["etag"] != french.headers["etag"]
    assert english.headers["vary"] == "Accept-Encoding, Accept-Language, Cookie"
    again = await club.get("/e/club", cookie="kibitz-language=fr", if_none_match=french.headers["etag"])
    assert again is not None
    assert (again.status_code, club.made) == (304, 2)


async def test_words_are_loaded_before_the_scripts_where_they_are_not_english(club: Club) -> None:
    assert "words-" not in await club.text("/e/club")
    text = await club.text("/e/club?lang=fr")
    assert 0 < text.index("/words-fr.js") < text.index("/core.js")


def test_texts_of_templates_escape_what_is_put_into_them_unless_it_is_an_element() -> None:
    french = in_templates(Words(FRENCH))
    assert french["t"]("By {name}", name="<i>") == "De &lt;i&gt;"
    assert french["t"]("By {name}", name=Markup("<i>Rosa</i>")) == "De <i>Rosa</i>"
    assert french["t"]("{name} & Co", name="Rosa") == "Rosa &amp; Co"
    assert [french["tn"](n, "{n} result", "{n} results") for n in (0, 2)] == ["0 résultat", "2 résultats"]


@pytest.mark.parametrize("language", ASSETS.catalogues)
async def test_every_language_has_pages_with_nothing_left_in_braces(club: Club, language: str) -> None:
    club.site = Site(ASSETS, club.look, club.fetch, club.card, club.files)
    tabs = ("boards", "card/p1", "seats", "files")
    for path in ("/", "/e/club", *(f"/e/club/{tab}" for tab in tabs), "/room/club", "/overlay/club"):
        text = re.sub(r"<style>.*?</style>", "", await club.text(f"{path}?lang={language}"), flags=re.DOTALL)
        assert f'<html lang="{language}" dir="{direction_of(language)}"' in text
        assert not re.search(r"\{\w*\}", text), path
