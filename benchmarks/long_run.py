"""Ten million steps into a file: memory, and what writing costs, against a run that is kept in memory and saved."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from children import measured
from timing import Metric, arguments, progress, report

DESCRIPTION = "The eel with one joint swims by RK4 at 1 ms, a sample every 20 steps, each run in a process of its own."
EPILOG = """\
stream_nc_mb, stream_zarr_mb   largest memory of the process, --steps steps
memory_growth                  the larger of both, over that of a run of a tenth of the steps
kept_mb                        the same run kept in memory, then saved
nc_cost, zarr_cost             wall time of the streamed run over that of the run that is kept and saved
"""
RUN = """
import sys, elver
from pathlib import Path
steps, store, keep = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] == "keep"
program = elver.compile_model(elver.scenario("eel").build({"body.joints": 1}))
how = {"duration": steps * 1e-3, "dt": 1e-3, "method": "rk4", "output": 0.02, "progress": False}
run = elver.simulate(program, **how) if keep else elver.simulate(program, **how, store=store)
if keep:
    run.save(store)
print(repr(run.summary["path_length"]), run.status, run.data.sizes["time"])
"""


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--steps", type=int, default=10_000_000, help="steps of the long run (10000000)")
    parser.add_argument("--rounds", type=int, default=2, help="times every run is made; the fastest counts (2)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:

        def run(steps: int, name: str, how: str = "stream"):
            progress(f"{steps} steps, {name} ...", options.json)
            target = Path(tempfile.mkdtemp(dir=folder)) / name
            return measured([sys.executable, "-c", RUN, str(steps), str(target), how])

        run(1000, "first.nc")
        few = [run(options.steps // 10, name) for name in ("run.nc", "run.zarr")]
        rounds = [
            [run(options.steps, "run.nc"), run(options.steps, "run.zarr"), run(options.steps, "run.nc", "keep")]
            for _ in range(options.rounds)
        ]
    nc, zarr, kept = (min(ends, key=lambda ended: ended.seconds) for ends in zip(*rounds, strict=True))
    told = [one.output.split() for one in (nc, zarr, kept)]
    if any(abs(float(t[0]) - float(told[2][0])) > 1e-9 * float(told[2][0]) or t[1:] != told[2][1:] for t in told):
        raise SystemExit(f"the runs differ: {told}")
    growth = max(nc.peak_mb, zarr.peak_mb) / max(one.peak_mb for one in few)
    metrics = [
        Metric("stream_nc_mb", nc.peak_mb, "MB", note=f"{options.steps} steps, {told[0][2]} samples, into NetCDF"),
        Metric("stream_zarr_mb", zarr.peak_mb, "MB", note="the same into Zarr"),
        Metric("memory_growth", growth, "", at_most=1.1, note="over a run of a tenth of the steps"),
        Metric("kept_mb", kept.peak_mb, "MB", note="the same run in memory, then saved"),
        Metric("stream_nc_s", nc.seconds, "s", note="whole process"),
        Metric("nc_cost", nc.seconds / kept.seconds, "", at_most=1.25, note="over the run that is kept and saved"),
        Metric("zarr_cost", zarr.seconds / kept.seconds, "", at_most=1.25),
    ]
    report(f"{options.steps} steps of a small eel, written while it swims", metrics, options.json, ["h5py", "zarr"])


if __name__ == "__main__":
    main()
