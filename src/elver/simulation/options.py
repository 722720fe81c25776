"""Options that belong together, as frozen values: how a run is integrated, recorded, controlled, and where it is computed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from elver._support.choices import Target
from elver._support.errors import InputError, unknown_name
from elver.contact import ContactSettings

if TYPE_CHECKING:
    from elver.simulation.control import Observation

OUT_OF_BOUNDS = ("raise", "clip")
DEVICES, PRECISIONS = tuple(Target), ("double", "single")
_Group = TypeVar("_Group")


@dataclass(frozen=True)
class Solver:
    """How a run is integrated.

    Parameters
    ----------
    method : str
        ``auto``: the scenario's own, else ``rk4``, or ``rodas`` where the model is too stiff for rk4 at this step. ``rk4``,
        ``adams`` (predictor and corrector: order 5, two evaluations a step), ``heun`` and ``semi-implicit`` have a fixed step;
        ``dopri5`` and ``rodas`` (for stiff models) are adaptive; models with a scene are stepped by ``moreau``.
    dt : float, optional
        Step [s], of adaptive methods the first. None: the scenario's own, else 1 ms (``elver._support.choices.STEP``), fitted to
        the duration (docs/results.md).
    rtol, atol : float
        Relative and absolute tolerance of the adaptive methods. All that takes tolerances has its defaults from here.
    contact : ContactSettings, optional
        How contact problems are solved, for a model with a scene.
    check_step : bool, optional
        True runs all of it again with half and with twice the step, for its error and order. None estimates the error from a
        few steps; False leaves that out (docs/trust.md).
    """

    method: str = "auto"
    dt: float | None = None
    rtol: float = 1e-8
    atol: float = 1e-10
    contact: ContactSettings | None = None
    check_step: bool | None = None


@dataclass(frozen=True)
class Save:
    """What is recorded of a run, and where it is written.

    Parameters
    ----------
    every : float, optional
        Seconds between samples. None: the scenario's own, else 0.01 s, or a hundredth of a fast gait's period.
    fields : sequence of str
        Names of recorded quantities (docs/results.md). A single run records all but those on demand (``body_force``) anyway;
        a batch or a sweep records these alone along time. One name may be given as a plain string.
    path : str or Path, optional
        Of a run: ``NAME.nc`` or ``NAME.zarr``, written while the run goes on, in little memory. Of a sweep: the folder of its
        Zarr store.
    """

    every: float | None = None
    fields: Sequence[str] = ()
    path: str | Path | None = None

    def __post_init__(self) -> None:
        given = self.fields
        if not isinstance(given, Iterable):
            raise InputError(f"Save.fields is a {type(given).__name__}. Give names of recorded quantities, such as ['state'].")
        object.__setattr__(self, "fields", (given,) if isinstance(given, str) else tuple(given))


@dataclass(frozen=True)
class Control:
    """A controller in the loop of a run.

    Parameters
    ----------
    controller : callable
        A function ``u = controller(now)``. u: one number per input of the model in their order, a mapping from names, or None,
        which leaves what was given last. ``now.time`` [s], ``.state``, ``.names``, ``.inputs`` (held), ``.step`` (number of the
        call) and ``.sensed``, readings by sensor (docs/sensors.md).
    every : float, optional
        Seconds between calls. None: the step; of adaptive methods the interval of the samples.
    delay : float
        Seconds until u acts.
    out_of_bounds : str
        What becomes of u outside the bounds of the inputs: ``raise`` an error, or ``clip``.
    """

    controller: Callable[[Observation], Any]
    every: float | None = None
    delay: float = 0.0
    out_of_bounds: str = "raise"

    def __post_init__(self) -> None:
        if not callable(self.controller):
            raise InputError(
                f"controller is a {type(self.controller).__name__}. Give a function of one argument, u = controller(now)."
            )
        require_choice("out_of_bounds", self.out_of_bounds, OUT_OF_BOUNDS)


@dataclass(frozen=True)
class Compute:
    """Where many machines are computed.

    Parameters
    ----------
    device : str
        ``cpu``, or ``gpu`` (NVIDIA, needs CuPy).
    precision : str
        ``double``, or ``single`` on a GPU.
    threads : int, optional
        Cores to use; None: all. The numbers do not depend on it.
    block : int, optional
        Machines per block of a sweep, 32 to 512 by default.
    """

    device: str = "cpu"
    precision: str = "double"
    threads: int | None = None
    block: int | None = None


def require_choice(what: str, given: Any, allowed: tuple[str, ...]) -> None:
    """Refuse a word that is not in the list."""
    if given not in allowed:
        raise unknown_name(what, given, allowed)


def honoured(verb: str, what: str, given: Any, kind: type[_Group], *names: str) -> _Group:
    """A group of options as ``verb`` takes it: refused where it is no such group, or sets a field that the verb cannot honour.

    what: name of the argument.   names: fields that the verb honours; all where none is named.
    """
    if not isinstance(given, kind):
        raise InputError(f"{what} is a {type(given).__name__}. Give elver.{kind.__name__}(...).")
    for field in fields(given):  # type: ignore[arg-type]  # every group is a dataclass
        if names and field.name not in names and getattr(given, field.name) != field.default:
            raise InputError(f"{verb} cannot honour {kind.__name__}.{field.name}. Leave it out.")
    if isinstance(given, Compute):
        require_choice("device", given.device, DEVICES)
        require_choice("precision", given.precision, PRECISIONS if given.device == "gpu" else PRECISIONS[:1])
    return given
