"""How a scenario is shown to people in its live page: from where, what happens step by step, and what to read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from elver.scenarios.definition import Scenario


@dataclass(frozen=True)
class Camera:
    """From where a machine is seen. What is None is chosen by the page, from the machine's size and the plane in which it moves.

    azimuth [rad]: where the eye stands around the vertical, from +x to +y.   elevation [rad]: above the horizon.
    zoom [1]: how many times nearer than where all of ``room`` is seen.   room [m]: the length that fits into the picture.
    centre [m, world]: what is looked at, so that the eye stands still; without one it follows the machine.
    floor [m]: z of the floor that is drawn below a machine in open water or air.
    """

    azimuth: float | None = None
    elevation: float | None = None
    zoom: float | None = None
    room: float | None = None
    centre: tuple[float, float, float] | None = None
    floor: float | None = None

    def described(self) -> dict[str, Any]:
        """As plain data, without what is left open."""
        return {name: value for name, value in vars(self).items() if value is not None}


@dataclass(frozen=True)
class StoryStep:
    """One step of a story: what is said, and what is moved for it.

    set: parameters and what they are set to; only sliders of the page can be.   speed [1]: of the machine over real time.
    again: whether the machine starts again at this step.
    """

    text: str
    set: Mapping[str, float | str] = field(default_factory=dict)
    camera: Camera | None = None
    speed: float | None = None
    again: bool = False

    def described(self) -> dict[str, Any]:
        """As plain data, without what is left open."""
        found: dict[str, Any] = {"text": self.text}
        found |= {"set": dict(self.set)} if self.set else {}
        found |= {"camera": self.camera.described()} if self.camera is not None else {}
        found |= {"speed": self.speed} if self.speed is not None else {}
        return found | ({"again": True} if self.again else {})


def showcase_changes(chosen: Scenario) -> dict[str, str]:
    """What is changed of a scenario where it is shown to people: its switch of laws stands at the energy-consistent one."""
    from elver.results.checks.trust import CONSISTENT

    switches = [text.partition("=")[0] for text in chosen.sliders if text.endswith(f":{CONSISTENT}")]
    return dict.fromkeys(switches, CONSISTENT)


@dataclass(frozen=True)
class Showing:
    """camera: from where the machine is seen at first.   story: its steps.   advice: what to try, a sentence or two.

    links: titles and addresses of what to read, such as the DOI of the paper.
    """

    camera: Camera = field(default_factory=Camera)
    story: tuple[StoryStep, ...] = ()
    advice: str = ""
    links: tuple[tuple[str, str], ...] = ()
