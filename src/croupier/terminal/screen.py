"""What the person sees: with motion on a terminal, line by line elsewhere."""

from __future__ import annotations

import os
from dataclasses import dataclass

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from croupier.cards import Shoe
from croupier.cards.card import show_cards
from croupier.cards.commitment import VERSION
from croupier.families.baccarat.round import Coup
from croupier.money.cents import Cents, show_dollars
from croupier.money.collection import Collection
from croupier.terminal.calls import calls
from croupier.terminal.felt import felt, wager_in_full
from croupier.terminal.keyboard import hands_off
from croupier.terminal.keys import Keys
from croupier.terminal.layout import hand_view, header, results, shoe_counts
from croupier.terminal.look import BRASS, DANGER, MARGIN, QUIET, SIDE, STRONG, AtMargin, at_margin, signed, style_of
from croupier.terminal.scenes import scenes
from croupier.terminal.seating import METER_WITHOUT_SEED
from croupier.terminal.session import HandPlayed, Session
from croupier.terminal.shoe_in_play import FreshShoe, short_digest
from croupier.terminal.sitting import Sitting

WIDEST = 112
BETS_AND_DEALS = "bets and deals; without an amount: your last on that wager, else its minimum"
WHAT_TO_TYPE = (
    ("p 25, t 5", BETS_AND_DEALS),
    ("Enter", "plays your last bets again; while the cards come, turns them at once"),
    ("r", "repeats your last bets"),
    ("d", "doubles them"),
    ("x", "clears them, so that Enter asks"),
    ("rules", "the rules card"),
    ("odds", "the odds of every wager"),
    ("cards", "the order of the last shoe that was opened"),
    ("squeeze", "turns the cards slowly, or at once"),
    ("q", "leaves"),
)


@dataclass(frozen=True)
class Standing:
    """The table before a hand."""

    header: list[RenderableType]
    beads: tuple[str, ...]


class Paper(Console):
    """A console that takes every text as it is, and leaves a reader who went away to the command line to deal with."""

    def __init__(self) -> None:
        super().__init__(highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """The table, drawn on a console."""

    what_to_type: tuple[tuple[str, str], ...] = WHAT_TO_TYPE

    def __init__(self, console: Console, *, fast: bool) -> None:
        self._console = console
        self._can_move = console.is_terminal and not console.is_dumb_terminal
        self._squeezes = self._can_move and not fast and not os.environ.get("CROUPIER_FAST")

    @property
    def width(self) -> int:
        return min(self._console.width, WIDEST)

    def show(self, *pieces: RenderableType) -> None:
        for piece in pieces:
            self._console.print(piece, width=self.width)

    def say(self, words: str, style: str = "") -> None:
        self.show(at_margin(words, style))

    def clear(self) -> None:
        if self._can_move:
            self._console.clear()
        else:
            self.show("")

    def welcome(self, session: Sitting, keys: Keys, *, seed: int | None) -> None:
        self.clear()
        self.show(*header(session, self.width))
        self.say(session.house.book.written.summary)
        if seed is not None:
            self.say(f"Demonstration: seed {seed} deals the same cards every time. They are not for betting.", DANGER)
        self.new_shoe(session.fresh)
        if any(meter.seed == 0 for meter in session.house.meters):
            start = show_dollars(METER_WITHOUT_SEED)
            self.say(f"The rules leave the meter's seed to the house; here it starts at {start}.", QUIET)
        self.show("", felt(session.seating, keys), "")
        self.say(f"Play money. Type a bet, such as {keys.example} · ? explains · q leaves", QUIET)

    def new_shoe(self, fresh: FreshShoe) -> None:
        """The commitment, and the burn as the players see it."""
        cards = len(fresh.shoe.cards)
        self.say(f"Shoe {fresh.number}: {cards} cards, shuffled, their order committed to: {short_digest(fresh)}.")
        if fresh.burnt:
            count = len(fresh.burnt)
            self.say(f"Burn card {fresh.burnt[0].pretty}: {count} {'card' if count == 1 else 'cards'} out.", QUIET)

    def open_shoe(self, fresh: FreshShoe, played: Shoe) -> None:
        """The commitment, checked, with what anybody needs to check it too."""
        self._opened("Shoe", fresh, played)

    def _opened(self, what: str, fresh: FreshShoe, played: Shoe) -> None:
        holds = "holds" if fresh.is_kept_by(played) else "DOES NOT HOLD"
        self.say(f"{what} {fresh.number} opened: its commitment {short_digest(fresh)} {holds}.", STRONG)
        self.say(f"digest {fresh.commitment.digest}", QUIET)
        self.say(f"nonce  {fresh.opening.nonce.hex()}", QUIET)

    def order_of(self, fresh: FreshShoe) -> None:
        """The very text the digest was made of, so that it can be made again elsewhere."""
        self.say(f"SHA-256 of these four lines, each with its line end, is {fresh.commitment.digest}:", QUIET)
        opening = fresh.opening
        for line in (VERSION, opening.nonce.hex(), str(opening.cut_from_back), show_cards(opening.cards)):
            self._console.print(Text(line), soft_wrap=True)

    def as_it_stands(self, session: Session, *, staked: int) -> Standing:
        """The header and the road as they are while the cards come."""
        return Standing(header(session, self.width, staked=staked), session.record.beads)

    def hand(self, session: Session, hand: HandPlayed, before: Standing) -> None:
        """The deal, the result, the money."""
        self.clear()
        if self._squeezes:
            self._deal(hand, before)
        *_, last = scenes(hand.dealt, hand.result)
        self.show(*header(session, self.width), *hand_view(last, session.record.beads, self.width), "")
        *story, result = calls(hand.dealt, hand.result)
        self.say(" ".join(story), QUIET)
        self.say(result, SIDE[hand.result.winner] if isinstance(hand.result, Coup) else STRONG)
        self.show(results(session, hand))
        self._money(session, hand)
        self.show(shoe_counts(session))

    def _deal(self, hand: HandPlayed, before: Standing) -> None:
        """Scene by scene, then gone: what remains is drawn where it was."""
        with hands_off() as patience, Live(console=self._console, auto_refresh=False, transient=True) as live:
            for scene in scenes(hand.dealt, hand.result):
                view = [*before.header, *hand_view(scene, before.beads, self.width), "", at_margin(scene.call, BRASS)]
                live.update(Group(*view), refresh=True)
                patience.wait(scene.seconds)

    def _money(self, session: Session, hand: HandPlayed) -> None:
        self.money(session, hand.net, hand.balance_after, hand.collection)

    def money(self, session: Sitting, won: Cents, left: Cents, collection: Collection | None) -> None:
        """What the hand came to, and the fee that was taken for it."""
        net, balance = (signed(won), style_of(won)), (show_dollars(left), STRONG)
        self.show(at_margin(Text.assemble("This hand ", net, ", balance ", balance)))
        if collection and session.seating.schedule:
            fee, own = show_dollars(collection.player_dealer), sum(collection.players.values())
            from_you = f", {show_dollars(own)} from you" if own else ""
            self.say(
                f"Collection {fee} from the player-dealer{from_you}, schedule {session.seating.schedule.id}.", QUIET
            )

    def help(self, session: Sitting, keys: Keys) -> None:
        for wager in session.house.wagers.values():
            self.show(*wager_in_full(session.seating, keys, wager))
        self.show("")
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for typed, does in self.what_to_type:
            table.add_row(Text(typed, BRASS), does)
        self.show(Padding(table, (0, 0, 0, len(MARGIN)), expand=False))

    def refuse(self, reason: str) -> None:
        self.say(f"Not placed: {reason}{'' if reason.endswith('?') else '.'}", DANGER)

    def offer(self, keys: Keys, titles: dict[str, str], repeat: str) -> None:
        """What may be typed now."""
        self._offer(keys, titles, repeat, ("",))

    def _offer(self, keys: Keys, titles: dict[str, str], repeat: str, air: tuple[str, ...]) -> None:
        items = [Text.assemble((keys.by_wager[wager], BRASS), f" {title}") for wager, title in titles.items()]
        self.show(*air, AtMargin(items, "   "))
        self.say(f"Enter plays {repeat} again · ? explains · q leaves", QUIET)

    def turn_squeeze(self) -> None:
        """Slow cards, or quick ones."""
        self._squeezes = self._can_move and not self._squeezes
        self.say("The cards are squeezed." if self._squeezes else "The cards are turned at once.")
