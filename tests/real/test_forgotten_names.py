"""A name replaced in real files: they stay what they are, with the pseudonym wherever the name was."""

from pathlib import Path

import pytest

from kibitz.belongings.pseudonyms import pseudonymised, pseudonyms
from kibitz.file_reading import FileRead, read_bytes
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

FILES = [
    *real_files("acblscore", "[h-t]*"),
    *real_files("pbn", "ruter-teams*"),
    *real_files("pbn", "verifier-errors*"),
    *real_files("trf", "javafo*"),
    *real_files("usebio", "mp-howell*"),
    *real_files("usebio", "individual*"),
    *real_files("usebio", "cross-imp*"),
]


def read(path: Path, data: bytes) -> FileRead:
    return read_bytes(data, path.name, path)


def full_name(of: FileRead) -> str:
    """The first name of several words in a file."""
    for fragment in of.fragments:
        for participant in fragment.fragment.facts.participants:
            for name in (participant.name, *(person.name for person in participant.players)):
                if name is not None and " " in name:
                    return name
    raise AssertionError("nobody has a full name")


def told(of: FileRead) -> list[str]:
    return [f"{each.fragment.facts!r} {[finding.code for finding in each.findings]}" for each in of.fragments]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_says_the_same_of_somebody_else(path: Path) -> None:
    data = path.read_bytes()
    before = read(path, data)
    name = full_name(before)
    words = pseudonyms(name, path.name.encode())
    changed = pseudonymised(data, words)
    assert (len(changed), changed != data) == (len(data), True)
    after = told(read(path, changed))
    apart = "first_name='{}', last_name='{}'"
    expected = [pseudonymised(text.encode(), words).decode() for text in told(before)]
    first, *_, last = words
    assert after == [
        text.replace(apart.format(first, last), apart.format(words[first], words[last])) for text in expected
    ]
    # As somebody would look who knows nothing of how it was done.
    for order in (name.split(), name.split()[::-1]):
        for text in (changed.decode("latin-1").casefold(), *(text.casefold() for text in after)):
            for between in (" ", ", ", ",", "_", "-"):
                assert between.join(order).casefold() not in text
