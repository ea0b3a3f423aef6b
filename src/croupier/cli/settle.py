"""`croupier settle`: settle one case, or a file with one case per line."""

from __future__ import annotations

import json
import sys

from croupier.errors import BadInput
from croupier.files import CASE, read_lines, read_text
from croupier.play.case import SettledCase, read_case, read_json, settle_case
from croupier.play.case_json import settled_case_json


def settle_file(name: str, *, as_json: bool, all_facts: bool) -> None:
    """Settle the case in a file and print every result."""
    done = _settle_text(read_text(name, CASE.bytes_most))
    if as_json:
        print(json.dumps(settled_case_json(done, all_facts=all_facts), indent=2))
    else:
        from croupier.cli.settled_table import print_settled

        print_settled(done, all_facts=all_facts)


def settle_lines(name: str, *, all_facts: bool) -> None:
    """Settle one case per line and print one JSON answer per line; a refused case prints its first problem.

    The remaining cases are settled too; the exit status is 1 if any case was refused.
    """
    refused = 0
    for line in read_lines(name, CASE.bytes_most):
        if not line.strip():
            continue
        try:
            print(json.dumps(settled_case_json(_settle_text(line), all_facts=all_facts)))
        except BadInput as error:
            refused += 1
            first = error.problems[0]
            print(json.dumps({"error": {"field": first.where, "message": first.text}}))
    if refused:
        sys.exit(1)


def _settle_text(text: str) -> SettledCase:
    """Settle a case; raise `BadInput` with only the first problem of a bad one."""
    try:
        return settle_case(read_case(read_json(text)))
    except BadInput as error:
        raise BadInput(error.problems[:1]) from None
