"""A client of the live feed for other programs.

```python
import asyncio
from shared.client import Feed, standings_channel

async def main() -> None:
    async with Feed("ws://127.0.0.1:8080") as feed:
        async for update in feed.follow(standings_channel("club-night")):
            for row in update.table.sorted("rank"):
                print(row["rank"], row["name"], row["total"])

asyncio.run(main())
```

Channels: `EVENTS_CHANNEL`, `standings_channel(event)`, `matches_channel(event)`, `board_channel(event, board)`,
`analysis_channel(event, board)` and `seats_channel(event)`; several can be followed at once, each by a task of its own.

It connects again by itself, resumes where it was, checks what it holds, and says when it cannot know.
"""

from contracts.feed import (
    EVENTS_CHANNEL,
    analysis_channel,
    board_channel,
    matches_channel,
    seats_channel,
    standings_channel,
)
from shared.client.feed import Feed
from shared.client.following import FeedEnded
from shared.client.update import Table, Update

__all__ = [
    "EVENTS_CHANNEL",
    "Feed",
    "FeedEnded",
    "Table",
    "Update",
    "analysis_channel",
    "board_channel",
    "matches_channel",
    "seats_channel",
    "standings_channel",
]
