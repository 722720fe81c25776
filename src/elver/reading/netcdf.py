"""A NetCDF (HDF5) file, looked over before it is read.

HDF5 lets a file point elsewhere (soft and external links, external and virtual data), name filters that are loaded as plug-ins,
and claim more data than it holds. Elver writes none of these: plain data sets in the root, and nothing else is read.
"""

from __future__ import annotations

import math

from elver.errors import InputError
from elver.files import shown
from elver.packages import needed
from elver.reading.files import require_file, unpacked_limit

FILTERS = {1: "gzip", 2: "shuffle", 3: "fletcher32"}  # HDF5's own; all others are plug-ins
MOST_VARIABLES = 5000
SMALL = 2.56e8  # bytes of all variables up to which a file is read into memory
LONGEST = 100_000_000  # bytes of a text in an attribute
SPARE = 10  # times the file's own length that one of its variables may unpack into and stay in the file
SLICE = 1 << 26  # bytes of text that are read at a time while it is measured


def read_netcdf(path, advice: str):
    """The data set of a file: in memory where it is small, else in the file, where every use of a variable reads it again.

    advice: what to give instead, for the message.
    """
    xr = needed("xarray", "reading data sets")

    require_file(path, advice)
    try:
        size = check_hdf5(path)
        return (
            xr.load_dataset(path, engine="h5netcdf") if size <= SMALL else xr.open_dataset(path, engine="h5netcdf", cache=False)
        )
    except InputError:
        raise
    except Exception as error:  # whatever the file's bytes make the reader raise
        raise InputError(f"'{shown(path)}' cannot be read as NetCDF ({type(error).__name__}). {advice}") from error


def check_hdf5(path) -> int:
    """Refuse a file that points out of itself, needs plug-ins, or unpacks into more than the memory holds; its unpacked bytes.

    What lies along time and further dimensions need not fit: parts of it can be asked for.
    """
    import h5py

    with h5py.File(path, "r") as file:
        if len(file) > MOST_VARIABLES:
            raise InputError(f"'{shown(path)}' holds {len(file)} variables; up to {MOST_VARIABLES} are read.")
        whole, limit = require_file(path, ""), unpacked_limit()
        total, long = attribute_bytes(file, path), 0
        for name in file:
            variable = plain_variable(file, name, path)
            size = data_bytes(variable, name, path)
            if is_series(file, variable) and size <= SPARE * whole:
                long += size
            else:
                total += size
            total += attribute_bytes(variable, path)
            if total > limit:
                raise too_large(path, total, limit)
        texts = [file[name] for name in file if file[name].dtype.kind == "O"]
        measure_texts(texts, whole, limit - total, path)
        return total + long


def is_series(file, variable) -> bool:
    """Whether a variable holds several numbers at every time."""
    times = file.get("time")
    return variable.ndim > 1 and variable.dtype.kind != "O" and times is not None and times.shape == variable.shape[:1]


def plain_variable(file, name: str, path):
    """A data set that lies in the file itself; an error for everything else a name can lead to."""
    import h5py

    link = file.get(name, getlink=True)
    if not isinstance(link, h5py.HardLink):
        raise InputError(f"'{shown(path)}': '{name[:60]}' is a link to another place. Links are not followed.")
    found = file[name]
    if not isinstance(found, h5py.Dataset):
        raise InputError(
            f"'{shown(path)}': '{name[:60]}' is a {type(found).__name__.lower()}; Elver's files hold variables only."
        )
    properties = found.id.get_create_plist()
    if properties.get_external_count() or found.is_virtual:
        raise InputError(f"'{shown(path)}': the data of '{name[:60]}' lie in other files. They are not read.")
    for k in range(properties.get_nfilters()):
        if (code := properties.get_filter(k)[0]) not in FILTERS:
            raise InputError(
                f"'{shown(path)}': '{name[:60]}' is packed with filter {code}. Read are {', '.join(FILTERS.values())} and "
                "plain data."
            )
    return found


def data_bytes(variable, name: str, path) -> int:
    """Bytes that a variable takes when it is read; of text only the references, see ``measure_texts``."""
    import h5py

    kind = variable.dtype
    if kind.kind not in "fiubUSO" or (kind.kind == "O" and h5py.check_string_dtype(kind) is None):
        raise InputError(f"'{shown(path)}': '{name[:60]}' holds values of type {kind}. Read are numbers and texts.")
    chunk = math.prod(variable.chunks) if variable.chunks else 0
    return kind.itemsize * max(math.prod(variable.shape), chunk)


def attribute_bytes(thing, path) -> int:
    """Bytes of the attributes of a variable or a file. They are read one at a time; a text in them is no longer than the file,

    and in a file of many samples no longer than ``LONGEST``: Elver's own are short.
    """
    total, longest, limit = 0, min(require_file(path, ""), LONGEST), unpacked_limit()
    for name in thing.attrs:
        found = thing.attrs.get_id(name)
        free = found.dtype.kind == "O"  # of variable length
        size = math.prod(found.shape or (1,)) * (longest if free else found.dtype.itemsize)
        if size > limit:
            raise too_large(path, size, limit)
        total += text_bytes(thing.attrs[name]) if free else size
    return total


def text_bytes(value) -> int:
    """Bytes of a text, or of all texts in an array; references count nothing."""
    texts = [value] if isinstance(value, (str, bytes)) else getattr(value, "flat", ())
    return sum(len(text) for text in texts if isinstance(text, (str, bytes)))


def measure_texts(variables, whole: int, left: int, path) -> None:
    """Refuse texts that are more than ``left`` bytes together. Many of them may share one place in the file, so they are read a
    few at a time: no single one is longer than the file."""
    total, few = 0, max(1, SLICE // max(whole, 1))
    for variable in variables:
        if variable.shape == ():
            total += text_bytes(variable[()])
            continue
        rows = max(1, few // max(1, math.prod(variable.shape[1:])))
        for start in range(0, variable.shape[0], rows):
            total += text_bytes(variable[start : start + rows])
            if total > left:
                raise too_large(path, total, left)


def too_large(path, total: int, limit: int) -> InputError:
    return InputError(
        f"'{shown(path)}' unpacks into {total / 1e9:.3g} GB or more, and {limit / 1e9:.3g} GB (half the memory) are allowed. "
        "It is damaged, or made on a larger computer."
    )
