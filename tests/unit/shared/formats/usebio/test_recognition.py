"""USEBIO is seen by its root, and complete with its closing tag."""

import pytest

from shared.formats.format import Ending, Match, NearMiss
from shared.formats.sample import HEAD, TAIL, Sample
from shared.formats.usebio.recognition import ending, recognise

USEBIO = '<USEBIO Version="1.2"><CLUB></CLUB></USEBIO>'


def sample(data: bytes | str) -> Sample:
    return Sample.of(data if isinstance(data, bytes) else data.encode())


def of(data: bytes | str) -> Match | NearMiss | None:
    return recognise(sample(data))


@pytest.mark.parametrize(
    "text",
    [
        USEBIO,
        f'<?xml version="1.0"?>\n{USEBIO}',
        f"\n\n  {USEBIO}",
        f"<?xml version='1.0'?><!-- <OTHER> --><?pi <x> ?>\n<!DOCTYPE USEBIO SYSTEM \"usebio_v1_2.dtd\">{USEBIO}",
        f"<!DOCTYPE USEBIO [<!ENTITY a 'b > c'><!-- ' > ]> --><?x ]> ?> <!ELEMENT USEBIO ANY>]>{USEBIO}",
        '<u:USEBIO xmlns:u="urn:x"/>',
        "<usebio/>",
        "<USEBIO>",
    ],
)
def test_xml_whose_root_is_usebio_is_usebio_whatever_stands_before_it(text):
    assert isinstance(of(text), Match)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "cp037"])
def test_usebio_is_seen_in_every_encoding_that_xml_allows(encoding):
    text = f'<?xml version="1.0" encoding="{encoding}"?>\n<!-- Café -->\n{USEBIO}'
    assert isinstance(of(text.encode(encoding)), Match)


def test_other_markup_is_refused_by_the_name_of_its_root():
    assert of("<?xml version='1.0'?><rss></rss>") == NearMiss("It is markup whose root element is rss, not USEBIO")


def test_a_document_type_bomb_that_is_not_usebio_is_refused_at_once():
    bomb = "<!DOCTYPE lolz [<!ENTITY lol 'lol'>" + "".join(
        f"<!ENTITY l{n} '{'&l' + str(n - 1) + ';' * 10}'>" for n in range(1, 9)
    )
    assert not isinstance(of(f"{bomb}]><lolz>&l8;</lolz>"), Match)


def test_usebio_whose_root_lies_beyond_the_window_is_known_by_its_document_type():
    text = "<!DOCTYPE USEBIO><!--" + "x" * HEAD + f"-->{USEBIO}"
    assert isinstance(of(text), Match)


def test_a_root_beyond_the_window_without_document_type_is_unknown_and_the_reason_says_so():
    seen = of("<!--" + "x" * HEAD + f"-->{USEBIO}")
    assert isinstance(seen, NearMiss)
    assert "beyond" in seen.reason


@pytest.mark.parametrize("text", ["<?xml version=", "<!-- never closed", "<!DOCTYPE X [ <!ENTITY a 'b", "<", "<!DOC"])
def test_a_file_that_ends_before_its_root_is_unknown_and_may_still_grow(text):
    seen = of(text)
    assert isinstance(seen, NearMiss)
    assert "ends before" in seen.reason


@pytest.mark.parametrize("end", ["</USEBIO>", "</USEBIO>\n", "</usebio >", "</USEBIO><!-- made by -->", "</u:USEBIO>"])
def test_usebio_is_whole_with_its_closing_tag(end):
    assert ending(sample(f"<USEBIO>{'<A/>' * 5000}{end}")) is Ending.WHOLE


@pytest.mark.parametrize("end", ["", "<", "</USEBI", "</EVENT>"])
def test_usebio_without_its_closing_tag_ends_in_the_middle(end):
    assert ending(sample(f"<USEBIO><EVENT>{end}")) is Ending.CUT


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("filling", range(4))
def test_the_end_is_found_in_wide_encodings_wherever_the_tail_begins(encoding, filling):
    text = f"<USEBIO>{'x' * (TAIL + filling)}</USEBIO>"
    assert ending(sample(text.encode(encoding))) is Ending.WHOLE


def test_usebio_cut_inside_a_character_ends_in_the_middle():
    assert ending(sample(f"<USEBIO>{'x' * TAIL}</USEBIO".encode("utf-16")[:-1])) is Ending.CUT


def test_what_is_no_markup_looks_nothing_like_usebio() -> None:
    assert recognise(Sample.of(b"001    1")) is None
