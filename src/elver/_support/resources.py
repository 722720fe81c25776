"""How much memory this process may still take, the refusal of what does not fit, and packages that may be missing."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from elver._support.errors import InputError

UNKNOWN = 8e9  # bytes, where the system does not say
SMALL = 16e6  # bytes, for which nothing is asked: looking takes longer than many a small job
SHARE = 0.8  # of what is left; the rest stays with the system and with what was not counted
GROUPS = Path("/sys/fs/cgroup")


def require_memory(what: str, size: float, remedy: str) -> None:
    """Refuse what would take more than there is, before anything is computed."""
    if size > SMALL and size > (room := memory_room()):
        raise InputError(f"{what} would take {size / 1e9:.3g} GB of memory, but only {room / 1e9:.3g} GB can be used. {remedy}.")


def memory_room() -> float:
    """Bytes that one more result may take: a share of what the system, the container and the user's limits leave."""
    known = [left for left in (system_left(), group_left(), _limit_left()) if left is not None]
    return SHARE * max(min(known, default=UNKNOWN), 0.0)


def system_left() -> float | None:
    """Bytes that can be had without swapping."""
    for line in lines_of(Path("/proc/meminfo")):
        if line.startswith("MemAvailable:"):
            return 1024.0 * int(line.split()[1])
    try:
        return float(os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, ValueError, OSError):
        return None


def group_left() -> float | None:
    """Bytes that the control groups of this process leave; file caches, which can be dropped, count as free."""
    found = []
    for line in lines_of(Path("/proc/self/cgroup")):
        _, controllers, path = line.split(":", 2)
        if not controllers:
            found += [_left_in(GROUPS / p, "memory.max", "memory.current") for p in _upwards(path)]
        elif "memory" in controllers.split(","):
            names = "memory.limit_in_bytes", "memory.usage_in_bytes"
            found += [_left_in(GROUPS / "memory" / p, *names) for p in _upwards(path)]
    return min((left for left in found if left is not None), default=None)


def _upwards(path: str) -> list[Path]:
    """A group and those above it, relative to the root; in a container only the root may be there."""
    own = Path(path.strip().lstrip("/"))
    return [own, *own.parents]


def _left_in(group: Path, limit: str, usage: str) -> float | None:
    """Limit less usage of one group; None where it has no limit."""
    try:
        allowed, used = int((group / limit).read_text()), int((group / usage).read_text())
    except (OSError, ValueError):  # not there, or the word max
        return None
    idle = [int(line.split()[1]) for line in lines_of(group / "memory.stat") if line.startswith("inactive_file ")]
    return float(allowed - used + sum(idle))


def _limit_left() -> float | None:
    """Bytes that the user's limits on address space and data leave."""
    try:
        import resource
    except ImportError:  # not a Unix
        return None
    used = {}
    for line in lines_of(Path("/proc/self/status")):
        name, _, value = line.partition(":")
        if name in ("VmSize", "VmData"):
            used[name] = 1024.0 * int(value.split()[0])
    pairs = (resource.RLIMIT_AS, "VmSize"), (resource.RLIMIT_DATA, "VmData")
    limits = [(resource.getrlimit(kind)[0], used.get(name, 0.0)) for kind, name in pairs]
    return min((limit - taken for limit, taken in limits if limit != resource.RLIM_INFINITY), default=None)


def lines_of(path: Path) -> list[str]:
    """The lines of a file of the system; none where it cannot be read."""
    try:
        return path.read_text().splitlines()
    except (OSError, ValueError):
        return []


# --- Packages that an installation may lack, each with the extra of Elver that brings it. They are imported where they are used.

EXTRAS = {
    "capytaine": "hull",
    "cma": "optimise",
    "collada": "hull",
    "cupy": "gpu",
    "dask": "cluster",
    "distributed": "cluster",
    "gymnasium": "learn",
    "h5netcdf": "data",
    "imageio_ffmpeg": "video",
    "matplotlib": "figures",
    "mujoco": "imports",
    "nvidia": "gpu",
    "openpyxl": "excel",
    "shtab": "completion",
    "trimesh": "hull",
    "xarray": "data",
    "zarr": "sweep",
}  # package, as it is imported -> extra


def remedy(package: str) -> str:
    """What brings a package: ``pip install "elver[data]"``, or the package alone where no extra of Elver has it."""
    name = package.partition(".")[0]
    return f'pip install "elver[{EXTRAS[name]}]"' if name in EXTRAS else f"pip install {name.replace('_', '-')}"


def needed(package: str, what: str = "this") -> ModuleType:
    """A package, or one of its modules; where it is missing, an error that says what needs it and what brings it."""
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        name = package.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != name:  # it is there, and lacks something itself
            raise
        raise InputError(f"'{name}' is not installed, which {what} needs. Install it: {remedy(name)}.") from None


def is_installed(package: str) -> bool:
    """Whether a package could be imported; nothing is imported."""
    return find_spec(package) is not None
