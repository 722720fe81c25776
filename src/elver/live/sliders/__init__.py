"""Numbers of a machine that are moved while it runs in a page: which, how far, and how the machine follows."""

from elver.live.sliders.live import LiveModel, live_model
from elver.live.sliders.slider import Slider

__all__ = ["LiveModel", "Slider", "live_model"]
