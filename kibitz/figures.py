"""The figures that processes tell Prometheus, for `kibitz doctor`: those that `deploy/observe/alerts.yml` looks at."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

BACKLOG = 100
"""Messages that wait for one consumer from which it is told."""
SLOW = 5.0
"""Seconds from file to screen above which it is told, where more than one file in a hundred took them."""
LET_GO = ("slow_consumer", "no_pong", "overload")
"""Ends of connections that readers did not want."""


@dataclass(frozen=True)
class Check:
    """The state of one part of the installation."""

    part: str
    state: Literal["good", "warning", "bad"]
    report: str
    advice: str = ""


Figures = list[tuple[str, Mapping[str, str], float]]
"""Name, labels and value."""


def checked(told: Mapping[str, str | None]) -> Iterator[Check]:
    """What the metrics of processes say, by the name of each; None for one that tells nothing."""
    from prometheus_client.parser import text_string_to_metric_families  # noqa: PLC0415 - the doctor starts without

    for name in (name for name, text in told.items() if text is None):
        advice = "It is started again by itself; if not, see the end of its log."
        yield Check(f"process {name}", "bad", "tells no metrics", advice)
    families = [family for text in told.values() if text for family in text_string_to_metric_families(text)]
    figures: Figures = [(sample.name, sample.labels, sample.value) for family in families for sample in family.samples]
    yield _backlog(figures)
    yield _events(figures)
    yield _readers(figures)
    yield _file_to_screen(figures)
    yield _webhooks(figures)


def _by(figures: Figures, name: str, label: str) -> Counter[str]:
    sums: Counter[str] = Counter()
    for found, labels, value in figures:
        if found == name:
            sums[labels[label]] += int(value)
    return sums


def _backlog(figures: Figures) -> Check:
    waiting = [(value, labels) for name, labels, value in figures if name == "kibitz_pending"]
    most, labels = max(waiting, key=lambda each: each[0], default=(0.0, {}))
    if most <= BACKLOG:
        return Check("backlog", "good", f"messages that wait: {sum(value for value, _ in waiting):.0f}")
    advice = f"Start more of {labels['service']}, or look in its log for what it tries again and again."
    return Check("backlog", "warning", f"{most:.0f} messages wait for {labels['consumer']}", advice)


def _events(figures: Figures) -> Check:
    ages = _by(figures, "kibitz_events", "age")
    return Check(
        "events", "good", f"{ages['5m']} with news in five minutes, {ages['1h']} in an hour, of {ages.total()}"
    )


def _readers(figures: Figures) -> Check:
    states, closed = _by(figures, "kibitz_readers", "state"), _by(figures, "kibitz_closed_total", "code")
    let_go = sum(closed[code] for code in LET_GO)
    report = (
        f"{states['live']} follow the feed, {states['lagging']} more lag behind; {let_go} were let go since the start"
    )
    if states["lagging"] <= states["live"]:
        return Check("readers", "good", report)
    return Check("readers", "warning", report, "Look at the network between this server and its readers.")


def _webhooks(figures: Figures) -> Check:
    states = _by(figures, "kibitz_webhooks", "state")
    failing = states["failing"] + states["gone"]
    if not failing:
        return Check("webhooks", "good", f"receivers that take what they are told: {states['well']}")
    report = f"{failing} of {states.total()} receivers do not take what they are told"
    return Check("webhooks", "warning", report, "kibitz webhook list says which, and what they answer.")


def _file_to_screen(figures: Figures) -> Check:
    """The least bound within which 99 of 100 files came to the screen."""
    within: Counter[float] = Counter()
    for name, labels, value in figures:
        if name == "kibitz_file_to_screen_seconds_bucket":
            within[float(labels["le"])] += int(value)
    count = max(within.values(), default=0)
    if not count:
        return Check("file to screen", "good", "no file came while somebody followed its event")
    bound = min(le for le, files in within.items() if files >= 0.99 * count)
    within_bound = f"99 of 100 within {bound:g} s" if bound < float("inf") else "some took over a minute"
    report = f"{within_bound} ({count} timed)"
    if bound <= SLOW:
        return Check("file to screen", "good", report)
    return Check("file to screen", "warning", report, "See which service has a backlog, and start more of it.")
