"""The bus: NATS JetStream under FastStream and nats-py, with their traps dealt with once. See docs/messaging.md."""

from shared.messaging.bus import Bus
from shared.messaging.errors import Conflict, PayloadTooLarge, ProvisioningRefused, Unanswered, Unreadable
from shared.messaging.health import ConsumerHealth, HealthReport
from shared.messaging.objects import ObjectInfo, ObjectMissing
from shared.messaging.publishing import Published
from shared.messaging.router import Delivery, ServiceRouter
from shared.messaging.runtime import Service, ServiceFailed, main, run, run_service, run_services
from shared.messaging.server import EmbeddedServer, FolderInUse
from shared.messaging.server_binary import ExternalServer, ServerBinary, ServerNotFound, find_server
from shared.messaging.settings import BusSettings
from shared.messaging.stored import Stored

__all__ = [
    "Bus",
    "BusSettings",
    "Conflict",
    "ConsumerHealth",
    "Delivery",
    "EmbeddedServer",
    "ExternalServer",
    "FolderInUse",
    "HealthReport",
    "ObjectInfo",
    "ObjectMissing",
    "PayloadTooLarge",
    "ProvisioningRefused",
    "Published",
    "ServerBinary",
    "ServerNotFound",
    "Service",
    "ServiceFailed",
    "ServiceRouter",
    "Stored",
    "Unanswered",
    "Unreadable",
    "find_server",
    "main",
    "run",
    "run_service",
    "run_services",
]
