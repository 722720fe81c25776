"""A recorded function as a list of loops."""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby

import numpy as np

from elver.native.rolled.bodies import Body, body_of
from elver.native.rolled.calls import Needed, in_order, needed_calls
from elver.native.rolled.form import INPUT, OUTPUT, WORK, Carry, Loop, Place, RolledList
from elver.native.rolled.repeats import runs_of, wires_of
from elver.pieces import Recorded
from elver.pieces.written import WRITING


def rolled_list(recorded: Recorded, side_by_side: bool = False) -> RolledList:
    """The loops of a function that was written from pieces.

    side_by_side: passes that need nothing of each other have loops of their own, and their values stand one behind the other, so
    that several passes may be computed at once; otherwise all that belongs to one body stands together.
    """
    with WRITING:
        found = needed_calls(recorded)
    order = in_order(found.uses, side_by_side)
    bodies = [body_of(run, order, found) for run in runs_of(wires_of(order, found))] if order else []
    places = Places(found, bodies, side_by_side)
    loops = [*map(places.loop, bodies), *places.copies(), *constant_outputs(found)]
    return RolledList(
        name=recorded.name,
        loops=tuple(loops),
        work_size=places.size,
        sizes_in=tuple(argument.nnz() for argument in recorded.arguments),
        sizes_out=tuple(map(len, found.outputs)),
    )


class Places:
    """Where values stand between passes and loops."""

    def __init__(self, found: Needed, bodies: list[Body], side_by_side: bool):
        self.found = found
        self.direct: dict[tuple[int, int], list[Place]] = defaultdict(list)  # (body, value) -> outputs it is written to
        targets: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for which, row in enumerate(found.outputs):
            for element, entry in enumerate(row):
                if isinstance(entry, tuple):
                    targets[entry[0]].append((which, element))
        for number, body in enumerate(bodies):
            for value, ids in body.results.items():
                self.send(number, value, [targets[int(k)] for k in ids])
        self.left = sorted((place, number) for number, places in targets.items() for place in places)
        self.numbers = {id(body): number for number, body in enumerate(bodies)}
        self.slots = np.full(1 + max((int(i.max()) for b in bodies for i in b.results.values()), default=-1), -1)
        self.size = 0
        read = self.read_by(bodies)
        wide = [body.count > 1 and side_by_side and body.independent for body in bodies]
        for body in (body for body, own in zip(bodies, wide, strict=True) if own):
            self.gather(body)
        self.kept = [self.reserve(body, read, own) for body, own in zip(bodies, wide, strict=True)]

    def send(self, body: int, value: int, targets: list[list[tuple[int, int]]]) -> None:
        """Outputs that every pass writes straight away; they are taken from the targets."""
        while all(targets) and len({own[0][0] for own in targets}) == 1:
            taken = [own.pop(0) for own in targets]
            self.direct[body, value].append(Place(OUTPUT, taken[0][0], tuple(element for _, element in taken)))

    def read_by(self, bodies: list[Body]) -> np.ndarray:
        """Marks of the values that must stand in the work array."""
        read = np.zeros(len(self.slots), dtype=bool)
        for body in bodies:
            for ids in body.reads.values():
                read[ids[ids >= 0]] = True
            for first, _ in body.carries.values():
                if first >= 0:
                    read[first] = True
        for _, number in self.left:
            if number >= 0:
                read[number] = True
        return read

    def gather(self, body: Body) -> None:
        """Room for what a loop reads, one pass behind the other."""
        for ids in body.reads.values():
            if (ids >= 0).all() and (self.slots[ids] < 0).all() and len(set(ids.tolist())) == len(ids):
                self.slots[ids] = self.size + np.arange(len(ids))
                self.size += len(ids)

    def reserve(self, body: Body, read: np.ndarray, wide: bool) -> list[int]:
        """Room for what others read of a loop: pass after pass, where it is wide value after value; the values that get it."""
        kept = [value for value, ids in body.results.items() if read[ids].any()]
        new = [ids for ids in (body.results[value] for value in kept) if (self.slots[ids] < 0).any()]
        for place, ids in enumerate(new):
            steps = place * body.count + np.arange(body.count) if wide else place + len(new) * np.arange(body.count)
            missing = self.slots[ids] < 0
            self.slots[ids[missing]] = self.size + steps[missing]
        self.size += len(new) * body.count
        return kept

    def at(self, ids: np.ndarray) -> Place:
        """The place of a value in every pass."""
        if ids[0] >= 0:
            return Place(WORK, 0, tuple(self.slots[ids].tolist()))
        spots = [self.found.places[-k - 1] for k in ids]
        return Place(INPUT, spots[0][0], tuple(element for _, element in spots))

    def loop(self, body: Body) -> Loop:
        """A body with the places of its values."""
        number = self.numbers[id(body)]
        writes = [(self.at(body.results[value]), value) for value in self.kept[number]]
        writes += [(place, value) for value in body.results for place in self.direct.get((number, value), ())]
        carries = [Carry(value, follows, self.at(np.array([first]))) for value, (first, follows) in body.carries.items()]
        return Loop(
            count=body.count,
            steps=tuple(body.steps),
            constants=body.constants,
            columns=body.columns,
            table=np.array(body.table).T if body.table else np.zeros((body.count, 0)),
            reads={value: self.at(ids) for value, ids in body.reads.items()},
            writes=tuple(writes),
            carries=tuple(carries),
        )

    def copies(self) -> list[Loop]:
        """Outputs that are inputs, or results that not every pass of their loop hands out: copied, a loop for every stretch."""
        spots = [(Place(OUTPUT, which, (element,)), self.at(np.array([n]))) for (which, element), n in self.left]

        def stretch(pair) -> tuple:
            k, (to, source) = pair
            return to.which, source.kind, source.which, to.elements[0] - k, source.elements[0] - k

        loops = []
        for _, group in groupby(enumerate(spots), key=stretch):
            own = [pair for _, pair in group]
            to, source = (Place(p[0].kind, p[0].which, tuple(q.elements[0] for q in p)) for p in zip(*own, strict=True))
            loops.append(Loop(len(own), (), reads={0: source}, writes=((to, 0),), table=np.zeros((len(own), 0))))
        return loops


def constant_outputs(found: Needed) -> list[Loop]:
    """Elements of outputs that are numbers."""
    loops = []
    for which, row in enumerate(found.outputs):
        places: dict[str, list[int]] = defaultdict(list)  # by the words of a number: NaN is equal to itself there
        for k, entry in enumerate(row):
            if not isinstance(entry, tuple):
                places[repr(float(entry))].append(k)
        for value, elements in sorted(places.items()):
            place = Place(OUTPUT, which, tuple(elements))
            loops.append(Loop(len(elements), (), {0: float(value)}, writes=((place, 0),), table=np.zeros((len(elements), 0))))
    return loops
