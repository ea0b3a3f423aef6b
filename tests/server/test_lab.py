"""The Lab over HTTP: drafts, figures line by line, refusals, approval and the private table."""

from __future__ import annotations

import asyncio
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.play.rulebook_draft import copied_text
from croupier.server.lab import worker
from croupier.server.lab.drafts import DRAFTS_MOST, TEXT_MOST
from tests.server_fixture import Client, Live, live_house, refusal

BASE, WAGER = "co-dragon-bonus", "dragon-bonus-player"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """Run one house for all tests; its worker has the counts of the tests before."""
    with live_house(tmp_path_factory.mktemp("lab")) as live:
        yield live


def events(client: Client, **body: Any) -> list[dict[str, Any]]:
    """Send a draft to the Lab's count and return the lines of the response as JSON."""
    text = body.pop("text", None) or copied_text(BASE, "my-bonus", "My Bonus")
    response = client.ask("POST", "/api/lab/count", {"text": text, "base": BASE, "wager": WAGER, **body})
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in response.text.splitlines()]


def last(lines: list[dict[str, Any]], stage: str) -> dict[str, Any]:
    found = [line for line in lines if line["stage"] == stage]
    assert found, [line["stage"] for line in lines]
    return found[-1]


def figures(lines: list[dict[str, Any]], stage: str = "sheet") -> dict[str, Any]:
    return next(one for one in last(lines, stage)["wagers"] if one["wager"] == WAGER)


def edit(field: str, value: str, row: int | None = None, wager: str = WAGER) -> dict[str, Any]:
    return {"wager": wager, "field": field, "value": value, "row": row}


def test_a_new_pay_is_priced_beside_the_filed_one(shared: Live) -> None:
    lines = events(shared.client_as("player"), edits=[edit("odds", "24:1", 0)])
    checked = last(lines, "checked")
    assert checked["problems"] == []
    assert checked["changes"] == 1
    assert lines[0] is checked
    assert lines[-1] == {"stage": "done"}
    row = next(one for one in checked["wagers"] if one["wager"] == WAGER)["rows"][0]
    assert (row["pays"], row["filed"]) == ("24:1", "30:1")
    assert tomllib.loads(checked["text"])["id"] == "my-bonus"
    assert figures(lines)["house_edge_exact"] == "135601475821/2789284751955"
    assert round(figures(lines, "filed")["house_edge"], 6) == 0.026517
    assert round(sum(one["probability"] for one in figures(lines)["lines"]), 12) == 1
    points = last(lines, "decks")["points"]
    assert [point["decks"] for point in points if point["is_allowed"]] == [6, 7, 8]
    assert round(points[-1]["edge"], 6) == 0.048615
    effects = last(lines, "effects")["draft"]
    assert round(effects["by_rank"]["3"], 6) == -0.001326
    assert effects["can_be_counted"]


def test_the_design_for_five_percent_has_the_exact_pay_and_its_neighbours(shared: Live) -> None:
    found = last(events(shared.client_as("player"), part="design", edge=0.05, row=0), "design")
    assert round(found["exact"], 3) == 23.624
    assert [one["pays"] for one in found["chosen"]] == ["24:1", "23:1"]
    assert {round(one["edge"], 6) for one in found["others"]} >= {0.046982, 0.054774, 0.044441}
    assert abs(found["tables"][0]["edge"] - 0.05) < 0.001


def test_an_edge_out_of_reach_is_answered_in_a_whole_sentence(shared: Live) -> None:
    failed = last(events(shared.client_as("player"), part="design", edge=0.9, row=0), "failed")
    assert failed["part"] == "design"
    assert failed["message"].startswith("The target edge is 90.0000%; with every row at the smallest pay")
    assert failed["message"].endswith("%.")


def test_a_count_that_takes_too_long_is_ended_and_the_next_one_runs(
    shared: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "JOB_SECONDS", 0.2)
    lines = events(shared.client_as("supervisor"), part="attack")
    assert last(lines, "failed")["message"] == "The count was ended: it took too long or failed here."
    assert "attack" not in {line["stage"] for line in lines}
    monkeypatch.undo()
    assert last(events(shared.client_as("supervisor")), "sheet")["wagers"]


def test_a_wager_of_ones_own_is_added_and_priced(shared: Live) -> None:
    client, wager = shared.client_as("supervisor"), "panda"
    text = last(events(client, edits=[edit("add-wager", "Panda", wager=wager)]), "checked")["text"]
    changes = [edit("when", "player_wins and player_total == 8 and player_cards == 3", 0, wager)]
    lines = events(client, text=text, wager=wager, edits=[*changes, edit("odds", "25:1", 0, wager)])
    found = next(one for one in last(lines, "sheet")["wagers"] if one["wager"] == wager)
    assert round(found["house_edge"], 6) == 0.101876  # Panda 8 at 25 to 1, as in print


@pytest.mark.parametrize(
    ("when", "message", "word"),
    [
        ("bnker_wins", 'did you mean "banker_wins"?', "bnker_wins"),
        ("player_wins and", "cannot be read", "d"),
        ("player_total", "is a number or a text, not a condition", "player_total"),
    ],
)
def test_a_wrong_condition_is_marked_where_it_is_wrong(shared: Live, when: str, message: str, word: str) -> None:
    lines = events(shared.client_as("player"), edits=[edit("when", when, 0)])
    (problem,) = last(lines, "checked")["problems"]
    assert message in problem["message"]
    assert problem["key"] == f"wager.{WAGER}.paytables.1.0.when"
    assert when[problem["start"] : problem["end"]] == word
    written = last(lines, "checked")["text"].splitlines()[problem["line"] - 1]
    assert json.dumps(when) in written
    assert "sheet" not in {line["stage"] for line in lines}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[[", "is not TOML"),
        ("id = 1", "is missing"),
        ('family = "whist"', "is not a family"),
        ("x" * TEXT_MOST, "is not TOML"),
        ("a = " + "[" * 4000, "levels"),
    ],
)
def test_nonsense_is_reported_as_problems(shared: Live, text: str, message: str) -> None:
    lines = events(shared.client_as("player"), text=text)
    assert any(message in problem["message"] for problem in last(lines, "checked")["problems"])
    assert lines[-1] == {"stage": "done"}


def test_a_condition_that_grows_without_end_is_refused_at_once(shared: Live) -> None:
    terms = "".join(f'd{n} = "d{n + 1} and d{n + 1}"\n' for n in range(40)) + 'd40 = "player_wins"\n'
    text = f"{copied_text(BASE, 'my-bonus', 'My Bonus')}\n[define]\n{terms}"
    problems = last(events(shared.client_as("player"), text=text), "checked")["problems"]
    assert problems
    assert any("more than" in one["message"] or "not TOML" in one["message"] for one in problems)


def test_requests_that_are_too_large_are_refused(shared: Live) -> None:
    client = shared.client_as("player")
    body = {"text": "x" * (TEXT_MOST + 1), "base": BASE}
    refusal(client.ask("POST", "/api/lab/count", body), 422, "request/invalid")
    refusal(client.ask("POST", "/api/lab/count", {"text": "x" * 5_000_000, "base": BASE}), 413, "request/too_large")
    refusal(client.ask("POST", "/api/lab/count", {"text": "", "base": "no-such-book"}), 404, "rulebook/not_found")


def test_a_new_request_ends_the_one_before(shared: Live) -> None:
    """The worker is in the middle of a long count; the next keystroke does not wait for it."""
    client, text = shared.client_as("player"), copied_text(BASE, "my-bonus", "My Bonus")
    body = {"text": text, "base": BASE, "wager": WAGER}

    async def both() -> tuple[str, str]:
        headers = {"x-csrf-token": client.csrf}
        slow = asyncio.create_task(
            client.http.post("/api/lab/count", json={**body, "part": "attack"}, headers=headers, timeout=120)
        )
        while not shared.runtime.lab.is_counting:
            await asyncio.sleep(0.01)
        newer = await client.http.post(
            "/api/lab/count", json={**body, "part": "attack", "text": "[["}, headers=headers, timeout=120
        )
        return (await slow).text, newer.text

    ended, newer = shared.wait(both())
    assert '"done"' not in ended
    assert newer.endswith('{"stage":"done"}\n')


def test_drafts_belong_to_their_author(shared: Live) -> None:
    author, other, admin = (shared.client_as(name) for name in ("player", "player-2", "admin"))
    made = author.post("/api/lab/drafts", rulebook=BASE)
    assert made["text"].startswith(f'id      = "{made["rulebook"]}"')
    assert "earlier" not in made["text"]
    path = f"/api/lab/drafts/{made['id']}"
    saved = author.ask("PUT", path, {"text": made["text"] + "\n# mine\n", "version": 1, "options": {"paytable": "2"}})
    assert saved.json()["version"] == 2
    stale = {"text": made["text"], "version": 1}
    refusal(author.ask("PUT", path, stale), 409, "draft/changed")
    for client in (other, admin):
        refusal(client.ask("GET", path), 404, "draft/not_found")
        refusal(client.ask("PUT", path, stale), 404, "draft/not_found")
        refusal(client.ask("DELETE", path), 404, "draft/not_found")
        assert made["id"] not in {one["id"] for one in client.get("/api/lab/drafts")}
    assert author.get(path)["options"] == {"paytable": "2"}
    assert author.ask("DELETE", path).status_code == 204
    refusal(author.ask("GET", path), 404, "draft/not_found")


def test_an_author_keeps_a_limited_number_of_drafts(shared: Live) -> None:
    client = shared.client_as("auditor")
    for _ in range(DRAFTS_MOST):
        client.post("/api/lab/drafts", rulebook=BASE, text="")
    refusal(client.ask("POST", "/api/lab/drafts", {"rulebook": BASE}), 409, "draft/too_many")


def test_only_an_approved_draft_opens_a_real_table(shared: Live) -> None:
    author, admin = shared.client_as("supervisor"), shared.client_as("admin")
    made = author.post("/api/lab/drafts", rulebook=BASE)
    path = f"/api/lab/drafts/{made['id']}"
    edited = last(events(author, text=made["text"], edits=[edit("odds", "24:1", 0)]), "checked")["text"]
    author.ask("PUT", path, {"text": edited, "version": 1})
    table = {"name": "approved-1", "settings": {"rulebook": made["rulebook"]}}
    refusal(admin.ask("POST", "/api/tables", {**table, "key": shared.key()}), 409, "settings/rulebook")
    refusal(author.ask("POST", f"{path}/approve"), 403, "role/forbidden")
    refusal(admin.ask("POST", f"{path}/approve"), 404, "draft/not_found")
    author.post(f"{path}/submit")
    refusal(author.ask("PUT", path, {"text": edited, "version": 2}), 409, "draft/submitted")
    approved = admin.post(f"{path}/approve")
    assert approved["status"] == "approved"
    assert admin.post("/api/tables", **table, key=shared.key())["table"] == "approved-1"
    state = shared.runtime.house.committed_tables["approved-1"][1]
    assert state.rules.wagers[WAGER].rows[0].odds.text == "24:1"
    assert state.rules.wagers[WAGER].rows[0].cite.lower() == "house rule"
    records = list(shared.runtime.house.store.records("house"))
    assert [one.events[0]["digest"] for one in records if one.command == "approve-draft"] == [approved["digest"]]


def test_nobody_approves_a_draft_of_their_own_or_one_with_problems(shared: Live) -> None:
    admin, author = shared.client_as("admin"), shared.client_as("supervisor")
    own = admin.post("/api/lab/drafts", rulebook=BASE)
    admin.post(f"/api/lab/drafts/{own['id']}/submit")
    refusal(admin.ask("POST", f"/api/lab/drafts/{own['id']}/approve"), 409, "draft/own")
    wrong = author.post("/api/lab/drafts", rulebook=BASE, text="id = 3")
    refusal(author.ask("POST", f"/api/lab/drafts/{wrong['id']}/submit"), 422, "lab/not_a_rulebook")
    copied = author.post("/api/lab/drafts", rulebook=BASE, text=copied_text(BASE, BASE, "The same id"))
    refusal(author.ask("POST", f"/api/lab/drafts/{copied['id']}/submit"), 422, "lab/not_a_rulebook")


def test_a_refused_draft_goes_back_with_a_reason(shared: Live) -> None:
    admin, author = shared.client_as("admin"), shared.client_as("supervisor")
    made = author.post("/api/lab/drafts", rulebook=BASE)
    path = f"/api/lab/drafts/{made['id']}"
    author.post(f"{path}/submit")
    admin.post(f"{path}/refuse", reason="The edge is too low.", key=shared.key())
    again = author.get(path)
    assert (again["status"], again["reason"]) == ("refused", "The edge is too low.")
    assert author.ask("PUT", path, {"text": made["text"], "version": 1}).json()["status"] == "draft"


def test_a_draft_is_played_at_a_table_that_only_its_player_sees(shared: Live) -> None:
    author, other, staff = (shared.client_as(name) for name in ("player", "player-2", "supervisor"))
    made = author.post("/api/lab/drafts", rulebook=BASE)
    path = f"/api/lab/drafts/{made['id']}"
    edited = last(events(author, text=made["text"], edits=[edit("odds", "24:1", 0)]), "checked")["text"]
    author.ask("PUT", path, {"text": edited, "version": 1})
    table = author.post(f"{path}/play")["table"]
    shown = {name: {tile["table"] for tile in client.get("/api/lobby")} for name, client in
             {"author": author, "other": other, "staff": staff, "visitor": shared.client()}.items()}  # fmt: skip
    assert [name for name, tables in shown.items() if table in tables] == ["author", "staff"]
    refusal(other.ask("GET", f"/api/tables/{table}"), 404, "table/not_found")
    assert author.get(f"/api/tables/{table}")["view"]["phase"] == "betting"
    sits = {"key": shared.key(), "command": {"do": "sit-down", "seat": 1}}
    refusal(other.ask("POST", f"/api/tables/{table}/commands", sits), 409, "table/private")
    author.post("/api/me/buy-in", cents=100_00, key=shared.key())
    author.command("sit-down", table, seat=1)
    bets = [{"wager": "player", "cents": 10_00}, {"wager": WAGER, "cents": 5_00}]
    author.command("place-wagers", table, seat=1, wagers=bets)
    refusal(staff.ask("POST", f"{path}/play"), 404, "draft/not_found")
    other_draft = author.post("/api/lab/drafts", rulebook=BASE)
    while_betting = author.ask("POST", f"/api/lab/drafts/{other_draft['id']}/play")
    assert while_betting.status_code == 409, while_betting.text


def test_a_second_draft_is_played_at_the_same_table(tmp_path: Path) -> None:
    with live_house(tmp_path) as live:
        author = live.client_as("player")
        tables = []
        for base in (BASE, "ilani-midi-baccarat"):
            made = author.post("/api/lab/drafts", rulebook=base)
            tables.append(author.post(f"/api/lab/drafts/{made['id']}/play")["table"])
            assert live.runtime.house.committed_tables[tables[-1]][1].rules.id == made["rulebook"]
        assert len(set(tables)) == 1


def test_documents_of_a_draft(shared: Live) -> None:
    author = shared.client_as("player")
    made = author.post("/api/lab/drafts", rulebook=BASE)
    path = f"/api/lab/drafts/{made['id']}"
    for name in ("card.pdf", "sheet.pdf"):
        assert author.ask("GET", f"{path}/{name}").content.startswith(b"%PDF")
    response = author.ask("GET", f"{path}/rulebook.toml")
    assert response.text == made["text"]
    assert made["rulebook"] in response.headers["content-disposition"]
    wrong = author.post("/api/lab/drafts", rulebook=BASE, text="nonsense")
    refusal(author.ask("GET", f"/api/lab/drafts/{wrong['id']}/card.pdf"), 422, "lab/not_a_rulebook")


def test_a_real_house_keeps_the_lab_for_its_staff(tmp_path: Path) -> None:
    with live_house(tmp_path, demonstration=False) as live:
        refusal(live.client_as("player").ask("GET", "/api/lab/drafts"), 403, "lab/play_money_only")
        made = live.client_as("supervisor").post("/api/lab/drafts", rulebook=BASE)
        path = f"/api/lab/drafts/{made['id']}/play"
        refusal(live.client_as("supervisor").ask("POST", path), 403, "lab/play_money_only")


def test_workers_end_with_the_house(tmp_path: Path) -> None:
    with live_house(tmp_path) as live:
        events(live.client_as("player"), text="[")
        workers = list(live.runtime.lab.processes)
        assert len(workers) == 1
        assert len(workers) <= worker.WORKERS_MOST
    assert all(process.returncode is not None for process in workers)
