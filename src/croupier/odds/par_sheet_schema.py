"""JSON Schema of a par sheet, as `croupier odds --json` and `game.odds()` write it, for programs of others.

`python -m croupier.odds.par_sheet_schema` writes the file `par-sheet.schema.json` of this package; a test compares it
with this module and checks every shipped sheet against it.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from croupier.odds.par_sheet import SheetJson

FILE = files("croupier.odds").joinpath("par-sheet.schema.json")
FRACTION = r"^-?[0-9]+/[1-9][0-9]*$"
SHARE = {"minimum": 0, "maximum": 1}
METHODS = ["exact", "simulated", "floating-point"]
SHEET: dict[str, dict[str, Any]] = {
    "rulebook": {"description": "Id of the rulebook.", "pattern": "^[a-z0-9-]+$"},
    "digest": {"description": "SHA-256 of all rules of the rulebook.", "pattern": "^[0-9a-f]{64}$"},
    "options": {"description": "Value of every option of the rulebook; amounts and odds as text."},
    "method": {"description": "How the sheet was made; each wager says how its own figures were.", "enum": METHODS},
    "rounds": {"description": "Number of equally likely deals counted, or of rounds simulated.", "minimum": 0},
    "wagers": {"description": "Every wager that has odds, in the order of the rulebook."},
    "left": {"description": "Cards of a partly dealt shoe, with their number; absent for a full shoe."},
    "not_counted": {"description": "Wagers without odds, with the reason; absent if there are none."},
}
WAGER: dict[str, dict[str, Any]] = {
    "wager": {"description": "Id of the wager.", "pattern": "^[a-z0-9-]+$"},
    "paytable": {"description": "Pay table in force, where the wager has several."},
    "house_edge": {"description": "Expected gain of the bank for one unit staked, without meters.", "maximum": 1},
    "house_edge_exact": {"description": "The edge as a fraction in lowest terms, where it is exact."},
    "precision": {"description": "How the edge was found.", "enum": METHODS},
    "hit": {"description": "Probability of a win.", **SHARE},
    "push": {"description": "Probability of a push, returned wagers included.", **SHARE},
    "loss": {"description": "Probability of a loss, whole or in part.", **SHARE},
    "standard_deviation": {"description": "Standard deviation of the net result of one unit.", "minimum": 0},
    "skewness": {"description": "Third standardised moment of the net result."},
    "largest_pay": {"description": "Largest win of one unit, without meters."},
    "rows": {"description": "Rows of the pay table, with the probability that each is paid."},
    "interval": {"description": "Half the width of the 95 % confidence interval of a simulated edge; null if exact."},
    "chart_edge": {"description": "Edge of play by the best fixed chart, where players decide."},
    "spread_simulated": {"description": "Number of simulated rounds behind hit, push, loss and deviation."},
    "game": {"description": "Figures of all wagers of a hand together, in units of the ante, with best play."},
    "meters": {"description": "Return of a progressive wager with its meters."},
    "effects": {"description": "Change of the edge when one card of a rank leaves; only if it was asked for."},
}
ROW: dict[str, dict[str, Any]] = {
    "row": {"description": "Title of the row."},
    "pays": {"description": "What the row pays, as the pay table has it."},
    "probability": {"description": "Probability that the row is paid.", **SHARE},
}


def par_sheet_schema() -> dict[str, Any]:
    """Return the schema of a par sheet (JSON Schema 2020-12)."""
    schema = TypeAdapter(SheetJson).json_schema(mode="serialization")
    definitions = schema["$defs"]
    # The API never has effects, so their key is no part of `WagerOddsJson`.
    definitions["WagerOddsJson"]["properties"]["effects"] = {"type": "object"}
    parts = ((schema, SHEET), (definitions["WagerOddsJson"], WAGER), (definitions["PayRowJson"], ROW))
    for part, details in parts:
        for name, more in details.items():
            part["properties"][name] |= more
        part["additionalProperties"] = False
    exact = definitions["WagerOddsJson"]["properties"]["house_edge_exact"]
    exact["anyOf"] = [{"type": "string", "pattern": FRACTION}, {"type": "null"}]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:croupier:par-sheet:1",
        **schema,
        "title": "Par sheet of a table game",
        "description": "The odds of every wager under one set of rules. Probabilities and edges are shares of 1.",
    }


def main() -> None:
    """Write the schema into the package."""
    Path(str(FILE)).write_text(json.dumps(par_sheet_schema(), indent=2, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
