/**
 * What the server shows of a table: made from the shapes in src/croupier/views by `python -m croupier.views.typescript`.
 * Amounts are cents, times milliseconds of the server's clock. See docs/api.md.
 */

/** An amount a table is known by, under the family's own word: a blind, an ante, the most in a round, a point. */
export type AmountPosted = {
  name: string;
  cents: number;
};

/** What the fee is looked up by. */
export type Basis = "total_table_action" | "player_wager_per_spot" | "players_at_table" | "ante";

/** What the seat that is asked has to call, and how far it may bet or raise; amounts are of the whole round. */
export type BetShown = {
  seat: number;
  to_call_cents: number;
  /** 0 where nothing may be bet or raised. */
  least_to_cents: number;
  most_to_cents: number;
  all_in_to_cents: number;
  chip_cents: number;
  presets: PresetShown[];
  /** Why nothing may be bet or raised; empty where it may. */
  why_not: string;
};

/** One square of a road; on the derived roads the mark is a colour, and only the hand's number goes with it. */
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

/** A hand that everybody played against. */
export type DealerHand = {
  cards: string[];
  total: number;
  natural: boolean;
};

/** The colour a result would have on each derived road. */
export type DrawnNext = {
  big_eye: "red" | "blue" | null;
  small: "red" | "blue" | null;
  cockroach: "red" | "blue" | null;
};

/** A hand between seats, as everybody sees its chips. */
export type HandBetweenSeats = {
  /** The family's own word for where the hand is: a street, `set`, `showdown`. */
  stage: string;
  seats: SeatInHand[];
  /** Main pot first; what lies in front of the seats is not in them yet. */
  pots: PotShown[];
  /** All of it, what lies in front of the seats included, less the fee that was taken. */
  pot_cents: number;
  /** The fee of this hand, as far as it was taken. */
  fee_cents: number;
  /** What of it is still to be taken. */
  fee_due_cents: number;
  betting: BetShown | null;
  /** The seats dealt in, in the order they act. */
  order: number[];
};

/** What a hand has come to. */
export type MadeHand = {
  /** What it counts, in a game that counts. */
  total: number | null;
  soft: boolean;
  /** `natural`, `full-house`; none where the hand is nothing that has a name. */
  category: string | null;
  /** The ranks it is called by, in order of weight: K and 4 of kings full of fours, and then what is beside them. */
  ranks: string[];
  /** Those that count, its own and shared ones; empty while more are to come. */
  cards: string[];
};

/** Where the cards come from. */
export type Mode = "automated" | "dealer-assist";

export type OddsKind = "to" | "for" | "amount" | "share";

/** One hand: the board, what was in its pots after the fee, the seats that won, whether cards were shown for it. */
export type PastPot = {
  board: string[];
  pot_cents: number;
  winners: number[];
  showdown: boolean;
};

/** One hand: the seats with the best sweep or back hand, and what that was; each seat's end and points. */
export type PastThirteen = {
  best: number[];
  best_with: string;
  ends: Record<string, string>;
  points: Record<string, number>;
};

/** One round: who won, none where the shoe ran out; after how many wars, with which rank. */
export type PastWar = {
  winner: "player" | "banker" | null;
  wars: number;
  winning_card: number;
};

/** Where a table stands. */
export type Phase = "closed" | "between-rounds" | "betting" | "dealing";

/** What is worth points, in a game that counts them, under the family's own word. */
export type PointsPosted = {
  /** What it is: `ends` of a hand against another, a `bonus` in a row that wins, a `sweep` of all rows at once. */
  kind: string;
  name: string;
  /** The row it has to lie in; empty where it is of the whole hand. */
  row: string;
  points: number;
};

/** The player-dealer's hand as the house called it, and the board it was made with. */
export type PokerShown = {
  cards: string[];
  board: string[];
  name: string;
  qualifies: boolean;
};

/** A pot: what is in it, and who can win it. */
export type PotShown = {
  cents: number;
  seats: number[];
};

/** An amount that is offered: `least`, `half-pot`, `pot`, `most`; what the wager of the round would come to. */
export type PresetShown = {
  name: string;
  to_cents: number;
};

/** The board of one shoe. */
export type Roads = {
  bead: Cell[];
  big: Cell[];
  big_eye: Cell[];
  small: Cell[];
  cockroach: Cell[];
  leading_ties: number;
};

/** Where a rule stands, in words people know. */
export type Rule = {
  document: string;
  /** Such as `12-14, 20`. */
  lines: string;
};

/** The longest run of each result. */
export type Runs = {
  player: number;
  banker: number;
  tie: number;
};

/** How a seat's two hands came out against the player-dealer's; seat 0: the Player's hand, where two lie for all. */
export type SeatCame = {
  seat: number;
  high: string;
  low: string;
};

/** A seat in the hand that is played. */
export type SeatInHand = {
  seat: number;
  /** What he has behind. */
  stack_cents: number;
  /** What lies in front of him in this betting round. */
  bet_cents: number;
  /** All that he has put into the pots of this hand, what lies in front of him included. */
  put_in_cents: number;
  /** in, folded, all-in. */
  state: string;
  /** What he did last in this betting round; empty where he has not acted. */
  last: string;
  /** button, small-blind, big-blind; empty for any other. */
  position: string;
};

/** How a seat's hand came out against the player-dealer's: `win`, `lose`; `same`: the same two tiles, which lose. */
export type SeatOfTwo = {
  seat: number;
  came: string;
};

/** The player-dealer's hands and what they were called, and how each seat came out against them. */
export type SettingShown = {
  high: string[];
  low: string[];
  high_name: string;
  low_name: string;
  bank: number | null;
  seats: SeatCame[];
};

/** So many of so many. */
export type Share = {
  count: number;
  of: number;
  percent: string | null;
};

/** The player-dealer's two tiles and what they were called, and how each seat came out against them. */
export type TwoTilesShown = {
  tiles: string[];
  name: string;
  bank: number | null;
  seats: SeatOfTwo[];
};

/** How either win would be drawn. */
export type WouldBeDrawn = {
  player: DrawnNext;
  banker: DrawnNext;
};

/** Of the shoes that are over. */
export type HandsPerShoe = {
  hands: number;
  shoes: number;
};

/** How often each thing happened. */
export type ShoeStatistics = {
  hands: number;
  wagers: Record<string, Share>;
  results: Record<string, Share>;
  longest_runs: Runs;
  dealer: Record<string, Share>;
  wars: Record<string, Share>;
};

/** A shoe that is over. */
export type ShoeBefore = {
  hands: number;
  wagers: Record<string, Share>;
  results: Record<string, Share>;
  longest_runs: Runs;
  dealer: Record<string, Share>;
  wars: Record<string, Share>;
  shoe: number;
};

/** The shoe in play. */
export type ShoeTrend = {
  hands: number;
  wagers: Record<string, Share>;
  results: Record<string, Share>;
  longest_runs: Runs;
  dealer: Record<string, Share>;
  wars: Record<string, Share>;
  shoe: number;
  note: string;
  roads: Roads;
  would_be_drawn: WouldBeDrawn;
};

/** The record of hands already played, labelled as such. */
export type Trends = {
  note: string;
  current: ShoeTrend;
  previous: ShoeBefore[];
  all: ShoeStatistics;
  hands_per_shoe: HandsPerShoe;
  dealer_hands: DealerHand[];
  past_pots: PastPot[];
  two_tiles: TwoTilesShown[];
  settings: SettingShown[];
  past_thirteens: PastThirteen[];
  poker_hands: PokerShown[];
  past_wars: PastWar[];
};

/** What a row pays: of the stake `to` or `for` one, so many cents whatever the stake, a share of a meter. */
export type Pay = {
  kind: OddsKind;
  numerator: number;
  denominator: number;
};

/** One line of a pay table. */
export type Row = {
  name: string;
  pays: string;
  /** As the rulebook writes it. */
  odds: string;
  pay: Pay;
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
export type Term = {
  title: string;
  text: string;
  cite: string;
};

/** Wagers that another needs, or bars. */
export type Linked = {
  wagers: string[];
  /** Asked of the seat's own player, and of nobody behind him. */
  seated_only: boolean;
  cite: string;
};

/** No more here than this share of what lies on these. */
export type Cap = {
  of: string[];
  /** Of all of them together, and not of each. */
  by_total: boolean;
  share: string;
  exact: boolean;
  cite: string;
};

/** What the house keeps. */
export type Charge = {
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
  rows: Row[];
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
  /** The stake from which it is also paid for the hands of others: the `envy` of its rows. */
  envy_from_cents: number | null;
  terms: Term[];
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
  rules: Rule[];
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
export type ComingOption = {
  option: string;
  title: string;
  was: string;
  becomes: string;
};

/** A change that was announced, and from when it counts. */
export type Coming = {
  id: string;
  at: number;
  from_at: number;
  changes: ComingOption[];
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
  coming: Coming[];
  soft_17: "hit" | "stand" | null;
  /** The number of cards is announced with the result. */
  counts_cards: boolean;
  /** How many seats one player may hold. */
  boxes: number;
};

/** An approval of the regulator's, as it was recorded. */
export type Approved = {
  reference: string;
  date: string;
  entered_by: string;
};

/** How a table is set up, as it is posted there. */
export type SettingsPosted = {
  rulebook: string;
  options: Record<string, unknown>;
  mode: Mode;
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
  mode: Mode;
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
  approvals?: Record<string, Approved>;
};

/** A card as it lies; one whose back alone is seen has no `card`. */
export type SeenCard = {
  nth: number;
  /** Its number among the cards of the round; none for one carried over from the last. */
  place: number | null;
  face_down: boolean;
  card?: string;
};

/** How a hand stands, in a game in which seats have hands of their own: `dealer`, `player:2`, `player:2/1`. */
export type FeltHand = {
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
export type Place = {
  hand: string;
  nth: number;
};

/** The card that comes next, and the hands that take no more; empty before every card that decides it is seen. */
export type Drawing = {
  next: Place | null;
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
export type Asking = {
  until: number | null;
  seconds: number;
  questions: Question[];
  /** The seats that are asked the same after these. */
  later: number[];
};

/** A hand that a seat is asked for: its name, and of how many cards. */
export type HandToLay = {
  name: string;
  cards: number;
};

/** One way to lay one's cards: what each hand would come to, and why it would be foul. */
export type Way = {
  hands: Record<string, string[]>;
  made: Record<string, MadeHand>;
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
export type Setting = {
  seat: number;
  hands: HandToLay[];
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
  ways?: Way[];
  /** To whoever lays them: how they lie so far. */
  draft?: Record<string, string[]>;
  /** To whoever lays them: whether the game takes a foul, which then loses. */
  foul_loses?: boolean;
  /** To whoever lays them: what he may declare of his hand, and why not now. */
  declarations?: Declaration[];
};

/** Who is asked to lay his cards into which hands, and until when: one countdown for all. */
export type Arranging = {
  until: number | null;
  seconds: number;
  /** The seats that have laid theirs. */
  done: number[];
  settings: Setting[];
};

/** A bettor, by seat. */
export type Holder = {
  seat: number;
  bettor: string;
};

/** A bettor wishes that another turns a hand, and who has still to agree. */
export type Passing = {
  hand: string;
  by: Holder;
  to: Holder;
  waiting_for: Holder[];
};

/** Who has the right to turn, whose turn it is and until when. */
export type Turning = {
  rights: Record<string, Holder | null>;
  to_turn: string | null;
  by: Holder | null;
  until: number | null;
  seconds: number;
  asking: Passing | null;
  may_pass_to: number[];
};

/** What was thrown or picked before the cards went out: `dice`, a `pile`. */
export type Thrown = {
  what: string;
  numbers: number[];
};

/** Who comes when, in a game in which that changes from round to round. */
export type Order = {
  thrown: Thrown[];
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
export type ChipSpot = {
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
export type Known = {
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
export type ResultOwn = {
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
export type BankKept = {
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
  rules: Rule[];
};

/** Something the table is told of the bank. */
export type Notice = {
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
  notices: Notice[];
};

/** Whose money banks. */
export type BankHeld = {
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
export type Gift = {
  campaign: string;
  cents: number;
  ends_at: number;
};

/** A player's promotional chips: they are played and never cashed. */
export type PromotionalPurse = {
  cents: number;
  /** The one that ends first before the others. */
  gifts: Gift[];
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
  promotional?: PromotionalPurse;
  spots: OwnSpot[];
  /** Of his credit. */
  staked_cents: number;
  promotional_staked_cents?: number;
  fee_cents: number;
  bank_cents: number;
  in_play: boolean;
};

/** A player's own part in an event, as it is sent to him. */
export type OwnPart = {
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
  results?: ResultOwn[];
  staked_cents?: number;
  net_cents?: number;
  jackpot_cents?: number;
  balance_before_cents?: number;
  balance_after_cents?: number;
  difference_cents?: number;
  /** Why a jackpot was taken back. */
  reason?: string;
  seq: number;
  kind: "seat-taken" | "seat-left" | "chips-bought" | "chips-taken" | "sat-out" | "sat-in" | "waiting-joined" | "waiting-left" | "bank-posted" | "bank-returned" | "wagers-placed" | "jackpot-hit" | "jackpot-backed-out" | "fees-taken" | "paid-at-once" | "round-voided" | "card-dealt" | "card-corrected" | "round-settled" | "round-corrected" | "arrangement-made";
};

/** The one next thing at a table. */
export type Expected = {
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
  done: Done | null;
  cite: string;
};

/** Who carried a step out, and when; who confirmed it. */
export type Done = {
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
  recorded: Approved | null;
};

/** A notice that has not been seen by whom it is for. */
export type FloorNotice = {
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
export type Correction = {
  id: string;
  round: string;
  place: number;
  card: string;
  reason: string;
  by: string;
};

/** A throw as the dealer entered it. */
export type DiceEntered = {
  numbers: number[];
  sides: number;
};

/** What those who run the table see besides. */
export type Staff = {
  expects: Expected;
  settings: Settings;
  paused_for: string;
  holds: Hold[];
  supervisor_called: string | null;
  corrections: Correction[];
  /** The newest first. */
  paid_jackpots: PaidJackpot[];
  /** The last throw, while it can still be put right. */
  dice: DiceEntered | null;
  fees: Record<string, number>;
  bank: BankHeld | null;
  /** The procedure, step by step: what belongs to this moment at the table. */
  steps: Step[];
  to_verify: Done[];
  /** A cut that a supervisor has ordered again, and by whom. */
  recut: "same" | "next" | null;
  notices: FloorNotice[];
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
export type Waiting = {
  place: number;
  own: boolean;
  name?: string;
};

/** A table where seats play one another for the chips in front of them. */
export type Stakes = {
  stacks: Stack[];
  /** The amounts the table is known by: blinds, an ante, the most in a round. */
  posted: AmountPosted[];
  /** What is worth points, in a game that counts them. */
  points: PointsPosted[];
  buy_in: BuyIn;
  waiting: Waiting[];
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
  results: ResultOwn[];
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
  made: Record<string, MadeHand>;
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
export type NamedOwn = {
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
  rules: Rule[];
  /** What the wager wins with, as the rulebook says it. */
  wins: string;
  /** When it pushes, goes back, or loses. */
  ends: string;
  /** What the row that it won by pays; empty where it did not win. */
  pays: string;
};

/** What came of a wager in a kept round, for staff. */
export type NamedResult = {
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
  rules: Rule[];
  /** What the wager wins with, as the rulebook says it. */
  wins: string;
  /** When it pushes, goes back, or loses. */
  ends: string;
  /** What the row that it won by pays; empty where it did not win. */
  pays: string;
};

/** A card of a kept round, in the order they were dealt. */
export type Dealt = {
  hand: string;
  nth: number;
  card: string;
};

/** A meter before a round, and after it. */
export type MeterMoved = {
  before: number;
  after: number;
};

/** A card of a kept round that was put right. */
export type ChangePublic = {
  at: number;
  place: number;
  was: string;
  card: string;
};

/** What a correction gave a player, or took. */
export type OwnChange = {
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
  results: NamedOwn[];
  fee_cents: number;
  returned_cents: number;
  balance_before_cents: number | null;
  balance_after_cents: number | null;
  /** What the round changed his credit by: wagers, bank and fee; 0 where it is void. */
  result_cents: number;
  bank: BankKept | null;
  reason: string;
  corrections: OwnChange[];
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
  dealt: Dealt[];
  cards: Record<string, string[]>;
  facts: Record<string, number | string | boolean | number[]>;
  meters: Record<string, MeterMoved>;
  code?: string;
  cite?: string;
  mark: string;
  rulebook: string;
  title: string;
  family: string;
  mode: Mode;
  free_hand: boolean;
  made: Record<string, MadeHand>;
  corrections: ChangePublic[];
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
export type OpeningKept = {
  free_hand: boolean;
  button?: number;
  action?: number;
  carried?: string;
  disclosed?: boolean;
};

/** A round before it was put right. */
export type RoundBefore = {
  cards: Record<string, string[]>;
  facts: Record<string, number | string | boolean | number[]>;
  results: StaffResult[];
  bank: Bank | null;
};

/** A card that was put right: who asked, who approved, and whom it cost what. */
export type Change = {
  at: number;
  place: number;
  was: string;
  card: string;
  reason: string;
  requested_by: string;
  approved_by: string;
  differences: Record<string, number>;
  before: RoundBefore;
};

/** A round as the house's books count it; a loss of the house is negative. */
export type HouseFigures = {
  wagered_cents: number;
  /** What the house won or lost, its commission, collection and fees included. */
  net_cents: number;
};

/** A kept round, as those who run the house see it. */
export type KeptRound = {
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
  dealt: Dealt[];
  cards: Record<string, string[]>;
  facts: Record<string, number | string | boolean | number[]>;
  meters: Record<string, MeterMoved>;
  code?: string;
  cite?: string;
  mark: string;
  rulebook: string;
  title: string;
  family: string;
  mode: Mode;
  free_hand: boolean;
  made: Record<string, MadeHand>;
  settings: Settings;
  spots: StaffSpot[];
  fees: Record<string, number>;
  action_cents: number;
  opening: OpeningKept;
  /** What the round was told, in order. */
  answers: Record<string, unknown>[];
  /** Each account's credit before its wagers and fees, and after the round. */
  balances: Record<string, number[]>;
  reason?: string;
  returned?: Record<string, number>;
  results: NamedResult[];
  totals: Totals;
  house: HouseFigures;
  bank: BankKept | null;
  corrections: Change[];
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
  mode: Mode;
  phase: Phase;
  is_running: boolean;
  is_paused: boolean;
  held_for: string[];
  seats: Seat[];
  betting: Betting;
  wagers: Wager[];
  chips: ChipSpot[];
  hands: Record<string, SeenCard[]>;
  /** What each hand comes to whose cards are all seen by whoever looks. */
  made: Record<string, MadeHand>;
  felt: FeltHand[];
  drawing: Drawing;
  asking: Asking | null;
  turning: Turning | null;
  arranging?: Arranging;
  /** In a game with dice: while a round is dealt. */
  order?: Order;
  /** Wagers that are decided before the round is. */
  known?: Known[];
  next_hand: NextHand;
  shoe: Shoe | null;
  rounds: number;
  last: LastRound | null;
  trends: Trends;
  progressives: Progressive[];
  jackpots: Jackpot[];
  player_dealer: PlayerDealer | null;
  /** Where seats play one another for the chips in front of them. */
  stakes?: Stakes;
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
export type LineLimit = {
  least_cents: number;
  most_cents: number;
};

/** A table at a glance. */
export type LobbyTile = {
  last_results: ("player" | "banker" | "tie")[];
  dealer_hands: DealerHand[];
  past_pots: PastPot[];
  two_tiles: TwoTilesShown[];
  settings: SettingShown[];
  past_thirteens: PastThirteen[];
  poker_hands: PokerShown[];
  past_wars: PastWar[];
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
  mode: Mode;
  phase: Phase;
  is_running: boolean;
  bets_open: boolean;
  closes_at: number | null;
  seats: number;
  seats_taken: number;
  limit: LineLimit;
  player_dealer: number | null;
  progressives: Progressive[];
  hands_in_shoe: number;
};

/** Chips that were put up while the round goes on; whose they are: for staff. */
export type Raise = {
  seat: number;
  bettor: string;
  wager: string;
  cents: number;
  account?: string;
};

/** A wager that was paid while the round goes on; whose it is: for staff. */
export type Paid = {
  seat: number;
  bettor: string;
  wager: string;
  cents: number;
  net_cents: number;
  account?: string;
};

/** What was put to the rotation of the bank. */
export type BankAnswer = {
  do: string;
  seat?: number;
};

/** What a round was told. A card drawn in error that no player saw stays unseen; a reason is for staff. */
export type Answer = {
  card?: string | null;
  face_up?: string;
  mark?: string;
  rolled?: number[];
  in_error?: string | null;
  disclosed?: boolean;
  called_off?: string | null;
};

/** What is done differently for a player or a dealer with a disability. [003 L38] */
export type AccommodationMade = {
  kind: "accommodation-made";
  seat?: number | null;
  account?: string | null;
  what?: string;
  by?: string;
  name?: string;
};

/** How a seat's cards lie while they are being laid. */
export type ArrangementDrafted = {
  kind: "arrangement-drafted";
  seat?: number;
  account?: string | null;
};

/** A seat has laid its cards. How, nobody else sees before the game shows it. */
export type ArrangementMade = {
  kind: "arrangement-made";
  seat?: number;
  declares?: string;
  next_at?: number | null;
  account?: string | null;
};

/** Seats are asked to lay their cards into hands, until then. */
export type ArrangementsAsked = {
  kind: "arrangements-asked";
  settings?: Record<string, unknown>[];
  next_at?: number | null;
};

/** Somebody wants a paid jackpot taken back. [003 L433, L623] */
export type BackOutAsked = {
  kind: "back-out-asked";
  id?: string;
  jackpot?: string;
  round?: string;
  seat?: number;
  account?: string;
  cents?: number;
  reason?: string;
  by?: string;
};

export type BackOutRefused = {
  kind: "back-out-refused";
  id?: string;
  reason?: string;
};

/** A hand was void, or settings have changed: whoever is asked, or banks, may answer until then. */
export type BankAwaited = {
  kind: "bank-awaited";
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

/** The rotation of the player-dealer moved on: what was put to it. */
export type BankTurned = {
  kind: "bank-turned";
  at?: number;
  deadline?: number | null;
  input?: BankAnswer;
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

/** One of the burned cards after the first was shown to the players. [000 L94] */
export type BurnedCardShown = {
  kind: "burned-card-shown";
  card?: string;
};

/** One card to each player: who has the button first. */
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
  answers?: Answer[];
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

export type CardsBurnt = {
  kind: "cards-burnt";
  shown?: string[];
  count?: number;
};

export type CardsTurned = {
  kind: "cards-turned";
  hand?: string;
  by?: (number | string)[] | null;
  silent?: boolean;
  cards?: string[];
  next_at?: number | null;
};

/** Other settings were announced: they count from their hour on. [003 L148; 004 L900] */
export type ChangeAnnounced = {
  kind: "change-announced";
  id?: string;
  at?: number;
  from_at?: number;
  changes?: Record<string, unknown>[];
  by?: string;
  name?: string;
  settings?: SettingsPosted | Settings;
};

export type ChangeWithdrawn = {
  kind: "change-withdrawn";
  id?: string;
  reason?: string;
};

/** Chips out of a player's credit, to play with at this table. */
export type ChipsBought = {
  kind: "chips-bought";
  seat?: number;
  cents?: number;
  stack_cents?: number;
  account?: string;
};

/** A player's chips go back to his credit. */
export type ChipsTaken = {
  kind: "chips-taken";
  seat?: number;
  cents?: number;
  account?: string;
};

export type CorrectionAsked = {
  kind: "correction-asked";
  id?: string;
  round?: string;
  place?: number;
  card?: string;
  reason?: string;
  by?: string;
};

export type CorrectionRefused = {
  kind: "correction-refused";
  id?: string;
  reason?: string;
};

export type CountdownSet = {
  kind: "countdown-set";
  closes_at?: number | null;
};

export type CutCardCame = {
  kind: "cut-card-came";
  last_hand?: boolean;
};

/** A seat has decided. */
export type DecisionMade = {
  kind: "decision-made";
  seat?: number;
  hand?: number;
  choice?: string;
  next_at?: number | null;
  raises?: Raise[];
};

/** Seats are asked what they do with their hands, until then. */
export type DecisionsAsked = {
  kind: "decisions-asked";
  questions?: Record<string, unknown>[];
  next_at?: number;
};

/** The cup showed something else than was entered; hands that were set are set again. */
export type DiceCorrected = {
  kind: "dice-corrected";
  what?: string;
  place?: number;
  was?: number[];
  numbers?: number[];
};

/** The dice were thrown, or a number was drawn. */
export type DiceRolled = {
  kind: "dice-rolled";
  what?: string;
  source?: string;
  numbers?: number[];
  next_at?: number | null;
};

/** A dispute goes to whoever decides what the house cannot. [000 L137; 002 L132] */
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

export type FreeHandCalled = {
  kind: "free-hand-called";
  reason?: string;
};

/** A hand between seats begins: the button, and what each player owes who is not in it. */
export type HandLinedUp = {
  kind: "hand-lined-up";
  button?: number;
  owes?: Record<string, string[]>;
};

/** A seat's hand was opened; `hole-card-shown` has its cards. */
export type HandShown = {
  kind: "hand-shown";
  hand?: string;
  seat?: number | null;
  next_at?: number | null;
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

/** What the game dealt face down is turned. */
export type HoleCardShown = {
  kind: "hole-card-shown";
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

/** A paid jackpot went back from the credit to its meter, by two people. */
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

/** A notice of the floor to surveillance, or of surveillance to the floor. [003 L290] */
export type NoticeGiven = {
  kind: "notice-given";
  id?: string;
  to?: "surveillance" | "floor";
  at?: number;
  until?: number | null;
  text?: string;
  by?: string;
  name?: string;
};

/** A notice has reached whom it was for. */
export type NoticeSeenBy = {
  kind: "notice-seen";
  id?: string;
  at?: number;
  by?: string;
  name?: string;
  late?: boolean;
};

/** Wagers that are paid while the round goes on: all of them, as they stand now. [002 L99, L113] */
export type PaidAtOnce = {
  kind: "paid-at-once";
  paid?: Paid[];
};

/** A supervisor has the cards cut again, by whoever cut them or by the next in line. [003 L201-203] */
export type RecutOrdered = {
  kind: "recut-ordered";
  cutter?: "same" | "next";
  by?: string;
  name?: string;
  reason?: string;
};

/** The cards are dealt face down: who may turn each hand's, by seat and bettor; nobody: the dealer. */
export type RightsGiven = {
  kind: "rights-given";
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
  answers?: Answer[];
  results?: Result[];
  bank?: Bank | null;
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

/** The round was told something other than a card: the result was called, the shoe ran out, a card too many. */
export type RoundTold = {
  kind: "round-told";
  answer?: Answer;
  card?: string | null;
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

/** A player is dealt no more hands; seat and chips stay his. */
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

/** In a game that nobody banks: who paid whom, in order. */
export type SeatsExchanged = {
  kind: "seats-exchanged";
  exchanges?: Record<string, unknown>[];
};

export type SettingsChanged = {
  kind: "settings-changed";
  version?: number;
  digest?: string;
  next_at?: number | null;
  change?: string | null;
  must_intervene?: boolean | null;
  settings?: SettingsPosted | Settings;
};

export type ShoeFilled = {
  kind: "shoe-filled";
  number?: number;
  source?: string;
  digest?: string | null;
  batch?: string | null;
};

export type ShoeOpened = {
  kind: "shoe-opened";
  number?: number;
  digest?: string;
  nonce?: string;
  cards?: string;
  cut_from_back?: number;
};

/** A step of the procedure was carried out: who, when, and what was entered. [003 L98, L190-210] */
export type StepDone = {
  kind: "step-done";
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

/** Somebody else confirms that a step was carried out. [003 L191, L210] */
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

/** He has decided, or it is used up: what is left of it. */
export type TimeBankClosed = {
  kind: "time-bank-closed";
  seat?: number;
  left_ms?: number;
  account?: string;
};

/** The time of a decision is up: the player goes on out of his own. */
export type TimeBankOpened = {
  kind: "time-bank-opened";
  seat?: number;
  left_ms?: number;
  next_at?: number;
  account?: string;
};

/** Nobody answered in time: every open question gets the game's own answer. */
export type TimeRanOut = {
  kind: "time-ran-out";
  seats?: number[];
  next_at?: number | null;
};

export type TurnAnswered = {
  kind: "turn-answered";
  who?: (number | string)[];
  agree?: boolean;
  next_at?: number;
};

export type TurnAsked = {
  kind: "turn-asked";
  hand?: string;
  by?: (number | string)[];
  to?: (number | string)[];
  next_at?: number;
};

/** Somebody has the right to turn cards, until then. */
export type TurnDue = {
  kind: "turn-due";
  next_at?: number;
};

export type WagersPlaced = {
  kind: "wagers-placed";
  seat?: number;
  bettor?: string;
  wagers?: Record<string, number>;
  account?: string;
};

export type WaitingJoined = {
  kind: "waiting-joined";
  place?: number;
  account?: string;
  name?: string;
};

export type WaitingLeft = {
  kind: "waiting-left";
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
  | ChipsTaken
  | SatOut
  | SatIn
  | WaitingJoined
  | WaitingLeft
  | ButtonDrawn
  | HandLinedUp
  | TimeBankOpened
  | TimeBankClosed
  | SupervisorCalled
  | CallAnswered
  | HoldPlaced
  | HoldLifted
  | ShoeFilled
  | CardsBurnt
  | BurnedCardShown
  | CutCardCame
  | ShoeOpened
  | BankTurned
  | BankPosted
  | BankAwaited
  | BankReturned
  | BetsOpened
  | CountdownSet
  | WagersPlaced
  | BetsClosed
  | FeesTaken
  | PaidAtOnce
  | RightsGiven
  | TurnAsked
  | TurnAnswered
  | TurnDue
  | CardsTurned
  | CardDealt
  | DecisionsAsked
  | DecisionMade
  | TimeRanOut
  | ArrangementsAsked
  | ArrangementMade
  | ArrangementDrafted
  | HandShown
  | DiceRolled
  | DiceCorrected
  | HoleCardShown
  | RoundTold
  | CardCorrected
  | SeatsExchanged
  | RoundSettled
  | RoundVoided
  | RoundCorrected
  | JackpotHit
  | JackpotConfirmed
  | JackpotRejected
  | JackpotBackedOut
  | CorrectionAsked
  | CorrectionRefused
  | BackOutAsked
  | BackOutRefused
  | IrregularityReported
  | FreeHandCalled
  | StepDone
  | StepVerified
  | RecutOrdered
  | NoticeGiven
  | NoticeSeenBy
  | ChangeAnnounced
  | ChangeWithdrawn
  | DisputeReferred
  | AccommodationMade;
