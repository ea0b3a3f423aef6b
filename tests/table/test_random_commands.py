"""Random commands, legal and illegal, by any actor in any order: balances stay right and the log replays."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from croupier.cards import Card
from croupier.errors import Refused
from croupier.play.round import Ask
from croupier.store.record import canonical
from croupier.table import commands as c
from croupier.table.command_effect import SYSTEM, Actor, CommandEffect
from croupier.table.settings import TableSettings
from croupier.table.state import Phase
from croupier.table.state_codec import state_from_json, state_to_json
from croupier.table.timers import next_timer_at
from tests.soak import scaled
from tests.table_driver import (
    DEALER,
    EXECUTIVE,
    OTHER_SUPERVISOR,
    SUPERVISOR,
    Drive,
    House,
    first_schedule,
    placed,
    player,
)

EXAMPLES = scaled(30, 1_500)
TICKS_MOST = 40

TABLES: dict[str, dict[str, Any]] = {
    "ilani": {"rulebook": "ilani-midi-baccarat", "mode": "automated"},
    "ilani-fresh": {
        "rulebook": "ilani-midi-baccarat",
        "mode": "automated",
        "options": {"automated_shoe": "fresh-each-round"},
    },
    "ilani-dealer": {"rulebook": "ilani-midi-baccarat", "mode": "dealer-assist"},
    "midi": {"rulebook": "co-baccarat", "mode": "dealer-assist", "options": {"cards_turned_by": "bettor"}},
    "midi-automated": {
        "rulebook": "co-baccarat",
        "mode": "automated",
        "options": {"cards_turned_by": "bettor", "vigorish": "tie"},
    },
    "ez": {
        "rulebook": "co-ez-baccarat",
        "mode": "automated",
        "options": {"seed": "1000", "contribution": "10%"},
        "meters": {"ez-progressive": "shared"},
    },
    "fortunes": {"rulebook": "co-99-fortunes", "mode": "dealer-assist", "options": {"contribution": "5%"}},
    "pa": {"rulebook": "pa-mini-baccarat", "mode": "dealer-assist", "options": {"contribution": "3%"}},
    "blackjack": {"rulebook": "ilani-blackjack", "mode": "automated"},
    "blackjack-dealer": {"rulebook": "ilani-blackjack", "mode": "dealer-assist", "options": {"hole_check": "none"}},
    "blackjack-x": {"rulebook": "ca-blackjack-x", "mode": "dealer-assist", "schedule": 1},
    "three-card": {"rulebook": "ca-3-card-poker", "mode": "automated", "schedule": 1},
    "three-card-dealer": {
        "rulebook": "ca-three-card-poker-6-card-bonus",
        "mode": "dealer-assist",
        "options": {"decisions": "together"},
    },
    "holdem": {"rulebook": "ca-ultimate-texas-holdem", "mode": "automated"},
    "holdem-dealer": {
        "rulebook": "ca-ultimate-texas-holdem",
        "mode": "dealer-assist",
        "options": {"deal": "shoe", "play_counts_to_max": True},
        "schedule": 1,
    },
    "cash-in": {"rulebook": "ca-cash-in-baccarat", "mode": "dealer-assist", "schedule": 1},
    "commission-free": {"rulebook": "ca-commission-free-baccarat", "mode": "automated", "rotation": "must-intervene"},
    "state-2026": {
        "rulebook": "ca-ez-baccarat-panda-8",
        "mode": "dealer-assist",
        "rotation": "state-2026",
        "schedule": 1,
        "offer_seconds": 300,
    },
    "advantage": {"rulebook": "ca-advantage-baccarat", "mode": "automated", "rotation": "state-2026-banked"},
}
ACTORS = [SYSTEM, DEALER, SUPERVISOR, OTHER_SUPERVISOR, EXECUTIVE, *map(player, (1, 2, 3)), player(4, third_party=True)]
PLAYERS = [actor for actor in ACTORS if actor.account is not None]
CARDS = [f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "shdc"]
LIKELY = ["9s", "9h", "Ks", "Kd", "4s", "5d", "3c", "8d"]
POOR = 60_00
ROUND_STEPS_MOST = 32

steps = st.sampled_from([0, 1, 50, 900, 4_000, 20_000, 61_000, 45 * 60_000])
seats = st.sampled_from([1, 2, 3, 4, 5, 14, 60])
amounts = st.sampled_from([1, 100, 500, 1_000, 1_050, 2_500, 5_000, 10_000, 49_900, 100_000, 10**10])
cards = st.sampled_from(LIKELY) | st.sampled_from(CARDS)
names = st.sampled_from(["player", "banker", "tie", "nobody"])
BLACKJACK_WORDS = ["hit", "stand", "double-down", "split", "surrender", "insure", "decline"]
POKER_WORDS = ["play", "fold", "check", "play-4", "play-3", "play-2", "play-1"]
choices = st.sampled_from([*BLACKJACK_WORDS, *POKER_WORDS, "bluff"])
plain = [
    c.OpenTable, c.CloseTable, c.ResumeTable, c.StandUp, c.DeclineBank, c.OpenBets, c.CloseBets, c.CallResult,
    c.LoadShoe, c.ReportCutCard, c.CallSupervisor, c.AnswerCall, c.RunTimers,
]  # fmt: skip
with_reason = [c.PauseTable, c.VoidRound, c.OrderFreeHand, c.DeclareMisdeal, c.ReportDisagreement]


class AnyTable(RuleBasedStateMachine):
    """One table that receives every kind of command."""

    drive: Drive

    @initialize(name=st.sampled_from(sorted(TABLES)), seed=st.integers(0, 10_000))
    def set_up(self, name: str, seed: int) -> None:
        house = House(seed)
        self.drive = Drive(**TABLES[name], house=house)
        for number, cents in ((1, 5_000_00), (2, 100_000_00), (3, POOR), (4, 1_000_000_00)):
            self.drive.fund(number, cents)
        for meter in self._meters():
            house.give(meter, 12_345_67)
        self.drive.ok(c.OpenTable())
        self.drive.seat(1, 2)

    def _meters(self) -> list[str]:
        linked = self.drive.state.settings.meters
        return [f"meter:{linked.get(meter.id, f't1-{meter.id}')}" for meter in self.drive.state.rules.meters]

    def give(self, order: c.Command, actor: Actor, step: int = 1) -> CommandEffect | Refused:
        return self.drive.do(order, self.drive.at + step, actor)

    # Commands that any actor may try

    @rule(order=st.sampled_from(plain), actor=st.sampled_from(ACTORS), step=steps)
    def ask(self, order: type[c.Command], actor: Actor, step: int) -> None:
        self.give(order(), actor, step)

    @rule(order=st.sampled_from(with_reason), step=steps)
    def supervise(self, order: type[c.Command], step: int) -> None:
        self.give(order(reason="because of this"), SUPERVISOR, step)

    @rule(seat=seats, actor=st.sampled_from(ACTORS))
    def sit(self, seat: int, actor: Actor) -> None:
        self.give(c.SitDown(seat=seat), actor)

    @rule(seat=seats, actor=st.sampled_from(PLAYERS), data=st.data(), step=steps)
    def wager(self, seat: int, actor: Actor, data: st.DataObject, step: int) -> None:
        offered = [*self.drive.state.rules.wagers, "nothing"]
        wagers = data.draw(st.dictionaries(st.sampled_from(offered), amounts, max_size=3))
        self.give(placed(seat, wagers), actor, step)

    @rule(actor=st.sampled_from(PLAYERS), cents=amounts, step=steps, post=st.booleans())
    def put_up(self, actor: Actor, cents: int, step: int, post: bool) -> None:
        self.give(c.PostBank(cents=cents) if post else c.AcceptBank(cents=cents), actor, step)

    @rule(card=cards | st.sampled_from(["1x", "10c"]), data=st.data())
    def card(self, card: str, data: st.DataObject) -> None:
        orders: list[c.Command] = [
            c.ReadCard(card=card),
            c.CorrectCard(place=data.draw(st.integers(1, 9)), card=card),
            c.ReportCardFaceUp(card=card, reason="it lay face up"),
            c.ReportCardInError(card=card, disclosed=data.draw(st.booleans()), reason="it was not due"),
        ]
        self.give(data.draw(st.sampled_from(orders)), DEALER)

    @rule(
        actor=st.sampled_from([DEALER, *PLAYERS]), hand=names, seat=seats, agree=st.booleans(), which=st.integers(0, 2)
    )
    def cards_face_down(self, actor: Actor, hand: str, seat: int, agree: bool, which: int) -> None:
        orders = (
            c.RevealCards(hand=hand),
            c.RequestRevealPass(hand=hand, to_seat=seat),
            c.AnswerRevealPass(hand=hand, agree=seat != 3),
        )
        self.give(orders[which], actor)

    @rule(actor=st.sampled_from(ACTORS), seat=seats, choice=choices, cents=st.none() | amounts, nth=st.integers(0, 3))
    def say(self, actor: Actor, seat: int, choice: str, cents: int | None, nth: int) -> None:
        self.give(c.MakeDecision(seat=seat, choice=choice, cents=cents, question=nth or None), actor)

    @rule(name=st.sampled_from(sorted(TABLES)), seconds=st.integers(1, 30))
    def set_up_differently(self, name: str, seconds: int) -> None:
        schedule = {"schedule": first_schedule(TABLES[name]["rulebook"])}
        settings = TableSettings(**schedule | TABLES[name], betting_seconds=seconds)
        self.give(c.ChangeSettings(settings=settings), SUPERVISOR)

    # Decisions about past rounds

    @rule(back=st.integers(0, 3), place=st.integers(1, 7), card=cards, actor=st.sampled_from(ACTORS))
    def ask_to_correct(self, back: int, place: int, card: str, actor: Actor) -> None:
        name = f"t1/{max(0, self.drive.state.rounds - back):06d}"
        self.give(c.RequestCorrection(round=name, place=place, card=card, reason="it was misread"), actor)

    @precondition(lambda self: self.drive.state.corrections)
    @rule(actor=st.sampled_from([SUPERVISOR, OTHER_SUPERVISOR]), approve=st.integers(0, 3), data=st.data())
    def decide_correction(self, actor: Actor, approve: int, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.drive.state.corrections)))
        order = c.ApproveCorrection(id=name) if approve else c.RejectCorrection(id=name, reason="it was not")
        self.give(order, actor)

    @rule(back=st.integers(0, 2))
    def dispute(self, back: int) -> None:
        current = self.drive.state.round
        name = current.id if current and not back else f"t1/{max(0, self.drive.state.rounds - back):06d}"
        self.give(c.OpenDispute(round=name, reason="that was not so"), SUPERVISOR)

    @precondition(lambda self: self.drive.state.jackpots)
    @rule(actor=st.sampled_from([SUPERVISOR, EXECUTIVE]), confirm=st.booleans())
    def decide_jackpot(self, actor: Actor, confirm: bool) -> None:
        name = self.drive.state.jackpots[0].id
        self.give(c.ConfirmJackpot(id=name) if confirm else c.RejectJackpot(id=name, reason="no such cards"), actor)

    @precondition(lambda self: self.drive.state.paid_jackpots)
    @rule(actor=st.sampled_from([SUPERVISOR, OTHER_SUPERVISOR, EXECUTIVE]), step=st.integers(0, 4))
    def back_out(self, actor: Actor, step: int) -> None:
        waiting = next(iter(self.drive.state.back_outs), None)
        if waiting is None or not step:
            name = self.drive.state.paid_jackpots[-1].id
            self.give(c.RequestBackOut(id=name, reason="the film shows a six"), actor)
        elif step == 1:
            self.give(c.RejectBackOut(id=waiting, reason="the film is right"), actor)
        else:
            self.give(c.ApproveBackOut(id=waiting), actor)

    @rule(down=st.booleans())
    def meter_goes_down_or_up(self, down: bool) -> None:
        meters = {
            f"meter:{self.drive.state.settings.meters.get(m.id, f't1-{m.id}')}" for m in self.drive.state.rules.meters
        }
        self.drive.house.meters_down = meters if down else set()

    @rule(number=st.sampled_from([1, 2, 3, 4]))
    def spends_everything_elsewhere(self, number: int) -> None:
        left = self.drive.credit(number)
        if left > 0:
            self.drive.house.move(f"player:{number}", "seed", left)
        else:
            self.drive.house.give(f"player:{number}", 2_000_00)

    # Usual commands, so that rounds make progress

    @rule(data=st.data(), step=steps)
    def get_on(self, data: st.DataObject, step: int) -> None:
        """Run the next step of an ordinary evening at the table."""
        state = self.drive.state
        if state.holds:
            self._release(data, step)
        elif state.paused_at is not None:
            self.drive.ok(c.ResumeTable(), self.drive.at + step, SUPERVISOR)
        elif state.phase is Phase.DEALING and isinstance(state.replay_play.need, Ask):
            self._decide(data, state.replay_play.need)
        elif state.phase is Phase.DEALING and not state.is_automated:
            self._deal(data)
        elif state.phase is Phase.BETTING:
            self._bet_or_close(data)
        elif state.phase is Phase.BETWEEN:
            self._between(data)
        elif state.phase is Phase.CLOSED:
            self.drive.ok(c.OpenTable(), self.drive.at + step, SUPERVISOR)
        if next_timer_at(self.drive.state) is not None and data.draw(st.booleans()):
            self.drive.tick()

    @rule(data=st.data())
    def get_through_a_round(self, data: st.DataObject) -> None:
        before = self.drive.state.rounds
        for _ in range(ROUND_STEPS_MOST):
            self.get_on(data, 1)
            if self.drive.state.rounds > before:
                return

    @rule(data=st.data())
    def get_through_another_round(self, data: st.DataObject) -> None:
        self.get_through_a_round(data)

    def _release(self, data: st.DataObject, step: int) -> None:
        hold = data.draw(st.sampled_from(self.drive.state.holds))
        self.drive.house.bundles.add(hold.round or "")
        order: c.Command = c.ClearHold(id=hold.id, reason="seen to")
        if hold.why == "dispute":
            order = c.CloseDispute(id=hold.id, resolution="explained")
        self.drive.ok(order, self.drive.at + step, SUPERVISOR)

    def _decide(self, data: st.DataObject, need: Ask) -> None:
        """Let the player who has a question choose one of the allowed answers, if the player's credit suffices."""
        question = data.draw(st.sampled_from(need.questions))
        choice = data.draw(st.sampled_from(question.choices))
        current = self.drive.state.round
        assert current is not None
        names = self.drive.state.deciding_bettors(question.seat)
        accounts = [spot.account for spot in current.spots.values() if spot.bettor == names[0]]
        actor = next(
            candidate
            for candidate in PLAYERS
            if candidate.account in accounts and self._decides(candidate, question.seat, names[0])
        )
        cents = data.draw(st.sampled_from([choice.least, choice.most])) if choice.most else None
        decided = self.give(
            c.MakeDecision(seat=question.seat, choice=choice.do, cents=cents, question=question.nth), actor
        )
        assert isinstance(decided, CommandEffect) or decided.code == "money/insufficient", decided

    def _decides(self, actor: Actor, seat: int, name: str) -> bool:
        current = self.drive.state.round
        assert current is not None
        return any(
            (spot.seat, spot.bettor, spot.account) == (seat, name, actor.account) for spot in current.spots.values()
        )

    def _deal(self, data: st.DataObject) -> None:
        current = self.drive.state.round
        assert current is not None
        if current.turning is not None and current.turning.next is not None:
            turner = current.turning.turner
            turners = [spot.account for spot in current.spots.values() if turner and spot.seat == turner.seat]
            actor = next((candidate for candidate in PLAYERS if candidate.account in turners), DEALER)
            if isinstance(self.give(c.RevealCards(hand=current.turning.next.hand), actor), CommandEffect):
                return
        if isinstance(self.give(c.CallResult(), DEALER), Refused):
            self.give(c.ReadCard(card=self._still_there(data.draw(cards))), DEALER)

    def _still_there(self, card: str) -> str:
        """Return this card, or the next one of which the shoe can still contain a copy."""
        shoe, at = self.drive.state.shoe, CARDS.index(card)
        left = [name for name in (*CARDS[at:], *CARDS[:at]) if shoe and not shoe.impossible_reason(Card.parse(name))]
        return left[0] if left else card

    def _bet_or_close(self, data: st.DataObject) -> None:
        wagers = self.drive.state.rules.betting_wagers
        name = data.draw(st.sampled_from([*wagers, *(meter.wager for meter in self.drive.state.rules.meters)]))
        spots = {name: int(wagers[name].limit.least)}
        main = next(iter(wagers)) if "banker" not in wagers else "banker"
        if name != main:
            spots[main] = max(1_000, int(wagers[main].limit.least)) * data.draw(st.integers(1, 4))
        if "blind" in wagers:
            spots["blind"] = spots["ante"]  # an ante needs a blind of the same amount
        number, seat = data.draw(st.sampled_from([(1, 1), (2, 2), (3, 1), (4, 2)]))
        self.give(placed(seat, spots), player(number))
        current = self.drive.state.round
        if data.draw(st.integers(0, 1 if current and current.accounts else 4)) == 0:
            self.give(c.CloseBets(), DEALER)

    def _between(self, data: st.DataObject) -> None:
        offers = self.drive.state.offers
        if offers is not None and self.drive.state.bank is None:
            seat = offers.rotation.offered_seat or offers.rotation.player_dealer
            order = c.AcceptBank if offers.rotation.offered_seat else c.PostBank
            sitter = self.drive.state.seats.get(seat or 0)
            actor = next((candidate for candidate in PLAYERS if sitter and candidate.account == sitter.account), SYSTEM)
            self.give(order(cents=data.draw(st.sampled_from([100, 5_000, 30_000]))), actor)
            return
        decided = self.give(c.OpenBets(), DEALER)
        if isinstance(decided, Refused) and decided.code.startswith("shoe/"):
            self.give(c.LoadShoe(), DEALER)
            self.give(c.ReadCard(card=data.draw(cards)), DEALER)

    # Invariants, in addition to those that the driver checks after every command

    @invariant()
    def a_snapshot_holds_the_whole_state(self) -> None:
        assert state_from_json(json.loads(canonical(state_to_json(self.drive.state)))) == self.drive.state

    @invariant()
    def the_clock_makes_progress(self) -> None:
        """Check that all timers that are due finish after a limited number of clock ticks."""
        for _ in range(TICKS_MOST):
            due = next_timer_at(self.drive.state)
            if due is None or due > self.drive.at:
                return
            self.drive.tick()
        raise AssertionError(f"after {TICKS_MOST} ticks something is still due")

    @invariant()
    def the_house_is_no_party_where_a_player_banks(self) -> None:
        if all(event["settings"]["rulebook"].startswith("ca-") for event in self._settings()):
            assert self.drive.balance("house") == 0
            assert self.drive.balance("commission") == 0

    def _settings(self) -> list[dict[str, Any]]:
        return [event for event in self.drive.log if event["kind"] == "settings-changed"]

    def teardown(self) -> None:
        if hasattr(self, "drive"):
            self.drive.check_log()


AnyTable.TestCase.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
TestAnyTable = AnyTable.TestCase
