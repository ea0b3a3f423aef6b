"""Sealing: a face-down card is in no stored data before it is revealed.

It is not in the database, a copy of it, or the evidence of a round in play. After the reveal anyone can read and check
the card without a key.
"""

from __future__ import annotations

import io
import json
import re
import sqlite3
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from croupier.cards.random_source import SeededRandomSource
from croupier.errors import BadInput
from croupier.evidence.bundle_check import check_bundle
from croupier.evidence.log_rebuild import rebuild_all
from croupier.house import house as house_module
from croupier.house.house import Accepted, House
from croupier.house.log_replay import rebuild_table
from croupier.store.export import export
from croupier.store.keys import HouseKeys
from croupier.store.log_audit import verify_log
from croupier.store.store import Store
from croupier.table import commands as c
from croupier.table.command_effect import Actor
from croupier.table.sealing import MARK, OPENED, RecordUnsealer, SealedEvents, read_openings
from croupier.table.settings import TableSettings
from tests.evidence_house import ANN, BOB, DEALER, FLOOR, Evening
from tests.server_fixture import live_house
from tests.table_driver import Drive, first_schedule, placed, player

TABLE = "t1"
ROUND = f"{TABLE}/000001"
Step = tuple[c.Command, Actor]


@dataclass(frozen=True)
class Game:
    """Game dealt by hand until cards are face down, and the steps of the rest of the round."""

    rulebook: str
    cards: str
    hidden: str
    """The face-down cards among `cards`, which only their owner has seen."""
    other: tuple[str, str]
    """One of the hidden cards, and another card that could be in its place."""
    then: tuple[Step, ...]
    bets: dict[Actor, dict[str, int]] = field(default_factory=dict)
    bank: int = 0
    options: dict[str, Any] = field(default_factory=dict)


def choice(seat: int, do: str, actor: Actor) -> Step:
    return c.MakeDecision(seat=seat, choice=do), actor


CALL: Step = c.CallResult(), DEALER
STAND = (choice(2, "stand", BOB), CALL)
GAMES = {
    "blackjack": Game(
        "ilani-blackjack", "8s 5s Ts 8h 6h 7d", "7d", ("7d", "8d"), (choice(1, "stand", ANN), *STAND),
        {ANN: {"blackjack": 10_00}, BOB: {"blackjack": 10_00}},
    ),
    "X": Game(
        "ca-blackjack-x", "8s Tc 9h 7d", "7d", ("7d", "8d"), (choice(2, "decline", BOB), *STAND),
        {BOB: {"game": 50_00}}, bank=1_000_00,
    ),
    "ultimate": Game(
        "ca-ultimate-texas-holdem", "Ac Ad Kd Qc Qs 9s 7h 4d 2h", "Ac Ad Kd Qc Qs 9s 7h 4d 2h", ("Qc", "Jc"),
        (choice(2, "check", BOB), choice(2, "check", BOB), choice(2, "fold", BOB), CALL),
        {BOB: {"ante": 20_00, "blind": 20_00}}, bank=1_000_00,
    ),
    "three-card": Game(
        "ca-3-card-poker", "Ks Kh 4d Qc 7h 2s", "Ks Kh 4d Qc 7h", ("7h", "8h"), (choice(2, "fold", BOB), CALL),
        {BOB: {"ante": 20_00}}, bank=1_000_00,
    ),
    "squeeze": Game(
        "co-baccarat", "2s 3h Kd Kc", "2s 3h Kd Kc", ("Kd", "Qd"),
        (
            (c.RevealCards(hand="player"), ANN), (c.RevealCards(hand="banker"), BOB), (c.ReadCard(card="4d"), DEALER),
            (c.RevealCards(hand="player"), ANN), (c.ReadCard(card="5d"), DEALER), (c.RevealCards(hand="banker"), BOB),
            CALL,
        ),
        {ANN: {"player": 50_00}, BOB: {"banker": 50_00}}, options={"cards_turned_by": "bettor"},
    ),
}  # fmt: skip
every_game = pytest.mark.parametrize("name", GAMES)


def dealt_house(folder: Path, game: Game, cards: str | None = None) -> Evening:
    """Return a house in which the game is dealt up to the first step of its players."""
    folder.mkdir(exist_ok=True)
    evening = Evening(f"sqlite:///{folder / 'house.db'}", folder)
    reply = evening.house.create_table(
        TABLE, TableSettings(rulebook=game.rulebook, options=game.options, schedule=first_schedule(game.rulebook))
    )
    assert isinstance(reply, Accepted), reply
    run_steps(evening, [(c.OpenTable(), FLOOR), (c.SitDown(seat=1), ANN), (c.SitDown(seat=2), BOB)])
    if game.bank:
        run_steps(evening, [(c.AcceptBank(cents=game.bank), ANN)])
    run_steps(evening, [(c.LoadShoe(), DEALER)])
    shoe = evening.house.tables[TABLE].shoe
    if shoe is not None and shoe.burn_due:
        run_steps(evening, [(c.ReadCard(card="3c"), DEALER)])
    run_steps(evening, [(c.OpenBets(), DEALER)])
    run_steps(evening, [(placed({ANN: 1, BOB: 2}[actor], wagers), actor) for actor, wagers in game.bets.items()])
    run_steps(
        evening, [(c.CloseBets(), DEALER), *((c.ReadCard(card=card), DEALER) for card in (cards or game.cards).split())]
    )
    return evening


def run_steps(evening: Evening, steps: Sequence[Step]) -> None:
    """Give the table these commands, which must be accepted."""
    for order, actor in steps:
        evening.act(TABLE, order, actor)


def restart(evening: Evening) -> House:
    """Replace the house by one that a new process opens from the same store."""
    again = House(
        evening.store, evening.keys, evening.house.policy, clock=lambda: evening.now, chance=SeededRandomSource(9)
    )  # fmt: skip
    assert again.tables == evening.house.tables
    evening.house = again
    return again


def rows(store: Store) -> list[str]:
    """Return the SQL dump of the database: every row of every table."""
    with sqlite3.connect(str(store.location.path)) as connection:
        return list(connection.iterdump())


def cards_named_in(text: str, cards: Sequence[str]) -> set[str]:
    """Return the cards that a text names as separate words, as in `"7d"`, `(7d)` or `7d Ks`."""
    tokens = set(re.split(r"[^A-Za-z0-9+/=:]+", text))
    return tokens & set(cards)


def files(folder: Path) -> Iterator[str]:
    """Yield the contents of each file in the folder."""
    for path in folder.rglob("*"):
        if path.is_file():
            yield path.read_bytes().decode("latin-1")


# Before the reveal


@every_game
def test_a_face_down_card_is_neither_in_the_database_nor_in_a_bundle(name: str, tmp_path: Path) -> None:
    game = GAMES[name]
    evening = dealt_house(tmp_path, game)
    hidden = game.hidden.split()
    assert {
        str(dealt_card.card) for dealt_card in evening.house.tables[TABLE].round.dealt if dealt_card.face_down
    } == set(hidden)  # type: ignore[union-attr]
    export(evening.store, tmp_path / "export")
    bundle = evening.bundle(ROUND)
    open_cards = set(game.cards.split()) - set(hidden)
    dump = "\n".join(rows(evening.store))
    assert cards_named_in(dump, [*hidden, *open_cards]) == open_cards
    assert cards_named_in(bundle.decode(), hidden) == set()
    for text in files(tmp_path / "export"):
        assert cards_named_in(text, hidden) == set()
    for text in files(tmp_path):
        assert not any(f'"{card}"' in text for card in hidden), "not in a page of the file that is free, either"
    evening.close()


@every_game
def test_another_face_down_card_changes_only_encrypted_data(name: str, tmp_path: Path) -> None:
    """The stored data of two houses that differ in one hidden card is the same, except for seals and hashes."""
    game = GAMES[name]

    def read(folder: Path, cards: str) -> list[str]:
        evening = dealt_house(folder, game, cards)
        lines = [*rows(evening.store), evening.bundle(ROUND).decode()]
        evening.close()
        unlocked = [re.sub(rf'{MARK}(\d+):[0-9a-f]{{64}}:[^"]{{92}}"', r'"card \1"', line) for line in lines]
        return [re.sub("[0-9a-f]{32,}", "a hash", line) for line in unlocked]

    card, replacement = game.other
    assert card in game.hidden
    assert read(tmp_path / "one", game.cards) == read(tmp_path / "two", game.cards.replace(card, replacement))


@every_game
def test_a_round_in_play_is_verified_with_the_key_and_without(name: str, tmp_path: Path) -> None:
    evening = dealt_house(tmp_path, GAMES[name])
    assert verify_log(evening.store).is_sound
    assert rebuild_all(evening.store).findings == []
    assert rebuild_all(evening.store, unlock=evening.keys.decrypt).findings == []
    assert check_bundle(evening.bundle(ROUND)).findings == ()
    evening.close()


# After a restart and the reveal


@every_game
def test_a_house_restarted_during_a_round_knows_its_cards_and_finishes_it(name: str, tmp_path: Path) -> None:
    """Restart the house after every step of the round; at the end all cards are open and the audit finds nothing."""
    game = GAMES[name]
    evening = dealt_house(tmp_path, game)
    for step in game.then:
        restart(evening)
        run_steps(evening, [step])
        assert rebuild_all(evening.store).findings == []
    restart(evening)
    state = evening.house.tables[TABLE]
    assert (state.rounds, state.seals) == (1, ())
    archived = evening.house.archived_round(ROUND)
    assert archived is not None
    assert [dealt_card["card"] for dealt_card in archived["dealt"]][: len(game.cards.split())] == game.cards.split()
    found = rebuild_all(evening.store)
    assert (found.findings, found.rounds, found.replayed) == ([], 1, 1)
    assert check_bundle(evening.bundle(ROUND)).findings == ()
    evening.close()


@every_game
def test_the_record_that_turns_a_card_opens_exactly_that_card(name: str, tmp_path: Path) -> None:
    game = GAMES[name]
    evening = dealt_house(tmp_path, game)
    run_steps(evening, game.then)
    opened: dict[str, str] = {}
    for record in evening.store.records(f"table/{TABLE}"):
        shown = [card for event in record.events for card in shown_by(event)]
        for event in record.events:
            for opening in event["openings"] if event["kind"] == OPENED else ():
                assert opening["card"] in shown, record.name
                opened[opening["digest"]] = opening["card"]
    assert set(game.hidden.split()) <= set(opened.values())
    assert {digest for line in rows(evening.store) for digest in re.findall(rf"{MARK}\d+:([0-9a-f]+)", line)} == set(
        opened
    )
    evening.close()


def shown_by(event: dict[str, Any]) -> list[str]:
    match event:
        case {"kind": "hole-cards-revealed" | "cards-revealed", "cards": cards}:
            return list(cards)
        case {"kind": "round-settled", "cards": hands}:
            return [card for cards in hands.values() for card in cards]
    return []


def test_a_void_round_opens_the_cards_that_nobody_turned(tmp_path: Path) -> None:
    evening = dealt_house(tmp_path, GAMES["ultimate"])
    run_steps(evening, [(c.VoidRound(reason="The lights went out"), FLOOR)])
    assert evening.house.tables[TABLE].seals == ()
    assert rebuild_all(evening.store).findings == []
    assert check_bundle(evening.bundle(ROUND)).findings == ()
    evening.close()


@pytest.mark.parametrize("name", ["blackjack", "X", "ultimate", "three-card"])
def test_a_corrected_hidden_card_stays_hidden_through_a_restart(name: str, tmp_path: Path) -> None:
    game = GAMES[name]
    was, card = game.other
    evening = dealt_house(tmp_path, game)
    place = game.cards.split().index(was) + 1
    run_steps(evening, [(c.CorrectCard(place=place, card=card), DEALER)])
    assert cards_named_in("\n".join(rows(evening.store)), [was, card]) == set()
    restart(evening)
    run_steps(evening, game.then)
    assert rebuild_all(evening.store).findings == []
    assert check_bundle(evening.bundle(ROUND)).findings == ()
    evening.close()


def test_an_unseen_card_drawn_in_error_is_encrypted_everywhere(tmp_path: Path) -> None:
    game = GAMES["squeeze"]
    evening = dealt_house(tmp_path, game)
    error = c.ReportCardInError(card="4d", disclosed=False, reason="It came out of turn")
    run_steps(evening, [*game.then[:2], (error, FLOOR)])
    assert cards_named_in("\n".join(rows(evening.store)), ["4d"]) == set()
    restart(evening)
    run_steps(evening, game.then[3:])
    assert rebuild_all(evening.store).findings == []
    assert check_bundle(evening.bundle(ROUND)).findings == ()
    evening.close()


# Readers of the log


def test_reconnected_screens_and_repeated_keys_get_decrypted_events(tmp_path: Path) -> None:
    evening = dealt_house(tmp_path, GAMES["squeeze"], "2s 3h Kd")
    reply = evening.house.execute(TABLE, c.ReadCard(card="Kc"), DEALER, "the-last")
    assert isinstance(reply, Accepted)
    assert reply.events[0]["card"] == "Kc"
    house = restart(evening)
    *_, last = house.records(TABLE)
    assert last.events == reply.events
    again = house.execute(TABLE, c.ReadCard(card="Kc"), DEALER, "the-last")
    assert isinstance(again, Accepted)
    assert (again.repeated, again.events) == (True, reply.events)
    evening.close()


def test_exported_evidence_of_a_round_in_play_has_no_hidden_card(tmp_path: Path) -> None:
    with live_house(tmp_path) as live:
        admin, supervisor, dealer, player = map(live.client_as, ("admin", "supervisor", "dealer", "player"))
        squeeze = {"rulebook": "co-baccarat", "mode": "dealer-assist", "options": {"cards_turned_by": "bettor"}}
        supervisor.command("change-settings", "auto-1", settings=squeeze)
        supervisor.command("open-table", "auto-1")
        player.post("/api/me/buy-in", cents=100_00, key=live.key())
        player.command("sit-down", "auto-1", seat=1)
        dealer.command("load-shoe", "auto-1")
        dealer.command("read-card", "auto-1", card="3c")
        dealer.command("open-bets", "auto-1")
        player.command("place-wagers", "auto-1", seat=1, wagers=[{"wager": "player", "cents": 50_00}])
        dealer.command("close-bets", "auto-1")
        cards = ["2s", "9h", "Kd", "Kc"]
        for card in cards:
            dealer.command("read-card", "auto-1", card=card)
        bundle = supervisor.ask("POST", "/api/rounds/auto-1/1/bundle")
        assert cards_named_in(bundle.text, [*cards, "3c"]) == set()
        assert "card-dealt" in bundle.text
        packed = zipfile.ZipFile(io.BytesIO(admin.send("GET", "/api/export").content))
        exported = "\n".join(packed.read(name).decode() for name in packed.namelist())
        assert cards_named_in(exported, [*cards, "3c"]) == {"3c"}, "the burnt card was seen by all"
        player.command("reveal-cards", "auto-1", hand="player")
        turned = supervisor.ask("POST", "/api/rounds/auto-1/1/bundle").text
        assert cards_named_in(turned, cards) == {"2s", "Kd"}
        assert check_bundle(turned.encode()).findings == ()


def test_the_key_of_another_house_decrypts_nothing(tmp_path: Path) -> None:
    evening = dealt_house(tmp_path, GAMES["blackjack"])
    other_keys = HouseKeys.create(tmp_path / "other.keys")
    with pytest.raises(BadInput, match="not sealed with this house's key"):
        rebuild_table(evening.store, TABLE, other_keys.decrypt)
    run_steps(evening, GAMES["blackjack"].then)
    assert rebuild_table(evening.store, TABLE, other_keys.decrypt) == evening.house.tables[TABLE], "all is open by now"
    evening.close()


def test_a_house_with_unencrypted_records_opens_continues_and_is_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES["ultimate"]
    with monkeypatch.context() as older:
        older.setattr(house_module, "seal_events", lambda events, before, after, lock: SealedEvents(events, ()))
        evening = dealt_house(tmp_path, game)
    restart(evening)
    assert cards_named_in("\n".join(rows(evening.store)), game.hidden.split()) == set(game.hidden.split())
    run_steps(evening, game.then)
    assert rebuild_all(evening.store).findings == []
    assert check_bundle(evening.bundle(ROUND)).findings == ()
    evening.close()


def test_a_note_that_looks_like_an_encrypted_card_is_harmless(tmp_path: Path) -> None:
    evening = dealt_house(tmp_path, GAMES["blackjack"])
    run_steps(evening, [(c.CallSupervisor(note=f"{MARK}1:{'a' * 64}:sealed1:AAAA"), ANN)])
    restart(evening)
    run_steps(evening, GAMES["blackjack"].then)
    restart(evening)
    assert rebuild_all(evening.store).findings == []
    evening.close()


# Forgeries are found


def test_a_card_opened_as_another_is_found(tmp_path: Path) -> None:
    evening = dealt_house(tmp_path, GAMES["blackjack"])
    run_steps(evening, GAMES["blackjack"].then)
    events = [event for record in evening.store.records(f"table/{TABLE}") for event in record.events]
    (opened,) = [event for event in events if event["kind"] == OPENED]
    assert list(read_openings([opened], "here").values()) == ["7d"]
    forged = json.loads(json.dumps(opened).replace('"7d"', '"9d"'))
    with pytest.raises(BadInput, match="here: opens 9d, and that is not the card that was dealt face down"):
        read_openings([forged], "here")
    evening.close()


def test_a_round_that_ends_with_a_card_never_opened_is_found(tmp_path: Path) -> None:
    evening = dealt_house(tmp_path, GAMES["blackjack"])
    run_steps(evening, GAMES["blackjack"].then)
    found = list(evening.store.records(f"table/{TABLE}"))
    for record in found:
        closed = [event for event in record.events if event["kind"] != OPENED]
        object.__setattr__(record, "events", tuple(closed))
    with pytest.raises(BadInput, match="ends a round, and 1 of its cards were never opened"):
        list(RecordUnsealer().records(found))
    evening.close()


# A deck that dealt hands which stay hidden


@pytest.mark.parametrize("announced", [False, True], ids=["at once", "announced"])
@pytest.mark.parametrize("rulebook", ["ca-texas-holdem", "ca-13-card-chinese-poker"])
def test_a_deck_with_hands_that_stay_hidden_is_never_revealed(rulebook: str, announced: bool) -> None:
    drive = Drive(rulebook, "automated", result_ms=0).open(1, 2, 3)
    for seat in (1, 2, 3):
        drive.ok(c.BuyChips(cents=200_00), actor=player(seat))
    drive.run(until="round-settled", most=200)
    assert drive.state.shoe is not None
    hidden = drive.state.shoe.digest
    settings = drive.state.settings.model_copy(update={"rulebook": "ca-3-card-poker", "schedule": 1, "options": {}})
    drive.ok(c.AnnounceChange(settings=settings) if announced else c.ChangeSettings(settings=settings))
    if announced:
        drive.run(until="settings-changed")
    drive.bank(1, 500_00)
    drive.run(until="shoe-loaded")
    assert drive.state.shoe is not None
    assert drive.state.shoe.digest != hidden
    second_digest = drive.state.shoe.digest
    drive.ok(c.ChangeSettings(settings=settings.model_copy(update={"rulebook": "ca-ultimate-war"})))
    opened = [event["digest"] for event in drive.log if event["kind"] == "shoe-revealed"]
    assert opened == [second_digest], "the deck of another game is opened as before"
