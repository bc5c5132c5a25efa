"""Ask what runs in this container whether it does its work: exit 0 when it does, 1 when not or without an answer.

Not /readyz: what an audit reports as lost is for people; whoever restarts unhealthy containers would do so for ever.

A service is asked on its port for health, and where none is set, `kibitz up` on the port of its page.

The image has no curl, and this needs nothing but the standard library.
"""

import http.client
import os
import sys

TIMEOUT = 4.0
"""Seconds; shorter than the time-out of the HEALTHCHECK, so that the answer is ours."""


def serves(port: int, path: str) -> tuple[bool, str]:
    """Whether this port of this host answers 200, and what it says."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status == 200, f"{answer.status} {answer.read(2_000).decode('utf-8', 'replace')}"
    except (OSError, http.client.HTTPException) as problem:
        return False, f"no answer on port {port}: {problem}"
    finally:
        connection.close()


if __name__ == "__main__":
    service = os.environ.get("KIBITZ_HEALTH_PORT")
    healthy, text = serves(int(service), "/servez") if service else serves(8080, "/healthz")
    print(text)
    sys.exit(0 if healthy else 1)
