"""Why TRF does not hold what the facts of an event say."""

from contracts.facts import SessionFact
from shared.formats.trf import FORMAT
from shared.formats.trf.not_held import WHYS
from tests.support.fact_paths import unknown_paths
from tests.support.trf_documents import facts_of, merged
from tests.support.trf_lines import player


def test_every_reason_is_of_a_field_of_facts() -> None:
    assert unknown_paths(WHYS) == []


def test_a_loss_is_of_the_dialect_that_is_written() -> None:
    facts = facts_of("012 Open", "152 W", "202 BH", player(1), player(2)).replace(sessions=(SessionFact(id="1"),))

    def lost(version: str) -> dict[str, str]:
        return {loss.what: loss.why for loss in FORMAT.render(merged(facts), version=version).losses}

    assert lost("TRF-2026") == {"sessions": WHYS[""]}
    assert lost("TRF16+XX") == {"sessions": WHYS[""], "tie-breaks": "TRF16 has no record for them"}
