"""Packages that an installation may lack, each with the extra of Elver that brings it. They are imported where they are used."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from elver.errors import InputError

EXTRAS = {
    "capytaine": "hull",
    "cma": "optimise",
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
