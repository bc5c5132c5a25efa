"""Files stay readable: never more than 500 lines, and a reason for each that has more than 300."""

from collections.abc import Mapping
from pathlib import Path

from tests.architecture.source import CODE, PACKAGES, ROOT, files, relative, write

MOST = 500
LONG = 300

LONG_WITH_REASON: Mapping[str, str] = {
    "shared/formats/usebio/elements.py": "the tables of elements and attributes, read beside the format's description",
    "contracts/codes/validation.py": "the catalogue of one service, a table of codes in the order of its rules",
    "contracts/messages.py": "every message of the bus in one place, declarations that are read together",
    "contracts/standings.py": "what standings, matches and travellers say, declarations that are read together",
    "contracts/decisions.py": "all that a director may decide in one place, declarations that are read together",
    "contracts/feed.py": "the whole protocol of the live feed in one place, declarations that are read together",
}

_SUFFIXES = (".py", ".js", ".css", ".html", ".sh")


def lengths(root: Path, below: tuple[str, ...]) -> dict[str, int]:
    """Lines of each file."""
    return {
        relative(root, path): path.read_text(encoding="utf-8").count("\n")
        for path in files(root, *_SUFFIXES, below=below)
    }


def too_long(root: Path) -> list[str]:
    """Files over the limit, and long ones of the packages without a reason."""
    found = [f"{name}: {lines} lines, {MOST} at most" for name, lines in lengths(root, CODE).items() if lines > MOST]
    found += [
        f"{name}: {lines} lines and no reason for more than {LONG}"
        for name, lines in lengths(root, PACKAGES).items()
        if LONG < lines <= MOST and name not in LONG_WITH_REASON
    ]
    return found


def test_files_are_short_or_have_a_reason() -> None:
    assert too_long(ROOT) == []


def test_no_reason_is_stale() -> None:
    now = lengths(ROOT, PACKAGES)
    assert [name for name in LONG_WITH_REASON if now.get(name, 0) <= LONG] == []


def test_a_long_file_is_noticed(tmp_path: Path) -> None:
    write(tmp_path, "shared/bridge/everything.py", "X = 1\n" * 501)
    write(tmp_path, "shared/bridge/much.py", "X = 1\n" * 301)
    write(tmp_path, "tests/unit/test_much.py", "X = 1\n" * 501)
    write(tmp_path, "tests/unit/test_some.py", "X = 1\n" * 301)
    write(tmp_path, "shared/bridge/enough.py", "X = 1\n" * 300)
    assert sorted(line.split(":")[0] for line in too_long(tmp_path)) == [
        "shared/bridge/everything.py",
        "shared/bridge/much.py",
        "tests/unit/test_much.py",
    ]
