from .fit.comparison import Comparison as Comparison
from .fit.comparison import FormScore as FormScore
from .fit.comparison import compare_fits as compare_fits
from .fit.evaluation import Evaluator as Evaluator
from .fit.files.loading import load_fit as load_fit
from .fit.files.loading import load_fit_text as load_fit_text
from .fit.fitting import FitReport as FitReport
from .fit.fitting import FitSearch as FitSearch
from .fit.fitting import fit_model as fit_model
from .fit.fitting import fit_with_evaluator as fit_with_evaluator
from .fit.prediction import predict as predict
from .fit.problem import (
    Block as Block,
)
from .fit.problem import (
    Camera as Camera,
)
from .fit.problem import (
    Channel as Channel,
)
from .fit.problem import (
    ChannelNoise as ChannelNoise,
)
from .fit.problem import (
    Estimate as Estimate,
)
from .fit.problem import (
    Evaluation as Evaluation,
)
from .fit.problem import (
    Fit as Fit,
)
from .fit.problem import (
    LeftOut as LeftOut,
)
from .fit.problem import (
    Noise as Noise,
)
from .fit.problem import (
    Observable as Observable,
)
from .fit.problem import (
    Prior as Prior,
)
from .fit.problem import (
    Problem as Problem,
)
from .fit.problem import (
    RankedRecording as RankedRecording,
)
from .fit.problem import (
    Recording as Recording,
)
from .fit.problem import (
    Score as Score,
)
from .fit.problem import (
    SearchStart as SearchStart,
)
from .fit.problem import (
    Unknown as Unknown,
)
from .orbits.continuation import Branch as Branch
from .orbits.continuation import follow_orbit as follow_orbit
from .orbits.derivatives import (
    OrbitSlopes as OrbitSlopes,
)
from .orbits.derivatives import (
    OrbitTracker as OrbitTracker,
)
from .orbits.derivatives import (
    mean_output as mean_output,
)
from .orbits.derivatives import (
    orbit_slopes as orbit_slopes,
)
from .orbits.find import ORBIT as ORBIT
from .orbits.find import find_orbit as find_orbit
from .orbits.find import on_orbit as on_orbit
from .orbits.orbit import Orbit as Orbit
from .orbits.problem import Continuation as Continuation
from .orbits.problem import OrbitProblem as OrbitProblem
from .orbits.problem import Shooting as Shooting
from .orbits.shooting import Condition as Condition
from .orbits.shooting import Drift as Drift
from .orbits.symmetry import Mirror as Mirror
from .orbits.symmetry import Symmetry as Symmetry
from .studies.cluster import ClusterError as ClusterError
from .studies.optimisation import OptimisationResult as OptimisationResult
from .studies.optimisation import optimise as optimise
from .studies.options import Cluster as Cluster
from .studies.options import Search as Search
from .studies.pareto_front import ParetoFront as ParetoFront
from .studies.pareto_front import pareto as pareto
from .studies.search import load_history as load_history
from .studies.sweeps import load_sweep as load_sweep
from .studies.sweeps import sweep as sweep
