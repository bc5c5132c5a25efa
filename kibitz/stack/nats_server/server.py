"""A NATS server of one's own: started in a folder, restarted when it dies, stopped by its process id.

Rules that live in this file:

1. Every write is synced (`sync_interval: always`): a tournament's rates are low, its results are not to be lost.
2. One folder, one server: a lock says so, and a server that a killed process left behind is stopped first.
3. The server may fill the disk: by itself it would stop at three quarters of what was free when it started, and not go
   on when there is more. The intake keeps some room (`KIBITZ_INTAKE_LOW_WATER`).
4. A server that died is started again on the same port and folder, so that every client finds it again.
"""

import asyncio
import contextlib
import json
import logging
import os
import time
from pathlib import Path
from typing import IO, Self

from kibitz.stack.apart import apart
from kibitz.stack.layout import is_free
from kibitz.stack.nats_server.binary import MINIMUM, ServerBinary, find_binary, parse_version, read_info
from kibitz.stack.nats_server.folder import die_with_parent, lock_folder, stop_left_behind
from shared.errors import OperationFailed
from shared.telemetry import fields

logger = logging.getLogger("kibitz.server")

MAX_PAYLOAD = 8 * 1024 * 1024
"""Bytes of the largest message."""

MAX_FILE_STORE = 1 << 50
"""Bytes of all streams together: the disk is the limit."""

GLOBAL_ACCOUNT = "$G"
"""Of a server that has no accounts."""

START_PATIENCE = 15.0
STOP_PATIENCE = 10.0
MEMORY_LIMIT = "56MiB"
"""GOMEMLIMIT of the server, unless the environment has one: near it garbage is collected sooner; nothing is refused.
Without it the server keeps twice of what it has ever needed at a time; what lives in it is less than half of this."""
STEADY = 2.0
"""Seconds after which a server counts as running well."""
RESTART_PAUSE = 0.1
"""Seconds before a dead server is started again; doubled while it keeps dying, up to five seconds."""


class EmbeddedServer:
    """A NATS server in a folder, on 127.0.0.1, on a port that is kept over restarts."""

    def __init__(
        self,
        folder: Path,
        *,
        binary: ServerBinary | None = None,
        port: int = 0,
        preferred: int = 0,
        max_payload: int = MAX_PAYLOAD,
        include: str = "",
        domain: str = "",
        account: str = "",
    ) -> None:
        """Prepare; port 0 takes the one used in this folder before, else the preferred one, else any: the first free.

        A binary is found when none is given; `include` are lines for the configuration (accounts, TLS), `domain` is
        that of JetStream, `account` has the streams where it is not the server's global one. A server that is
        running takes another `include` and `domain` when it is started again.
        """
        self.folder = folder
        self.port = port
        self.restarts = 0
        self._preferred = preferred
        self._binary = binary
        self._max_payload = max_payload
        self.include = include
        self.domain = domain
        self._account = account
        self._process: asyncio.subprocess.Process | None = None
        self._lock: IO[str] | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._stopping = False

    @property
    def url(self) -> str:
        """The address for clients."""
        return f"nats://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int | None:
        """The server's process, while it runs."""
        return self._process.pid if self._process is not None and self._process.returncode is None else None

    async def start(self) -> None:
        """Start the server and keep it running.

        Raises:
            FolderInUse: another process runs a server in this folder.
            ServerNotFound: there is no suitable program.
            OperationFailed: it does not start; the end of its log is in the message.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = lock_folder(self.folder)
        try:
            if self._binary is None:
                self._binary = find_binary()
            await asyncio.to_thread(stop_left_behind, self.folder)
            self._name_account()
            await self._launch_first(self._binary)
            (self.folder / "nats.port").write_text(f"{self.port}\n", encoding="utf-8")
        except BaseException:
            await self._kill()
            self._unlock()
            raise
        self._keeper = asyncio.ensure_future(self._keep(self._binary))

    async def stop(self) -> None:
        """Stop the server; nothing of it is left but its folder."""
        self._stopping = True
        if self._keeper is not None:
            self._keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeper
            self._keeper = None
        await self._kill()
        self._unlock()

    def restart(self) -> None:
        """End the server, which is started again at once: its data is on the disk, and clients wait for it."""
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()

    async def __aenter__(self) -> Self:
        """Start."""
        await self.start()
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Stop."""
        await self.stop()

    def configuration(self) -> str:
        """The server's configuration file."""
        return (
            f"server_name: kibitz\nlisten: 127.0.0.1:{self.port or -1}\n"
            f"max_payload: {self._max_payload}\n"
            f"pid_file: {_quoted(self.folder / 'nats.pid')}\n"
            f"ports_file_dir: {_quoted(self.folder)}\n"
            f"log_file: {_quoted(self.folder / 'nats.log')}\nlog_size_limit: 4MB\nlog_max_num: 2\n"
            f"jetstream {{ store_dir: {_quoted(self.folder / 'store')}, sync_interval: always"
            f"{f', domain: {self.domain}' if self.domain else ''}, max_file_store: {MAX_FILE_STORE} }}\n{self.include}"
        )

    def _name_account(self) -> None:
        """Give streams that were made in the global account to the one that has them now."""
        accounts = self.folder / "store" / "jetstream"
        before, now = accounts / GLOBAL_ACCOUNT, accounts / self._account
        if self._account and before.is_dir() and not now.exists():
            before.rename(now)

    async def _launch_first(self, binary: ServerBinary) -> None:
        chosen, before = self.port, 0
        with contextlib.suppress(OSError, ValueError):
            before = int((self.folder / "nats.port").read_text(encoding="utf-8"))
        self.port = chosen or next((port for port in (before, self._preferred) if port and is_free(port)), 0)
        try:
            await self._launch(binary)
        except OperationFailed:
            if chosen or not self.port:
                raise
            # Somebody may have taken the port since it was looked at.
            await self._kill()
            self.port = 0
            await self._launch(binary)

    async def _launch(self, binary: ServerBinary, *, again: bool = False) -> asyncio.subprocess.Process:
        """Start the server; `again`: on the port that it had, where a full disk keeps it from naming its ports."""
        for stale in self.folder.glob("*.ports"):
            stale.unlink(missing_ok=True)
        config = self.folder / "nats.conf"
        # On a full disk a file is emptied and not written.
        if not again or not config.exists() or config.read_text(encoding="utf-8") != self.configuration():
            config.write_text(self.configuration(), encoding="utf-8")
            # The token of an uplink is in it.
            config.chmod(0o600)
        process = self._process = await asyncio.create_subprocess_exec(
            str(binary.path),
            "-c",
            str(config),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            env={"GOMEMLIMIT": MEMORY_LIMIT, **os.environ},
            # Ctrl-C goes to the whole group of a terminal; the server has to outlive the services that use it.
            **apart(),
            preexec_fn=die_with_parent(),
        )
        ports = self.folder / f"{binary.path.name}_{process.pid}.ports"
        deadline = time.monotonic() + START_PATIENCE
        while True:
            if process.returncode is not None:
                raise OperationFailed(f"nats-server ended at once: {self._log_end()}")
            if port := _client_port(ports):
                self.port = port
                break
            if again and await _greets(self.port):
                break
            if time.monotonic() > deadline:
                raise OperationFailed(f"nats-server did not start in {START_PATIENCE:g} s: {self._log_end()}")
            await asyncio.sleep(0.02 if again else 0.003)
        info = await read_info("127.0.0.1", self.port)
        if (parse_version(str(info.get("version", ""))) or (0, 0, 0))[:2] < MINIMUM or not info.get("jetstream"):
            raise OperationFailed(f"what answers on port {self.port} is no suitable NATS server with JetStream")
        return process

    async def _keep(self, binary: ServerBinary) -> None:
        """Start the server again whenever it dies."""
        pause, process = RESTART_PAUSE, self._process
        while process is not None:
            started = time.monotonic()
            status = await process.wait()
            if self._stopping:
                return
            logger.error("nats-server died, starting it again", extra=fields(status=status, port=self.port))
            pause = RESTART_PAUSE if time.monotonic() - started > STEADY else min(pause * 2, 5.0)
            while True:
                await asyncio.sleep(pause)
                try:
                    process = await self._launch(binary, again=True)
                    break
                except (OperationFailed, OSError) as error:
                    await self._kill()
                    pause = min(pause * 2, 5.0)
                    logger.error(
                        "nats-server does not start and is tried again, kibitz doctor looks at disk and port: %s", error
                    )
            self.restarts += 1

    async def _kill(self) -> None:
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), STOP_PATIENCE)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    def _log_end(self) -> str:
        try:
            log = (self.folder / "nats.log").read_text(encoding="utf-8", errors="replace")
            return " | ".join(log.splitlines()[-5:]) or "no log"
        except OSError:
            return "no log"

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None


async def _greets(port: int) -> bool:
    """Whether a NATS server answers on a port of this machine."""
    with contextlib.suppress(OperationFailed):
        return bool(await read_info("127.0.0.1", port))
    return False


def _quoted(path: Path) -> str:
    """A path as the configuration has it: it knows no escapes of letters outside ASCII, and is read as UTF-8."""
    return json.dumps(str(path.resolve()), ensure_ascii=False)


def _client_port(ports: Path) -> int | None:
    try:
        addresses = json.loads(ports.read_text(encoding="utf-8"))["nats"]
        return int(str(addresses[0]).rpartition(":")[2])
    except (OSError, ValueError, KeyError, IndexError):
        return None
