"""What a process tells Prometheus, as a test reads it."""

from shared.telemetry import Metrics


def figures(metrics: Metrics, service: str) -> dict[str, float]:
    """Every figure by its name and labels, without that of the service."""
    lines = (line.rpartition(" ") for line in metrics.render().decode().splitlines() if line[:1] != "#")
    return {
        name.replace(f'service="{service}"', "").replace(",}", "}").replace("{,", "{"): float(value)
        for name, _, value in lines
    }
