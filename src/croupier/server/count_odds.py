"""Counts one par sheet and prints it as its file would hold it: for a server whose tables must not wait meanwhile.

python -m croupier.server.count_odds RULEBOOK OPTIONS_AS_JSON MODE
"""

from __future__ import annotations

import json
import os
import sys

from croupier.odds.shipped import full_sheet, sheet_data
from croupier.table.settings import Mode, TableSettings, house_rules

PATIENCE = 10


def main(rulebook: str, options: str, mode: str) -> None:
    """Count at leisure: whoever deals comes first."""
    os.nice(PATIENCE)
    settings = TableSettings(rulebook=rulebook, options=json.loads(options), mode=Mode(mode))
    print(json.dumps(sheet_data(full_sheet(house_rules(settings)))))


if __name__ == "__main__":
    main(*sys.argv[1:])
