"""The underwater snake robot's equations in closed form: a second, independent route to the recursion's."""

from elver.systems.snake.closed_form.fluid import CURRENT_LAWS, SnakeFluid
from elver.systems.snake.closed_form.form import ClosedForm, closed_form

__all__ = ["CURRENT_LAWS", "ClosedForm", "SnakeFluid", "closed_form"]
