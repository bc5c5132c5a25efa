"""Records of the tournament in each dialect."""

import pytest

from shared.formats.trf.dialects import Dialect
from shared.formats.trf.reader.header import HEADER
from shared.formats.trf.writer.header import tournament
from shared.formats.trf.writer.lines import Page
from tests.support.trf_documents import facts_of
from tests.support.trf_golden import compare_written
from tests.support.trf_lines import placed, player

LINES = (
    "012 Spring Open", "022 Elmtown", "032 NOR", "042 2031/05/01", "052 2031/05/03", "062 1", "092 Swiss",
    "102 Ann Alder",
    "112 Bo Birch", "122 90+30", placed((1, "132"), (92, "31/05/01"), (112, "31/05/03")), "142 3", "152 B",
    "162  W 3.0    D 1.0    P 2.0", "172 NOR FIDON", "192 FIDE_DUTCH_2026", "182 Pairer 2", "222 5400+30", "202 BH,SB",
    "212 PTS,DE,BH,SB", "352 WB",
)  # fmt: skip


def written(dialect: Dialect, *lines: str) -> tuple[list[str], dict[str, int]]:
    page = Page(dialect)
    tournament(facts_of(*lines, player(1)), page)
    return page.lines, {item.what: item.count for item in page.losses.items()}


def test_the_final_says_everything():
    lines, losses = written(Dialect.TRF26, *LINES)
    assert sorted(lines) == sorted(LINES)
    assert losses == {}


def test_trf16_says_rounds_colour_and_points_in_xx_records():
    lines, losses = written(Dialect.TRF16_XX, *LINES)
    assert lines[-6:] == ["XXR 3", "XXC black1", "XXS WW=3 BW=3 WD=1 BD=1 PAB=2", "BBW  3.0", "BBD  1.0", "BBU  2.0"]
    assert losses == {"colours of boards": 1, "records 172, 182, 192 and 222": 4, "tie-breaks": 4}


def test_the_draft_has_tie_breaks_and_colours_but_no_types():
    lines, losses = written(Dialect.DRAFT_2024, *LINES)
    assert lines[-3:] == ["202 BH,SB", "212 PTS,DE,BH,SB", "352 WB"]
    assert losses == {"records 172, 182, 192 and 222": 4}


@pytest.mark.parametrize(
    ("lines", "said"),
    [(["202 BH,SB"], ["202 BH,SB"]), (["212 DE,PTS"], ["212 DE,PTS"]), (["202 BH", "212 PTS,BH"], ["202 BH"])],
)
def test_the_order_is_said_once(lines, said):
    assert [line for line in written(Dialect.TRF26, *lines)[0] if line.startswith("2")] == said


def test_points_that_a_dialect_cannot_say_are_losses():
    assert written(Dialect.TRF26, "XXS WW=2 BW=3 HPB=0")[1] == {"points by result": 2}  # 299 says what H brings
    assert written(Dialect.TRF16_XX, "162  X 0.0", "362 TW 3")[1] == {"points of a match": 1, "points by result": 1}
    lines, losses = written(Dialect.TRF16_XX, "162  A 0.5")
    assert lines == ["XXS ZPB=0.5 FL=0.5", "BBZ  0.5", "BBF  0.5"]
    assert losses == {}


def test_points_too_wide_for_their_columns_are_losses():
    lines, losses = written(Dialect.TRF26, "XXS WW=10.25 BW=10.25 WD=0.25 BD=0.25")
    assert (lines, losses) == (["162  D0.25"], {"points by result": 1})


def test_trf16_has_no_colours_of_boards():
    assert written(Dialect.TRF16_XX, "352 WBBW") == ([], {"colours of boards": 1})


def test_a_date_for_each_round_is_one_line_however_many_the_file_has():
    lines = [placed((1, "132"), (92 + 10 * at, f"31/05/0{at + 1}")) for at in (1, 0)]
    assert written(Dialect.TRF26, *lines)[0][:1] == [placed((1, "132"), (92, "31/05/01"), (102, "31/05/02"))]


def test_teams_that_only_group_the_players_are_said_to_be_none():
    facts = facts_of("012 x", "013 Elms".ljust(36) + "   1", player(1))
    for event, header in (
        (facts.event.replace(kind="individual"), ["012 x", "082 0"]),
        (facts.event, ["012 x"]),
        (facts_of("012 x", "092 Individual", player(1)).event, ["012 x", "092 Individual"]),
    ):
        page = Page(Dialect.TRF26)
        tournament(facts.replace(events=(event,)), page)
        assert page.lines == header


def test_pairing_by_rank_is_of_javafo_alone():
    assert written(Dialect.TRF16_XX, "XXC rank white1")[0] == ["XXC white1 rank"]
    assert written(Dialect.TRF26, "XXC rank")[1] == {"record XXC rank": 1}


def test_a_day_that_is_no_date_stays_as_it_is():
    assert written(Dialect.TRF26, "042 in spring")[0] == ["042 in spring"]


def test_what_is_written_of_changed_lines_is_what_the_golden_file_says():
    compare_written("header", lambda line: line[:3] in HEADER)
