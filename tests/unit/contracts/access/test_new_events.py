from contracts.access.new_events import NewEvents
from contracts.base import PublicPolicy
from contracts.decisions import OfPublic


def test_files_have_what_hides_something_or_chooses_and_nothing_where_all_is_shown() -> None:
    assert NewEvents(by="Ada").stamp is None
    for policy in (PublicPolicy(places=0), PublicPolicy(queries=False), PublicPolicy(values="stated")):
        stamp = NewEvents(policy=OfPublic.model_validate(policy.model_dump())).stamp
        assert (stamp, type(stamp)) == (policy, PublicPolicy)
