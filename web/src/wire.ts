/**
 * What the server sends of a table and accepts at it: generated from src/croupier/views and src/croupier/table by
 * `python -m croupier.views.typescript`; do not edit. Amounts are cents, times milliseconds of the server's clock. See docs/reference/api.md.
 */

/** Named amount shown at the table, e.g. a blind, an ante or a cap; the family chooses the name. */
export type AmountPosted = {
  name: string;
  cents: number;
};

/** Reason why a player cannot bet against the bank in play. */
export type BankRefusal = "has-bank" | "bank-at-seat";

/** Quantity that determines a collection fee, such as the total table action. */
export type Basis = "total_table_action" | "player_wager_per_spot" | "players_at_table" | "ante";

/** Amount to call and limits of a bet or raise for the seat that acts; all are total bets in this betting round. */
export type BetShown = {
  seat: number;
  to_call_cents: number;
  stack_after_call_cents: number;
  pot_after_call_cents: number;
  /** Lowest total of a bet or raise; 0 if none is allowed. */
  least_to_cents: number;
  most_to_cents: number;
  all_in_to_cents: number;
  chip_cents: number;
  presets: PresetShown[];
  /** Reason why no bet or raise is allowed; empty if one is allowed. */
  why_not: string;
};

/** Reason why a table takes no wagers now. */
export type BettingClosedReason = "table-closed" | "held" | "paused" | "free-hand" | "no-more-bets" | "no-bank" | "not-open";

/** One square of a road; on a derived road it has only a colour and the number of the round. */
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

/** Place of a rule, for display: the document's short name and the lines. */
export type CitedRule = {
  document: string;
  /** Line ranges without the letter L, such as `12-14, 20`; empty for a house rule. */
  lines: string;
};

/** Dealer's hand of one past round: with its total, or with its name and the community cards that it uses. */
export type DealerHand = {
  cards: string[];
  total?: number;
  natural?: boolean;
  board?: string[];
  name?: string;
  qualifies?: boolean;
};

/** Dealer's hands of past rounds, latest last. */
export type DealerHands = {
  kind: "dealer-hands";
  rounds: DealerHand[];
};

/** One of the hands that the player-dealer's cards or tiles were set into, with its name. */
export type DealerPart = {
  cards: string[];
  name: string;
};

/** Dealing mode of a table: the source of its cards. */
export type DealingMode = "automated" | "dealer-assist";

/** Public state of a hand in which seats play against each other. */
export type HandBetweenSeats = {
  /** Stage of the hand: the family's name of the betting round, `set` or `showdown`. */
  stage: string;
  seats: SeatInHand[];
  /** Pots, main pot first, without the bets of this betting round. */
  pots: PotShown[];
  /** Sum of all pots in cents, with the bets of this betting round and without the fee already taken. */
  pot_cents: number;
  /** Fee of this hand taken until now, in cents. */
  fee_cents: number;
  /** Fee of this hand that is still to be taken, in cents. */
  fee_due_cents: number;
  betting: BetShown | null;
  /** Seats in the hand, in the order of action. */
  order: number[];
};

/** Value of a hand: its total or its category, and the cards that form it. */
export type HandValue = {
  /** Total, in a game with totals. */
  total: number | null;
  is_soft: boolean;
  /** Category such as `natural` or `full-house`; None if the hand has no named category. */
  category: string | null;
  /** Ranks that name the hand, most important first: K and 4 for kings full of fours, then the remaining cards. */
  ranks: string[];
  /** Cards that form the value, the seat's own and shared ones; empty while more cards are to come. */
  cards: string[];
  /** Comparison with the hand that banks, once both are open; missing in a game that does not compare them so. */
  compared?: "win" | "lose" | "tie";
  /** Value in words, in a family without screens of its own: `nine`. */
  text?: string;
};

/** Longest run of each result. */
export type LongestRuns = {
  player: number;
  banker: number;
  tie: number;
};

/** Colours that the next result would have on the derived roads. */
export type NextDerivedMarks = {
  big_eye: "red" | "blue" | null;
  small: "red" | "blue" | null;
  cockroach: "red" | "blue" | null;
};

/** Derived colours of the next round, for a win of either side. */
export type NextMarks = {
  player: NextDerivedMarks;
  banker: NextDerivedMarks;
};

export type PayOddsKind = "to" | "for" | "amount" | "share";

/** Phase of a table, which decides the commands that are allowed. */
export type Phase = "closed" | "between-rounds" | "betting" | "dealing";

/** Points of a seat against one other seat, with the reasons that add up to them. */
export type PointsAgainst = {
  seat: number;
  /** Rows that were compared, front first; empty if the hands were not compared row by row. */
  rows: RowComparison[];
  reasons: PointsReason[];
  points: number;
  /** Paid to the seat, negative if it paid. */
  cents: number;
  /** The points in money; more than `cents` if a seat had too few chips in play. */
  owed_cents: number;
};

/** Rule for scoring points, as shown at the table; the family chooses its name. */
export type PointsPosted = {
  /** Source of the points: `ends` (the outcome of a whole hand), `bonus` (a winning row) or `sweep` (all rows). */
  kind: string;
  name: string;
  /** Row in which the hand must be; empty if the whole hand counts. */
  row: string;
  points: number;
};

/** Part of the points between two seats: positive if the seat wins it, negative if it pays. */
export type PointsReason = {
  /** Source of the points: `rows`, or the name or kind of a `PointsPosted`. */
  kind: string;
  /** Hand that brings a bonus or Clean Sweep; empty for other reasons. */
  name: string;
  /** Row of a bonus; empty if the whole hand counts. */
  row: string;
  won_rows: number;
  lost_rows: number;
  points: number;
};

/** Past hand: the seats with the best hand, its name, and each seat's ending and points. */
export type PointsRound = {
  best: number[];
  best_with: string;
  ends: Record<string, string>;
  points: Record<string, number>;
};

/** Past hands of a game for points between seats, latest last. */
export type Points = {
  kind: "points";
  rounds: PointsRound[];
};

/** Possible result in cents of one way to play a hand at a seat; a loss is negative. Bonuses are not counted. */
export type PossibleOutcome = {
  /** The way to play; the family chooses the name. */
  name: string;
  least_cents: number;
  most_cents: number;
};

/** Past hand: the board, the total of its pots after the fee, the winning seats, and whether hands were shown. */
export type PotRound = {
  board: string[];
  pot_cents: number;
  winners: number[];
  showdown: boolean;
};

/** Part of a pot that one seat won; `odd_cents` of it are chips that could not be divided evenly. */
export type PotShare = {
  seat: number;
  cents: number;
  odd_cents: number;
};

/** Pot, with the seats that can win it. */
export type PotShown = {
  cents: number;
  seats: number[];
};

/** Past hands of a game for pots, latest last. */
export type Pots = {
  kind: "pots";
  rounds: PotRound[];
};

/** Suggested bet (`least`, `half-pot`, `pot` or `most`), as the seat's total bet in this betting round. */
export type PresetShown = {
  name: string;
  to_cents: number;
};

/** Approval by the regulator of an option, as recorded in the table's settings. */
export type RegulatorApproval = {
  reference: string;
  date: string;
  entered_by?: string;
};

/** One square of the road of a shoe: who won, and the number of ties after it. Columns and rows count from 0. */
export type RoadSquare = {
  column: number;
  row: number;
  winner: string;
  ties?: number;
};

/** The five roads of one shoe. */
export type Roads = {
  bead: Cell[];
  big: Cell[];
  big_eye: Cell[];
  small: Cell[];
  cockroach: Cell[];
  leading_ties: number;
};

/** One row of a seat against the same row of another seat. */
export type RowComparison = {
  row: string;
  result: "won" | "lost" | "tied";
  /** Points of the row alone, before all rows together count more: positive if won, negative if lost. */
  points: number;
  /** Bonus points that go with the row to its winner: positive if won, negative if lost. */
  bonus: number;
};

/** Chips, state and last action of one seat in the current hand. */
export type SeatInHand = {
  seat: number;
  /** Chips that the seat has not bet yet, in cents. */
  stack_cents: number;
  /** Chips that the seat has bet in this betting round, in cents. */
  bet_cents: number;
  /** Chips that the seat has put into the pots of this hand, this betting round included, in cents. */
  put_in_cents: number;
  /** State: in, folded or all-in. */
  state: string;
  /** Last action in this betting round; empty if the seat has not acted. */
  last: string;
  /** Position: button, small-blind or big-blind; empty for any other. */
  position: string;
};

/** Results of a seat's hands against the player-dealer's, in the order of the player-dealer's hands. Seat 0 is the Player hand in games with two common hands. */
export type SeatMark = {
  seat: number;
  outcomes: string[];
};

/** Past round in which every seat is compared with the player-dealer. */
export type SeatMarksRound = {
  /** Seat of the player-dealer. */
  bank: number | null;
  dealer: DealerPart[];
  seats: SeatMark[];
};

/** Past rounds by the result of each seat, latest last. */
export type SeatMarks = {
  kind: "seat-marks";
  rounds: SeatMarksRound[];
};

/** Settlement of a hand between seats: pots and money of each seat. It contains no cards. */
export type SettledHand = {
  /** Pots, main pot first; the antes in a game that counts points. */
  pots: SettledPot[];
  /** Chips that all seats put into the pots, before the fee, in cents. */
  put_in_cents: number;
  /** Fee that the house took, in cents. */
  fee_cents: number;
  seats: SettledSeat[];
};

/** Pot of a finished hand, after the fee: the seats that could win it, and those that did. */
export type SettledPot = {
  cents: number;
  seats: number[];
  winners: PotShare[];
};

/** Money of one seat in a finished hand. Its net is `won_cents` and `points_cents`, less what it put in and the fee. */
export type SettledSeat = {
  seat: number;
  /** Chips put into the pots, antes among them. */
  put_in_cents: number;
  /** Chips won from the pots. */
  won_cents: number;
  /** Part of the last bet that nobody called; it is not in `put_in_cents`. */
  returned_cents: number;
  points: number;
  /** The points in money. */
  points_owed_cents: number;
  /** Cents that were paid for the points; they differ from `points_owed_cents` if a seat had too few chips in play. */
  points_cents: number;
  /** Fee that the seat paid besides what it put in. */
  fee_cents: number;
  net_cents: number;
  /** The other seats, in a game that counts points. */
  against: PointsAgainst[];
};

/** Count, the total that it is a part of, and the percentage, such as 12 wins in 40 rounds: 30 %. */
export type Share = {
  count: number;
  of: number;
  percent: string | null;
};

/** Number of hands dealt from a shoe, and how often each wager won. */
export type ShoeStatistics = {
  hands: number;
  wagers: Record<string, Share>;
  results: Record<string, Share>;
  longest_runs: LongestRuns;
  dealer: Record<string, Share>;
  wars: Record<string, Share>;
  winners: Record<string, Share>;
};

/** Past round of a game in which one of a few hands wins. */
export type SideRound = {
  /** Name of the hand that won, or `tie`; empty if none did. */
  winner: string;
  /** Outcome of the round in words, where the family has no sentence on the pages. */
  outcome?: string;
  /** Cards of each hand, by hand name. */
  cards?: Record<string, string[]>;
  /** Numbers that a board shows beside the winner, by name. */
  figures?: Record<string, number>;
};

/** Past rounds by the hand that won each, latest last. */
export type Sides = {
  kind: "sides";
  rounds: SideRound[];
};

/** Everything about a table that a supervisor may choose. */
export type TableSettings = {
  rulebook: string;
  options?: Record<string, unknown>;
  mode?: DealingMode;
  schedule?: number | string | null;
  fee_sheet?: Record<string, unknown>;
  rotation?: string;
  betting_seconds?: number;
  decision_seconds?: number;
  offer_seconds?: number;
  card_ms?: number;
  result_ms?: number;
  closes_when_ready?: boolean;
  meters?: Record<string, string>;
  required_steps?: string[];
  batches?: string[];
  private_to?: string;
  approvals?: Record<string, RegulatorApproval>;
};

/** Chips on one wager. */
export type WagerAmount = {
  wager: string;
  cents: number;
  promotional?: boolean;
};

/** Reason why a wager cannot be placed as it is. */
export type WagerProblemReason = "below-minimum" | "above-maximum" | "not-exact-stake" | "other-missing" | "excluded" | "above-cap" | "not-equal" | "below-combined-minimum" | "not-offered" | "during-round" | "backline" | "no-such-seat" | "seat-has-bank" | "jackpot-pending" | "meter-down";

/** Number of finished shoes, and the number of hands dealt from them. */
export type HandsPerShoe = {
  hands: number;
  shoes: number;
};

/** Statistics of a finished shoe. */
export type PastShoe = {
  hands: number;
  wagers: Record<string, Share>;
  results: Record<string, Share>;
  longest_runs: LongestRuns;
  dealer: Record<string, Share>;
  wars: Record<string, Share>;
  winners: Record<string, Share>;
  shoe: number;
};

/** Statistics of the shoe in play. */
export type ShoeTrend = {
  hands: number;
  wagers: Record<string, Share>;
  results: Record<string, Share>;
  longest_runs: LongestRuns;
  dealer: Record<string, Share>;
  wars: Record<string, Share>;
  winners: Record<string, Share>;
  shoe: number;
  note: string;
  roads: Roads;
  would_be_drawn: NextMarks;
};

/** History of past rounds, with a note that it says nothing about future ones. */
export type Trends = {
  note: string;
  current: ShoeTrend;
  previous: PastShoe[];
  all: ShoeStatistics;
  hands_per_shoe: HandsPerShoe;
  /** Last rounds, as the family of the table shows them. */
  record: Sides | DealerHands | SeatMarks | Pots | Points;
};

/** Pay of a pay table row: odds `to` or `for` one, a fixed amount in cents, or a share of a meter. */
export type Payout = {
  kind: PayOddsKind;
  numerator: number;
  denominator: number;
};

/** Row of a pay table: a result and what it pays. */
export type PayRow = {
  name: string;
  pays: string;
  /** Odds as written in the rulebook. */
  odds: string;
  pay: Payout;
  /** Title of the meter that the row pays from; empty if there is none. */
  meter: string;
  envy: string;
  cite: string;
};

/** Lowest and highest stake, in cents. */
export type Limit = {
  least_cents: number;
  most_cents: number;
  cite: string;
};

/** Condition of a wager that a player should read before betting. */
export type WagerTerm = {
  title: string;
  text: string;
  cite: string;
};

/** Odds of a wager in short, as a spot shows them. */
export type OddsLabel = {
  /** One ratio; the highest of several pays; a ratio with one exception; a share of a meter; or no pays at all. */
  kind: "ratio" | "up-to" | "except" | "meter" | "none";
  /** Usual pay of the wager (`ratio`, `except`), or its highest pay (`up-to`). */
  pay: Payout | null;
  /** The other ratio of `except`. */
  exception: Payout | null;
  /** Name of the result that the exception pays. */
  exception_name: string;
  /** Highest odds of the pay table; None if it has no odds. */
  highest: Payout | null;
  /** Whether the rows of the pay table pay differently. */
  has_several: boolean;
};

/** Commission that the house takes on a wager, and when it takes it. */
export type Commission = {
  taken_on: "win" | "push";
  of: "winnings" | "stake";
  /** Percentage in decimal figures, `5` or `2.5`. */
  percent: string;
  when: string;
  cite: string;
};

/** A wager at a table: what is posted about it, and whether it is open now. */
export type Wager = {
  id: string;
  title: string;
  /** Title where there is little space. */
  short_title: string;
  /** Title on a spot beside the hand of the wager. */
  spot_title: string;
  /** Winning result in about three words; empty if the title says it. */
  spot_hint: string;
  group: string;
  role: "main" | "beside" | "raise" | "insurance" | "tie" | "side" | "progressive";
  /** Hand to which the wager belongs, or `tie` between hands; empty if it belongs to no hand. */
  zone: string;
  summary: string;
  outcome: string;
  rows: PayRow[];
  odds_label: OddsLabel;
  limit: Limit;
  /** Wagers that are placed together with this one, with the same stake. */
  placed_with: string[];
  charges: Commission[];
  is_backline_allowed: boolean;
  /** Whether the wager is offered only during the round; it has no betting spot. */
  is_placed_during_round: boolean;
  /** Whether the wager stays in play after a fold or is given up with the hand; None in a game without folds. */
  after_fold: "stays" | "given-up" | null;
  /** Lowest stake in cents that also wins the envy bonus (`envy` of the rows); None if there is no envy bonus. */
  envy_from_cents: number | null;
  terms: WagerTerm[];
  note: string;
  cite: string;
  is_locked: boolean;
  is_meter_down: boolean;
};

/** One bracket of a collection schedule. */
export type Fee = {
  /** Lower end of the bracket: cents, or the number of players if the schedule is by players. */
  lowest: number;
  /** Upper end of the bracket; None: no upper end. */
  highest: number | null;
  fee_cents: number;
};

/** Collection schedule in force. */
export type Schedule = {
  id: string;
  title: string;
  cite: string;
  rules: CitedRule[];
  basis: Basis;
  /** Fee of the player-dealer for each hand, in cents, if the brackets apply to the other players only. */
  player_dealer_cents: number | null;
  /** All brackets of the schedule with their fees, as posted at the table. */
  fees: Fee[];
};

/** Notice posted at the table for everybody to read. */
export type PostedNotice = {
  id: string;
  text: string;
  cite: string;
};

/** One option of an announced change, with its old and new value. */
export type AnnouncedOption = {
  option: string;
  title: string;
  was: string;
  becomes: string;
};

/** Announced change of the rules, with the time from which it applies. */
export type AnnouncedChange = {
  id: string;
  at: number;
  from_at: number;
  changes: AnnouncedOption[];
};

/** Game of a table and the rules that apply. */
export type Game = {
  rulebook: string;
  title: string;
  /** Title where there is little space; the title if the rulebook gives no shorter one. */
  short_title: string;
  summary: string;
  family: string;
  banking: "house" | "player-dealer" | "seats";
  house: string;
  digest: string;
  decks: number;
  hands: string[];
  /** Minimum of all wagers of one bettor together, in cents; 0: no such minimum. */
  combined_minimum_cents: number;
  /** Cards that are printed on the layout at each seat, by seat number. */
  printed: Record<string, string[]>;
  schedule: Schedule | null;
  /** Notices posted at the table. */
  notices: PostedNotice[];
  /** Announced changes that do not apply yet. */
  announced_changes: AnnouncedChange[];
  /** Maximum number of seats for one player. */
  boxes: number;
  /** Whether the number of cards is announced with the result. */
  counts_cards: boolean;
  /** The dealer's rule for a soft 17, as printed on the layout. */
  soft_17: "hit" | "stand" | null;
};

/** Recorded approval of the regulator. */
export type RecordedApproval = {
  reference: string;
  date: string;
  entered_by: string;
};

/** Settings that are posted at the table. */
export type PostedSettings = {
  rulebook: string;
  options: Record<string, unknown>;
  mode: DealingMode;
  schedule: number | string | null;
  rotation: string;
  betting_seconds: number;
  decision_seconds: number;
  offer_seconds: number;
  card_ms: number;
  result_ms: number;
};

/** All settings of a table, for staff. */
export type Settings = {
  rulebook: string;
  options: Record<string, unknown>;
  mode: DealingMode;
  schedule: number | string | null;
  rotation: string;
  betting_seconds: number;
  decision_seconds: number;
  offer_seconds: number;
  card_ms: number;
  result_ms: number;
  /** Whether betting closes early when every player is ready; missing where it does not. */
  closes_when_ready?: boolean;
  /** Id of the house meter for each meter of the rulebook. */
  meters: Record<string, string>;
  required_steps?: string[];
  batches?: string[];
  /** Fee sheet of the card room, for a rulebook without fees. */
  fee_sheet?: Record<string, unknown>;
  /** Recorded approvals of the regulator; missing in logs of versions before approvals existed. */
  approvals?: Record<string, RecordedApproval>;
};

/** Card on the table; a card that is hidden from the viewer has no `card`. */
export type Card = {
  position_in_hand: number;
  /** Number of the card in the round, from 1 in dealing order; None for a card carried over from the last round. */
  card_number: number | null;
  is_face_down: boolean;
  card?: string;
};

/** State of one hand, in a game in which seats have their own hands: `dealer`, `player:2`, `player:2/1`. */
export type Hand = {
  hand: string;
  seat: number | null;
  total: number | null;
  is_soft: boolean;
  state: string;
  stake_cents: number;
  /** Comparison with the opposing hand, once both are open: `win`, `lose`, `copy-win`, `copy-lose` or `copy`. A copy is an equal hand: `copy-win` if this hand wins it, `copy-lose` if it loses, `copy` if neither wins. */
  compared?: string;
  /** Whether the house sets the hand for its player; everybody at the table may see that. */
  is_house_way?: boolean;
};

/** Position of a card: hand, and number in the hand. */
export type CardPosition = {
  hand: string;
  position_in_hand: number;
};

/** Next card to deal, and the hands that draw no more; empty until all cards that decide this are face up. */
export type NextDraw = {
  next: CardPosition | null;
  standing_hands: string[];
};

/** Start of the next round: a hand without wagers (free hand), a carried card, or the usual start. */
export type NextHand = {
  free_hand: boolean;
  card_carried: boolean;
  carried?: string;
};

/** State of the shoe: cards left, cut card, and the digest that commits to the order of the cards. */
export type Shoe = {
  number: number;
  source: string;
  decks: number;
  cards: number;
  cards_left: number;
  burn_due: boolean;
  cut_card_out: boolean;
  last_hand: boolean;
  finished: boolean;
  digest: string | null;
  is_order_revealed: boolean;
  /** Colour of the card backs, if two batches or decks take turns; None otherwise. */
  batch: string | null;
  /** Burn cards that were shown to the players, in order. */
  burned: string[];
  burn_cards_unseen: number;
};

/** Decision that a seat may make now, with the lowest and highest amount it costs, in cents. */
export type Choice = {
  do: string;
  least_cents: number;
  most_cents: number;
};

/** Question to a seat about one of its hands; hands count from 1, from the left. */
export type Question = {
  seat: number;
  hand: number;
  choices: Choice[];
  /** Decision that counts for the seat if its player does not answer in time. */
  default_choice: string;
  question_number: number;
  is_own: boolean;
};

/** Open questions to seats, with one common deadline. */
export type DecisionRequest = {
  deadline_at: number | null;
  time_limit_seconds: number;
  questions: Question[];
  /** Seats that get the same question after the seats in `questions` have answered. */
  next_seats: number[];
};

/** Hand to set: name and number of cards. */
export type HandSlot = {
  name: string;
  cards: number;
};

/** One arrangement of the viewer's cards: the value of each hand, and the reason if the arrangement is foul. */
export type ArrangementOption = {
  hands: Record<string, string[]>;
  hand_values: Record<string, HandValue>;
  foul_reason: string | null;
  is_house_way: boolean;
};

/** Declaration that a seat may make with its hand or instead of it: `surrender`, `clean-sweep`. */
export type Declaration = {
  name: string;
  /** Reason why the declaration is not allowed now; empty if it is allowed. */
  refusal: string;
  /** Reason why the hand would be foul with this declaration; empty if it would not be foul. */
  foul_reason: string;
};

/** Request to a seat to set its cards into hands, with details for the viewer who sets them. */
export type ArrangementRequest = {
  seat: number;
  hands: HandSlot[];
  question_number: number;
  is_own: boolean;
  /** Whether the hand is open on the table: the dealer enters its arrangement, without a time limit. */
  is_on_table?: boolean;
  /** Consequence for cards that are not set in time: `house-way`, `foul` or `as_dealt`. */
  default_choice: string;
  /** For the viewer who sets the hand: result of a timeout now; `stands` if the draft is valid, else as in `default_choice`. */
  at_zero?: string;
  /** For the viewer who sets the hand: two cards that turn a foul draft into a valid one if they change places. */
  mend?: string[];
  /** For the viewer who sets the hand: all arrangements, or a selection if there are too many; the draft included. */
  options?: ArrangementOption[];
  /** For the viewer who sets the hand: the cards of each hand in the saved draft. */
  draft?: Record<string, string[]>;
  /** For the viewer who sets the hand: whether a foul is accepted and loses; if false, a foul is refused. */
  is_foul_allowed?: boolean;
  /** For the viewer who sets the hand: the declarations that the game has. */
  declarations?: Declaration[];
};

/** Seats that have to set their cards into hands, with one common deadline. */
export type Arrangements = {
  deadline_at: number | null;
  time_limit_seconds: number;
  /** Seats that have set their hands. */
  done_seats: number[];
  requests: ArrangementRequest[];
};

/** Bettor who may turn cards or takes part in passing this right, by seat and name of the betting spot. */
export type RevealHolder = {
  seat: number;
  bettor: string;
};

/** Request to pass the right to turn a hand to another bettor, and the bettors who still have to agree. */
export type RevealPass = {
  hand: string;
  by: RevealHolder;
  to: RevealHolder;
  waiting_for: RevealHolder[];
};

/** Rights to turn cards: who has them, which hand is turned next, by whom and until when. */
export type Reveal = {
  rights: Record<string, RevealHolder | null>;
  hand_to_reveal: string | null;
  by: RevealHolder | null;
  deadline_at: number | null;
  time_limit_seconds: number;
  pass_request: RevealPass | null;
  seats_to_pass_to: number[];
};

/** Roll of the dice, or choice of a pile, that decides the order before the cards are dealt. */
export type Roll = {
  what: string;
  numbers: number[];
};

/** Order of the seats, in a game in which it changes from round to round. */
export type ActionOrder = {
  rolls: Roll[];
  /** Seat that gets the first cards; None if no seat does. */
  first_seat: number | null;
  /** Seat with the action button; None if no seat has it. */
  action_button_seat: number | null;
  /** Seats with a hand, in the order in which hands are opened and paid. */
  seats: number[];
  /** Name of the hand that is opened next; None if no hand is to be opened now. */
  to_open: string | null;
  /** Seats whose hand is open on the table. */
  opened: number[];
};

/** Seat of a table; the name is only for the player at the seat and for staff. */
export type Seat = {
  seat: number;
  is_taken: boolean;
  is_third_party: boolean;
  /** Whether a bot of the demonstration system plays at the seat. */
  is_bot: boolean;
  is_own: boolean;
  name?: string;
  account?: string;
};

/** Chips of one bettor on one wager. */
export type PlacedChips = {
  seat: number;
  bettor: string;
  wager: string;
  cents: number;
  is_own: boolean;
  account?: string;
  /** Present if the chips were added during the round. */
  is_added_wager?: true;
  /** Present if the chips are promotional. */
  is_promotional?: true;
  /** For the viewer's own chips: the most that they can win, in cents, as settled; None if no win is known. */
  wins_cents?: number | null;
};

/** Chips on one wager at one seat, in cents. */
export type Stake = {
  seat: number;
  wager: string;
  cents: number;
};

/** Chips at one seat, in cents. */
export type SeatStake = {
  seat: number;
  /** Chips of everybody who bets there. */
  cents: number;
  /** Chips of the player who sits there. */
  seated_cents: number;
  promotional_cents: number;
};

/** Chips on one wager at all seats, in cents. */
export type WagerStake = {
  wager: string;
  cents: number;
  bettors: number;
  own_cents: number;
  /** The most that the viewer's own chips can win; 0 if no win is known. */
  own_wins_cents: number;
  others_cents: number;
  other_bettors: number;
  /** Share of the chips on all lines, in whole per cent; None for other wagers and where there is only one line. */
  line_percent: number | null;
};

/** Sums of the chips on the layout: screens show these and add up none. */
export type Stakes = {
  cents: number;
  promotional_cents: number;
  seats: SeatStake[];
  /** Wagers with chips, in the order of the layout. */
  wagers: WagerStake[];
  /** The viewer's own chips. */
  own: Stake[];
  /** Chips of everybody who bets at a seat, for staff. */
  all?: Stake[];
};

/** Wager that is decided before the end of the round; it is paid or collected at the settlement. */
export type DecidedWager = {
  seat: number;
  bettor: string;
  wager: string;
  cents: number;
  result: "win" | "lose" | "push" | "returned";
  /** Winnings without the stake if the bank covers them, or the loss, in cents. */
  due_cents: number;
  row: string | null;
  name: string;
  is_own: boolean;
};

/** Result of the viewer's own wager, with all details. */
export type OwnResult = {
  seat: number;
  bettor: string;
  wager: string;
  /** Number of the seat's hand, from 1 on the left; missing if the seat has only one hand. */
  hand?: number;
  cents: number;
  result: "win" | "lose" | "push" | "returned";
  /** Win or loss in cents, jackpot included. */
  net_cents: number;
  jackpot_cents: number;
  row: string | null;
  name: string;
  cite: string;
  /** Part of the stake in promotional chips, in cents; missing if there is none. */
  promotional_cents?: number;
  /** Promotional chips that were used up, because they lost or may be played only once, in cents. */
  promotional_taken_cents?: number;
  owed_cents: number | null;
  commission_cents: number;
  /** Win or loss of credit, in cents, if promotional chips were staked. */
  credit_net_cents?: number;
};

/** Result of a wager with all details and the account, for staff. */
export type StaffResult = {
  seat: number;
  bettor: string;
  wager: string;
  /** Number of the seat's hand, from 1 on the left; missing if the seat has only one hand. */
  hand?: number;
  cents: number;
  result: "win" | "lose" | "push" | "returned";
  /** Win or loss in cents, jackpot included. */
  net_cents: number;
  jackpot_cents: number;
  row: string | null;
  name: string;
  cite: string;
  /** Part of the stake in promotional chips, in cents; missing if there is none. */
  promotional_cents?: number;
  /** Promotional chips that were used up, because they lost or may be played only once, in cents. */
  promotional_taken_cents?: number;
  owed_cents: number | null;
  commission_cents: number;
  /** Win or loss of credit, in cents, if promotional chips were staked. */
  credit_net_cents?: number;
  account: string;
  /** Part of a fixed pay that the meter paid instead of the tray, in cents. */
  meter_cents?: number;
};

/** Result of a wager, with the keys that the viewer may see. */
export type Result = {
  seat: number;
  bettor: string;
  wager: string;
  /** Number of the seat's hand, from 1 on the left; missing if the seat has only one hand. */
  hand?: number;
  cents: number;
  result: "win" | "lose" | "push" | "returned";
  /** Win or loss in cents, jackpot included. */
  net_cents: number;
  jackpot_cents: number;
  row: string | null;
  name: string;
  cite: string;
  /** Part of the stake in promotional chips, in cents; missing if there is none. */
  promotional_cents?: number;
  /** Promotional chips that were used up, because they lost or may be played only once, in cents. */
  promotional_taken_cents?: number;
  owed_cents?: number | null;
  commission_cents?: number;
  credit_net_cents?: number;
  account?: string;
};

/** Total stakes, net win and jackpots in cents; promotional chips are counted separately. */
export type Totals = {
  staked_cents: number;
  net_cents: number;
  jackpot_cents: number;
  /** Promotional chips staked, in cents; missing if there are none. */
  promotional_cents?: number;
};

/** One part of a player's result: a wager at all hands, the bank that the player held, or the collection fee. */
export type ResultPart = {
  kind: "wager" | "bank" | "fee";
  wager?: string;
  /** Change of the player's credit by this part, in cents. */
  cents: number;
};

/** Number of hands of one wager that won, lost, and neither won nor lost. */
export type HandCounts = {
  won: number;
  lost: number;
  pushed: number;
};

/** Result of one player's wager at one hand, at one seat or at all seats together, in cents; jackpots included. */
export type WagerSum = {
  /** None: all seats of the player together. */
  seat: number | null;
  /** Number of the seat's hand, for the sum of all the player's chips on that hand; missing in sums over all hands. */
  hand?: number;
  wager: string;
  cents: number;
  net_cents: number;
  /** Won, lost or even, by the sign of `net_cents`. */
  result: "win" | "lose" | "push";
  hands: HandCounts;
};

/** Result of the wagers of one bettor at one seat together, in cents; jackpots included. */
export type SeatResult = {
  seat: number;
  staked_cents: number;
  net_cents: number;
};

/** Bank of the player-dealer in one round, with the account for staff. */
export type Bank = {
  seat: number;
  cents: number;
  net_cents: number;
  left_cents: number;
  account?: string;
};

/** Bank of the player-dealer in an archived round; a void round has no result. */
export type ArchivedBank = {
  seat: number;
  cents: number;
  net_cents?: number;
  left_cents?: number;
  account?: string;
};

/** Rules by which the bank goes from player to player at this table. */
export type Rotation = {
  name: string;
  title: string;
  cites: string[];
  rules: CitedRule[];
};

/** Notice to the table about the bank, such as an open offer. */
export type RotationNotice = {
  kind: string;
  text: string;
  seat: number | null;
};

/** Position of the player-dealer: who banks, how much, and which seat is offered the bank. */
export type PlayerDealer = {
  rules: Rotation;
  stage: "waiting" | "banking" | "offering" | "broken";
  seat: number | null;
  asked: number | null;
  /** Who acts for the seat from the backline: the viewer or another bettor. None: the seated player acts. [004 L1577] */
  behind: "you" | "another" | null;
  /** Time from which the screens ask; until then they show the last result. None if nobody is asked. */
  ask_from: number | null;
  answer_until: number | null;
  answer_seconds: number;
  posted_cents: number | null;
  hands_banked: number;
  hands_limit: number;
  direction: string;
  must_intervene: boolean;
  game_stops_at: number | null;
  notices: RotationNotice[];
};

/** Account from which the player-dealer's bank was paid, for staff. */
export type BankAccount = {
  account: string;
  cents: number;
};

/** Progressive meter with its amount in cents; None if the meter cannot be read. */
export type Progressive = {
  meter: string;
  /** Short title of the meter. */
  title: string;
  wager: string;
  linked: string;
  cents: number | null;
  /** Jackpots of this meter that were hit at this table and are not confirmed, in cents; None if there are none. */
  hit_cents: number | null;
};

/** Jackpot that waits for confirmation. */
export type Jackpot = {
  id: string;
  round: string;
  meter: string;
  title: string;
  wager: string;
  seat: number;
  cents: number;
  is_own: boolean;
  account?: string;
  confirmed_by?: string | null;
};

/** Open request to reverse the payment of a jackpot. */
export type BackOut = {
  id: string;
  reason: string;
  by: string;
};

/** Paid jackpot, for the staff who may reverse the payment. */
export type PaidJackpot = {
  id: string;
  round: string;
  meter: string;
  title: string;
  wager: string;
  seat: number;
  account: string;
  cents: number;
  paid_by: string | null;
  back_out: BackOut | null;
};

/** A player's chips at one seat. */
export type OwnSpot = {
  seat: number;
  bettor: string;
  wagers: Record<string, number>;
  /** Wagers that are placed with promotional chips. */
  promotional_wagers?: string[];
};

/** Promotional chips that are left of one grant. */
export type Grant = {
  campaign: string;
  cents: number;
  ends_at: number;
};

/** A player's promotional chips; they can be bet but never cashed. */
export type PromotionalBalance = {
  cents: number;
  /** Grants with chips left, earliest end first. */
  grants: Grant[];
  /** Groups of wagers on which promotional chips are allowed; empty if the house accepts none. */
  wager_groups: string[];
};

/** The viewer's seat, credit and stakes. */
export type Own = {
  account: string;
  seat: number | null;
  /** All seats of the player, `seat` first. */
  seats: number[];
  balance_cents: number | null;
  /** The player's promotional chips; missing if there are none and the house accepts none. */
  promotional?: PromotionalBalance;
  spots: OwnSpot[];
  /** Stakes paid from credit, in cents. */
  staked_cents: number;
  promotional_staked_cents?: number;
  fee_cents: number;
  bank_cents: number;
  /** Reason why the player cannot bet at `seat` against the bank in play; None if the bank is no hindrance. */
  bank_refusal: BankRefusal | null;
  in_play: boolean;
  /** Whether the player has said that their bets are made; missing if not. */
  is_ready?: boolean;
};

/** A player's private part of an event, as sent to the player. */
export type PrivateEvent = {
  place?: number;
  hand?: string;
  nth?: number;
  card?: string;
  is_own?: true;
  name?: string;
  /** Card numbers of each hand that the player set, from 1 in dealing order; None for the house way. */
  arrangement?: number[][] | null;
  fee_cents?: number;
  paid_cents?: number;
  returned_cents?: number;
  results?: OwnResult[];
  staked_cents?: number;
  net_cents?: number;
  jackpot_cents?: number;
  balance_before_cents?: number;
  balance_after_cents?: number;
  difference_cents?: number;
  /** Reason why a jackpot payment was reversed. */
  reason?: string;
  seq: number;
  kind: "seat-taken" | "seat-left" | "chips-bought" | "chips-returned" | "sat-out" | "sat-in" | "waiting-list-joined" | "waiting-list-left" | "bank-posted" | "bank-returned" | "wagers-placed" | "jackpot-hit" | "jackpot-backed-out" | "fees-taken" | "wagers-paid-early" | "round-voided" | "card-dealt" | "card-corrected" | "round-settled" | "round-corrected" | "arrangement-made";
};

/** Next step at a table: the instruction, and what it is about. */
export type NextStep = {
  hand?: string;
  position_in_hand?: number;
  seat?: number;
  choices?: string[];
  /** Number of dice to roll, or of cards to burn. */
  count?: number;
  /** Number of sides of each die. */
  sides?: number;
  /** Id of the procedure step that is due. */
  step?: string;
  text: string;
  /** Command that carries out the step; None if nobody at the console has to act. */
  command: string | null;
};

/** Hold that stops the table: a fault or a dispute, with its reason. */
export type Hold = {
  id: string;
  kind: string;
  reason: string;
  since: number;
  round: string | null;
  /** Authority to which a dispute was referred; empty if it was not referred. */
  referred_to: string;
  reference: string;
};

/** Step of the procedure with its current status. */
export type Step = {
  id: string;
  title: string;
  text: string;
  when: "day" | "opening" | "shoe" | "hand" | "dealt" | "burn" | "idle";
  by: "dealer" | "supervisor";
  verified_by: string;
  required_entries: ("cut" | "batch" | "seal" | "inventory" | "device" | "choice" | "burned")[];
  choices: string[];
  least_from_end: number;
  /** Seats that are offered the cut, in order. */
  seats_offered_cut: number[];
  is_required: boolean;
  /** Whether the step is done and waits for its confirmation. */
  is_awaiting_verification: boolean;
  done: CompletedStep | null;
  cite: string;
};

/** Completed step: who carried it out, who confirmed it, and when. */
export type CompletedStep = {
  id: string;
  step: string;
  title: string;
  /** Instruction of the step, from the rulebook; empty if the table deals another game since. */
  text: string;
  at: number;
  name: string;
  /** Role that has to confirm the step; empty if nobody has to. */
  verified_by: string;
  verified_name: string;
  verified_at: number | null;
  entered: Record<string, unknown>;
};

/** Item of the rulebook that needs the regulator's approval, and the recorded approval. */
export type Approval = {
  id: string;
  title: string;
  option: string;
  cite: string;
  recorded: RecordedApproval | null;
};

/** Notice that its recipient has not acknowledged. */
export type UnreadNotice = {
  id: string;
  to: "surveillance" | "floor";
  at: number;
  until: number | null;
  text: string;
  name: string;
};

/** Different treatment of a person with a disability, as recorded at the table. */
export type Accommodation = {
  seat: number | null;
  what: string;
  name: string;
};

/** Request to correct a misread card of a settled round. */
export type CorrectionRequest = {
  id: string;
  round: string;
  place: number;
  card: string;
  reason: string;
  by: string;
};

/** Roll of the dice, as the dealer entered it. */
export type EnteredDice = {
  numbers: number[];
  sides: number;
};

/** Part of a table that only staff may see. */
export type Staff = {
  next_step: NextStep;
  settings: Settings;
  pause_reason: string;
  holds: Hold[];
  supervisor_called: string | null;
  corrections: CorrectionRequest[];
  /** Paid jackpots, newest first. */
  paid_jackpots: PaidJackpot[];
  /** Last roll of the dice while it can still be corrected; None if there is nothing to correct. */
  dice: EnteredDice | null;
  fees: Record<string, number>;
  /** Stakes of the round in play by seat; None between rounds. */
  round_money: RoundMoney | null;
  bank: BankAccount | null;
  /** Steps of the procedure that apply now. */
  steps: Step[];
  to_verify: CompletedStep[];
  /** Who makes the new cut that a supervisor ordered: the `same` person as before or the `next` one; None: no order. */
  recut: "same" | "next" | null;
  notices: UnreadNotice[];
  accommodations: Accommodation[];
  approvals: Approval[];
  /** Authority to which the rules refer a dispute. */
  dispute_authority: string;
};

/** Chips and status of one player at a table where seats play against each other. */
export type Stack = {
  seat: number;
  /** Between hands: all chips of the player, in cents. During a hand: the chips that do not play in it. */
  cents: number;
  /** All chips in front of the player that are not bet, in cents. */
  in_front_cents: number;
  /** Whether the player sits out. */
  is_sitting_out: boolean;
  /** Names of the blinds and antes that the player missed and owes. */
  missed_blinds_and_antes: string[];
  is_posting: boolean;
  in_hand: boolean;
  /** Whether the player may buy chips now: between hands, in some games also before the showdown. */
  may_add: boolean;
  time_bank_ms: number;
  is_own: boolean;
  is_bot: boolean;
};

/** Lowest and highest buy-in, smallest chip, and stakes of the game. */
export type BuyIn = {
  least_cents: number;
  most_cents: number | null;
  chip_cents: number;
  /** Betting structure: `limit` or `no-limit`; empty if the game has only one. */
  limit_type: string;
  /** Small and big bet, or the blinds, or one point, in cents. */
  stakes_cents: number[];
  cite: string;
};

/** Player on the waiting list; the name is only for that player and for staff. */
export type WaitingPlayer = {
  position: number;
  is_own: boolean;
  name?: string;
};

/** State of a table where seats play against each other for the chips in front of them. */
export type TableStakes = {
  stacks: Stack[];
  /** Amounts posted at the table: blinds, ante, maximum in a round. */
  posted: AmountPosted[];
  /** Values of a point, in a game that counts points; empty in other games. */
  points: PointsPosted[];
  /** Possible results of each way to play, against the seats in the hand or, between hands, those that are ready. */
  outcomes: PossibleOutcome[];
  /** Number of opponents for which `outcomes` are counted. */
  opponents: number;
  buy_in: BuyIn;
  waiting: WaitingPlayer[];
  button: number | null;
  least_players: number;
  /** Whether enough players are ready for the next hand. */
  can_start_hand: boolean;
  /** Hand in play; None between hands. */
  hand: HandBetweenSeats | null;
  /** Seat that uses its time bank to decide; None: no seat. */
  time_bank: number | null;
};

/** The viewer's own money in the last round: totals, results, fee and chips. */
export type OwnLast = {
  staked_cents: number;
  net_cents: number;
  jackpot_cents: number;
  /** Promotional chips staked, in cents; missing if there are none. */
  promotional_cents?: number;
  results: OwnResult[];
  /** The player's result at each seat with wagers of the player. */
  seats: SeatResult[];
  /** Collection fee paid, in cents. */
  fee_cents: number;
  /** Change of the player's credit by the round: wagers, bank and fee, in cents. */
  result_cents: number;
  /** The parts of `result_cents`, in the order of the wagers: they add up to it. */
  parts: ResultPart[];
  /** Stakes that came back and what the wagers won, in cents, without the bank and the fee. */
  came_back_cents: number;
  /** The player's result of each wager at each hand, at each seat, and at all seats together. */
  wagers: WagerSum[];
  /** Chips placed before the first card, without wagers added during the round. */
  spots: OwnSpot[];
  /** Sum of the chips in `spots`: what the same bets cost again. */
  placed_cents: number;
};

/** Result of the table's last round, settled or void. */
export type LastRound = {
  round: string;
  status: "settled" | "void" | "corrected";
  family: string;
  cards: Record<string, string[]>;
  hand_values: Record<string, HandValue>;
  facts?: Record<string, number | string | boolean | number[]>;
  results?: Result[];
  /** Result of the player who sits at each seat. */
  seats?: SeatResult[];
  /** Wagers that the round paid, placed or not. */
  winning_wagers?: string[];
  /** Pay of each of these wagers, placed or not; wagers are left out if seats won by different rows. */
  winning_pays?: Record<string, Payout>;
  /** Indexes into `results` in the order in which the dealer takes and pays; for staff. */
  settlement_order?: number[];
  /** Cents that the dealer collects from lost wagers, without parts that are given back; for staff. */
  collect_cents?: number;
  bank?: Bank | null;
  player?: OwnLast;
  /** Settlement of a hand between seats; missing in a game with a bank. */
  settled_hand?: SettledHand;
  /** Code of the reason why the round is void; missing for a settled round. */
  code?: string;
  /** Reason of a void round as text; only staff see it, unless the game itself voided the round. */
  reason?: string;
};

/** Result of the viewer's own wager in an archived round. */
export type NamedOwnResult = {
  seat: number;
  bettor: string;
  wager: string;
  /** Number of the seat's hand, from 1 on the left; missing if the seat has only one hand. */
  hand?: number;
  cents: number;
  result: "win" | "lose" | "push" | "returned";
  /** Win or loss in cents, jackpot included. */
  net_cents: number;
  jackpot_cents: number;
  row: string | null;
  name: string;
  cite: string;
  /** Part of the stake in promotional chips, in cents; missing if there is none. */
  promotional_cents?: number;
  /** Promotional chips that were used up, because they lost or may be played only once, in cents. */
  promotional_taken_cents?: number;
  owed_cents: number | null;
  commission_cents: number;
  /** Win or loss of credit, in cents, if promotional chips were staked. */
  credit_net_cents?: number;
  title: string;
  short_title: string;
  rules: CitedRule[];
  /** Condition for a win, from the rulebook. */
  wins: string;
  /** Conditions for a push, a returned stake and a loss. */
  ends: string;
  /** Pay of the pay table row that won; empty if the wager did not win. */
  pays: string;
  /** Pay as numbers. */
  pay: Payout | null;
};

/** Result of a wager in an archived round, for staff. */
export type NamedStaffResult = {
  seat: number;
  bettor: string;
  wager: string;
  /** Number of the seat's hand, from 1 on the left; missing if the seat has only one hand. */
  hand?: number;
  cents: number;
  result: "win" | "lose" | "push" | "returned";
  /** Win or loss in cents, jackpot included. */
  net_cents: number;
  jackpot_cents: number;
  row: string | null;
  name: string;
  cite: string;
  /** Part of the stake in promotional chips, in cents; missing if there is none. */
  promotional_cents?: number;
  /** Promotional chips that were used up, because they lost or may be played only once, in cents. */
  promotional_taken_cents?: number;
  owed_cents: number | null;
  commission_cents: number;
  /** Win or loss of credit, in cents, if promotional chips were staked. */
  credit_net_cents?: number;
  account: string;
  /** Part of a fixed pay that the meter paid instead of the tray, in cents. */
  meter_cents?: number;
  title: string;
  short_title: string;
  rules: CitedRule[];
  /** Condition for a win, from the rulebook. */
  wins: string;
  /** Conditions for a push, a returned stake and a loss. */
  ends: string;
  /** Pay of the pay table row that won; empty if the wager did not win. */
  pays: string;
  /** Pay as numbers. */
  pay: Payout | null;
};

/** Card of an archived round; the list is in dealing order. */
export type DealtCard = {
  hand: string;
  nth: number;
  card: string;
};

/** Amount of a meter before and after a round, in cents. */
export type MeterChange = {
  before: number;
  after: number;
};

/** Corrected card of an archived round. */
export type PublicCorrection = {
  at: number;
  place: number;
  was: string;
  card: string;
};

/** Effect of a correction on the viewer's own credit. */
export type OwnCorrection = {
  at: number;
  reason: string;
  difference_cents: number;
};

/** A player's money in an archived round, after all corrections. */
export type OwnRound = {
  staked_cents: number;
  net_cents: number;
  jackpot_cents: number;
  /** Promotional chips staked, in cents; missing if there are none. */
  promotional_cents?: number;
  spots: OwnSpot[];
  /** Sum of the chips in `spots`: what the same bets cost again. */
  placed_cents: number;
  results: NamedOwnResult[];
  /** The player's result at each seat with wagers of the player. */
  seats: SeatResult[];
  fee_cents: number;
  returned_cents: number;
  balance_before_cents: number | null;
  balance_after_cents: number | null;
  /** Change of the player's credit by the round: wagers, bank and fee, in cents; 0 for a void round. */
  result_cents: number;
  /** The parts of `result_cents`, in the order of the wagers: they add up to it; none for a void round. */
  parts: ResultPart[];
  /** The player's result of each wager at each hand, at each seat, and at all seats together. */
  wagers: WagerSum[];
  /** Stakes that came back and what the wagers won, in cents, without the bank and the fee. */
  came_back_cents: number;
  bank: ArchivedBank | null;
  reason: string;
  corrections: OwnCorrection[];
};

/** Archived round for viewers other than staff. */
export type Round = {
  id: string;
  table: string;
  number: number;
  shoe: number;
  hand_in_shoe: number[] | null;
  version: number;
  digest: string;
  status: "settled" | "void" | "corrected";
  opened_at: number;
  closed_at: number | null;
  ended_at: number;
  dealt: DealtCard[];
  cards: Record<string, string[]>;
  facts: Record<string, number | string | boolean | number[]>;
  meters: Record<string, MeterChange>;
  /** Settlement of a hand between seats; missing in a game with a bank, and in older rounds. */
  settled_hand?: SettledHand;
  code?: string;
  cite?: string;
  demo_label: string;
  rulebook: string;
  title: string;
  family: string;
  mode: DealingMode;
  free_hand: boolean;
  hand_values: Record<string, HandValue>;
  corrections: PublicCorrection[];
  player?: OwnRound;
};

/** A player's chips at one seat, with the account, for staff. */
export type StaffSpot = {
  seat: number;
  bettor: string;
  wagers: Record<string, number>;
  /** Wagers that are placed with promotional chips. */
  promotional_wagers?: string[];
  account: string;
};

/** Opening of an archived round: a free hand, a carried card, and the buttons. */
export type ArchivedOpening = {
  free_hand: boolean;
  button?: number;
  action?: number;
  carried?: string;
  disclosed?: boolean;
};

/** Input of an archived round: a card, a decision, an arrangement or dice; its kind decides which keys it has. */
export type ArchivedInput = {
  card?: string;
  face_up?: string;
  in_error?: string;
  disclosed?: boolean;
  called_off?: string;
  mark?: string;
  seat?: number;
  decided?: string;
  cents?: number | null;
  with_them?: number[] | null;
  laid?: number[][] | null;
  declares?: string;
  declared_at_ms?: number;
  rolled?: number[];
};

/** Cards, facts and results of a round before its correction. */
export type RoundBeforeCorrection = {
  cards: Record<string, string[]>;
  facts: Record<string, number | string | boolean | number[]>;
  results: StaffResult[];
  bank: Bank | null;
  /** Result of each account by its wagers and by the bank that it held, in cents. */
  nets: Record<string, number>;
};

/** Corrected card with the request, the approval and the difference for each account, for staff. */
export type StaffCorrection = {
  at: number;
  place: number;
  was: string;
  card: string;
  reason: string;
  requested_by: string;
  approved_by: string;
  differences: Record<string, number>;
  before: RoundBeforeCorrection;
};

/** Result of a round for the house, in cents; a loss of the house is negative. */
export type HouseFigures = {
  wagered_cents: number;
  /** Win or loss of the house in cents, with commission, collection and fees. */
  net_cents: number;
  /** Collection fees of all players. */
  collection_cents: number;
  /** Commission on all wagers. */
  commission_cents: number;
};

/** A bettor's stake on one wager, in cents. */
export type SeatWager = {
  wager: string;
  title: string;
  cents: number;
};

/** Money of one bettor at one seat in a round, in cents; a gain of the seat is positive. */
export type SeatMoney = {
  seat: number;
  account: string;
  /** Whether this is the player-dealer, who covers the wagers of the others. */
  is_bank: boolean;
  wagers: SeatWager[];
  staked_cents: number;
  fee_cents: number;
  /** Part of the gain that a meter pays. */
  jackpot_cents: number;
  /** Change of the bettor's credit, with fee and jackpot; None while the round is in play. */
  gets_cents: number | null;
};

/** Money of all seats in a round, with its sums, in cents. */
export type RoundMoney = {
  seats: SeatMoney[];
  staked_cents: number;
  jackpot_cents: number;
  gets_cents: number | null;
};

/** Archived round for staff. */
export type StaffRound = {
  id: string;
  table: string;
  number: number;
  shoe: number;
  hand_in_shoe: number[] | null;
  version: number;
  digest: string;
  status: "settled" | "void" | "corrected";
  opened_at: number;
  closed_at: number | null;
  ended_at: number;
  dealt: DealtCard[];
  cards: Record<string, string[]>;
  facts: Record<string, number | string | boolean | number[]>;
  meters: Record<string, MeterChange>;
  /** Settlement of a hand between seats; missing in a game with a bank, and in older rounds. */
  settled_hand?: SettledHand;
  code?: string;
  cite?: string;
  demo_label: string;
  rulebook: string;
  title: string;
  family: string;
  mode: DealingMode;
  free_hand: boolean;
  hand_values: Record<string, HandValue>;
  settings: Settings;
  spots: StaffSpot[];
  fees: Record<string, number>;
  action_cents: number;
  opening: ArchivedOpening;
  /** Inputs of the round in order: cards, decisions, dice. */
  answers: ArchivedInput[];
  /** Credit of each account before its wagers and fees, and after the round, in cents. */
  balances: Record<string, number[]>;
  reason?: string;
  returned?: Record<string, number>;
  results: NamedStaffResult[];
  totals: Totals;
  house: HouseFigures;
  money: RoundMoney;
  bank: ArchivedBank | null;
  /** Result of each account by its wagers and by the bank that it held, in cents. */
  nets: Record<string, number>;
  corrections: StaffCorrection[];
};

/** State of betting with its countdown, the same for all viewers. */
export type Betting = {
  is_open: boolean;
  /** Reason why no wagers are taken now; None while betting is open. */
  closed_reason: BettingClosedReason | null;
  round: string | null;
  opened_at: number | null;
  closes_at: number | null;
  closed_at: number | null;
  /** Time at which the next bets open automatically; None if a dealer opens them or they are open. */
  opens_at: number | null;
  /** Time since which all clocks are stopped by a pause or hold; None while they run. */
  clock_stopped_at: number | null;
  seconds: number;
  rule: string;
  action_cents: number;
  /** Players who are ready, while betting is open at a table that closes it early. */
  ready?: Ready;
};

/** Number of players who have said that their bets are made; betting closes when all have. */
export type Ready = {
  players: number;
  ready: number;
};

/** A table as one viewer may see it, with the texts that every screen shows. */
export type TableView = {
  table: string;
  now: number;
  /** Text that marks a demonstration system; empty in a real house. */
  demo_label: string;
  game: Game;
  version: number;
  mode: DealingMode;
  phase: Phase;
  is_running: boolean;
  is_paused: boolean;
  hold_reasons: string[];
  seats: Seat[];
  betting: Betting;
  wagers: Wager[];
  chips: PlacedChips[];
  stakes: Stakes;
  hands: Record<string, Card[]>;
  /** Value of each hand of which the viewer may see all cards. */
  hand_values: Record<string, HandValue>;
  hand_states: Hand[];
  next_draw: NextDraw;
  decision: DecisionRequest | null;
  reveal: Reveal | null;
  arrangements?: Arrangements;
  /** Order of the seats; missing between rounds, and in games in which the order never changes. */
  action_order?: ActionOrder;
  /** Wagers whose result is certain before the end of the round, as far as the viewer may know. */
  decided_wagers?: DecidedWager[];
  next_hand: NextHand;
  shoe: Shoe | null;
  rounds: number;
  last_round: LastRound | null;
  trends: Trends;
  progressives: Progressive[];
  jackpots: Jackpot[];
  player_dealer: PlayerDealer | null;
  /** Chips in front of the seats; present only at a table where seats play against each other. */
  table_stakes?: TableStakes;
  player?: Own;
  staff?: Staff;
  number: number;
  /** Title that the house gave the table; empty if it has only a number. */
  display_name: string;
  /** Languages spoken at the table, as ISO 639 codes; empty if unknown. */
  languages: string[];
  house: string;
  help_line: string;
};

/** Main limits of a table: those of its line wagers, or the buy-in if seats play against each other. */
export type TableLimit = {
  least_cents: number;
  most_cents: number;
};

/** Hands that all players share, with their values: those of the round being dealt, else of the last settled one. */
export type LastHand = {
  cards: Record<string, string[]>;
  hand_values: Record<string, HandValue>;
};

/** Tile of one table in the lobby. */
export type LobbyTile = {
  number: number;
  /** Title that the house gave the table; empty if it has only a number. */
  display_name: string;
  /** Languages spoken at the table, as ISO 639 codes; empty if unknown. */
  languages: string[];
  buy_in?: BuyIn;
  waiting?: number;
  table: string;
  now: number;
  demo_label: string;
  rulebook: string;
  title: string;
  /** Title of the game where there is little space; the title if the rulebook gives no shorter one. */
  short_title: string;
  family: string;
  /** Other names of the game, for the search in the lobby. */
  other_names: string[];
  house: string;
  banking: "house" | "player-dealer" | "seats";
  mode: DealingMode;
  phase: Phase;
  is_running: boolean;
  /** Whether wagers are placed, cards are dealt or the last result is still new; a wall shows such a table large. */
  is_in_play: boolean;
  bets_open: boolean;
  closes_at: number | null;
  betting_seconds: number;
  seats: number;
  seats_taken: number;
  limit: TableLimit;
  player_dealer: number | null;
  progressives: Progressive[];
  hands_in_shoe: number;
  /** Last rounds, as the family of the table shows them. */
  record: Sides | DealerHands | SeatMarks | Pots | Points;
  /** Last columns of the road of the shoe in play; empty if the family draws none. */
  road: RoadSquare[];
  /** Last settled round; None before the first. */
  last_hand: LastHand | null;
  /** Whether a jackpot was hit at the table and waits for its confirmation. */
  has_jackpot: boolean;
};

/** Wager added during the round, with the account for staff. */
export type AddedWager = {
  seat: number;
  bettor: string;
  wager: string;
  cents: number;
  account?: string;
};

/** Wager paid during the round, with the account for staff. */
export type EarlyPayment = {
  seat: number;
  bettor: string;
  wager: string;
  cents: number;
  net_cents: number;
  account?: string;
};

/** Input to the bank's rotation, such as a seat that accepted or declined the bank. */
export type RotationInput = {
  do: string;
  seat?: number;
};

/** Input to a round (a card, a decision, dice), as players or staff may see it. A card drawn in error stays hidden if no player has seen it. The reason of a round that was called off is for staff. */
export type RoundInput = {
  card?: string | null;
  face_up?: string;
  mark?: string;
  rolled?: number[];
  in_error?: string | null;
  disclosed?: boolean;
  called_off?: string | null;
};

/** The whole view of a table: the first frame of a connection, unless it resumes with records. */
export type StateFrame = {
  type: "state";
  /** Number of the last record that the view contains. */
  seq: number;
  view: TableView;
};

/** Keys of the view that changed. */
export type ViewFrame = {
  type: "view";
  seq: number;
  view: Partial<TableView>;
  /** Keys that the view has no longer. */
  removed?: string[];
};

/** Events of one stored record, as the viewer may see them. */
export type EventRecord = {
  seq: number;
  at: number;
  events: TableEvent[];
};

/** Records that were stored since the last frame. */
export type EventsFrame = {
  type: "events";
  seq: number;
  records: EventRecord[];
};

/** The player's own balance if it changed, and the player's own part of events. */
export type PrivateFrame = {
  type: "private";
  balance_cents?: number;
  events?: PrivateEvent[];
};

/** Reason for which a wager cannot be placed as it is. */
export type WagerProblem = {
  wager: string;
  reason: WagerProblemReason;
  /** Amount that the rule sets, in cents: the minimum, the maximum, the fixed stake or the cap. */
  cents: number | null;
  /** Cents that are missing to a minimum. */
  missing_cents: number | null;
  /** Ids of the other wagers that the rule names. */
  others: string[];
  /** Share of the other stakes that the stake may be: `1` or `1/2`. */
  share: string;
  /** Whether more chips, here or on other wagers, make the wager valid. */
  is_incomplete: boolean;
  cites: string[];
};

/** A refusal: a code for programs, a message in English, and the rules it is based on. */
export type ErrorDetail = {
  code: ErrorCode;
  message: string;
  cites: string[];
  rules: CitedRule[];
  /** For refused wagers: the first problem of each wager that cannot be placed. */
  problems?: WagerProblem[];
  /** For refused wagers: the stakes in cents of the wagers that could be placed without the others. */
  placeable?: Record<string, number>;
};

/** Body of every HTTP response that is an error. */
export type ErrorBody = {
  error: ErrorDetail;
};

/** Reply to a command that the server stored. */
export type AcceptedFrame = {
  type: "reply";
  key: string;
  ok: true;
  seq: number;
  at: number;
  /** Whether the command had been stored before, under the same key. */
  repeated: boolean;
};

/** Reply to a command that the server refused. */
export type RefusedFrame = {
  type: "reply";
  key: string | null;
  ok: false;
  error: ErrorDetail;
};

/** Reply to a ping, with the server's time. */
export type PongFrame = {
  type: "pong";
  now: number;
};

/** Command of a client, with its idempotency key. */
export type CommandFrame = {
  type: "command";
  key: string;
  command: Command;
  /** Trace of the sender in the form of W3C Trace Context, which the house's trace of the command continues. */
  traceparent?: string;
};

/** Request of a client for a pong, to test the connection. */
export type PingFrame = {
  type: "ping";
};

/** Command to take the offered bank and post its amount. */
export type AcceptBank = {
  do: "accept-bank";
  cents: number;
};

/** Command to acknowledge a notice. */
export type AcknowledgeNotice = {
  do: "acknowledge-notice";
  id: string;
};

/** Command to announce new settings; they are posted now and take effect at `from_at`. */
export type AnnounceChange = {
  do: "announce-change";
  settings: TableSettings;
  from_at?: number | null;
};

/** Command that reports the arrival of a supervisor. */
export type AnswerCall = {
  do: "answer-call";
};

/** Command to agree or disagree that another bettor reveals the cards. */
export type AnswerRevealPass = {
  do: "answer-reveal-pass";
  hand: string;
  agree: boolean;
};

/** Command to approve a back-out that another person requested; the amount returns from the credit to the meter. */
export type ApproveBackOut = {
  do: "approve-back-out";
  id: string;
};

/** Command to approve a correction that another person requested. The entries are reversed and the round is settled again. */
export type ApproveCorrection = {
  do: "approve-correction";
  id: string;
};

/** Command to set a seat's cards into hands. `hands`: cards by hand name; None: set the house way. */
export type ArrangeCards = {
  do: "arrange-cards";
  seat: number;
  declares?: string;
  confirms_foul?: boolean;
  hands?: Record<string, string[]> | null;
  question?: number | null;
};

/** Command to buy chips with credit, at a table where seats play against each other. Allowed between hands; in some games also during a hand, until the showdown. */
export type BuyChips = {
  do: "buy-chips";
  cents: number;
};

/** Command to announce the result and settle the round. */
export type CallResult = {
  do: "call-result";
};

/** Command to call a supervisor. */
export type CallSupervisor = {
  do: "call-supervisor";
  note?: string;
};

/** Command to change the table's settings between rounds. */
export type ChangeSettings = {
  do: "change-settings";
  settings: TableSettings;
};

/** Command to lift a hold that a fault caused. */
export type ClearHold = {
  do: "clear-hold";
  id: string;
  reason: string;
};

/** Command to close betting. */
export type CloseBets = {
  do: "close-bets";
};

/** Command to close a dispute; the evidence bundle of the round must exist. */
export type CloseDispute = {
  do: "close-dispute";
  id: string;
  resolution: string;
};

/** Command to close the table between rounds. */
export type CloseTable = {
  do: "close-table";
};

/** Command that reports a completed procedure step, for example inspect, wash, shuffle or cut, with its entries. */
export type CompleteStep = {
  do: "complete-step";
  step: string;
  seat?: number | null;
  declined?: number[];
  from_end?: number | null;
  batch?: string | null;
  seals_unbroken?: boolean | null;
  inventory?: string | null;
  device?: string | null;
  sound?: boolean | null;
  choice?: string | null;
  note?: string;
};

/** Command to confirm a win from a meter; above the house's threshold an executive confirms as well. */
export type ConfirmJackpot = {
  do: "confirm-jackpot";
  id: string;
};

/** Command to correct a misread card of the current round. `place`: number of the card in the round, from 1. */
export type CorrectCard = {
  do: "correct-card";
  place: number;
  card: string;
};

/** Command to correct the dice numbers of the current round. */
export type CorrectDice = {
  do: "correct-dice";
  numbers: number[];
};

/** Command to begin the next hand, at a table where seats play against each other. */
export type DealHand = {
  do: "deal-hand";
};

/** Command to declare a misdeal: dealing errors that cannot be corrected. */
export type DeclareMisdeal = {
  do: "misdeal";
  reason: string;
};

/** Command to decline the offered bank, or to give the bank up. */
export type DeclineBank = {
  do: "decline-bank";
};

/** Command to draw for the dealer button, one card per player; the highest card gets the button. `cards`: the dealer's cards by seat; None: the generator draws them. */
export type DrawButton = {
  do: "draw-button";
  cards?: Record<string, string> | null;
};

/** Command to join the waiting list of a full table. */
export type JoinWaitingList = {
  do: "join-waiting-list";
};

/** Command to leave the waiting list. */
export type LeaveWaitingList = {
  do: "leave-waiting-list";
};

/** Command to load a new shoe. */
export type LoadShoe = {
  do: "load-shoe";
  batch?: string | null;
};

/** Command to decide about a seat's hand: hit, stand, double-down, split, surrender, insure or decline. */
export type MakeDecision = {
  do: "decide";
  seat: number;
  choice: string;
  cents?: number | null;
  question?: number | null;
};

/** Command to offer the bank to the seats again after no player has taken it. */
export type OfferBank = {
  do: "offer-bank";
};

/** Command to open betting for the next round. */
export type OpenBets = {
  do: "open-bets";
};

/** Command to open a dispute about a round; the table is on hold until the evidence is saved. */
export type OpenDispute = {
  do: "open-dispute";
  round: string;
  reason: string;
};

/** Command to open the table for play. */
export type OpenTable = {
  do: "open-table";
};

/** Command to deal the next hand without wagers, which keeps the order of the shoe. */
export type OrderFreeHand = {
  do: "free-hand";
  reason: string;
};

/** Command to have the cards cut again before any is dealt, by the same cutter or by the next one. */
export type OrderRecut = {
  do: "order-recut";
  cutter?: "same" | "next";
  reason: string;
};

/** Command to stop the table's timers. */
export type PauseTable = {
  do: "pause-table";
  reason: string;
};

/** Command that replaces all chips a bettor has at a seat; an empty list takes all of them back. The seat is the player's own, or one the player bets behind. */
export type PlaceWagers = {
  do: "place-wagers";
  seat: number;
  wagers: WagerAmount[];
  round?: string | null;
};

/** Command of the player-dealer to post the bank for the next hand. */
export type PostBank = {
  do: "post-bank";
  cents: number;
};

/** Command that reports a card from the shoe, read by the smart shoe or entered by the dealer. */
export type ReadCard = {
  do: "read-card";
  card: string;
};

/** Command to record different treatment of a player or dealer with a disability. */
export type RecordAccommodation = {
  do: "record-accommodation";
  seat?: number | null;
  what: string;
};

/** Command to refer a dispute to an outside body. */
export type ReferDispute = {
  do: "refer-dispute";
  id: string;
  to?: string | null;
  reference?: string;
};

/** Command to reject a back-out; the jackpot stays paid. */
export type RejectBackOut = {
  do: "reject-back-out";
  id: string;
  reason: string;
};

/** Command to reject a correction; the round stays as settled. */
export type RejectCorrection = {
  do: "reject-correction";
  id: string;
  reason: string;
};

/** Command to reject a win from a meter; its amount returns to the meter. */
export type RejectJackpot = {
  do: "reject-jackpot";
  id: string;
  reason: string;
};

/** Command that reports that the next card in the shoe is face up. */
export type ReportCardFaceUp = {
  do: "report-card-face-up";
  card: string;
  reason: string;
};

/** Command that reports a card drawn against the rules. */
export type ReportCardInError = {
  do: "report-card-in-error";
  card: string;
  disclosed: boolean;
  reason: string;
};

/** Command that reports that the cut card has come out of the shoe. */
export type ReportCutCard = {
  do: "report-cut-card";
};

/** Command that reports a disagreement between a terminal and the board, which counts as a malfunction. The table is put on hold. Depending on the rulebook, the round is void. */
export type ReportDisagreement = {
  do: "report-disagreement";
  reason: string;
};

/** Command that reports a card missing from a sealed batch. The inventory number identifies the batch for its manufacturer. */
export type ReportMissingCard = {
  do: "report-missing-card";
  inventory: string;
  card?: string | null;
  reason: string;
};

/** Command to request that a paid jackpot is taken back from the player's credit. */
export type RequestBackOut = {
  do: "request-back-out";
  id: string;
  reason: string;
};

/** Command to request the correction of a card of a settled round. `place`: number of the card in the round, from 1. */
export type RequestCorrection = {
  do: "request-correction";
  round: string;
  place: number;
  card: string;
  reason: string;
};

/** Command to request that another bettor reveals the cards of a hand. */
export type RequestRevealPass = {
  do: "request-reveal-pass";
  hand: string;
  to_seat: number;
};

/** Command to restart the timers of a paused table. */
export type ResumeTable = {
  do: "resume-table";
};

/** Command to reveal the face-down cards of a hand. */
export type RevealCards = {
  do: "reveal-cards";
  hand: string;
};

/** Command that reports the dice numbers; with `numbers` None the generator rolls. */
export type RollDice = {
  do: "roll-dice";
  numbers?: number[] | null;
};

/** Command to save an unfinished arrangement; when the time runs out, it is used if it is valid. */
export type SaveArrangementDraft = {
  do: "save-arrangement-draft";
  seat: number;
  hands: Record<string, string[]>;
  question?: number | null;
};

/** Command of a player whose bets are made; betting closes when every player has sent it. */
export type SayReady = {
  do: "say-ready";
};

/** Command of surveillance to send a notice to the floor. */
export type SendNotice = {
  do: "send-notice";
  text: string;
};

/** Command that reports a burn card, after the first one, that is shown to the players. */
export type ShowBurnCard = {
  do: "show-burn-card";
  card: string;
};

/** Command to open the next hand, so that everybody sees its cards. */
export type ShowHand = {
  do: "show-hand";
};

/** Command to take a seat, or a further seat where one player may have several. */
export type SitDown = {
  do: "sit-down";
  seat: number;
};

/** Command to be dealt in again after sitting out. With `post`, the player pays the missed blinds and antes and is dealt in at once; otherwise the player waits for the regular turn. */
export type SitIn = {
  do: "sit-in";
  post?: boolean;
};

/** Command to sit out: the player is not dealt in, and keeps seat and chips. */
export type SitOut = {
  do: "sit-out";
};

/** Command to leave the table, or one of several seats. */
export type StandUp = {
  do: "stand-up";
  seat?: number | null;
};

/** Command to confirm that a step was carried out as recorded. */
export type VerifyStep = {
  do: "verify-step";
  id: string;
};

/** Command to void the round; stakes and fees are returned. */
export type VoidRound = {
  do: "void-round";
  reason: string;
};

/** Command to withdraw an announced change. */
export type WithdrawChange = {
  do: "withdraw-change";
  id: string;
  reason: string;
};

/** Event: different treatment of a player or dealer with a disability was recorded. [003 L38] */
export type AccommodationRecorded = {
  kind: "accommodation-recorded";
  seat?: number | null;
  account?: string | null;
  what?: string;
  by?: string;
  name?: string;
};

/** Event: an unfinished arrangement of a seat was saved. */
export type ArrangementDrafted = {
  kind: "arrangement-drafted";
  seat?: number;
  account?: string | null;
};

/** Event: a seat set its hand; other players cannot view the arrangement before the game shows it. */
export type ArrangementMade = {
  kind: "arrangement-made";
  seat?: number;
  declares?: string;
  next_at?: number | null;
  account?: string | null;
};

/** Event: seats are asked to set their cards into hands before the deadline. */
export type ArrangementsRequested = {
  kind: "arrangements-requested";
  settings?: Record<string, unknown>[];
  next_at?: number | null;
};

export type BackOutRejected = {
  kind: "back-out-rejected";
  id?: string;
  reason?: string;
};

/** Event: the back-out of a paid jackpot was requested. [003 L433, L623] */
export type BackOutRequested = {
  kind: "back-out-requested";
  id?: string;
  jackpot?: string;
  round?: string;
  seat?: number;
  account?: string;
  cents?: number;
  reason?: string;
  by?: string;
};

/** Event: a new deadline for the player who is offered the bank or banks, after a void hand or new settings. */
export type BankDeadlineSet = {
  kind: "bank-deadline-set";
  until?: number;
};

export type BankPosted = {
  kind: "bank-posted";
  seat?: number;
  cents?: number;
  next_at?: number;
  account?: string;
};

export type BankReturned = {
  kind: "bank-returned";
  cents?: number;
  account?: string;
};

/** Event: the bank rotation received an input, such as a player who accepted or declined the bank. */
export type BankRotated = {
  kind: "bank-rotated";
  at?: number;
  deadline?: number | null;
  input?: RotationInput;
};

export type BetsClosed = {
  kind: "bets-closed";
  at?: number;
  next_at?: number | null;
};

export type BetsOpened = {
  kind: "bets-opened";
  round?: string;
  number?: number;
  at?: number;
  closes_at?: number | null;
  free_hand?: boolean;
};

/** Event: a burn card after the first one was shown to the players. [000 L94] */
export type BurnedCardShown = {
  kind: "burned-card-shown";
  card?: string;
};

/** Event: each player drew one card, and the highest card got the dealer button. */
export type ButtonDrawn = {
  kind: "button-drawn";
  seat?: number;
  cards?: Record<string, string>;
  source?: string;
};

export type CallAnswered = {
  kind: "call-answered";
};

export type CardCorrected = {
  kind: "card-corrected";
  place?: number;
  face_down?: number[];
  next_at?: number | null;
  was?: string;
  card?: string;
  answers?: RoundInput[];
};

export type CardDealt = {
  kind: "card-dealt";
  place?: number;
  hand?: string;
  nth?: number;
  face_down?: boolean;
  next_at?: number | null;
  card?: string;
  irregular?: "face_up" | "in_error" | "card" | null;
};

export type CardsBurned = {
  kind: "cards-burned";
  shown?: string[];
  count?: number;
};

export type CardsRevealed = {
  kind: "cards-revealed";
  hand?: string;
  by?: (number | string)[] | null;
  silent?: boolean;
  cards?: string[];
  next_at?: number | null;
};

/** Event: new settings were announced; they take effect at `from_at`. [003 L148; 004 L900] */
export type ChangeAnnounced = {
  kind: "change-announced";
  id?: string;
  at?: number;
  from_at?: number;
  changes?: Record<string, unknown>[];
  by?: string;
  name?: string;
  settings?: PostedSettings | Settings;
};

export type ChangeWithdrawn = {
  kind: "change-withdrawn";
  id?: string;
  reason?: string;
};

/** Event: a player bought chips with credit, at a table where seats play against each other. */
export type ChipsBought = {
  kind: "chips-bought";
  seat?: number;
  cents?: number;
  stack_cents?: number;
  account?: string;
};

/** Event: a player's chips returned to the player's credit. */
export type ChipsReturned = {
  kind: "chips-returned";
  seat?: number;
  cents?: number;
  account?: string;
};

export type CorrectionRejected = {
  kind: "correction-rejected";
  id?: string;
  reason?: string;
};

export type CorrectionRequested = {
  kind: "correction-requested";
  id?: string;
  round?: string;
  place?: number;
  card?: string;
  reason?: string;
  by?: string;
};

export type CountdownSet = {
  kind: "countdown-set";
  closes_at?: number | null;
};

export type CutCardReached = {
  kind: "cut-card-reached";
  last_hand?: boolean;
};

/** Event: a seat decided about its hand. */
export type DecisionMade = {
  kind: "decision-made";
  seat?: number;
  hand?: number;
  choice?: string;
  next_at?: number | null;
  raises?: AddedWager[];
};

/** Event: the decision time ran out; every open question gets the game's default answer. */
export type DecisionTimedOut = {
  kind: "decision-timed-out";
  seats?: number[];
  next_at?: number | null;
};

/** Event: seats are asked to decide about their hands before the deadline. */
export type DecisionsRequested = {
  kind: "decisions-requested";
  questions?: Record<string, unknown>[];
  next_at?: number;
};

/** Event: wrongly entered dice were corrected; hands that were already set must be set again. */
export type DiceCorrected = {
  kind: "dice-corrected";
  what?: string;
  place?: number;
  was?: number[];
  numbers?: number[];
};

/** Event: dice were rolled, or a number was drawn. */
export type DiceRolled = {
  kind: "dice-rolled";
  what?: string;
  source?: string;
  numbers?: number[];
  next_at?: number | null;
};

/** Event: a dispute was referred to a body outside the house. [000 L137; 002 L132] */
export type DisputeReferred = {
  kind: "dispute-referred";
  id?: string;
  at?: number;
  to?: string;
  reference?: string;
};

export type FeesTaken = {
  kind: "fees-taken";
  schedule?: string;
  action_cents?: number;
  fees?: Record<string, number>;
};

export type FreeHandOrdered = {
  kind: "free-hand-ordered";
  reason?: string;
};

/** Event: a seat's hand was opened; the event `hole-cards-revealed` has its cards. */
export type HandShown = {
  kind: "hand-shown";
  hand?: string;
  seat?: number | null;
  next_at?: number | null;
};

/** Event: a hand between seats begins. It records the seat of the dealer button and the blinds and antes that absent players owe. */
export type HandStarted = {
  kind: "hand-started";
  button?: number;
  owes?: Record<string, string[]>;
};

export type HoldLifted = {
  kind: "hold-lifted";
  id?: string;
  stood_ms?: number;
  reason?: string;
};

export type HoldPlaced = {
  kind: "hold-placed";
  id?: string;
  at?: number;
  why?: "fault" | "dispute";
  reason?: string;
  round?: string | null;
};

/** Event: cards that the game dealt face down are face up now. */
export type HoleCardsRevealed = {
  kind: "hole-cards-revealed";
  hand?: string;
  cards?: string[];
  places?: number[];
};

export type IrregularityReported = {
  kind: "irregularity-reported";
  what?: string;
  cite?: string;
  reason?: string;
  card?: string | null;
};

/** Event: a paid jackpot returned from the player's credit to its meter; two people approved it. */
export type JackpotBackedOut = {
  kind: "jackpot-backed-out";
  id?: string;
  at?: number;
  round?: string;
  meter?: string;
  meter_before_cents?: number;
  meter_after_cents?: number;
  approval?: string;
  seat?: number;
  account?: string;
  cents?: number;
  seed_off_cents?: number;
  requested_by?: string;
  approved_by?: string;
  reason?: string;
};

export type JackpotConfirmed = {
  kind: "jackpot-confirmed";
  id?: string;
  paid?: boolean;
  by?: string;
};

export type JackpotHit = {
  kind: "jackpot-hit";
  id?: string;
  round?: string;
  meter?: string;
  wager?: string;
  seat?: number;
  cents?: number;
  order?: number;
  restarts_at?: number | null;
  account?: string;
  reseeded_cents?: number;
  restart?: Record<string, number> | null;
};

export type JackpotRejected = {
  kind: "jackpot-rejected";
  id?: string;
  reason?: string;
};

/** Event: the recipient acknowledged a notice. */
export type NoticeAcknowledged = {
  kind: "notice-acknowledged";
  id?: string;
  at?: number;
  by?: string;
  name?: string;
  late?: boolean;
};

/** Event: a notice from the floor to surveillance, or from surveillance to the floor. [003 L290] */
export type NoticeSent = {
  kind: "notice-sent";
  id?: string;
  to?: "surveillance" | "floor";
  at?: number;
  until?: number | null;
  text?: string;
  by?: string;
  name?: string;
};

/** Event: a player's bets are made, so the table need not wait for the player. */
export type ReadySaid = {
  kind: "ready-said";
  account?: string;
};

/** Event: a supervisor ordered the cards cut again, by the same cutter or by the next one. [003 L201-203] */
export type RecutOrdered = {
  kind: "recut-ordered";
  cutter?: "same" | "next";
  by?: string;
  name?: string;
  reason?: string;
};

/** Event: a player has the right to reveal cards until the deadline. */
export type RevealDeadlineSet = {
  kind: "reveal-deadline-set";
  next_at?: number;
};

export type RevealPassAnswered = {
  kind: "reveal-pass-answered";
  who?: (number | string)[];
  agree?: boolean;
  next_at?: number;
};

export type RevealPassRequested = {
  kind: "reveal-pass-requested";
  hand?: string;
  by?: (number | string)[];
  to?: (number | string)[];
  next_at?: number;
};

/** Event: for each hand with face-down cards, a bettor gets the right to reveal them, or the dealer does. A right names the seat and the bettor; None is the dealer. */
export type RevealRightsAssigned = {
  kind: "reveal-rights-assigned";
  rights?: Record<string, (number | string)[] | null>;
};

export type RoundCorrected = {
  kind: "round-corrected";
  round?: string;
  at?: number;
  place?: number;
  was?: string;
  card?: string;
  cards?: Record<string, string[]>;
  facts?: Record<string, unknown>;
  hand_in_shoe?: number[] | null;
  outcome?: Record<string, unknown>;
  winning_wagers?: string[];
  winning_rows?: Record<string, string>;
  settled_hand?: Record<string, unknown>;
  approval?: string;
  differences?: Record<string, number>;
  forgone?: Record<string, number>;
  jackpots_before?: number;
  order?: number[];
  requested_by?: string;
  approved_by?: string;
  reason?: string;
  answers?: RoundInput[];
  results?: Result[];
  bank?: Bank | null;
};

/** Event: a round input that is not a regular card: result called, shoe empty, or a card drawn in error. */
export type RoundInputRecorded = {
  kind: "round-input-recorded";
  answer?: RoundInput;
  card?: string | null;
};

export type RoundSettled = {
  kind: "round-settled";
  round?: string;
  at?: number;
  next_at?: number;
  cards?: Record<string, string[]>;
  facts?: Record<string, unknown>;
  meters?: Record<string, Record<string, number>>;
  winning_wagers?: string[];
  winning_rows?: Record<string, string>;
  hand_in_shoe?: number[];
  outcome?: Record<string, unknown>;
  between?: boolean;
  unseen?: number[];
  settled_hand?: Record<string, unknown>;
  balances?: Record<string, number[]>;
  order?: number[];
  put_in?: Record<string, number>;
  bots?: string[];
  results?: Result[];
  bank?: Bank | null;
  next_opening?: NextHand;
};

export type RoundVoided = {
  kind: "round-voided";
  round?: string;
  at?: number;
  next_at?: number;
  code?: string;
  cite?: string;
  cards?: Record<string, string[]>;
  unseen?: number[];
  reason?: string;
  returned?: Record<string, number>;
  next_opening?: NextHand;
};

export type SatIn = {
  kind: "sat-in";
  seat?: number;
  posts?: boolean;
  account?: string;
};

/** Event: a player sits out, and keeps seat and chips. */
export type SatOut = {
  kind: "sat-out";
  seat?: number;
  why?: "asked" | "silent";
  account?: string;
};

export type SeatLeft = {
  kind: "seat-left";
  seat?: number;
  account?: string;
};

export type SeatTaken = {
  kind: "seat-taken";
  seat?: number;
  third_party?: boolean;
  bot?: boolean;
  account?: string;
  name?: string;
};

/** Event: payments from seat to seat in order, in a game without a bank. */
export type SeatTransfersMade = {
  kind: "seat-transfers-made";
  exchanges?: Record<string, unknown>[];
};

export type SettingsChanged = {
  kind: "settings-changed";
  version?: number;
  digest?: string;
  next_at?: number | null;
  change?: string | null;
  must_intervene?: boolean | null;
  settings?: PostedSettings | Settings;
};

export type ShoeLoaded = {
  kind: "shoe-loaded";
  number?: number;
  source?: string;
  digest?: string | null;
  batch?: string | null;
};

export type ShoeRevealed = {
  kind: "shoe-revealed";
  number?: number;
  digest?: string;
  nonce?: string;
  cards?: string;
  cut_from_back?: number;
};

/** Event: a procedure step was carried out, with person, time and entries. [003 L98, L190-210] */
export type StepCompleted = {
  kind: "step-completed";
  id?: string;
  step?: string;
  at?: number;
  cite?: string;
  by?: string;
  name?: string;
  entered?: Record<string, unknown>;
  until?: number | null;
  empties_shoe?: boolean;
};

/** Event: another person confirmed that a step was carried out. [003 L191, L210] */
export type StepVerified = {
  kind: "step-verified";
  id?: string;
  at?: number;
  by?: string;
  name?: string;
};

export type SupervisorCalled = {
  kind: "supervisor-called";
  note?: string;
};

export type TableClosed = {
  kind: "table-closed";
};

export type TableCreated = {
  kind: "table-created";
  name?: string;
  demonstration?: boolean;
};

export type TableOpened = {
  kind: "table-opened";
  next_at?: number;
};

export type TablePaused = {
  kind: "table-paused";
  at?: number;
  reason?: string;
};

export type TableResumed = {
  kind: "table-resumed";
  stood_ms?: number;
};

/** Event: a player decided during the time bank; `left_ms` is its remaining time. */
export type TimeBankClosed = {
  kind: "time-bank-closed";
  seat?: number;
  left_ms?: number;
  account?: string;
};

/** Event: the decision time is over and the player's time bank starts. */
export type TimeBankOpened = {
  kind: "time-bank-opened";
  seat?: number;
  left_ms?: number;
  next_at?: number;
  account?: string;
};

/** Event: wagers were paid during the round; the event lists all early payments of the round. [002 L99, L113] */
export type WagersPaidEarly = {
  kind: "wagers-paid-early";
  paid?: EarlyPayment[];
};

export type WagersPlaced = {
  kind: "wagers-placed";
  seat?: number;
  bettor?: string;
  wagers?: Record<string, number>;
  account?: string;
};

export type WaitingListJoined = {
  kind: "waiting-list-joined";
  place?: number;
  account?: string;
  name?: string;
};

export type WaitingListLeft = {
  kind: "waiting-list-left";
  account?: string;
};

/** Something that happened at a table. */
export type TableEvent =
  | BankRotated
  | BankPosted
  | BankDeadlineSet
  | BankReturned
  | BetsOpened
  | CountdownSet
  | WagersPlaced
  | ReadySaid
  | BetsClosed
  | FeesTaken
  | WagersPaidEarly
  | RevealRightsAssigned
  | RevealPassRequested
  | RevealPassAnswered
  | RevealDeadlineSet
  | CardsRevealed
  | CardDealt
  | DecisionsRequested
  | ArrangementsRequested
  | HoleCardsRevealed
  | DiceCorrected
  | CardCorrected
  | TableCreated
  | SettingsChanged
  | TableOpened
  | TableClosed
  | TablePaused
  | TableResumed
  | SeatTaken
  | SeatLeft
  | SupervisorCalled
  | CallAnswered
  | JackpotHit
  | JackpotConfirmed
  | JackpotRejected
  | BackOutRequested
  | BackOutRejected
  | JackpotBackedOut
  | StepCompleted
  | StepVerified
  | RecutOrdered
  | NoticeSent
  | NoticeAcknowledged
  | ChangeAnnounced
  | ChangeWithdrawn
  | DisputeReferred
  | AccommodationRecorded
  | DecisionMade
  | DecisionTimedOut
  | ArrangementMade
  | ArrangementDrafted
  | HandShown
  | DiceRolled
  | RoundInputRecorded
  | SeatTransfersMade
  | RoundSettled
  | RoundVoided
  | RoundCorrected
  | ShoeLoaded
  | CardsBurned
  | BurnedCardShown
  | CutCardReached
  | ShoeRevealed
  | ChipsBought
  | ChipsReturned
  | SatOut
  | SatIn
  | WaitingListJoined
  | WaitingListLeft
  | ButtonDrawn
  | HandStarted
  | TimeBankOpened
  | TimeBankClosed
  | CorrectionRequested
  | CorrectionRejected
  | IrregularityReported
  | FreeHandOrdered
  | HoldPlaced
  | HoldLifted;

/** A frame of the server on the WebSocket of a table. */
export type Frame =
  | StateFrame
  | ViewFrame
  | EventsFrame
  | PrivateFrame
  | AcceptedFrame
  | RefusedFrame
  | PongFrame;

/** A frame of a client on the WebSocket of a table. */
export type ClientFrame =
  | CommandFrame
  | PingFrame;

/** A command that a user gives at a table. */
export type Command =
  | AcceptBank
  | AcknowledgeNotice
  | AnnounceChange
  | AnswerCall
  | AnswerRevealPass
  | ApproveBackOut
  | ApproveCorrection
  | ArrangeCards
  | BuyChips
  | CallResult
  | CallSupervisor
  | ChangeSettings
  | ClearHold
  | CloseBets
  | CloseDispute
  | CloseTable
  | CompleteStep
  | ConfirmJackpot
  | CorrectCard
  | CorrectDice
  | DealHand
  | MakeDecision
  | DeclineBank
  | DrawButton
  | OrderFreeHand
  | JoinWaitingList
  | LeaveWaitingList
  | LoadShoe
  | DeclareMisdeal
  | OfferBank
  | OpenBets
  | OpenDispute
  | OpenTable
  | OrderRecut
  | PauseTable
  | PlaceWagers
  | PostBank
  | ReadCard
  | RecordAccommodation
  | ReferDispute
  | RejectBackOut
  | RejectCorrection
  | RejectJackpot
  | ReportCardFaceUp
  | ReportCardInError
  | ReportCutCard
  | ReportDisagreement
  | ReportMissingCard
  | RequestBackOut
  | RequestCorrection
  | RequestRevealPass
  | ResumeTable
  | RevealCards
  | RollDice
  | SaveArrangementDraft
  | SayReady
  | SendNotice
  | ShowBurnCard
  | ShowHand
  | SitDown
  | SitIn
  | SitOut
  | StandUp
  | VerifyStep
  | VoidRound
  | WithdrawChange;

/** Name of a command. */
export type CommandName =
  | Command["do"];

/** A command at a table or elsewhere that a role may give. */
export type Permission =
  | "accept-bank"
  | "acknowledge-notice"
  | "announce-change"
  | "answer-call"
  | "answer-reveal-pass"
  | "approve-back-out"
  | "approve-correction"
  | "arrange-cards"
  | "buy-chips"
  | "call-result"
  | "call-supervisor"
  | "change-settings"
  | "clear-hold"
  | "close-bets"
  | "close-dispute"
  | "close-table"
  | "complete-step"
  | "confirm-jackpot"
  | "correct-card"
  | "correct-dice"
  | "deal-hand"
  | "decide"
  | "decline-bank"
  | "draw-button"
  | "free-hand"
  | "join-waiting-list"
  | "leave-waiting-list"
  | "load-shoe"
  | "misdeal"
  | "offer-bank"
  | "open-bets"
  | "open-dispute"
  | "open-table"
  | "order-recut"
  | "pause-table"
  | "place-wagers"
  | "post-bank"
  | "read-card"
  | "record-accommodation"
  | "refer-dispute"
  | "reject-back-out"
  | "reject-correction"
  | "reject-jackpot"
  | "report-card-face-up"
  | "report-card-in-error"
  | "report-cut-card"
  | "report-disagreement"
  | "report-missing-card"
  | "request-back-out"
  | "request-correction"
  | "request-reveal-pass"
  | "resume-table"
  | "reveal-cards"
  | "roll-dice"
  | "save-arrangement-draft"
  | "say-ready"
  | "send-notice"
  | "show-burn-card"
  | "show-hand"
  | "sit-down"
  | "sit-in"
  | "sit-out"
  | "stand-up"
  | "tick"
  | "verify-step"
  | "void-round"
  | "withdraw-change"
  | "buy-in"
  | "take-play-money"
  | "cash-out"
  | "redeem-voucher"
  | "void-voucher"
  | "reprint-voucher"
  | "pay-hand-pay"
  | "give-promotional"
  | "print-coupons"
  | "redeem-coupon"
  | "void-coupon"
  | "open-shift"
  | "close-shift"
  | "fill-drawer"
  | "create-table"
  | "confirm-large-jackpot"
  | "create-meter"
  | "adjust-meter"
  | "change-meter"
  | "stop-meter"
  | "start-meter"
  | "create-user"
  | "change-user"
  | "reset-password"
  | "change-password"
  | "set-up-second-factor"
  | "remove-second-factor"
  | "pair-terminal"
  | "retire-terminal"
  | "set-limit"
  | "take-break"
  | "self-exclude"
  | "lift-exclusion"
  | "use-coach"
  | "use-lab"
  | "approve-draft"
  | "recall"
  | "export"
  | "verify-log"
  | "search-events"
  | "mark-events-seen"
  | "make-bundle"
  | "view-reports"
  | "view-users"
  | "backup";

/** Code of a refusal. */
export type ErrorCode =
  | "approval/own"
  | "approval/second"
  | "back_out/already_made"
  | "back_out/already_requested"
  | "back_out/jackpot_not_found"
  | "back_out/not_covered"
  | "back_out/not_found"
  | "back_out/unpaid"
  | "bank/fee_not_covered"
  | "bank/house_banks"
  | "bank/no_players"
  | "bank/not_player_dealer"
  | "bank/not_posted"
  | "bank/offered"
  | "bank/posted"
  | "bank/time_up"
  | "betting/fixed_time"
  | "betting/no_player"
  | "button/cards"
  | "button/drawn"
  | "button/not_drawn"
  | "buy-in/day"
  | "buy-in/real_house"
  | "card/automated_table"
  | "card/cannot_correct"
  | "card/face_down"
  | "card/not_burned"
  | "card/not_due"
  | "card/not_found"
  | "card/unchanged"
  | "card/unreadable"
  | "card/unseen"
  | "cash-out/approval_required"
  | "cash-out/approver_rejected"
  | "cash-out/in_play"
  | "cash-out/not_enough"
  | "cash-out/nothing"
  | "cash-out/promotional"
  | "change/announced"
  | "change/no_difference"
  | "change/not_found"
  | "change/notice_too_short"
  | "chips/amount"
  | "chips/in_hand"
  | "coach/no_odds"
  | "coach/not_available"
  | "command/unknown"
  | "correction/asked"
  | "correction/incomplete"
  | "correction/jackpot"
  | "correction/jackpot_paid"
  | "correction/jackpot_waits"
  | "correction/not_found"
  | "correction/rules_changed"
  | "correction/void"
  | "coupon/count"
  | "coupon/damaged_number"
  | "coupon/expired"
  | "coupon/not_found"
  | "coupon/own"
  | "coupon/print_not_allowed"
  | "coupon/used"
  | "coupon/void"
  | "csrf/invalid"
  | "database/unavailable"
  | "device/burn_short"
  | "device/gap"
  | "device/mac"
  | "device/mode"
  | "device/no_table"
  | "device/number_used"
  | "device/replay"
  | "device/table_changed"
  | "dice/automated_table"
  | "dice/impossible"
  | "dice/not_due"
  | "dice/not_rolled"
  | "dice/too_late"
  | "dice/unchanged"
  | "dispute/no_authority"
  | "dispute/no_bundle"
  | "draft/changed"
  | "draft/not_found"
  | "draft/not_submitted"
  | "draft/own"
  | "draft/submitted"
  | "draft/too_many"
  | "excluded"
  | "exclusion/not_found"
  | "exclusion/permanent"
  | "exclusion/term"
  | "frame/invalid"
  | "free_hand/most"
  | "hand-pay/no_witness"
  | "hand-pay/witness"
  | "hand/automated_table"
  | "hand/not_due"
  | "hand/too_few"
  | "hold/not_found"
  | "host/not_allowed"
  | "idempotency_key/reused"
  | "jackpot/executive"
  | "jackpot/not_found"
  | "lab/no_sheet"
  | "lab/not_a_rulebook"
  | "lab/play_money_only"
  | "lab/too_many_tried"
  | "limit/loss"
  | "limit/stake"
  | "limit/time"
  | "limit/value"
  | "login/closed"
  | "login/code_needed"
  | "login/locked"
  | "login/wrong"
  | "login/wrong_second_factor"
  | "meter/ceiling"
  | "meter/contribution"
  | "meter/exists"
  | "meter/in_use"
  | "meter/increment"
  | "meter/name"
  | "meter/not_enough"
  | "meter/not_found"
  | "meter/running"
  | "meter/stopped"
  | "meter/title"
  | "money/amount"
  | "money/insufficient"
  | "notice/not_found"
  | "notice/not_yours"
  | "origin/not_allowed"
  | "password/characters"
  | "password/contains_name"
  | "password/must_change"
  | "password/pattern"
  | "password/too_long"
  | "password/too_short"
  | "password/wrong"
  | "player/inactive"
  | "player/not_found"
  | "print/not_a_ticket"
  | "print/not_found"
  | "printer/not_configured"
  | "promotional/campaign"
  | "promotional/ends"
  | "promotional/insufficient"
  | "promotional/not_here"
  | "promotional/off"
  | "promotional/over_limit"
  | "promotional/player_banked"
  | "promotional/second"
  | "promotional/too_many_grants"
  | "promotional/wager"
  | "rate/coach"
  | "rate/commands"
  | "rate/lab"
  | "rate/logins"
  | "rate/requests"
  | "reason/missing"
  | "request/invalid"
  | "request/too_large"
  | "role/forbidden"
  | "role/play_money_only"
  | "rotation/game_running"
  | "rotation/no_player_dealer"
  | "rotation/no_such_seat"
  | "rotation/not_asked"
  | "rotation/not_time_up"
  | "rotation/seat_empty"
  | "rotation/seat_taken"
  | "rotation/third_parties_most"
  | "rotation/third_party_settles"
  | "rotation/third_party_twice"
  | "round/no_history"
  | "round/no_wager"
  | "round/not_complete"
  | "round/not_found"
  | "rulebook/not_found"
  | "seat/already_in"
  | "seat/already_out"
  | "seat/already_seated"
  | "seat/bot"
  | "seat/empty"
  | "seat/in_play"
  | "seat/not_found"
  | "seat/not_seated"
  | "seat/not_yours"
  | "seat/nothing_missed"
  | "seat/players_only"
  | "seat/taken"
  | "seat/too_many_boxes"
  | "seat/waiting_list"
  | "second_factor/already_set_up"
  | "second_factor/not_required"
  | "second_factor/not_set_up"
  | "second_factor/set_up_required"
  | "second_factor/wrong_code"
  | "server/busy"
  | "server/internal_error"
  | "session/login_required"
  | "session/over"
  | "session/terminal"
  | "settings/approval_required"
  | "settings/batches"
  | "settings/jackpot_pending"
  | "settings/meters"
  | "settings/mode"
  | "settings/notice_required"
  | "settings/options"
  | "settings/private"
  | "settings/rulebook"
  | "settings/schedule"
  | "settings/unknown_step"
  | "shift/already_open"
  | "shift/closed"
  | "shift/denominations"
  | "shift/none_open"
  | "shift/not_enough_cash"
  | "shift/not_found"
  | "shift/not_yours"
  | "shoe/batch"
  | "shoe/burn"
  | "shoe/burned_unseen"
  | "shoe/carried_hand_due"
  | "shoe/cut_card_out"
  | "shoe/finished"
  | "shoe/impossible_card"
  | "shoe/log_invalid"
  | "shoe/not_found"
  | "shoe/not_loaded"
  | "step/automated_table"
  | "step/batch"
  | "step/choice"
  | "step/cut_order"
  | "step/cut_place"
  | "step/device"
  | "step/inventory"
  | "step/no_cut"
  | "step/not_due"
  | "step/not_found"
  | "step/not_sound"
  | "step/required"
  | "step/seal"
  | "step/seal_broken"
  | "step/unverified"
  | "step/wrong_role"
  | "step/wrong_verifier"
  | "table/dispute"
  | "table/elsewhere"
  | "table/exists"
  | "table/fault"
  | "table/no_supervisor_call"
  | "table/no_table_stakes"
  | "table/not_found"
  | "table/not_paused"
  | "table/paused"
  | "table/private"
  | "table/round_in_progress"
  | "table/wrong_phase"
  | "terminal/code"
  | "terminal/guesses"
  | "terminal/name"
  | "terminal/not_found"
  | "terminal/table"
  | "ticket/already_paid_or_void"
  | "ticket/copies"
  | "ticket/reprint"
  | "turning/all_face_up"
  | "turning/already_asking"
  | "turning/asked_before"
  | "turning/dealer"
  | "turning/house_denies"
  | "turning/no_third_card"
  | "turning/no_wager"
  | "turning/not_asked"
  | "turning/not_yet"
  | "turning/not_yours"
  | "turning/out_of_turn"
  | "turning/players_agree"
  | "turning/still_face_down"
  | "turning/too_late"
  | "user/admin"
  | "user/display_name"
  | "user/generic_name"
  | "user/login_again"
  | "user/name"
  | "user/name_taken"
  | "user/not_found"
  | "user/own_account"
  | "user/role"
  | "user/third_party"
  | "user/unlocked"
  | "voucher/already_paid"
  | "voucher/amount_differs"
  | "voucher/damaged_number"
  | "voucher/expired"
  | "voucher/hand_pay"
  | "voucher/no_account"
  | "voucher/not_a_hand_pay"
  | "voucher/not_found"
  | "voucher/void"
  | "wager/backline"
  | "wager/duplicate"
  | "wager/free_hand"
  | "wager/invalid_amount"
  | "wager/invalid_seat"
  | "wager/jackpot_pending"
  | "wager/meter_down"
  | "wager/no_more_bets"
  | "wager/not_allowed"
  | "wager/player_dealer_cannot_bet"
  | "wager/players_only"
  | "wager/table_stakes_game"
  | "waiting/already_listed"
  | "waiting/not_listed"
  | "waiting/seat_free"
  | `decision/${string}`
  | `arrangement/${string}`
  | `http/${number}`;

/** Role of a user. */
export type Role =
  | "player"
  | "dealer"
  | "supervisor"
  | "cashier"
  | "auditor"
  | "admin"
  | "surveillance";
