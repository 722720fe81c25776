"""Results in the folder runs, as plain files."""

import os

import pytest

from elver.viz.studio.folder import Folder, Library, RefusalError


@pytest.fixture
def library(tmp_path):
    """One run with two figures, one sweep, and things that are not for the page."""
    (tmp_path / "secret.svg").write_text("secret")
    root = tmp_path / "work"
    for name in ("eel/figures", "eel-sweep", ".hidden"):
        (root / "runs" / name).mkdir(parents=True)
    for name in (
        "eel/run.nc",
        ".hidden/run.nc",
        "eel/figures/path.svg",
        "eel/figures/path.png",
        "eel/figures/speed.png",
        "eel/notes.txt",
    ):
        (root / "runs" / name).write_text(name)
    (root / "runs/eel/summary.json").write_text('{"mean_speed": 0.3}')
    (root / "runs/eel-sweep/map.json").write_text('{"axes": []}')
    (root / "runs/eel-sweep/scenario.yaml").write_text("elver: 1")
    os.symlink(tmp_path / "secret.svg", root / "runs/eel/figures/out.svg")
    os.symlink(tmp_path, root / "runs/up")
    return Library(Folder.at(root))


def test_runs_and_sweeps_are_found(library):
    (run,) = library.runs()
    assert (run["name"], run["summary"], run["asked"]) == ("eel", {"mean_speed": 0.3}, {})
    assert run["figures"] == ["out.svg", "path.svg", "speed.png"]  # what a link names is refused when it is read
    assert [s["name"] for s in library.sweeps()] == ["eel-sweep"]
    assert library.map("eel-sweep") == {"axes": [], "text": "elver: 1"}
    assert library.figure("eel", "path.svg") == (b"eel/figures/path.svg", "image/svg+xml")


@pytest.mark.parametrize(
    ("run", "figure"),
    [("eel", "out.svg"), ("eel", "../notes.txt"), ("eel", "../../x.svg"), ("up", "secret.svg"), ("..", "path.svg"),
     ("eel", "path.pdf"), (".hidden", "path.svg"), ("eel/figures", "path.svg"), (None, "path.svg"), ("eel", None),
     ("eel", "none.svg")],
)  # fmt: skip
def test_nothing_else_is_read(library, run, figure):
    with pytest.raises(RefusalError) as refused:
        library.figure(run, figure)
    assert refused.value.status in (400, 403, 404)


def test_damaged_files_are_no_matter(library):
    (library.folder.root / "runs/eel/summary.json").write_text("[" * 100_000)
    assert library.run("eel")["summary"] == {}
    (library.folder.root / "runs/eel-sweep/map.json").write_text("{")
    with pytest.raises(RefusalError, match="cannot be read"):
        library.map("eel-sweep")


def test_an_empty_folder_has_no_results(tmp_path):
    own = Library(Folder.at(tmp_path))
    assert own.runs() == own.sweeps() == []
