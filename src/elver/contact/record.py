"""What the contacts of a run did: forces, impulses and stick flags of every sample, as labelled data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

import numpy as np

from elver.contact.scene import ContactSettings, Disc, Polygon, Wall

NOT_WITH_CONTACT = ("base_acceleration", "joint_acceleration", "joint_wrench")  # they would leave the impulses out
MOST_PAIRED = 20  # obstacles: with more, only the strongest contact of every link is kept


class ContactRecord(NamedTuple):
    """Per sample: forces on links [N, world], stick flags, and the largest residual, penetration and sweeps since the last.

    impulse [N s, world]: of the contacts on every link since the last sample.   pairs [N, world]: of every obstacle on every
    link, without obstacles where there are more than MOST_PAIRED.   strongest: for every link what it touches hardest (see
    ``things`` in single/records.py; -1: nothing) and that force [N].
    """

    contact: np.ndarray
    ground: np.ndarray
    stick: np.ndarray
    stats: np.ndarray
    impulse: np.ndarray
    pairs: np.ndarray
    strongest: np.ndarray

    def first(self, count: int) -> ContactRecord:
        """The first ``count`` samples."""
        return ContactRecord(*(array[:count] for array in self))

    @property
    def nbytes(self) -> int:
        """Memory of all samples [bytes]."""
        return sum(array.nbytes for array in self)


@dataclass(frozen=True, eq=False)
class Contacts:
    """What the contacts of a run did, between whom, and how they were solved; the problem that ended the run, if one did.

    counts: of steps, by kind.
    """

    record: ContactRecord
    bodies: Sequence[str]
    obstacles: Sequence[Disc | Wall | Polygon]
    settings: ContactSettings
    problem: dict | None = None
    counts: Mapping[str, int] = field(default_factory=dict)


def empty_record(samples: int, links: int, obstacles: int) -> ContactRecord:
    """Room for a run. Nothing has been touched at its first sample."""
    vectors, paired = (samples, links, 2), obstacles if obstacles <= MOST_PAIRED else 0
    strongest = np.zeros(vectors)
    strongest[0, :, 0] = -1.0
    return ContactRecord(
        contact=np.zeros(vectors),
        ground=np.zeros(vectors),
        stick=np.zeros((samples, links)),
        stats=np.zeros((samples, 3)),
        impulse=np.zeros(vectors),
        pairs=np.zeros((samples, links, paired, 2)),
        strongest=strongest,
    )


def unsolved_problem(B: np.ndarray, table: np.ndarray) -> dict:
    """The contact problem that was not solved (see ``Failure`` in single/arrays.py), for replay with elver.contact.single."""
    from elver.contact.single.problem import contact_operator

    rows, blocks = int(table[7, 0]), int(table[7, 1])
    return {
        "problem_operator": (("row", "column"), contact_operator(B[:rows])),
        "problem_free": (("row",), table[0, :rows]),
        "problem_impulses": (("row",), table[1, :rows]),
        "problem_kind": (("block",), table[2, :blocks]),
        "problem_start": (("block",), table[3, :blocks]),
        "problem_limits": (("block", "limit"), table[4:7, :blocks].T),
    }


def add_contacts(data: Any, contacts: Contacts) -> None:
    """Add what the contacts did to a run's data set, and drop what leaves them out."""
    record, obstacles = contacts.record, contacts.obstacles
    for name in NOT_WITH_CONTACT:
        del data[name]
    data.coords["link"] = list(contacts.bodies)
    data.coords["plane"] = ["x", "y"]
    vectors = ("time", "link", "plane")
    table = {
        "contact_force": (vectors, record.contact, "N", "of obstacles and other links on a link, world (72)"),
        "contact_impulse": (vectors, record.impulse, "N s", "of contacts on a link since the last sample, world"),
        "ground_force": (vectors, record.ground, "N", "friction of the ground on a link, world"),
        "sticking": (("time", "link"), record.stick, "1", "1 where a link sticks to the ground"),
        "contact_residual": (("time",), record.stats[:, 0], "1", "largest natural-map residual since the last sample"),
        "penetration": (("time",), record.stats[:, 1], "m", "deepest overlap since the last sample"),
        "sweeps": (("time",), record.stats[:, 2], "1", "most iterations of a step since the last sample"),
    }
    for name, (dims, values, unit, meaning) in table.items():
        data[name] = (dims, values, {"units": unit, "long_name": meaning})
    _add_partners(data, record, obstacles)
    _add_outlines(data, obstacles)
    for name, (dims, values) in (contacts.problem or {}).items():
        data[name] = (dims, values, {"units": "SI", "long_name": "contact problem that was not solved, for replay"})
    data.attrs |= contacts.counts
    data.attrs["contact_settings"] = str({**asdict(contacts.settings), "solver": str(contacts.settings.solver)})


def _add_partners(data: Any, record: ContactRecord, obstacles: Sequence[Disc | Wall | Polygon]) -> None:
    """Which obstacle each link touches hardest, and the forces of all pairs where there are few obstacles.

    A step that ends at a sample knows what it touched. What let go before that has left an impulse, and no name.
    """
    hardest, let_go = record.strongest[..., 0].astype(np.int64), len(obstacles) + record.strongest.shape[1]
    hardest[(hardest < 0) & (record.impulse != 0.0).any(axis=-1)] = let_go
    numbers = (
        "what a link touches hardest: number of the obstacle from 0, number of obstacles + that of a link; number of obstacles + "
        "number of links: nothing now, but something since the last sample; -1: nothing since then"
    )
    data["touched"] = (("time", "link"), hardest, {"units": "1", "long_name": numbers})
    meaning = {"units": "N", "long_name": "size of the force of what a link touches hardest"}
    data["touched_force"] = (("time", "link"), record.strongest[..., 1], meaning)
    if obstacles:
        data.coords["obstacle"] = [o.name or f"{k + 1}" for k, o in enumerate(obstacles)]
    if record.pairs.shape[2]:
        meaning = {"units": "N", "long_name": "of every obstacle on every link, world"}
        data["pair_force"] = (("time", "link", "obstacle", "plane"), record.pairs, meaning)


def _add_outlines(data: Any, obstacles: Sequence[Disc | Wall | Polygon]) -> None:
    """Obstacles for pictures: discs and polygons whole, of a wall a strip as long as the run's path."""
    if not obstacles:
        return
    places = data.body_position.values[..., :2].reshape(-1, 2)
    places = places[np.isfinite(places).all(axis=1)]
    middle, reach = places.mean(axis=0), 0.3 + float(np.ptp(places, axis=0).max())
    outlines = [o.outline(middle, reach) if isinstance(o, Wall) else o.outline() for o in obstacles]
    points = np.full((len(outlines), max(map(len, outlines)), 2), np.nan)
    for k, outline in enumerate(outlines):
        points[k, : len(outline)] = outline
    meaning = {"units": "m", "long_name": "points around every obstacle, world, NaN beyond the last"}
    data["obstacle_outline"] = (("obstacle", "rim", "plane"), points, meaning)
