from .claims import (
    Claim as Claim,
)
from .claims import (
    Measurement as Measurement,
)
from .claims import (
    Printed as Printed,
)
from .claims import (
    Verdict as Verdict,
)
from .claims import (
    about as about,
)
from .claims import (
    ambiguous as ambiguous,
)
from .claims import (
    below as below,
)
from .claims import (
    calibrated as calibrated,
)
from .claims import (
    confirmed as confirmed,
)
from .claims import (
    count_kinds as count_kinds,
)
from .claims import (
    elsewhere as elsewhere,
)
from .claims import (
    own as own,
)
from .claims import (
    printed as printed,
)
from .claims import (
    refuted as refuted,
)
from .definition import (
    Film as Film,
)
from .definition import (
    Picture as Picture,
)
from .definition import (
    Preparation as Preparation,
)
from .definition import (
    Scenario as Scenario,
)
from .definition import (
    all_claims as all_claims,
)
from .definition import (
    all_scenarios as all_scenarios,
)
from .definition import (
    find_scenario as find_scenario,
)
from .definition import (
    is_known as is_known,
)
from .definition import (
    require_values as require_values,
)
from .definition import (
    scenario as scenario,
)
from .definition import (
    section as section,
)
from .files.loading import load as load
from .files.loading import load_text as load_text
from .files.schema import schema as schema
from .files.writing import example as example
from .files.writing import write_scenario as write_scenario
from .importers.robot import import_description as import_description
from .papers import (
    Case as Case,
)
from .papers import (
    Paper as Paper,
)
from .papers import (
    PaperFigure as PaperFigure,
)
from .papers import (
    all_papers as all_papers,
)
from .papers import (
    paper_figures as paper_figures,
)
from .parameter import (
    Parameter as Parameter,
)
from .parameter import (
    parameter_of as parameter_of,
)
from .parameter import (
    parameters_of as parameters_of,
)
from .parameter import (
    with_defaults as with_defaults,
)
from .showing import Camera as Camera
from .showing import Showing as Showing
from .showing import StoryStep as StoryStep
from .statements import Statement as Statement
from .statements import all_statements as all_statements
from .verification import ClaimRunner as ClaimRunner
from .verification import verify as verify
