/**
 * What the server shows of a table: made from the shapes in src/croupier/views by `python -m croupier.views.typescript`.
 * Amounts are cents, times milliseconds of the server's clock. See docs/api.md.
 */

/** Amount that characterizes a table, under the family's name: a blind, an ante, the cap of a round, a point. */
export type AmountPosted = {
  name: string;
  cents: number;
};

/** Quantity that determines the fee. */
export type Basis = "total_table_action" | "player_wager_per_spot" | "players_at_table" | "ante";

/** Amount to call and the limits of a bet or raise, for the seat to act; amounts are totals of the round. */
export type BetShown = {
  seat: number;
  to_call_cents: number;
  /** 0 if no bet or raise is allowed. */
  least_to_cents: number;
  most_to_cents: number;
  all_in_to_cents: number;
  chip_cents: number;
  presets: PresetShown[];
  /** Why no bet or raise is allowed; empty if it is. */
  why_not: string;
};

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

/** Place of a rule for display: the document's short name and the lines. */
export type CitedRule = {
  document: string;
  /** Line ranges without the letter L, such as `12-14, 20`. */
  lines: string;
};

/** Dealer's hand of one round. */
export type DealerHand = {
  cards: string[];
  total: number;
  natural: boolean;
};

/** Source of the cards. */
export type DealingMode = "automated" | "dealer-assist";

/** Hand between seats, with its chips as everyone sees them. */
export type HandBetweenSeats = {
  /** Stage of the hand in the family's terms: a street, `set` or `showdown`. */
  stage: string;
  seats: SeatInHand[];
  /** Pots, main pot first, without the chips in front of the seats. */
  pots: PotShown[];
  /** Sum of all pots in cents, chips in front of the seats included, less the fee taken. */
  pot_cents: number;
  /** Fee of this hand taken until now, in cents. */
  fee_cents: number;
  /** Fee of this hand that is still to be taken, in cents. */
  fee_due_cents: number;
  betting: BetShown | null;
  /** Seats in the hand, in the order of action. */
  order: number[];
};

/** Value of a hand. */
export type HandValue = {
  /** Total, in a game with totals. */
  total: number | null;
  soft: boolean;
  /** Category such as `natural` or `full-house`; None if the hand has no named category. */
  category: string | null;
  /** Ranks that name the hand, most important first: K and 4 for kings full of fours, then the remaining cards. */
  ranks: string[];
  /** Cards that count, the seat's and shared ones; empty while more are to come. */
  cards: string[];
};

/** Past hand: the board, the total of its pots after the fee, the winning seats, and whether hands were shown. */
export type HoldemEntry = {
  board: string[];
  pot_cents: number;
  winners: number[];
  showdown: boolean;
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

/** Past hand: the seats with the best sweep or back row, its name, and each seat's ending and points. */
export type PastThirteen = {
  best: number[];
  best_with: string;
  ends: Record<string, string>;
  points: Record<string, number>;
};

export type PayOddsKind = "to" | "for" | "amount" | "share";

/** Phase of a table. */
export type Phase = "closed" | "between-rounds" | "betting" | "dealing";

/** Scoring of points, in a game that counts points, under the family's name. */
export type PointsPosted = {
  /** `ends` of a hand against another, `bonus` for a winning row, or `sweep` of all rows. */
  kind: string;
  name: string;
  /** Row in which the hand must be; empty if the whole hand counts. */
  row: string;
  points: number;
};

/** Player-dealer's hand with its announced name, and the community cards that it uses. */
export type PokerHand = {
  cards: string[];
  board: string[];
  name: string;
  qualifies: boolean;
};

/** Pot, with the seats that can win it. */
export type PotShown = {
  cents: number;
  seats: number[];
};

/** Suggested amount: `least`, `half-pot`, `pot` or `most`, as the seat's total bet of the betting round. */
export type PresetShown = {
  name: string;
  to_cents: number;
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

/** Result of a seat's two hands against the player-dealer's; seat 0: the Player hand, if two hands are common. */
export type SeatComparison = {
  seat: number;
  high: string;
  low: string;
};

/** Seat in the current hand. */
export type SeatInHand = {
  seat: number;
  /** Chips behind, in cents. */
  stack_cents: number;
  /** Chips in front of the seat in this betting round, in cents. */
  bet_cents: number;
  /** Total of the seat in the pots of this hand, chips in front included, in cents. */
  put_in_cents: number;
  /** in, folded, all-in. */
  state: string;
  /** Last action in this betting round; empty if the seat has not acted. */
  last: string;
  /** button, small-blind, big-blind; empty for any other. */
  position: string;
};

/** The player-dealer's hands with their names, and the result of each seat. */
export type SetHand = {
  high: string[];
  low: string[];
  high_name: string;
  low_name: string;
  bank: number | null;
  seats: SeatComparison[];
};

/** Count out of a total, with the percentage. */
export type Share = {
  count: number;
  of: number;
  percent: string | null;
};

/** How often each thing happened. */
export type ShoeStatistics = {
  hands: number;
  wagers: Record<string, Share>;
  results: Record<string, Share>;
  longest_runs: LongestRuns;
  dealer: Record<string, Share>;
  wars: Record<string, Share>;
};

/** The player-dealer's two tiles with their name, and the result of each seat. */
export type TileHand = {
  tiles: string[];
  name: string;
  bank: number | null;
  seats: TileSeatResult[];
};

/** Result of a seat against the player-dealer: `win`, `lose`, or `same` for the same two tiles, which lose. */
export type TileSeatResult = {
  seat: number;
  came: string;
};

/** One past round: the winner (None if the shoe ran out), the number of wars and the height of the winning card. */
export type WarEntry = {
  winner: "player" | "banker" | null;
  wars: number;
  winning_card: number;
};

/** Of the shoes that are over. */
export type HandsPerShoe = {
  hands: number;
  shoes: number;
};

/** A shoe that is over. */
export type PastShoe = {
  hands: number;
  wagers: Record<string, Share>;
  results: Record<string, Share>;
  longest_runs: LongestRuns;
  dealer: Record<string, Share>;
  wars: Record<string, Share>;
  shoe: number;
};

/** The shoe in play. */
export type ShoeTrend = {
  hands: number;
  wagers: Record<string, Share>;
  results: Record<string, Share>;
  longest_runs: LongestRuns;
  dealer: Record<string, Share>;
  wars: Record<string, Share>;
  shoe: number;
  note: string;
  roads: Roads;
  would_be_drawn: NextMarks;
};

/** The record of hands already played, labelled as such. */
export type Trends = {
  note: string;
  current: ShoeTrend;
  previous: PastShoe[];
  all: ShoeStatistics;
  hands_per_shoe: HandsPerShoe;
  dealer_hands: DealerHand[];
  past_pots: HoldemEntry[];
  two_tiles: TileHand[];
  settings: SetHand[];
  past_thirteens: PastThirteen[];
  poker_hands: PokerHand[];
  past_wars: WarEntry[];
};

/** What a row pays: of the stake `to` or `for` one, so many cents whatever the stake, a share of a meter. */
export type Payout = {
  kind: PayOddsKind;
  numerator: number;
  denominator: number;
};

/** One line of a pay table. */
export type PayRow = {
  name: string;
  pays: string;
  /** As the rulebook writes it. */
  odds: string;
  pay: Payout;
  /** The title of the meter it takes a share of; empty where it takes none. */
  meter: string;
  envy: string;
  cite: string;
};

/** The least and the most that may be staked. */
export type Limit = {
  least_cents: number;
  most_cents: number;
  cite: string;
};

/** A condition of a wager that a reader should know before betting it. */
export type WagerTerm = {
  title: string;
  text: string;
  cite: string;
};

/** Wagers that another needs, or bars. */
export type LinkedWagers = {
  wagers: string[];
  /** Asked of the seat's own player, and of nobody behind him. */
  seated_only: boolean;
  cite: string;
};

/** No more here than this share of what lies on these. */
export type WagerCap = {
  of: string[];
  /** Of all of them together, and not of each. */
  by_total: boolean;
  share: string;
  exact: boolean;
  cite: string;
};

/** What the house keeps. */
export type Commission = {
  taken_on: "win" | "push";
  of: "winnings" | "stake";
  share: string;
  when: string;
  cite: string;
};

/** One wager of a table, and whether it is open. */
export type Wager = {
  id: string;
  title: string;
  group: string;
  role: "main" | "beside" | "raise" | "insurance" | "tie" | "side" | "progressive";
  /** The hand on the felt that it belongs to, or `tie` between them; empty for one that belongs to none. */
  zone: string;
  summary: string;
  outcome: string;
  rows: PayRow[];
  limit: Limit;
  requires: LinkedWagers[];
  excludes: LinkedWagers[];
  at_most: WagerCap[];
  charges: Commission[];
  backline: boolean;
  /** Put up while the round is played, when it is offered: no spot to bet on. */
  asked: boolean;
  /** In a game with folds: whether it stays in play when the hand is given up. */
  after_fold: "stays" | "given-up" | null;
  /** The stake from which it is also paid for the hands of others: the `envy` of its rows. */
  envy_from_cents: number | null;
  terms: WagerTerm[];
  note: string;
  cite: string;
  locked: boolean;
  meter_down: boolean;
};

/** One line of a collection schedule. */
export type Fee = {
  /** Cents, or players where the schedule goes by them. */
  lowest: number;
  /** None: and more. */
  highest: number | null;
  fee_cents: number;
};

/** The collection schedule in force. */
export type Schedule = {
  id: string;
  title: string;
  cite: string;
  rules: CitedRule[];
  basis: Basis;
  /** What the player-dealer pays a hand, where the brackets are the players'. */
  player_dealer_cents: number | null;
  /** As it is posted: every bracket. */
  fees: Fee[];
};

/** A sentence that stands at the table for everybody to read. */
export type PostedNotice = {
  id: string;
  text: string;
  cite: string;
};

/** One thing that an announced change changes. */
export type AnnouncedOption = {
  option: string;
  title: string;
  was: string;
  becomes: string;
};

/** A change that was announced, and from when it counts. */
export type AnnouncedChange = {
  id: string;
  at: number;
  from_at: number;
  changes: AnnouncedOption[];
};

/** Which game this is, by whose rules. */
export type Game = {
  rulebook: string;
  title: string;
  summary: string;
  family: string;
  banking: "house" | "player-dealer" | "seats";
  house: string;
  digest: string;
  decks: number;
  hands: string[];
  /** What all of one bettor's wagers must add up to at least; 0 where nothing is asked. */
  together_least_cents: number;
  /** The cards printed at each seat of the layout. */
  printed: Record<string, string[]>;
  schedule: Schedule | null;
  /** What stands at the table for everybody to read. */
  notices: PostedNotice[];
  /** Changes that were announced and do not count yet. */
  coming: AnnouncedChange[];
  soft_17: "hit" | "stand" | null;
  /** The number of cards is announced with the result. */
  counts_cards: boolean;
  /** How many seats one player may hold. */
  boxes: number;
};

/** An approval of the regulator's, as it was recorded. */
export type RegulatorApproval = {
  reference: string;
  date: string;
  entered_by: string;
};

/** How a table is set up, as it is posted there. */
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

/** How a table is set up. */
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
  /** Which house meter stands behind each meter of the rulebook. */
  meters: Record<string, string>;
  required_steps?: string[];
  batches?: string[];
  /** The room's own fees, where it brings a sheet. */
  fee_sheet?: Record<string, unknown>;
  /** Left out of a log from before there were any. */
  approvals?: Record<string, RegulatorApproval>;
};

/** A card as it lies; one whose back alone is seen has no `card`. */
export type Card = {
  nth: number;
  /** Its number among the cards of the round; none for one carried over from the last. */
  place: number | null;
  face_down: boolean;
  card?: string;
};

/** How a hand stands, in a game in which seats have hands of their own: `dealer`, `player:2`, `player:2/1`. */
export type Hand = {
  hand: string;
  seat: number | null;
  total: number | null;
  soft: boolean;
  state: string;
  stake_cents: number;
  /** How it came out against the hand it is settled against, once both are open: `win`, `lose`, `copy-win`, `copy-lose`; `copy` where nobody takes one. */
  compared?: string;
  /** The "house way" button lies on it: the house sets it for its player. Everybody sees that. */
  house_way?: boolean;
};

/** A card's place. */
export type CardPosition = {
  hand: string;
  nth: number;
};

/** The card that comes next, and the hands that take no more; empty before every card that decides it is seen. */
export type NextDraw = {
  next: CardPosition | null;
  stands: string[];
};

/** How the next round begins. */
export type NextHand = {
  free_hand: boolean;
  card_carried: boolean;
  carried?: string;
};

/** How much of the shoe is left, and what was promised of it. */
export type Shoe = {
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
  /** The colour of its backs, where two batches or decks take turns. */
  batch: string | null;
  /** The burned cards that were shown. */
  burned: string[];
  burned_unseen: number;
};

/** One thing a seat may do now, and what it costs. */
export type Choice = {
  do: string;
  least_cents: number;
  most_cents: number;
};

/** What a seat is asked about one of its hands (1, 2 ... from the left). */
export type Question = {
  seat: number;
  hand: number;
  choices: Choice[];
  /** What is done for whoever says nothing. */
  silence: string;
  question: number;
  own: boolean;
};

/** Who is asked to decide what, and until when: one countdown for all. */
export type DecisionRequest = {
  until: number | null;
  seconds: number;
  questions: Question[];
  /** The seats that are asked the same after these. */
  later: number[];
};

/** A hand that a seat is asked for: its name, and of how many cards. */
export type HandSlot = {
  name: string;
  cards: number;
};

/** One way to lay one's cards: what each hand would come to, and why it would be foul. */
export type ArrangementOption = {
  hands: Record<string, string[]>;
  made: Record<string, HandValue>;
  foul: string | null;
  house_way: boolean;
};

/** What may be declared instead of a showdown, or with it: `surrender`, `clean-sweep`. */
export type Declaration = {
  name: string;
  /** Why it may not be declared now; empty where it may. */
  why_not: string;
  /** Why the hand would be a foul if it were declared; empty where it would not. */
  foul: string;
};

/** The same, and whether it is the viewer's own. */
export type ArrangementRequest = {
  seat: number;
  hands: HandSlot[];
  question: number;
  own: boolean;
  /** The hand lies open on the felt: the dealer enters how it was set, without a clock. */
  on_felt?: boolean;
  /** What becomes of cards that are not laid in time: `house-way`, `foul` or `as_dealt`. */
  silence: string;
  /** To whoever lays them: what happens as they lie now; `stands`, or the same word as `silence`. */
  at_zero?: string;
  /** To whoever lays them: two cards that change places to make the foul in the trays a hand that stands. */
  mend?: string[];
  /** To whoever lays them: every way there is; nothing where they are too many to look through. */
  ways?: ArrangementOption[];
  /** To whoever lays them: how they lie so far. */
  draft?: Record<string, string[]>;
  /** To whoever lays them: whether the game takes a foul, which then loses. */
  foul_loses?: boolean;
  /** To whoever lays them: what he may declare of his hand, and why not now. */
  declarations?: Declaration[];
};

/** Who is asked to lay his cards into which hands, and until when: one countdown for all. */
export type Arrangements = {
  until: number | null;
  seconds: number;
  /** The seats that have laid theirs. */
  done: number[];
  settings: ArrangementRequest[];
};

/** A bettor, by seat. */
export type RevealHolder = {
  seat: number;
  bettor: string;
};

/** A bettor wishes that another turns a hand, and who has still to agree. */
export type RevealPass = {
  hand: string;
  by: RevealHolder;
  to: RevealHolder;
  waiting_for: RevealHolder[];
};

/** Who has the right to turn, whose turn it is and until when. */
export type Reveal = {
  rights: Record<string, RevealHolder | null>;
  to_turn: string | null;
  by: RevealHolder | null;
  until: number | null;
  seconds: number;
  asking: RevealPass | null;
  may_pass_to: number[];
};

/** What was thrown or picked before the cards went out: `dice`, a `pile`. */
export type Roll = {
  what: string;
  numbers: number[];
};

/** Who comes when, in a game in which that changes from round to round. */
export type ActionOrder = {
  thrown: Roll[];
  /** The seat that gets the first cards. */
  first: number | null;
  /** The seat with the action button. */
  action: number | null;
  /** Those with a hand, in the order in which hands are opened and paid. */
  seats: number[];
  /** The hand that is opened next. */
  to_open: string | null;
  /** The seats whose hands everybody sees. */
  opened: number[];
};

/** A seat. A name is shown to whoever bears it and to staff. */
export type Seat = {
  seat: number;
  is_taken: boolean;
  third_party: boolean;
  /** Nobody: the demonstration house plays there for company. */
  bot: boolean;
  own: boolean;
  name?: string;
  account?: string;
};

/** Chips of one bettor on one wager. */
export type PlacedChips = {
  seat: number;
  bettor: string;
  wager: string;
  cents: number;
  own: boolean;
  account?: string;
  /** Put up while the round is played. */
  raised?: true;
  /** Promotional chips. */
  promotional?: true;
};

/** A wager of the round under way that is decided already. Its money moves when the round is settled. */
export type DecidedWager = {
  seat: number;
  bettor: string;
  wager: string;
  cents: number;
  result: "win" | "lose" | "push" | "returned";
  /** What it wins on top of the stake, if the bank covers it; what it loses. */
  due_cents: number;
  row: string | null;
  name: string;
  own: boolean;
};

/** A bettor's own, in full. */
export type OwnResult = {
  seat: number;
  bettor: string;
  wager: string;
  /** Which of the seat's hands, where it has split. */
  hand?: number;
  cents: number;
  result: "win" | "lose" | "push" | "returned";
  /** What it came to, a win off a meter included. */
  net_cents: number;
  jackpot_cents: number;
  row: string | null;
  name: string;
  cite: string;
  /** How much of the stake was promotional chips, where some were. */
  promotional_cents?: number;
  /** How many of those are gone: lost, or played once. */
  promotional_taken_cents?: number;
  owed_cents: number | null;
  commission_cents: number;
  /** What it came to in credit, where promotional chips were on it. */
  credit_net_cents?: number;
};

/** What came of a wager, in full, and whose it is. */
export type StaffResult = {
  seat: number;
  bettor: string;
  wager: string;
  /** Which of the seat's hands, where it has split. */
  hand?: number;
  cents: number;
  result: "win" | "lose" | "push" | "returned";
  /** What it came to, a win off a meter included. */
  net_cents: number;
  jackpot_cents: number;
  row: string | null;
  name: string;
  cite: string;
  /** How much of the stake was promotional chips, where some were. */
  promotional_cents?: number;
  /** How many of those are gone: lost, or played once. */
  promotional_taken_cents?: number;
  owed_cents: number | null;
  commission_cents: number;
  /** What it came to in credit, where promotional chips were on it. */
  credit_net_cents?: number;
  account: string;
  /** What of a fixed pay the meter paid instead of the tray. */
  meter_cents?: number;
};

/** What came of a wager, to whoever looks: of his own he sees more. */
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
  jackpot_cents: number;
  row: string | null;
  name: string;
  cite: string;
  /** How much of the stake was promotional chips, where some were. */
  promotional_cents?: number;
  /** How many of those are gone: lost, or played once. */
  promotional_taken_cents?: number;
  owed_cents?: number | null;
  commission_cents?: number;
  credit_net_cents?: number;
  account?: string;
};

/** All that was bet of credit, and won. */
export type Totals = {
  staked_cents: number;
  net_cents: number;
  jackpot_cents: number;
  /** Promotional chips that were bet beside, where some were. */
  promotional_cents?: number;
};

/** What the player-dealer put up, and what became of it. Whose it is: for staff. */
export type Bank = {
  seat: number;
  cents: number;
  net_cents: number;
  left_cents: number;
  account?: string;
};

/** The same of a kept round. Of a void one nothing became of it. */
export type ArchivedBank = {
  seat: number;
  cents: number;
  net_cents?: number;
  left_cents?: number;
  account?: string;
};

/** The rules by which the bank goes round. */
export type Rotation = {
  name: string;
  title: string;
  cites: string[];
  rules: CitedRule[];
};

/** Something the table is told of the bank. */
export type RotationNotice = {
  kind: string;
  text: string;
  seat: number | null;
};

/** Who banks, how much, and who is asked. */
export type PlayerDealer = {
  rules: Rotation;
  stage: "waiting" | "banking" | "offering" | "broken";
  seat: number | null;
  asked: number | null;
  /** Who is asked or banks from behind the seat; None where it is the seat's own player. [004 L1577] */
  behind: "you" | "another" | null;
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

/** Whose money banks. */
export type BankAccount = {
  account: string;
  cents: number;
};

/** What a meter stands at; one that cannot be read has no amount. */
export type Progressive = {
  meter: string;
  title: string;
  wager: string;
  linked: string;
  cents: number | null;
};

/** A win off a meter that waits for confirmation. */
export type Jackpot = {
  id: string;
  round: string;
  meter: string;
  title: string;
  wager: string;
  seat: number;
  cents: number;
  own: boolean;
  account?: string;
  confirmed_by?: string | null;
};

/** That a paid jackpot be taken back: asked, and not yet decided. */
export type BackOut = {
  id: string;
  reason: string;
  by: string;
};

/** A win off a meter that was paid, for those who may take it back. */
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
  /** Those that are made with promotional chips. */
  promotional_wagers?: string[];
};

/** What is left of promotional chips that were given at once. */
export type Grant = {
  campaign: string;
  cents: number;
  ends_at: number;
};

/** A player's promotional chips: they are played and never cashed. */
export type PromotionalBalance = {
  cents: number;
  /** The one that ends first before the others. */
  gifts: Grant[];
  /** The groups of wagers they may be put on; none: this house takes none. */
  groups: string[];
};

/** A player's own seat, credit and stakes. */
export type Own = {
  account: string;
  seat: number | null;
  /** All the boxes he holds, `seat` first. */
  seats: number[];
  balance_cents: number | null;
  /** In a house that takes promotional chips, or where some are left. */
  promotional?: PromotionalBalance;
  spots: OwnSpot[];
  /** Of his credit. */
  staked_cents: number;
  promotional_staked_cents?: number;
  fee_cents: number;
  bank_cents: number;
  in_play: boolean;
};

/** A player's own part in an event, as it is sent to him. */
export type PrivateEvent = {
  place?: number;
  hand?: string;
  nth?: number;
  card?: string;
  yours?: true;
  name?: string;
  /** How he has laid his cards, each by where it stands among those dealt to him; none for the house way. */
  laid?: number[][] | null;
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
  /** Why a jackpot was taken back. */
  reason?: string;
  seq: number;
  kind: "seat-taken" | "seat-left" | "chips-bought" | "chips-returned" | "sat-out" | "sat-in" | "waiting-list-joined" | "waiting-list-left" | "bank-posted" | "bank-returned" | "wagers-placed" | "jackpot-hit" | "jackpot-backed-out" | "fees-taken" | "wagers-paid-early" | "round-voided" | "card-dealt" | "card-corrected" | "round-settled" | "round-corrected" | "arrangement-made";
};

/** The one next thing at a table. */
export type NextStep = {
  hand?: string;
  nth?: number;
  seat?: number;
  choices?: string[];
  /** How many dice, or burned cards. */
  many?: number;
  /** How many sides each of the dice has. */
  sides?: number;
  /** Which step of the procedure. */
  step?: string;
  words: string;
  /** The command that does it; none where nobody at the console has anything to do. */
  do: string | null;
};

/** What keeps the table from going on. */
export type Hold = {
  id: string;
  why: string;
  reason: string;
  since: number;
  round: string | null;
  /** Of a dispute: to whom it was referred. */
  referred_to: string;
  reference: string;
};

/** A step of the procedure as the table stands to it. */
export type Step = {
  id: string;
  title: string;
  text: string;
  when: "day" | "opening" | "shoe" | "hand" | "dealt" | "burn" | "idle";
  by: "dealer" | "supervisor";
  verified_by: string;
  asks: ("cut" | "batch" | "seal" | "inventory" | "device" | "choice" | "burned")[];
  choices: string[];
  least_from_end: number;
  /** The seats that are offered a cut, in their order. */
  offered: number[];
  required: boolean;
  /** Done, and somebody else has still to confirm it. */
  waits: boolean;
  done: CompletedStep | null;
  cite: string;
};

/** Who carried a step out, and when; who confirmed it. */
export type CompletedStep = {
  id: string;
  step: string;
  title: string;
  at: number;
  name: string;
  /** Whose it is to confirm. */
  verified_by: string;
  verified_name: string;
  verified_at: number | null;
  entered: Record<string, unknown>;
};

/** Something of the rulebook that the regulator has to approve, and whether that is recorded. */
export type Approval = {
  id: string;
  title: string;
  option: string;
  cite: string;
  recorded: RegulatorApproval | null;
};

/** A notice that has not been seen by whom it is for. */
export type UnreadNotice = {
  id: string;
  to: "surveillance" | "floor";
  at: number;
  until: number | null;
  text: string;
  name: string;
};

/** What is done differently for somebody with a disability. */
export type Accommodation = {
  seat: number | null;
  what: string;
  name: string;
};

/** A card of a settled round that somebody says was misread. */
export type CorrectionRequest = {
  id: string;
  round: string;
  place: number;
  card: string;
  reason: string;
  by: string;
};

/** A throw as the dealer entered it. */
export type EnteredDice = {
  numbers: number[];
  sides: number;
};

/** What those who run the table see besides. */
export type Staff = {
  expects: NextStep;
  settings: Settings;
  paused_for: string;
  holds: Hold[];
  supervisor_called: string | null;
  corrections: CorrectionRequest[];
  /** The newest first. */
  paid_jackpots: PaidJackpot[];
  /** The last throw, while it can still be put right. */
  dice: EnteredDice | null;
  fees: Record<string, number>;
  bank: BankAccount | null;
  /** The procedure, step by step: what belongs to this moment at the table. */
  steps: Step[];
  to_verify: CompletedStep[];
  /** A cut that a supervisor has ordered again, and by whom. */
  recut: "same" | "next" | null;
  notices: UnreadNotice[];
  accommodations: Accommodation[];
  approvals: Approval[];
  /** To whom the rules refer a dispute. */
  disputes_to: string;
};

/** A player's chips and how he stands, at a table where seats play one another. */
export type Stack = {
  seat: number;
  /** Between hands all his chips; while a hand is played, what he has not brought to it. */
  cents: number;
  /** All that lies in front of him and is not bet, while a hand is played too. */
  in_front_cents: number;
  /** He sits out. */
  is_out: boolean;
  /** What he has missed. */
  owes: string[];
  posts: boolean;
  in_hand: boolean;
  /** Whether chips may be bought now: between hands, in some games also before the showdown. */
  may_add: boolean;
  time_bank_ms: number;
  own: boolean;
  bot: boolean;
};

/** What may be had in front of one, the smallest chip, and what is played for. */
export type BuyIn = {
  least_cents: number;
  most_cents: number | null;
  chip_cents: number;
  /** In a word: `limit`, `no-limit`; empty where there is one way only. */
  plays: string;
  /** Small and big bet, or the blinds, or a point. */
  stakes_cents: number[];
  cite: string;
};

/** Who waits for a seat; names are for staff and for whoever bears them. */
export type WaitingPlayer = {
  place: number;
  own: boolean;
  name?: string;
};

/** A table where seats play one another for the chips in front of them. */
export type TableStakes = {
  stacks: Stack[];
  /** The amounts the table is known by: blinds, an ante, the most in a round. */
  posted: AmountPosted[];
  /** What is worth points, in a game that counts them. */
  points: PointsPosted[];
  buy_in: BuyIn;
  waiting: WaitingPlayer[];
  button: number | null;
  least_players: number;
  /** Whether enough players are ready for the next hand. */
  has_a_hand: boolean;
  /** The hand that is played. */
  hand: HandBetweenSeats | null;
  /** The seat that thinks on out of its own time; none while nobody does. */
  time_bank: number | null;
};

/** A player's own part in the last round. */
export type OwnLast = {
  staked_cents: number;
  net_cents: number;
  jackpot_cents: number;
  /** Promotional chips that were bet beside, where some were. */
  promotional_cents?: number;
  results: OwnResult[];
  /** The collection he paid. */
  fee_cents: number;
  /** What the round changed his credit by: wagers, bank and fee. */
  result_cents: number;
  /** The chips he had placed before the first card, without what was raised later. */
  spots: OwnSpot[];
};

/** The last round. */
export type LastRound = {
  round: string;
  status: "settled" | "void" | "corrected";
  family: string;
  cards: Record<string, string[]>;
  made: Record<string, HandValue>;
  facts?: Record<string, number | string | boolean | number[]>;
  results?: Result[];
  /** The places in `results` in the order the dealer takes and pays; for those who work the table. */
  order?: number[];
  bank?: Bank | null;
  own?: OwnLast;
  /** Of a void round: why. */
  code?: string;
  /** The same in words, where the game itself gave it, or to staff. */
  reason?: string;
};

/** What came of a player's own wager in a kept round. */
export type NamedOwnResult = {
  seat: number;
  bettor: string;
  wager: string;
  /** Which of the seat's hands, where it has split. */
  hand?: number;
  cents: number;
  result: "win" | "lose" | "push" | "returned";
  /** What it came to, a win off a meter included. */
  net_cents: number;
  jackpot_cents: number;
  row: string | null;
  name: string;
  cite: string;
  /** How much of the stake was promotional chips, where some were. */
  promotional_cents?: number;
  /** How many of those are gone: lost, or played once. */
  promotional_taken_cents?: number;
  owed_cents: number | null;
  commission_cents: number;
  /** What it came to in credit, where promotional chips were on it. */
  credit_net_cents?: number;
  title: string;
  rules: CitedRule[];
  /** What the wager wins with, as the rulebook says it. */
  wins: string;
  /** When it pushes, goes back, or loses. */
  ends: string;
  /** What the row that it won by pays; empty where it did not win. */
  pays: string;
};

/** What came of a wager in a kept round, for staff. */
export type NamedStaffResult = {
  seat: number;
  bettor: string;
  wager: string;
  /** Which of the seat's hands, where it has split. */
  hand?: number;
  cents: number;
  result: "win" | "lose" | "push" | "returned";
  /** What it came to, a win off a meter included. */
  net_cents: number;
  jackpot_cents: number;
  row: string | null;
  name: string;
  cite: string;
  /** How much of the stake was promotional chips, where some were. */
  promotional_cents?: number;
  /** How many of those are gone: lost, or played once. */
  promotional_taken_cents?: number;
  owed_cents: number | null;
  commission_cents: number;
  /** What it came to in credit, where promotional chips were on it. */
  credit_net_cents?: number;
  account: string;
  /** What of a fixed pay the meter paid instead of the tray. */
  meter_cents?: number;
  title: string;
  rules: CitedRule[];
  /** What the wager wins with, as the rulebook says it. */
  wins: string;
  /** When it pushes, goes back, or loses. */
  ends: string;
  /** What the row that it won by pays; empty where it did not win. */
  pays: string;
};

/** A card of a kept round, in the order they were dealt. */
export type DealtCard = {
  hand: string;
  nth: number;
  card: string;
};

/** A meter before a round, and after it. */
export type MeterChange = {
  before: number;
  after: number;
};

/** A card of a kept round that was put right. */
export type PublicCorrection = {
  at: number;
  place: number;
  was: string;
  card: string;
};

/** What a correction gave a player, or took. */
export type OwnCorrection = {
  at: number;
  reason: string;
  difference_cents: number;
};

/** A player's own money in a round, as it stands after every correction of it. */
export type OwnRound = {
  staked_cents: number;
  net_cents: number;
  jackpot_cents: number;
  /** Promotional chips that were bet beside, where some were. */
  promotional_cents?: number;
  spots: OwnSpot[];
  results: NamedOwnResult[];
  fee_cents: number;
  returned_cents: number;
  balance_before_cents: number | null;
  balance_after_cents: number | null;
  /** What the round changed his credit by: wagers, bank and fee; 0 where it is void. */
  result_cents: number;
  bank: ArchivedBank | null;
  reason: string;
  corrections: OwnCorrection[];
};

/** A kept round, as everybody sees it. */
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
  code?: string;
  cite?: string;
  mark: string;
  rulebook: string;
  title: string;
  family: string;
  mode: DealingMode;
  free_hand: boolean;
  made: Record<string, HandValue>;
  corrections: PublicCorrection[];
  own?: OwnRound;
};

/** A player's chips at one seat, and whose they are. */
export type StaffSpot = {
  seat: number;
  bettor: string;
  wagers: Record<string, number>;
  /** Those that are made with promotional chips. */
  promotional_wagers?: string[];
  account: string;
};

/** How a round began. */
export type ArchivedOpening = {
  free_hand: boolean;
  button?: number;
  action?: number;
  carried?: string;
  disclosed?: boolean;
};

/** A round before it was put right. */
export type RoundBeforeCorrection = {
  cards: Record<string, string[]>;
  facts: Record<string, number | string | boolean | number[]>;
  results: StaffResult[];
  bank: Bank | null;
};

/** A card that was put right: who asked, who approved, and whom it cost what. */
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

/** A round as the house's books count it; a loss of the house is negative. */
export type HouseFigures = {
  wagered_cents: number;
  /** What the house won or lost, its commission, collection and fees included. */
  net_cents: number;
};

/** A kept round, as those who run the house see it. */
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
  code?: string;
  cite?: string;
  mark: string;
  rulebook: string;
  title: string;
  family: string;
  mode: DealingMode;
  free_hand: boolean;
  made: Record<string, HandValue>;
  settings: Settings;
  spots: StaffSpot[];
  fees: Record<string, number>;
  action_cents: number;
  opening: ArchivedOpening;
  /** What the round was told, in order. */
  answers: Record<string, unknown>[];
  /** Each account's credit before its wagers and fees, and after the round. */
  balances: Record<string, number[]>;
  reason?: string;
  returned?: Record<string, number>;
  results: NamedStaffResult[];
  totals: Totals;
  house: HouseFigures;
  bank: ArchivedBank | null;
  corrections: StaffCorrection[];
};

/** The countdown, the same for everybody. */
export type Betting = {
  is_open: boolean;
  round: string | null;
  opened_at: number | null;
  closes_at: number | null;
  closed_at: number | null;
  /** When the next bets open by themselves; none where a dealer opens them, or they are open. */
  opens_at: number | null;
  /** Since when the clocks stand; none while they run. */
  stands_since: number | null;
  seconds: number;
  rule: string;
  action_cents: number;
};

/** A table with what belongs on every screen. */
export type TableView = {
  table: string;
  now: number;
  /** Of a demonstration house; empty elsewhere. */
  mark: string;
  game: Game;
  version: number;
  mode: DealingMode;
  phase: Phase;
  is_running: boolean;
  is_paused: boolean;
  held_for: string[];
  seats: Seat[];
  betting: Betting;
  wagers: Wager[];
  chips: PlacedChips[];
  hands: Record<string, Card[]>;
  /** What each hand comes to whose cards are all seen by whoever looks. */
  made: Record<string, HandValue>;
  felt: Hand[];
  drawing: NextDraw;
  asking: DecisionRequest | null;
  turning: Reveal | null;
  arranging?: Arrangements;
  /** In a game with dice: while a round is dealt. */
  order?: ActionOrder;
  /** Wagers that are decided before the round is. */
  known?: DecidedWager[];
  next_hand: NextHand;
  shoe: Shoe | null;
  rounds: number;
  last: LastRound | null;
  trends: Trends;
  progressives: Progressive[];
  jackpots: Jackpot[];
  player_dealer: PlayerDealer | null;
  /** Where seats play one another for the chips in front of them. */
  stakes?: TableStakes;
  own?: Own;
  staff?: Staff;
  number: number;
  /** The house's own title for it; empty where it goes by its number. */
  called: string;
  /** Spoken there, as ISO 639 has them; empty where the house does not say. */
  languages: string[];
  house: string;
  help_line: string;
};

/** The limits a table is known by. */
export type TableLimit = {
  least_cents: number;
  most_cents: number;
};

/** A table at a glance. */
export type LobbyTile = {
  last_results: ("player" | "banker" | "tie")[];
  dealer_hands: DealerHand[];
  past_pots: HoldemEntry[];
  two_tiles: TileHand[];
  settings: SetHand[];
  past_thirteens: PastThirteen[];
  poker_hands: PokerHand[];
  past_wars: WarEntry[];
  number: number;
  /** The house's own title for it; empty where it goes by its number. */
  called: string;
  /** Spoken there, as ISO 639 has them; empty where the house does not say. */
  languages: string[];
  buy_in?: BuyIn;
  waiting?: number;
  table: string;
  now: number;
  mark: string;
  rulebook: string;
  title: string;
  family: string;
  /** Other names of the game that people look for it by. */
  also_called: string[];
  house: string;
  banking: "house" | "player-dealer" | "seats";
  mode: DealingMode;
  phase: Phase;
  is_running: boolean;
  bets_open: boolean;
  closes_at: number | null;
  seats: number;
  seats_taken: number;
  limit: TableLimit;
  player_dealer: number | null;
  progressives: Progressive[];
  hands_in_shoe: number;
};

/** Chips that were put up while the round goes on; whose they are: for staff. */
export type AddedWager = {
  seat: number;
  bettor: string;
  wager: string;
  cents: number;
  account?: string;
};

/** A wager that was paid while the round goes on; whose it is: for staff. */
export type EarlyPayment = {
  seat: number;
  bettor: string;
  wager: string;
  cents: number;
  net_cents: number;
  account?: string;
};

/** What was put to the rotation of the bank. */
export type RotationInput = {
  do: string;
  seat?: number;
};

/** What a round was told. A card drawn in error that no player saw stays unseen; a reason is for staff. */
export type RoundInput = {
  card?: string | null;
  face_up?: string;
  mark?: string;
  rolled?: number[];
  in_error?: string | null;
  disclosed?: boolean;
  called_off?: string | null;
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

/** Event: the rotation of the player-dealer received an input. */
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

/** Event: a player bought chips with credit, at a table where seats play one another. */
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

/** Event: a hand between seats begins, with the button's seat and the amounts that absent players owe. */
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

/** Event: bettors get the right to reveal a hand's face-down cards (seat and bettor; None: the dealer). */
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
  hand_in_shoe?: number[];
  outcome?: Record<string, unknown>;
  between?: boolean;
  unseen?: number[];
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

/** Event: a player decided during the time bank; `left_ms` is the rest of it. */
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
  | TableCreated
  | SettingsChanged
  | TableOpened
  | TableClosed
  | TablePaused
  | TableResumed
  | SeatTaken
  | SeatLeft
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
  | SupervisorCalled
  | CallAnswered
  | HoldPlaced
  | HoldLifted
  | ShoeLoaded
  | CardsBurned
  | BurnedCardShown
  | CutCardReached
  | ShoeRevealed
  | BankRotated
  | BankPosted
  | BankDeadlineSet
  | BankReturned
  | BetsOpened
  | CountdownSet
  | WagersPlaced
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
  | DecisionMade
  | DecisionTimedOut
  | ArrangementsRequested
  | ArrangementMade
  | ArrangementDrafted
  | HandShown
  | DiceRolled
  | DiceCorrected
  | HoleCardsRevealed
  | RoundInputRecorded
  | CardCorrected
  | SeatTransfersMade
  | RoundSettled
  | RoundVoided
  | RoundCorrected
  | JackpotHit
  | JackpotConfirmed
  | JackpotRejected
  | JackpotBackedOut
  | CorrectionRequested
  | CorrectionRejected
  | BackOutRequested
  | BackOutRejected
  | IrregularityReported
  | FreeHandOrdered
  | StepCompleted
  | StepVerified
  | RecutOrdered
  | NoticeSent
  | NoticeAcknowledged
  | ChangeAnnounced
  | ChangeWithdrawn
  | DisputeReferred
  | AccommodationRecorded;
