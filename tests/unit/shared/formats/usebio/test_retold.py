"""A match that both of its teams tell."""

from shared.formats.usebio.reader import parse
from tests.support.usebio_documents import codes, document, people


def _told(team: int, other: int, inside: str, line: str) -> str:
    board = f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE>{line}<SCORE>620</SCORE></TRAVELLER_LINE></BOARD>"
    return (
        f'<TEAM TEAM_ID="{team}"><MATCH><ROUND_NUMBER>1</ROUND_NUMBER><OPPOSING_TEAM>{other}</OPPOSING_TEAM>'
        f"{inside}{board}</MATCH></TEAM>"
    )


FIRST = ("<SCORE>14</SCORE><SITOUT>a</SITOUT>", "<DIRECTION>NS</DIRECTION>")


def test_the_second_report_fills_in_what_the_first_left_out() -> None:
    again = "<SCORE>6</SCORE><TABLE_NUMBER>4</TABLE_NUMBER><SITOUT>b</SITOUT><NOTES>late</NOTES>"
    second = (again, "<DIRECTION>EW</DIRECTION><LEAD>H9</LEAD><TRICKS>10</TRICKS>")
    parsed = parse(document(people(_told(1, 2, *FIRST), _told(2, 1, *second)), version="1.0"))
    facts = parsed.events[0].facts
    (match,), (line,) = facts.matches, facts.results
    assert (match.home_score, match.away_score, match.table, match.sitting_out) == (14, 6, "4", ("a", "b"))
    assert [detail.value for detail in match.details] == ["late"]
    assert (line.lead, line.tricks) == ("H9", 10)
    assert codes(parsed) == ["usebio.newer-than-version"]


def test_what_the_second_report_says_otherwise_is_set_aside() -> None:
    first = (FIRST[0] + "<OPPOSING_TEAM_SCORE>6</OPPOSING_TEAM_SCORE>", FIRST[1])
    second = ("<SCORE>7</SCORE>", "<DIRECTION>EW</DIRECTION>")
    parsed = parse(document(people(_told(1, 2, *first), _told(2, 1, *second)), version="1.2"))
    facts = parsed.events[0].facts
    assert (facts.matches[0].home_score, facts.matches[0].away_score) == (14, 6)
    assert [kept.value for kept in facts.extensions] == ["<SCORE>7</SCORE>"]


def test_lines_that_differ_are_both_there() -> None:
    other = _told(2, 1, "", "<DIRECTION>EW</DIRECTION>").replace("620", "-100")
    facts = parse(document(people(_told(1, 2, *FIRST), other), version="1.2")).events[0].facts
    assert [line.ns_score.points for line in facts.results] == [620, -100]
