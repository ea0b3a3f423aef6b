"""Legal actions in a round of blackjack, and the reasons for refusing other actions.

The round, the views and the verification all use this module.
"""

from __future__ import annotations

from croupier.cards import Card
from croupier.families.blackjack.hand_values import ACE, TEN, is_natural, value
from croupier.families.blackjack.round_state import BlackjackHandState, BlackjackSeatState, RoundSeats
from croupier.families.blackjack.rules import BlackjackRules, DoubleOn, SplitBy, Surrender
from croupier.play.round import Choice, Decision, ForbiddenDecision

HIT, STAND, DOUBLE, SPLIT = "hit", "stand", "double-down", "split"
SURRENDER, INSURE, DECLINE = "surrender", "insure", "decline"
PLAYS = (STAND, HIT, DOUBLE, SPLIT, SURRENDER)
OFFERS = (DECLINE, INSURE, SURRENDER)
TOTALS = {DoubleOn.NINE_TO_ELEVEN: range(9, 12), DoubleOn.TEN_OR_ELEVEN: range(10, 12)}
AMOUNT_RULES = {
    INSURE: "insurance is at most half the wager",
    DOUBLE: "a double is at most the wager",
    SPLIT: "a split takes a second wager equal to the first",
    SURRENDER: "nothing is put up to give up a hand",
    HIT: "nothing is put up for a card",
    STAND: "nothing is put up to stand",
    DECLINE: "nothing is put up to go on",
}


class LegalActions:
    """Rules of a table that decide which actions a hand may take against the dealer's up card."""

    def __init__(self, rules: BlackjackRules, table: RoundSeats, dealer: list[Card]) -> None:
        self.rules = rules
        self.table = table
        self._dealer = dealer

    @property
    def up(self) -> int:
        """Value of the dealer's up card, 1 (ace) to 10."""
        return value(self._dealer[0].rank)

    @property
    def dealer_may_have_natural(self) -> bool:
        return self.up in (ACE, TEN)

    def offers_to(self, seat: BlackjackSeatState) -> list[Choice]:
        """Return the choices offered before the dealer checks the hole card: insurance and early surrender.

        The seat may always decline; that choice is not in the list.
        """
        if not seat.bet.stake or not self.dealer_may_have_natural:
            return []
        offers = []
        if self.rules.insurance and self.up == ACE:
            half = seat.bet.stake // 2
            least = max(1, -(-seat.bet.stake * self.table.insurance_least // 100))
            offers += [Choice(INSURE, min(least, half), half)] if half else []
        if self.rules.surrender is Surrender.EARLY and not is_natural(*seat.hands[0].values):
            offers.append(Choice(SURRENDER))
        return offers

    def offer_refusal_reason(self, seat: BlackjackSeatState, do: str) -> ForbiddenDecision | None:
        """Return why an action is not offered before the hole card is checked, or None if it is offered.

        [002 L33, L86, L101; 004 L1402-1413]
        """
        words = [DECLINE, *(choice.do for choice in self.offers_to(seat))]
        if do in words:
            return None
        if do == INSURE:
            return ForbiddenDecision("insurance is offered against an ace of the dealer's", INSURE)
        if do == SURRENDER:
            return ForbiddenDecision("this hand cannot be given up before the hole card is looked at", SURRENDER)
        return ForbiddenDecision(f"{do} comes later; first it is {_listed(words)}", INSURE)

    def choice(self, seat: BlackjackSeatState, do: str) -> Choice:
        stake = seat.bet.stake
        if do == DOUBLE:
            least = min(self.table.double_least, stake) if self.rules.double_for_less else stake
            return Choice(do, least, stake)
        return Choice(do, stake, stake) if do == SPLIT else Choice(do)

    def is_finished(self, seat: BlackjackSeatState, hand: BlackjackHandState) -> bool:
        """Return whether the hand needs no further decision.

        Finished hands: natural, charlie, over 21, doubled, surrendered, stood, and split aces that may not be played
        on.
        """
        if hand.stood or hand.surrendered or hand.doubled_by or len(hand.cards) < 2:
            return hand.stood or hand.surrendered or bool(hand.doubled_by)
        held = hand.count
        if held.is_over or self.is_charlie(hand) or self.is_natural(hand):
            return True
        if held.total == 21 and not self.table.ask_on_21 and not self.rules.plays_to_31:
            return True
        return self._is_split_ace(hand) and not self.rules.split_aces_play and not self._may_split(seat, hand)

    def is_natural(self, hand: BlackjackHandState) -> bool:
        is_two = len(hand.cards) == 2 and is_natural(*hand.values)
        return is_two and (not hand.is_split or self.rules.split_natural)

    def is_charlie(self, hand: BlackjackHandState) -> bool:
        return 0 < self.rules.charlie_cards <= len(hand.cards) and not hand.count.is_over

    def _is_split_ace(self, hand: BlackjackHandState) -> bool:
        return hand.is_split and hand.values[0] == ACE

    def _may_split(self, seat: BlackjackSeatState, hand: BlackjackHandState) -> bool:
        return self._why_no_split(seat, hand) is None

    def refusal_reason(self, seat: BlackjackSeatState, place: int, do: str) -> ForbiddenDecision | None:
        """Return why a seat may not take an action with one of its hands, or None if the action is legal."""
        hand = seat.hands[place]
        match do:
            case "stand":
                return None
            case "hit":
                return self._why_no_hit(hand)
            case "double-down":
                return self._why_no_double(hand)
            case "split":
                return self._why_no_split(seat, hand)
            case "surrender":
                return self._why_no_surrender(hand)
            case "insure" | "decline":
                return ForbiddenDecision(
                    "insurance is offered before anybody plays, against an ace of the dealer's", INSURE
                )
        return ForbiddenDecision(f'"{do}" is nothing a player can do; {_listed(PLAYS)} are', STAND)

    def _why_no_hit(self, hand: BlackjackHandState) -> ForbiddenDecision | None:
        if self._is_split_ace(hand) and not self.rules.split_aces_play:
            return ForbiddenDecision("split aces get one card each", SPLIT)
        return None

    def _why_no_double(self, hand: BlackjackHandState) -> ForbiddenDecision | None:
        """Return why the hand may not be doubled, or None if it may. [002 L32, L84; 004 L1396-1401]"""
        if len(hand.cards) != 2:
            return ForbiddenDecision(
                f"only the first two cards may be doubled; this hand has {len(hand.cards)}", DOUBLE
            )
        if hand.is_split and not self.rules.double_after_split:
            return ForbiddenDecision("a split hand may not be doubled", DOUBLE)
        if self._is_split_ace(hand) and not self.rules.split_aces_play:
            return ForbiddenDecision("split aces get one card each", SPLIT)
        held = hand.count
        if held.total == 21 and not self.rules.double_21:
            return ForbiddenDecision("two cards that make 21 may not be doubled", DOUBLE)
        allowed = TOTALS.get(self.rules.double_on)
        if allowed is not None and (held.soft or held.total not in allowed):
            return ForbiddenDecision(f"only a hard {allowed[0]} to {allowed[-1]} may be doubled", DOUBLE)
        return None

    def _why_no_split(self, seat: BlackjackSeatState, hand: BlackjackHandState) -> ForbiddenDecision | None:
        """Return why the hand may not be split, or None if it may. [002 L31, L82-83; 004 L1390-1395]"""
        if len(hand.cards) != 2:
            return ForbiddenDecision(f"only the first two cards may be split; this hand has {len(hand.cards)}", SPLIT)
        first, second = hand.cards
        by_rank = self.rules.split_by is SplitBy.RANK
        if first.rank != second.rank if by_rank else value(first.rank) != value(second.rank):
            kind = "rank" if by_rank else "value"
            return ForbiddenDecision(f"{first} {second} are not two cards of one {kind} and cannot be split", SPLIT)
        most = self.rules.most_hands if hand.values[0] != ACE else self.rules.most_ace_hands
        if len(seat.hands) >= most:
            what = "aces are" if hand.values[0] == ACE else "a seat is"
            return ForbiddenDecision(f"{what} split into {most} hands at most", SPLIT)
        return None

    def _why_no_surrender(self, hand: BlackjackHandState) -> ForbiddenDecision | None:
        """Return why the hand may not be surrendered, or None if it may. [002 L85; 004 L1402-1406]"""
        rules = self.rules
        if rules.surrender is Surrender.OFF:
            return ForbiddenDecision("a hand cannot be given up in this game", SURRENDER)
        if len(hand.cards) != 2:
            return ForbiddenDecision("only the first two cards may be given up, before a card is drawn", SURRENDER)
        if hand.is_split:
            is_ace = self._is_split_ace(hand)
            return (
                None
                if rules.surrender_after_split and not is_ace
                else ForbiddenDecision("a split hand may not be given up", SURRENDER)
            )
        if rules.surrender is Surrender.EARLY and self.dealer_may_have_natural:
            return ForbiddenDecision(
                "the hand could be given up before the hole card was looked at, and not since", SURRENDER
            )
        return None


def amount_put_up(decision: Decision, choice: Choice) -> int:
    """Return the amount in cents that a bettor adds: the stated amount, or the maximum if none was stated."""
    return choice.most if decision.cents is None else decision.cents


def dollars(cents: int) -> str:
    return f"${cents // 100:,}" if cents % 100 == 0 else f"${cents / 100:,.2f}"


def _listed(words: tuple[str, ...] | list[str]) -> str:
    return ", ".join(words[:-1]) + f" or {words[-1]}" if len(words) > 1 else words[0]
