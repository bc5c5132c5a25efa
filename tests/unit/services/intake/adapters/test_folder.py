"""One watched folder on the disk."""

import contextlib
import os
import threading
from hashlib import sha256

import pytest

from services.intake.adapters import folder
from services.intake.adapters.folder import Changed, Unreadable, digest_file, list_folder, read_file
from services.intake.domain.content import Gathering, TooLarge


def codes(listing):
    return [(name, finding.code) for name, finding in listing.troubles]


def test_files_are_listed_oldest_first_without_subfolders_and_files_in_the_making(tmp_path):
    for name, age in (("b.xml", 1), ("a.xml", 2), ("c.xml.tmp", 0), (".hidden", 0)):
        (tmp_path / name).write_text(name)
        os.utime(tmp_path / name, ns=(10**18 - age, 10**18 - age))
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "inside.xml").write_text("x")
    listing = list_folder(tmp_path, 100)
    assert [entry.name for entry in listing.entries] == ["a.xml", "b.xml"]
    assert not listing.troubles


def test_a_link_is_followed_inside_the_folder_and_not_out_of_it(tmp_path):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    (tmp_path / "secret").write_text("secret")
    (inbox / "real.xml").write_text("x")
    (inbox / "inside.xml").symlink_to("real.xml")
    (inbox / "outside.xml").symlink_to("../secret")
    (inbox / "nowhere.xml").symlink_to("gone")
    (inbox / "loop.xml").symlink_to("loop.xml")
    (inbox / "up.xml").symlink_to("..")
    listing = list_folder(inbox, 100)
    assert {entry.name for entry in listing.entries} == {"real.xml", "inside.xml"}
    assert {entry.path for entry in listing.entries} == {str(inbox / "real.xml")}
    assert codes(listing) == [("outside.xml", "intake.outside-folder")]


def test_pipes_are_no_files(tmp_path):
    os.mkfifo(tmp_path / "pipe.xml")
    assert not list_folder(tmp_path, 100).entries


def test_a_crowded_folder_is_looked_at_in_part_and_says_so(tmp_path):
    for number in range(5):
        (tmp_path / f"{number}.xml").write_text("x")
    listing = list_folder(tmp_path, 3)
    assert len(listing.entries) == 3
    assert codes(listing) == [("", "intake.crowded-folder")]


def test_a_missing_folder_is_a_finding(tmp_path):
    assert codes(list_folder(tmp_path / "gone", 3)) == [("", "intake.no-folder")]


def test_a_file_is_read_with_its_digest(tmp_path):
    (tmp_path / "a.xml").write_bytes(b"abc")
    (entry,) = list_folder(tmp_path, 9).entries
    content = read_file(entry, 3)
    assert (content.size, content.sha256) == (3, sha256(b"abc").hexdigest())
    assert digest_file(entry) == content.sha256
    with pytest.raises(TooLarge):
        read_file(entry, 2)


@pytest.mark.parametrize("read", [lambda entry: read_file(entry, 99), digest_file])
def test_a_file_that_is_not_what_was_seen_is_not_read(tmp_path, read):
    path = tmp_path / "a.xml"
    path.write_bytes(b"abc")
    (entry,) = list_folder(tmp_path, 9).entries
    path.write_bytes(b"abcd")
    with pytest.raises(Changed):
        read(entry)


def test_a_file_that_was_changed_into_a_link_is_not_opened(tmp_path):
    path = tmp_path / "a.xml"
    path.write_bytes(b"abc")
    (entry,) = list_folder(tmp_path, 9).entries
    path.rename(tmp_path / "b.xml")
    path.symlink_to("b.xml")
    with pytest.raises(Unreadable, match="symbolic"):
        read_file(entry, 99)


def test_a_file_that_has_grown_since_is_changed_and_not_too_large(tmp_path):
    path = tmp_path / "a.xml"
    path.write_bytes(b"abc")
    (entry,) = list_folder(tmp_path, 9).entries
    path.write_bytes(b"abc" * 100)
    with pytest.raises(Changed):
        read_file(entry, 10)


def test_a_file_that_is_written_over_while_it_is_read_is_not_handed_on(tmp_path, monkeypatch):
    path = tmp_path / "a.xml"
    path.write_bytes(b"abc")
    os.utime(path, ns=(10**18, 10**18))
    (entry,) = list_folder(tmp_path, 9).entries

    class WrittenOver(Gathering):
        def add(self, piece):
            super().add(piece)
            path.write_bytes(b"xyz")

    monkeypatch.setattr(folder, "Gathering", WrittenOver)
    with pytest.raises(Changed):
        read_file(entry, 9)


def test_a_file_that_was_changed_into_a_pipe_does_not_hold_up_the_reading(tmp_path):
    path = tmp_path / "a.xml"
    path.write_bytes(b"abc")
    (entry,) = list_folder(tmp_path, 9).entries
    path.unlink()
    os.mkfifo(path)
    ended = []

    def read():
        with pytest.raises(Changed):
            read_file(entry, 9)
        ended.append(True)

    reading = threading.Thread(target=read, daemon=True)
    reading.start()
    reading.join(5)
    with contextlib.suppress(OSError):  # a reader that waits for somebody to write is let go
        os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
    assert ended == [True]


def test_a_file_of_which_the_mount_still_tells_the_old_size_is_not_handed_on(tmp_path, monkeypatch):
    path = tmp_path / "a.xml"
    path.write_bytes(b"abc")
    (entry,) = list_folder(tmp_path, 9).entries
    old = os.stat(path)
    path.write_bytes(b"abcd")
    monkeypatch.setattr(os, "fstat", lambda _: old)
    with pytest.raises(Changed):
        read_file(entry, 99)


def test_as_many_files_as_are_looked_at_are_no_crowd_and_those_of_one_moment_go_by_name(tmp_path):
    for name in ("c.xml", "a.xml", "b.xml"):
        (tmp_path / name).write_text(name)
        os.utime(tmp_path / name, ns=(10**18, 10**18))
    listing = list_folder(tmp_path, 3)
    assert [entry.name for entry in listing.entries] == ["a.xml", "b.xml", "c.xml"]
    assert listing.troubles == ()
