"""The audit of the bus: reads every stream and bucket through the server, and makes again what can be made."""
