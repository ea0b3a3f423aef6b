"""Load and check a rulebook, and report all its problems at once with file, line, key and a correction."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, cast

from pydantic import ValidationError, create_model

from croupier.errors import BadInput, Problem, problems_of, suggestion
from croupier.rulebook import schema
from croupier.rulebook.rulebook import Rulebook
from croupier.rulebook.schema import FamilyTable, RulebookFile, Section
from croupier.rulebook.semantic_checks import FamilyLanguage, SemanticChecker
from croupier.rulebook.toml_reader import Path, TomlWithPositions, read_toml, with_includes


def load_text(text: str, file: str, families: Mapping[str, FamilyLanguage]) -> Rulebook:
    """Parse and check the text of a rulebook; raise `BadInput` with all problems.

    `families` gives, for each game family, the facts that its conditions may use and its own TOML table.
    """
    return load_checked(with_includes(read_toml(text, file)), file, families)


def load_edited(book: Rulebook, data: dict[str, Any], families: Mapping[str, FamilyLanguage]) -> Rulebook:
    """Check the changed data of a rulebook and return it as a new rulebook."""
    return load_checked(TomlWithPositions(data, {(): (f"{book.file} (edited)", 1)}), book.file, families)


def load_checked(located: TomlWithPositions, file: str, families: Mapping[str, FamilyLanguage]) -> Rulebook:
    family = located.data.get("family")
    if isinstance(family, str) and family not in families:
        message = f'family: "{family}" is not a family; there is {", ".join(families)}'
        raise BadInput([Problem(located.position_of(("family",)), message)])
    written = _validated(located, families.get(str(family)))
    checker = SemanticChecker(located, written, families)
    checker.check()
    if checker.problems:
        raise BadInput(checker.problems)
    return Rulebook(file, written, located.data, checker.scope, checker.conditions, located.position_of)


@cache
def _file_of(key: str, own: type[FamilyTable]) -> type[RulebookFile]:
    """Return the Pydantic model of a rulebook file with the family's TOML table added as field `key`."""
    file_model = create_model("RulebookFile", __base__=RulebookFile, **{key: (own | None, None)})  # type: ignore[call-overload]
    file_model.OWN = key
    return cast(type[RulebookFile], file_model)


def _validated(located: TomlWithPositions, family: FamilyLanguage | None) -> RulebookFile:
    """Validate the data against the model; raise `BadInput` with every missing, unknown or wrongly typed key."""
    model = RulebookFile if family is None else _file_of(family.key, family.own)
    try:
        written = model.model_validate(located.data)
    except ValidationError as error:
        tables = {} if family is None else {family.key: family.own}
        problems = _shape_problems(located, [dict(one) for one in error.errors()], tables)
        raise BadInput(_unique([*located.problems, *problems])) from None
    if located.problems:
        raise BadInput(located.problems)
    return written


def _shape_problems(
    located: TomlWithPositions, errors: list[dict[str, Any]], own: Mapping[str, type[Section]]
) -> tuple[Problem, ...]:
    """Return one problem for each key, although Pydantic may report several errors for it."""
    of_key: dict[Path, list[dict[str, Any]]] = {}
    for error in errors:
        path = tuple(part for part in error["loc"] if not _is_union_branch(part))
        of_key.setdefault(path, []).append(error)
    # A table with wrong keys is not also reported as no text, where the key may be either.
    tables = {path[:-1] for path in of_key}
    named = [path for path in of_key if path not in tables or not isinstance(of_key[path][0]["input"], dict)]
    return problems_of(
        named,
        lambda path: Problem(located.position_of(path), f"{_key(path)}: {_describe_errors(of_key[path], path, own)}"),
    )


def _key(path: Path) -> str:
    return ".".join(str(part) for part in path)


def _is_union_branch(part: str | int) -> bool:
    """Return whether a part of an error path is a union branch that Pydantic inserted; the file has no such key."""
    return isinstance(part, str) and (
        part in ("str", "int", "bool", "FromOption", "HouseDocument", "constrained-str") or "[" in part
    )


def _describe_errors(tried: list[dict[str, Any]], path: Path, own: Mapping[str, type[Section]]) -> str:
    error = tried[0]
    match error["type"]:
        case "extra_forbidden":
            known = _keys_at(path[:-1], own)
            return f"is not a key here{suggestion(str(path[-1]), known)}"
        case "missing":
            return "is missing"
        case "string_pattern_mismatch":
            return f'is "{error["input"]}"; write small letters, digits and hyphens, such as "dragon-7"'
        case _:
            found = repr(error["input"])
            wanted = " or ".join(dict.fromkeys(_wanted(one) for one in tried)).replace(" or wanted is ", " or ")
            return f"is {found if len(found) < 60 else type(error['input']).__name__}; {wanted}"


WANTED = {
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "string_type": "a text",
    "list_type": "a list",
    "dict_type": "a table",
}


def _wanted(error: dict[str, Any]) -> str:
    """Return a phrase for the reader of the file that says which kind of value was expected."""
    match error["type"]:
        case "literal_error" | "enum":
            return f"wanted is {error['ctx']['expected']}"
        case "model_type":
            return 'wanted is { option = "NAME" }' if "FromOption" in error["loc"] else "wanted is a table"
        case known if known in WANTED:
            return f"wanted is {WANTED[known]}"
        case _:
            return str(error["msg"]).lower()


def _keys_at(path: Path, own: Mapping[str, type[Section]]) -> list[str]:
    """Return the keys that are allowed in the table at this path."""
    tables: dict[object, type[Section]] = {
        "wager": schema.Wager, "options": schema.Option, "meter": schema.Meter, "procedure": schema.Procedure,
        "shoe": schema.ShoeTable, "seats": schema.Seats, "settlement": schema.SettlementSection,
        "collection": schema.CollectionSection, "refuse": schema.Refusal, "limits": schema.LimitsTable,
        "pays": schema.RowTable,
        "paytables": schema.RowTable, "requires": schema.Requires, "excludes": schema.Excludes,
        "at_most": schema.StakeCapRule,
        "together": schema.JointMinimum, "step": schema.Step, "notice": schema.Notice, "approval": schema.Approval,
        "announced": schema.NoticeRule,
    }  # fmt: skip
    tables.update(own)
    named = [tables[part] for part in path if part in tables]
    return list(named[-1].model_fields) if named else [*RulebookFile.model_fields, *own]


def _unique(problems: list[Problem]) -> list[Problem]:
    return list(dict.fromkeys(problems))
