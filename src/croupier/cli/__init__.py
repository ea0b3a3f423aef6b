"""Command-line interface. Commands import their modules when they run, so that `--help` is fast."""

from __future__ import annotations

import sys

EXTRAS = {
    **dict.fromkeys(("alembic", "argon2", "cryptography", "fastapi", "psycopg", "sqlalchemy", "uvicorn"), "server"),
    **dict.fromkeys(("httptools", "prometheus_client", "websockets"), "server"),
    **dict.fromkeys(("barcode", "typst", "xlsxwriter"), "documents"),
    **dict.fromkeys(("matplotlib", "numba", "scipy"), "odds"),
}
"""Optional packages that a command may need, with the name of the extra that installs each."""


def main() -> None:
    """Run the `croupier` command; bad input prints one line per problem and exits with status 2, without traceback."""
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
        # The reader of the pipe, such as head or less, has closed it.
        sys.stderr.close()
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        from croupier.outside_packages import fault_in_package

        fault = fault_in_package(error)
        if fault is None:
            raise
        print(
            f"croupier: {fault.file}:{fault.line}: package {fault.package} failed: {type(error).__name__}: {error}",
            file=sys.stderr,
        )
        sys.exit(2)
