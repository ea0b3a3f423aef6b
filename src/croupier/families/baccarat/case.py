"""A baccarat round given as a case."""

from __future__ import annotations

from typing import Any

from croupier.cards import Card
from croupier.errors import BadInput, BrokenPromise
from croupier.families.baccarat.round import BANKER, PLAYER, BaccaratRules, Coup, play
from croupier.play.case_reading import cards_or_dealt, read_cards, require_in_decks
from croupier.play.round import Called, Deal, Play
from croupier.rulebook.house_rules import HouseRules


def dealt_coup(house: HouseRules, data: dict[str, Any]) -> Coup:
    """Deal the case's cards, exactly: none missing, none left over, none that the decks do not hold."""
    if data.get("decisions"):
        raise BadInput.at("decisions[0]", "nobody decides anything in baccarat; leave decisions empty")
    where = cards_or_dealt(data)
    cards = read_cards(data["cards"], "cards") if where == "cards" else _interleaved(data["dealt"])
    require_in_decks(cards, house.shoe.decks, where)
    round_play = Play(lambda: play(BaccaratRules.of(house)))
    for place, card in enumerate(cards):
        if not isinstance(round_play.need, Deal):
            left = " ".join(str(c) for c in cards[place:])
            raise BadInput.at(where, f"{left} is left over; the round is complete after {place} cards")
        round_play.answer(card)
    if isinstance(round_play.need, Deal):
        need = round_play.need
        place_name = ("first", "second", "third")[need.place - 1]
        raise BadInput.at(where, f"ends after {len(cards)} cards; the {need.hand.capitalize()}'s {place_name} is due")
    round_play.answer(Called())
    coup = round_play.result
    if not isinstance(coup, Coup):
        raise BrokenPromise("a round whose cards were all given ended without a result")
    if where == "dealt" and coup.player != read_cards(data["dealt"][PLAYER], "dealt.player"):
        drawer = BANKER if len(coup.banker) == 3 else PLAYER
        raise BadInput.at("dealt", f"gives the third card to the wrong hand; here the {drawer.capitalize()} draws")
    return coup


def _interleaved(dealt: Any) -> tuple[Card, ...]:
    """Hands as they lie, put back into the order of dealing."""
    if not isinstance(dealt, dict) or set(dealt) != {PLAYER, BANKER}:
        raise BadInput.at("dealt", 'is an object with the cards of "player" and "banker"')
    hands = {name: read_cards(dealt[name], f"dealt.{name}") for name in (PLAYER, BANKER)}
    for name, hand in hands.items():
        if len(hand) not in (2, 3):
            raise BadInput.at(f"dealt.{name}", f"has {len(hand)} cards; a hand has two or three")
    first = [hands[name][place] for place in (0, 1) for name in (PLAYER, BANKER)]
    return (*first, *hands[PLAYER][2:], *hands[BANKER][2:])
