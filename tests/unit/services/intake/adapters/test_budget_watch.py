from types import SimpleNamespace
from typing import Any, cast

import pytest

from services.intake.adapters import budget_watch
from services.intake.adapters.budget_watch import BudgetWatch
from shared.bus.budgets import SHARES
from shared.bus.bus import Bus
from shared.telemetry.metrics import Metrics

STORAGE = 1 << 30
BUDGET = STORAGE * SHARES["VALIDATED"] // 1000


def watch(monkeypatch: pytest.MonkeyPatch, used: dict[str, int]) -> tuple[BudgetWatch, Metrics]:
    async def answered(_: Any) -> dict[str, Any]:
        return {name: SimpleNamespace(bytes=size, messages=2) for name, size in used.items()}

    monkeypatch.setattr(budget_watch, "stream_states", answered)
    bus = SimpleNamespace(service="intake", settings=SimpleNamespace(storage=STORAGE), metrics=Metrics())
    return BudgetWatch(cast(Bus, bus)), bus.metrics


async def test_no_file_is_taken_while_a_budget_is_used_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    used = {"VALIDATED": BUDGET - 1}
    budgets, metrics = watch(monkeypatch, used)
    for _ in range(2):
        await budgets.look()
    assert budgets.shortage() == ""
    advice = "give the bus more of the disk (KIBITZ_NATS_STORAGE) before it is full"
    assert [record.message for record in caplog.records] == [f"VALIDATED has used 100% of its budget: {advice}"]
    used["VALIDATED"] = BUDGET
    await budgets.look()
    assert budgets.shortage().startswith("VALIDATED has 184 MiB of the 184 MiB")
    assert "KIBITZ_NATS_STORAGE" in budgets.shortage()
    used["VALIDATED"] = 1
    await budgets.look()
    assert budgets.shortage() == ""
    assert b'kibitz_storage_bytes{budget="VALIDATED",service="intake",state="used"} 1.0' in metrics.render()


async def test_dead_letters_are_counted_where_the_stream_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    used = {"VALIDATED": 1}
    budgets, metrics = watch(monkeypatch, used)
    await budgets.look()
    assert b"kibitz_dead_letters{" not in metrics.render()
    used["DEAD"] = 1
    await budgets.look()
    assert b'kibitz_dead_letters{service="intake"} 2.0' in metrics.render()
