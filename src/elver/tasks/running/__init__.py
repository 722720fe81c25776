"""What runs a task: chance, starts, actions and observations of many machines."""
