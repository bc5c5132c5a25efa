"""What every report does, whatever the codes of its format; caps and bounds are tested with those of USEBIO."""

import pytest

from contracts.base import Place
from contracts.codes import acblscore, pbn, trf, usebio
from contracts.codes.code import Code
from shared.errors import FormatError
from shared.formats.acblscore.report import RARE
from shared.formats.acblscore.report import Report as AcblscoreReport
from shared.formats.pbn.report import Report as PbnReport
from shared.formats.report import FINDINGS_PER_CODE, TEXT_LENGTH
from shared.formats.trf.report import Report as TrfReport
from shared.formats.usebio.report import Report as UsebioReport


def test_a_cut_text_is_reported_with_the_code_of_the_format():
    for report, room in (
        (AcblscoreReport(), acblscore),
        (PbnReport(), pbn),
        (TrfReport(), trf),
        (UsebioReport(), usebio),
    ):
        assert report.clip("x" * (TEXT_LENGTH + 1), Place(line=3), TEXT_LENGTH) == "x" * TEXT_LENGTH
        assert [finding.code for finding in report.finish()] == [room.TEXT_CUT.code]


def test_a_report_knows_the_codes_that_it_has_also_of_findings_that_are_only_counted():
    report = TrfReport()
    assert not report.has(trf.UNKNOWN_NUMBER)
    for line in range(FINDINGS_PER_CODE + 1):
        report.add(trf.UNKNOWN_NUMBER, "there is no player 9", Place(line=line + 1))
    assert report.has(trf.MISSING_ROUND, trf.UNKNOWN_NUMBER)
    assert not report.has(trf.MISSING_ROUND)


@pytest.mark.parametrize("code", [acblscore.BAD_SCORE, acblscore.UNKNOWN_PAIR])
def test_what_takes_memory_each_time_may_be_wrong_so_often_and_no_more_however_many_results_there_are(code: Code):
    report = AcblscoreReport(results=1_000_000)
    most = RARE[code.code]
    for number in range(most):
        report.add(code, "odd", Place(offset=number))
        report.add(acblscore.SCORES_DISAGREE, "odd")
    with pytest.raises(FormatError) as refused:
        report.add(code, "odd", Place(offset=most))
    assert (refused.value.code, refused.value.place) == (acblscore.TOO_LARGE, Place(offset=most))
