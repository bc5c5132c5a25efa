"""Which addresses messages may be sent to: they come from anybody, and the server must not be made to call its own.

Only the push services of browsers are called, and others that the operator names. So no list of private networks is
needed, and nobody gains from a name that resolves to one.
"""

from urllib.parse import urlsplit

BROWSERS = (
    "https://fcm.googleapis.com",
    "https://*.push.services.mozilla.com",
    "https://*.push.apple.com",
    "https://*.notify.windows.com",
)
"""The push services of Chrome and its kin, Firefox, Safari and Edge."""


def origin_of(endpoint: str) -> str | None:
    """Scheme, host and port of an address; None if it is none, or names a user."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        return None
    return f"{parts.scheme}://{parts.hostname}" + (f":{port}" if port is not None else "")


def is_allowed(endpoint: str, origins: tuple[str, ...]) -> bool:
    """Whether an address is at one of these push services."""
    origin = origin_of(endpoint)
    return origin is not None and any(_fits(origin, allowed) for allowed in origins)


def _fits(origin: str, allowed: str) -> bool:
    scheme, any_below, domain = allowed.partition("*.")
    if not any_below:
        return origin == allowed
    return origin.startswith(scheme) and origin.endswith(f".{domain}")
