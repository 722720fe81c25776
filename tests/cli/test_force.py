"""--force means the same in every command: overwrite the output that is named, or the default one where none is named."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest
from command_line import run

from elver.cli.main import COMMANDS, module_of
from elver.cli.options import overwriting

PLACES = ("FOLDER", "STORE", "FILE")  # what the metavar of an option begins with that names a file or a folder
READ = {  # options that name what is read, not what is written
    "run": {"--resume"},
    "learn": {"--resume"},
    "new": {"--import"},
    "page": {"--of"},
    "studio": {"--folder"},  # where its files are; its editor saves what the user saves
}
NO_FORCE = {"plot": "pictures are drawn again from the results that they show: they are always replaced"}

RUN = ("run", "eel", "--set", "body.joints=1", "--duration", 0.2, "--no-figures")
SWEEP = ("sweep", "eel", "--set", "body.joints=1", "--seconds", 0.1)
SEARCH = ("eel", "--over", "gait.amplitude=0.02:0.12", "--set", "body.joints=1", "--seconds", 0.1, "--no-figures")
OPTIMISE = ("optimise", *SEARCH, "--objective", "work_positive")
PARETO = ("pareto", *SEARCH, "--minimise", "work_positive", "--maximise", "mean_speed", "--population", 8)


def outputs(name: str) -> list[str]:
    """Options of a command that name a file or a folder to write."""
    own = [(f.metadata["names"], f.metadata["how"].get("metavar") or "") for f in fields(module_of(name).Options)]
    return [names[-1] for names, metavar in own if names and metavar.startswith(PLACES) and names[-1] not in READ.get(name, ())]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_with_an_output_can_be_forced(name):
    found = [f for f in fields(module_of(name).Options) if f.name == "force"]
    assert bool(found) == ((bool(outputs(name)) or name == "new") and name not in NO_FORCE)  # the file of `new` has no option
    for own in found:
        assert own.metadata == overwriting().metadata


def test_the_walk_finds_what_is_written():
    assert outputs("run") == outputs("sweep") == outputs("optimise") == outputs("plot") == ["--out"]
    assert outputs("hull") == ["--waves", "--out", "--picture"]
    assert outputs("table") == ["--csv", "--xlsx", "--mat"]
    assert outputs("export") == ["--c", "--fmu", "--casadi", "--glb"]


def test_a_run_overwrites_the_default_folder(capsys, tmp_path):
    first = tmp_path / "runs" / "eel"
    assert run(capsys, *RUN)[0] == 0
    (first / "thesis.txt").write_text("mine")
    assert run(capsys, *RUN, "--duration", 0.1, "--force")[0] == 0
    assert [p.name for p in first.parent.iterdir()] == ["eel"]
    assert json.loads((first / "summary.json").read_text())["duration"] == pytest.approx(0.1)
    assert (first / "thesis.txt").read_text() == "mine"
    assert run(capsys, *RUN)[0] == 0  # and without it takes a new one
    assert {p.name for p in first.parent.iterdir()} == {"eel", "eel-2"}
    assert run(capsys, *RUN, "--json", "--force")[0] == 0  # which writes no files


def test_a_default_place_that_is_a_file_is_refused_first(capsys, tmp_path):
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "eel").write_text("mine")
    code, _, err = run(capsys, *RUN, "--force")
    assert (code, "is a file" in err) == (2, True)


@pytest.mark.parametrize("named", [True, False])
def test_a_sweep_begins_anew(capsys, tmp_path, named):
    from elver.analysis import load_sweep

    store = tmp_path / "runs" / "eel-sweep.zarr"
    out = ("--out", store) if named else ()
    assert run(capsys, *SWEEP, "--vary", "gait.amplitude=0.04,0.06", *out)[0] == 0
    for name in ("thesis.txt", "work/remark"):
        (store / name).write_text("mine")
    other = (*SWEEP, "--vary", "gait.wavelength=1,2,3")
    code, _, err = run(capsys, *other, "--out", store)
    assert (code, "--force" in err) == (2, True)
    assert load_sweep(store).status.sizes == {"gait.amplitude": 2}
    assert run(capsys, *other, *out, "--force")[0] == 0
    assert list(load_sweep(store).status.dims) == ["gait.wavelength"]
    assert "gait.amplitude" not in {p.name for p in store.iterdir()}
    assert all((store / name).read_text() == "mine" for name in ("thesis.txt", "work/remark"))
    assert [p.name for p in store.parent.iterdir()] == [store.name]


def test_a_run_that_is_written_while_it_goes_on_begins_anew(capsys, tmp_path):
    """In the folder of its store stands what others have put there, an array of theirs too."""
    import elver

    streamed = (*RUN, "--stream", "zarr", "--out", "swim")
    assert run(capsys, *streamed, "--record", "body_force")[0] == 0
    store = tmp_path / "swim" / "run.zarr"
    names = ("thesis.txt", "work/remark", "mine/.zarray", "mine/0")
    (store / "mine").mkdir()
    for name in names:
        (store / name).write_text("{}")
    assert run(capsys, *streamed)[0] == 2
    assert run(capsys, *streamed, "--duration", 0.1, "--force")[0] == 0
    found = elver.load_run(store)
    assert float(found.data.time[-1]) == pytest.approx(0.1)
    assert not (store / "body_force").exists()
    assert "mine" not in found.data
    assert all((store / name).read_text() == "{}" for name in names)
    assert run(capsys, *streamed[:-4], "--out", "swim", "--stream", "nc", "--force")[0] == 0  # of another kind
    assert {p.name for p in store.iterdir()} == {"thesis.txt", "work", "mine", ".zgroup"}
    (tmp_path / "other" / "run.zarr").mkdir(parents=True)
    (tmp_path / "other" / "run.zarr" / ".zmetadata").write_text("mine")
    assert run(capsys, *streamed[:-1], "other", "--force")[0] == 2
    assert (tmp_path / "other" / "run.zarr" / ".zmetadata").read_text() == "mine"


def test_a_forced_run_leaves_no_store_where_nobody_has_put_anything(capsys, tmp_path):
    assert run(capsys, *RUN, "--stream", "zarr", "--out", "swim")[0] == 0
    assert run(capsys, *RUN, "--stream", "nc", "--out", "swim", "--force")[0] == 0
    assert not (tmp_path / "swim" / "run.zarr").exists()


def test_what_is_no_sweep_stays(capsys, tmp_path):
    """A folder of others, and a list of names that leads out of a store."""
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "0").write_text("mine")
    code, _, err = run(capsys, *SWEEP, "--vary", "gait.amplitude=0.04,0.06", "--out", "thesis", "--force")
    assert (code, "not a sweep" in err) == (2, True)
    store = tmp_path / "s.zarr"
    assert run(capsys, *SWEEP, "--vary", "gait.amplitude=0.04,0.06", "--out", store)[0] == 0
    (store / "notes").write_text("mine")
    (store / "link").symlink_to(tmp_path / "thesis")
    written = json.loads((store / ".elver" / "written.json").read_text())
    (store / ".elver" / "written.json").write_text(json.dumps([*written, "../thesis", "..", "notes", "link"]))
    assert run(capsys, *SWEEP, "--vary", "gait.amplitude=0.05,0.06", "--out", store, "--force")[0] == 0
    assert (tmp_path / "thesis" / "0").read_text() == (store / "notes").read_text() == "mine"


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize(("asked", "word", "result"), [(OPTIMISE, "optimise", "optimum.json"), (PARETO, "pareto", "front.json")])
def test_a_search_begins_anew(capsys, tmp_path, asked, word, result, named):
    folder = tmp_path / "runs" / f"eel-{word}"
    out = ("--out", folder) if named else ()
    assert run(capsys, *asked, "--budget", 16, *out)[0] == 0
    before = (folder / "history.jsonl").read_text()
    (folder / "thesis.txt").write_text("mine")
    code, _, err = run(capsys, *asked, "--budget", 16, "--out", folder)
    assert (code, "--force" in err, "--resume" in err) == (2, True, True)
    assert (folder / "history.jsonl").read_text() == before
    assert run(capsys, *asked, "--budget", 8, "--seed", 5, *out, "--force")[0] == 0
    assert len((folder / "history.jsonl").read_text().splitlines()) == 9
    assert json.loads((folder / result).read_text())["evaluations"] == 8
    assert (folder / "thesis.txt").read_text() == "mine"
    assert [p.name for p in folder.parent.iterdir()] == [folder.name]


def test_results_of_an_earlier_search_do_not_stay_beside_a_new_one(tmp_path):
    """Killed at once, a search that begins anew leaves nothing that was not its own; runs of others stay."""
    from elver.analysis.studies.search import remove_search

    for name in ("run.nc", "front.json"):
        (tmp_path / name).write_text("mine")
    remove_search(tmp_path)
    assert len(list(tmp_path.iterdir())) == 2
    (tmp_path / "history.jsonl").write_text("{}\n")
    remove_search(tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["history.jsonl"]


@pytest.mark.parametrize("asked", [RUN, (*SWEEP, "--vary", "gait.amplitude=0.1,0.2"), OPTIMISE, PARETO, ("fit", "fish.yaml")])
def test_going_on_and_beginning_anew_are_not_both(capsys, tmp_path, asked):
    code, _, err = run(capsys, *asked, "--out", "mine", "--force", "--resume")
    assert (code, "Give one of the two" in err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_picture_of_a_file_is_not_overwritten_unasked(capsys, tmp_path):
    picture = tmp_path / "eel.png"
    picture.write_text("mine")
    code, _, err = run(capsys, "check", "eel", "--picture", picture)
    assert (code, "--force" in err, picture.read_text()) == (2, True, "mine")
    assert run(capsys, "check", "eel", "--picture", picture, "--force")[0] == 0
    assert picture.stat().st_size > 5000
