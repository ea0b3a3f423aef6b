"""Options of a study of card counting, and their checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.errors import BadInput, suggestion
from croupier.rulebook.table_rules import TableRules

DECK = 52
SHOES = 20_480
"""Default number of shoes."""
MOST_SHOES = 10**11
MOST_SEATS = 7
BURN_SEEN = ("none", "first", "all")
"""Which burn cards a counter sees: none, the first card that is turned up, or all."""


@dataclass(frozen=True)
class CountOptions:
    """Options of a study, as entered."""

    wagers: tuple[str, ...] = ()
    """Wagers to study; all if empty."""
    together: tuple[str, ...] = ()
    """Wagers for which one count is proposed."""
    tags: tuple[float, ...] | None = None
    """Tags of a count of one's own, from ace to nine and ten, or for the 13 ranks."""
    level: int | None = None
    """Largest tag of the proposed counts."""
    cuts: tuple[int, ...] = ()
    """Numbers of cards behind the cut card to compare; the rulebook's without it."""
    burn_seen: str = "first"
    """Which burn cards a counter sees, one of `BURN_SEEN`."""
    seats: int = 1
    """Number of seats that play, in games in which seats draw cards."""
    shoes: int = SHOES
    seed: int = 1
    threads: int | None = None
    device: str = "cpu"
    cluster: str | None = None

    def check(self, rules: TableRules) -> None:
        """Check the options before any computation; raise `BadInput` for a wrong one."""
        for where, names in (("--wager", self.wagers), ("--together", self.together)):
            for name in names:
                if name not in rules.wagers:
                    hint = suggestion(name, rules.wagers) or ";"
                    raise BadInput.at(
                        where, f'there is no wager "{name}"{hint} this table has {", ".join(rules.wagers)}'
                    )
        if self.together and len(set(self.together)) < 2:
            raise BadInput.at("--together", "names one wager; one count for several needs two or more")
        if self.tags is not None and (len(self.tags) not in (10, 13) or max(map(abs, self.tags)) > 20):
            raise BadInput.at("--tags", "are 10 numbers from ace to ten, or 13 from ace to king, from -20 to 20")
        if self.level is not None and not 1 <= self.level <= 20:
            raise BadInput.at("--level", f"is {self.level}; the largest tag is 1 to 20")
        if not 1 <= self.shoes <= MOST_SHOES:
            raise BadInput.at("--shoes", f"is {self.shoes}; deal from 1 to {MOST_SHOES:,}")
        if not 1 <= self.seats <= MOST_SEATS:
            raise BadInput.at("--seats", f"is {self.seats}; a table has 1 to {MOST_SEATS}")
        if self.burn_seen not in BURN_SEEN:
            raise BadInput.at("--burn-seen", f'is "{self.burn_seen}"; choose {", ".join(BURN_SEEN)}')
        cards = DECK * rules.shoe.decks
        for cut in self.cuts:
            if not 0 <= cut < cards:
                raise BadInput.at("--cut", f"is {cut}; the cut card lies before 0 to {cards - 1} cards of {cards}")

    def refuse_shoe_options(self, rules: TableRules) -> None:
        """Refuse options that apply only to games dealt from a shoe."""
        for where, given in (
            *(("--wager", self.wagers), ("--together", self.together), ("--tags", self.tags), ("--cut", self.cuts)),
            *(("--level", self.level), ("--device", self.device != "cpu"), ("--cluster", self.cluster)),
        ):
            if given:
                title = rules.rulebook.title
                raise BadInput.at(where, f"is for games dealt from a shoe; {title} shuffles for every round")

    @property
    def tag_of_card(self) -> tuple[float, ...] | None:
        """Tag of each of the 52 cards in the user's own count, or None."""
        if self.tags is None:
            return None
        by_rank = self.tags if len(self.tags) == 13 else (*self.tags, *(self.tags[9],) * 3)
        return tuple(by_rank[card // 4] for card in range(DECK))


def read_tags(text: str | None) -> tuple[float, ...] | None:
    """Parse the option `--tags`: numbers with commas or spaces between them."""
    if text is None:
        return None
    try:
        return tuple(float(word) for word in text.replace(",", " ").split())
    except ValueError:
        raise BadInput.at("--tags", f'is "{text}"; write numbers such as "0,0,0,-1,-1,-1,-1,2,2,0"') from None


def read_cuts(written: Sequence[str]) -> tuple[int, ...]:
    """Parse the option `--cut`: numbers of cards, or ranges such as `14..104` in steps of half a deck."""
    cuts: list[int] = []
    for text in written:
        first, dots, last = text.partition("..")
        if not first.strip().isdigit() or (dots and not last.strip().isdigit()):
            raise BadInput.at("--cut", f'is "{text}"; write a number of cards such as 26, or a range such as 14..104')
        cuts += range(int(first), int(last) + 1, DECK // 2) if dots else [int(first)]
    return tuple(dict.fromkeys(cuts))
