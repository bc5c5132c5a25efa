"""The bus: NATS JetStream under FastStream and nats-py, with their measured traps closed. See docs/messaging.md."""
