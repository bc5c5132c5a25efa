"""Records of the tournament: rounds, tie-breaks, points, colours."""

from decimal import Decimal

import pytest

from shared.formats.trf.reader.header import (
    HEADER,
    SCORING_ORDER,
    check_board_colours,
    check_points,
    first_colour,
    plain,
    rounds_stated,
    tie_breaks,
)
from tests.support.trf_golden import compare_changes
from tests.support.trf_header import found, read


def test_a_record_that_stands_twice_counts_once():
    draft = read("012 Spring Open", "012 Autumn Open")
    assert draft.texts["012"] == ("Spring Open", 1)
    assert found(draft) == [("repeated-record", "line 2, column 1-15, 012")]
    assert [e.value for e in draft.report.kept.facts] == ["012 Autumn Open"]


def test_arbiters_and_banned_pairs_may_stand_often():
    draft = read("112 One", "112 Two", "XXP 3 9", "112")
    assert [text for text, _ in draft.listed["112"]] == ["One", "Two"]
    assert draft.listed["XXP"] == [("3 9", 3)]


@pytest.mark.parametrize(
    ("lines", "rounds", "codes"),
    [
        (["142 9"], 9, []),
        (["XXR 11"], 11, []),
        (["XXR 9", "142   9"], 9, []),
        (["142 9", "XXR 7"], 9, ["rounds-differ"]),
        (["142 nine", "XXR 7"], 7, ["bad-number"]),
        (["142 0"], None, ["bad-number"]),
        ([], None, []),
    ],
)
def test_the_number_of_rounds_is_142_or_xxr(lines, rounds, codes):
    draft = read(*lines)
    assert rounds_stated(draft) == rounds
    assert [code for code, _ in found(draft)] == codes


def test_a_tie_break_that_nobody_has_is_named_and_one_of_the_organiser_is_noted():
    draft = read("202 BH/C1,LUCK,OTHER_CLUB")
    assert tie_breaks(draft) == ("PTS", "BH/C1", "LUCK", "OTHER_CLUB")
    assert found(draft) == [("unknown-tie-break", "line 1, 202"), ("own-tie-break", "line 1, 202")]


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        (["202 EDET/P,BH:MP/C1/P,MPvGP"], ("PTS", "EDET/P", "BH:MP/C1/P", "MPvGP")),
        (["212 PTS,DE,BH/C1"], ("PTS", "DE", "BH/C1")),
        (["202 SB", "212 DE; PTS  SB"], ("DE", "PTS", "SB")),
        ([], ()),
    ],
)
def test_the_order_is_212_or_points_and_then_202(lines, order):
    assert tie_breaks(read(*lines)) == order


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        (["162  W 3.0    D 1.0    L 0.0"], {"W": "3", "D": "1", "L": "0"}),
        (["162  A 0.0    P 1.0    X 0.5"], {"A": "0", "U": "1", "X": "0.5"}),
        (["162  Z 0.5"], {"A": "0.5"}),
        (["162 W3.0 D1 L.5"], {"W": "3", "D": "1", "L": "0.5"}),
        (["XXS PAB=.5 HPB=.5 ZPB=0"], {"U": "0.5", "H": "0.5", "Z": "0"}),
        (["362 TW  2.0   TD  1.0   TL  0.0"], {"TW": "2", "TD": "1", "TL": "0"}),
        (["362 TW 2     TD 1     TL 0 "], {"TW": "2", "TD": "1", "TL": "0"}),
        (
            ["XXS WW=3 BW=3 WD=1 BD=1.5 ZPB=0.5 PAB=2 FW=3 FL=0.0"],
            {"W": "3", "WD": "1", "BD": "1.5", "Z": "0.5", "U": "2", "+": "3", "-": "0"},
        ),
        (["XXS W=3", "XXS HPB=1"], {"W": "3", "H": "1"}),
        (["BBW  3.0", "BBD 1", "BBF 0.5", "BBU 3"], {"W": "3", "D": "1", "-": "0.5", "U": "3"}),
    ],
)
def test_points_by_result_are_read_from_every_dialect(lines, points):
    assert read(*lines).scoring == points
    assert set(points) <= set(SCORING_ORDER)


@pytest.mark.parametrize(
    ("line", "columns"),
    [
        ("162  Q 1.0", "6-10"),
        ("XXS foo", "5-7"),
        ("BBW x", "5-5"),
        ("362 TW", "5-6"),
        ("162  W 1.0  what, L 0.0", "13-16"),
    ],
)
def test_points_that_cannot_be_read_are_reported_at_their_columns(line, columns):
    assert found(read(line)) == [("bad-value", f"line 1, column {columns}, {line[:3]}")]


@pytest.mark.parametrize(
    ("lines", "places"),
    [
        (["162  W 1.0    D 0.6    L 0.0"], ["line 1, column 15-19, 162"]),
        (["162  W 3.0", "162  D 2.0"], ["line 2, column 6-10, 162"]),
        (["162  D 0.6    L 0.0"], ["line 1, column 6-10, 162"]),
        (["162  W 1.0    D 0.5    L 0.0"], []),
        (["162  W 3.0    D 1.0    L 0.0"], []),
        (["162  W 1.0    D 0.6    L 0.2"], []),
        (["XXS WW=1 BW=1 WD=0.75 BD=0.75"], ["line 1, column 15-21, XXS"]),
        (["XXS WW=2 WD=1 BW=1 BD=1"], ["line 1, column 20-23, XXS"]),
        (["362 TW  2.0   TD  1.5   TL  0.0"], ["line 1, column 15-21, 362"]),
        (["362 TW  2.0   TD  1.0   TL  0.0", "BBD  0.5"], []),
    ],
)
def test_two_draws_that_bring_more_than_a_win_and_a_loss_are_reported(lines, places):
    draft = read(*lines)
    check_points(draft)
    assert found(draft) == [("draws-above-win", place) for place in places]


def test_an_order_of_standings_without_points_is_taken_as_it_stands_and_reported():
    draft = read("212 DE,BH/C1")
    assert tie_breaks(draft) == ("DE", "BH/C1")
    assert found(draft) == [("order-without-points", "line 1, column 5-12, 212")]
    for right in ("212 PTS,DE", "212 DE pts:gp", "212 MPTS", "202 DE,BH"):
        assert tie_breaks(right_order := read(right))
        assert found(right_order) == []


@pytest.mark.parametrize(
    ("lines", "colour"),
    [
        (["152 W"], "W"),
        (["152 b"], "B"),
        (["XXC black1"], "B"),
        (["XXC rank white1"], "W"),
        (["XXC rank"], None),
        ([], None),
    ],
)
def test_the_first_colour_is_152_or_xxc(lines, colour):
    assert first_colour(read(*lines)) == colour


def test_words_of_xxc_that_nobody_knows_are_reported():
    for text, places in (
        ("white1 rank", []),
        ("rank,black1", []),
        ("white1 later", [("bad-value", "line 1, column 5-16, XXC")]),
    ):
        draft = read(f"XXC {text}")
        first_colour(draft)
        assert found(draft) == places


def test_colours_of_boards_are_letters():
    for text, places in (("WBBW", []), ("wb", []), ("W B", [("bad-value", "line 1, column 5-7, 352")])):
        draft = read(f"352 {text}")
        check_board_colours(draft)
        assert found(draft) == places


def test_a_record_that_was_not_filled_in_says_nothing():
    draft = read("042 0000/00/00", "042 2031/05/01", "042", "052 -", "XXP", "112")
    assert draft.texts == {"042": ("2031/05/01", 2)}
    assert (draft.listed, found(draft)) == ({}, [])


def test_a_first_colour_that_is_none_is_reported():
    draft = read("152 green")
    assert first_colour(draft) is None
    assert found(draft) == [("bad-value", "line 1, column 5-9, 152")]


def test_the_absent_are_listed_with_their_columns():
    draft = read("XXZ 3  14 x")
    assert [(who, str(place)) for who, place in draft.absent] == [
        (3, "line 1, column 5-5, XXZ"),
        (14, "line 1, column 8-9, XXZ"),
    ]
    assert found(draft) == [("bad-number", "line 1, column 11-11, XXZ")]


@pytest.mark.parametrize(("value", "text"), [("3.0", "3"), ("0.50", "0.5"), ("0.0", "0"), ("10", "10"), ("-1.0", "-1")])
def test_points_are_said_without_needless_zeros(value, text):
    assert plain(Decimal(value)) == text


def test_changes_of_records_of_the_header_change_what_the_golden_file_says():
    compare_changes("header", lambda line: line[:3] in HEADER)


def test_a_name_longer_than_a_message_carries_is_cut_and_reported():
    for code in ("012", "022", "032", "182"):
        assert found(read(f"{code} {'x' * 1024}")) == []
        draft = read(f"{code} {'x' * 1026}")
        assert draft.texts[code] == ("x" * 1024, 1)
        assert found(draft) == [("text-cut", f"line 1, column 1029-1030, {code}")]
        assert [f.message for f in draft.report.findings] == ["a text of 1026 characters was cut to 1024"]
    assert found(read(f"102 {'x' * 2000}")) == []


def test_codes_of_tie_breaks_are_cut_and_the_51st_is_left_out():
    assert tie_breaks(read(f"202 {'B' * 70} {'C' * 64}")) == ("PTS", "B" * 64, "C" * 64)
    assert len(tie_breaks(read("212 PTS " + " ".join(f"BH/C{at}" for at in range(60))))) == 50


def test_what_is_stated_is_quoted_up_to_its_hundredth_character():
    long = "y" * 120
    lines = (f"142 {long}", f"152 {long}", f"212 {long}", f"162 {long}1.0")
    for line in lines:
        draft = read(line)
        rounds_stated(draft)
        first_colour(draft)
        tie_breaks(draft)
        assert [len(f.stated or "") for f in draft.report.findings][:1] == [100], line


def test_places_of_a_wrong_number_of_rounds_and_colour_are_those_of_their_texts():
    draft = read("142  seven", "XXR 12345")
    assert rounds_stated(draft) is None
    assert found(draft) == [("bad-number", "line 1, column 5-9, 142"), ("bad-number", "line 2, column 5-9, XXR")]
    assert rounds_stated(read("142 9999")) == 9999
    differing = read("142 9", "XXR  11")
    assert rounds_stated(differing) == 9
    assert found(differing) == [("rounds-differ", "line 2, column 5-6, XXR")]


def test_points_of_matches_do_not_stand_in_for_points_of_games():
    draft = read("162 W 3.0 D 2.0 L 0.0", "362 TL 0.5")
    check_points(draft)
    assert [f.message for f in draft.report.findings] == ["two draws bring 4 points, but a win and a loss only 3"]
    draft = read("362 TW 1.0")
    check_points(draft)
    assert [(f.message, f.stated) for f in draft.report.findings] == [
        ("two draws bring 2 points, but a win and a loss only 1", "1")
    ]
    draft = read("XXS W=1 D=0.5 L=0 WW=0.5")
    check_points(draft)
    assert [f.message for f in draft.report.findings] == ["two draws bring 1 points, but a win and a loss only 0.5"]


def test_a_zero_has_no_decimals_and_no_sign():
    assert [plain(Decimal(text)) for text in ("0.00", "-0.0", "0E+3", "100", "1E+2")] == ["0", "0", "0", "100", "100"]
