"""Fit files end to end: a problem whose residuals vanish at the truth; mistakes are named with their place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fit_files import ARM, FIT, folder, wide

from elver._support.errors import MistakesError
from elver.analysis import load_fit, load_fit_text
from elver.analysis.fit.evaluation import Evaluator
from elver.analysis.fit.files.machine import read_base
from elver.scenarios.yaml.nodes import DocumentError

ONE = "first: {file: first.csv, sigma: 1 mm}"


def changed(old: str, new: str, text: str = FIT) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


def largest(problem, **values) -> float:
    """Largest difference over sigma at the start, with some unknowns elsewhere."""
    theta = problem.start
    for name, value in values.items():
        theta[problem.names.index(name)] = value
    found = Evaluator(problem, 1)(theta, slopes=False)
    assert not found.failed, found.failed
    return max(float(np.abs(b.difference / b.channel.sigma).max()) for b in found.blocks)


def test_paths_of_markers_are_told_at_the_truth(tmp_path):
    problem = load_fit(folder(tmp_path, first=wide()))
    assert problem.names == ("stiffness",)
    assert (problem.unknowns[0].value, problem.unknowns[0].prior.kind) == (0.04, "lognormal")
    assert [c.name for c in problem.recordings[0].channels] == ["elbow.x", "elbow.y", "hand.x", "hand.y"]
    assert (problem.dt, problem.method, problem.name) == (0.005, "rk4", "trial")
    assert largest(problem, stiffness=0.06) < 1e-4
    assert largest(problem) > 5


def test_the_step_is_that_of_the_machine_as_it_is_set(tmp_path, monkeypatch):
    def stepped(*given):
        base = read_base(*given)
        return replace(base, scenario=replace(base.scenario, step=lambda values: 4 * values["damping"]))

    monkeypatch.setattr("elver.analysis.fit.files.loading.read_base", stepped)
    text = changed("run: {dt: 5 ms, method: rk4}", "set: {damping: 0.75 mN m s/rad}\nrun: {method: rk4}")
    assert load_fit(folder(tmp_path, text, first=wide())).dt == pytest.approx(0.003)


def test_camera_clock_and_other_units(tmp_path):
    """Half millimetres by a turned camera, times that begin later: all told back by the camera and the clock."""
    rows = [row.split(",") for row in wide("px", 2000.0).splitlines()[2:]]
    table = np.array(rows, dtype=float)
    table[:, 0] = (table[:, 0] - 0.05) / 1.1
    seen = table.copy()
    for k in (1, 3):
        x, y = table[:, k] - 200.0, table[:, k + 1] + 100.0
        seen[:, k], seen[:, k + 1] = np.cos(0.3) * x + np.sin(0.3) * y, np.cos(0.3) * y - np.sin(0.3) * x
    lines = ["time,elbow_x,elbow_y,hand_x,hand_y", *(",".join(f"{v:.12g}" for v in row) for row in seen)]
    camera = "camera: {x: 100 mm, y: -50 mm, yaw: 0.3, scale: 0.5 mm}, clock: {offset: 50 ms, factor: 1.1}"
    own = f"first: {{file: first.csv, unit: px, sigma: 2 px, {camera}, nuisance: [camera.yaw, camera.scale, clock.offset]}}"
    problem = load_fit(folder(tmp_path, changed(ONE, own), first="\n".join(lines)))
    assert problem.names[1:] == ("camera.yaw@first", "camera.scale@first", "clock.offset@first")
    assert list(problem.start[1:]) == [0.3, 0.0005, 0.05]
    assert largest(problem, stiffness=0.06) < 1e-4


def test_a_camera_that_is_to_be_found_begins_where_the_first_frame_says(tmp_path):
    """The same picture turned by half a turn and moved: aligned, the path is told without any search."""
    rows = [row.split(",") for row in wide().splitlines()[2:]]
    lines = [",".join(str(v) for v in (row[0], *(300 - float(x) for x in row[1:]))) for row in rows]
    text = "\n".join(["# unit: mm", "time,elbow.x,elbow.y,hand.x,hand.y", *lines])
    own = "first: {file: first.csv, sigma: 1 mm, nuisance: [camera.x, camera.y, camera.yaw]}"
    problem = load_fit(folder(tmp_path, changed(ONE, own), first=text))
    np.testing.assert_allclose(np.abs(problem.start[1:]), [0.3, 0.3, np.pi], atol=1e-6)
    assert largest(problem, stiffness=0.06) < 1e-3


def test_a_picture_with_y_downwards(tmp_path):
    lines = wide().splitlines()
    rows = [row.split(",") for row in lines[2:]]
    down = [",".join((t, a, f"{-float(b)}", c, f"{-float(d)}")) for t, a, b, c, d in rows]
    own = "first: {file: first.csv, sigma: 1 mm, camera: {flip: true}}"
    problem = load_fit(folder(tmp_path, changed(ONE, own), first="\n".join([*lines[:2], *down])))
    assert largest(problem, stiffness=0.06) < 1e-4


def test_numbers_are_converted_into_the_unit_of_the_channel(tmp_path):
    text = changed("elbow: {body: arm, at: [0.05, 0, 0]}", "elbow: {body: arm, at: [5 cm, 0, 0], unit: m, sigma: 2 mm}")
    problem = load_fit(folder(tmp_path, text, first=wide()))
    elbow, hand = problem.recordings[0].channel("elbow.x"), problem.recordings[0].channel("hand.x")
    assert (elbow.unit, hand.unit) == ("m", "mm")
    assert (elbow.sigma[0], hand.sigma[0]) == (0.002, 1.0)
    assert elbow.values[0] == pytest.approx(hand.values[0] / 4000)
    assert largest(problem, stiffness=0.06) < 1e-4


def test_steady_numbers_rivals_and_what_recordings_set(tmp_path):
    text = """elver: 1
fit: steady
model: arm.yaml
set: {damping: 0}
unknowns: [stiffness]
channels:
  torque: {of: joint_torque.hinge, kind: mean, window: [0 s, 0.2 s], unit: mN m, sigma: 5 %, noise: {model_error: 1 mN m}}
  turn: {heading: arm, kind: harmonic, window: [0, 0.4], unit: deg}
recordings:
  wide: {set: {swing: 40 deg}, numbers: {torque: -20, turn: [10 +- 1, 5 deg +- 0.01 rad]}}
  narrow: {set: {swing: 20 deg}, numbers: {torque: -10 mN m +- 2}, held_out: true, rivals: {guess: {torque: -11}}}
law_by: swing
"""
    problem = load_fit(folder(tmp_path, text))
    first, second = problem.recordings
    assert first.program is second.program
    assert first.values == {"swing": pytest.approx(np.deg2rad(40))}
    assert first.channel("torque").sigma[0] == 1.0
    np.testing.assert_allclose(first.channel("turn").sigma, [1.0, np.rad2deg(0.01)])
    assert first.channel("torque").noise.model_error == 1.0
    assert second.held_out
    assert second.rivals == {"guess": {"torque": [-11.0]}}
    assert problem.law_by == "swing"
    assert not Evaluator(problem, 1)(problem.start).failed


def test_a_run_is_a_recording(tmp_path):
    import elver
    from elver.scenarios import load_text

    run = elver.simulate(
        load_text(ARM).build({"stiffness": 0.06}),
        0.5,
        solver=elver.Solver(dt=5e-3, method="rk4"),
        save=elver.Save(every=0.05),
        progress=False,
    )
    text = """elver: 1
fit: again
model: arm.yaml
unknowns: {stiffness: {start: 0.05}}
channels:
  hand: {point: {body: arm}, axis: x, column: body_position.arm.x, unit: mm, sigma: 1}
  turn: {of: joint_angle.hinge, column: joint_position.hinge, sigma: 1 mrad}
  torque: {of: joint_torque.hinge, column: joint_torque.hinge, unit: mN m, sigma: 0.01}
  rate: {speed: {body: arm, along: y}, column: body_twist.arm.vy, sigma: 1 mm/s}
recordings: {first: {file: run.nc}}
run: {dt: 5 ms, method: rk4}
"""
    path = folder(tmp_path, text)
    run.save(tmp_path / "run.nc")
    problem = load_fit(path)
    units = {c.name: c.unit for c in problem.recordings[0].channels}
    assert units == {"hand": "mm", "turn": "rad", "torque": "mN m", "rate": "m/s"}
    assert problem.recordings[0].count == 4 * 11
    assert largest(problem, stiffness=0.06) < 1e-6
    assert largest(problem) > 10


def test_what_was_left_out_is_told(tmp_path):
    rows = wide().splitlines()
    rows[6] = ",".join(["0.08", "", "", *rows[6].split(",")[3:]])
    rows[12] = ",".join([rows[12].split(",")[0], "900", *rows[12].split(",")[2:]])
    text = changed(ONE, 'first: {file: first.csv, sigma: 1 mm, distances: false, ignore: ["light*"]}')
    rows = [rows[0], f"{rows[1]},light1", *(f"{row},1" for row in rows[2:])]
    (recording,) = load_fit(folder(tmp_path, text, first="\n".join(rows))).recordings
    assert recording.dropped == (
        "1 columns ignored, as the fit file says: light1",
        "elbow.x: 1 of 26 values are missing",
        "elbow.y: 1 of 26 values are missing",
        "elbow.x: 1 of 25 values are outliers, more than 6 robust standard deviations from the running median",
    )
    assert [c.count for c in recording.channels] == [24, 25, 26, 26]


def test_words_and_counts_make_programs_of_their_own(tmp_path):
    text = changed(ONE, "first: {file: first.csv, sigma: 1 mm, set: {links: 2}}\n  second: {file: first.csv, sigma: 1 mm}")
    first, second = load_fit(folder(tmp_path, text, first=wide())).recordings
    assert first.program is not second.program
    assert first.program.model.parameters["links"] == 2


MISTAKES = [
    (("body: arm, at: [0.05", "body: arn, at: [0.05"), "unknown body 'arn'. Did you mean 'arm'?"),
    (("[0.05, 0, 0]", "[0.05, 0]"), "Give three lengths"),
    (("[size, 0, 0]", "[sise, 0, 0]"), "unknown name 'sise'. Did you mean 'size'?"),
    (("[size, 0, 0]", "[swing, 0, 0]"), "given in"),
    (("stiffness: {start", "stifness: {start"), "unknown parameter of scenario 'arm': 'stifness'"),
    (("stiffness: {start: 0.04}", "links: {}"), "is a count and cannot be an unknown"),
    (("stiffness: {start: 0.04}", "pull: {}"), "Name a component"),
    (("{start: 0.04}", "{range: [0.0001, 5]}"), "goes beyond the range"),
    (("{start: 0.04}", "{start: 3}"), "lies outside the range"),
    (("{start: 0.04}", "{prior: {type: normal, mean: 1}}"), "has no 'sigma'"),
    (("stiffness: {start: 0.04}", "stiffness: {start: 0.04}\n  pull.x: {}"), "unknown 'pull.x' has no influence"),
    ((", sigma: 1 mm", ""), "have no sigma"),
    (("sigma: 1 mm", "sigma: 1 N"), "have no sigma. The recording's sigma = 1 N is of another kind"),
    (("sigma: 1 mm", "sigma: 1 mm, held_out: true"), "nothing to fit"),
    (("sigma: 1 mm", "sigma: 1 mm, set: {stiffness: 1}"), "is an unknown, and this recording sets it"),
    (("sigma: 1 mm", "sigma: 1 mm, nuisance: [stiffness]"), "Name it once"),
    (("sigma: 1 mm", "sigma: 1 mm, nuisance: [camera.z]"), "unknown nuisance of camera: 'z'"),
    (("sigma: 1 mm", "sigma: 1 mm, nuisance: [base vx]"), "unknown nuisance 'base vx'"),
    (("sigma: 1 mm", "sigma: 1 mm, to: -1 s"), "none between"),
    (("sigma: 1 mm", "sigma: 1 mm, clock: {offset: -1 s}"), "before the run does"),
    (("sigma: 1 mm", "sigma: 1 mm, clock: {offset: 1e9 s}"), "steps of the machine"),
    (("sigma: 1 mm", "sigma: 1 mm, unit: m"), "The file is probably in mm: write unit: mm"),
    (("sigma: 1 mm", "sigma: 1 px, unit: px"), "nothing says how long one is"),
    (("sigma: 1 mm", "sigma: 1 mm, states: {angle: 1}"), "unknown state 'angle'"),
    (("first.csv", "second.csv"), "no such file"),
    (("hand:", "hnd:"), "'hand.x' that is no channel or marker of the fit file. Did you mean 'hnd.x'?"),
    (("run:", "channels: {force: {of: joint_torque.hinge, unit: N m}}\nrun:"), "no recording has channel 'force'"),
    (("run:", "channels: {force: {of: joint_torque.hinge, unit: mm}}\nrun:"), "is measured in N m"),
    (("run:", "channels: {force: {of: joint_torque.hing, unit: N m}}\nrun:"), "Did you mean 'hinge'?"),
    (("run:", "channels: {force: {unit: N m}}\nrun:"), "one of point, heading, speed, of"),
    (("fit: trial", "fitt: trial"), "unknown key of a fit file: 'fitt'. Did you mean 'fit'?"),
    (("fit: trial\n", ""), "a fit file has no 'fit'"),
    (("fit: trial", "fit: a trial"), "Give letters, digits"),
    (("elver: 1", "elver: 2"), "reads format 1"),
    (("first: {", "a b: {"), "is no name of a recording"),
    (("sigma: 1 mm", "sigma: 1 mm, distances: [1]"), "the check of distances is a single value or a mapping"),
    (("run:", "channels: {pace: {speed: {body: arm, point: hand}}}\nrun:"), "Give point, or body and at"),
    (("model: arm.yaml", "model: arm-robot"), "unknown scenario"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "said"), MISTAKES, ids=[said[:30] for _, said in MISTAKES])
def test_mistakes_are_named_with_their_place(tmp_path, change, said):
    with pytest.raises(DocumentError, match=r"fit\.yaml:\d+:\d+: ") as error:
        load_fit(folder(tmp_path, changed(*change), first=wide()))
    assert said in str(error.value)


def places(error: MistakesError) -> list[tuple[int, str]]:
    return [(one.line, one.key) for one in error.problems]


def test_all_mistakes_of_the_forms_are_told_at_once(tmp_path):
    text = changed("{body: arm, at: [0.05, 0, 0]}", "{body: arn, at: [0.05, 0, 0]}")
    text = changed("{start: 0.04}", "{begin: 0.04}", text)
    text = changed("method: rk4", "method: rk5", changed("sigma: 1 mm", "sgima: 1 mm", text))
    text = changed("model: arm.yaml", "model: arm-robot", text)
    with pytest.raises(MistakesError) as error:
        load_fit(folder(tmp_path, text, first=wide()))
    told = [
        (3, "model"),
        (5, "unknowns.stiffness.begin"),
        (10, "recordings.first.sgima"),
        (11, "run.method"),
    ]
    assert sorted(places(error.value)) == told  # bodies are not judged: their machine is not known
    with pytest.raises(MistakesError) as error:
        load_fit(folder(tmp_path, changed("model: arm-robot", "model: arm.yaml", text), first=wide()))
    assert sorted(places(error.value)) == [*told[1:2], (7, "markers.elbow.body"), *told[2:]]


def test_all_mistakes_of_what_the_parts_mean_are_told_at_once(tmp_path):
    text = changed("stiffness: {start: 0.04}", "stiffness: {start: 4}\n  links: {}")
    text = changed("[size, 0, 0]", "[sise, 0, 0]", text)
    text = changed("run:", "law_by: links\nrun:", text)
    with pytest.raises(MistakesError) as error:
        load_fit(folder(tmp_path, text, first=wide()))
    told = ["unknowns.stiffness.start", "unknowns.links", "law_by", "markers.hand.at[0]"]
    assert [key for _, key in places(error.value)] == told


def test_all_mistakes_of_recordings_are_told_at_once(tmp_path):
    two = "first: {file: first.csv, sigma: 1 N}\n  second: {file: first.csv, sigma: 1 mm, states: {angle: 1}}"
    with pytest.raises(MistakesError) as error:
        load_fit(folder(tmp_path, changed(ONE, two), first=wide()))
    assert places(error.value) == [(10, "recordings.first"), (11, "recordings.second.states.angle")]


def test_fewer_data_than_unknowns(tmp_path):
    text = changed("stiffness: {start: 0.04}", "stiffness: {prior: none}\n  size: {}\n  damping: {}\n  swing: {}")
    text = changed("  hand: {body: arm, at: [size, 0, 0]}\n", "", text)
    text = changed("sigma: 1 mm", 'sigma: 1 mm, to: 0 s, ignore: ["hand*"]', text)
    with pytest.raises(DocumentError, match=r"4 unknowns .* and only 2 measured numbers with 0 priors"):
        load_fit(folder(tmp_path, text, first=wide()))


def test_a_text_without_a_folder_names_no_files():
    with pytest.raises(DocumentError, match="cannot name files"):
        load_fit_text(FIT)


def test_reading_compiles_nothing(tmp_path, monkeypatch):
    path = folder(tmp_path, first=wide())

    def refused(*_):
        raise AssertionError("reading a fit file compiles")

    monkeypatch.setattr("elver.model.program.compile_split", refused)
    problem = load_fit(path)
    with pytest.raises(AssertionError, match="compiles"):
        problem.recordings[0].program.rhs  # made by the first run
