"""The lines of nats-server's configuration that make an uplink.

Rules kept here:

1. Only the hall connects. Its connection ends in an account that imports what `rights` names and nothing else; the
   streams and everybody in the hall are in another one.
2. The listener of a public server faces the internet: who comes there without the token is nobody.
3. Nothing from outside is put between the quotes but what the patterns of the settings let through.
"""

from collections.abc import Iterator

from kibitz.uplink.rights import API, DELIVERY, KEYS, WRITTEN, copied, questions, written_buckets
from kibitz.uplink.settings import ACCOUNT, HallSide, PublicSide, Settings

HERE = "kibitz"
"""The user that programs of the machine are; they need no password, as on a server without an uplink."""

WATCHER = "uplink"
"""The user who asks over the uplink from the hall whether it stands."""

PING = "20s"
"""Between two signs of life. A connection that a router forgot silently is left after three; no service is unreachable
for so long and lives (`KIBITZ_FROZEN_AFTER`)."""


def domain(settings: Settings | None) -> str:
    """The JetStream domain: two servers that are connected need different ones."""
    return settings.side if settings is not None else ""


def lines(settings: Settings | None, password: str) -> str:
    """The configuration beside that of every server; `password` is the watcher's."""
    if settings is None:
        return _accounts("")
    uplink = _public(settings) if isinstance(settings, PublicSide) else _hall(settings, password)
    return f'{uplink}ping_interval: "{PING}"\nping_max: 2\n'


def _accounts(others: str, more: str = "") -> str:
    streams = f"{ACCOUNT} {{ jetstream: enabled, users: [{{ user: {HERE}, password: {HERE}"
    return (
        f'accounts {{\n  {streams}, allowed_connection_types: ["STANDARD"] }}]{more} }}\n{others}}}\n'
        f"no_auth_user: {HERE}\n"
    )


def _public(side: PublicSide) -> str:
    nobody = (
        '  NOBODY { users: [{ user: nobody, permissions: { publish: { deny: ">" }, subscribe: { deny: ">" } } }] }\n'
    )
    keys = ", ".join(f'"$KV.{bucket}.>": "{KEYS}.{bucket}.>"' for bucket in written_buckets(tuple(WRITTEN)))
    hall = f'{{ user: "{side.hall}", password: "{side.token}", account: {ACCOUNT} }}'
    return (
        f"{_accounts(nobody, f', mappings: {{ {keys} }}')}"
        f'websocket {{ host: "{side.host}", port: {side.port}, no_tls: true, no_auth_user: nobody }}\n'
        f'leafnodes {{ listen: "127.0.0.1:-1", authorization {{ users: [{hall}] }} }}\n'
    )


def _hall(side: HallSide, password: str) -> str:
    exports, imports = "", ""
    for kind, subject, name in _rights(side):
        exports += f'\n    {{ {kind}: "{subject}", accounts: [WORLD] }}'
        renamed = f', to: "{name}"' if name else ""
        imports += f'\n    {{ {kind}: {{ account: {ACCOUNT}, subject: "{subject}" }}{renamed} }}'
    watcher = f'{{ user: {WATCHER}, password: "{password}", allowed_connection_types: ["STANDARD"] }}'
    accounts = _accounts(f"  WORLD {{ users: [{watcher}], imports: [{imports}\n  ] }}\n", f", exports: [{exports}\n  ]")
    scheme, _, place = str(side.address).partition("://")
    url = f"{scheme}://{side.hall}:{side.token}@{place}"
    return f'{accounts}leafnodes {{ reconnect: 1s, remotes: [{{ urls: ["{url}"], account: WORLD }}] }}\n'


def _rights(side: HallSide) -> Iterator[tuple[str, str, str]]:
    """Kind, subject, and the name under which the public server finds it where that is another one."""
    for stream in copied():
        for request in ("STREAM.INFO", "CONSUMER.CREATE"):
            yield "service", f"$JS.API.{request}.{stream.name}", f"{API}.{request}.{stream.name}"
        yield "service", f"$JS.FC.{stream.name}.>", ""
    yield "stream", f"{DELIVERY}.>", ""
    for question in questions(side.allows):
        yield "service", question.pattern, ""
    for bucket in written_buckets(side.allows):
        yield "service", f"$KV.{bucket}.>", f"{KEYS}.{bucket}.>"
