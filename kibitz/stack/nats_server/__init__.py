"""The embedded NATS server: found, started in a folder, started again when it dies."""
