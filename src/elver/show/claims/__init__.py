"""The report of measured claims: one HTML page with everything in it."""

from elver.show.claims.interval import interval_picture
from elver.show.claims.report import claims_report

__all__ = ["claims_report", "interval_picture"]
