import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from services.broadcast.adapters import static_files
from services.broadcast.adapters.static_files import StaticFile

PAGE = StaticFile("text/plain; charset=utf-8", b"plain", b"packed", '"tag"')


def test_files_are_found_by_their_path(tmp_path: Path) -> None:
    (tmp_path / "views").mkdir()
    (tmp_path / "views" / "card.js").write_text("export {};")
    files = static_files.load(tmp_path)
    assert set(files) == {"/views/card.js"}
    assert files["/views/card.js"].media_type == "text/javascript; charset=utf-8"


def test_hidden_files_other_types_and_links_that_lead_out_are_left_out(tmp_path: Path) -> None:
    secret = tmp_path / "secret.js"
    secret.write_text("secret")
    folder = tmp_path / "page"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "x.js").write_text("x")
    (folder / ".hidden.js").write_text("x")
    (folder / "notes.py").write_text("x")
    (folder / "link.js").symlink_to(secret)
    (folder / "out").symlink_to(tmp_path)
    (folder / "app.css").write_text("x")
    assert set(static_files.load(folder)) == {"/app.css"}


def test_large_text_is_packed_once_and_small_text_is_not(tmp_path: Path) -> None:
    (tmp_path / "big.css").write_text("a{color:red}" * 100)
    (tmp_path / "small.css").write_text("a")
    files = static_files.load(tmp_path)
    packed = files["/big.css"].packed
    assert packed is not None
    assert gzip.decompress(packed) == files["/big.css"].body
    assert packed == gzip.compress(files["/big.css"].body, 9, mtime=0), "the same bytes at every start"
    assert files["/small.css"].packed is None


def test_pictures_are_not_packed(tmp_path: Path) -> None:
    for name in ("a.png", "a.svg", "a.ico"):
        (tmp_path / name).write_bytes(b"x" * 1000)
    assert [name for name, file in static_files.load(tmp_path).items() if file.packed is None] == ["/a.png"]


def test_the_etag_follows_the_content(tmp_path: Path) -> None:
    page = tmp_path / "icon.svg"
    page.write_text("one")
    first = static_files.load(tmp_path)["/icon.svg"].etag
    assert static_files.load(tmp_path)["/icon.svg"].etag == first
    page.write_text("two")
    assert static_files.load(tmp_path)["/icon.svg"].etag != first


def test_a_folder_that_does_not_exist_holds_nothing(tmp_path: Path) -> None:
    assert static_files.load(tmp_path / "nowhere") == {}


def test_a_file_is_packed_where_it_may_be_and_always_guarded() -> None:
    assert PAGE.answer({}).body == b"plain"
    packed = PAGE.answer({"accept-encoding": "gzip"})
    assert (packed.body, packed.headers["Content-Encoding"]) == (b"packed", "gzip")
    for reply in (packed, PAGE.answer({}), PAGE.answer({"if-none-match": '"tag"'})):
        assert "default-src 'none'" in reply.headers["Content-Security-Policy"]
        assert reply.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize("lasting", [True, False])
def test_only_what_never_changes_is_kept_without_asking(lasting: bool) -> None:
    reply = replace(PAGE, lasting=lasting).answer({})
    assert ("immutable" in reply.headers["Cache-Control"]) is lasting
    assert ("no-cache" in reply.headers["Cache-Control"]) is not lasting
