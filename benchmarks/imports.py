"""Robot descriptions of other people, imported and compared with the engines that own the formats.

    python benchmarks/imports.py                      all packages that are installed here
    python benchmarks/imports.py --packages FOLDER    those of another environment's site-packages as well

URDF against Pinocchio, MJCF against MuJoCo, SDF against DART: accelerations of random states with gravity, springs, armature
and friction; contact, limits, actuators and fluids are off. The error is the largest difference over the largest acceleration,
joints, the base's velocity and its turning each by themselves, worst of all states.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "helpers"))

import twins
from public import DESCRIPTIONS, find

from elver._support.errors import InputError
from elver.scenarios import import_description

ERRORS = {"urdf": twins.urdf_error, "mjcf": twins.mjcf_error, "sdf": twins.sdf_error}
RIVALS = {"urdf": "Pinocchio", "mjcf": "MuJoCo", "sdf": "DART"}
AGREEMENT = 1e-9


@dataclass(frozen=True)
class Row:
    """One description and how far it is from its engine."""

    what: str
    file: str
    rival: str
    base: str
    bodies: int
    joints: int
    error: float


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", type=Path, action="append", default=[], metavar="FOLDER", help="another site-packages")
    parser.add_argument("--states", type=int, default=3, help="random states of each (default 3)")
    return parser.parse_args()


@contextlib.contextmanager
def quiet():
    """What other engines say about meshes and masses goes nowhere."""
    sys.stdout.flush()
    kept, nowhere = (os.dup(1), os.dup(2)), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        for stream, old in zip((1, 2), kept, strict=True):
            os.dup2(old, stream)
            os.close(old)
        os.close(nowhere)


def measured(what: str, place: str, path: Path, options: dict, states: int) -> Row:
    """Import one description and compare it."""
    with quiet():
        imported = import_description(path, **options)
        error = ERRORS[imported.format](path, imported, states)
    robot = imported.robot
    label = f"{place.split('/')[0].replace('cmeel.prefix', 'example-robot-data')}: {path.parent.name}/{path.name}"
    return Row(what, label, RIVALS[imported.format], robot.base, len(robot.bodies), len(robot.joint_names), error)


def main() -> int:
    """The table; exit code 1 where one disagrees or nothing was found."""
    options = arguments()
    folders = [*options.packages, Path(sysconfig.get_paths()["purelib"])]
    rows, missing = [], 0
    for what, place, changes in DESCRIPTIONS:
        path = find(place, folders)
        if path is None:
            missing += 1
            continue
        try:
            rows.append(measured(what, place, path, changes, options.states))
        except InputError as error:
            print(f"REFUSED {place}: {error}")
            return 1
    print(f"{'what':<28} {'package: file':<62} {'against':<10} {'base':<6} {'bodies':>6} {'joints':>6} {'error':>8}")
    for row in rows:
        print(f"{row.what:<28} {row.file:<62} {row.rival:<10} {row.base:<6} {row.bodies:>6} {row.joints:>6} {row.error:>8.1e}")
    worst = max((row.error for row in rows), default=1.0)
    print(f"{len(rows)} descriptions, worst relative error {worst:.1e}, {missing} not installed here")
    return 0 if rows and worst < AGREEMENT else 1


if __name__ == "__main__":
    sys.exit(main())
