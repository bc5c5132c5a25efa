"""Where the broadcast service is put together: `faststream run services.broadcast.app:app`."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from importlib.resources import as_file, files

from starlette.requests import Request
from starlette.routing import BaseRoute

from services.broadcast.adapters import static_files
from services.broadcast.adapters.corrections.period_ends import PeriodEnds
from services.broadcast.adapters.corrections.queries import PublicCorrections
from services.broadcast.adapters.desk.corrections import DeskCorrections
from services.broadcast.adapters.desk.decisions import DeskDecisions
from services.broadcast.adapters.desk.desk import Desk
from services.broadcast.adapters.desk.downloads import DeskDownloads
from services.broadcast.adapters.desk.entrance import Entrance
from services.broadcast.adapters.desk.explanations import DeskExplanations
from services.broadcast.adapters.desk.live import Live
from services.broadcast.adapters.desk.people import People
from services.broadcast.adapters.desk.screens import DeskScreens, PublicScreens
from services.broadcast.adapters.desk.uploads import DeskUploads
from services.broadcast.adapters.figures import FeedFigures, measure_uplink
from services.broadcast.adapters.http_api import HttpApi
from services.broadcast.adapters.journal.journal import DeskJournal
from services.broadcast.adapters.own.own_boards import OwnBoards
from services.broadcast.adapters.public.new_events import DeskNewEvents
from services.broadcast.adapters.routes import Routes
from services.broadcast.adapters.site.bundles import Assets
from services.broadcast.adapters.site.site import ASYNCAPI, Site, look
from services.broadcast.adapters.websocket_server import FeedServer, ServerOptions, clock
from services.broadcast.domain.access import Access
from services.broadcast.domain.cards.bridge import Table
from services.broadcast.domain.hub import Hub
from services.broadcast.handlers import Deps, build_router, follow, keep_alive
from services.broadcast.settings import Settings, SignInSettings
from shared.bus.bus import Bus
from shared.kept.acts import ActBucket
from shared.kept.grants import GrantBucket
from shared.kept.screens import ScreenBucket
from shared.kept.secrets import SecretBucket
from shared.service import Assembly, Service
from shared.telemetry import cause


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
        routes.after,
    )
    desk = Desk(deps.bus, deps.table, deps.fetch, site, Entrance(GrantBucket(deps.bus)), provider=settings.provider())
    desk.address, desk.uplink = settings.address, lambda: deps.uplink
    screens = DeskScreens(desk, public)
    own = OwnBoards(deps, site, desk, SecretBucket(deps.bus))
    corrections = _corrections(
        deps, site, desk, routes, lambda request: http.refusal("/v1/", request.headers, request.url.query) is None
    )
    decisions = DeskDecisions(desk)
    ends = PeriodEnds(desk.queries, deps.periods, decisions.decide_at)
    http = HttpApi(
        deps.hub,
        access=Access(settings.token_values(), settings.ticket_secret.get_secret_value(), origins, settings.names()),
        files={**assets.files, "/asyncapi.json": static_files.packed("application/json", ASYNCAPI.read_bytes())},
        pages=site.answer,
        health=lambda: _health(deps, server),
        club=settings.club_shown().name,
        extra_routes=[*routes.routes(), *screens.public_routes()],
        desk_routes=[
            *_of_desk(desk, decisions, routes, settings.oidc),
            *own.desk_routes(),
            *own.routes(),
            *corrections.routes(),
            *screens.routes(),
            *DeskNewEvents(desk).routes(),
        ],
        earlier=routes.earlier,
        fetch=deps.fetch,
        most_readers=settings.most_readers,
    )
    site.openapi = http.description()
    options = ServerOptions(
        host=settings.host, port=settings.port, reuse_port=settings.reuse_port, each=settings.most_each
    )
    server = FeedServer(deps.hub, http, options)
    _measure(deps, server)
    async with server:
        await ends.run()


def _of_desk(desk: Desk, decisions: DeskDecisions, routes: Routes, settings: SignInSettings) -> list[BaseRoute]:
    """The pages and forms of the desk; those of files before its own, whose pages of an event have any name."""
    return [
        *DeskDownloads(desk, routes.formats, partial(routes.file, whole=True)).routes(),
        *DeskExplanations(desk, routes.explanations.whole).routes(),
        *desk.routes(),
        *decisions.routes(),
        *DeskUploads(desk).routes(),
        *Live(desk).routes(),
        *DeskCorrections(desk).routes(),
        *People(desk).routes(),
        *DeskJournal(desk, ActBucket(desk.bus)).routes(),
        *_sign_in(desk, settings),
    ]


def _corrections(
    deps: Deps, site: Site, desk: Desk, routes: Routes, admits: Callable[[Request], bool]
) -> PublicCorrections:
    """Queries of players, and what changed after official; `admits` says whether who asks may read."""

    def shown(channel: str, table: Table) -> Table:
        return table if deps.ledger is None else deps.ledger.audiences.shown(channel, table)

    def prose(event: str, text: str) -> str:
        return text if deps.ledger is None else deps.ledger.audiences.prose(event, text)

    look = deps.hub.channels.get
    return PublicCorrections(
        site, desk.queries, desk.official, look, deps.table, shown, prose, deps.fetch, routes.card, admits
    )


def _sign_in(desk: Desk, settings: SignInSettings) -> list[BaseRoute]:
    """The way in by an identity provider, whose libraries are loaded only where there is one."""
    if not settings.issuer:
        return []
    from services.broadcast.adapters.desk.provider import Provider  # noqa: PLC0415
    from services.broadcast.adapters.desk.sign_in import SignIn  # noqa: PLC0415

    provider = Provider(settings.issuer, settings.client, settings.client_secret(), settings.scopes)
    return SignIn(desk, provider, settings.members()).routes()


def _measure(deps: Deps, server: FeedServer) -> None:
    """Have the figures of feed and uplink read with the metrics of the process, and its frames timed."""
    service, metrics = deps.bus.service, deps.bus.metrics
    figures = FeedFigures(service, metrics, deps.hub.counts)
    deps.hub.cause, deps.hub.shown = cause, figures.shown
    metrics.sources += [
        lambda: figures.read(server.readers(), deps.ledger.ages() if deps.ledger is not None else {}),
        lambda: measure_uplink(service, metrics, deps.uplink, datetime.now(UTC)),
    ]


def _health(deps: Deps, server: FeedServer) -> tuple[bool, Mapping[str, object]]:
    return server.alive, {
        "events": deps.ledger.events if deps.ledger is not None else 0,
        "awake": len({part.event for part in deps.ledger.loaded}) if deps.ledger is not None else 0,
        "degraded": deps.hub.degraded,
        "uplink": None if deps.uplink is None else deps.uplink.sentence(datetime.now(UTC)),
        "readers": server.readers(),
        "counts": dict(deps.hub.counts),
    }


app = create()
