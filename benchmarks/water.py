"""What further laws of water cost beside the strips of the eel: one evaluation of its direct dynamics, ratios in one process."""

from __future__ import annotations

import elver
from elver.forces import CrossFlowDrag, Edge, Morison, SkinFriction
from elver.systems.eel.scenario import EelBody, eel_robot
from rivals import random_state
from timing import Metric, arguments, interleaved, native_loop, report

DESCRIPTION = "Time of one evaluation of the 3-D eel's direct dynamics (13 bodies, 36 joints) with further laws of water."
EPILOG = """\
plain         strips with constant coefficients (elver.forces.Morison)
edge          the same with a shedding edge at the tail (elver.forces.Edge)
lateral       drag across, in one direction, by Reynolds number (elver.forces.CrossFlowDrag)
across        in both
friction      drag along by Reynolds number (elver.forces.SkinFriction)
drag          all three curves
all           the same and the edge: no bar
"""
JOINT_ANGLES = 3  # place of q among the inputs of a dynamics function
BAR = 1.25


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--rounds", type=int, default=300, help="rounds, in each of which every variant runs once (300)")
    parser.add_argument(
        "--count",
        type=int,
        default=1000,
        help="evaluations in one batch (1000): short ones find the moments when nobody else computes",
    )
    options = parser.parse_args()
    robot, across, along = eel_robot(EelBody()), CrossFlowDrag(), SkinFriction(2.08)
    state, tail = random_state(robot), Edge(robot.bodies[-1].name)
    curved = Morison(friction=along, drag_e2=across, drag_e3=across)
    variants = {
        "plain": {"water": Morison()},
        "edge": {"water": Morison(), "edge": tail},
        "lateral": {"water": Morison(drag_e2=across)},
        "across": {"water": Morison(drag_e2=across, drag_e3=across)},
        "friction": {"water": Morison(friction=along)},
        "drag": {"water": curved},
        "all": {"water": curved, "edge": tail},
    }
    batches = {}
    for name, forces in variants.items():
        function = elver.codegen.compile_function(elver.model.dynamics_function(robot, "direct", forces))
        batches[name] = native_loop(function, state.inputs, JOINT_ANGLES, options.count)
    best = interleaved(batches, options.rounds)
    metrics = [Metric("plain_us", 1e6 * best["plain"], "us")]
    for name in list(variants)[1:]:
        metrics.append(Metric(f"{name}_ratio", best[name] / best["plain"], at_most=None if name == "all" else BAR))
    report("Laws of water beside the eel's strips, one evaluation", metrics, options.json)


if __name__ == "__main__":
    main()
