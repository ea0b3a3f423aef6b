"""Distribution of one round's gain for the stakes of bettors, in every game that has a bank.

- Nobody decides: all deals are settled for all wagers together, exactly.
- Seats decide, and one wager (with those that go with it) is staked at one seat: the lines of its par sheet.
- Several wagers or seats with hands of their own: live rounds, played by best play or the house way, settled as at a
  table.

The mean is that of the par sheet in any case, so it is exact where the sheet is.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from croupier.cards.random_source import SeededRandomSource
from croupier.errors import BadInput
from croupier.money.bets import SEATED, Bet
from croupier.money.cents import Cents, format_dollars
from croupier.money.settlement import PostedBank
from croupier.odds.fact_table import EXACT, SIMULATED, NotExactlyCountable
from croupier.odds.joint_wagers import GainDistribution, JointOutcomes, Stakes, joint_outcomes
from croupier.odds.par_sheet import ParSheet
from croupier.odds.played_rounds.exact import shoe_pieces
from croupier.odds.played_rounds.simulate import FullShoe, best_play_answer
from croupier.odds.shipped_sheets import priced_sheet
from croupier.odds.wager_odds import CombinedOdds, SolvedOdds
from croupier.play.driver import play_to_end, random_dice, timeout_answer
from croupier.play.family import NO_OPENING, family_of, settle_bets
from croupier.play.round import RoundInProgress, Void
from croupier.rulebook.table_rules import TableRules

PLAYED_ROUNDS = 5_000
"""Default number of live rounds for a distribution that no count gives."""
PLAYED_MOST = 10_000_000
PLAYED_SEED = 1
BANK_MOST = Cents(10**15)
"""Bank of played rounds, in cents: larger than any round can cost."""


@dataclass(frozen=True)
class RoundGains:
    """Gain of the bettors in one round, before any collection fee."""

    stakes: Stakes
    """Stakes placed before the deal, those included that go with a stake by rule, such as the Blind."""
    bettors: GainDistribution
    method: str
    """`exact`, `simulated` or `floating-point`: how the distribution was found."""
    expected: Fraction
    """Expected gain of the bettors in cents, as the par sheet has it."""
    rounds: int
    """Number of simulated rounds of the distribution; 0 if it was counted."""
    joint: JointOutcomes | None = None
    """Receipts of winning wagers and payments of losing ones; None where they depend on how hands are played."""

    @cached_property
    def bank(self) -> GainDistribution:
        return self.bettors.negated()

    @property
    def without_meters(self) -> tuple[str, ...]:
        """Wagers that can win a share of a meter; their gains leave this share out."""
        return () if self.joint is None else self.joint.without_meters


def round_gains(
    rules: TableRules,
    stakes: Stakes,
    *,
    to_the_cent: bool,
    where: str,
    seats: int = 1,
    rounds: int = PLAYED_ROUNDS,
    seed: int = PLAYED_SEED,
) -> RoundGains:
    """Return the distribution of one round's gain for these stakes, spread evenly over some seats.

    `to_the_cent`: the stakes belong to one bettor, who is paid and rounded as at the table.
    """
    _check_seats(rules, stakes, seats, rounds)
    if not seats_decide(rules) and (seats == 1 or not has_own_hands(rules, stakes)):
        joint = joint_outcomes(rules, stakes, to_the_cent=to_the_cent, where=where)
        return RoundGains(stakes, joint.bettors, EXACT, joint.bettors.mean, 0, joint)
    placed = with_required_stakes(rules, stakes, where)
    edges = staked_edges(rules, placed, where)
    expected = -sum((edge * placed[name] for name, edge in edges.items()), Fraction(0))
    if seats == 1 and len(edges) == 1:
        (name,) = edges
        odds = priced_sheet(rules)[name]
        counted = GainDistribution.of(((line.net * placed[name], line.count) for line in odds.lines), odds.total)
        is_simulated = isinstance(odds, SolvedOdds) or odds.method == SIMULATED
        return RoundGains(
            placed, counted, SIMULATED if is_simulated else EXACT, expected, odds.total if is_simulated else 0
        )
    played = _played_gains(rules, placed, seats, rounds, seed, where)
    return RoundGains(placed, played, SIMULATED, expected, played.total)


def seats_decide(rules: TableRules) -> bool:
    """Return whether players decide after the deal, so that stakes may be raised during the round."""
    return family_of(rules).deciding is not None


def has_own_hands(rules: TableRules, stakes: Stakes) -> bool:
    """Return whether one of these wagers depends on the seat's own cards."""
    spot_facts = family_of(rules).facts.spot_facts
    return seats_decide(rules) or any(not rules.wagers[name].facts.isdisjoint(spot_facts) for name in stakes)


def with_required_stakes(rules: TableRules, stakes: Stakes, where: str) -> dict[str, Cents]:
    """Return the stakes with those that must equal another by rule, such as the Blind and its Ante.

    Raise `BadInput` for a stake that is only placed during the round.
    """
    placed = dict(stakes)
    for name in stakes:
        if rules.wagers[name].is_placed_during_round:
            raise BadInput.at(where, f"{name} is put up during the round; stake the wager that it goes with")
    for name, wager in rules.betting_wagers.items():
        for cap in wager.caps:
            if cap.exact and len(cap.of) == 1 and cap.of[0] in placed:
                equal = Cents(int(placed[cap.of[0]] * cap.share))
                if placed.setdefault(name, equal) != equal:
                    raise BadInput.at(where, f"{name} equals {cap.of[0]}: {format_dollars(equal)}")
    return {name: placed[name] for name in rules.betting_wagers if name in placed}


def staked_edges(rules: TableRules, stakes: Stakes, where: str) -> dict[str, Fraction]:
    """Return the house edge of each staked wager; a wager that belongs to a whole game is in the edge of that game."""
    sheet = priced_sheet(rules)
    parts = {part: name for name, odds in sheet.wagers.items() if isinstance(odds, CombinedOdds) for part in odds.parts}
    edges = {}
    for name in stakes:
        main = parts.get(name, name)
        if main not in stakes:
            raise BadInput.at(where, f"{name} goes with {main}; stake that as well")
        if main == name:
            edges[name] = _edge(sheet, name, where)
    return edges


def _edge(sheet: ParSheet, name: str, where: str) -> Fraction:
    if name in sheet.not_counted:
        raise BadInput.at(where, f"{name} has no odds: it {sheet.not_counted[name]}")
    return sheet[name].house_edge


def _check_seats(rules: TableRules, stakes: Stakes, seats: int, rounds: int) -> None:
    most = len(rules.seats) - rules.has_player_dealer
    if not 1 <= seats <= most:
        raise BadInput.at("--seats", f"is {seats}; {rules.rulebook.title} has 1 to {most} seats of bettors")
    if small := [name for name, amount in stakes.items() if amount < seats]:
        raise BadInput.at("--seats", f"is {seats}; {small[0]} is too small to be divided among so many")
    if not 1 <= rounds <= PLAYED_MOST:
        raise BadInput.at("--rounds", f"is {rounds}; play from 1 to {PLAYED_MOST:,} rounds")


def _played_gains(
    rules: TableRules, stakes: Stakes, seats: int, rounds: int, seed: int, where: str
) -> GainDistribution:
    """Play live rounds with the stakes divided among the seats, and return the gain of all of them together."""
    try:
        decide = best_play_answer(rules) if seats_decide(rules) else timeout_answer
    except NotExactlyCountable as reason:
        raise BadInput.at(where, f"cannot be played: {rules.rulebook.title} {reason}") from None
    bank = PostedBank(rules.seats[-1], BANK_MOST) if rules.has_player_dealer else None
    bets = [
        Bet(seat, SEATED, name, amount)
        for name, total in stakes.items()
        for seat, amount in zip(rules.seats, divided(total, seats), strict=False)
    ]
    chance = SeededRandomSource(seed)
    shoe, throw = FullShoe(list(shoe_pieces(rules, None).elements()), chance), random_dice(chance)
    bank_seat = None if bank is None else bank.seat
    begin = family_of(rules).round_factory(rules, bets, bank_seat=bank_seat, opening=NO_OPENING)
    counts: dict[Fraction, int] = {}
    played = 0
    while played < rounds:
        shoe.restart()
        play = RoundInProgress(begin)
        play_to_end(play, shoe, decide, throw=throw)
        if isinstance(play.result, Void):
            continue
        settled = settle_bets(rules, play.result, bets, bank=bank).settled
        gain = Fraction(sum(one.net - one.prize for one in settled))
        counts[gain] = counts.get(gain, 0) + 1
        played += 1
    return GainDistribution(dict(sorted(counts.items())), played)


def divided(total: Cents, seats: int) -> list[Cents]:
    """Return an amount divided among seats in whole cents; the first seats have the cents that are left over."""
    each, more = divmod(total, seats)
    return [Cents(each + (place < more)) for place in range(seats)]
