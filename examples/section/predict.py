"""A ship section in beam waves in a flume, predicted before anybody compares: ``python examples/section/predict.py``.

The section of Sundsdal, Greco, Hanssen and Lugni (NTNU 2025) fills a flume, 1 m deep, from wall to wall but for gaps of 7 mm.
Known are its shape and mass, how it is held, and the natural periods of decay tests; loads and motions in waves are not.
Plane potential flow (``elver.forces.hulls.section_flow``) gives added mass, damping and loads of the waves; the section is a
rigid body on springs. What nobody told is drawn at random, within bounds written below, and so become the intervals.

Written to predictions.csv: amplitudes per amplitude of the wave, each with the middle, the 5 % and the 95 % quantile.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from elver.forces.hulls import SectionContour, SectionFlow, section_flow

FREQUENCIES = (4.143, 4.952, 5.075, 5.194, 5.311, 5.425, 5.646, 5.860, 6.065, 7.004, 7.830, 8.578, 9.265, 9.905)  # rad/s
QUANTITIES = ("sway_load_N_per_m", "heave_load_N_per_m", "sway", "heave", "roll_rad_per_m")
HEIGHTS = (0.024, 0.040)  # of the waves [m]
BEAM, DRAUGHT, BILGE, LENGTH, DEPTH = 0.40, 0.20, 0.0512, 0.586, 1.0  # m
MASS, GUIDE, CENTRE, GYRATION = 46.8, 0.303, 0.106 - DRAUGHT, 0.36 * BEAM  # kg, kg in sway alone, m above the water, m
SPRINGS, DAMPING = 59.5, 8.7  # N/m; N s/m in sway and heave
PERIODS = {"heave": (1.17, 0.008), "roll": (1.26, 0.010)}  # measured in still water [s], and how well that is known
DENSITY, GRAVITY = 998.0, 9.81
SAMPLES = 400


@dataclass(frozen=True)
class Unknowns:
    """What is not known of the rig and the water. The middle of each range is the fields' default.

    added, radiated, pushed: errors of potential flow as factors of added mass, of damping, and of the loads of sway, heave, roll.
    springs, damping: factors.     friction [N]: of the guides.
    roll: damping of roll by the water's friction and eddies over the critical one; eddies [kg m^2]: what goes with the rate.
    sway_fall, heave_fall: share of a load that is lost per steepness k a.    amplitude [m] of the waves.
    """

    added: float = 1.0
    radiated: float = 1.0
    pushed: tuple = (1.0, 1.0, 1.0)
    springs: float = 1.0
    damping: float = 1.0
    friction: float = 0.35
    roll: float = 0.017
    eddies: float = 0.12
    sway_fall: float = 0.45
    heave_fall: float = 0.0
    amplitude: float = 0.016
    heave_period: float = PERIODS["heave"][0]
    roll_period: float = PERIODS["roll"][0]

    @classmethod
    def drawn(cls, rng: np.random.Generator) -> Unknowns:
        """One set at random."""

        def about(spread: float) -> float:
            return 1 + spread * rng.standard_normal()

        return cls(
            about(0.02), about(0.03), tuple(about(s) for s in (0.03, 0.035, 0.035)), about(0.02), rng.uniform(0.7, 1.3),
            rng.uniform(0.2, 0.5), rng.uniform(0.004, 0.03), rng.uniform(0.0, 0.25), rng.uniform(0.0, 0.9),
            rng.uniform(-0.6, 0.6), rng.choice(HEIGHTS) / 2, *(p + s * rng.standard_normal() for p, s in PERIODS.values()),
        )  # fmt: skip


def flows(per_wave: int = 60) -> list[SectionFlow]:
    """Plane flow at every frequency."""
    contour = SectionContour.rounded_box(BEAM, DRAUGHT, BILGE, 14)
    return [section_flow(contour, w, DEPTH, DENSITY, GRAVITY, per_wave) for w in FREQUENCIES]


def loads(flow: SectionFlow, own: Unknowns) -> np.ndarray:
    """Amplitudes of sway and heave load of the fixed section per amplitude of the wave [N/m]."""
    fall = 1 - np.array([own.sway_fall, own.heave_fall]) * flow.wavenumber * own.amplitude
    return LENGTH * np.abs(flow.excitation[:2]) * own.pushed[:2] * fall


def _arm() -> np.ndarray:
    """Sway of the centre of mass by sway, heave and roll about the point of the waterline above the keel."""
    return np.array([1.0, 0.0, -CENTRE])


def mechanics(own: Unknowns, natural: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray, float]:
    """Mass and stiffness (3, 3) of the free section, and the factor of the added mass of heave, such that it has the natural
    periods that were measured; natural: added mass (3, 3) at both.
    """
    turning = MASS * (GYRATION**2 + CENTRE**2)
    mass = np.array([[MASS, 0, -MASS * CENTRE], [0, MASS, 0], [-MASS * CENTRE, 0, turning]])
    mass += GUIDE * np.outer(_arm(), _arm())
    lift = DENSITY * GRAVITY * BEAM * LENGTH
    heave = lift * (own.heave_period / (2 * np.pi)) ** 2 - MASS
    stiffness = np.diag([0.0, lift, 0.0]) + SPRINGS * own.springs * np.outer(_arm(), _arm())
    square = (2 * np.pi / own.roll_period) ** 2
    dynamic = stiffness - square * (mass + own.added * natural["roll"])  # det = 0 decides the stiffness of roll
    stiffness[2, 2] += dynamic[0, 2] * dynamic[2, 0] / dynamic[0, 0] - dynamic[2, 2]
    return mass, stiffness, heave / natural["heave"][1, 1]


def motions(flow: SectionFlow, own: Unknowns, natural: dict[str, np.ndarray]) -> np.ndarray:
    """Amplitudes of sway of the centre of mass and heave [1] and roll [rad/m] of the free section per amplitude of the wave.

    Friction and eddies depend on the motion: damped steps to the motion that fits itself.
    """
    mass, stiffness, heave = mechanics(own, natural)
    w, a = flow.frequency, own.amplitude
    added, damping = own.added * LENGTH * flow.added, own.radiated * LENGTH * flow.damping
    added[1, 1] = heave * LENGTH * flow.added[1, 1]
    critical = 2 * np.sqrt(stiffness[2, 2] * (mass[2, 2] + added[2, 2]))
    push, x = a * LENGTH * flow.excitation * own.pushed, np.full(3, a, complex)
    for _ in range(60):
        rubbing = 4 * own.friction / (np.pi * w * max(abs(_arm() @ x), 1e-3))  # of Coulomb's law, over a period
        lost = damping + (DAMPING * own.damping + rubbing) * np.outer(_arm(), _arm())
        lost = lost + np.diag([0.0, DAMPING * own.damping, own.roll * critical + own.eddies * w * abs(x[2])])
        x = 0.5 * x + 0.5 * np.linalg.solve(stiffness - w**2 * (mass + added) - 1j * w * lost, push)
    return np.abs([_arm() @ x, x[1], x[2]]) / a


def predictions(samples: int = SAMPLES, seed: int = 1, per_wave: int = 60) -> np.ndarray:
    """(frequency, quantity, [middle, low, high])."""
    rng, water = np.random.default_rng(seed), flows(per_wave)
    contour = SectionContour.rounded_box(BEAM, DRAUGHT, BILGE, 14)
    natural = {
        name: LENGTH * section_flow(contour, 2 * np.pi / period, DEPTH, DENSITY, GRAVITY, per_wave).added
        for name, (period, _) in PERIODS.items()
    }
    drawn = [Unknowns.drawn(rng) for _ in range(samples)]
    values = np.array([[np.concatenate([loads(f, own), motions(f, own, natural)]) for f in water] for own in drawn])
    return np.moveaxis(np.quantile(values, [0.5, 0.05, 0.95], axis=0), 0, -1)


def main() -> None:
    """Write predictions.csv, and print the table of the documentation."""
    found = predictions()
    head = ",".join(f"{name}{end}" for name in QUANTITIES for end in ("", "_low", "_high"))
    rows = [f"{w:.3f}," + ",".join(f"{v:.5g}" for v in row.ravel()) for w, row in zip(FREQUENCIES, found, strict=True)]
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("predictions.csv")
    path.write_text("\n".join([f"omega_rad_per_s,{head}", *rows]) + "\n")
    for w, row in zip(FREQUENCIES, found, strict=True):
        cells = [f"{m:.4g} [{low:.4g}, {high:.4g}]" for m, low, high in row]
        print(f"| {w:.3f} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
