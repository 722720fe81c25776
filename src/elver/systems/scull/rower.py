"""A rower from height and mass: segments by P. de Leva, J. Biomechanics 29(9), 1223-1230 (1996), table 4, men."""

from __future__ import annotations

from dataclasses import dataclass

from elver.errors import InputError, require_number, unknown_name

REFERENCE_HEIGHT = 1.741  # m, of the men the lengths belong to


@dataclass(frozen=True)
class SegmentShare:
    """One row of the table. mass: share of the body's; length [m] at the reference height; centre: of mass from the proximal
    end, share of the length; radii: of gyration about the sagittal (fore-aft), transverse (side to side) and longitudinal axis
    through the centre of mass, shares of the length.
    """

    mass: float
    length: float
    centre: float
    radii: tuple[float, float, float]


# Ends: head from vertex to cervicale, trunk from cervicale to mid hip, upper arm shoulder to elbow, forearm elbow to wrist, hand
# wrist to third knuckle, thigh hip to knee, shank knee to ankle joint centre, foot heel to toe tip.
MEN = {
    "head": SegmentShare(0.0694, 0.2429, 0.5002, (0.303, 0.315, 0.261)),
    "trunk": SegmentShare(0.4346, 0.6033, 0.5138, (0.328, 0.306, 0.169)),
    "upper_arm": SegmentShare(0.0271, 0.2817, 0.5772, (0.285, 0.269, 0.158)),
    "forearm": SegmentShare(0.0162, 0.2689, 0.4574, (0.276, 0.265, 0.121)),
    "hand": SegmentShare(0.0061, 0.0862, 0.7900, (0.628, 0.513, 0.401)),
    "thigh": SegmentShare(0.1416, 0.4222, 0.4095, (0.329, 0.329, 0.149)),
    "shank": SegmentShare(0.0433, 0.4403, 0.4395, (0.251, 0.246, 0.102)),
    "foot": SegmentShare(0.0137, 0.2581, 0.4415, (0.257, 0.245, 0.124)),
}
PAIRED = ("upper_arm", "forearm", "hand", "thigh", "shank", "foot")


@dataclass(frozen=True)
class Segment:
    """One segment of one side of the body: mass [kg], length [m], centre: distance of the centre of mass from the proximal end
    [m], inertia about that centre [kg m^2]: sagittal, transverse, longitudinal axis.
    """

    name: str
    mass: float
    length: float
    centre: float
    inertia: tuple[float, float, float]

    @property
    def swing(self) -> float:
        """Inertia about the side-to-side axis through the centre of mass [kg m^2]: of motion in the sagittal plane."""
        return self.inertia[1]


@dataclass(frozen=True)
class Anthropometry:
    """A man of ``height`` [m] and ``mass`` [kg]: lengths scale with height, masses with mass."""

    height: float = 1.85
    mass: float = 80.0

    def __post_init__(self):
        require_number("rower height", self.height, above=0.0, unit="m")
        require_number("rower mass", self.mass, above=0.0, unit="kg")
        if not 1.0 <= self.height <= 2.5:
            raise InputError(f"rower height = {self.height:g} m. Give metres, between 1.0 and 2.5.")

    def segment(self, name: str, sides: int = 1) -> Segment:
        """A segment; ``sides`` = 2: left and right moving as one, with twice the mass."""
        if name not in MEN:
            raise unknown_name("segment of the body", name, MEN)
        if sides not in (1, 2) or (sides == 2 and name not in PAIRED):
            raise InputError(f"sides = {sides!r} for '{name}'. Give 1, or 2 for one of {', '.join(PAIRED)}.")
        share = MEN[name]
        length, mass = share.length * self.height / REFERENCE_HEIGHT, sides * share.mass * self.mass
        sagittal, transverse, longitudinal = (mass * (r * length) ** 2 for r in share.radii)
        inertia = (sagittal, transverse, longitudinal)
        return Segment(name, mass, length, share.centre * length, inertia)

    def segments(self) -> dict[str, Segment]:
        """All segments, both sides of the paired ones together."""
        return {name: self.segment(name, 2 if name in PAIRED else 1) for name in MEN}
