"""One evaluation of the eel's direct dynamics against Pinocchio, DART and MuJoCo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path

import numpy as np

import elver
from elver.robot import Robot
from elver.systems.eel.scenario import EelBody, eel_robot
from pinocchio_codegen import PinocchioCode
from rivals import Dart, MuJoCo, Pinocchio, State, random_state
from timing import Metric, arguments, interleaved, native_loop, python_loop, relative_error, report

DESCRIPTION = "Time of one evaluation of the direct dynamics of the 3-D eel: 13 bodies, 36 joints, free base."
EPILOG = """\
What is compared, on one core and the same state (angles, rates and torques at random):
  elver      accelerations WITH the water: added mass and drag on 13 strips of 6 points, as compiled code
  pinocchio  aba, in vacuum
  pinocchio_codegen  (with --codegen FOLDER) the same from code that CasADi generates of Pinocchio's templates, compiled by gcc
             with -O3 -ffast-math for this processor, called from compiled code as elver is
  dart       Skeleton.computeForwardDynamics, with added mass, without drag
  mujoco     one Euler mj_step with MuJoCo's ellipsoid fluid model

vs_X is the time of X over the time of elver. What it costs to reach X from Python is measured and taken off first, so that
the ratio is that of the compiled codes: *_raw_us is with it, *_call_us is what was taken off (Pinocchio: the same call on a
one-joint model, so a little too much; DART: moving the skeleton; MuJoCo: nothing, it steps in its own loop).
Before the timing all four are checked against each other; the program stops where they disagree.
"""
PACKAGES = {"pinocchio": "pin", "dart": "dartpy", "mujoco": "mujoco"}
BARS = {"pinocchio": 10.0, "dart": 4.0, "mujoco": 4.0}
AGREEMENT = 1e-8
JOINT_ANGLES = 3  # place of q among the inputs of a dynamics function
STILL = {"friction": 0.0, "drag_e2": 0.0, "drag_e3": 0.0, "drag_roll": 0.0}


def direct(robot: Robot, water: elver.forces.Morison | None = None):
    """Direct dynamics as native code."""
    return elver.codegen.compile_function(elver.model.dynamics_function(robot, "direct", {"water": water} if water else None))


def accelerations(function, state: State) -> np.ndarray:
    """Base and joint accelerations by elver."""
    return np.concatenate(function(*state.inputs))


def direct_of_inverse(robot: Robot, water: elver.forces.Morison, state: State) -> float:
    """Largest relative error of the accelerations when inverse torques go through the direct model."""
    inverse = elver.codegen.compile_function(elver.model.dynamics_function(robot, "inverse", {"water": water}))
    wanted = np.random.default_rng(2).uniform(-5, 5, len(state.q))
    base, torques, _ = inverse(*state.inputs[:-1], wanted)
    found_base, found = direct(robot, water)(*state.inputs[:-1], torques)
    return max(relative_error(found, wanted), relative_error(found_base, base))


def check(name: str, found: np.ndarray, reference: np.ndarray) -> float:
    """Relative difference of a rival's accelerations from elver's; refuses to go on where they disagree."""
    error = relative_error(found, reference)
    if not error < AGREEMENT:
        raise SystemExit(f"elver and {name} disagree by {error:.2g} (allowed: {AGREEMENT:g}); the times would mean nothing.")
    return error


class Rivals:
    """The rivals that are installed, checked against elver."""

    def __init__(self, robot: Robot, state: State):
        self.names = [name for name, package in PACKAGES.items() if find_spec(name if package == "pin" else package)]
        self.errors: dict[str, float] = {}
        self.state = state
        vacuum = accelerations(direct(robot), state)
        if "pinocchio" in self.names:
            self.pinocchio = Pinocchio(robot)
            self.errors["pinocchio"] = check("pinocchio", self.pinocchio.accelerations(state), vacuum)
        if "dart" in self.names:
            water = elver.forces.Morison(law="kirchhoff", **STILL)
            self.dart = Dart(robot, water)
            reference = accelerations(direct(robot, water), state)
            self.errors["dart"] = check("dart", self.dart.accelerations(state), reference)
        if "mujoco" in self.names:
            self.errors["mujoco"] = check("mujoco", MuJoCo(robot, water=False).accelerations(state), vacuum)
            self.mujoco = MuJoCo(robot)

    def contenders(self, count: int) -> dict[str, Callable[[], float]]:
        """Timed batches by name; ``X call`` is what it costs to reach X."""
        found = {}
        if "pinocchio" in self.names:
            for word in ("LOCAL", "WORLD"):
                convention = getattr(self.pinocchio.pin.Convention, word)
                found[f"pinocchio {word}"] = python_loop(count, *self.pinocchio.call(self.state, convention))
                found[f"pinocchio {word} call"] = python_loop(count, *self.pinocchio.one_joint_call(convention))
        if "dart" in self.names:
            solving, moving = self.dart.moves(self.state)
            found["dart"] = scaled(python_loop(count // 4, solving), 2)
            found["dart call"] = scaled(python_loop(count // 4, moving), 2)
        if "mujoco" in self.names:
            found["mujoco"] = scaled(python_loop(1, *self.mujoco.call(self.state, count)), count)
        return found


def scaled(run: Callable[[], float], evaluations: int) -> Callable[[], float]:
    """A batch whose one call makes several evaluations."""
    return lambda: run() / evaluations


def rival_times(best: Mapping[str, float]) -> dict[str, tuple[float, float]]:
    """Raw time and cost of the call for each rival; for Pinocchio the faster of its two conventions."""
    times = {name: (t, best.get(f"{name} call", 0.0)) for name, t in best.items() if not name.endswith(" call")}
    variants = [times.pop(name) for name in list(times) if name.startswith("pinocchio")]
    if variants:
        times["pinocchio"] = min(variants, key=lambda pair: pair[0] - pair[1])
    return times


def metrics(best: Mapping[str, float], errors: Mapping[str, float], round_trip: float) -> list[Metric]:
    """Everything that is reported."""
    elver_time, times = best["elver"], rival_times({k: v for k, v in best.items() if not k.startswith(("elver", "codegen"))})
    net = {name: raw - call for name, (raw, call) in times.items()}
    names = [name for name in PACKAGES if name in times]
    rows = [Metric(f"vs_{name}", net[name] / elver_time, at_least=BARS[name], note="times faster") for name in names]
    if "codegen" in best:
        rows.append(Metric("vs_pinocchio_codegen", best["codegen"] / elver_time, note="times faster, with water against vacuum"))
        rows.append(Metric("pinocchio_codegen_us", 1e6 * best["codegen"], "us", note="vacuum"))
    rows.append(Metric("elver_us", 1e6 * elver_time, "us", note="with water"))
    rows.append(Metric("elver_vacuum_us", 1e6 * best["elver vacuum"], "us"))
    rows += [Metric(f"{name}_us", 1e6 * net[name], "us") for name in names]
    for name, (raw, call) in times.items():
        if call:
            rows.append(Metric(f"{name}_raw_us", 1e6 * raw, "us", note="called from Python"))
            rows.append(Metric(f"{name}_call_us", 1e6 * call, "us", note="of which the call"))
    rows.append(Metric("direct_of_inverse", round_trip, at_most=1e-10, note="relative error, with water"))
    rows += [Metric(f"agreement_{name}", error, at_most=AGREEMENT, note="relative difference") for name, error in errors.items()]
    return rows


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--rounds", type=int, default=15, help="rounds, in each of which every contender runs once (15)")
    parser.add_argument("--count", type=int, default=4000, help="evaluations in one batch (4000)")
    parser.add_argument(
        "--codegen", metavar="FOLDER", type=Path, help="Pinocchio's generated code too, built there (needs g++; minutes)"
    )
    options = parser.parse_args()
    robot, water = eel_robot(EelBody()), elver.forces.Morison(law="paper")
    state = random_state(robot)
    rivals = Rivals(robot, state)
    round_trip = direct_of_inverse(robot, water, state)
    batches = {
        "elver": native_loop(direct(robot, water), state.inputs, JOINT_ANGLES, 4 * options.count),
        "elver vacuum": native_loop(direct(robot), state.inputs, JOINT_ANGLES, 4 * options.count),
        **rivals.contenders(options.count),
    }
    if options.codegen:
        batches["codegen"], found = PinocchioCode(robot, options.codegen).loop(state, 4 * options.count)
        rivals.errors["pinocchio_codegen"] = check("pinocchio_codegen", found, accelerations(direct(robot), state))
    best = interleaved(batches, options.rounds)
    missing = [package for name, package in PACKAGES.items() if name not in rivals.names]
    notes = [f"Not installed, so not compared: {', '.join(missing)}. pip install {' '.join(missing)}"] if missing else []
    title = "Direct dynamics of the eel, one evaluation"
    report(title, metrics(best, rivals.errors, round_trip), options.json, PACKAGES.values(), notes)


if __name__ == "__main__":
    main()
