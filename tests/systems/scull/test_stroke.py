"""The rowing stroke: postures that close the loop, and motions that can be drawn."""

from __future__ import annotations

import numpy as np
import pytest
from mechanisms import Rower

from elver import InputError, scenario
from elver.drive import PeriodicSpline
from elver.systems.scull.robot import Rig, Sculler
from elver.systems.scull.stroke import Stroke, posture


def test_posture_closes_the_loop():
    man, rig = Sculler(), Rig()
    loop = Rower(rig.foot, rig.foot_height, man.shank, man.thigh, rig.hip, rig.rail)
    for knee, lean in ((2.2, 2.0), (1.0, 1.5), (0.2, 1.1)):
        ankle, trunk, seat = (float(a[0]) for a in posture(man, rig, knee, lean))
        assert np.abs(loop.gap(ankle, knee, trunk, seat)).max() < 1e-14
        assert ankle - knee + trunk == pytest.approx(lean)


def test_polygons_need_their_ends():
    with pytest.raises(InputError, match="two or more shares"):
        Stroke(legs=(0.0,)).gait(Sculler(), Rig())


def test_a_stroke_comes_from_a_file(tmp_path):
    """Control points of the file, rate and drive of the stroke; a file that moves other joints is refused."""
    drawn = Stroke().gait(Sculler(), Rig())
    drawn.moved("knee", 3, 0.7).save(tmp_path / "own.json")
    own = Stroke(rate=30.0, drive=0.5).gait(Sculler(), Rig(), str(tmp_path / "own.json"))
    assert own.points["knee"][3] == 0.7
    assert own.points["port"] == drawn.points["port"]
    assert (own.period, own.drive) == (2.0, 0.5)
    model = scenario("scull-40").build({"start": "rest", "stroke": str(tmp_path / "own.json")})
    assert model.gait.points["knee"][3] == 0.7
    PeriodicSpline({"knee": drawn.points["knee"]}, 1.0).save(tmp_path / "part.json")
    with pytest.raises(InputError, match=r"moves knee. A sculler's moves knee, trunk"):
        Stroke().gait(Sculler(), Rig(), str(tmp_path / "part.json"))
