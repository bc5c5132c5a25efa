"""Files are checked and completed by double-dummy analysis; without the library everything else works."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from contracts.facts import DealFact, Detail, Facts
from kibitz import double_dummy
from kibitz.cli import app
from kibitz.double_dummy import check_deals
from services.scoring.adapters.double_dummy import installed
from services.scoring.domain.double_dummy.tables import details_of
from shared.bridge.play.par import CELLS, Tricks
from shared.formats.pbn.reader.parse import parse as parse_pbn
from tests.support.deals import MADE_UP, MADE_UP_TEXT

run = CliRunner().invoke
needs_endplay = pytest.mark.skipif(not installed(), reason="endplay is not installed (extra double-dummy)")

GAME = """% PBN 2.1
[Event "Lanternlight Pairs"]
[Date "2031.02.14"]
[Board "{board}"]
[Dealer "S"]
[Vulnerable "All"]
[Deal "{deal}"]
[Scoring "MP"]
[Declarer "N"]
[Contract "4S"]
[Result "10"]
{more}
"""


def write(folder: Path, *more: str) -> Path:
    path = folder / "games.pbn"
    games = (GAME.format(board=7 + 16 * at, deal=MADE_UP_TEXT, more=one) for at, one in enumerate(more))
    path.write_text("\n".join(games))
    return path


def found(result: Any) -> list[str]:
    codes = [finding["code"] for finding in json.loads(result.stdout)["findings"]]
    return [code for code in codes if (code.startswith("scoring.") and "differs" in code) or "analysed" in code]


@pytest.mark.slow
@needs_endplay
def test_a_stated_analysis_is_checked_when_it_is_asked_for(tmp_path: Path) -> None:
    wrong = '[OptimumScore "NS 650"]\n[OptimumResultTable "Declarer;Denomination\\\\2R;Result\\\\2R"]\nN NT 9\nS  S 10'
    path = write(tmp_path, wrong, '[OptimumScore "NS 630"]', "")
    assert found(run(app, ["check", str(path), "--json"])) == []
    result = run(app, ["check", str(path), "--json", "--double-dummy"])
    assert found(result) == ["scoring.double-dummy-differs", "scoring.par-differs"]
    (table, _) = [one for one in json.loads(result.stdout)["findings"] if one["code"].endswith("differs")]
    assert (table["subject"], table["stated"], table["computed"]) == ("board 7", "N NT 9", "N NT 10")
    assert table["place"]["line"] > 1


def test_a_deal_that_cannot_be_analysed_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    stated = (Detail(name="OptimumScore", value="NS 630"),)
    whole = DealFact(board="1", double_dummy=stated, **MADE_UP.__dict__)
    short = DealFact(board="2", double_dummy=stated)
    monkeypatch.setattr(double_dummy, "count_all", lambda deals: {MADE_UP_TEXT: None})
    findings = list(check_deals(Facts(deals=(whole, short, DealFact(board="3")))))
    assert [finding.code for finding in findings] == ["scoring.deal-not-analysed"] * 2
    assert "52 cards" in findings[1].message


@pytest.mark.slow
@needs_endplay
def test_a_file_is_completed_with_what_it_leaves_out(tmp_path: Path) -> None:
    path = write(tmp_path, "", '[OptimumScore "NS 1"]')
    out = tmp_path / "out.pbn"
    result = run(app, ["convert", str(path), str(out), "--double-dummy"])
    assert result.exit_code == 0, result.output
    deals = parse_pbn(out.read_bytes()).events[0].facts.deals
    names = [{detail.name: detail.value for detail in deal.double_dummy} for deal in deals]
    assert [(len(one), one["N NT"], one["E H"]) for one in names] == [(21, "10", "6")] * 2
    assert [one["OptimumScore"] for one in names] == ["NS 630", "NS 1"]


def test_a_stated_table_needs_no_analysis_to_get_its_par(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tricks: Tricks = dict.fromkeys(CELLS, 7)
    rows = "\n".join(f"{one.name} {one.value}" for one in details_of(tricks, None))
    path = write(tmp_path, f'[OptimumResultTable "Declarer;Denomination\\\\2R;Result\\\\2R"]\n{rows}')
    out = tmp_path / "out.pbn"
    monkeypatch.setattr(double_dummy, "installed", lambda: True)
    result = run(app, ["convert", str(path), str(out), "--double-dummy"])
    assert result.exit_code == 0, result.output
    assert b'[OptimumScore "NS 90"]' in out.read_bytes()


def test_without_the_library_it_says_what_to_install_and_everything_else_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(double_dummy, "installed", lambda: False)
    path = write(tmp_path, "")
    for arguments in (["check", str(path)], ["convert", str(path), str(tmp_path / "out.pbn")]):
        refused = run(app, [*arguments, "--double-dummy"])
        assert refused.exit_code == 2
        assert "kibitz[double-dummy]" in refused.output
        assert run(app, arguments).exit_code == 0
