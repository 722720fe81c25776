"""Channels of a file: what each measures, and in which unit."""

from __future__ import annotations

import pytest

from elver.analysis.fit.files.channels import (
    CHANNEL,
    MARKER,
    NOISE,
    ChannelPlan,
    noise_of,
    read_channels,
    read_markers,
    with_markers,
)
from elver.analysis.fit.problem import Camera
from elver.scenarios.yaml.forms import Each
from elver.scenarios.yaml.nodes import DocumentError, parse_document
from elver.scenarios.yaml.scope import Scope

from ..test_quantities import ANGLE, RATE, now
from .test_unknowns import base

MARKERS = "hand: {body: arm, at: [size, 0, 0], sigma: 1}"


def channel(text: str) -> ChannelPlan:
    own = base()
    markers = read_markers(Each(MARKER).read(parse_document(MARKERS, "f"), own.scope), own)
    given = Each(CHANNEL).read(parse_document(f"c: {text}", "f"), with_markers(own.scope, markers))
    return read_channels(given, own, markers)["c"]


@pytest.mark.parametrize(
    ("text", "said", "unit"),
    [
        ("{point: hand, axis: y}", "y of hand", "m"),
        ("{point: {body: arm, at: [1 cm, 0, 0]}, axis: x, in: ground}", "x of arm in the frame of ground", "m"),
        ("{heading: arm}", "heading of arm", "rad"),
        (
            "{heading: {body: arm, relative_to: ground, forward: -x, reference: 180 deg}}",
            "heading of arm relative to ground",
            "rad",
        ),
        ("{speed: {point: hand, along: [0, 1, 0]}}", "speed of hand along its direction (0, 1, 0)", "m/s"),
        ("{of: joint_torque.hinge}", "joint_torque.hinge", "N m"),
        ("{of: joint_torque.hinge / joint_angle.hinge}", "joint_torque.hinge / joint_angle.hinge", "N m/rad"),
        ("base_position.x", "base_position.x", "m"),
    ],
)
def test_what_is_measured(text, said, unit):
    plan = channel(text)
    assert plan.described == said
    assert plan.dimension == unit


def test_a_place_with_a_free_parameter_moves_with_it():
    import numpy as np

    assert now(channel("{point: hand, axis: x}").observable_for("mm", 1.0)) == pytest.approx(250 * np.cos(ANGLE))


def test_a_velocity_is_the_rate_of_its_quantity():
    plan = channel("{point: hand, axis: y, kind: velocity, unit: mm/s}")
    assert plan.measured_in == "m/s"
    own = plan.observable_for("mm/s", 0.5)  # its rate is in mm/s, so that itself is in mm
    assert now(own, Camera(scale=0.5)) == pytest.approx(1000 * now(channel("{point: hand, axis: y}").observable_for("m", 1.0)))
    turn = channel("{heading: arm, kind: velocity, unit: deg/s}").observable_for("deg/s", 1.0)
    assert now(turn) == pytest.approx(now(channel("{heading: arm}").observable_for("deg", 1.0)))


def test_speed_in_pixels():
    own = channel("{speed: {body: arm, at: [0.1, 0, 0], along: y}, unit: px/s}").observable_for("px/s", 0.002)
    assert now(own, Camera(scale=0.002)) == pytest.approx(0.1 * RATE / 0.002)


def test_noise():
    given = NOISE.read(parse_document("{huber: 2, ar1: estimate, model_error: 1 cm}", "f"), Scope())
    noise = noise_of(given, "mm", 1.0)
    assert (noise.huber, noise.ar1, noise.model_error) == (2.0, None, 10.0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{point: hand}", "has no 'axis'"),
        ("{point: hand, axis: w}", "unknown axis 'w'"),
        ("{point: foot, axis: x}", "unknown marker or body 'foot'"),
        ("{heading: arm, axis: x}", "belongs to a point"),
        ("{heading: arm, unit: mm}", "is measured in rad"),
        ("{heading: leg}", "unknown body 'leg'"),
        ("{heading: arm, speed: arm}", "here is 2 of them"),
        ("{speed: {body: arm, along: q}}", "unknown direction 'q'"),
        ("{heading: arm, kind: wave}", "unknown kind of channel 'wave'"),
        ("{heading: arm, order: 2}", "belongs to a harmonic"),
        ("{heading: arm, window: [0, 1]}", "belongs to metrics of strokes"),
        ("{heading: arm, kind: mean, window: [2, 1]}", "must begin before it ends"),
        ("{of: 3}", "names nothing"),
        ("{of: joint_torque.hinge + base_position.x}", "which differ"),
        ("{of: joint_torque.hinge, unit: px}", "is measured in N m"),
    ],
)
def test_mistakes(text, said):
    with pytest.raises(DocumentError) as error:
        channel(text)
    assert said in str(error.value)
