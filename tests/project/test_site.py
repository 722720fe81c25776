"""The site: every page has its place, every picture its command, every name its text; it builds without a warning."""

from __future__ import annotations

import inspect
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from elver.cli.main import build_parser
from elver.scenarios import all_scenarios

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
sys.path.insert(0, str(DOCS))
import make_gallery  # noqa: E402
import make_llms  # noqa: E402
import make_reports  # noqa: E402
import make_site  # noqa: E402
from building import contents, docstrings, reports  # noqa: E402

NEEDS = {"sweep": "sweep", "optimise": "optimise", "hull": "hull"}  # command -> extra
PICTURES = {name: about for part in make_gallery.parts() for name, about in part["pictures"].items()}


# --- the gallery ----------------------------------------------------------------------------------------------------


def test_the_gallery_is_as_its_data_say():
    assert make_gallery.PAGE.read_text(encoding="utf-8") == make_gallery.gallery(), "run `python docs/make_gallery.py`"


def test_every_picture_is_shown_and_every_entry_of_the_gallery_has_its_picture():
    there = {p.name for p in (DOCS / "img").iterdir()}
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "README.md", *DOCS.rglob("*.md")))
    assert set(PICTURES) <= there
    assert not {name for name in there if f"img/{name})" not in pages}, "name them in docs/gallery.yaml, or show them in a page"


@pytest.mark.parametrize("name", PICTURES)
def test_the_command_of_a_picture_can_be_given(name):
    about = PICTURES[name]
    lines = [*make_gallery.before(about), about["command"]]
    made = [word for line in lines[:-1] for word in shlex.split(line) if word.endswith(".yaml")]
    for line in lines:
        program, *words = shlex.split(line)
        (elver_line if program == "elver" else python_line)(words, made)


@pytest.mark.parametrize("name", PICTURES)
def test_the_command_of_a_picture_draws_and_names_the_extra_that_it_needs(name):
    about = PICTURES[name]
    lines = [*make_gallery.before(about), about["command"]]
    assert not about["command"].startswith(("elver sweep", "elver new")), "these draw nothing: `elver plot` what they wrote"
    needed = {NEEDS[command] for command in NEEDS for line in lines if line.startswith(f"elver {command}")}
    assert needed == ({about["extra"]} if "extra" in about else set())


def elver_line(words: list[str], made: list[str]) -> None:
    """The command parses, and its scenario exists or was written by the command before it."""
    parsed = build_parser([words[0]])[0].parse_args(words)
    if words[0] in ("run", "page", "sweep", "pareto"):
        named = parsed.source if words[0] == "page" else parsed.scenario
        assert named in made or named in {s.name for s in all_scenarios()}, named


def python_line(words: list[str], made: list[str]) -> None:
    """The program exists, and what is asked of it too."""
    script, asked = ROOT / words[0], words[1:]
    assert script.is_file()
    if script.name == "make_figures.py":
        groups = re.findall(r'^    "(\w+)": \w+,$', script.read_text(encoding="utf-8"), re.M)
        assert set(asked) <= set(groups)
    for option in (word for word in asked if word.startswith("--")):
        assert f'"{option}"' in script.read_text(encoding="utf-8")
    for file in (word for word in asked if word.startswith("docs/")):
        assert (ROOT / file).is_file()


# --- contents -------------------------------------------------------------------------------------------------------


def test_every_page_has_its_place():
    assert contents.LAST not in contents.contents(contents.pages_of(DOCS)), "name them in docs/building/contents.py"


def test_a_page_that_nobody_placed_comes_last_and_none_is_listed_twice():
    pages = {"index", "howto", "brand_new", "api/index", "api/elver.robot"}
    found = contents.contents(pages)
    assert found[contents.LAST] == ["brand_new"]
    assert sorted(page for named in found.values() for page in named) == ["api/index", "brand_new", "howto"]
    assert ":caption: More\n\nbrand_new\n" in contents.lists_of_contents(pages)
    named = [page for part in contents.PARTS.values() for page in part]
    assert len(named) == len(set(named))


# --- docstrings -----------------------------------------------------------------------------------------------------

TEXT = """\
One model |J_p| of ``robot``; see `elver run` and name_.

dt: step [s] of the methods,
    and more of it.
limit F [N], rotor: none.
- ``inverse``: forces
  go in.
- ``direct``: motions * 2.
After the points.

steps: per period.   start [s]: of docs/models/eel.md
and more.
Returns all of it.

    code = 1
"""


def test_docstrings_become_lists_and_code():
    assert docstrings.readable(TEXT.splitlines()) == [
        r"One model \|J_p\| of ``robot``; see ``elver run`` and name\_.", "",
        "- **dt**: step [s] of the methods, and more of it.", "",
        "- **limit F [N], rotor**: none.", "",
        "- ``inverse``: forces go in.", "",
        r"- ``direct``: motions \* 2.", "",
        "After the points.", "",
        "- **steps**: per period.", "",
        "- **start [s]**: of :doc:`/models/eel` and more.", "",
        "Returns all of it.", "",
        "::", "", "    code = 1", "",
    ]  # fmt: skip


def test_a_constant_is_not_described_by_the_docstring_of_its_type():
    for value in ("text", (1, 2), {"a": 1}, 3.0):
        lines = inspect.getdoc(value).splitlines()
        docstrings.make_readable(None, "data", "elver.some.NAME", value, None, lines)
        assert lines == []
    lines = ["Forces of one body."]
    docstrings.make_readable(None, "data", "elver.some.NAME", docstrings.readable, None, lines)
    assert lines == ["Forces of one body.", ""]


# --- reports --------------------------------------------------------------------------------------------------------


def test_reports_as_page_as_table_and_none(tmp_path):
    assert "without measuring" in reports.report_text(None)
    row = {"scenario": "eel", "claim": "a|b", "measured": 1.25, "unit": "m", "kind": "own", "source": "us", "holds": False}
    (tmp_path / reports.MEASURED).write_text(json.dumps({"claims": [row], "failed": 1}))
    assert r"| **fails** | eel | a\|b | own | 1.25 | m | us |" in reports.report_text(tmp_path)
    (tmp_path / reports.WRITTEN).write_text("<html></html>")
    assert 'src="reports/verify.html"' in reports.report_text(tmp_path)


@pytest.mark.long
def test_reports_are_measured(tmp_path):
    made = make_reports.make(tmp_path / "reports", "gray")
    assert made.name == (reports.WRITTEN if make_reports.writes_pages() else reports.MEASURED)
    assert "gray" in made.read_text(encoding="utf-8")
    assert ("iframe" in reports.report_text(made.parent)) == make_reports.writes_pages()


# --- what language models read ----------------------------------------------------------------------------------------


def test_the_text_for_language_models_is_as_the_package_says():
    assert make_llms.PLACE.read_text(encoding="utf-8") == make_llms.text(), "run `python docs/make_llms.py`"
    assert len(make_llms.COMMANDS) == 10


def test_its_commands_can_be_given():
    for line, _ in make_llms.COMMANDS:
        _, command, *words = shlex.split(line)
        assert build_parser([command])[0].parse_args([command, *words]).command == command


# --- tables and links of the pages ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("page", "folded"), [("performance", 1), ("results", 0)])
def test_printed_tables_of_performance_are_folded_with_their_title(page, folded):
    pytest.importorskip("sphinx")
    from types import SimpleNamespace

    from building.folding import FoldTables
    from docutils import nodes, utils

    document = utils.new_document("page")
    document.settings.env = SimpleNamespace(docname=page)
    document += nodes.literal_block("", "Eels <on> two cores\n\nfigure   value  unit\nspeed    3.000  m/s")
    document += nodes.literal_block("", "make bench")
    FoldTables(document).apply()
    raw = [node.astext() for node in document.findall(nodes.raw)]
    assert len(raw) == 2 * folded
    assert not folded or raw[0].endswith("<summary>Eels &lt;on&gt; two cores</summary>")
    assert not folded or [type(node).__name__ for node in document[:4]] == ["raw", "literal_block", "raw", "literal_block"]


def test_the_link_to_the_sources_is_that_of_the_workflow_or_none(monkeypatch):
    from building.repository import GITHUB, link_to_repository

    monkeypatch.setenv("GITHUB_SERVER_URL", "https://github.com")
    monkeypatch.setenv("GITHUB_REPOSITORY", "somebody/elver")
    assert link_to_repository()["source_repository"] == "https://github.com/somebody/elver"
    assert GITHUB.match("git@github.com:some-body/elver.git")[2] == "some-body/elver"
    assert GITHUB.match("/srv/elver.git") is None


# --- the folder that is published -----------------------------------------------------------------------------------------


def test_the_landing_page_leads_to_pages_that_exist():
    text = (DOCS / "site" / "landing.html").read_text(encoding="utf-8")
    for target in re.findall(r'(?:href|src)="(docs/[^"#]+)', text):
        path = target.removeprefix("docs/")
        source = DOCS / (path.replace("_static/", "style/") if path.startswith("_static/") else path)
        assert source.exists() or source.with_suffix(".md").exists() or path.startswith("api/"), target
    assert "http://" not in text
    assert "https://" not in text


def test_the_folder_holds_landing_page_documentation_and_nothing_old(tmp_path):
    built, target = tmp_path / "html", tmp_path / "public"
    (built / "pages").mkdir(parents=True)
    for name in ("index.html", "pages/eel.html", ".buildinfo"):
        (built / name).write_text(name)
    (target / "docs").mkdir(parents=True)
    (target / "docs" / "old.html").write_text("old")
    assert make_site.make(built, target) == target / "index.html"
    found = {path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file()}
    assert found == {"index.html", "llms.txt", ".nojekyll", "docs/index.html", "docs/pages/eel.html"}
    with pytest.raises(SystemExit, match="make docs"):
        make_site.make(tmp_path / "empty", target)


# --- the whole ------------------------------------------------------------------------------------------------------


def site(target: Path, *options: str) -> None:
    pytest.importorskip("furo")
    pytest.importorskip("myst_parser")
    command = [sys.executable, "-m", "sphinx", "-n", "-W", "--keep-going", "-q", *options, "-d", target / "trees", DOCS, target]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr


def test_the_pages_build_without_a_warning(tmp_path):
    site(tmp_path, "-b", "dummy", "-t", "prose")


@pytest.mark.long
def test_the_site_builds_without_a_warning(tmp_path):
    from building.reference import home_of

    import elver

    site(tmp_path, "-b", "html")
    start = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert '<iframe src="pages/eel.html"' in start
    assert (tmp_path / "pages" / "eel.html").is_file()
    assert "http://" not in re.sub(r"http://www.w3.org/\S+", "", start)
    reference = (tmp_path / "api" / "index.html").read_text(encoding="utf-8")
    for name in elver.__all__:
        home = home_of(name)
        assert inspect.ismodule(getattr(elver, name)) or f'href="{home}.html#{home}.{name}"' in reference, name
    page = (tmp_path / "api" / "elver.simulation.html").read_text(encoding="utf-8")
    assert "duration" in page
    assert inspect.getdoc(elver.simulate).split()[0] in page
