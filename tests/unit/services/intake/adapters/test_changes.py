"""Folders tell that something changes in them."""

import asyncio
import logging
import time

import pytest

from services.intake.adapters import changes
from services.intake.adapters.changes import FolderChanges
from services.intake.adapters.reception import Reception
from services.intake.adapters.status_board import StatusBoard
from services.intake.adapters.watch import FolderWatch, Limits
from tests.support.memory_bus import MemoryBus
from tests.support.time_limits import scaled

LISTENING = 0.5
"""Seconds until a folder is listened to."""


async def test_a_change_ends_the_wait_and_without_one_it_ends_in_time(tmp_path):
    heard = FolderChanges([tmp_path])
    listening = asyncio.ensure_future(heard.run())
    await asyncio.sleep(LISTENING)
    await heard.within(0)
    began = time.monotonic()
    waiting = asyncio.ensure_future(heard.within(scaled(10)))
    await asyncio.sleep(0.05)
    (tmp_path / "a.xml").write_text("a")
    assert await waiting
    assert time.monotonic() - began < scaled(5)
    await asyncio.sleep(LISTENING)
    await heard.within(0)
    assert not await heard.within(0.05)
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)


async def test_a_folder_that_is_not_there_yet_is_tried_again(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(changes, "RETRY", 0.05)
    caplog.set_level(logging.INFO)
    folder = tmp_path / "inbox"
    heard = FolderChanges([folder])
    listening = asyncio.ensure_future(heard.run())
    await asyncio.sleep(0.1)
    assert "cannot be listened to" in caplog.text
    folder.mkdir()
    await asyncio.sleep(LISTENING)
    (folder / "a.xml").write_text("a")
    assert await heard.within(scaled(5))
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)


async def test_without_folders_nothing_is_heard():
    assert not await FolderChanges(()).within(0.01)


@pytest.mark.parametrize("name", ["a.xml", "renamed"])
async def test_a_whole_file_is_taken_in_long_before_the_next_regular_look(tmp_path, name):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    bus = MemoryBus()
    reception, limits = Reception(bus, StatusBoard(bus)), Limits(max_bytes=1000, scan_bytes=1000, scan_files=10)
    watch = FolderWatch([inbox], reception, limits, interval=60, changes=FolderChanges([inbox]))
    watching = asyncio.ensure_future(watch.run())
    await asyncio.sleep(LISTENING)
    written = (inbox if name == "a.xml" else tmp_path) / name
    written.write_text("<USEBIO><EVENT/></USEBIO>")
    written.rename(inbox / "b.xml")
    async with asyncio.timeout(scaled(5)):
        while not bus.said("intake.file.received"):
            await asyncio.sleep(0.01)
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
