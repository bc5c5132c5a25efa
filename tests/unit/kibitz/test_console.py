from contracts.base import Place
from contracts.findings import Finding, Severity
from kibitz.console import count_line, findings_table, has_errors, out


def finding(severity: Severity) -> Finding:
    return Finding(code="x.y", severity=severity, message="[bold]not markup[/]", advice="do", place=Place(line=3))


def test_findings_are_counted_in_words() -> None:
    assert count_line([]) == "nothing to report"
    assert (
        count_line([finding(Severity.ERROR), finding(Severity.WARNING), finding(Severity.WARNING)])
        == "1 error, 2 warnings"
    )


def test_only_errors_decide_the_exit_code() -> None:
    assert not has_errors([finding(Severity.WARNING), finding(Severity.INFO)])
    assert has_errors([finding(Severity.INFO), finding(Severity.ERROR)])


def test_text_from_files_is_never_markup() -> None:
    with out.capture() as captured:
        out.print(findings_table([finding(Severity.ERROR)]))
    assert "[bold]not markup[/]" in captured.get()


def test_a_long_list_says_how_many_more_there_are() -> None:
    with out.capture() as captured:
        out.print(findings_table([finding(Severity.ERROR)] * 70, 60))
    assert "and 10 more" in captured.get()
