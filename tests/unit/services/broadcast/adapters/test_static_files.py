import gzip
from pathlib import Path

from services.broadcast.adapters import static_files


def test_files_are_found_by_their_path_and_the_page_also_by_a_slash(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / "views").mkdir()
    (tmp_path / "views" / "card.js").write_text("export {};")
    files = static_files.load(tmp_path)
    assert set(files) == {"/", "/index.html", "/views/card.js"}
    assert files["/"] is files["/index.html"]
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
    assert files["/small.css"].packed is None


def test_the_etag_follows_the_content(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text("one")
    first = static_files.load(tmp_path)["/"].etag
    assert static_files.load(tmp_path)["/"].etag == first
    page.write_text("two")
    assert static_files.load(tmp_path)["/"].etag != first


def test_a_folder_that_does_not_exist_holds_nothing(tmp_path: Path) -> None:
    assert static_files.load(tmp_path / "nowhere") == {}
