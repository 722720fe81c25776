"""The rowing stroke: postures that close the loop, and motions that can be drawn."""

from __future__ import annotations

import numpy as np
import pytest

from elver import InputError
from elver.systems.scull.sculler import Rig, Sculler
from elver.systems.scull.stroke import Stroke, posture
from mechanisms import Rower


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
