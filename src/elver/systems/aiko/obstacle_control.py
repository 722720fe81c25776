"""Obstacle-aided control by touch: Aiko finds and uses pegs that it does not know. SNAKE VII-C and IX, its future work.

The snake travels along a path that its head draws, and its bends run back along the body:

    bend of joint k = Phi(s - (k - 1) L) + B(s - (k - 1) L),   Phi(s) = A sin(theta) + steer heading,   dtheta/ds = phase / L

s is the arc length; it grows as fast as the largest rate of the joints allows, ds/dt = rate / max |dPhi/ds|. The head steers
against the mean heading of the body. A touched link pushes along its peg's normal: forward where it heads to the side on which
the peg is, backward otherwise. Where it pushes forward, the body bulges towards the peg there: B, the bends about the touched
link, grows away from the peg's side at a rate that the force directs, travels back with the path and fades. Gray's law of three
links is behind it: a body that is bent about its peg like that glides on over it.

Nothing is known but joint angles, the yaw rate of the middle link and the contact forces on the links, in their own axes
(``sensors``); the start pose is where dead reckoning begins. Pegs are located on the way (``TouchMap``); the bending follows the
forces, not the map.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from elver.contact import Scene
from elver.drive import ServoInputs
from elver.model import Model, with_inputs
from elver.quantities import check_quantities, quantity
from elver.sensors import IMU, ContactForce, Encoder, Sensor
from elver.simulation import Control
from elver.systems.aiko.scenario import AIKO_PEGS, start_posture
from elver.systems.aiko.touch import SensedBody, TouchMap

_GRAIN = 0.004  # m of arc length between two samples of the path
_COARSE = 8  # samples over which the steepest bend is measured
_PHASES = 360  # tried at the start
_REACH = 0.7  # link lengths: deviation of a bulge
_FAINT = 1e-4  # rad/s
_FORWARD = math.pi  # rad, of the links' x axes, which point to the tail, where the snake heads along +x of the world


@dataclass(frozen=True)
class TouchSettings:
    """Numbers of the controller, tuned on the fields of seeds 1 to 10 (docs/models/obstacle-aided.md)."""

    amplitude: float = quantity(math.radians(30), "rad", "A, amplitude of the wave", above=0.0)
    phase: float = quantity(math.radians(25), "rad", "phase of the wave from joint to joint", above=0.0)
    steer: float = quantity(0.25, "1", "bend of the head per mean heading", low=0.0)
    settle: float = quantity(1.0, "s", "time in which the heading is averaged", above=0.0)
    bulge: float = quantity(1.0, "rad/s", "rate of bending about a link that is pushed forward hard", low=0.0)
    hard: float = quantity(10.0, "N", "force of a hard push", above=0.0)
    fade: float = quantity(1.5, "s", "time in which a bulge fades", above=0.0)
    largest_bulge: float = quantity(0.4, "rad", "largest bend of a bulge", low=0.0)
    largest_bend: float = quantity(math.radians(40), "rad", "largest bend of a joint: the published amplitude", above=0.0)
    largest_rate: float = quantity(
        math.radians(40) * math.radians(80), "rad/s", "largest rate of a joint: the published wave's", above=0.0
    )
    every: float = quantity(0.004, "s", "time between two calls", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)


class TouchControl:
    """The controller: called with an observation, it returns the bends that the joints' servos are to take.

    map: where the snake is and where the pegs are, as far as it knows.
    heading [rad]: of the body, averaged, against the wanted one.
    """

    def __init__(self, links: SensedBody, place: np.ndarray, heading: float, settings: TouchSettings = TouchSettings()):
        self.links, self.settings = links, settings
        self.map = TouchMap(links, place, heading)
        self.heading = 0.0
        self._arc = np.arange(0.0, (links.count - 1) * links.length, _GRAIN)  # m from the head's joint backward
        self._joints = np.arange(links.count - 1) * links.length / _GRAIN  # places of the joints among these
        self._path: np.ndarray | None = None  # Phi along the arc; None before the first call
        self._bulge = np.zeros(len(self._arc))  # B
        self._target = np.zeros(links.count - 1)
        self._phase = self._rest = 0.0

    def __call__(self, now: Any) -> np.ndarray:
        own = self.settings
        bends, forces = now.sensed["encoder"], now.sensed["contact"].reshape(-1, 2)
        headings = self.map.update(bends, float(now.sensed["imu"][2]), forces, own.every)
        if self._path is None:
            self._path = self._nearest_wave(bends)
        self._feel(forces, headings)
        self._path = self._travelled(self._path)
        wanted = np.interp(self._joints, np.arange(len(self._arc)), self._path + self._bulge)
        most = own.largest_rate * own.every
        change = np.clip(np.clip(wanted, -own.largest_bend, own.largest_bend) - self._target, -most, most)
        self._target = self._target + change
        return self._target

    def _feel(self, forces: np.ndarray, headings: np.ndarray) -> None:
        """Mean heading and bulges from the forces (link; along, across) and the headings of the links' x axes [rad]."""
        own = self.settings
        lean = headings - _FORWARD
        self.heading += own.every / own.settle * (float(lean.mean()) - self.heading)
        pushes = np.cos(headings) * forces[:, 0] - np.sin(headings) * forces[:, 1]  # along the wanted direction, +x of the world
        strength = np.tanh(np.hypot(*forces.T) / own.hard)
        left = np.sign(forces[:, 1])  # 1: the peg is on the left, and pushes to the right, the y axis of a link
        rates = np.where(pushes > 0, own.bulge * left * strength, 0.0)
        for link in np.flatnonzero(np.abs(rates) > _FAINT):
            away = (self._arc - (link - 0.5) * self.links.length) / (_REACH * self.links.length)
            self._bulge += own.every * rates[link] * np.exp(-0.5 * away**2)
        self._bulge = np.clip(math.exp(-own.every / own.fade) * self._bulge, -own.largest_bulge, own.largest_bulge)

    def _nearest_wave(self, bends: np.ndarray) -> np.ndarray:
        """The path at the start: of all phases the wave that is nearest to the present shape."""
        own = self.settings
        phases = np.linspace(-math.pi, math.pi, _PHASES, endpoint=False)
        waves = own.amplitude * np.sin(phases[:, None] - own.phase * np.arange(len(bends)))
        self._phase = float(phases[np.argmin(((waves - bends) ** 2).sum(axis=1))])
        self._target = bends.copy()
        return own.amplitude * np.sin(self._phase - own.phase * self._arc / self.links.length)

    def _travelled(self, path: np.ndarray) -> np.ndarray:
        """The path after one interval: the head has drawn on, as far as the joints' rates allow."""
        own = self.settings
        slope = own.phase / self.links.length  # rad/m
        steepest = np.abs(np.diff(path[::_COARSE])).max() / (_COARSE * _GRAIN)
        way = own.largest_rate / max(steepest, own.amplitude * slope) * own.every + self._rest
        count = int(way / _GRAIN)
        self._rest = way - count * _GRAIN
        if count == 0:
            return path
        new = own.amplitude * np.sin(self._phase + slope * _GRAIN * np.arange(count, 0, -1)) + own.steer * self.heading
        self._phase += slope * _GRAIN * count
        self._bulge = np.concatenate([np.full(count, self._bulge[0]), self._bulge[:-count]])
        return np.concatenate([new, path[:-count]])


@dataclass(frozen=True, eq=False)
class TouchedField:
    """Aiko in a field of ``aiko-pegs`` with the controller by touch: what ``elver.simulate`` takes.

    model: servos with the scenario's stiffness, damping and torque limit in place of the wave.
    """

    model: Model
    control: Control
    sensors: tuple[Sensor, ...]
    controller: TouchControl


def _braking(scene: Scene | None) -> float:
    """Friction of the ground over the mass [m/s^2], the mean of all directions."""
    assert scene is not None
    assert scene.ground is not None
    ground = scene.ground
    return scene.gravity * float(np.mean([ground.forward, ground.backward, ground.across, ground.across]))


def touching_aiko(changes: Mapping[str, Any] | None = None, settings: TouchSettings = TouchSettings()) -> TouchedField:
    """The scenario ``aiko-pegs`` with its parameters changed, and the controller by touch in place of the published wave."""
    values = AIKO_PEGS.values(changes)
    model = AIKO_PEGS.build(changes)
    most = settings.largest_bend
    gains = {name: values[f"control.{name}"] for name in ("kp", "kd")}
    servos = ServoInputs(**gains, limit=values["drive.limit"] or math.inf, low=-most, high=most)
    body = {name: values[f"body.{name}"] for name in ("length", "half_length", "radius")}
    links = SensedBody(values["links"], **body, peg=values["pegs.radius"], braking=_braking(model.scene))
    centres, along = start_posture(values)
    ahead = along[links.middle]
    controller = TouchControl(links, centres[links.middle], math.atan2(ahead[1], ahead[0]), settings)
    sensors = (Encoder(), ContactForce(ground=False), IMU(body=f"link{links.middle + 1}", gyro_only=True))
    control = Control(controller, every=settings.every, out_of_bounds="clip")
    return TouchedField(with_inputs(model, servos), control, sensors, controller)
