"""Archived rounds: everything needed to show a round again, to settle it again and to prove it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from croupier.money.bets import Bet
from croupier.money.cents import Cents
from croupier.money.promotional_funding import AfterWin, FundingSplit, promotional_stakes, split_by_funding
from croupier.money.settlement import SettledBet, Settlement
from croupier.play.family import family_of, opening_of, replay_round, settle_bets
from croupier.play.round import Answer, Opening, RoundInProgress
from croupier.play.table_stakes import HIDDEN, TableStakes
from croupier.rulebook.table_rules import TableRules
from croupier.store.ledger_accounts import AccountName
from croupier.table import events as e
from croupier.table import round_input_json as input_json
from croupier.table.dealt_cards import replay_dealt_cards
from croupier.table.settings import TableSettings, game_rules
from croupier.table.state import PlayerDealerBank, SpotBets, TableState
from croupier.table.state.dealing import PromotionalStake


def fundings(settled: Sequence[SettledBet], spots: Iterable[SpotBets]) -> list[FundingSplit]:
    """Split each settled wager into the part paid from credit and the part paid with promotional chips."""
    by_bettor = {(spot.seat, spot.bettor): spot for spot in spots}
    staked = {
        (spot.seat, spot.bettor, wager): sum(part.cents for part in spot.promotional_on(wager))
        for spot in by_bettor.values()
        if spot.promotional is not None
        for wager in spot.wagers
    }
    parts = promotional_stakes(settled, staked)
    after = {place: spot.after_win for place, spot in by_bettor.items()}
    return [
        split_by_funding(settled_bet, part, after.get((settled_bet.bet.seat, settled_bet.bet.bettor), AfterWin.TAKEN))
        for settled_bet, part in zip(settled, parts, strict=True)
    ]


ArchivedRoundJson = dict[str, Any]


def archive_after_event(
    state: TableState, event: e.Event, archived_round: Callable[[str], Mapping[str, Any] | None]
) -> ArchivedRoundJson | None:
    """Return the archived round if this event settles, voids or corrects one, else None."""
    match event:
        case e.RoundSettled() | e.RoundVoided():
            return archive_round(state, event)
        case e.RoundCorrected():
            before = archived_round(event.round)
            assert before is not None
            return corrected_round(before, event)
    return None


def archive_round(state: TableState, event: e.RoundSettled | e.RoundVoided) -> ArchivedRoundJson:
    """Return the archive JSON of the round in `state`, which ends with `event`."""
    current = state.round
    assert current is not None
    archived: ArchivedRoundJson = {
        "id": current.id,
        "table": state.name,
        "number": current.number,
        "shoe": current.shoe,
        "hand_in_shoe": None,
        "version": state.version,
        "digest": state.digest,
        "settings": state.settings.model_dump(mode="json"),
        "demonstration": state.demonstration,
        "opened_at": current.opened_at,
        "closed_at": current.closed_at,
        "ended_at": event.at,
        "spots": [
            {"seat": spot.seat, "bettor": spot.bettor, "account": spot.account, "wagers": dict(spot.wagers)}
            | ({"promotional": spot.promotional.model_dump(mode="json")} if spot.promotional else {})
            for spot in current.spots.values()
        ],
        "bank": _bank(state.bank),
        "fees": dict(current.fees),
        "action_cents": current.action_cents,
        "opening": opening_json(current.opening),
        "answers": mask_unseen_cards(
            [input_json.round_input_to_json(answer) for answer in current.inputs], event.unseen
        ),
        "dealt": [
            {"hand": card.hand, "nth": card.nth, "card": HIDDEN if place in event.unseen else str(card.card)}
            for place, card in enumerate(current.dealt, start=1)
        ],
        "cards": event.cards,
        "facts": {},
        "results": [],
        "meters": {},
        "balances": {},
        "corrections": [],
    }
    return archived | _seat_play_fields(current.exchanges, event) | _ending_fields(event)


def _seat_play_fields(
    exchanges: Sequence[Mapping[str, Any]], event: e.RoundSettled | e.RoundVoided
) -> ArchivedRoundJson:
    """Return the keys of a round between seats: transfers, amounts put in, bots and cards never revealed."""
    fields: ArchivedRoundJson = {"exchanges": list(exchanges)} if exchanges else {}
    if isinstance(event, e.RoundSettled) and event.between:
        fields |= {"between": True} | ({"put_in": event.put_in} if event.put_in else {})
    if isinstance(event, e.RoundSettled) and event.bots:
        fields["bots"] = event.bots
    return fields | ({"unseen": list(event.unseen)} if event.unseen else {})


def mask_unseen_cards(answers: Sequence[Mapping[str, Any]], unseen: Sequence[int]) -> list[dict[str, Any]]:
    """Return the round's inputs without the cards that were never revealed.

    `unseen`: numbers of these cards in the round.
    """
    masked, place = [], 0
    for answer in answers:
        place += any(key in answer for key in input_json.CARD_KEYS)
        masked.append({"card": HIDDEN} if "card" in answer and place in unseen else dict(answer))
    return masked


def archived_inputs(archived: Mapping[str, Any], rules: TableRules) -> list[Answer]:
    """Return the inputs of an archived round.

    Each card that was never revealed is replaced by any card that is not in the round; such a card decides nothing.
    """
    answers: list[dict[str, Any]] = archived["answers"]
    if not archived.get("unseen"):
        return [input_json.round_input_from_json(one) for one in answers]
    named = {answer[key] for answer in answers for key in input_json.CARD_KEYS if key in answer}
    spare = iter([str(piece) for piece in rules.shoe.pack.pieces if str(piece) not in named])
    return [
        input_json.round_input_from_json({"card": next(spare)} if answer.get("card") == HIDDEN else answer)
        for answer in answers
    ]


def _bank(bank: PlayerDealerBank | None) -> dict[str, Any] | None:
    return None if bank is None else {"seat": bank.seat, "account": bank.account, "cents": bank.cents}


def _ending_fields(event: e.RoundSettled | e.RoundVoided) -> ArchivedRoundJson:
    if isinstance(event, e.RoundVoided):
        return {
            "status": "void",
            "code": event.code,
            "reason": event.reason,
            "cite": event.cite,
            "returned": event.returned,
        }
    return {
        "status": "settled",
        "facts": event.facts,
        "results": event.results,
        "bank": event.bank,
        "meters": event.meters,
        "balances": event.balances,
        "hand_in_shoe": event.hand_in_shoe,
        **({"settled_hand": event.settled_hand} if event.settled_hand else {}),
    }


def results_of(settlement: Settlement, spots: Sequence[SpotBets]) -> list[dict[str, Any]]:
    """Return the result of every wager, as the events and the archive store it."""
    accounts = {(spot.seat, spot.bettor): spot.account for spot in spots}
    return [
        {
            "seat": settled.bet.seat,
            "bettor": settled.bet.bettor,
            "account": accounts[settled.bet.seat, settled.bet.bettor],
            "wager": settled.bet.wager,
            **({"hand": settled.bet.hand} if settled.bet.hand else {}),
            "cents": settled.bet.amount,
            "result": settled.result.value,
            "net_cents": settled.net,
            "owed_cents": settled.owed,
            "commission_cents": funded.charge,
            "jackpot_cents": settled.prize,
            **({"meter_cents": settled.meter_paid} if settled.meter_paid else {}),
            "row": settled.verdict.row if settled.result == "win" else None,
            "name": settled.verdict.name if settled.result == "win" else "",
            "cite": settled.verdict.cite,
            **_promotional(funded),
        }
        for settled, funded in zip(settlement.settled, fundings(settlement.settled, spots), strict=True)
    ]


def _promotional(funded: FundingSplit) -> dict[str, int]:
    """Return the promotional amounts of a wager in cents, or an empty dictionary if it had no promotional chips."""
    if not funded.promotional:
        return {}
    chips = {"promotional_cents": funded.promotional, "promotional_taken_cents": funded.taken}
    return {**chips, "credit_net_cents": funded.credit_net}


def seat_transfers_json(settlement: Settlement) -> list[dict[str, Any]]:
    """Return the payments from seat to seat, as the events and the archive store them."""
    return [
        {
            "from": transfer.giver.seat,
            "to": transfer.taker.seat,
            "wager": transfer.giver.wager,
            "points": transfer.points,
            "cents": transfer.paid,
            "owed_cents": transfer.owed,
        }
        for transfer in settlement.exchanges or ()
    ]


def amounts_put_in(settlement: Settlement, spots: Sequence[SpotBets], stakes: TableStakes | None) -> dict[str, int]:
    """Return the cents that each account put into a hand between seats, fee included; empty in banked games.

    A wager that is a player's whole stack counts only by the amount that was won or lost.
    """
    if settlement.exchanges is None or stakes is None:
        return {}
    changed_hands: Counter[tuple[int, str]] = Counter()
    for transfer in settlement.exchanges:
        changed_hands[transfer.giver.seat, transfer.giver.wager] += transfer.paid
        changed_hands[transfer.taker.seat, transfer.taker.wager] += transfer.paid
    accounts = {(spot.seat, spot.bettor): spot.account for spot in spots}
    put_in: Counter[str] = Counter()
    for settled in settlement.settled:
        bet = settled.bet
        is_stack = bet.wager in stakes.stack_wagers
        at_stake = changed_hands[bet.seat, bet.wager] + settled.charge if is_stack else bet.amount
        put_in[accounts[bet.seat, bet.bettor]] += at_stake
    return dict(put_in)


def opening_json(opening: Opening) -> dict[str, Any]:
    if opening.carried is None:
        seats = {"button": opening.button, "action": opening.action}
        return {"free_hand": opening.free_hand} | {name: seat for name, seat in seats.items() if seat is not None}
    return {
        "carried": str(opening.carried.card),
        "disclosed": opening.carried.disclosed,
        "free_hand": opening.free_hand,
    }


def accounts_in(archived: Mapping[str, Any]) -> list[AccountName]:
    """Return the accounts in an archived round: bettors, then the player-dealer."""
    accounts = [spot["account"] for spot in archived["spots"]]
    if archived["bank"]:
        accounts.append(archived["bank"]["account"])
    return list(dict.fromkeys(accounts))


def spot_from_json(spot: Mapping[str, Any]) -> SpotBets:
    """Return a bettor's chips from the archive JSON."""
    stake_json = spot.get("promotional")
    promotional = None if stake_json is None else PromotionalStake.model_validate(stake_json)
    return SpotBets(spot["seat"], spot["bettor"], spot["account"], spot["wagers"], promotional)


class RoundReplay:
    """Replay of an archived round: it plays and settles the round again from the archive JSON."""

    def __init__(self, archived: Mapping[str, Any]) -> None:
        self.archived = archived
        self.settings = TableSettings.model_validate(archived["settings"])
        self.rules: TableRules = game_rules(self.settings)
        self.family = family_of(self.rules)
        bank = archived["bank"]
        self.bank = None if bank is None else PlayerDealerBank(bank["seat"], bank["account"], bank["cents"])
        self.spots = [spot_from_json(spot) for spot in archived["spots"]]

    @property
    def bets(self) -> list[Bet]:
        return [bet for spot in self.spots for bet in spot.bets()]

    @property
    def accounts(self) -> dict[tuple[int, str], AccountName]:
        return {(spot.seat, spot.bettor): spot.account for spot in self.spots}

    @property
    def meters(self) -> dict[str, Cents]:
        return {meter: Cents(stood["before"]) for meter, stood in self.archived["meters"].items()}

    @property
    def jackpots_before(self) -> int:
        """Number of jackpots of the round that were cancelled before a correction."""
        return int(self.archived.get("jackpots_before", 0))

    def play(self, answers: Sequence[Answer] | None = None) -> RoundInProgress[Any]:
        """Return the round played again with its archived inputs, or with `answers` if they are given."""
        opening = self.archived["opening"]
        begins = opening_of(
            opening.get("carried"),
            disclosed=bool(opening.get("disclosed")),
            free_hand=bool(opening["free_hand"]),
            button=opening.get("button"),
            action=opening.get("action"),
        )
        if answers is None:
            answers = archived_inputs(self.archived, self.rules)
        bank_seat = self.bank.seat if self.bank else None
        return replay_round(self.rules, answers, self.bets, bank_seat=bank_seat, opening=begins)

    def settle(self, result: Any) -> Settlement:
        posted = self.bank.posted if self.bank else None
        return settle_bets(self.rules, result, self.bets, bank=posted, meters=self.meters)

    def history(self) -> str | None:
        """Return the hand in an open hand-history format for players' tools, or None if there is none."""
        stakes = self.family.table_stakes
        if stakes is None or self.archived["status"] == "void":
            return None
        return stakes.history(self.rules, self.play().result, self.archived)

    def differences(self) -> list[str]:
        """Return the differences between the replay and the archived round; empty when they agree."""
        if self.archived["status"] == "void":
            return []
        play = self.play()
        if not play.is_over:
            return ["the round is not over with the cards that were kept"]
        found = []
        if self.family.final_cards(play.result) != self.archived["cards"]:
            found.append("the cards lie otherwise")
        settlement = self.settle(play.result)
        again = results_of(settlement, self.spots)
        found += [
            f"wager {place + 1}: {_describe_difference(a, b)}"
            for place, (a, b) in _pairs(again, self.archived["results"])
        ]
        if seat_transfers_json(settlement) != self.archived.get("exchanges", []):
            found.append("the seats paid each other otherwise")
        return found


def _pairs(
    replayed: list[ArchivedRoundJson], archived: list[ArchivedRoundJson]
) -> Iterable[tuple[int, tuple[ArchivedRoundJson, ArchivedRoundJson]]]:
    count = max(len(replayed), len(archived))
    padded_replayed, padded_archived = (each + [{}] * (count - len(each)) for each in (replayed, archived))
    return [
        (place, pair)
        for place, pair in enumerate(zip(padded_replayed, padded_archived, strict=True))
        if pair[0] != pair[1]
    ]


def _describe_difference(replayed: ArchivedRoundJson, archived: ArchivedRoundJson) -> str:
    keys = [key for key in {**replayed, **archived} if replayed.get(key) != archived.get(key)]
    return ", ".join(f"{key} is {replayed.get(key)!r} by the rules and {archived.get(key)!r} as kept" for key in keys)


def corrected_round(archived: Mapping[str, Any], event: e.RoundCorrected) -> dict[str, Any]:
    """Return the archive JSON of a corrected round; the state before the correction stays in it. [R53]"""
    change = {
        "at": event.at,
        "place": event.place,
        "was": event.was,
        "card": event.card,
        "reason": event.reason,
        "requested_by": event.requested_by,
        "approved_by": event.approved_by,
        "differences": event.differences,
        "before": {key: archived[key] for key in ("answers", "cards", "facts", "results", "bank")},
    }
    return {
        **archived,
        **_corrected_exchanges(archived, event),
        **({"jackpots_before": event.jackpots_before} if event.jackpots_before else {}),
        "status": "corrected",
        "answers": event.answers,
        "dealt": _corrected_cards(archived, event),
        "cards": event.cards,
        "facts": event.facts,
        "results": event.results,
        "bank": event.bank,
        **({"settled_hand": event.settled_hand} if event.settled_hand else {}),
        "corrections": [*archived["corrections"], change],
    }


def _corrected_exchanges(archived: Mapping[str, Any], event: e.RoundCorrected) -> dict[str, Any]:
    """Return the payments between seats after a correction, in a game without a bank."""
    if "exchanges" not in archived:
        return {}
    round_ = RoundReplay(archived)
    play = round_.play(archived_inputs({**archived, "answers": event.answers}, round_.rules))
    settlement = round_.settle(play.result)
    exchanged: dict[str, Any] = {"exchanges": seat_transfers_json(settlement)}
    if "put_in" in archived:
        exchanged["put_in"] = amounts_put_in(settlement, round_.spots, round_.family.table_stakes)
    return exchanged


def _corrected_cards(archived: Mapping[str, Any], event: e.RoundCorrected) -> list[dict[str, Any]]:
    """Return every card with its hand after a correction; a card may now be in another hand, or in none."""
    round_ = RoundReplay(archived)
    answers = archived_inputs({**archived, "answers": event.answers}, round_.rules)
    unseen = archived.get("unseen", ())
    return [
        {"hand": card.hand, "nth": card.nth, "card": HIDDEN if place in unseen else str(card.card)}
        for place, card in enumerate(replay_dealt_cards(round_.play([]), answers), start=1)
    ]
