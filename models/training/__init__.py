"""The recipe that makes the models from nothing: invented dice, rendered tables, three small networks.

``python -m models.training`` does all of it on a CPU and goes on where it stopped; see ``README.md``.
"""
