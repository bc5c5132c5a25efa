"""From a file to its analysis over a real server: a deal that was played is analysed, beside its results."""

import asyncio
from pathlib import Path

import pytest

from contracts import subjects
from contracts.messages import DealAnalysed, FragmentAccepted, StandingsPublished
from kibitz.file_reading import read_bytes
from services.scoring.adapters.double_dummy import installed
from services.scoring.app import create
from services.scoring.settings import Settings
from shared.bus.settings import BusSettings
from shared.service import run_services
from tests.support.deals import MADE_UP_TEXT
from tests.support.nats_server import running_bus
from tests.support.time_limits import scaled

FILE = f"""% PBN 2.1
[Event "Lanternlight Pairs"]
[Site "Larkfield"]
[Date "2031.02.14"]
[Board "7"]
[West "Wren"]
[North "Nell"]
[East "Ezra"]
[South "Saul"]
[Dealer "S"]
[Vulnerable "All"]
[Deal "{MADE_UP_TEXT}"]
[Scoring "MP"]
[Declarer "N"]
[Contract "4S"]
[Result "10"]
[OptimumScore "NS 620"]
""".encode()


@pytest.mark.parametrize("workers", [1, 0])
async def test_a_file_with_a_deal_leads_to_an_analysis_and_to_results_with_or_without(
    bus_settings: BusSettings, workers: int
) -> None:
    if workers and not installed():
        pytest.skip("endplay is not installed (extra double-dummy)")
    (parsed,) = read_bytes(FILE, "lanternlight.pbn", Path("lanternlight.pbn")).fragments
    event = parsed.fragment.event
    stop = asyncio.Event()
    service = create(lambda: Settings(bus=bus_settings, double_dummy_workers=workers))
    running = asyncio.create_task(run_services([service], stop=stop))
    try:
        async with asyncio.timeout(scaled(60)), running_bus(bus_settings, "validation") as bus:
            accepted = FragmentAccepted(fragment=parsed.fragment)
            await bus.publish(subjects.fragment_accepted(event), accepted)
            async for stored in bus.follow(subjects.standings_published(event), StandingsPublished, 1):
                assert stored.message.standings.boards
                break
            if workers:
                pattern = subjects.deal_analysed(event, subjects.ANY)
                async for analysed in bus.follow(pattern, DealAnalysed, 1):
                    analysis = analysed.message.analysis
                    assert (analysis.board, analysis.deal, analysis.par) == ("7", MADE_UP_TEXT, 630)
                    assert [finding.code for finding in analysis.findings] == ["scoring.par-differs"]
                    break
    finally:
        stop.set()
        await running
