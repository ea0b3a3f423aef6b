"""Everything from a shell. Commands import what they need when they run, so that `--help` answers at once."""

from __future__ import annotations

import sys

EXTRAS = {
    **dict.fromkeys(("alembic", "argon2", "cryptography", "fastapi", "psycopg", "sqlalchemy", "uvicorn"), "server"),
    **dict.fromkeys(("httptools", "prometheus_client", "websockets"), "server"),
    **dict.fromkeys(("barcode", "typst"), "documents"),
    **dict.fromkeys(("matplotlib", "numba", "scipy"), "odds"),
}
"""What of the package's extras a command may find missing, by the name it is imported by."""


def main() -> None:
    """The `croupier` command. Bad input gets a clear line, exit status 2 and no traceback."""
    from croupier.cli.commands import app
    from croupier.cli.output import replace_unencodable_output
    from croupier.errors import BadInput

    replace_unencodable_output()
    try:
        app()
    except BadInput as error:
        for problem in error.problems:
            print(f"croupier: {problem}", file=sys.stderr)
        sys.exit(2)
    except ModuleNotFoundError as missing:
        name = (missing.name or "").partition(".")[0]
        if name not in EXTRAS:
            raise
        print(f"croupier: {name} is not installed: pip install 'croupier[{EXTRAS[name]}]'", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        # The reader of a pipe (head, less) has seen enough.
        sys.stderr.close()
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(130)
