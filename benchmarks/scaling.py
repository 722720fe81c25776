"""How the cost of the eel's direct dynamics grows with the number of joints."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass

import casadi as ca
import numpy as np

import elver
from elver.codegen.rerolling.build import rolled_list
from elver.systems.eel.scenario import EelBody, eel_robot
from rivals import random_state
from timing import Metric, arguments, interleaved, native_loop, progress, report

DESCRIPTION = "Time to write, compile and evaluate the direct dynamics of eels with more and more joints, in water."
EPILOG = """\
The recursion is linear in the number of joints; this program says whether the compiled code still is.
  build    writing the equations as a graph        compile  graph to machine code, with Elver's cache switched off
  per joint  one evaluation divided by the number of joints

cost_ratio_300        cost per joint of the longest eel over that of the shortest
build_compile_300_s   build and compile time of the longest eel
linearity             exponent p of the fit  build + compile = c * joints^p
vs_straight_36 ..     one evaluation as loops over one of the same graph as straight code
written_300           operations that stand in the code, of those that are executed (instructions)
program_300_s         build and compile time of the whole model with free joints: right-hand side and everything recorded
Each spherical joint counts as three joints, so --spherical 12 25 50 100 means 36 to 300 joints.
"""
JOINT_ANGLES = 3  # place of q among the inputs of a dynamics function


@dataclass(frozen=True)
class Size:
    """One eel: its compiled dynamics and what it took to make them [s]."""

    joints: int
    build: float
    compile: float
    instructions: int
    work: int
    function: object
    straight: object
    written: int
    inputs: tuple


def make(spherical: int, repeats: int) -> Size:
    """Build and compile ``repeats`` times, keep the shortest times."""
    build, compile_ = [], []
    for _ in range(repeats):
        start = time.perf_counter()
        robot = eel_robot(EelBody(joints=spherical))
        graph = elver.model.dynamics_function(robot, "direct", {"water": elver.forces.Morison(law="paper")})
        built = time.perf_counter()
        function = elver.codegen.compile_function(graph)
        compile_.append(time.perf_counter() - built)
        build.append(built - start)
    return Size(
        joints=len(robot.moving),
        build=min(build),
        compile=min(compile_),
        instructions=function.instructions,
        work=function.work_size,
        function=function,
        straight=elver.codegen.compile_function(ca.Function(graph)),  # without the pieces it was written from
        written=rolled_list(graph.recorded, side_by_side=True).written,
        inputs=random_state(robot).inputs,
    )


def program_time(spherical: int, repeats: int) -> float:
    """Seconds to build and compile a model with free joints, the shortest of some."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        robot = eel_robot(EelBody(joints=spherical), "passive")
        elver.compile_model(
            elver.Model("eel", robot, forces={"water": elver.forces.Morison(law="paper")}, elastic=elver.drive.Spring())
        )
        times.append(time.perf_counter() - start)
    return min(times)


def exponent(sizes: list[Size]) -> float:
    """Slope of log(build + compile) over log(joints)."""
    x, y = np.log([s.joints for s in sizes]), np.log([s.build + s.compile for s in sizes])
    return float(np.polyfit(x, y, 1)[0])


def metrics(sizes: list[Size], times: dict[str, float], whole: float) -> list[Metric]:
    """Everything that is reported."""
    cost = {s.joints: 1e9 * times[str(s.joints)] / s.joints for s in sizes}
    first, last = sizes[0], sizes[-1]
    rows = [
        Metric(
            f"cost_ratio_{last.joints}", cost[last.joints] / cost[first.joints], at_most=1.3, note=f"over {first.joints} joints"
        ),
        Metric(f"build_compile_{last.joints}_s", last.build + last.compile, "s", at_most=1.5),
        Metric("linearity", exponent(sizes), at_most=0.6, note="exponent of build + compile"),
        Metric(f"program_{last.joints}_s", whole, "s", note="right-hand side and outputs of a whole model"),
    ]
    for s in sizes:
        rows += [
            Metric(f"vs_straight_{s.joints}", times[str(s.joints)] / times[f"straight {s.joints}"], at_most=1.0),
            Metric(f"ns_per_joint_{s.joints}", cost[s.joints], "ns"),
            Metric(f"build_{s.joints}_s", s.build, "s"),
            Metric(f"compile_{s.joints}_s", s.compile, "s"),
            Metric(f"instructions_{s.joints}", s.instructions),
            Metric(f"written_{s.joints}", s.written),
            Metric(f"work_doubles_{s.joints}", s.work, note="values that stand between loops"),
        ]
    return rows


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument(
        "--spherical", type=int, nargs="+", default=[12, 25, 50, 100], metavar="N", help="spherical joints (12 25 50 100)"
    )
    parser.add_argument("--rounds", type=int, default=150, help="rounds, in each of which every eel runs once (150)")
    parser.add_argument("--repeats", type=int, default=3, help="builds and compilations of each eel (3)")
    options = parser.parse_args()
    os.environ["ELVER_CACHE"] = "off"
    make(1, 1)  # imports and the start of the compiler are not part of any size
    sizes = []
    for spherical in options.spherical:
        progress(f"{3 * spherical} joints: build and compile", options.json)
        sizes.append(make(spherical, options.repeats))
    batches = {str(s.joints): native_loop(s.function, s.inputs, JOINT_ANGLES, 40_000 // s.joints) for s in sizes}
    batches |= {f"straight {s.joints}": native_loop(s.straight, s.inputs, JOINT_ANGLES, 40_000 // s.joints) for s in sizes}
    times = interleaved(batches, options.rounds)
    whole = program_time(options.spherical[-1], options.repeats)
    report("Direct dynamics of eels with more and more joints", metrics(sizes, times, whole), options.json)


if __name__ == "__main__":
    main()
