"""The fit file to begin with has the name that it is given."""

from elver.analysis.fit.files.loading import example_fit


def test_the_example_takes_its_name_and_its_machine():
    text = example_fit("my fit", "fish.yaml")
    assert "\nfit: my-fit\n" in text
    assert "\nmodel: fish.yaml #" in text
    assert "`elver fit my-fit.yaml` fits" in text
    assert "\nfit: fish-fit\n" in example_fit("", "fish.yaml")
