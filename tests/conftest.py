"""Hypothesis runs without deadlines: a busy machine must not fail a law. Ctrl-C reaches what the tests start."""

import signal

from hypothesis import HealthCheck, settings

settings.register_profile("croupier", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("croupier")

# In the background, under nohup and on some build servers all starts with SIGINT ignored, and children inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
