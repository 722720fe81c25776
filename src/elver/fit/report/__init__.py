"""What a fit found, told: data set, plain data, tables, pictures and one page."""

from elver.fit.report.data import fit_data, save_fit
from elver.fit.report.figures import fit_figures
from elver.fit.report.folder import summary_with, write_report
from elver.fit.report.page import fit_page, write_page
from elver.fit.report.summary import fit_summary

__all__ = ["fit_data", "fit_figures", "fit_page", "fit_summary", "save_fit", "summary_with", "write_page", "write_report"]
