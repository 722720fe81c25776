"""Going on with a run: what its folder says about it, and one run made of both parts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from elver.choices import Stored
from elver.errors import InputError

SAME = ("dt", "output", "rtol", "atol")  # settings that stay
GOES_ON = ("finished", "interrupted")


@dataclass(frozen=True)
class Before:
    """A run to go on with. place: its file or store.   streamed: whether it was written while it went on.

    scenario: a name or a scenario file.   changes: its parameters.   settings: how it was integrated.
    """

    place: Path
    run: Any
    scenario: str
    changes: dict[str, Any]
    settings: dict[str, Any]

    @property
    def streamed(self) -> bool:
        from elver.simulation.streamed import SO_FAR

        return SO_FAR in self.run.samples.attrs

    @property
    def recorded(self) -> set[str]:
        """What it records besides the usual."""
        from elver.results.samples.joined import on_demand

        return on_demand(self.run.samples.variables)

    @property
    def reached(self) -> float:
        """Seconds that the run has."""
        return float(self.run.data.time[-1] - self.run.data.time[0])

    def ends_at(self, duration: float) -> bool:
        """Whether nothing is left to do."""
        return self.run.status == "finished" and abs(duration - self.reached) <= 1e-9 * duration


def found_run(folder: Path) -> Path:
    """The file or store of the run in a folder, which may be named itself. Others beside it are not the folder's run."""
    if folder.suffix.removeprefix(".") in tuple(Stored) and folder.exists():
        if folder.stem != "run":
            raise InputError(
                f"'{folder}' is not the run of its folder, which is called run{folder.suffix}. Give the folder of a run, "
                f"or move '{folder.name}' into one of its own as run{folder.suffix}."
            )
        return folder
    if not folder.is_dir():
        raise InputError(f"there is no folder '{folder}' with a run to resume. Leave out --resume to begin one.")
    for kind in Stored:
        if (folder / f"run.{kind}").exists():
            return folder / f"run.{kind}"
    raise InputError(
        f"'{folder}' holds no run.nc and no run.zarr to go on with: a killed run keeps its samples with --stream only. "
        "Leave out --resume to begin a run there."
    )


def run_before(folder: Path, scenario: str | None) -> Before:
    """The run in a folder; its scenario from the run itself where none is given."""
    from elver.results import load_run

    place = found_run(folder)
    run = load_run(place)
    attrs = run.samples.attrs
    origin = json.loads(attrs.get("origin", "{}"))
    name = scenario or str(origin.get("file") or attrs["model"])
    if origin.get("file") and not Path(name).is_file():
        raise InputError(
            f"the run in '{folder}' is one of the file '{name}', which is not here. Name it: elver run FILE --resume {folder}."
        )
    settings = json.loads(attrs.get("settings", "{}"))
    missing = [word for word in (*SAME, "duration", "requested_method") if word not in settings]
    if missing:
        raise InputError(f"the run in '{folder}' does not say its {missing[0]}: it is damaged, and cannot be gone on with.")
    return Before(place, run, name, changes_of(run), settings)


def changes_of(run) -> dict[str, Any]:
    """Parameters of a run as a scenario takes them."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in run.parameters.items()}


def known_changes(before: Before, chosen, given: dict[str, str]) -> dict[str, Any]:
    """The parameters of the run that the scenario has, with those given on top, which must be the same."""
    model = before.run.samples.attrs["model"]
    if chosen.name != model:
        where = before.place.parent
        raise InputError(f"the run in '{where}' is one of '{model}', not of '{chosen.name}'. Leave out the scenario.")
    known = {p.name for p in chosen.parameters}
    kept = {name: value for name, value in before.changes.items() if name in known}
    old, new = chosen.values(kept), chosen.values(kept | given)
    for name in old:
        if name in kept and new[name] != old[name]:
            where = before.place.parent
            raise InputError(f"the run in '{where}' was made with {name} = {old[name]}, not {new[name]}. Leave out --set {name}.")
    return kept | given


def whole_duration(before: Before, given: float | None) -> float:
    """The duration to reach, from the start of the run. One that it has reached exactly is no mistake: a command given again."""
    status, where = before.run.status, before.place.parent
    if status not in GOES_ON:
        raise InputError(f"the run in '{where}' cannot be gone on with: {before.run.status_detail}")
    wanted = float(before.settings["duration"]) if given is None else given
    if given is not None and before.ends_at(given):
        return given
    if wanted <= before.reached * (1 + 1e-9):
        more = f"Add --duration S, the whole length from the start, above {before.reached:g}."
        raise InputError(f"the run in '{where}' has its {before.reached:g} s already. {more}")
    return wanted


def same_settings(before: Before, given: dict[str, Any]) -> dict[str, Any]:
    """The settings of the run; another one than it had is refused."""
    for name, value in given.items():
        kept = before.settings["requested_method"] if name == "method" else before.settings[name]
        if value is not None and value != kept:
            where = before.place.parent
            raise InputError(f"the run in '{where}' was made with {name} = {kept}, not {value}. Leave out --{name}.")
    return {name: before.settings[name] for name in SAME} | {"method": before.settings["requested_method"]}


def accuracy_before(before: Before) -> float | None:
    """The accuracy that contacts of the run were solved to; None for steps of one length."""
    from elver.contact.settings import accuracy_in

    return accuracy_in(before.run.samples.attrs)
