import type { LastRound, OddsLabel, OwnLast, Payout, Result, OwnResult, PayRow, TableView, Wager } from "../../lib/types";

/** Parses "8:1", "250 for 1", "$500" or "100%". */
export function payout(odds: string): Payout {
  const [numerator = 0, denominator = 1] = (odds.match(/\d+/g) ?? []).map(Number);
  if (odds.startsWith("$")) return { kind: "amount", numerator: numerator * 100, denominator: 1 };
  if (odds.endsWith("%")) return { kind: "share", numerator, denominator: 100 };
  return { kind: odds.includes("for") ? "for" : "to", numerator, denominator };
}

/** Makes a row of a pay table. */
export function payRow(odds: string, given: Partial<PayRow> = {}): PayRow {
  return { name: "", pays: odds, odds, pay: payout(odds), meter: "", envy: "", cite: "", ...given };
}

/** Makes the odds label of a wager with one ratio; `given` overrides fields. */
export function oddsLabel(odds: string, given: Partial<OddsLabel> = {}): OddsLabel {
  const pay = odds === "" ? null : payout(odds);
  return { kind: pay === null ? "none" : "ratio", pay, exception: null, exception_name: "", highest: pay, has_several: false, ...given };
}

/** Makes a side wager that pays 1 to 1; `given` overrides fields. */
export function wager(id: string, given: Partial<Wager> = {}): Wager {
  const rows = given.rows ?? [payRow("1:1", { pays: "1 to 1" })];
  const shortTitle = given.short_title ?? given.title ?? id;
  return {
    id,
    title: id,
    short_title: shortTitle,
    spot_title: shortTitle,
    spot_hint: "",
    group: "side",
    role: "side",
    zone: "",
    summary: "",
    outcome: "",
    rows,
    odds_label: oddsLabel(rows[0]?.odds ?? ""),
    limit: { least_cents: 500, most_cents: 50_000, cite: "" },
    placed_with: [],
    charges: [],
    is_backline_allowed: true,
    is_placed_during_round: false,
    after_fold: null,
    envy_from_cents: null,
    terms: [],
    note: "",
    cite: "",
    is_locked: false,
    is_meter_down: false,
    ...given,
  };
}

export const PLAYER = wager("player", {
  title: "Player's Hand",
  short_title: "Player",
  group: "line",
  role: "main",
  zone: "player",
  limit: { least_cents: 1000, most_cents: 10_000, cite: "" },
});
export const BANKER = wager("banker", {
  title: "Banker's Hand",
  short_title: "Banker",
  group: "line",
  role: "main",
  zone: "banker",
  limit: { least_cents: 1000, most_cents: 10_000, cite: "" },
});
export const TIE = wager("tie", {
  title: "Tie Bet",
  short_title: "Tie",
  group: "tie",
  role: "tie",
  zone: "tie",
  rows: [payRow("8:1", { pays: "8 to 1" })],
});

export const OWN_PLAYER: NonNullable<TableView["player"]> = {
  account: "player:1",
  seat: 2,
  seats: [2],
  balance_cents: 500_000,
  spots: [],
  staked_cents: 0,
  fee_cents: 0,
  bank_cents: 0,
  bank_refusal: null,
  in_play: false,
};

export const PLAYER_DEALER: NonNullable<TableView["player_dealer"]> = {
  rules: { name: "two-hands", title: "Two hands", cites: [], rules: [] },
  stage: "banking",
  seat: 1,
  asked: null,
  behind: null,
  ask_from: null,
  answer_until: null,
  answer_seconds: 20,
  posted_cents: 30_000,
  hands_banked: 0,
  hands_limit: 2,
  direction: "clockwise",
  must_intervene: false,
  game_stops_at: null,
  notices: [],
};

const seat = (number: number, is_taken = false, is_own = false) => ({
  seat: number,
  is_taken,
  is_third_party: false,
  is_bot: false,
  is_own,
});

/** Makes the sums of chips as the server sends them; all wagers are lines. */
export function stakesOf(chips: TableView["chips"]): TableView["stakes"] {
  const sum = (some: TableView["chips"]): number => some.reduce((total, chip) => total + chip.cents, 0);
  const bettors = (some: TableView["chips"]): number => new Set(some.map((chip) => `${chip.seat} ${chip.bettor}`)).size;
  const cells = (some: TableView["chips"]): TableView["stakes"]["own"] =>
    some.map(({ seat, wager }) => ({ seat, wager, cents: sum(some.filter((chip) => chip.seat === seat && chip.wager === wager)) }));
  return {
    cents: sum(chips),
    promotional_cents: sum(chips.filter((chip) => chip.is_promotional === true)),
    seats: [...new Set(chips.map((chip) => chip.seat))].sort().map((seat) => {
      const there = chips.filter((chip) => chip.seat === seat);
      return {
        seat,
        cents: sum(there),
        seated_cents: sum(there.filter((chip) => chip.bettor === "player")),
        promotional_cents: sum(there.filter((chip) => chip.is_promotional === true)),
      };
    }),
    wagers: [...new Set(chips.map((chip) => chip.wager))].map((wager) => {
      const there = chips.filter((chip) => chip.wager === wager);
      const [own, others] = [there.filter((chip) => chip.is_own), there.filter((chip) => !chip.is_own)];
      return {
        wager,
        cents: sum(there),
        bettors: bettors(there),
        own_cents: sum(own),
        own_wins_cents: own.reduce((total, chip) => total + (chip.wins_cents ?? 0), 0),
        others_cents: sum(others),
        other_bettors: bettors(others),
        line_percent: Math.round((100 * sum(there)) / sum(chips)),
      };
    }),
    own: cells(chips.filter((chip) => chip.is_own)),
    all: cells(chips),
  };
}

/** Makes the view of a house-banked table with open betting and no chips. Seat 2 is the viewer's, seat 4 is taken by another player. */
export function tableView(given: Partial<TableView> = {}): TableView {
  return {
    table: "t1",
    house: "Test House",
    help_line: "",
    now: 1000,
    mark: "",
    version: 1,
    mode: "dealer-assist",
    phase: "betting",
    is_running: true,
    is_paused: false,
    hold_reasons: [],
    seats: [seat(1), seat(2, true, true), seat(3), seat(4, true)],
    betting: BETTING,
    game: { ...GAME },
    wagers: [PLAYER, TIE, BANKER],
    chips: [],
    stakes: stakesOf(given.chips ?? []),
    hands: { player: [], banker: [] },
    hand_states: [],
    next_draw: { next: null, stands: [] },
    decision: null,
    reveal: null,
    next_hand: { free_hand: false, card_carried: false },
    shoe: {
      number: 1,
      source: "dealer",
      decks: 8,
      cards: 416,
      left: 400,
      burn_due: false,
      cut_card_out: false,
      last_hand: false,
      finished: false,
      digest: null,
      opened: false,
      batch: null,
      burned: [],
      burned_unseen: 0,
    },
    rounds: 1,
    last_round: null,
    hand_values: {},
    progressives: [],
    jackpots: [],
    player_dealer: null,
    player: OWN_PLAYER,
    ...given,
  } as TableView;
}

export const GAME: TableView["game"] = {
  rulebook: "test-baccarat",
  title: "Test Baccarat",
  short_title: "Test Baccarat",
  summary: "",
  family: "baccarat",
  banking: "house",
  house: "Test",
  digest: "",
  decks: 8,
  hands: ["player", "banker"],
  soft_17: null,
  counts_cards: false,
  boxes: 1,
  combined_minimum_cents: 0,
  printed: {},
  schedule: null,
  notices: [],
  announced_changes: [],
};

export const BETTING: TableView["betting"] = {
  is_open: true,
  closed_reason: null,
  round: "t1/000001",
  opened_at: 0,
  closes_at: 20_000,
  closed_at: null,
  opens_at: null,
  clock_stopped_at: null,
  seconds: 20,
  rule: "",
  action_cents: 0,
};

/** Makes the result of a wager of $25 at the viewer's seat. */
export function ownResult(wagerId: string, outcome: Result["result"], net_cents: number, given: Partial<OwnResult> = {}): OwnResult {
  return {
    seat: 2,
    bettor: "player",
    wager: wagerId,
    cents: 2500,
    result: outcome,
    net_cents,
    owed_cents: null,
    commission_cents: 0,
    jackpot_cents: 0,
    row: null,
    name: "",
    cite: "",
    ...given,
  };
}

const seatResults = (results: readonly Result[]): OwnLast["seats"] =>
  [...new Set(results.map((result) => result.seat))].sort().map((seat) => {
    const there = results.filter((result) => result.seat === seat);
    return {
      seat,
      staked_cents: there.reduce((sum, result) => sum + result.cents, 0),
      net_cents: there.reduce((sum, result) => sum + result.net_cents, 0),
    };
  });

/** Adds up results as the server does: by hand, by seat, and at all seats. */
function wagerSums(results: readonly OwnResult[]): OwnLast["wagers"] {
  const together = new Map<string, { seat: number | null; hand?: number; there: OwnResult[] }>();
  for (const result of results) {
    const { seat, hand } = result;
    for (const place of [{ seat, ...(hand === undefined ? {} : { hand }) }, { seat }, { seat: null }]) {
      const key = JSON.stringify([place, result.wager]);
      const found = together.get(key) ?? { ...place, there: [] };
      if (!found.there.includes(result)) found.there.push(result);
      together.set(key, found);
    }
  }
  return [...together.values()].map(({ there, ...place }) => {
    const net = there.reduce((sum, result) => sum + result.net_cents, 0);
    const [won, lost] = (["win", "lose"] as const).map((outcome) => there.filter((result) => result.result === outcome).length);
    return {
      ...place,
      wager: there[0]?.wager ?? "",
      cents: there.reduce((sum, result) => sum + result.cents, 0),
      net_cents: net,
      result: net > 0 ? "win" : net < 0 ? "lose" : "push",
      hands: { won: won ?? 0, lost: lost ?? 0, pushed: there.length - (won ?? 0) - (lost ?? 0) },
    };
  });
}

/** Makes a settled round in which Player has 9 and Banker has 2. */
export function settledRound(results: OwnResult[], given: Partial<LastRound> = {}): LastRound {
  const sum = (cents: (result: Result) => number): number => results.reduce((total, result) => total + cents(result), 0);
  const own = {
    results,
    seats: seatResults(results),
    staked_cents: sum((result) => result.cents),
    net_cents: sum((result) => result.net_cents),
    result_cents: sum((result) => result.net_cents),
    fee_cents: 0,
    jackpot_cents: 0,
    parts: results.map((result) => ({ kind: "wager" as const, wager: result.wager, cents: result.net_cents })),
    came_back_cents: sum((result) => result.cents + result.net_cents),
    wagers: wagerSums(results),
    spots: [],
    placed_cents: 0,
  };
  return {
    round: "t1/000001",
    status: "settled",
    family: GAME.family,
    hand_values: {},
    cards: { player: ["9s", "Kd"], banker: ["Kh", "2c"] },
    ...(results.length > 0 ? { player: own } : {}),
    ...(given.results === undefined ? {} : { seats: seatResults(given.results.filter((result) => result.bettor === "player")) }),
    ...given,
  };
}
