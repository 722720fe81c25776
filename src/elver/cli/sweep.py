"""``elver sweep``: a scenario for every combination of some parameters; and the pictures of a store."""

from __future__ import annotations

import math
import sys
from collections import Counter
from pathlib import Path

from elver.cli.commands import NOT_TRUSTED, note, number, parse_changes, plain_warnings, writable
from elver.errors import InputError
from elver.files import to_json

EXIT_CODES = """\
exit code: 0 all is well; 1 {one}; 2 wrong input, or results cannot be written; 3 {three}: the
energy ledger does not close to 0.001 (docs/results.md), so that the numbers are not to be trusted. A smaller --dt helps.
"""
HELP = """\
Run a scenario for every combination of the varied parameters. The results are one labelled data set in a Zarr store.

  elver sweep eel --vary gait.amplitude=0.02:0.10:9 --vary gait.wavelength=1.2:2.4:7 --out sweep.zarr
  elver sweep eel --vary water.law=paper,kirchhoff --vary body.joints=8,12,16 --seconds 10
  elver sweep eel --vary gait.amplitude=0.02:0.10:9 --out sweep.zarr --resume        after it was killed
  elver sweep eel --vary gait.amplitude=0.02:0.10:900 --out sweep.zarr --cluster tcp://host:8786
  elver plot sweep.zarr                                                               heat map or curves
"""
CODES = EXIT_CODES.format(one="a case did not finish", three="all finished, but `trusted` is false for some")
SHOWN = 12  # cases that did not finish or cannot be trusted, in the printed table


def add_sweep_parser(commands, formatter) -> None:
    """Declare the command's options."""
    parser = commands.add_parser(
        "sweep", help="a scenario over ranges of parameters", formatter_class=formatter, description=HELP, epilog=CODES
    )
    add = parser.add_argument
    add("scenario", metavar="SCENARIO", help="its name; `elver list` names them")
    text = "first:last:count, or values separated by commas (by semicolons where a value holds commas); repeat for more"
    add("--vary", action="append", default=[], metavar="KEY=RANGE", help=text)
    add_run_options(add, "--method")
    add("--out", metavar="STORE", help="folder of the Zarr store (default: a new one, runs/SCENARIO-sweep.zarr)")
    add("--resume", action="store_true", help="go on with the sweep in --out, which was stopped or killed")
    add("--trajectories", default="", metavar="A,B", help="recorded quantities to keep along time, such as base_position")
    add("--output", metavar="S", help="seconds between samples (default about 0.01)")
    add("--cluster", metavar="WHERE", help="run on a Dask cluster: its address, or its scheduler file")
    add(
        "--timeout", default="60", metavar="S", help="seconds after which a cluster that does not answer is given up (default 60)"
    )
    add("--target", default="cpu", metavar="WHERE", help="cpu (default), or gpu: an NVIDIA GPU of this computer")
    add("--block", metavar="N", help="machines per block (default 32 to 512)")


def add_run_options(add, integrator: str) -> None:
    """Options that say how every run of a study is made."""
    text = "change a named parameter of all runs; repeat for more"
    add("--set", action="append", default=[], metavar="KEY=VALUE", dest="changes", help=text)
    add("--seconds", "--duration", metavar="S", dest="duration", help="seconds to simulate (default: the scenario's)")
    add("--dt", metavar="S", help="time step in seconds (default: the scenario's)")
    add(integrator, default="auto", metavar="NAME", dest="integrator", help="method of `elver run` (default auto)")
    add("--threads", metavar="N", help="cores to use (default: all)")
    add("--json", action="store_true", help="print one JSON object and nothing else")


def run_settings(options) -> dict:
    """The common arguments of a study from the command line."""
    return {
        "changes": parse_changes(options.changes),
        "duration": number("--seconds", options.duration, None),
        "dt": number("--dt", options.dt, None),
        "threads": None if options.threads is None else whole("--threads", options.threads),
        "progress": False if options.json else None,
    }


def whole(name: str, given: str) -> int:
    try:
        return int(given)
    except ValueError:
        raise InputError(f"{name} '{given}' is not a whole number.") from None


def parse_ranges(option: str, items: list[str], example: str) -> dict[str, str]:
    """``KEY=RANGE`` texts as a mapping."""
    ranges = {}
    for item in items:
        key, sign, text = (part.strip() for part in item.partition("="))
        if not sign or not key or not text:
            raise InputError(f"{option} '{item}' is not KEY=RANGE, such as {option} {example}.")
        if key in ranges:
            raise InputError(f"{option} {key} is given twice. Give it once.")
        ranges[key] = text
    if not ranges:
        raise InputError(f"nothing varies. Add {option} {example}.")
    return ranges


def sweep_command(options, parser) -> int:
    from elver.studies import sweep

    vary = parse_ranges("--vary", options.vary, "gait.amplitude=0.02:0.1:9")
    if options.resume and options.out is None:
        raise InputError("--resume needs --out, the store to go on with.")
    names = [name.strip() for name in options.trajectories.split(",") if name.strip()]
    out = new_store(options.scenario) if options.out is None else given_folder(options.out)
    further = {
        "output": number("--output", options.output, None),
        "timeout": number("--timeout", options.timeout, None),
        "block": None if options.block is None else whole("--block", options.block),
    }
    try:
        with plain_warnings():
            data = sweep(
                options.scenario, vary, out=out, resume=options.resume, trajectories=names, cluster=options.cluster,
                target=options.target,
                method=options.integrator, **run_settings(options), **further,
            )  # fmt: skip
    except KeyboardInterrupt:
        print(f"elver: stopped; what was finished is in {out}. Add --out {out} --resume to go on.", file=sys.stderr)
        return 130
    print(to_json(sweep_summary(data, out)) if options.json else sweep_table(data))
    note(options, f"results in {out}; `elver plot {out}` draws them")
    if not (data.status.values == "finished").all():
        return 1
    return 0 if data.trusted.values.all() else NOT_TRUSTED


def given_folder(text: str) -> Path:
    """The folder that --out names."""
    if not text.strip():
        raise InputError("--out is empty. Give the name of a folder.")
    return Path(text)


def new_store(name: str) -> Path:
    """runs/NAME-sweep.zarr, or -2, -3, ... where it is taken."""
    taken = (Path("runs") / f"{name}-sweep{end}.zarr" for end in ["", *(f"-{k}" for k in range(2, 100000))])
    return next(path for path in taken if not path.exists())


def sweep_summary(data, out: Path) -> dict:
    """Counts and extremes for scripts."""
    counts, doubtful = Counter(str(s) for s in data.status.values.flat), int(untrusted(data).sum())
    return {
        "store": str(out),
        "cases": int(data.status.size),
        "status": counts,
        "trusted": doubtful == 0,
        "untrusted": doubtful,
        "best": extremes(data),
    }


def untrusted(data):
    """Cases that finished but whose energy ledger does not close."""
    return (data.status == "finished") & ~data.trusted


def extremes(data) -> dict:
    """Largest speed and smallest cost among cases that can be trusted, each with its parameters."""
    found = {}
    for name, pick in (("mean_speed", "argmax"), ("cost_of_transport", "argmin")):
        values = data[name].where(data.trusted) if name in data else None
        if values is not None and bool(values.notnull().any()):
            best = values.isel({d: int(k) for d, k in getattr(values, pick)(dim=list(values.dims)).items()})
            where = {d: best[d].item() for d in values.dims}
            found[name] = {"value": float(best), **where}
    return found


def sweep_table(data) -> str:
    """How many runs ended how, the best ones, and the first cases that did not finish or cannot be trusted."""
    counts = Counter(str(s) for s in data.status.values.flat)
    lines = [f"  {data.status.size} runs: " + ", ".join(f"{n} {word}" for word, n in counts.most_common())]
    for name, best in extremes(data).items():
        where = ", ".join(f"{k} = {v:.6g}" if isinstance(v, float) else f"{k} = {v}" for k, v in best.items() if k != "value")
        word = "largest" if name == "mean_speed" else "smallest"
        unit = data[name].attrs["units"].replace("1", "")
        lines.append(f"  {word} {name.replace('_', ' ')}: {best['value']:.5g} {unit} at {where}".replace("  at", " at"))
    if bool(data.trusted.any()):
        lines.append(f"  energy ledgers close to {float(data.ledger_closure.where(data.trusted).max()):.1e} or better")
    if doubtful := int(untrusted(data).sum()):
        lines.append(f"  NOT TO BE TRUSTED: {doubtful} runs whose energy ledger does not close. Use a smaller --dt.")
    return "\n".join([*lines, *bad_cases(data)])


def bad_cases(data) -> list[str]:
    """A line for each of the first cases that did not finish or cannot be trusted."""
    names = [name for name in ("status", "status_detail", "trusted", "ledger_closure") if name in data]
    flat = data[names].stack(case=list(data.status.dims))
    bad = [flat.isel(case=k) for k in (~flat.trusted.values).nonzero()[0]]
    lines = []
    for case in bad[:SHOWN]:
        where = ", ".join(f"{d} = {case[d].item()}" for d in data.status.dims)
        finished = case.status.item() == "finished"
        lines.append(f"  {where}: " + (open_ledger(case.ledger_closure.item()) if finished else case.status_detail.item()))
    return [*lines, f"  and {len(bad) - SHOWN} more"] if len(bad) > SHOWN else lines


def open_ledger(closure: float) -> str:
    return "its energy ledger " + ("has no number" if math.isnan(closure) else f"closes to {closure:.2g} only")


def plot_sweep(options, formats: list[str]) -> int:
    """``elver plot STORE``."""
    from elver.show import sweep_figures
    from elver.studies import load_sweep

    if options.animate:
        raise InputError("a sweep has no moving picture. --animate is for a run (.nc).")
    data = load_sweep(options.run)
    folder = writable(Path(options.out) if options.out else Path(options.run).resolve().with_suffix("") / "figures")
    with plain_warnings():
        drawn = sweep_figures(data, folder, options.figures or None, formats)
    for name in drawn:
        print(", ".join(str(folder / f"{name}.{f}") for f in formats))
    return 0
