"""The hook of the documentation's site: what becomes of links to sources, and what must not be loaded."""

from types import SimpleNamespace

import pytest
from mkdocs.exceptions import PluginError

from deploy.site import PUBLISHED, ROOT, loaded_from_elsewhere, on_post_page, without_source_links


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see [the types](../contracts/feed#x).", "see the types."),
        ("see [`contracts/feed`](../contracts/feed).", "see `contracts/feed`."),
        ("see [README](../README.md)", "see README"),
        ("[a](feed.md#codes) [b](#here) [c](https://example.org/) ![d](images/d.png)", None),
        ("`[x](../a.py)`", None),
        ("```\n[x](../a.py)\n```", None),
    ],
)
def test_only_links_that_leave_the_documentation_lose_their_target(text: str, shown: str | None) -> None:
    assert without_source_links(text, "page.md") == (shown or text)


def test_a_link_is_read_from_the_folder_of_its_page() -> None:
    text = "[the feed](../feed.md) and [a test](../../tests/x.py)"
    assert without_source_links(text, "adr/0001.md") == "[the feed](../feed.md) and a test"


@pytest.mark.parametrize(
    ("page", "text", "shown"),
    [
        ("feed.md", "[Python](../clients/python/README.md#x)", "[Python](clients/python.md#x)"),
        ("tutorials/a.md", "[sessions](../../clients/conformance/README.md)", "[sessions](../clients/conformance.md)"),
        ("subjects.md", "[a](../contracts/asyncapi.json)", "[a](contracts/asyncapi.json)"),
        ("clients/python.md", "[`standings.v1`](../../docs/feed.md#codes)", "[`standings.v1`](../feed.md#codes)"),
        ("clients/python.md", "[sessions](../conformance/README.md)", "[sessions](conformance.md)"),
        ("clients/conformance.md", "[`a.py`](../../tests/a.py)", "`a.py`"),
    ],
)
def test_what_is_published_from_beside_the_code_is_linked(page: str, text: str, shown: str) -> None:
    assert without_source_links(text, page) == shown


def test_everything_that_is_published_is_there_and_the_pages_of_all_clients_are() -> None:
    assert [path for path in PUBLISHED if not (ROOT / path).is_file()] == []
    readmes = {path.relative_to(ROOT).as_posix() for path in (ROOT / "clients").glob("*/README.md")}
    assert {path for path in PUBLISHED if path.endswith(".md")} == readmes
    assert "contracts/schemas/Decisions.json" in PUBLISHED


def test_a_page_that_needs_another_server_fails_the_build() -> None:
    page = SimpleNamespace(file=SimpleNamespace(src_uri="page.md"))
    fine = '<a href="https://example.org/">x</a><script src="assets/a.js"></script>'
    assert on_post_page(fine, page=page) == fine
    for bad in ('<script src="https://cdn.example/a.js">', "<link rel=stylesheet href=//cdn.example/a.css>"):
        assert len(loaded_from_elsewhere(bad)) == 1
        with pytest.raises(PluginError, match=r"page\.md loads"):
            on_post_page(bad, page=page)
