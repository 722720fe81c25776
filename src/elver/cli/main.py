"""The command line: runs, studies, pictures. One clear message and no traceback.

Exit codes: 0 done; 1 it was tried and failed (a run diverged, a claim does not hold, a file could not be written); 2 wrong input;
130 stopped by Ctrl-C, with what was reached so far written; 141 done and written, but whoever read the output had gone.
"""

from __future__ import annotations

import argparse
import sys

from elver import __version__
from elver.cli.commands import INTERRUPTED, plain_warnings
from elver.cli.hull_command import add_parser as add_hull_parser
from elver.cli.orbit import add_orbit_parser
from elver.cli.outlet import delivered, outlets
from elver.cli.search import add_search_parsers, optimise_command, pareto_command
from elver.cli.sweep import add_sweep_parser, sweep_command
from elver.errors import BusyError, ElverError, NoOrbitError, WriteError
from elver.files import system_error

DESCRIPTION = """\
Simulate machines that move because their joints do.

  elver list                         the machines and scenarios that can be run
  elver list eel                     the parameters of one, with units and defaults
  elver run eel                      swim 30 s: summary, figures and a NetCDF file in runs/eel
  elver run eel --set gait.amplitude=0.08 --set water.law=kirchhoff --duration 60
  elver run eel --json               the summary as one JSON object, nothing else
  elver orbit eel                    steady swimming by shooting: speed, stability; --trim, --continue
  elver sweep eel --vary gait.amplitude=0.02:0.1:9    many runs at once, in one data set
  elver optimise eel --objective cost_of_transport --over gait.amplitude=0.02:0.12 --subject-to "mean_speed>=0.3"
  elver pareto eel --minimise cost_of_transport --maximise mean_speed --over gait.amplitude=0.02:0.12
  elver plot runs/eel/run.nc         draw a saved run again; --animate gif for a moving picture
  elver verify                       check published numbers against the simulator
  elver hull boat.stl --mass 100     hydrodynamic coefficients of a floating hull
"""

NOT_THE_INPUT = (BusyError, NoOrbitError, WriteError)  # exit code 1; any other error on purpose is wrong input
STUDIES = {"sweep": sweep_command, "optimise": optimise_command, "pareto": pareto_command}


def build_parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="elver", description=DESCRIPTION, formatter_class=raw)
    parser.add_argument("--version", action="version", version=f"elver {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    add_list_parser(commands)
    add_run_parser(commands, raw)
    add_orbit_parser(commands, raw)
    add_sweep_parser(commands, raw)
    add_search_parsers(commands, raw)
    add_plot_parser(commands)
    add_verify_parser(commands)
    add_hull_parser(commands)
    return parser


def add_list_parser(commands) -> None:
    """The scenarios."""
    listing = commands.add_parser("list", help="scenarios, or the parameters of one", description="Show what can be run.")
    listing.add_argument("scenario", nargs="?", metavar="SCENARIO", help="show the parameters of this scenario")
    listing.add_argument("--json", action="store_true", help="print one JSON object")


def add_run_parser(commands, raw) -> None:
    """One run."""
    run = commands.add_parser(
        "run", help="simulate a scenario", formatter_class=raw, add_help=False, description="Simulate a scenario."
    )
    run.add_argument("scenario", nargs="?", metavar="SCENARIO", help="its name; `elver run SCENARIO --help` lists its parameters")
    run.add_argument("-h", "--help", action="store_true", help="show this text, and the scenario's parameters with units")
    run.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        dest="changes",
        help="change a named parameter; repeat for more",
    )
    run.add_argument("--duration", metavar="S", help="seconds to simulate (default: the scenario's)")
    run.add_argument("--dt", metavar="S", help="time step in seconds (default: the scenario's)")
    run.add_argument(
        "--method",
        default="auto",
        metavar="NAME",
        help="auto (default: rk4, or rodas where the model is too stiff for it), rk4, adams, heun, semi-implicit, "
        "dopri5 (adaptive), rodas (adaptive, for stiff models)",
    )
    run.add_argument("--rtol", default=1e-8, metavar="X", help="relative tolerance of dopri5 and rodas (default 1e-8)")
    run.add_argument("--atol", default=1e-10, metavar="X", help="absolute tolerance of dopri5 and rodas (default 1e-10)")
    run.add_argument(
        "--output", metavar="S", help="seconds between recorded samples (default about 0.01, or a hundredth of the gait's period)"
    )
    run.add_argument("--out", metavar="FOLDER", help="folder for results (default: a new one, runs/SCENARIO)")
    run.add_argument("--force", action="store_true", help="replace the results of an earlier run in --out")
    run.add_argument(
        "--json", action="store_true", help="print the summary as one JSON object and nothing else; files only with --out"
    )
    run.add_argument("--no-figures", action="store_true", help="write the data file but no pictures")
    run.add_argument("--animate", choices=("gif", "mp4"), help="also write a moving picture")


class PictureHelp(argparse.Action):
    """Help with the list of all pictures."""

    def __call__(self, parser, namespace, values, option_string=None):
        from elver.show import known_pictures

        parser.print_help()
        print("\nfigures of a run, where they apply:")
        print("\n".join(f"  {p.name:<15} {p.meaning}" for p in known_pictures().values()))
        parser.exit()


def add_plot_parser(commands) -> None:
    """Pictures of saved results."""
    text = "Draw figures of a saved run or sweep."
    plot = commands.add_parser("plot", help="draw saved results", description=text, add_help=False)
    plot.add_argument("-h", "--help", action=PictureHelp, nargs=0, help="show this text, and the figures by name")
    plot.add_argument(
        "run", metavar="RESULT", help="folder or data file of `elver run`, the store of a sweep, the folder of a search"
    )
    plot.add_argument(
        "figures",
        nargs="*",
        default=[],
        metavar="FIGURE",
        help="names of figures, listed below (default: all that apply); of a sweep: figures of the summary, such as mean_speed",
    )
    plot.add_argument("--joints", default="", metavar="A,B", help="joints to show (default: three along the machine)")
    plot.add_argument("--format", default="png,svg", metavar="LIST", help="png, svg, pdf, separated by commas (default png,svg)")
    plot.add_argument("--out", metavar="FOLDER", help="where to write (default: figures beside the file)")
    plot.add_argument("--animate", choices=("gif", "mp4"), help="also write a moving picture")


def add_verify_parser(commands) -> None:
    """The claims."""
    verify = commands.add_parser(
        "verify",
        help="published numbers against the simulator",
        description="Measure every claim of the published papers. Exit code 1 if one fails.",
    )
    verify.add_argument("scenario", nargs="?", metavar="SCENARIO", help="only the claims of this scenario")
    verify.add_argument("--json", action="store_true", help="print one JSON object")


def main(arguments: list[str] | None = None) -> int:
    """Run a command; the exit code."""
    with outlets(), plain_warnings():
        try:
            return delivered(answer(arguments))
        except SystemExit as stop:  # help, version, or options that cannot be read
            raise SystemExit(delivered(stop.code or 0)) from None


def answer(arguments: list[str] | None) -> int:
    """Run a command; what stops it becomes one message and an exit code."""
    parser = build_parser()
    options = parser.parse_args(arguments)
    from elver.cli import commands, orbit

    try:
        known = {**commands.COMMANDS, **STUDIES, "orbit": orbit.orbit_command}
        return known[options.command](options, parser)
    except ElverError as error:
        print(f"elver: {error}", file=sys.stderr)
        return 1 if isinstance(error, NOT_THE_INPUT) else 2
    except OSError as error:
        print(f"elver: {system_error(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("elver: stopped", file=sys.stderr)
        return INTERRUPTED
