"""How a process reaches the bus, read from the environment once."""

import ssl
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class BusSettings(BaseSettings):
    """Address, credentials and habits of a connection to NATS (`KIBITZ_NATS_…`).

    Attributes:
        url: one server or several, separated by commas.
        user, password: of an account's user, unless `credentials` are given.
        credentials: a file made by nsc, in place of user and password.
        domain: JetStream domain under which the account of a service imports the streams; none where they are its own.
        ca, cert, key: files for TLS; `ca` alone checks the server, all three are mutual TLS.
        replicas: copies of every stream and bucket (1, 3 or 5); a cluster needs 3 to survive a lost server.
        storage: bytes of the disk that the bus may fill, of which each stream has its share (`shared.bus.budgets`).
        provision: "create" makes and changes streams, consumers and buckets; "check" only compares, for users whose
            permissions do not allow more.
        connect_timeout: seconds for one attempt; attempts go on without end.
        reconnect_wait: seconds between two attempts.
        publish_timeout: seconds for one attempt of a publish or another request.
        publish_patience: seconds for all attempts together.
        graceful_timeout: seconds that a stop waits for running handlers; longer than the longest handler.
        handler_timeout: seconds after which a handler counts as hung and its message is tried again.
        held: a folder where a process notes the messages that it holds: if it is killed, the one that is started in its
            place gives them back at once. For one process of a service at a time.
        look_every: seconds between two looks at consumers and streams, whether one is gone or was made again.
    """

    model_config = SettingsConfigDict(env_prefix="KIBITZ_NATS_", extra="ignore", populate_by_name=True)

    url: str = "nats://127.0.0.1:4222"
    user: str | None = None
    password: SecretStr | None = None
    credentials: Path | None = None
    domain: str | None = None
    ca: Path | None = None
    cert: Path | None = None
    key: Path | None = None
    replicas: int = Field(default=1, ge=1, le=5)
    storage: int = Field(default=8 << 30, ge=1 << 20)
    provision: Literal["create", "check"] = "create"
    connect_timeout: float = Field(default=2.0, gt=0)
    reconnect_wait: float = Field(default=0.5, gt=0)
    publish_timeout: float = Field(default=1.0, gt=0)
    publish_patience: float = Field(default=60.0, gt=0)
    graceful_timeout: float = Field(default=20.0, gt=0)
    handler_timeout: float = Field(default=600.0, gt=0)
    held: Path | None = None
    look_every: float = Field(default=10.0, gt=0)

    @property
    def servers(self) -> list[str]:
        """The servers to try."""
        return [part.strip() for part in self.url.split(",") if part.strip()]

    def tls(self) -> ssl.SSLContext | None:
        """The TLS context, or None when neither the files nor the address ask for one."""
        if self.ca is None and self.cert is None and not any(s.startswith("tls://") for s in self.servers):
            return None
        context = ssl.create_default_context(cafile=str(self.ca) if self.ca else None)
        if self.cert is not None:
            context.load_cert_chain(str(self.cert), str(self.key) if self.key else None)
        return context


class ServiceSettings(BaseSettings):
    """Settings that every service has; each adds its own, with a prefix of its own (`KIBITZ_<SERVICE>_…`)."""

    bus: BusSettings = Field(default_factory=BusSettings)
