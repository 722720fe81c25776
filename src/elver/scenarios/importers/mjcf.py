"""MJCF files, read by MuJoCo itself, as links and joints."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from elver._support.errors import InputError, gathering, refuse, unknown_name
from elver._support.resources import needed
from elver.scenarios.importers.description import (
    Connection,
    Description,
    Element,
    Part,
    Solid,
    add_part,
    ball_moves,
    inverse,
    pose,
    read_xml,
)
from elver.symbolic.spatial import rotate

# --- Files that an MJCF file names, looked over before MuJoCo opens them: inside its folder, and of a sensible size.

_MOST_FILES = 200  # includes and sub-models
_LARGEST_GRID = 8192  # rows, columns, pixels along one side
_MOST_COPIES = 10_000  # of what <replicate>, <composite> and <flexcomp> repeat
_REPEATERS = ("replicate", "composite", "flexcomp")


def look_over(root: Element, path: Path, allow_outside: bool) -> list[Element]:
    """The root elements of a file and of all that it includes; an InputError where one names what must not be opened."""
    folder = path.resolve().parent
    found, waiting = [root], [(root, folder)]
    wrong: list[InputError] = []
    while waiting:
        tree, here = waiting.pop()
        _check_sizes(tree, 1, wrong)
        for element, name, places in named_files(tree, here):
            before = len(wrong)
            for place in () if allow_outside else places:
                with gathering(wrong):
                    _check_inside(element, name, place, folder)
            if len(wrong) > before or element.tag not in ("include", "model") or name.lower().endswith(".urdf"):
                continue
            if len(found) >= _MOST_FILES:
                raise element.wrong(f"more than {_MOST_FILES} files are included. Merge them into one.")
            with gathering(wrong):
                found.append(_read_included(element, places[0]))
                waiting.append((found[-1], here if element.tag == "include" else places[0].parent))
    refuse(wrong)
    return found


def _read_included(element: Element, place: Path) -> Element:
    """The root of an included file; what is wrong with it is said at the element that names it."""
    try:
        return read_xml(place)
    except InputError as error:
        raise element.wrong(f"the file it names cannot be used: {error}") from error


def named_files(tree: Element, here: Path) -> Iterator[tuple[Element, str, list[Path]]]:
    """Elements that name a file, the name, and the places where MuJoCo may look for it."""
    folders = {"texture": [""], "mesh": [""]}
    for compiler in (e for e in tree.walk() if e.tag == "compiler"):
        for kind, key in (("texture", "texturedir"), ("mesh", "meshdir")):
            folders[kind] += [compiler.attributes[k] for k in (key, "assetdir") if k in compiler.attributes]
    for element in tree.walk():
        for key, name in element.attributes.items():
            if not key.startswith("file") or not name.strip():
                continue
            if element.tag in ("include", "model"):
                yield element, name, [here / name]
            else:
                yield element, name, [here / f / name for f in folders["texture" if element.tag == "texture" else "mesh"]]


def _check_inside(element: Element, name: str, place: Path, folder: Path) -> None:
    """Refuse a file outside the folder, links followed."""
    try:
        inside = place.resolve().is_relative_to(folder)
    except (OSError, ValueError, RuntimeError):
        inside = False
    if not inside:
        raise element.wrong(
            f"names the file '{name[:80]}', which lies outside the folder of the description. "
            "Move it there, or allow it by allow_outside=True."
        )


def _check_sizes(element: Element, copies: int, wrong: list[InputError]) -> None:
    """Tell grids, pictures and repetitions that would fill the memory."""
    for key in ("nrow", "ncol", "width", "height"):
        with gathering(wrong):
            if key in element.attributes and element.number(key) > _LARGEST_GRID:
                raise element.wrong(f"{key} is larger than {_LARGEST_GRID}. Give a smaller one.")
    with gathering(wrong):
        if element.tag in _REPEATERS and "count" in element.attributes:
            words = element.attributes["count"].split()
            for value in element.numbers("count", len(words)):
                copies *= max(1, int(min(value, _MOST_COPIES + 1)))
            if copies > _MOST_COPIES:
                copies = 1
                raise element.wrong(f"repeats more than {_MOST_COPIES} times. Give a smaller count.")
    for child in element.children:
        _check_sizes(child, copies, wrong)


# --- What is wrong with a file that MuJoCo has refused: it names its first mistake alone.

_COUNTS = {
    **dict.fromkeys(("mass", "density"), 1),
    **dict.fromkeys(("pos", "axis", "diaginertia", "zaxis", "euler"), 3),
    **dict.fromkeys(("quat", "axisangle"), 4),
    **dict.fromkeys(("xyaxes", "fromto", "fullinertia"), 6),
}  # numbers of an attribute, wherever it stands in a body
_TYPES = {
    "joint": ("free", "ball", "slide", "hinge"),
    "geom": ("plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"),
}
_IN_BODIES = ("body", "inertial", "joint", "geom", "site")
_LINE = re.compile(r"\bline (\d+)")


def _mistakes(trees: list[Element], reason: InputError) -> list[InputError]:
    """Numbers, types, names and joints of actuators that are wrong; ``reason``, what MuJoCo says, where none of them is that."""
    wrong: list[InputError] = []
    names: dict[tuple[str, str], Element] = {}
    elements = [e for tree in trees for e in tree.walk()]
    for element in elements:
        for key in element.attributes.keys() & _COUNTS if element.tag in _IN_BODIES else ():
            with gathering(wrong):
                element.numbers(key, _COUNTS[key])
        with gathering(wrong):
            if "type" in element.attributes and element.tag in _TYPES:
                element.choice("type", _TYPES[element.tag])
        own = element.tag, element.attributes.get("name", "")
        if own[1] and element.tag in _IN_BODIES and names.setdefault(own, element) is not element:
            wrong.append(element.wrong(f"a second {element.tag} of this name. Give every {element.tag} a name of its own."))
    joints = [name for tag, name in names if tag in ("joint", "freejoint")]
    if not any(element.tag in _REPEATERS for element in elements):  # which make names
        for element in (e for part in elements if part.tag == "actuator" for e in part.children if "joint" in e.attributes):
            with gathering(wrong):
                element.choice("joint", joints)
    line = _LINE.search(str(reason))
    told = any(line is not None and f":{line[1]}: " in str(error) for error in wrong)
    return wrong if told else [reason, *wrong]


# --- MJCF: compiled by MuJoCo (optional extra ``imports``), then read out of the compiled model.

_WORLD = "world"
_FREE, _BALL, _SLIDE, _HINGE = range(4)  # mjtJoint
_PRIMITIVES = {2: "sphere", 3: "capsule", 4: "ellipsoid", 5: "cylinder", 6: "box", 7: "mesh"}  # mjtGeom
_READ = (  # numbers that are read of a compiled model, and of what
    *(("body", f"body_{name}") for name in ("pos", "quat", "ipos", "iquat", "mass", "inertia")),
    *(("joint", f"jnt_{name}") for name in ("pos", "axis", "range", "stiffness", "actfrcrange")),
    *(("coordinates", name) for name in ("qpos0", "qpos_spring", "dof_damping", "dof_armature", "dof_frictionloss")),
    *(("geom", f"geom_{name}") for name in ("pos", "quat", "size")),
)
_LEFT_OUT = {
    "ntendon": "tendons",
    "neq": "equality constraints",
    "nu": "actuators",
    "nflex": "flexible bodies",
    "nplugin": "plugins",
    "nsensor": "sensors",
}


def read_mjcf(root: Element, path: Path, base: str | None, part: str | None, allow_outside: bool) -> Description:
    """What the compiled model says of the wanted machine; the only one where none is named."""
    trees = look_over(root, path, allow_outside)
    described = Description(root.word("model", "") or path.stem, "mjcf", root.file)
    compiled = _Compiled(_compile_mjcf(trees, path, described.warnings), root, trees)
    _check_finite(compiled)
    tops = _machines(compiled, root, base, part)
    if tops == [0]:
        described.base = "fixed"
        add_part(described, Part(_WORLD))
        roots = compiled.moving_tops()
    else:
        roots = _add_root(compiled, tops[0], base, described)
    for body in roots:
        _add_tree(compiled, body, described)
    _leave_out(compiled, described)
    return described


def _compile_mjcf(trees: list[Element], path: Path, warnings: list[str]) -> Any:
    """The compiled model, or an error with MuJoCo's reason and what else is wrong.

    Its warnings are collected; alone, it would write them to a file."""
    mujoco = needed("mujoco", "reading MJCF files")
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(lambda text: warnings.append(f"MuJoCo: {text}"))
    try:
        return mujoco.MjModel.from_xml_path(str(path))
    except Exception as error:  # whatever another package's compiler says to a stranger's file
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        reason = "; ".join(lines)[:400] or type(error).__name__
        refuse(_mistakes(trees, trees[0].wrong(f"MuJoCo cannot compile it: {reason}. Correct the file.")))
        raise AssertionError("one reason at least was told") from error
    finally:
        mujoco.set_mju_user_warning(before)


def _check_finite(compiled: _Compiled) -> None:
    """Refuse a compiled model with a number that is none: MuJoCo lets some of them pass."""
    wrong: list[InputError] = []
    for kind, field in _READ:
        values = np.asarray(getattr(compiled.model, field))
        bad = np.flatnonzero(~np.isfinite(values.reshape(len(values), -1)).all(axis=1)) if values.size else values
        if len(bad) == 0:
            continue
        names = {"body": compiled.bodies, "joint": compiled.joints}.get(kind)
        for name in [names[k] for k in bad.tolist()] if names else [""]:
            where = compiled.where(kind, name)
            wrong.append(where.wrong(f"compiled, {field} of its {kind} '{name[:60]}' is not finite. Give finite numbers."))
    refuse(wrong)


class _Compiled:
    """A compiled model with names for everything, and the elements they come from."""

    def __init__(self, model: Any, root: Element, trees: list[Element]):
        self.model, self.root = model, root
        elements = [e for tree in trees for e in tree.walk() if "name" in e.attributes]
        self.elements = {(e.tag, e.attributes["name"]): e for e in elements}
        self.bodies = self.names("body", model.nbody)
        self.joints = self.names("joint", model.njnt)

    def names(self, kind: str, count: int) -> list[str]:
        """Names in order; those without one are called by their number."""
        given = [getattr(self.model, kind)(k).name for k in range(count)]
        taken, names = set(given), []
        for k, name in enumerate(given):
            while not name or (not given[k] and name in taken):
                name = f"{kind}{k}" if not name else f"{name}_"
            names.append(name)
        return names

    def where(self, kind: str, name: str) -> Element:
        """The element of a body or joint; the root where it has no name."""
        return self.elements.get((kind, name), self.root)

    def own_joints(self, body: int) -> list[int]:
        """Joints of a body, the first next to its parent."""
        first, count = self.model.body_jntadr[body], self.model.body_jntnum[body]
        return list(range(first, first + count))

    def tops(self) -> list[int]:
        """Bodies that stand directly in the world."""
        return [b for b in range(1, self.model.nbody) if self.model.body_parentid[b] == 0]

    def moving_tops(self) -> list[int]:
        """Those with a joint in them or behind them."""
        with_joints = {int(self.model.body_rootid[b]) for b in range(1, self.model.nbody) if self.model.body_jntnum[b]}
        return [b for b in self.tops() if b in with_joints]

    def is_free(self, body: int) -> bool:
        """True for a body with a free joint."""
        return any(self.model.jnt_type[j] == _FREE for j in self.own_joints(body))

    def children(self, body: int) -> list[int]:
        """Bodies that hang on a body."""
        return [b for b in range(1, self.model.nbody) if self.model.body_parentid[b] == body]

    def place(self, body: int) -> np.ndarray:
        """A body's frame in its parent's, with all joints at their reference."""
        return _quaternion_pose(self.model.body_pos[body], self.model.body_quat[body])


def _quaternion_pose(position: Sequence[float] | np.ndarray, quaternion: Sequence[float] | np.ndarray) -> np.ndarray:
    """The pose of a position and a quaternion (w, x, y, z)."""
    Q = np.asarray(quaternion, dtype=float)
    return pose(position, rotate(Q / np.linalg.norm(Q), np.eye(3)).T)


def _machines(compiled: _Compiled, root: Element, base: str | None, part: str | None) -> list[int]:
    """The body that is the machine's root; 0 for all that stands fixed in the world."""
    tops = compiled.moving_tops() or compiled.tops()
    names = [compiled.bodies[b] for b in tops]
    if not tops:
        raise root.wrong("holds no body. Give a robot with at least one.")
    if part is not None:
        allowed = {compiled.bodies[b]: b for b in compiled.tops()}
        if part not in allowed:
            raise root.wrong(str(unknown_name("body of the world", part, allowed)))
        return [allowed[part]]
    if len(tops) == 1:
        return tops
    if any(map(compiled.is_free, tops)) or base not in (None, "fixed"):
        raise root.wrong(f"holds {len(tops)} machines ({', '.join(names[:8])}). Name one by part=...")
    return [0]


def _add_root(compiled: _Compiled, body: int, base: str | None, described: Description) -> list[int]:
    """Add the base: the body itself, or the world where its joints tie it there. Returns the bodies whose trees follow."""
    own = compiled.own_joints(body)
    free = compiled.is_free(body)
    tied = bool(own) and not free
    if tied and base in (None, "fixed"):
        described.base = "fixed"
        add_part(described, Part(_WORLD))
        return [body]
    if tied:
        names = ", ".join(compiled.joints[j] for j in own)
        described.warnings.append(f"joints {names} tie '{compiled.bodies[body]}' to the world; a {base} base takes their place.")
    described.base = "free" if free or tied else "fixed"
    described.root_pose = compiled.place(body)
    add_part(described, _part_of(compiled, body))
    if free:
        dofs = slice(compiled.model.jnt_dofadr[own[0]], compiled.model.jnt_dofadr[own[0]] + 6)
        if np.any(compiled.model.dof_armature[dofs] + compiled.model.dof_damping[dofs]):
            described.warnings.append("armature or damping of the free joint not taken over.")
    return compiled.children(body)


def _add_tree(compiled: _Compiled, top: int, described: Description) -> None:
    """Add a body, its joints, and all behind it."""
    waiting = [top]
    while waiting:
        body = waiting.pop()
        add_part(described, _part_of(compiled, body))
        _add_joints(compiled, body, described)
        waiting.extend(reversed(compiled.children(body)))


def _part_of(compiled: _Compiled, body: int) -> Part:
    """A body with its inertia about the centre of mass, in its own frame."""
    model, name = compiled.model, compiled.bodies[body]
    turn = _quaternion_pose(model.body_ipos[body], model.body_iquat[body])
    inertia = turn[:3, :3] @ np.diag(model.body_inertia[body]) @ turn[:3, :3].T
    part = Part(name, float(model.body_mass[body]), turn[:3, 3], inertia, where=compiled.where("body", name))
    first, count = model.body_geomadr[body], model.body_geomnum[body]
    found = (solid(model, g) for g in range(first, first + count))
    part.solids.extend(s for s in found if s is not None)
    return part


def solid(model: Any, geom: int) -> Solid | None:
    """One geom; None for planes and height fields."""
    kind = _PRIMITIVES.get(int(model.geom_type[geom]))
    place = _quaternion_pose(model.geom_pos[geom], model.geom_quat[geom])
    role = "collision" if model.geom_contype[geom] or model.geom_conaffinity[geom] else "visual"
    a, b, c = (float(v) for v in model.geom_size[geom])
    if kind is None:
        return None
    if kind == "mesh":
        mesh = int(model.geom_dataid[geom])
        own = _quaternion_pose(model.mesh_pos[mesh], model.mesh_quat[mesh])  # MuJoCo moves meshes to their principal axes
        scale, corners = tuple(map(float, model.mesh_scale[mesh])), _mesh_corners(model, mesh) @ own[:3, :3].T + own[:3, 3]
        return Solid("mesh", scale, place @ inverse(own), role, _mesh_file(model, mesh), corners)
    sizes = {"sphere": (a,), "capsule": (a, 2 * b), "cylinder": (a, 2 * b), "ellipsoid": (a, b, c), "box": (2 * a, 2 * b, 2 * c)}
    return Solid(kind, sizes[kind], place, role)


def _mesh_corners(model: Any, mesh: int) -> np.ndarray:
    """Triangles (m, 3, 3) of a mesh as MuJoCo has it, scaled and moved [m]."""
    vertices = model.mesh_vert[model.mesh_vertadr[mesh] :][: model.mesh_vertnum[mesh]]
    faces = model.mesh_face[model.mesh_faceadr[mesh] :][: model.mesh_facenum[mesh]]
    return np.asarray(vertices, dtype=float)[np.asarray(faces, dtype=int)]


def _mesh_file(model: Any, mesh: int) -> str:
    """The name of a mesh's file; its own name where it was written into the description."""
    start = int(model.mesh_pathadr[mesh])
    if start < 0:
        return str(model.mesh(mesh).name)
    return bytes(model.paths[start:]).split(b"\0", 1)[0].decode(errors="replace")


def _add_joints(compiled: _Compiled, body: int, described: Description) -> None:
    """The joints between a body and its parent: one after another, with massless parts between them."""
    model, name = compiled.model, compiled.bodies[body]
    parent = compiled.bodies[model.body_parentid[body]]
    moves = [move for j in compiled.own_joints(body) for move in _moves_of(compiled, j, described)]
    if not moves:
        moves = [Connection(f"{name}_fixed", parent, name, "fixed", np.eye(4))]
    moves[0].place = compiled.place(body)
    for k, move in enumerate(moves):
        last = k == len(moves) - 1
        move.parent, move.child = parent, name if last else f"{name}_{move.name}"
        if not last:
            add_part(described, Part(move.child, where=compiled.where("body", name)))
        described.connections.append(move)
        parent = move.child


def _moves_of(compiled: _Compiled, joint: int, described: Description) -> list[Connection]:
    """A joint as joints of one freedom; ends are filled in later."""
    model, name = compiled.model, compiled.joints[joint]
    dof, q, where = int(model.jnt_dofadr[joint]), int(model.jnt_qposadr[joint]), compiled.where("joint", name)
    kind, axis = int(model.jnt_type[joint]), model.jnt_axis[joint] / np.linalg.norm(model.jnt_axis[joint])
    shared: dict[str, Any] = {
        "anchor": np.array(model.jnt_pos[joint]),
        "viscous": float(model.dof_damping[dof]),
        "coulomb": float(model.dof_frictionloss[dof]),
        "rotor": float(model.dof_armature[dof]),
        "where": where,
    }
    if kind == _BALL:
        if any(shared[key] for key in ("viscous", "coulomb", "rotor")):
            described.warnings.append(f"ball joint '{name}': damping, friction and armature act on its three angles here.")
        if model.jnt_stiffness[joint]:
            described.warnings.append(f"ball joint '{name}': its spring was not taken over.")
        return [Connection(f"{name}_{k}", "", "", how, np.eye(4), turn, **shared) for k, how, turn in ball_moves()]
    c = Connection(name, "", "", "revolute" if kind == _HINGE else "prismatic", np.eye(4), axis, **shared)
    c.zero = float(model.qpos0[q])
    c.stiffness, c.rest = float(model.jnt_stiffness[joint]), float(model.qpos_spring[q])
    if model.jnt_limited[joint]:
        c.low, c.high = (float(v) for v in model.jnt_range[joint])
    if model.jnt_actfrclimited[joint]:
        c.effort = float(np.abs(model.jnt_actfrcrange[joint]).max())
    return [c]


def _leave_out(compiled: _Compiled, described: Description) -> None:
    """Say what the file holds besides."""
    model = compiled.model
    for field, what in _LEFT_OUT.items():
        if count := int(getattr(model, field, 0)):
            described.warnings.append(f"{what} not taken over: {count}.")
    for field, what in (("dof_dampingpoly", "damping"), ("jnt_stiffnesspoly", "stiffness")):
        if np.any(getattr(model, field, 0)):
            described.warnings.append(f"{what} that is not linear not taken over.")
    if model.opt.density or model.opt.viscosity:
        described.warnings.append("the fluid of the file (density, viscosity) not taken over: give a force such as Morison.")
    others = [compiled.bodies[b] for b in compiled.tops() if compiled.bodies[b] not in described.parts]
    if others:
        described.warnings.append(f"bodies {', '.join(others[:8])} of the world not taken over.")
