"""What must be the same bytes whatever happened on the way: standings and travellers, without positions and times."""

import json
from typing import Any

from tests.support.house import House


def final_results(house: House, event: str) -> bytes:
    """Rankings and travellers of an event as canonical JSON, read over HTTP."""
    standings = house.get(f"/v1/events/{event}/standings")
    meta = standings["meta"]
    boards: dict[str, Any] = {}
    for board in meta["boards"]:
        document = house.get(f"/v1/events/{event}/boards/{board['id']}")
        boards[board["id"]] = document["rows"]
    kept = {key: meta[key] for key in ("title", "status", "progress", "rankings", "boards", "method", "differences")}
    document = {"rows": standings["rows"], "meta": kept, "boards": boards}
    return json.dumps(document, sort_keys=True, ensure_ascii=False).encode()
