"""croupier runs casino table games: deals them, takes the wagers, settles them to the cent."""

__version__ = "0.1.0"
