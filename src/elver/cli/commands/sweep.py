"""``elver sweep``: a scenario for every combination of some parameters; and the pictures of a store."""

from __future__ import annotations

import math
from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elver._support.choices import Method, Target, described
from elver._support.errors import InputError
from elver._support.files import to_json
from elver.cli.folders import default_place, given_folder, refuse_both
from elver.cli.options import (
    argument,
    number,
    option,
    overwriting,
    parse_changes,
    parse_ranges,
    repeated,
    seldom,
    switch,
    whole,
    words,
)
from elver.cli.study_options import EXIT_CODES, StudyOptions, check_line
from elver.cli.terminal import INTERRUPTED, NOT_TRUSTED, complain, note, plain_warnings

if TYPE_CHECKING:
    import numpy as np
    import xarray as xr

DESCRIPTION = """\
Run a scenario for every combination of the varied parameters. The results are one labelled data set in a Zarr store.

  elver sweep eel --vary gait.amplitude=0.02:0.10:9 --vary gait.wavelength=1.2:2.4:7 --out sweep.zarr
  elver sweep eel --vary water.law=paper,kirchhoff --vary body.joints=8,12,16 --seconds 10
  elver sweep eel --vary gait.amplitude=0.02:0.10:9 --out sweep.zarr --resume        after it was killed
  elver sweep eel --vary gait.amplitude=0.02:0.10:900 --out sweep.zarr --cluster tcp://host:8786
  elver plot sweep.zarr                                                               heat map or curves
"""
EPILOG = EXIT_CODES.format(one="a case did not finish", three="all finished, but `trusted` is false for some")
RANGES = "first:last:count, or values separated by commas (by semicolons where a value holds commas); repeat for more"
KEPT = "recorded quantities to keep along time, such as base_position"
TIMEOUT = "seconds after which a cluster that does not answer is given up (default 60)"
SAME = 1e-12  # relative difference of metrics that is rounding
OWN = ("value", "energy_from_nothing", "without_influence")  # of a best case, besides its parameters
SHOWN = 12  # cases that did not finish or cannot be trusted, in the printed table


@dataclass(frozen=True)
class Options(StudyOptions):
    scenario: str = argument("SCENARIO", "its name; `elver list` names them")
    vary: list[str] = repeated("--vary", "KEY=RANGE", RANGES)
    method: str = seldom(option("--method", "NAME", "method of `elver run` (default auto)", Method.AUTO))
    out: str | None = option("--out", "STORE", "folder of the Zarr store (default: a new one, runs/SCENARIO-sweep.zarr)")
    resume: bool = switch("--resume", "go on with the sweep in --out, which was stopped or killed")
    force: bool = overwriting()
    trajectories: str = seldom(option("--trajectories", "A,B", KEPT, ""))
    output: str | None = seldom(option("--output", "S", "seconds between samples (default about 0.01)"))
    cluster: str | None = seldom(option("--cluster", "WHERE", "run on a Dask cluster: its address, or its scheduler file"))
    timeout: str = seldom(option("--timeout", "S", TIMEOUT, "60"))
    target: str = seldom(option("--target", "WHERE", described(Target), Target.CPU))
    block: str | None = seldom(option("--block", "N", "machines per block (default 32 to 512)"))


def command(options: Options, parser: ArgumentParser) -> int:
    from elver.analysis import Cluster, sweep
    from elver.scenarios import scenario
    from elver.simulation import Compute, Save, Solver

    chosen = scenario(options.scenario, options.allow_outside)
    vary = parse_ranges("--vary", options.vary, "gait.amplitude=0.02:0.1:9")
    refuse_both(options)
    if options.resume and options.out is None:
        raise InputError("--resume needs --out, the store to go on with.")
    out = default_store(chosen.name, options.force) if options.out is None else given_folder(options.out)
    timeout = number("--timeout", options.timeout, None)
    cluster = None if options.cluster is None else Cluster(options.cluster, timeout)
    try:
        with plain_warnings():
            data = sweep(
                chosen,
                vary,
                number("--seconds", options.duration, None),
                parameters=parse_changes(options.changes),
                solver=Solver(options.method, number("--dt", options.dt, None), check_step=options.check_step or None),
                save=Save(number("--output", options.output, None), words(options.trajectories), out),
                compute=Compute(
                    options.target, threads=whole("--threads", options.threads), block=whole("--block", options.block)
                ),
                cluster=cluster,
                resume=options.resume,
                overwrite=options.force,
                progress=False if options.json else None,
            )
    except KeyboardInterrupt:
        complain(f"stopped; what was finished is in {out}. Add --out {out} --resume to go on.")
        return INTERRUPTED
    print(to_json(sweep_summary(data, out)) if options.json else sweep_table(data, chosen.energy_keeping))
    note(options, f"results in {out}; `elver plot {out}` draws them")
    if not (data.status.values == "finished").all():
        return 1
    return 0 if data.trusted.values.all() else NOT_TRUSTED


def default_store(name: str, force: bool) -> Path:
    """runs/NAME-sweep.zarr, or -2, -3, ... where it is taken and not overwritten."""
    taken = (default_place(f"{name}-sweep{end}.zarr") for end in ["", *(f"-{k}" for k in range(2, 100000))])
    return next(path for path in taken if force or not path.exists())


def sweep_summary(data: xr.Dataset, out: Path) -> dict:
    """Counts and extremes for scripts."""
    from elver.scenarios.parameter import in_set_unit, in_shown_units

    counts, doubtful = status_counts(data), int(untrusted(data).sum())
    about = {d: data[d].attrs for d in data.status.dims if "units" in data[d].attrs}
    return {
        "store": str(out),
        "cases": int(data.status.size),
        "status": dict(counts),
        "trusted": doubtful == 0,
        "untrusted": doubtful,
        **counts_of_checks(data),
        "best": extremes(data),
        "best_shown": extremes(in_shown_units(data)),  # the same with parameters in the units that people wrote
        "units": {d: {"unit": own["units"], "shown_unit": in_set_unit(0.0, own)[1]} for d, own in about.items()},
    }


def status_counts(data: xr.Dataset) -> list[tuple[str, int]]:
    """How many cases ended how, the most frequent first."""
    import numpy as np

    words, counts = np.unique(data.status.values, return_counts=True)
    return sorted(zip(map(str, words), counts.tolist(), strict=True), key=lambda pair: -pair[1])


def untrusted(data: xr.Dataset) -> xr.DataArray:
    """Cases that finished but cannot be trusted."""
    return (data.status == "finished") & ~data.trusted


def doubts_of(data: xr.Dataset) -> np.ndarray:
    """Why cases that finished are not trusted, a few words each; empty for the others."""
    import numpy as np

    from elver.analysis.studies.columns import cases_of

    cases = cases_of(data)
    return np.where(data.status.values == "finished", cases.doubts(cases.speak_against), "")


def counts_of_checks(data: xr.Dataset) -> dict:
    """How many cases were checked for their error by the steps, the largest one, and why how many cases are not trusted."""
    from elver.analysis.studies.columns import cases_of, check_counts

    cases = cases_of(data)
    return check_counts(cases.check, cases.error, doubts_of(data))


def extremes(data: xr.Dataset) -> dict:
    """Largest speed and smallest cost among cases that can be trusted, each with the parameters that have an influence on it."""
    from elver.analysis.studies.runs import BEST

    found = {}
    for name, pick in BEST.items():
        values = data[name].where(data.trusted) if name in data else None
        if values is not None and bool(values.notnull().any()):
            case = data.isel({d: int(k) for d, k in getattr(values, pick)(dim=list(values.dims)).items()})
            idle = without_influence(values)
            where = {str(d): case[d].item() for d in values.dims if d not in idle}
            own = {"energy_from_nothing": energy_from_nothing(case), "without_influence": idle}
            found[name] = {"value": float(case[name]), **where, **own}
    return found


def without_influence(values: xr.DataArray) -> list[str]:
    """The varied parameters along which a metric is the same in all cases, but for rounding."""
    found = []
    for name in map(str, values.dims):
        spread, size = values.max(name) - values.min(name), abs(values).max(name)
        if (
            values.sizes[name] > 1
            and bool((values.notnull().sum(name) > 1).any())
            and bool((spread <= SAME * size).where(size.notnull(), True).all())
        ):
            found.append(name)
    return found


def energy_from_nothing(case: xr.Dataset) -> float:
    """Share of the energy turned over that a published added-mass law has brought in by the end of a case; 0 where none did."""
    import numpy as np

    from elver.model.layout import ledger_signs
    from elver.results.checks.conservation import LARGEST, SURPLUS

    if "ledger" not in case:
        return 0.0
    flows = [str(flow) for flow in case.flow.values]
    works = np.nan_to_num(case.ledger.values)  # laws that a case does not have are left empty
    brought = -sum(work for flow, work in zip(flows, works, strict=True) if flow.endswith(SURPLUS))
    turned_over = float(np.abs(works * ledger_signs(flows)).sum())
    return float(brought) / turned_over if brought > LARGEST * turned_over else 0.0


def sweep_table(data: xr.Dataset, setting: str) -> str:
    """How many runs ended how, the best ones, and the first cases that did not finish or cannot be trusted.

    setting: what a published added-mass law is changed with.
    """
    from elver.scenarios.parameter import in_shown_units

    data = in_shown_units(data)
    lines = [f"  {data.status.size} runs: " + ", ".join(f"{n} {word}" for word, n in status_counts(data))]
    for name, best in extremes(data).items():
        where = ", ".join(f"{k} = {parameter_text(v, data[k].attrs)}" for k, v in best.items() if k not in OWN)
        word = "largest" if name == "mean_speed" else "smallest"
        unit = data[name].attrs["units"].replace("1", "")
        metric, idle = name.replace("_", " "), best["without_influence"]
        if where:
            lines.append(f"  {word} {metric}: {best['value']:.5g} {unit} at {where}".replace("  at", " at"))
        if idle:
            words = f"{' and '.join(idle)} {'has' if len(idle) == 1 else 'have'} no influence on {metric}"
            lines.append(f"  {words}" if where else f"  {words}: {best['value']:.5g} {unit}".rstrip() + " in all cases")
        if share := best["energy_from_nothing"]:
            law = f"the published added-mass law brings in {100 * share:.2g} % of the energy turned over"
            lines.append(f"    NOT TO BE TRUSTED: {law}; --set {setting} keeps energy")
    if bool(data.trusted.any()):
        lines.append(f"  energy ledgers close to {float(data.ledger_closure.where(data.trusted).max()):.1e} or better")
    lines.append(check_line(counts_of_checks(data), data.status.size, "runs"))
    return "\n".join([*lines, *bad_cases(data)])


def parameter_text(value: Any, about: Mapping[str, Any]) -> str:
    """A value of a parameter with its unit."""
    unit = about.get("units", "")
    return f"{value:.6g}{f' {unit}' if unit not in ('', '1') else ''}" if isinstance(value, float) else str(value)


def bad_cases(data: xr.Dataset) -> list[str]:
    """A line for each of the first cases that did not finish, or have something against them: not only that nobody has looked."""
    import numpy as np

    from elver.results.checks.trust import LIKE_COARSE, TOUCHING

    doubts = doubts_of(data)
    bad, lines = np.argwhere(~data.trusted.values & ~np.isin(doubts, (TOUCHING, LIKE_COARSE))), []
    for place in bad[:SHOWN].tolist():
        case = data.isel(dict(zip(data.status.dims, place, strict=True)))
        where = ", ".join(f"{d} = {case[d].item()}" for d in data.status.dims)
        finished = case.status.item() == "finished"
        lines.append(f"  {where}: " + (doubt_text(case, doubts[tuple(place)]) if finished else case.status_detail.item()))
    return [*lines, f"  and {len(bad) - SHOWN} more"] if len(bad) > SHOWN else lines


def doubt_text(case: xr.Dataset, doubt: str) -> str:
    """What is known against a case that finished, with its number."""
    from elver.results.checks.trust import COARSE_STEPS, OPEN_LEDGER

    if doubt == OPEN_LEDGER:
        closure = case.ledger_closure.item()
        return "its energy ledger " + ("has no number" if math.isnan(closure) else f"closes to {closure:.2g} only")
    return f"its steps leave an error of {100 * case.discretisation_error.item():.2g} %" if doubt == COARSE_STEPS else doubt
