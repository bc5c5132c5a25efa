from datetime import UTC, datetime

from services.intake.domain.audit.damage import Damage, Report, damage, outcome

LOST = damage("message-lost", "VALIDATED", 14, "Message 14 of VALIDATED cannot be read")


def test_a_damage_keeps_its_key_and_its_name_is_bounded() -> None:
    assert LOST.key == "message-lost:VALIDATED:14"
    assert len(damage("entry-lost", "KV_GRANTS", "x" * 5_000, "gone").name) == 200


def test_a_report_is_fine_when_nothing_is_open() -> None:
    report = Report(began_at=datetime(2026, 3, 7, tzinfo=UTC), seconds=1.0, messages=3, found=(LOST,), found_total=1)
    assert report.ok
    assert not report.replace(open_total=1).ok


def test_losses_of_what_follows_from_files_are_settled_when_no_trail_breaks_off() -> None:
    said = outcome([LOST], [], [], repaired=True)
    assert said.settled == {"VALIDATED"}
    assert said.unrepaired == ()


def test_losses_stay_open_without_a_repair_or_while_a_trail_breaks_off() -> None:
    broken = damage("verdict-missing", "VALIDATED", 3, "Fragment 3 of PARSED is neither accepted nor refused")
    for said in (outcome([LOST], [], [], repaired=False), outcome([LOST], [broken], [broken], repaired=True)):
        assert said.settled == frozenset()
        assert said.unrepaired == (LOST,)


def test_a_lost_announcement_is_settled_by_a_file_that_was_announced_again() -> None:
    lost = damage("message-lost", "INTAKE", 2, "Message 2 of INTAKE cannot be read")
    again = damage("file-unannounced", "INTAKE", "PARSED 4", "The file is not announced any more")
    assert outcome([lost], [again], [], repaired=True).settled == {"INTAKE"}
    assert outcome([lost], [again], [again], repaired=True).unrepaired == (lost,)
    assert outcome([lost], [], [], repaired=True).unrepaired == (lost,)


def test_losses_that_follow_from_nothing_are_never_settled() -> None:
    gone: Damage = damage("entry-lost", "KV_GRANTS", "$KV.GRANTS.ada", "1 messages cannot be read")
    assert outcome([gone], [], [], repaired=True).unrepaired == (gone,)
