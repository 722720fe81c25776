"""Policies, and how they are learned: PPO in NumPy, worlds to learn on, trainings with a time limit, evaluation."""
