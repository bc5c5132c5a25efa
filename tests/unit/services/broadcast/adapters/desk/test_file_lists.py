"""The lists of files that open desks share."""

import asyncio

from contracts.questions import FileList, FilesAsked, FolderList, FoldersAsked
from services.broadcast.adapters.desk.file_lists import RECENT, TROUBLES, FileLists
from tests.support.memory_bus import MemoryBus


async def test_many_desks_ask_the_intake_once_while_the_list_is_recent():
    asked, seconds = [], [0.0]

    async def answer(question):
        assert isinstance(question, FilesAsked)
        asked.append(question.event)
        return FileList(files=())

    lists = FileLists(MemoryBus(answers=answer), lambda: seconds[0])
    await asyncio.gather(*(lists.recent("club") for _ in range(20)))
    await lists.recent("club")
    assert asked == ["club"]
    await lists.recent("other")
    await lists.newest("club")
    assert asked == ["club", "other", "club"]
    seconds[0] = RECENT
    await lists.recent("club")
    assert asked == ["club", "other", "club", "club"]
    assert len(lists._lists) == 1, "what is old is forgotten"


async def test_open_desks_share_what_is_said_of_watched_folders():
    asked = []

    async def answer(question):
        asked.append(question)
        return FolderList(folders=())

    lists = FileLists(MemoryBus(answers=answer), lambda: 0.0)
    assert await asyncio.gather(*(lists.folders() for _ in range(5))) == [()] * 5
    assert asked == [FoldersAsked(limit=TROUBLES)]
