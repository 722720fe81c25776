"""How far something has come, on a terminal: runs, batches, sweeps and searches show it in the same way."""

from __future__ import annotations

import sys
import time


class Progress:
    """A bar on the terminal for anything longer than a second; silent where standard error is not a terminal."""

    def __init__(self, total: float, label: str, show: bool | None):
        self.total, self.label, self.started = total, label, time.perf_counter()
        self.show = sys.stderr.isatty() if show is None else show
        self.bar = None

    def update(self, done: float) -> None:
        if not self.show:
            return
        if self.bar is None and time.perf_counter() - self.started > 1.0:
            from tqdm import tqdm

            form = "{l_bar}{bar}| {n:.1f}/{total:.1f} s simulated [{elapsed}<{remaining}]"
            self.bar = tqdm(total=self.total, desc=self.label, bar_format=form, leave=False, initial=done)
        if self.bar is not None:
            self.bar.update(done - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
