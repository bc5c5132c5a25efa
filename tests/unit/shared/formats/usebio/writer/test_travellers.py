"""BOARD, TRAVELLER_LINE and MATCH as written."""

from decimal import Decimal
from html import escape

import pytest

from contracts.facts import Detail, EventFact, Facts, MatchFact, ResultFact, Score, Sides, StatedScore
from shared.formats.merged_values import Values
from shared.formats.usebio.schema_check.structure import check_structure
from shared.formats.usebio.writer.layout import lay_out
from shared.formats.usebio.writer.markup import Markup
from shared.formats.usebio.writer.render import render
from shared.formats.usebio.writer.travellers import Travellers
from tests.support.usebio_documents import board, document, line, merged, read_one
from tests.support.usebio_expected import WrittenAsExpected

SCORE = Score(kind="points", points=50)


def result(**more: object) -> ResultFact:
    return ResultFact(**{"board": "1", "sides": Sides(ns="3", ew="14"), "ns_score": SCORE, "ew_score": SCORE, **more})


def write(facts: Facts, version: tuple[int, int] = (1, 4)) -> tuple[list[str], list[str]]:
    """The lines of the only block, and what was lost."""
    markup = Markup(version, ())
    values = Values(merged(read_one(document("")), facts=facts), False, markup.losses)
    Travellers(facts, lay_out(facts, set()), values, markup).write((None, None))
    text = [part.strip() for part in markup.finish().decode().splitlines()[1:]]
    return text, [loss.what for loss in markup.losses.items()]


def test_boards_come_in_their_order_and_lines_in_that_of_the_facts() -> None:
    facts = Facts(results=(result(board="10"), result(board="2", sides=Sides(ns="9", ew="8")), result(board="2")))
    text, _ = write(facts)
    assert [part for part in text if "NUMBER" in part] == [
        "<BOARD_NUMBER>2</BOARD_NUMBER>",
        "<NS_PAIR_NUMBER>9</NS_PAIR_NUMBER>",
        "<EW_PAIR_NUMBER>8</EW_PAIR_NUMBER>",
        "<NS_PAIR_NUMBER>3</NS_PAIR_NUMBER>",
        "<EW_PAIR_NUMBER>14</EW_PAIR_NUMBER>",
        "<BOARD_NUMBER>10</BOARD_NUMBER>",
        "<NS_PAIR_NUMBER>3</NS_PAIR_NUMBER>",
        "<EW_PAIR_NUMBER>14</EW_PAIR_NUMBER>",
    ]


def test_a_line_has_the_order_of_the_document() -> None:
    one = result(
        contract="4Sx",
        declarer="S",
        lead="DA",
        tricks=10,
        round=3,
        table="7",
        arrow_switched=False,
        stated=StatedScore(ns=Decimal("4.7"), ew=Decimal(9), unit="match_points", ns_percent=Decimal(34)),
        details=(Detail(name="NOTES", value="slow"),),
    )
    assert write(Facts(results=(one,)))[0] == [
        "<BOARD>",
        "<BOARD_NUMBER>1</BOARD_NUMBER>",
        "<TRAVELLER_LINE>",
        "<NS_PAIR_NUMBER>3</NS_PAIR_NUMBER>",
        "<EW_PAIR_NUMBER>14</EW_PAIR_NUMBER>",
        "<CONTRACT>4Sx</CONTRACT>",
        "<PLAYED_BY>S</PLAYED_BY>",
        "<LEAD>DA</LEAD>",
        "<TRICKS>10</TRICKS>",
        "<SCORE>50</SCORE>",
        "<NS_MATCH_POINTS>4.7</NS_MATCH_POINTS>",
        "<EW_MATCH_POINTS>9</EW_MATCH_POINTS>",
        "<PERCENTAGE>34</PERCENTAGE>",
        "<ROUND_NUMBER>3</ROUND_NUMBER>",
        "<TABLE_NUMBER>7</TABLE_NUMBER>",
        "<ARROW_SWITCHED>N</ARROW_SWITCHED>",
        "<NOTES>slow</NOTES>",
        "</TRAVELLER_LINE>",
        "</BOARD>",
    ]


def test_1_2_has_round_and_table_of_a_line_in_instructions() -> None:
    text, lost = write(Facts(results=(result(round=3, table="7"),)), (1, 2))
    assert [part for part in text if "ROUND" in part or "TABLE" in part] == [
        "<?kibitz-kept newer ROUND_NUMBER 3?>",
        "<?kibitz-kept newer TABLE_NUMBER 7?>",
    ]
    assert lost == ["ROUND_NUMBER", "TABLE_NUMBER"]


def test_every_score_is_there_even_when_it_is_empty() -> None:
    unknown = Score(kind="unknown")
    text, _ = write(Facts(results=(result(ns_score=unknown, ew_score=unknown),)))
    assert "<SCORE></SCORE>" in text


def test_the_match_of_pairs_names_them_and_its_lines_do_not() -> None:
    match = MatchFact(
        kind="pairs", round=1, home="3", away="14", home_score=Decimal(14), away_score=Decimal(6), unit="vps"
    )
    text, _ = write(Facts(matches=(match,), results=(result(round=1),)))
    assert "<NS_VICTORY_POINTS>14</NS_VICTORY_POINTS>" in text
    assert text.count("<NS_PAIR_NUMBER>3</NS_PAIR_NUMBER>") == 1
    assert text.count("<ROUND_NUMBER>1</ROUND_NUMBER>") == 1
    text, _ = write(Facts(matches=(match.replace(unit="imps"),)))
    assert "<NS_SCORE>14</NS_SCORE>" in text


def test_a_bye_is_a_match_against_none() -> None:
    text, _ = write(Facts(events=(EventFact(kind="teams"),), matches=(MatchFact(kind="teams", round=1, home="3"),)))
    assert "<OPPOSING_TEAM>NONE</OPPOSING_TEAM>" in text


def test_sub_matches_share_out_their_lines() -> None:
    matches = tuple(MatchFact(kind="teams", round=1, home="1", away="2", sub_match=sub) for sub in (None, "2"))
    sides = Sides(ns_team="1", ew_team="2")
    facts = Facts(matches=matches, results=tuple(result(sides=sides, round=1, part=part) for part in (0, 1)))
    text, _ = write(facts)
    assert [part for part in text if part in ("<MATCH>", "<TRAVELLER_LINE>")] == ["<MATCH>", "<TRAVELLER_LINE>"] * 2


def test_sub_matches_of_named_pairs_keep_their_lines_and_their_imps() -> None:
    def part(imps: int, *pairs: tuple[str, str, str]) -> str:
        lines = "".join(
            f"<TRAVELLER_LINE><DIRECTION>{way}</DIRECTION><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER>"
            f"<EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER><SCORE>50</SCORE></TRAVELLER_LINE>"
            for way, ns, ew in pairs
        )
        return (
            "<MATCH><ROUND_NUMBER>1</ROUND_NUMBER><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM>"
            f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><IMPS>{imps}</IMPS>{lines}</BOARD></MATCH>"
        )

    first = part(4, ("NS", "1A", "2B"), ("EW", "2A", "1B"))
    second = part(-3, ("NS", "1C", "2D"), ("EW", "2C", "1D"))
    event = read_one(document(first + second, event='EVENT_TYPE="TEAMS"'))
    again = read_one(render(merged(event), values="stated").data)
    assert [(r.sides.ns, r.sub_match) for r in again.facts.results] == [
        ("1A", None),
        ("2A", None),
        ("1C", "2"),
        ("2C", "2"),
    ]
    assert [(p.sub_match, p.home_points) for p in again.facts.board_points] == [(None, 4), ("2", -3)]


@pytest.mark.parametrize(
    ("kind", "inside"),
    [
        ("SWISS_PAIRS", "<NS_PAIR_NUMBER>3</NS_PAIR_NUMBER><EW_PAIR_NUMBER>14</EW_PAIR_NUMBER>"),
        ("TEAMS", "<TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM><START_BOARD_NUMBER>1</START_BOARD_NUMBER>"),
        ("KO", "<TEAM TEAM_ID='1' TEAM_TYPE='Home'><HAT>red</HAT></TEAM><TEAM TEAM_ID='2'/>"),
    ],
)
def test_what_hangs_on_a_match_comes_back_in_it(kind: str, inside: str) -> None:
    unusual = "<TRAVELLER_LINE><DIRECTION>NS</DIRECTION><SCORE>50</SCORE><MOOD>good</MOOD></TRAVELLER_LINE>"
    match = f"<MATCH><ROUND_NUMBER>1</ROUND_NUMBER>{inside}<VENUE>hall</VENUE>{board(unusual)}</MATCH>"
    event = read_one(document(match, event=f'EVENT_TYPE="{kind}"'))
    rendered = render(merged(event), values="stated")
    again = read_one(rendered.data)
    assert {(fact.name, fact.owner) for fact in again.facts.extensions} == {
        (fact.name, fact.owner) for fact in event.facts.extensions
    }
    assert "VENUE" in {fact.name for fact in again.facts.extensions}
    assert rendered.losses == ()


def test_a_board_whose_name_is_no_number_has_one_in_1_4_and_its_name_in_an_instruction() -> None:
    names = ("A5", "7", "B?>&")
    inside = "".join(board(line("50", ns=str(place)), number=escape(name)) for place, name in enumerate(names, 3))
    deal = f"<HANDSET>{board('<HAND><DIRECTION>North</DIRECTION></HAND>', number='A5')}</HANDSET>"
    event = read_one(document(inside + deal))
    rendered = render(merged(event), values="stated")
    text = rendered.data.decode()
    assert check_structure(rendered.data) == ()
    assert (text.count("<BOARD_NUMBER>8</BOARD_NUMBER>"), text.count("<BOARD_NUMBER>9</BOARD_NUMBER>")) == (2, 1)
    assert [loss.what for loss in rendered.losses] == ["name of board A5", "name of board B?>&"]
    again = read_one(rendered.data)
    assert [one.board for one in again.facts.results] == ["7", "A5", "B?>&"]
    assert [one.board for one in again.facts.deals] == ["A5"]
    assert again.facts.extensions == ()
    assert render(merged(again), values="stated").data == rendered.data
    old = render(merged(event), version="1.2", values="stated").data
    assert b"<BOARD_NUMBER>A5</BOARD_NUMBER>" in old
    assert b"kibitz-board" not in old


class TestOddDocuments(WrittenAsExpected):
    """Every odd document."""


def test_a_split_score_stands_in_an_instruction_behind_the_score_that_can_be_written() -> None:
    split = result(ns_score=Score(kind="points", points=90), ew_score=Score(kind="points", points=120))
    lines, _ = write(Facts(results=(split,)))
    at = lines.index("<SCORE>90</SCORE>")
    assert lines[at + 1].startswith("<?kibitz-scores [{")
    assert not any("kibitz-scores" in line for line in write(Facts(results=(result(),)))[0])


def test_a_line_of_nobody_is_written_as_often_as_it_stands_for() -> None:
    assert write(Facts(results=(result(multiplicity=3, sides=Sides()),)))[0].count("<TRAVELLER_LINE>") == 3
    assert write(Facts(results=(result(multiplicity=3),)))[0].count("<TRAVELLER_LINE>") == 1
