"""Where the intake is put together: `faststream run services.intake.app:app`."""

import logging
from collections.abc import Callable
from datetime import timedelta
from functools import partial

from contracts.access.new_events import NewEvents
from contracts.decisions import OfPublic
from services.intake.adapters.audit.auditor import Auditor, AuditWork
from services.intake.adapters.audit.reading import Pace
from services.intake.adapters.bodies import HttpLimits
from services.intake.adapters.budget_watch import BudgetWatch
from services.intake.adapters.changes import FolderChanges
from services.intake.adapters.http import Desk
from services.intake.adapters.originals import Originals
from services.intake.adapters.recent import RecentFiles
from services.intake.adapters.reception import Reception
from services.intake.adapters.responses import LINGER_LARGE
from services.intake.adapters.room import Room
from services.intake.adapters.status_board import StatusBoard
from services.intake.adapters.watch import FolderWatch, Limits
from services.intake.domain.senders import SHORT_TOKEN
from services.intake.handlers import Deps, build_router
from services.intake.settings import Settings
from shared.bus.bus import Bus
from shared.file_bytes import SMALL
from shared.http.server import HttpOptions, HttpServer
from shared.kept.new_events import NewEventsBucket
from shared.kept.originals import OriginalsFolder
from shared.service import Assembly, Service, Work
from shared.telemetry import fields

HEALTH_AGE = 2.0
"""Seconds for which one check of the bus serves everybody who asks for the health of the intake: anybody may."""

AT_WORK = 256
"""Requests at work at once; more are answered 503. Who owes the rest of a request takes no place of these."""

ANSWERING = 30.0
"""Seconds for a request and its answer, beside the body's own."""

HIDDEN_BY_SETTING = NewEvents(policy=OfPublic(places=0, boards="none"), by="the settings")
"""What the public sees of new events then: seats."""

logger = logging.getLogger("kibitz.intake")


def create(settings: Callable[[], Settings] = Settings) -> Service[Settings]:
    """Make the service; nothing is read, connected or listened to before it starts."""
    return Service(build_router(), settings, assemble)


def assemble(bus: Bus, settings: Settings) -> Assembly:
    """What the service is made of."""
    board = StatusBoard(bus)
    disks = {"data": settings.disk, "originals": settings.originals}
    folders = {what: folder for what, folder in disks.items() if folder is not None}
    budgets = BudgetWatch(bus)
    room = Room(folders, settings.low_water, budgets=budgets.shortage)
    reception = Reception(bus, board, room, Originals(settings.originals))
    recent = RecentFiles(bus)
    files = Limits(settings.max_bytes, settings.scan_bytes, settings.scan_files)
    watch = FolderWatch(
        settings.watch,
        reception,
        files,
        rule=settings.rule(),
        interval=settings.poll_ms / 1000,
        changes=FolderChanges(settings.watch),
    )
    tokens = settings.senders
    desk = Desk(
        reception=reception,
        board=board,
        recent=recent,
        watch=watch,
        health=partial(bus.healthy, HEALTH_AGE),
        tokens=tokens,
        limits=HttpLimits(settings.max_bytes, settings.under_way_bytes, settings.upload_seconds),
    )
    work: list[Work] = [recent.run, budgets.run]
    if settings.audit_minutes:
        folder = OriginalsFolder(settings.originals) if settings.originals is not None else None
        auditor = Auditor(bus, originals=folder, pace=Pace(settings.audit_share), small=SMALL)
        audits = AuditWork(auditor, timedelta(minutes=settings.audit_minutes))
        bus.concerns = audits.problems
        work.append(audits.run)
    if settings.watch:
        work.append(watch.run)
    options = HttpOptions(
        settings.host,
        settings.port,
        sockets=16 * AT_WORK,
        crowded=4 * AT_WORK,
        each=settings.most_each,
        at_work=AT_WORK,
        patience=settings.upload_seconds + LINGER_LARGE + ANSWERING,
        idle=15,
    )
    server = HttpServer(desk.app(), options)
    if not tokens:
        logger.warning(
            "no tokens are configured: only this machine may send files over HTTP",
            extra=fields(host=settings.host, port=settings.port),
        )
    if short := sorted(name for token, name in tokens.items() if len(token) < SHORT_TOKEN):
        logger.warning("tokens of fewer than %d characters can be guessed", SHORT_TOKEN, extra=fields(senders=short))
    return Assembly(
        Deps(bus, board, reception, recent, watch.report, settings.max_bytes),
        prepare=(partial(hide_new_events, bus, settings), server.bind, partial(_measured, bus, room)),
        background=(server.run, *work),
    )


async def hide_new_events(bus: Bus, settings: Settings) -> None:
    """Hide new events where the settings say so and nobody has chosen what is shown of them, before any file comes."""
    if settings.hide_new_events and await NewEventsBucket(bus).write_first(HIDDEN_BY_SETTING):
        logger.info("new events are hidden from the public: KIBITZ_INTAKE_HIDE_NEW_EVENTS")


async def _measured(bus: Bus, room: Room) -> None:
    """Have the room looked at whenever metrics are read."""
    bus.metrics.sources.append(partial(room.measure, bus.service, bus.metrics))


app = create()
