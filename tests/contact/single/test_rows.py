"""The rows of a contact problem: every fill level of its arrays, with guards behind them."""

import numpy as np
import pytest

from elver._support.errors import InputError
from elver.codegen.kernels.jit import compiled
from elver.contact import Disc, Polygon, Scene, Wall
from elver.contact.driver import scene_tables, things_at
from elver.contact.single.arrays import ContactRows
from elver.contact.single.step import collect

GUARD = 16  # rows behind every array that nobody may touch
UNTOUCHED = -7.0
FREEDOMS = 6
REACH = 0.01  # a contact that pressed before and has opened by less is still one


def random_scene(random):
    """A scene that is allowed: drawn again where an obstacle lies inside another."""
    while True:
        try:
            return drawn_scene(random)
        except InputError:
            continue


def drawn_scene(random):
    """Walls that cross, a polygon and a row of discs where the links are; ground, friction and self contact as it comes."""
    square = Polygon(((-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3)))
    discs = [Disc(0.4 * k - 0.8, random.uniform(-1, 1), 0.19) for k in range(random.integers(0, 5))]
    walls = [Wall(0.0, 0.0, random.uniform(-3, 3)) for _ in range(random.integers(0, 3))]
    return Scene(
        [*discs, *walls, *[square][: random.integers(0, 2)]],
        friction=0.3 if random.random() < 0.7 else None,
        obstacle_friction=0.2 if random.random() < 0.5 else 0.0,
        self_contact=bool(random.random() < 0.5),
    )


def random_links(random, count):
    """Poses (x, y, cos, sin) one after the other, and outlines (half length, radius)."""
    angle = random.uniform(-3, 3, count)
    poses = np.column_stack([random.uniform(-0.6, 0.6, (count, 2)), np.cos(angle), np.sin(angle)])
    return poses.ravel(), np.column_stack([random.uniform(0.05, 0.3, count), random.uniform(0.02, 0.1, count)])


def tree_of(count):
    """Which links of a chain can touch each other: all but neighbours."""
    return np.array([[float(abs(i - j) > 1) for j in range(count)] for i in range(count)])


class Arrays:
    """The arrays of a problem with room for ``rows``, each the beginning of a longer one."""

    def __init__(self, rows):
        shapes = {"W": (FREEDOMS,), "kind": (), "start": (), "limits": (3,), "owner": (2,), "normal": (3,), "P": ()}
        kinds = {"kind": np.int64, "start": np.int64, "owner": np.int64}
        self.whole = {n: np.full((rows + GUARD, *s), UNTOUCHED).astype(kinds.get(n, float)) for n, s in shapes.items()}
        self.rows = rows

    def __getitem__(self, name):
        return self.whole[name][: self.rows]

    def guards_intact(self):
        return all((array[self.rows :] == UNTOUCHED).all() for array in self.whole.values())


def fill(scene, links, outlines, J, warm, arrays):
    """``collect`` on the arrays given."""
    count, tables = len(outlines), scene_tables(scene, outlines, tree_of(len(outlines)))
    rows = ContactRows(*(arrays[name] for name in ContactRows._fields))
    return collected(links, J, rows, outlines, np.ones(count), tables, np.ones((count, 2)), warm)


@compiled
def collected(links, J, rows, outlines, loads, scene, ground, contacts):
    return collect(links, J, rows, outlines, loads, scene, ground, contacts, 0.01, REACH)


@pytest.mark.parametrize("seed", range(24))
def test_no_fill_level_writes_beyond_its_arrays(seed):
    """From no room at all to more than enough: too little is said, and exactly full is as good as plenty."""
    random = np.random.default_rng(seed)
    scene, count = random_scene(random), int(random.integers(1, 6))
    links, outlines = random_links(random, count)
    J, warm = random.normal(size=(FREEDOMS, 3 * count)), random.normal(size=(count, len(things_at(scene.table(), count)), 2))
    plenty = Arrays(400)
    blocks, rows, deepest = fill(scene, links, outlines, J, warm, plenty)
    assert 0 <= blocks <= rows < 400
    for room in range(rows + 4):
        arrays = Arrays(room)
        found = fill(scene, links, outlines, J, warm, arrays)
        assert arrays.guards_intact(), f"room for {room} rows of {rows}"
        if room < rows:
            assert found[:2] == (-1, 0)
        else:
            assert found == (blocks, rows, deepest)
            for name, used in {"W": rows, "P": rows, "kind": blocks, "start": blocks, "owner": blocks}.items():
                np.testing.assert_array_equal(arrays[name][:used], plenty[name][:used])


def test_the_random_scenes_have_contacts_of_every_kind():
    """Else the sweep above proves nothing."""
    kinds, most = set(), 0
    for seed in range(24):
        random = np.random.default_rng(seed)
        scene, count = random_scene(random), int(random.integers(1, 6))
        links, outlines = random_links(random, count)
        J, warm = np.ones((FREEDOMS, 3 * count)), np.zeros((count, len(things_at(scene.table(), count)), 2))
        arrays = Arrays(400)
        blocks, rows, _ = fill(scene, links, outlines, J, warm, arrays)
        kinds |= set(arrays["kind"][:blocks])
        most = max(most, rows)
    assert kinds == {0, 1, 2}
    assert most > 20


@pytest.mark.parametrize("short", ["W", "kind", "start", "limits", "owner", "normal", "P"])
def test_the_shortest_array_decides(short):
    """Whichever array is too short, nothing behind it is touched."""
    random = np.random.default_rng(3)
    scene = Scene((Wall(0.0, 0.0, 0.5),), 0.3, obstacle_friction=0.2)
    links, outlines = random_links(random, 4)
    J, warm = np.ones((FREEDOMS, 12)), np.zeros((4, len(things_at(scene.table(), 4)), 2))
    arrays = Arrays(5)
    long = Arrays(400)
    arrays.whole |= {name: array for name, array in long.whole.items() if name != short}
    rows = {name: 5 if name == short else 400 for name in arrays.whole}
    views = {name: array[: rows[name]] for name, array in arrays.whole.items()}
    assert fill(scene, links, outlines, J, warm, views)[0] == -1
    assert (arrays.whole[short][5:] == UNTOUCHED).all()
