"""Every way in which files write a name; what is around it keeps every byte."""

import json
from itertools import product

import pytest

from kibitz.belongings.pseudonyms import NARROW, WIDE, pseudonymised, pseudonyms

WORDS = {"José": "Rawö", "Lindqvist": "Bokelmanx"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<PLAYER_NAME>José Lindqvist</PLAYER_NAME>", "<PLAYER_NAME>Rawö Bokelmanx</PLAYER_NAME>"),
        ("001    1 m    Lindqvist,José       2001", "001    1 m    Bokelmanx,Rawö       2001"),
        ('[North "LINDQVIST, JOSÉ"]', '[North "BOKELMANX, RAWÖ"]'),
        ("pn|lindqvist josé,Other|", "pn|bokelmanx rawö,Other|"),
        ("LINDQVIST\0\0\0\0\x04JOSÉ\0\0", "BOKELMANX\0\0\0\0\x04RAWÖ\0\0"),
        ("Lindqvist, Per", "Lindqvist, Per"),
        ("Jose Lindqvist and LINDQVIST, JOSE", "Rawo Bokelmanx and BOKELMANX, RAWO"),
        ("José\u00a0Lindqvist's", "Rawö\u00a0Bokelmanx's"),
        (
            "Jos&#233; Lindqvist JOS&#xC9; LINDQVIST jos&#xe9; lindqvist",
            "Raw&#246; Bokelmanx RAW&#xD6; BOKELMANX raw&#xf6; bokelmanx",
        ),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", *WIDE])
def test_a_name_is_replaced_as_it_is_written(before: str, after: str, encoding: str) -> None:
    assert pseudonymised(before.encode(encoding), WORDS).decode(encoding) == after


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", *WIDE])
@pytest.mark.parametrize(
    "text",
    [
        "José Lindqvister and Josefine Lindqvist",
        "xJosé Lindqvist",
        "éJosé Lindqvisté",
        "José Lindqvisté",
        "José Lindqvist-Berg",
        "[Maria-José Lindqvist]",
        "O'José Lindqvist",
        "José Lindqvist2",
    ],
)
def test_a_name_that_is_part_of_a_longer_one_stays(text: str, encoding: str) -> None:
    assert pseudonymised(text.encode(encoding), WORDS).decode(encoding) == text


def test_two_people_with_a_hyphen_between_them_are_two() -> None:
    pairs = "José Lindqvist-Bo Berg, Bo Berg-José Lindqvist"
    assert pseudonymised(pairs.encode(), WORDS).decode() == "Rawö Bokelmanx-Bo Berg, Bo Berg-Rawö Bokelmanx"


def test_a_name_in_decomposed_letters_keeps_its_number_of_bytes() -> None:
    assert pseudonymised("Jose\u0301 Lindqvist".encode(), WORDS).decode() == "Rawo\u0308 Bokelmanx"
    assert pseudonymised("Ł. Løve\u0301".encode(), {"Ł": "Ä", "Løvé": "Böxü"}).decode() == "Ä. Böxu\u0308"


def test_beside_bytes_that_are_no_text_only_ascii_letters_make_a_longer_name() -> None:
    assert pseudonymised(b"\0\xc9Jose Lindqvist\xc9\0", WORDS) == b"\0\xc9Rawo Bokelmanx\xc9\0"
    assert pseudonymised(b"\0aJose Lindqvist\0", WORDS) == b"\0aJose Lindqvist\0"


@pytest.mark.parametrize(("name", "encoding"), [*product(["Łucja Żak", "Ådne Gård", "Zoë Lind"], NARROW)])
def test_a_pseudonym_can_be_written_in_each_encoding_that_has_the_name(name: str, encoding: str) -> None:
    try:
        data = name.encode(encoding)
    except UnicodeEncodeError:
        return
    for seed in range(9):
        changed = pseudonymised(data, pseudonyms(name, b"%d" % seed))
        assert len(changed) == len(data)
        assert not set(changed.split()) & set(data.split())


def test_json_with_escapes_stays_json() -> None:
    data = json.dumps({"reason": "José Lindqvist was late"}).encode()
    assert json.loads(pseudonymised(data, WORDS)) == {"reason": "Rawö Bokelmanx was late"}


def test_a_number_stands_alone() -> None:
    words = {"1503014": "8274610"}
    assert pseudonymised(b"001 1503014 91503014 15030141 x1503014", words) == b"001 8274610 91503014 15030141 x1503014"


def test_a_pseudonym_has_the_shape_of_the_name_and_is_another_each_time() -> None:
    made = [pseudonyms("Anne-Łucja O'Neill 1503014", b"%d" % seed) for seed in range(9)]
    assert len({"".join(words.values()) for words in made}) == 9
    for words in made:
        assert list(words) == ["Anne-Łucja", "O'Neill", "1503014"]
        for old, new in words.items():
            assert len(old.encode()) == len(new.encode())
            assert [one.isupper() for one in old] == [one.isupper() for one in new]
            assert [one.isdigit() for one in old] == [one.isdigit() for one in new]
    with pytest.raises(ValueError, match="cannot be replaced"):
        pseudonyms("𐐀da", b"1")
