"""A client of the live feed for other programs.

```python
import asyncio
from shared.client import Feed

async def main() -> None:
    async with Feed("ws://127.0.0.1:8080") as feed:
        async for update in feed.follow("evt.club-night.standings"):
            for row in update.table.sorted("rank"):
                print(row["rank"], row["name"], row["total"])

asyncio.run(main())
```

It connects again by itself, resumes where it was, checks what it holds, and says when it cannot know.
"""

from shared.client.feed import Feed
from shared.client.following import FeedEnded
from shared.client.update import Table, Update

__all__ = ["Feed", "FeedEnded", "Table", "Update"]
