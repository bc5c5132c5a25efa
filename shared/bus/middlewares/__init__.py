"""What is promised about every message, as FastStream middlewares."""
