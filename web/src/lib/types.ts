import type { Rule } from "./rules";

/** What the server shows of a table: see docs/api.md. Amounts are cents, times milliseconds of the server's clock. */
export type Odds = { name: string; pays: string; odds: string | null; meter: string | null; cite: string };
export type Limit = { least_cents: number; most_cents: number; cite: string };

/** A condition of a wager that a reader should know before betting it: its commission, what it goes with. */
export type Term = { title: string; text: string; cite: string };
/** Wagers that another needs, or bars; `seated_only`: asked of the seat's own player, and of nobody behind him. */
export type Linked = { wagers: string[]; seated_only: boolean; cite: string };
/** No more here than this share of what lies on these: on each of them, or on all together. */
export type Cap = { of: string[]; by_total: boolean; share: string; exact: boolean; cite: string };
/** What the house keeps: a share of a win, or of the stake, when it wins or comes back. */
export type Charge = { share: string; of: "winnings" | "stake"; taken_on: "win" | "push" };

export type Wager = {
  id: string;
  title: string;
  group: string;
  summary: string;
  outcome: string;
  rows: Odds[];
  limit: Limit;
  requires: Linked[];
  excludes: Linked[];
  at_most: Cap[];
  charges: Charge[];
  backline: boolean;
  /** Put up while the round is played, when it is offered: no spot to bet on. */
  asked: boolean;
  /** In a game with folds: whether it stays in play when the hand is given up. */
  after_fold: "stays" | "given-up" | null;
  terms: Term[];
  note: string | null;
  cite: string;
  locked: boolean;
  meter_down: boolean;
};

export type SeenCard = { nth: number; place: number | null; face_down: boolean; card?: string };
export type Seat = { seat: number; is_taken: boolean; third_party: boolean; own: boolean; name?: string };
export type ChipSpot = { seat: number; bettor: string; wager: string; cents: number; own: boolean; raised?: boolean };

/** A hand of a game in which seats have hands of their own: "dealer", "player:2", "player:2/1" after a split. */
export type HandState = "waiting" | "playing" | "stood" | "doubled" | "broke" | "natural" | "31" | "charlie" | "surrendered";
/** How a seat stands in a poker game: not asked now, asked, with a Play wager up, given up. */
export type PokerState = "waiting" | "playing" | "played" | "folded";
export type FeltHand = { hand: string; seat: number | null; total: number | null; soft: boolean; state: HandState | PokerState; stake_cents: number };
/** One thing a seat may do now, and what it costs. */
export type Choice = { do: string; least_cents: number; most_cents: number };
/** What a seat is asked about one of its hands (1, 2 ... from the left); `silence` is done for whoever says nothing. */
export type Question = { seat: number; hand: number; choices: Choice[]; silence: string; question: number; own: boolean };
export type DealerHand = { cards: string[]; total: number; natural: boolean };
/** The player-dealer's hand of a poker round as the house called it, and the board it was made with. */
export type PokerShown = { cards: string[]; board: string[]; name: string; qualifies: boolean };
export type Holder = { seat: number; bettor: string };

export type Result = {
  seat: number;
  bettor: string;
  wager: string;
  /** Which of the seat's hands, where it has split. */
  hand?: number;
  cents: number;
  result: "win" | "lose" | "push" | "returned";
  /** What it came to, a win off a meter included. */
  net_cents: number;
  owed_cents: number | null;
  commission_cents: number;
  jackpot_cents: number;
  row: string | null;
  name: string;
  cite: string;
};

export type LastRound = {
  round: string;
  status: "settled" | "void" | "corrected";
  cards: Record<string, string[]>;
  facts?: Record<string, number | string | boolean>;
  results?: Result[];
  /** The places in `results` in the order the dealer takes and pays; for those who work the table. */
  order?: number[];
  bank?: { seat: number; cents: number; net_cents: number; left_cents: number } | null;
  own?: { results: Result[]; staked_cents: number; net_cents: number; jackpot_cents: number; spots?: { seat: number; wagers: Record<string, number> }[] };
  /** Of a void round: why; the reason in words where the game itself gave it, or to staff. */
  code?: string;
  reason?: string;
};

/** One square of a road; on the derived roads the mark is a colour, and nothing but the hand's number goes with it. */
export type Cell = {
  column: number;
  row: number;
  mark: "player" | "banker" | "tie" | "red" | "blue";
  hand: number;
  points?: number;
  ties?: number;
  player_pair?: boolean;
  banker_pair?: boolean;
  natural?: boolean;
};
export type RoadName = "bead" | "big" | "big_eye" | "small" | "cockroach";
export type DerivedRoad = "big_eye" | "small" | "cockroach";
export type Share = { count: number; of: number; percent: string | null };
export type ShoeStatistics = {
  hands: number;
  results: Record<string, Share>;
  wagers: Record<string, Share>;
  longest_runs: Record<"player" | "banker" | "tie", number>;
  /** How the dealer's hands ended, where everybody plays against them. */
  dealer?: Record<string, Share>;
};
export type ShoeTrend = ShoeStatistics & {
  shoe: number;
  note: string;
  roads: Record<RoadName, Cell[]> & { leading_ties: number };
  would_be_drawn: Record<"player" | "banker", Record<DerivedRoad, "red" | "blue" | null>>;
};

export type TableView = {
  table: string;
  house: string;
  help_line: string;
  now: number;
  mark: string;
  game: {
    rulebook: string;
    title: string;
    summary: string;
    family: string;
    banking: "house" | "player-dealer";
    house: string;
    decks: number;
    hands: string[];
    soft_17: "hit" | "stand" | null;
    /** What all of one bettor's wagers must add up to at least; 0 where nothing is asked. */
    together_least_cents: number;
    printed: Record<string, string[]>;
    schedule: { id: string; title: string; rules: Rule[] } | null;
  };
  version: number;
  mode: "automated" | "dealer-assist";
  phase: "closed" | "between-rounds" | "betting" | "dealing";
  is_running: boolean;
  is_paused: boolean;
  held_for: string[];
  seats: Seat[];
  betting: {
    is_open: boolean;
    round: string | null;
    opened_at: number | null;
    closes_at: number | null;
    closed_at: number | null;
    stands_since: number | null;
    seconds: number;
    rule: string;
    action_cents: number;
  };
  wagers: Wager[];
  chips: ChipSpot[];
  hands: Record<string, SeenCard[]>;
  felt: FeltHand[];
  /** The card that comes next, and the hands that take no more; empty before every card that decides it is seen. */
  drawing: { next: { hand: string; nth: number } | null; stands: string[] };
  /** `later`: the seats that are asked the same after these. */
  asking: { until: number | null; seconds: number; questions: Question[]; later: number[] } | null;
  turning: {
    rights: Record<string, Holder | null>;
    to_turn: string | null;
    by: Holder | null;
    until: number | null;
    seconds: number;
    asking: { hand: string; by: Holder; to: Holder; waiting_for: Holder[] } | null;
    may_pass_to: number[];
  } | null;
  next_hand: { free_hand: boolean; card_carried: boolean; carried?: string };
  shoe: {
    number: number;
    source: string;
    decks: number;
    cards: number;
    left: number;
    burn_due: boolean;
    cut_card_out: boolean;
    last_hand: boolean;
    finished: boolean;
    digest: string | null;
    opened: boolean;
  } | null;
  rounds: number;
  last: LastRound | null;
  trends: {
    note: string;
    dealer_hands?: DealerHand[];
    poker_hands?: PokerShown[];
    current: ShoeTrend;
    previous: (ShoeStatistics & { shoe: number })[];
    all: ShoeStatistics;
    hands_per_shoe: { hands: number; shoes: number };
  };
  progressives: { meter: string; title: string; wager: string; linked: string; cents: number | null }[];
  jackpots: { id: string; round: string; meter: string; title: string; wager: string; seat: number; cents: number; own: boolean }[];
  player_dealer: {
    rules: { name: string; title: string; rules: Rule[] };
    stage: "waiting" | "banking" | "offering" | "broken";
    seat: number | null;
    asked: number | null;
    answer_until: number | null;
    answer_seconds: number;
    posted_cents: number | null;
    hands_banked: number;
    hands_limit: number;
    notices: { kind: string; text: string; seat: number | null }[];
  } | null;
  own?: {
    account: string;
    seat: number | null;
    balance_cents: number;
    spots: { seat: number; bettor: string; wagers: Record<string, number> }[];
    staked_cents: number;
    fee_cents: number;
    bank_cents: number;
    in_play: boolean;
  };
  staff?: {
    expects: { words: string; do: string | null; hand?: string; nth?: number; seat?: number };
    settings: Record<string, unknown>;
    paused_for: string;
    holds: { id: string; why: string; reason: string; since: number; round: string | null }[];
    supervisor_called: string | null;
    corrections: { id: string; round: string; place: number; card: string; reason: string; by: string }[];
    fees: Record<string, number>;
    bank: { account: string; cents: number } | null;
  };
};

export type TableEvent = { kind: string; [field: string]: unknown };
export type OwnPart = { seq: number; kind: string; [field: string]: unknown };

export type LobbyTile = {
  table: string;
  now: number;
  mark: string;
  rulebook: string;
  title: string;
  family: string;
  house: string;
  banking: string;
  mode: string;
  phase: string;
  is_running: boolean;
  bets_open: boolean;
  closes_at: number | null;
  seats: number;
  seats_taken: number;
  limit: { least_cents: number; most_cents: number };
  player_dealer: number | null;
  progressives: TableView["progressives"];
  hands_in_shoe: number;
  last_results: ("player" | "banker" | "tie")[];
  dealer_hands: DealerHand[];
  poker_hands: PokerShown[];
};
