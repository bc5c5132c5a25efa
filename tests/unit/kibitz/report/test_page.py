from decimal import Decimal

from lxml import html
from markupsafe import escape

from contracts.findings import Finding
from kibitz.report.content import Agreement, Section, Topic
from kibitz.report.page import page, sheet
from tests.support.made_up_kinds import swiss_teams


def finding(severity: str, **values: str) -> Finding:
    return Finding.model_validate({"code": "scoring.total-differs", "severity": severity, "message": "m", **values})


WRONG = Section(
    "Spring <b>Pairs</b>",
    {"a" * 64: "a.xml"},
    "match points",
    (Agreement("results", 3, 4),),
    (Topic("Pair 1, Ann & Bob", (finding("error", stated="3", computed="4", advice="Do it."),)),),
    (Topic("The file", (finding("info", message="a \u202ename<script>"),)),),
)
RIGHT = Section("Autumn", {"b" * 64: "b.xml"}, "imps", (Agreement("results", 4, 4),), (), ())


def test_the_page_has_every_part_of_the_report_with_stated_beside_computed() -> None:
    tree = html.fromstring(page([WRONG, RIGHT]))
    assert [one.text for one in tree.iter("h1")] == ["Spring <b>Pairs</b>", "Autumn"]
    assert [one.text for one in tree.iter("h2")] == ["Pair 1, Ann & Bob"]
    verdicts = [(one.get("class"), one.text) for one in tree.find_class("verdict")]
    assert verdicts == [
        ("verdict error", "1 thing to look at; 3 of 4 results agree with ours."),
        ("verdict correct", "Correct: all 4 results agree with ours."),
    ]
    cells = [" ".join(cell.text_content().split()) for cell in tree.iter("td")]
    assert cells[:3] == ["✗ mDo it. scoring.total-differs", "3", "4"]


def test_advice_is_given_once_and_values_have_columns_where_there_are_any() -> None:
    about = tuple(finding("warning", message=f"lead {number}", advice="Look again.") for number in range(5))
    tree = html.fromstring(page([Section("S", {}, "imps", (), (Topic("Leads", about, repeated=True),), ())]))
    assert [one.text for one in tree.find_class("advice")] == ["Look again."]
    assert [one.text for one in tree.iter("th")] == ["What"]


def test_what_files_say_is_text_on_the_page() -> None:
    text = page([WRONG])
    assert "<script" not in text
    assert "\u202e" not in text


def test_the_page_needs_nothing_from_elsewhere() -> None:
    tree = html.fromstring(page([WRONG]))
    assert not [one for one in tree.iter("script", "link", "img", "iframe")]


def test_the_sheet_has_standings_and_travellers_with_names_escaped() -> None:
    made = swiss_teams()
    text = sheet([(made.standings, made.boards)])
    for ranking in made.standings.rankings:
        assert f"<h2>{escape(ranking.title)}</h2>" in text
        assert all(escape(row.name) in text for row in ranking.rows)
    assert text.count('<div class="traveller">') == len(made.boards)
    assert "Matches" in text


def test_numbers_of_a_column_have_as_many_decimals_and_a_number_is_no_name() -> None:
    made = swiss_teams().standings
    first, second, *_ = made.rankings[0].rows
    rows = (first.replace(number="7", name="7", total=Decimal("-10.7")), second.replace(total=Decimal(62), final=None))
    tree = html.fromstring(sheet([(made.replace(rankings=(made.rankings[0].replace(rows=rows),)), ())]))
    cells = [[cell.text for cell in row.iter("td")] for row in tree.iter("tr")]
    assert [row[3] for row in cells[1:3]] == ["-10.7", "62.0"]
    assert cells[1][1:3] == ["7", None]


def test_every_section_begins_a_page_on_paper() -> None:
    assert ".page { break-before: page }" in sheet([])
