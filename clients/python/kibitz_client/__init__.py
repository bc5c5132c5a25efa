"""Follow live tournament results of a Kibitz server.

    import asyncio
    from kibitz_client import Feed

    async def main() -> None:
        async with Feed("http://127.0.0.1:8080") as feed:
            async for update in feed.standings("club-night"):
                for row in update.table.sorted("ranking", "rank"):
                    print(row["place"], row["name"], row["percentage"])

    asyncio.run(main())

It connects again by itself, resumes where it was, checks what it holds, and says when it cannot know. The same without
asyncio is `kibitz_client.sync.Feed`. `send` uploads a file of results, `send_decisions` what a director decides.
"""

from kibitz_client.codes import CloseCode
from kibitz_client.errors import FeedEnded, NoSuchChannel, NotReached
from kibitz_client.feed import Feed
from kibitz_client.sending import Answer, send, send_decisions, status
from kibitz_client.tables import Table, Update

__all__ = [
    "Answer",
    "CloseCode",
    "Feed",
    "FeedEnded",
    "NoSuchChannel",
    "NotReached",
    "Table",
    "Update",
    "send",
    "send_decisions",
    "status",
]
