"""What a fit says in sentences."""

from __future__ import annotations

from dataclasses import replace

from made_fit import made_fit

from elver.analysis.fit.problem import FitVerdict
from elver.analysis.fit.summary import (
    bound_sentences,
    goodness_sentences,
    headline,
    held_out_errors,
    ledger_sentence,
    prediction_sentences,
    remarks,
    trusted,
)
from elver.viz.reports.fit_tables import estimates_table

FIT = made_fit()


def test_the_headline_counts():
    assert headline(FIT) == "converged after 6 iterations: 3 unknowns from 116 numbers of 3 recordings; 2 recordings held out"


def test_errors_are_means_over_all_numbers():
    first, *others = [s for s in FIT.scores if s.channel == "speed along the head" and s.held_out]
    scores = (replace(first, mean_abs=1.0), *others)
    assert held_out_errors(replace(FIT, scores=scores))["speed along the head [mm/s]"]["model"] == 2.5


def test_a_law_that_one_recording_lacks_is_not_averaged():
    first, *others = FIT.scores
    scores = (replace(first, rivals={}), *others)
    assert "MuJoCo, fitted" not in held_out_errors(replace(FIT, scores=scores))["speed along the head [mm/s]"]


def test_a_model_that_a_line_beats_is_told_so():
    worse = tuple(replace(s, mean_abs=9.0) for s in FIT.scores)
    said = " ".join(remarks(replace(FIT, scores=worse)))
    assert "its held-out error of 9 is NOT better than that of line (7.2)." in said
    assert prediction_sentences(FIT)[0].endswith("of every law and rival beside them: speed along the head [mm/s].")


def test_without_held_out_recordings_the_report_says_what_errors_are_worth():
    problem = FIT.problem.keeping([r.name for r in FIT.problem.recordings])
    assert "Nothing was held out" in " ".join(remarks(replace(FIT, problem=problem)))


def test_held_out_recordings_without_scores_are_told():
    assert "The held-out recordings were not predicted." in remarks(replace(FIT, scores=()))


def test_open_ledgers_and_failures_are_not_trusted():
    metrics = {**FIT.evaluation.metrics, "fast": {"ledger_closure": 0.02}}
    open_ledger = replace(FIT, evaluation=replace(FIT.evaluation, metrics=metrics))
    assert not trusted(open_ledger)
    assert "'fast' closes to 2.0e-02 only" in ledger_sentence(open_ledger)
    failed = replace(FIT, evaluation=replace(FIT.evaluation, failed={"fast": "no orbit."}))
    assert "fast: no orbit." in ledger_sentence(failed)
    assert trusted(FIT)


def test_what_stands_at_an_end_and_what_the_prior_says_are_named():
    first, second, third = FIT.estimates
    assert bound_sentences(replace(FIT, estimates=(replace(first, at_bound="its highest, 0.37"), second, third))) == [
        "water.friction stands at its highest, 0.37. Widen its range, or ask why the model wants it there."
    ]
    said = remarks(FIT)
    assert any(text.startswith("tail.stiffness comes from its prior by 60%") for text in said)
    assert any(text.startswith("The data cannot tell: raising water.friction by 10 %") for text in said)


def test_goodness_of_the_fit_is_told():
    assert any(line.startswith("chi^2 per fitted number is 0.68") for line in goodness_sentences(FIT))
    stalled = replace(FIT, status="stalled")
    assert "NOT TO BE TRUSTED" in goodness_sentences(stalled)[0]
    assert not trusted(stalled)


def test_a_model_that_does_not_describe_the_data_is_not_trusted():
    """That stands first; intervals are said not to hold, and nobody is advised to hold outliers down."""
    bad = FitVerdict(
        "not described", ("chi^2 is 4000 with 100 degrees of freedom (p = 0)",), remedies=("With x and y swapped ...",)
    )
    wrong = replace(FIT, verdict=bad)
    assert not trusted(wrong)
    said = remarks(wrong)
    assert said[0].startswith("NOT TO BE TRUSTED: the model does not describe these data. chi^2 is 4000")
    assert said[1] == "With x and y swapped ..."
    assert "intervals do not hold" in said[2]
    assert "huber" not in " ".join(said)
    assert "intervals do not hold" in estimates_table(wrong).note
    few = replace(FIT, verdict=FitVerdict("outliers", outliers=2))
    assert not trusted(few)
    assert "huber" in goodness_sentences(few)[0]
