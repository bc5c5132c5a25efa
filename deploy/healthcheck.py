"""Ask what runs in this container whether it is ready: exit 0 when it is, 1 when it is not or does not answer.

    python healthcheck.py                  a service, on its port for health
    python healthcheck.py 8080 /healthz    another port and path

The image has no curl, and this needs nothing but the standard library.
"""

import http.client
import os
import sys

TIMEOUT = 4.0
"""Seconds; shorter than the time-out of the HEALTHCHECK, so that the answer is ours."""


def ready(port: int, path: str = "/readyz") -> tuple[bool, str]:
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
    port, path = sys.argv[1:] or (os.environ["KIBITZ_HEALTH_PORT"], "/readyz")
    healthy, text = ready(int(port), path)
    print(text)
    sys.exit(0 if healthy else 1)
