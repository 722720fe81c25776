"""The picture of docs/reality.md: speed, fin tip and yaw against the beat, with intervals."""

from __future__ import annotations

from collections.abc import Sequence

WORDS = {"speed": "speed along the head [mm/s]", "tip": "fin tip, first harmonic [mm]", "yaw": "head yaw, first harmonic [deg]"}


def draw(file: str, fit, curve: Sequence, blind: Sequence) -> None:
    """curve, blind: predictions along the beat, and those at the beats that nobody looked at."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    figure, panels = plt.subplots(1, 3, figsize=(12, 3.8), constrained_layout=True)
    for panel, channel in zip(panels, WORDS, strict=True):
        along = [one for one in curve if one.channel == channel]
        beats = [one.beat for one in along]
        panel.fill_between(
            beats,
            [one.value - one.half for one in along],
            [one.value + one.half for one in along],
            color="#9ecae1",
            alpha=0.5,
            label="90 % interval",
        )
        panel.plot(beats, [one.value for one in along], color="#08519c", label="model")
        points = [one for one in blind if one.channel == channel]
        panel.errorbar(
            [one.beat for one in points],
            [one.value for one in points],
            [one.half for one in points],
            fmt="D",
            color="#08519c",
            mfc="white",
            capsize=3,
            label="blind prediction",
        )
        for held_out, colour, word in ((False, "#a63603", "measured, fitted"), (True, "#fd8d3c", "measured, held out")):
            own = [
                (r.values["beat"], c.values[0], c.sigma[0])
                for r in fit.problem.recordings
                for c in r.channels
                if c.name == channel and r.held_out == held_out
            ]
            x, y, error = zip(*own, strict=True)
            panel.errorbar(x, y, error, fmt="o", color=colour, capsize=3, label=word)
        panel.set_xlabel("tail beat [Hz]")
        panel.set_ylabel(WORDS[channel])
        panel.set_ylim(bottom=0)
        panel.grid(alpha=0.3)
    panels[0].legend(fontsize=8, loc="upper left")
    figure.savefig(file, dpi=110)
