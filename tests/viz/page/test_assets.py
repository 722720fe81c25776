"""The built page belongs to its sources, and every source says what it is."""

import hashlib
from pathlib import Path

ROOT = Path(__file__).parents[3]
WEB, ASSETS = ROOT / "web", ROOT / "src" / "elver" / "viz" / "page" / "assets"


def sources() -> dict[str, bytes]:
    """What the bundles are made from, by path inside web/."""
    paths = [*(p for p in (WEB / "src").rglob("*") if p.is_file()), *WEB.glob("*.mjs"), WEB / "package-lock.json"]
    return {p.relative_to(WEB).as_posix(): p.read_bytes() for p in paths}


def digest(files: dict[str, bytes]) -> str:
    """As build.mjs computes it: path, zero, bytes, zero, in the order of the paths."""
    total = hashlib.sha256()
    for path in sorted(files):
        total.update(path.encode() + b"\0" + files[path] + b"\0")
    return total.hexdigest()


def test_the_bundles_are_fresh():
    files = sources()
    assert (ASSETS / "digest.txt").read_text().strip() == digest(files), "run `make page` and commit what it writes"
    changed = {**files, "src/page.js": files["src/page.js"] + b" "}
    assert digest(changed) != digest(files)


def test_the_page_is_whole_and_names_no_host():
    shell = (ASSETS / "shell.html").read_text()
    for place in ("title", "csp", "payload", "module", "bundle", "loader"):
        assert f"@{place}@" in shell
    assert "default-src 'none'" in shell
    assert "</script" not in (ASSETS / "loader.js").read_text()
    assert "elverOpen" in (ASSETS / "viewer.js").read_text()
    licences = (ASSETS / "licenses.txt").read_text()
    assert "three" in licences
    assert "uplot" in licences
    assert '"resolved"' not in (WEB / "package-lock.json").read_text()


def test_scripts_say_what_they_are():
    scripts = list((WEB / "src").rglob("*.js"))
    assert len(scripts) > 20
    for path in scripts:
        assert path.read_text().startswith("/**"), f"{path} does not say what it is"
