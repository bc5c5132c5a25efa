"""The bus: NATS JetStream under FastStream and nats-py, with their traps dealt with once. See docs/messaging.md."""
