"""The trace of a message, and the arrival of the file that it follows from, go on with everything that is done for it.

FastStream's own OpenTelemetry middleware makes spans where an SDK is installed, and loses the trace where there is
none. Ours carries W3C trace context with opentelemetry-api alone, and every log line names the trace.
"""

from contextlib import ExitStack

from faststream import BaseMiddleware
from faststream.nats.response import NatsPublishCommand
from nats.aio.msg import Msg

from shared.telemetry import continued, kind_of


class Tracing(BaseMiddleware[NatsPublishCommand, Msg | None]):
    """Works within the trace that a message brings along, or a new one."""

    async def on_receive(self) -> None:
        """Continue the trace."""
        self._trace = ExitStack()
        if self.msg is not None:
            service = self.context.get("bus").service
            self._trace.enter_context(continued(self.msg.headers or {}, f"{service} {kind_of(self.msg.subject)}"))

    async def after_processed(self, exc_type: object = None, exc_val: object = None, exc_tb: object = None) -> bool:
        """Leave the trace."""
        self._trace.close()
        return False
