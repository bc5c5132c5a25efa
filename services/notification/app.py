"""Where the notification service is put together: `faststream run services.notification.app:app`."""

from collections.abc import Callable
from functools import partial

from services.notification.adapters.notice_bucket import NoticeBucket
from services.notification.adapters.outbox import Outbox
from services.notification.adapters.push_client import PushClient
from services.notification.adapters.webhooks.webhooks import Webhooks
from services.notification.domain.subscriptions import Subscriptions
from services.notification.handlers import Deps, build_router, follow, load
from services.notification.settings import Settings
from shared.bus.bus import Bus
from shared.service import Assembly, Service


def create(settings: Callable[[], Settings] = Settings) -> Service[Settings]:
    """Make the service; nothing is read or connected before it starts."""
    return Service(build_router(), settings, assemble)


def assemble(bus: Bus, settings: Settings) -> Assembly:
    """What the service is made of."""
    subscriptions, bucket = Subscriptions(settings.most_subscriptions), NoticeBucket(bus, settings.contact)
    outbox = Outbox(subscriptions, bucket, PushClient())
    deps = Deps(bus=bus, subscriptions=subscriptions, bucket=bucket, outbox=outbox, origins=settings.origins())
    webhooks = Webhooks(bus, settings)
    return Assembly(deps, prepare=(partial(load, deps),), background=(partial(follow, deps), webhooks.run))


app = create()
