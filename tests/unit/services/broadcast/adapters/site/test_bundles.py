import gzip
import re
from dataclasses import replace

import pytest

from services.broadcast.adapters.site.bundles import Bundles, bare, compact_style
from services.broadcast.domain.languages.catalogue import Catalogue
from tests.support.scoreboard_stage import ASSETS

SCRIPTS = {
    "scripts/main.js": """
import { a, b as c } from "./parts/a.js";
const load = () => import("./views/room.js");
start(a, c, load);
""",
    "scripts/parts/a.js": "/** `export const no = 1;` */\nexport const a = 1;\nexport async function b() {}\n",
    "scripts/parts/own.js": "export class Own {}\n",
    "scripts/views/room.js": """
import { a } from "../parts/a.js";
import { Own } from "../parts/own.js";
export const room = [a, Own];
""",
}


def test_the_core_has_what_the_entry_imports_each_before_who_needs_it() -> None:
    core = dict(Bundles(SCRIPTS).files())["core.js"]
    assert core.index("return{a,b}") < core.index("start(a, c, load)")
    assert "const{a, b:c}=m0;" in core
    assert core.endswith("export{m0,m1};")
    assert "no = 1" not in core
    assert "Own" not in core


def test_what_is_loaded_on_demand_is_a_file_with_what_it_alone_needs() -> None:
    files = dict(Bundles(SCRIPTS).files())
    assert 'import("./room.js").then(m=>m.m3)' in files["core.js"]
    assert files["room.js"].startswith('import{m0}from"./core.js";')
    assert "class Own" in files["room.js"]
    assert files["room.js"].endswith("export{m2,m3};")


def test_what_two_of_them_need_is_a_file_that_both_import() -> None:
    scripts = {
        **SCRIPTS,
        "scripts/main.js": 'const load = () => [import("./views/room.js"), import("./parts/b.js")];\n',
        "scripts/parts/b.js": 'import { Own } from "./own.js";\nexport const b = Own;\n',
    }
    files = dict(Bundles(scripts).files())
    assert "class Own" in files["shared.js"]
    assert "class Own" not in files["core.js"] + files["room.js"] + files["b.js"]
    assert 'import{m2}from"./shared.js";' in files["room.js"]
    assert 'import{m2}from"./shared.js";' in files["b.js"]


def test_comments_and_indentation_go_and_texts_stay() -> None:
    code = "/** Says\n * so. */\n  // plain\n  const x = /** @type {any} */ (`a, ${y ? `b  // c` : ''}`);\n"
    assert bare(code) == "const x = (`a, ${y ? `b  // c` : ''}`);\n"


def test_modules_that_import_each_other_are_refused() -> None:
    scripts = {"scripts/main.js": 'import { a } from "./a.js";\n', "scripts/a.js": 'import { b } from "./main.js";\n'}
    with pytest.raises(ValueError, match=r"main\.js imports itself: scripts/main\.js imports scripts/a\.js imports"):
        Bundles(scripts)


def test_no_module_syntax_is_left_inside_of_a_bundle() -> None:
    for name, text in ASSETS.bundled.items():
        if name.endswith(".js"):
            within = "\n".join(text.splitlines()[:-1])
            assert not re.search(r"^export |^import ", within, re.MULTILINE), name


def test_a_style_sheet_has_no_spaces_around_its_marks_and_its_texts_stay() -> None:
    style = '/* Why. */\n@media print {\n  .a, .b > .c { color: red; content: " { x; } "; }\n}\n.d { margin: 0 auto }\n'
    assert compact_style(style) == '@media print{.a, .b > .c{color: red;content: " { x; } "}}.d{margin: 0 auto}'


def test_every_script_and_style_is_in_a_bundle() -> None:
    paths = [path for path in ASSETS.sources if path.startswith(("/scripts/", "/styles/"))]
    texts = "".join(ASSETS.bundled.values())
    classes = {found for path in paths for found in re.findall(rb"\nexport class (\w+)", ASSETS.sources[path].body)}
    assert classes
    assert all(f"class {name.decode()}" in texts for name in classes)
    assert "@media print" in ASSETS.bundled["style.css"]


def test_the_widget_is_small_also_before_it_is_packed() -> None:
    widget = ASSETS.files["/widget.js"].body
    assert b"kibitz-standings" in widget
    assert len(widget) <= 20 * 1024


def test_bundles_are_kept_for_ever_in_a_folder_of_their_version_and_sources_are_not() -> None:
    core = ASSETS.files[f"/{ASSETS.version}/core.js"]
    assert core.lasting
    assert core.packed is not None
    assert gzip.decompress(core.packed) == core.body
    assert not ASSETS.files["/scripts/main.js"].lasting, "whoever knows its plain name gets the newest"


def test_the_words_of_a_language_are_a_file_of_the_version_and_one_at_a_lasting_address() -> None:
    french = Catalogue("fr", {"Close": "Fermer"})
    assets = replace(ASSETS, catalogues={"en": Catalogue(), "fr": french})
    assert assets.files[f"/{assets.version}/words-fr.js"].lasting
    assert b"Fermer" in assets.files["/words-fr.js"].body
    assert "/words-en.js" not in assets.files
    other = replace(assets, catalogues={"fr": replace(french, texts={"Close": "Clore"})})
    assert assets.version != other.version
