"""The published systems, one room each: robot, scenarios, own measures, own pictures, claims. No equation of motion is here."""
