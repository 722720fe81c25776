"""What the warps of a kernel wait for, by Nsight Compute."""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
from pathlib import Path

from timing import Metric

NCU = shutil.which("ncu") or "/usr/local/cuda/bin/ncu"
STALL, AFTER = "smsp__average_warps_issue_stalled_", "_per_issue_active.ratio"
REASONS = (
    "long_scoreboard", "short_scoreboard", "lg_throttle", "mio_throttle", "no_instruction", "wait", "math_pipe_throttle",
    "imc_miss", "not_selected", "branch_resolve", "dispatch_stall",
)  # fmt: skip
SHARES = {
    "issue": "smsp__issue_active.avg.pct_of_peak_sustained_active",
    "L1": "l1tex__throughput.avg.pct_of_peak_sustained_active",
    "L2": "lts__throughput.avg.pct_of_peak_sustained_elapsed",
    "DRAM": "dram__throughput.avg.pct_of_peak_sustained_elapsed",
}
COUNTS = {"instructions": "smsp__inst_executed.sum", "DRAM_bytes": "dram__bytes.sum", "L2_bytes": "lts__t_bytes.sum"}
WAIT = 300  # s


def stall_metrics(folder: Path, variant: str, machines: int) -> tuple[list[Metric], list[str]]:
    """Stalls and shares of one launch of all steps; a note instead where Nsight Compute cannot read the counters."""
    if not Path(NCU).exists():
        return [], ["Nsight Compute (ncu) is not installed here: no stalls."]
    metrics = [f"{STALL}{reason}{AFTER}" for reason in REASONS] + [*SHARES.values(), *COUNTS.values()]
    command = [
        NCU, "--clock-control", "none", "--csv", "--kernel-name", "advance", "--launch-skip", "1", "--launch-count", "1",
        "--metrics", ",".join(metrics), sys.executable, __file__, str(folder), variant, str(machines),
    ]  # fmt: skip
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=WAIT)
    except subprocess.TimeoutExpired:
        return [], [f"Nsight Compute did not answer within {WAIT} s: no stalls."]
    values = read_values(done.stdout)
    if not values:
        said = (done.stdout + done.stderr).strip().splitlines()
        return [], [f"Nsight Compute gave no counters: {said[-1] if said else 'no word'}."]
    return metrics_of(values, variant, folder, machines), []


def read_values(text: str) -> dict[str, float]:
    """Metrics by name from the table that ncu prints."""
    lines = [line for line in text.splitlines() if line.startswith('"')]
    return {row["Metric Name"]: scaled(row) for row in csv.DictReader(lines) if row["Metric Value"] != "n/a"}


def scaled(row: dict) -> float:
    """A metric in plain units."""
    value, unit = float(row["Metric Value"].replace(",", "")), row["Metric Unit"]
    return value * {"Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9, "Tbyte": 1e12}.get(unit, 1.0)


def metrics_of(values: dict[str, float], variant: str, folder: Path, machines: int) -> list[Metric]:
    """The largest stalls first, then shares of the peaks, then counts of one evaluation."""
    import numpy as np

    stalls = {reason: values.get(f"{STALL}{reason}{AFTER}", 0.0) for reason in REASONS}
    rows = [
        Metric(f"stall_{variant}_{reason}", value, "cycles", note="waited per instruction issued, by a warp")
        for reason, value in sorted(stalls.items(), key=lambda pair: -pair[1])[:6]
    ]
    rows += [Metric(f"{name}_{variant}", values.get(metric, 0.0), "%", note="of the peak") for name, metric in SHARES.items()]
    evaluations = 4 * int(np.load(folder / "inputs.npz")["steps"]) * machines
    for name, metric in COUNTS.items():
        per = values.get(metric, 0.0) * (32 if name == "instructions" else 1) / evaluations
        rows.append(Metric(f"{name}_{variant}", per, "B" if "bytes" in name else "", note="an evaluation"))
    return rows


def main() -> None:
    """One measured launch, for ncu to look at."""
    import numpy as np

    from elver.codegen.cuda.device import CudaDevice
    from gpu import Variant

    folder, variant, machines = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    Variant(CudaDevice(), folder, variant).advance(np.load(folder / "inputs.npz"), machines)


if __name__ == "__main__":
    main()
