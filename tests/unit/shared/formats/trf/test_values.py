"""Numbers and dates as real files write them."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.formats.trf.values import birth_date, decimal_of, is_decimal, is_whole, iso_date, month_comes_first


@pytest.mark.parametrize(
    ("text", "value"), [("11.5", "11.5"), ("3", "3"), ("0,5", "0.5"), (".5", "0.5"), ("-1.0", "-1.0"), ("7.", "7")]
)
def test_a_number_has_a_point_a_comma_or_neither(text, value):
    assert decimal_of(text) == Decimal(value)


@pytest.mark.parametrize("text", ["", "x", "1.2.3", "1e5", "--1", "½", "1 0", "12345678", "٣"])
def test_what_is_no_number_is_none(text):
    assert decimal_of(text) is None


def test_a_whole_number_is_digits_of_ascii_alone():
    assert is_whole("0042")
    assert not any(is_whole(text) for text in ("", "-1", "1.0", "٣", "²"))


def test_a_blank_counts_as_number_only_when_asked():
    assert is_decimal("  ", blank=True)
    assert not is_decimal("  ")


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2031/03/09", "2031-03-09"),
        ("2031-3-9", "2031-03-09"),
        ("2031.03.09", "2031-03-09"),
        ("20310309", "2031-03-09"),
        ("31.03.2031", "2031-03-31"),
        ("31/03/2031", "2031-03-31"),
        ("03/31/2031", "2031-03-31"),
        ("31/03/25", "2031-03-25"),
        ("25/13/31", None),
        ("9 March 2031", "2031-03-09"),
        ("Mar 9th, 2031", "2031-03-09"),
        ("2031/03/09 10:00", "2031-03-09"),
        ("2031/02/30", None),
        ("soon", None),
        ("0000/00/00", None),
        ("75/01/02", "1975-01-02"),
        ("9 Brumaire 2031", None),
    ],
)
def test_a_date_is_read_in_the_forms_that_files_use(text, iso):
    assert iso_date(text)[0] == iso


@pytest.mark.parametrize(
    ("text", "month_first"),
    [
        ("24/09/2031", False),
        ("09/24/2031", True),
        ("02/10/2031", None),
        ("2031/09/24", None),
        ("99/99/2031", None),
        ("soon", None),
    ],
)
def test_a_date_that_can_be_read_in_one_way_shows_how_the_file_writes_them(text, month_first):
    assert month_comes_first(text) is month_first
    assert (
        iso_date("02/10/2031", month_first=month_first)
        == {True: ("2031-02-10", False), False: ("2031-10-02", False), None: ("2031-10-02", True)}[month_first]
    )


@pytest.mark.parametrize(
    ("text", "iso", "unsure"),
    [
        ("2031.03.02.", "2031-03-02", False),
        ("2031. 03. 02.", "2031-03-02", False),
        ("2/13/31", "2031-02-13", False),
        ("2/3/31", "2031-03-02", True),
        ("31/3/2", "2031-03-02", False),
        ("02.03.31", "2031-03-02", True),
        ("31.03.02", "2031-03-02", True),
        ("Sunday, March 2, 2031", "2031-03-02", False),
        ("2 mars 2031", "2031-03-02", False),
        ("2. März 2031", "2031-03-02", False),
        ("1er août 2031", "2031-08-01", False),
        ("2 foo 2031", None, False),
        ("2 de julio de 2031", "2031-07-02", False),
        ("2 giugno 2031", "2031-06-02", False),
        ("31/02/31", None, False),
        ("0/0/0", None, False),
    ],
)
def test_dates_of_other_countries_are_read(text, iso, unsure):
    assert iso_date(text) == (iso, unsure)


@pytest.mark.parametrize(
    ("text", "unsure"),
    [("02/03/2031", True), ("02.03.2031", False), ("31/03/25", True), ("30/03/2031", False), ("2031/03/02", False)],
)
def test_a_date_that_reads_two_ways_says_so(text, unsure):
    assert iso_date(text)[1] is unsure


@given(st.dates(min_value=__import__("datetime").date(1970, 1, 1)))
def test_every_day_written_as_the_format_wants_it_is_read(day):
    assert iso_date(day.strftime("%Y/%m/%d")) == (day.isoformat(), False) or day.year < 1000


@pytest.mark.parametrize(
    ("text", "born"),
    [
        ("1987/00/00", "1987"),
        ("0000/00/00", None),
        ("", None),
        ("1987/07/05", "1987-07-05"),
        ("1987", "1987"),
        ("1987/  /", "1987"),
        ("05.07.1987", "1987-07-05"),
        ("00.00.1987", "1987"),
        ("1987/07/00", "1987"),
        ("long ago", "long ago"),
    ],
)
def test_a_birthday_may_be_only_a_year(text, born):
    assert birth_date(text) == born


@given(st.text(max_size=30))
def test_no_text_makes_the_readers_of_values_fail(text):
    iso_date(text)
    birth_date(text)
    decimal_of(text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("4", "4.0"),
        ("4.00", "4.0"),
        ("400", "400.0"),
        ("0,50", "0.5"),
        ("0.25", "0.25"),
        ("1.2345", "1.2345"),
        ("0", "0.0"),
    ],
)
def test_equal_numbers_are_equal_texts_with_one_decimal_at_least(text, written):
    assert str(decimal_of(text)) == written
