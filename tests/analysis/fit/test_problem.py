"""The parts of a fit: names, priors, cameras, and what is refused."""

import math

import casadi as ca
import numpy as np
import pytest
from small_fits import problem

from elver._support.errors import InputError
from elver.analysis.fit.problem import Camera, Channel, Observable, Prior, Recording, Unknown
from elver.quantities import Parameter

NOTHING = Observable("nothing", lambda m, c: 0.0)


def test_priors():
    assert Prior("normal", 2.0, 0.5).residual(3.0) == pytest.approx((2.0, 2.0))
    value, slope = Prior("lognormal", 2.0, 0.5).residual(4.0)
    assert value == pytest.approx(math.log(2) / 0.5)
    assert slope == pytest.approx(1 / (4 * 0.5))
    assert Prior("uniform", low=0, high=1).residual(0.3) == (0.0, 0.0)


def test_names():
    assert Unknown(Parameter("water.friction", 1.0)).name == "water.friction"
    assert Unknown(Parameter("yaw", 0.0), role="camera", recording="one").name == "camera.yaw@one"


def test_logarithmic():
    assert Unknown(Parameter("a", 1.0, low=0.1, high=10.0)).logarithmic
    assert not Unknown(Parameter("a", 1.0, low=0.5, high=2.0)).logarithmic
    assert Unknown(Parameter("a", 1.0, prior=Prior("lognormal", 1.0, 0.3))).logarithmic


def test_camera_sees_a_point():
    camera = Camera(1.0, 2.0, math.pi / 2, 0.001)
    seen = np.array(ca.DM(camera.seen(ca.SX([1.0, 2.5, 0.1])))).ravel()
    assert seen == pytest.approx([500.0, 0.0, 100.0], abs=1e-9)
    rate = np.array(ca.DM(camera.seen_velocity(ca.SX([0.0, 1.0, 0.0])))).ravel()
    assert rate == pytest.approx([1000.0, 0.0, 0.0], abs=1e-9)


def test_refusals():
    with pytest.raises(InputError, match="sigma must be greater than 0"):
        Channel("a", NOTHING, [0.0], [1.0], [0.0])
    with pytest.raises(InputError, match="one length"):
        Channel("a", NOTHING, [0.0, 1.0], [1.0], [0.1])
    with pytest.raises(InputError, match="kind of channel"):
        Channel("a", NOTHING, [0.0], [1.0], [0.1], "pth")
    with pytest.raises(InputError, match="is one number"):
        Channel("a", NOTHING, [0.0, 0.0], [1.0, 1.0], [0.1, 0.1], "mean")


def test_keeping_holds_out_the_others():
    kept = problem().keeping(["steady"])
    assert [r.name for r in kept.fitted] == ["steady"]
    assert [r.name for r in kept.held_out] == ["rest"]


def test_words_that_nobody_knows():
    with pytest.raises(InputError, match="role of the unknown 'x'"):
        Unknown(Parameter("x", 0.0), role="cmera")
    with pytest.raises(InputError, match="unknown of a camera"):
        Unknown(Parameter("roll", 0.0), role="camera")
    with pytest.raises(InputError, match="start of recording 'one'"):
        Recording("one", None, (), start="obrit")
