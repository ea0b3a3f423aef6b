"""Hypothesis runs without deadlines: a busy machine must not fail a law."""

from hypothesis import HealthCheck, settings

settings.register_profile("croupier", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("croupier")
