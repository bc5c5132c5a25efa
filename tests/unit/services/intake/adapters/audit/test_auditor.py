"""What is removed while an audit reads is no loss."""

import pytest

from services.intake.adapters.audit.auditor import BUCKET, MEMORY, Auditor
from services.intake.adapters.audit.survey import Survey
from services.intake.domain.audit.damage import Memory
from shared.bus.wire import encode
from shared.errors import OperationFailed
from tests.support.memory_bus import MemoryBus


@pytest.mark.parametrize("repair", [True, False])
async def test_an_audit_gives_up_when_something_was_removed_meanwhile(repair: bool) -> None:
    bus = MemoryBus()
    auditor = Auditor(bus)  # type: ignore[arg-type]
    told = Memory(settled={"INTAKE": ((1, 3),)})

    async def look(memory: Memory) -> Survey:
        _, revision = await bus.kv_get(BUCKET, MEMORY)
        await bus.kv_put(BUCKET, MEMORY, encode(told), expect=revision)
        return Survey()

    auditor._surveyor.look = look  # type: ignore[method-assign]
    with pytest.raises(OperationFailed, match="removed while they were audited"):
        await auditor.audit(repair=repair)
    assert await auditor.memory() == told
