"""Everything from a shell. Commands import what they need when they run, so that `--help` answers at once."""

from __future__ import annotations

import sys


def main() -> None:
    """The `croupier` command. Bad input gets a clear line, exit status 2 and no traceback."""
    from croupier.cli.commands import app
    from croupier.errors import BadInput

    try:
        app()
    except BadInput as error:
        for problem in error.problems:
            print(f"croupier: {problem}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        # The reader of a pipe (head, less) has seen enough.
        sys.stderr.close()
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(130)
