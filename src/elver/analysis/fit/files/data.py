"""The numbers of a data file put to the channels of a fit: units, gaps, errors, outliers, strokes, markers."""

from __future__ import annotations

import fnmatch
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from elver._support.errors import InputError, nearest
from elver._support.units import read_unit
from elver.analysis.fit.channels import AXES, camera_unit, unit_vector
from elver.analysis.fit.files.channels import ChannelPlan, Marker, noise_of
from elver.analysis.fit.files.machine import METRE, Base
from elver.analysis.fit.problem import Channel
from elver.analysis.fit.recordings import markers as rigid
from elver.analysis.fit.recordings.cleaning import Error, Outliers, Ruler, fitted_strokes, read_error
from elver.analysis.fit.recordings.markers import Pose, near, pose_of, velocity
from elver.analysis.fit.recordings.tables import DataTable, Series
from elver.scenarios.yaml.forms import Values
from elver.scenarios.yaml.nodes import DocumentError, Node


@dataclass(frozen=True, eq=False)
class Rules:
    """How the numbers of a recording are read.

    unit: of the numbers of the file, where it fits; empty to believe the file.   sigma, noise: of channels that have none of
    their own.   scale [m]: of the camera.   scale_unknown: it is to be found.   begin, end [s]: what lies outside is not used.
    period [s]: of a stroke; 0 where nobody knows it.   outliers, distances: None for no check.   ignored: patterns of columns.
    paths: whether the paths of markers are channels themselves.   flip: the picture's y axis points down.
    """

    unit: str = ""
    sigma: Node | None = None
    noise: Values | None = None
    scale: float | None = None
    scale_unknown: bool = False
    begin: float = -math.inf
    end: float = math.inf
    period: float = 0.0
    outliers: Outliers | None = field(default_factory=Outliers)
    distances: rigid.Distances | None = field(default_factory=rigid.Distances)
    ignored: tuple[str, ...] = ()
    paths: bool = True
    flip: bool = False


_Pairs = list[tuple[ChannelPlan, Series]]


@dataclass
class ChannelReader:
    """Channels of one recording while they are made. dropped: what is not used, in words.

    scale [m]: nominal length of one unit of the recording, which all its expressions are written for.
    """

    base: Base
    rules: Rules
    node: Node
    dropped: list[str] = field(default_factory=list)
    scale: float = 1.0

    def __post_init__(self) -> None:
        self.scale = self.rules.scale or 1.0

    # --- which column is whose -------------------------------------------------------------------------------------------

    def claimed(self, sheet: DataTable, plans: Mapping[str, ChannelPlan], markers: Mapping[str, Marker]) -> _Pairs:
        """Columns with the channels they belong to. One that nobody claims is refused, unless it is to be ignored."""
        wanted: dict[str, ChannelPlan] = {}
        for plan in plans.values():
            if plan.column in wanted and plan.column in sheet.series:
                both = f"'{wanted[plan.column].name}' and '{plan.name}'"
                raise self.node.error(
                    f"{self.node.key}: channels {both} both take the column '{plan.column}' of '{sheet.file}'. Give "
                    "one of them a column of its own."
                )
            wanted[plan.column] = plan
        for marker in markers.values():
            for axis, plan in marker.plans.items():
                wanted |= {name: plan for name in (f"{marker.name}.{axis}", f"{marker.name}_{axis}") if name not in wanted}
        found: _Pairs = []
        lost, left = [], []
        for name, series in sheet.series.items():
            if any(fnmatch.fnmatchcase(name, pattern) for pattern in self.rules.ignored):
                left.append(name)
            elif name in wanted:
                found.append((wanted[name], series))
            else:
                lost.append(name)
        if left:
            names = ", ".join(left[:6]) + (f" and {len(left) - 6} more" if len(left) > 6 else "")
            self.dropped.append(f"{len(left)} columns ignored, as the fit file says: {names}")
        if lost and sheet.whole:
            hint = nearest(lost[0], wanted)
            raise self.node.error(
                f"{self.node.key}: '{sheet.file}' has a channel '{lost[0]}' that is no channel or marker of the fit file.{hint} "
                f"Known: {', '.join(list(wanted)[:12]) or 'none'}. Add it under channels or markers, rename it by columns, or "
                f"leave it out by ignore: [{lost[0]}]."
            )
        if not found:
            raise self.node.error(
                f"{self.node.key}: '{sheet.file}' has none of the channels of the fit file ({', '.join(list(wanted)[:12])}). It "
                f"has: {', '.join(list(sheet.series)[:12])}."
            )
        return found

    # --- numbers ---------------------------------------------------------------------------------------------------------

    def channels(
        self,
        sheet: DataTable,
        plans: Mapping[str, ChannelPlan],
        markers: Mapping[str, Marker],
        at_start: Callable[[Marker], np.ndarray],
    ) -> list[Channel]:
        """All channels that a sheet has numbers for. at_start(marker) -> its place in the world at the model's start [m]."""
        pairs = [(plan, self.cropped(series)) for plan, series in self.claimed(sheet, plans, markers)]
        pairs = [(plan, self.upright(plan, self.counted(series))) for plan, series in pairs]
        self.scale = self.scale_of([self.file_unit(plan, series, sheet) for plan, series in pairs])
        pairs = self.rigid(pairs, sheet, markers, at_start)
        pairs = self.following(pairs, sheet, plans, markers, at_start)
        found = [self.channel(plan, series, sheet) for plan, series in pairs]
        return [channel for channel in found if channel is not None]

    def cropped(self, series: Series) -> Series:
        """Values between begin and end."""
        rules = self.rules
        if math.isinf(rules.begin) and math.isinf(rules.end):
            return series
        kept = (series.times >= rules.begin) & (series.times <= rules.end)
        if not kept.any():
            raise self.node.error(
                f"{self.node.key}: '{series.name}' has times from {series.times[0]:g} to {series.times[-1]:g} s: none between "
                f"{rules.begin:g} and {rules.end:g} s. Correct from and to."
            )
        return Series(series.name, series.times[kept], series.values[kept], series.sigma[kept], series.unit)

    def upright(self, plan: ChannelPlan, series: Series) -> Series:
        """The same with y upwards, where the picture has it downwards."""
        down = self.rules.flip and plan.way == "point" and plan.settings["axis"] == "y" and not plan.settings.get("within")
        return replace(series, values=-series.values) if down else series

    def counted(self, series: Series) -> Series:
        """The same; gaps are told."""
        gaps = int((~series.good).sum())
        if gaps:
            self.dropped.append(f"{series.name}: {gaps} of {len(series.values)} values are missing")
        return series

    def file_unit(self, plan: ChannelPlan, series: Series, sheet: DataTable) -> str:
        """The unit of a column: as the recording says in the fit file, else as its own file does, else as the channel does."""
        if series.name not in sheet.series:  # it follows from markers, in SI units
            return series.unit
        said = self.rules.unit if self.fits(plan, self.rules.unit) else ""
        unit = said or series.unit or (plan.measured_in if sheet.plain else "") or plan.unit
        if not unit:
            raise self.node.error(
                f"{self.node.key}: '{series.name}' has no unit. Give channel '{plan.name}' one (unit: mm), or say it in the file "
                f"('# unit: mm', or a column '{series.name} [mm]')."
            )
        plan.check_unit(unit, self.node)
        return unit

    def fits(self, plan: ChannelPlan, unit: str) -> bool:
        """Whether the recording's unit can be that of a channel."""
        if not unit:
            return False
        return camera_unit(unit).fits(read_unit(plan.measured_in))

    def scale_of(self, units: Sequence[str]) -> float:
        """Length of one unit of the recording [m]: the camera's, else that of the unit its points are given in."""
        if self.rules.scale is not None:
            return self.rules.scale
        if any(unit.split("/")[0] == "px" for unit in units):
            raise self.node.error(
                f"{self.node.key}: the recording is in px, and nothing says how long one is. Give camera: {{scale: 1 mm}}; it "
                "may be an unknown besides: nuisance: [camera.scale]."
            )
        factors = {read_unit(unit).factor for unit in units if read_unit(unit).fits(METRE)}
        return factors.pop() if len(factors) == 1 else 1.0

    def channel(self, plan: ChannelPlan, series: Series, sheet: DataTable) -> Channel | None:
        """A channel with its numbers, in its own unit."""
        scale = self.scale
        given = self.file_unit(plan, series, sheet)
        unit = plan.unit or given
        own, other = camera_unit(unit, scale), camera_unit(given, scale)
        factor = other.factor * other.turned(own) / own.factor
        series = Series(series.name, series.times, series.values * factor, series.sigma * factor, unit)
        if plan.of_strokes and series.good.sum() > 2:
            series = self.strokes(plan, series, Ruler(unit, scale))
        sigma = self.sigma(plan, series, Ruler(unit, scale))
        if self.rules.outliers is not None and not plan.of_strokes:
            series = self.without_outliers(series, sigma)
        good = series.good
        if not good.any():
            self.dropped.append(f"{plan.name}: nothing of it is left")
            return None
        noise = noise_of(plan.noise or self.rules.noise, unit, scale)
        observable = plan.observable_for(unit, scale)
        return Channel(
            plan.name,
            observable,
            series.times[good],
            series.values[good],
            sigma[good],
            plan.kind,
            plan.order,
            unit,
            noise,
            plan.window,
            self.stroke_count(plan),
        )

    def stroke_count(self, plan: ChannelPlan) -> int:
        """Whole strokes in the window of a metric; one where there is none, or nothing says how long a stroke is."""
        if plan.window is None or not plan.of_strokes or not self.rules.period > 0:
            return 1
        return max(1, round((plan.window[1] - plan.window[0]) / self.rules.period))

    def strokes(self, plan: ChannelPlan, series: Series, ruler: Ruler) -> Series:
        """The metric of whole strokes that a course of many samples has; its error is the channel's, or of its residuals."""
        period, begin = self.rules.period, 0.0
        kept = series.good
        if plan.window is not None:
            begin, period = plan.window[0], (plan.window[1] - plan.window[0]) / self.stroke_count(plan)
            kept = kept & (series.times >= plan.window[0]) & (series.times <= plan.window[1])
        if not period > 0:
            raise self.node.error(
                f"{self.node.key}: channel '{plan.name}' is a metric of whole strokes, and nothing says how long one is. Give "
                "the recording a period."
            )
        usual = None if plan.derived else self.usual_error(replace(plan, sigma=None), ruler)
        if self.rules.outliers is not None and usual is not None:
            kept = kept & self.without_outliers(series, usual.of(series.values)).good
        own = self.base.scope.built(
            self.node, fitted_strokes, series.name, series.times[kept] - begin, series.values[kept], period, plan.order
        )
        values, sigma = own.metric(plan.kind, plan.order)
        if plan.sigma is not None:
            sigma = read_error(plan.sigma, ruler).of(values)
        return Series(series.name, np.full(len(values), series.times[-1]), values, np.maximum(sigma, 1e-300), ruler.called)

    def usual_error(self, plan: ChannelPlan, ruler: Ruler) -> Error | None:
        """The error that the channel states; else that of the recording, where it is of the channel's dimension."""
        if plan.sigma is not None or self.rules.sigma is None:
            return None if plan.sigma is None else read_error(plan.sigma, ruler)
        try:
            return read_error(self.rules.sigma, ruler)
        except DocumentError:
            return None

    def sigma(self, plan: ChannelPlan, series: Series, ruler: Ruler) -> np.ndarray:
        """The error of every value: of the file, else of the channel, else of the recording."""
        usual = self.usual_error(plan, ruler)
        stated = np.full(len(series.values), math.nan) if usual is None else usual.of(series.values)
        sigma = np.where(np.isfinite(series.sigma), series.sigma, stated)
        missing = series.good & ~np.isfinite(sigma)
        wrong = series.good & ~missing & ~(sigma > 0)
        if missing.any():
            own = "" if self.rules.sigma is None else f" The recording's sigma = {self.rules.sigma.shown()} is of another kind."
            raise self.node.error(
                f"{self.node.key}: {int(missing.sum())} values of '{series.name}' have no sigma.{own} Give channel '{plan.name}' "
                f"its error (sigma: 1 {ruler.called}), or a column '{series.name}.sigma'."
            )
        if wrong.any():
            raise self.node.error(
                f"{self.node.key}: {int(wrong.sum())} values of '{series.name}' have a sigma that is not greater than 0. Correct "
                "them."
            )
        return sigma

    def cleaned(self, plan: ChannelPlan, series: Series, unit: str) -> Series:
        """The path of a marker without outliers, where its error is known."""
        usual = self.usual_error(plan, Ruler(unit, self.scale)) if plan.marker and self.rules.outliers is not None else None
        return series if usual is None else self.without_outliers(series, usual.of(series.values))

    def without_outliers(self, series: Series, sigma: np.ndarray) -> Series:
        """The same with gaps where a value does not belong to its course."""
        rule = self.rules.outliers
        assert rule is not None
        bad = rule.found(series, float(np.nanmedian(sigma)))
        if bad.any():
            self.dropped.append(
                f"{series.name}: {int(bad.sum())} of {int(series.good.sum())} values are outliers, more than {rule.threshold:g} "
                "robust standard deviations from the running median"
            )
        return series.without(bad)

    # --- markers ---------------------------------------------------------------------------------------------------------

    def seen(self, pairs: _Pairs, markers: Mapping[str, Marker], at_start: Callable[[Marker], np.ndarray]) -> list[rigid.Marker]:
        """Markers with two coordinates or more in all of the same frames."""
        by_marker: dict[str, dict[str, Series]] = {}
        for plan, series in pairs:
            if plan.marker and plan.kind == "path":
                by_marker.setdefault(plan.marker, {})[plan.name.rpartition(".")[2]] = series
        found = []
        for name, axes in by_marker.items():
            places = tuple(k for k, axis in enumerate(AXES) if axis in axes)
            columns = [axes[AXES[k]] for k in places]
            if len(places) > 1 and all(np.array_equal(c.times, columns[0].times) for c in columns):
                stacked = np.column_stack([c.values for c in columns])
                found.append(rigid.Marker(name, markers[name].body, at_start(markers[name]), stacked, places))
        return found if len({len(m.seen) for m in found}) == 1 else []

    def marker_unit(self, pairs: _Pairs, sheet: DataTable) -> str:
        """The unit that markers are given in."""
        return self.file_unit(*next((plan, series) for plan, series in pairs if plan.marker), sheet)

    def rigid(
        self, pairs: _Pairs, sheet: DataTable, markers: Mapping[str, Marker], at_start: Callable[[Marker], np.ndarray]
    ) -> _Pairs:
        """The same without frames in which markers are merged, or do not keep their distance."""
        seen = self.seen(pairs, markers, at_start)
        if len(seen) < 2 or self.rules.distances is None:
            return pairs
        unit = self.marker_unit(pairs, sheet)
        own = camera_unit(unit, self.scale).factor
        looked = self.base.scope.built(self.node, rigid.look_over, seen, own, unit, self.rules.distances)
        self.dropped += looked.notes
        none = np.zeros(0, dtype=bool)
        return [(p, s.without(looked.bad.get(p.marker, none)) if p.marker in looked.bad else s) for p, s in pairs]

    def following(
        self,
        pairs: _Pairs,
        sheet: DataTable,
        plans: Mapping[str, ChannelPlan],
        markers: Mapping[str, Marker],
        at_start: Callable[[Marker], np.ndarray],
    ) -> _Pairs:
        """The same with the channels that follow from markers, and without the markers where their paths are not asked for."""
        have = {plan.name for plan, _ in pairs}
        wanted = [plan for plan in plans.values() if plan.derived and plan.name not in have]
        if wanted and any(plan.marker for plan, _ in pairs):
            unit = self.marker_unit(pairs, sheet)
            metre = camera_unit(unit, self.scale).factor
            if not self.rules.paths:
                pairs = [(plan, self.cleaned(plan, series, unit)) for plan, series in pairs]
            seen = [m for m in self.seen(pairs, markers, at_start) if m.axes[:2] == (0, 1)]
            times = next((s.times for p, s in pairs if seen and p.marker == seen[0].name), np.zeros(0))
            own = _Markers(markers, times, {m.name: m.seen[:, :2] * metre for m in seen}, {m.name: m.at for m in seen})
            pairs = [*pairs, *((plan, self.base.scope.built(plan.node, own.course, plan)) for plan in wanted)]
        return pairs if self.rules.paths else [(plan, series) for plan, series in pairs if not plan.marker]


# --- channels that follow from several markers -----------------------------------------------------------------------

_FLAT = 0.02  # relative, by which distances seen from above may miss those in the body's own plane x, y


@dataclass(frozen=True, eq=False)
class _Markers:
    """The markers of one recording. seen: by name (frames, 2), in metres of the picture.   times [s]: of the frames.

    world: by name, where each is at the model's start [m].
    """

    known: Mapping[str, Marker]
    times: np.ndarray
    seen: Mapping[str, np.ndarray]
    world: Mapping[str, np.ndarray]

    def pose(self, body: str) -> Pose:
        """The pose of a body, from two markers of it or more."""
        own = [name for name in self.seen if self.known[name].body == body]
        if len(own) < 2:
            raise InputError(
                f"the direction of '{body}' needs two markers on it; the recording has {len(own)}. Add markers on it."
            )
        places = np.array([self.known[name].now[:2] for name in own])
        if np.ptp(places, axis=0).max() < 1e-6:
            raise InputError(f"the markers {', '.join(own)} are at one place of '{body}': they do not tell its direction.")
        real = np.array([self.world[name][:2] for name in own])
        sizes = [np.linalg.norm(p - p[0], axis=1).max() for p in (places, real)]
        if abs(sizes[1] / sizes[0] - 1) > _FLAT:
            raise InputError(f"the z axis of '{body}' is not vertical: its direction cannot be told from above by its markers.")
        return pose_of(places, np.stack([self.seen[name] for name in own], axis=1))

    def place(self, settings: Mapping) -> np.ndarray:
        """Where a point is seen: a marker itself, or a place of a body whose pose is known."""
        name = settings.get("name", "")
        if name in self.seen:
            return self.seen[name]
        if name in self.known:
            raise InputError(f"the recording has no x and y of marker '{name}'. Give them, or leave the channel out.")
        at = settings.get("at", (0.0, 0.0, 0.0))
        if callable(at):
            raise InputError(f"a place of '{settings['body']}' that depends on parameters cannot be seen. Make it a marker.")
        return self.pose(settings["body"]).place(np.asarray(at, dtype=float))

    def course(self, plan: ChannelPlan) -> Series:
        """What a channel measures, out of the markers, in SI units."""
        settings = plan.settings
        if plan.way == "heading":
            values = self.heading(settings)
        elif plan.way == "speed":
            along = np.array(unit_vector(settings.get("along", "x")))
            values = self.pose(settings["body"]).inward(velocity(self.times, self.place(settings))) @ along[:2]
        elif plan.way == "point" and settings["axis"] in AXES[:2]:
            values = self.point(settings)
        else:
            raise InputError(f"channel '{plan.name}' cannot be told from markers seen from above: {plan.described}.")
        return Series(plan.column, self.times, values, np.full(len(values), np.nan), plan.dimension)

    def point(self, settings: Mapping) -> np.ndarray:
        """A coordinate of a point in the picture, or in the frame of a body."""
        place, axis = self.place(settings), AXES.index(settings["axis"])
        if not settings.get("within"):
            return place[:, axis]
        frame = self.pose(settings["within"])
        return frame.inward(place - frame.origin)[:, axis]

    def heading(self, settings: Mapping) -> np.ndarray:
        """The direction of a body's axis, in the picture or from another body's axis [rad]."""
        ahead = unit_vector(settings.get("forward", "x"))
        angles = self.pose(settings["body"]).yaw + np.arctan2(ahead[1], ahead[0])
        other = settings.get("relative_to")
        return near(angles - (self.pose(other).yaw if other else 0.0), settings.get("reference", 0.0))
