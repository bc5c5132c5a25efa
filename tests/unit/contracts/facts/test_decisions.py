from contracts.facts import LockFact, PublicPolicy, ReassignmentFact, RetractionFact, StatusFact, TakeFact

FILE = "ab" * 32


def test_a_file_is_retracted_once_and_a_round_locked_once_in_its_session():
    assert RetractionFact(file=FILE).key == RetractionFact(file=FILE, retracted=False).key == (FILE,)
    assert LockFact(session="1", round=2).key == LockFact(session="1", round=2, locked=False).key
    assert LockFact(session="1", round=2).key != LockFact(round=2).key


def test_a_file_is_taken_once():
    assert TakeFact(file=FILE).key == TakeFact(file=FILE, taken=False).key == (FILE,)
    assert TakeFact(file=FILE).key != TakeFact(file="cd" * 32).key


def test_an_event_has_one_declared_status():
    assert StatusFact(status="official").key == StatusFact(status="live").key


def test_the_files_of_an_event_and_each_of_them_are_moved_once():
    assert ReassignmentFact(to="a").key == ReassignmentFact().key
    only_file, of_other = ReassignmentFact(file=FILE), ReassignmentFact(of="b")
    both = ReassignmentFact(of="b", file=FILE)
    assert len({fact.key for fact in (ReassignmentFact(), only_file, of_other, both)}) == 4


def test_a_policy_withholds_whatever_is_not_everything() -> None:
    shown = [PublicPolicy(places=places, boards=boards) for places in (None, 0, 3) for boards in ("all", "none")]
    assert [policy.withholds for policy in shown] == [False, True, True, True, True, True]
    assert PublicPolicy(delay=1).withholds


def test_whose_values_are_shown_holds_nothing_back_and_is_not_all_of_them() -> None:
    policies = [PublicPolicy(values="both"), PublicPolicy(values="stated"), PublicPolicy(places=3)]
    assert [(policy.withholds, policy.shows_all) for policy in policies] == [
        (False, True),
        (False, False),
        (True, False),
    ]


def test_boards_are_complete_with_the_event():
    waiting = PublicPolicy(places=3, boards="complete")
    assert [waiting.now(complete=complete).boards for complete in (False, True)] == ["complete", "all"]
    assert PublicPolicy(boards="own").now(complete=True).boards == "own"


def test_a_ranking_until_a_round_is_whole_until_a_later_one_begins_and_closes_the_boards_then():
    until = PublicPolicy(until_round=5, boards="complete")
    assert until.withholds
    now = [until.now(complete=True, begun=begun) for begun in (0, 5, 6, None)]
    assert [(policy.until_round, policy.boards) for policy in now] == [(None, "all")] * 2 + [(5, "none")] * 2
    assert not now[0].withholds
    assert until.replace(boards="own").now(complete=True, begun=6).boards == "own"
