"""What goes with every file of the policy of new events."""

from contracts.base import PublicPolicy
from contracts.decisions import OfPublic
from contracts.new_events import NewEvents


def test_a_policy_that_holds_something_back_or_changes_something_goes_with_files_and_no_other() -> None:
    assert NewEvents().stamp is None
    assert NewEvents(policy=OfPublic(), by="Ada").stamp is None
    assert NewEvents(policy=OfPublic(places=0, boards="none")).stamp == PublicPolicy(places=0, boards="none")
    assert NewEvents(policy=OfPublic(queries=False)).stamp == PublicPolicy(queries=False)
