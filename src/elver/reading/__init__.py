"""Files from strangers: looked over before they are read, so that a damaged or hostile one is an error and nothing else.

Nothing in a file is run, nothing outside it is opened, and nothing is unpacked that the memory does not hold.
"""

from elver.reading.files import parse_json, read_bytes, read_json
from elver.reading.netcdf import read_netcdf
from elver.reading.npz import Npz, read_npz
from elver.reading.structure import Field, Layout, check_layout
from elver.reading.zarr_store import read_store

__all__ = [
    "Field",
    "Layout",
    "Npz",
    "check_layout",
    "parse_json",
    "read_bytes",
    "read_json",
    "read_netcdf",
    "read_npz",
    "read_store",
]
