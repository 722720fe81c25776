"""Loops closed in numbers: both assemblies, loops that cannot close, singular ones, and those that ask too much."""

import re

import numpy as np
import pytest
from mechanisms import FourBar, bar, block

from elver._support.errors import InputError
from elver.dynamics import close_loops, loop_functions
from elver.robot import Joint, Loop, Robot


def test_the_guess_chooses_the_assembly():
    """From a guess on either side of the diagonal the linkage closes on that side, and the branch tells them apart."""
    bars = FourBar()
    loops = loop_functions(bars.robot())
    found = {sign: close_loops(loops, bars.positions(0.7, sign) + 0.05) for sign in (1.0, -1.0)}
    for sign, settled in found.items():
        assert np.allclose(settled.q, bars.positions(settled.q[0], sign), atol=1e-12)
    assert found[1.0].branch == -found[-1.0].branch != 0
    assert 1 < found[1.0].condition < 10


@pytest.mark.parametrize("tilt", [(0.0, 0.0), (0.4, 0.8)])
def test_a_loop_that_cannot_close_says_by_how_much(tilt):
    """With the crank's pin 1.4 m from the rocker's hinge and bars of 0.5 m each, 0.4 m are missing."""
    bars = FourBar(ground=1.0, crank=0.4, coupler=0.5, rocker=0.5, tilt=tilt)
    with pytest.raises(InputError, match="cannot close") as refusal:
        close_loops(loop_functions(bars.robot()), [np.pi, 2.9, 3.3])
    gap, turn = (float(g) for g in re.search(r"gap of (\S+) m and (\S+) rad", str(refusal.value)).groups())
    assert gap == pytest.approx(0.4, rel=1e-3)
    assert turn < 1e-9


def test_a_change_point_is_singular():
    """A parallelogram folded flat could go on as parallelogram or antiparallelogram."""
    flat = FourBar(ground=1.0, crank=0.4, coupler=1.0, rocker=0.4)
    with pytest.raises(InputError, match=r"singular at the start \(condition"):
        close_loops(loop_functions(flat.robot()), [0.0, 0.0, 0.0])
    assert close_loops(loop_functions(flat.robot()), [0.5, -0.5, 0.5]).condition < 100


def test_a_rigid_frame_is_refused():
    """A weld of the four-bar's cut would lock it: three equations for two joints."""
    bars = FourBar()
    q = bars.positions(0.7)
    axes = np.array([[np.cos(t := q[0] + q[1] - q[2]), -np.sin(t), 0], [np.sin(t), np.cos(t), 0], [0, 0, 1]])
    robot = bars.robot(cut="fixed")
    weld = Loop("weld", "coupler", "rocker", ("pin", "rocker"), "fixed", (0.9, 0, 0), (0.7, 0, 0), second_axes=axes)
    locked = Robot("locked", robot.bodies, robot.joints, "fixed", loops=[weld])
    with pytest.raises(InputError, match="demand 3 independent equations"):
        close_loops(loop_functions(locked), q)


def test_axes_the_wrong_way_round_are_refused():
    """A hinge whose cut axes point against each other looks closed and is not."""
    bars = FourBar()
    robot = bars.robot()
    loop = Loop("over", "coupler", "rocker", ("pin", "rocker"), "revolute", (0.9, 0, 0), (0.7, 0, 0),
                second_axes=np.diag([1.0, -1.0, -1.0]))  # fmt: skip
    over = Robot("over", robot.bodies, robot.joints, "fixed", loops=[loop])
    with pytest.raises(InputError, match="turned over by half a turn"):
        close_loops(loop_functions(over), bars.positions(0.7))


def test_a_gap_in_a_direction_that_no_joint_moves_is_refused():
    """Bars in two parallel planes never meet."""
    robot = Robot(
        "shelves", [block("g"), bar("a", 0.4), bar("b", 0.9), bar("c", 0.7)],
        [Joint("i", "g", "a"), Joint("j", "a", "b", d=0.4, mode="passive"), Joint("k", "g", "c", d=1.0, b=0.05, mode="passive")],
        "fixed", loops=[Loop("cut", "b", "c", ("j", "k"), first_at=(0.9, 0, 0), second_at=(0.7, 0, 0))],
    )  # fmt: skip
    with pytest.raises(InputError, match=r"gap of 0\.05 m"):
        close_loops(loop_functions(robot), FourBar().positions(0.7))
