"""Where the broadcast service is put together: `faststream run services.broadcast.app:app`."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from importlib.resources import as_file, files

from services.broadcast.adapters import static_files
from services.broadcast.adapters.desk.desk import Desk
from services.broadcast.adapters.desk.entrance import Entrance
from services.broadcast.adapters.desk.people import People
from services.broadcast.adapters.desk.screens import DeskScreens, PublicScreens
from services.broadcast.adapters.http_api import HttpApi
from services.broadcast.adapters.routes import Routes
from services.broadcast.adapters.site.bundles import Assets
from services.broadcast.adapters.site.site import ASYNCAPI, Site, look
from services.broadcast.adapters.websocket_server import FeedServer, ServerOptions, clock
from services.broadcast.domain.access import Access
from services.broadcast.domain.hub import Hub
from services.broadcast.handlers import Deps, build_router, follow, keep_alive
from services.broadcast.settings import Settings
from shared.bus.bus import Bus
from shared.grants import GrantBucket
from shared.screens import ScreenBucket
from shared.service import Assembly, Service


def create(settings: Callable[[], Settings] = Settings) -> Service[Settings]:
    """Make the service; nothing is read, connected or listened to before it starts."""
    return Service(build_router(), settings, assemble)


def assemble(bus: Bus, settings: Settings) -> Assembly:
    """What the service is made of: it owns no durable, and all its work is in the background."""
    deps = Deps(bus=bus, hub=Hub(clock), ready=asyncio.Event())
    return Assembly(deps, background=(partial(follow, deps), partial(keep_alive, deps), partial(serve, deps, settings)))


async def serve(deps: Deps, settings: Settings) -> None:
    """Listen as soon as what stands on the bus is known, so that nobody sees an empty board that is not empty."""
    await deps.ready.wait()
    with as_file(files("services.broadcast.adapters") / "scoreboard") as folder:
        assets = Assets.load(folder, settings.club_shown())
    routes = Routes(deps)
    origins = settings.allowed_origins()
    public = PublicScreens(ScreenBucket(deps.bus))
    site = Site(
        assets,
        partial(look, deps.hub),
        deps.fetch,
        routes.card,
        routes.files,
        routes.meetings,
        public.screens,
        origins,
        settings.language,
    )
    desk = Desk(deps.bus, deps.table, deps.fetch, site, Entrance(GrantBucket(deps.bus)))
    screens = DeskScreens(desk, public)
    http = HttpApi(
        deps.hub,
        access=Access(settings.token_values(), settings.ticket_secret.get_secret_value(), origins, settings.names()),
        files={**assets.files, "/asyncapi.json": static_files.packed("application/json", ASYNCAPI.read_bytes())},
        pages=site.answer,
        health=lambda: _health(deps, server),
        extra_routes=[*routes.routes(), *screens.public_routes()],
        desk_routes=[*desk.routes(), *People(desk, settings.address).routes(), *screens.routes()],
        earlier=routes.earlier,
        fetch=deps.fetch,
        most_readers=settings.most_readers,
    )
    site.openapi = http.description()
    options = ServerOptions(host=settings.host, port=settings.port, reuse_port=settings.reuse_port)
    server = FeedServer(deps.hub, http, options)
    async with server:
        await asyncio.Event().wait()


def _health(deps: Deps, server: FeedServer) -> tuple[bool, Mapping[str, object]]:
    return server.alive, {
        "events": deps.ledger.events if deps.ledger is not None else 0,
        "awake": len({part.event for part in deps.ledger.loaded}) if deps.ledger is not None else 0,
        "degraded": deps.hub.degraded,
        "readers": server.readers(),
        "counts": dict(deps.hub.counts),
    }


app = create()
