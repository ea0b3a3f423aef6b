import { describe, expect, it } from "vitest";
import { loadParts } from "../../table/game-loader";
import type { Wager } from "../../lib/types";
import {
  PLAYER_DEALER,
  BANKER,
  BETTING,
  GAME,
  OWN_PLAYER,
  PLAYER,
  TIE,
  ownResult,
  payRow,
  settledRound,
  tableView,
  wager,
} from "../../games/testing/table-view";
import { hasResult, voidReason } from "../../ui/void-reason";
import { suggestedBankCents, betLimitsAgainstBank } from "../../table/betting/bank";
import { chipsAtSeat, isHeldByViewer, canBetBehind, seatsToBetBehind } from "../../table/betting/backline";
import { chipsAtTable, initialChip, chipsForAmount } from "../../table/betting/chips";
import { chargesText, wagerOddsText, paidOddsText, payMultiple, maxWinCents } from "../../table/betting/odds";
import {
  isSameBets,
  placeableBets,
  totalCents,
  bettingClosedReason,
  betProblem,
  spotClosedReason,
  incompleteReason,
} from "../../table/betting/bet-validation";
import { resultAnnouncement, statusAnnouncement } from "./announcements";
import { viewerResultSentence, statusLine } from "../../table/betting/status-line";

const SIDE = wager("dragon", {
  title: "Dragon 7",
  requires: [{ wagers: ["banker"], seated_only: false, cite: "" }],
  rows: [payRow("40:1")],
});
const NOW = 1000;
await loadParts("terminal", GAME.family);

describe("why a bet is refused", () => {
  const view = tableView({ wagers: [PLAYER, TIE, BANKER, SIDE] });

  it("returns null for a legal bet", () => expect(betProblem(view, { player: 2500 }, PLAYER)).toBeNull());
  it("names the maximum", () => expect(betProblem(view, { player: 10_001 }, PLAYER)?.()).toBe("Maximum here is $100"));
  it("names the wager that a side bet requires", () =>
    expect(betProblem(view, { dragon: 500 }, SIDE)?.()).toBe("Dragon 7 goes with a wager on Banker: place that first"));
  it("allows a side bet with its required wager", () => expect(betProblem(view, { dragon: 500, banker: 1000 }, SIDE)).toBeNull());

  it("holds bets back until they reach the combined minimum", () => {
    const asks = tableView({ game: { ...GAME, combined_minimum_cents: 3000 }, wagers: [PLAYER, BANKER] });
    expect(incompleteReason(asks, { player: 1000 }, PLAYER)?.()).toBe("All your wagers together make $30 at least: $20 more");
    expect(placeableBets(asks, { player: 1000 })).toEqual({});
    expect(placeableBets(asks, { player: 1000, banker: 2000 })).toEqual({ player: 1000, banker: 2000 });
    expect(initialChip(asks)).toBe(10_000);
  });

  it("names a fixed stake", () => {
    const fixed = wager("meter", { limit: { least_cents: 100, most_cents: 100, cite: "" } });
    expect(betProblem(tableView({ wagers: [fixed] }), { meter: 200 }, fixed)?.()).toBe("The stake here is exactly $1");
  });

  it("refuses wagers that exclude each other, in both directions", () => {
    const one = wager("one", { title: "One", excludes: [{ wagers: ["other"], seated_only: false, cite: "" }] });
    const other = wager("other", { title: "Other" });
    const both = tableView({ wagers: [one, other] });
    expect(betProblem(both, { one: 500, other: 500 }, other)?.()).toBe("Other and One cannot be bet together");
  });

  it("caps a wager by the largest of the others, or by their sum", () => {
    const by = (by_total: boolean) =>
      wager("capped", { caps: [{ wagers: ["player", "banker"], is_of_total: by_total, share: "1", is_exact: false, cite: "" }] });
    const layout = { player: 1000, banker: 1000, capped: 1500 };
    expect(betProblem(tableView({ wagers: [PLAYER, BANKER, by(false)] }), layout, by(false))?.()).toBe(
      "No more here than on Player or Banker: $10",
    );
    expect(betProblem(tableView({ wagers: [PLAYER, BANKER, by(true)] }), layout, by(true))).toBeNull();
  });

  it("caps a wager by a share of the others", () => {
    const half = wager("half", { caps: [{ wagers: ["player"], is_of_total: false, share: "1/2", is_exact: false, cite: "" }] });
    const halved = tableView({ wagers: [PLAYER, half] });
    expect(betProblem(halved, { player: 2500, half: 1251 }, half)?.()).toBe("No more here than 1/2 of what is on Player: $12.50");
    expect(betProblem(halved, { player: 2500, half: 1250 }, half)).toBeNull();
  });

  it("applies the rulebook's requirements for bets behind a seat", () => {
    const needs = (seated_only: boolean) => wager("bonus", { requires: [{ wagers: ["ante"], seated_only, cite: "" }] });
    const ante = (backline: boolean) => wager("ante", { is_backline_allowed: backline });
    const why = (one: Wager, other: Wager) => betProblem(tableView({ wagers: [other, one] }), { bonus: 500 }, one, true);
    expect([why(needs(true), ante(true)), why(needs(true), ante(false))]).toEqual([null, null]);
    expect([why(needs(false), ante(true))?.(), why(needs(false), ante(false))?.()]).toEqual(
      Array(2).fill("bonus goes with a wager on ante: place that first"),
    );
  });

  it("names the reason why a spot is closed", () => {
    expect(spotClosedReason(view, wager("m", { title: "Meter", is_locked: true }))?.()).toBe(
      "Meter is closed while a jackpot is confirmed.",
    );
    expect(spotClosedReason(view, wager("m", { title: "Meter", is_meter_down: true }))?.()).toBe(
      "Meter is closed: its meter cannot be reached.",
    );
    expect(spotClosedReason(view, wager("m", { title: "Pair", is_backline_allowed: false }), true)?.()).toBe(
      "Pair is not taken from behind a seat",
    );
    expect(
      spotClosedReason(tableView({ player_dealer: { ...PLAYER_DEALER, seat: 2 }, player: { ...OWN_PLAYER, bank_cents: 100 } }), PLAYER)?.(),
    ).toContain("You have the bank");
  });

  it.each([
    [{ phase: "closed" as const }, "The table is closed"],
    [{ hold_reasons: ["fault"] }, "The table is held"],
    [{ is_paused: true }, "The pit has stopped the table for a moment"],
    [{ next_hand: { free_hand: true, card_carried: false } }, "Free hand: it is dealt without wagers."],
    [{ phase: "dealing" as const }, "No more bets. The next round takes chips again."],
    [{ betting: { ...BETTING, closes_at: NOW } }, "No more bets. The next round takes chips again."],
    [
      { player_dealer: { ...PLAYER_DEALER, posted_cents: null } },
      "No bank is posted yet: betting opens when a player-dealer has put one up.",
    ],
    [{ betting: { ...BETTING, is_open: false } }, "Bets are not open yet."],
  ])("the table takes no bets: %j", (given, why) => expect(bettingClosedReason(tableView(given), NOW)?.()).toBe(why));

  it("the table takes bets while betting is open", () => expect(bettingClosedReason(tableView(), NOW)).toBeNull());
});

describe("incomplete bets", () => {
  const view = tableView({ wagers: [PLAYER, TIE, BANKER, SIDE] });

  it("name the amount missing to the minimum", () =>
    expect(incompleteReason(view, { player: 500 }, PLAYER)?.()).toBe("Minimum here is $10: $5 more"));
  it("are not sent, and neither are the bets that require them", () =>
    expect(placeableBets(view, { player: 2500, banker: 500, dragon: 500 })).toEqual({ player: 2500 }));
  it("count in the total", () => expect(totalCents({ player: 2500, banker: 500 })).toBe(3000));
  it("bets are compared by amount, not by order", () =>
    expect([isSameBets({ a: 1, b: 2 }, { b: 2, a: 1 }), isSameBets({ a: 1 }, { a: 1, b: 2 }), isSameBets({ a: 1 }, { a: 2 })]).toEqual([
      true,
      false,
      false,
    ]));
});

describe("odds", () => {
  it("are a multiple of the stake if they are a ratio", () =>
    expect(["8:1", "3:2", "$500", "100%"].map((odds) => payMultiple(payRow(odds)))).toEqual([8, 1.5, null, null]));
  it("are shown in words", () => expect(wagerOddsText(TIE)).toBe("8 to 1"));

  it("of several rows show the highest", () => {
    const rows = ["3:1", "40:1"].map((odds, nth) => payRow(odds, { name: String(nth) }));
    expect(wagerOddsText(wager("several", { rows }))).toBe("up to 40 to 1");
    expect(paidOddsText(wager("several", { rows }), "0")).toBe("3 to 1");
  });

  it("of a line with two ratios show both", () => {
    const rows = [payRow("1:2", { name: "Banker wins with 6" }), payRow("1:1", { name: "Banker wins" })];
    expect(wagerOddsText({ ...BANKER, rows })).toBe("even money, half on 6");
    expect(wagerOddsText({ ...BANKER, rows: [payRow("3:2", { name: "Natural" }), payRow("1:1", { name: "Win" })] })).toBe(
      "even money, 3 to 2 on Natural",
    );
    expect(wagerOddsText({ ...BANKER, rows: [payRow("500:1", { name: "Royal" }), ...rows] })).toBe("up to 500 to 1");
  });

  it("subtract the commission from the possible win", () => {
    const banker = { ...BANKER, charges: [{ share: "1/20", of: "winnings" as const, taken_on: "win" as const, when: "", cite: "" }] };
    expect(chargesText(banker)).toBe("less 5%");
    expect(maxWinCents(banker, 2500, [])).toBe(2375);
  });

  it("do not subtract a commission that is taken on a tie", () => {
    const terms = [{ title: "Vigorish", text: "Vigorish: 5% of the stake when the hands tie", cite: "" }];
    const banker = { ...BANKER, terms, charges: [{ share: "1/20", of: "stake" as const, taken_on: "push" as const, when: "", cite: "" }] };
    expect(chargesText(banker)).toBe("· 5% of a push");
    expect(maxWinCents(banker, 2500, [])).toBe(2500);
  });

  it("include the meter in the possible win", () => {
    const rows = [payRow("100%", { pays: "the meter", meter: "m" })];
    expect(maxWinCents(wager("m", { rows }), 100, [{ meter: "m", title: "", wager: "m", linked: "m", cents: 99_000 }])).toBe(99_000);
  });
});

describe("chips", () => {
  it("are not offered above the highest maximum", () => expect(Math.max(...chipsAtTable(tableView()))).toBeLessThanOrEqual(50_000));
  it("the first one selected reaches the minimum of a line", () => expect(initialChip(tableView())).toBe(2500));
  it("a stack has at most five, the largest first", () =>
    expect([chipsForAmount(3600), chipsForAmount(1_000_000).length]).toEqual([[2500, 500, 500, 100], 5]));
});

describe("the status line", () => {
  const dealing = { phase: "dealing" as const, betting: { ...BETTING, is_open: false } };
  const between = { phase: "between-rounds" as const, betting: { ...BETTING, is_open: false, round: null, closes_at: null } };

  it.each([
    [{}, "Place your bets"],
    [{ betting: { ...BETTING, closes_at: NOW + 3000 } }, "Last seconds"],
    [{ betting: { ...BETTING, closes_at: NOW } }, "No more bets"],
    [dealing, "No more bets"],
    [{ ...dealing, next_hand: { free_hand: true, card_carried: false } }, "Free hand"],
    [{ ...between, shoe: null }, "A new shoe is made ready"],
    [between, "The next round is near"],
    [{ ...between, last_round: settledRound([], { status: "void" }) }, "The round is void"],
    [{ ...between, last_round: settledRound([ownResult("player", "win", 2500)]) }, "Player wins, 9 over 2"],
    [{ is_paused: true }, "The pit has stopped the table for a moment"],
    [{ hold_reasons: ["dispute"] }, "The table is held"],
    [{ phase: "closed" as const }, "The table is closed"],
    [
      { ...between, jackpots: [{ id: "j", round: "", meter: "m", title: "M", wager: "m", seat: 2, cents: 1, is_own: true }] },
      "You hit the jackpot",
    ],
    [
      { ...between, player_dealer: { ...PLAYER_DEALER, posted_cents: null, stage: "offering" as const, asked: 2 } },
      "The bank is offered to you",
    ],
    [
      { ...between, player_dealer: { ...PLAYER_DEALER, posted_cents: null, stage: "offering" as const, asked: 4, behind: "you" as const } },
      "The bank is offered to you",
    ],
    [
      {
        ...between,
        player_dealer: { ...PLAYER_DEALER, posted_cents: null, stage: "offering" as const, asked: 2, behind: "another" as const },
      },
      "The bank is being offered",
    ],
    [
      { ...between, player_dealer: { ...PLAYER_DEALER, posted_cents: null, seat: 4, behind: "another" as const } },
      "The player behind seat 4 posts the bank",
    ],
    [
      { ...between, player_dealer: { ...PLAYER_DEALER, posted_cents: null, stage: "broken" as const, seat: null } },
      "Nobody takes the bank",
    ],
    [{ player_dealer: { ...PLAYER_DEALER, seat: 2 }, player: { ...OWN_PLAYER, bank_cents: 30_000 } }, "You have the bank"],
  ])("%j", (given, main) => {
    const line = statusLine(tableView(given), NOW);
    expect(line.main).toBe(main);
    expect(line.next).not.toBe("");
  });

  it("announces a free hand before it starts", () => {
    const next_hand = { free_hand: true, card_carried: false };
    expect(statusLine(tableView({ ...between, next_hand, last_round: settledRound([], { status: "void" }) }), NOW).next).toBe(
      "All stakes and fees went back. The next hand is a free hand: it is dealt without wagers.",
    );
  });

  it("gives the reason of a void round, also while the table is on hold", () => {
    const last = settledRound([], { status: "void", code: "malfunction" });
    expect(statusLine(tableView({ ...between, last_round: last }), NOW).next).toBe(
      "A fault at the table broke it off. All stakes and fees went back. The next bets open soon.",
    );
    const held = statusLine(tableView({ ...between, last_round: last, hold_reasons: ["fault"] }), NOW);
    expect(held).toMatchObject({ main: "The round is void", tone: "warn" });
    expect(held.next).toBe(
      "A fault at the table broke it off. All stakes and fees went back. A fault was reported at this table. A supervisor has it put right and releases the table.",
    );
    expect(voidReason({ code: "rules", reason: "too few cards were left to finish the round" })).toBe(
      "By the rules: too few cards were left to finish the round.",
    );
    expect([voidReason({ code: "rules" }), voidReason({})]).toEqual(["", ""]);
  });

  it("a void round and a round on hold have no result", () => {
    const [last, none] = [settledRound([]), { ...settledRound([]), status: "void" as const }];
    expect([hasResult(tableView(), last), hasResult(tableView(), none), hasResult(tableView({ hold_reasons: ["dispute"] }), last)]).toEqual(
      [true, false, false],
    );
  });

  it("shows the viewer's result", () => {
    const view = tableView();
    expect(viewerResultSentence(view, settledRound([ownResult("player", "win", 2500)]))).toBe("Player pays 1 to 1: $25");
    expect(viewerResultSentence(view, settledRound([ownResult("tie", "push", 0)]))).toBe(
      "Push: $25 comes back. Bets open again in a moment.",
    );
    expect(viewerResultSentence(view, settledRound([ownResult("banker", "lose", -2500)]))).toBe(
      "−$25 this round. Bets open again in a moment.",
    );
    expect(viewerResultSentence(view, settledRound([ownResult("banker", "returned", 0)]))).toBe("The bank was used up; Banker came back.");
    const charged = settledRound([ownResult("banker", "lose", -7500)]);
    charged.player = { ...charged.player!, fee_cents: 100, result_cents: -7600 };
    expect(viewerResultSentence(view, charged)).toBe("−$76 this round. Collection $1 included. Bets open again in a moment.");
    expect(resultAnnouncement(view, charged)).toContain("−$76 for you. Collection $1 included.");
    expect(viewerResultSentence(view, settledRound([]))).toBe("You had nothing staked. Bets open again in a moment.");
    const opening = tableView({
      ...view,
      phase: "between-rounds",
      betting: { ...BETTING, is_open: false, closes_at: null, opens_at: 4200 },
      last_round: settledRound([]),
    });
    expect(statusLine(opening, 1000).next).toBe("You had nothing staked. Bets open in 4 s.");
    expect(viewerResultSentence(view, settledRound([ownResult("player", "win", 2500)], { status: "corrected" }))).toContain("corrected");
  });
});

describe("screen reader announcements", () => {
  it("name every wager that won or was returned, and the net result", () => {
    const last = settledRound([ownResult("player", "win", 2500), ownResult("tie", "push", 0), ownResult("banker", "lose", -2500)]);
    expect(resultAnnouncement(tableView(), last)).toBe("Player wins, 9 over 2. Player wins $25. Tie comes back, $25. $0 for you.");
  });

  it("do not count a jackpot twice", () => {
    expect(resultAnnouncement(tableView(), settledRound([ownResult("tie", "win", 1_499_950, { jackpot_cents: 1_500_050 })]))).toContain(
      "Tie wins $14,999.50. +$14,999.50 for you",
    );
  });

  it("cover a void round, a corrected one, and one without chips", () => {
    expect(resultAnnouncement(tableView(), settledRound([], { status: "void" }))).toBe("The round is void. All stakes and fees went back.");
    expect(resultAnnouncement(tableView(), settledRound([]))).toBe("Player wins, 9 over 2");
    expect(resultAnnouncement(tableView(), settledRound([ownResult("player", "win", 2500)], { status: "corrected" }))).not.toContain("..");
  });

  it("say when betting opens or closes and when the table stops", () => {
    expect(statusAnnouncement(tableView())).toBe("Place your bets");
    expect(statusAnnouncement(tableView({ phase: "dealing" }))).toBe("No more bets");
    expect(statusAnnouncement(tableView({ is_paused: true }))).toContain("The pit has stopped the table for a moment. Clocks stand");
    expect(statusAnnouncement(tableView({ phase: "between-rounds" }))).toBe("");
  });
});

describe("the bank offer", () => {
  const offered = tableView({
    phase: "between-rounds",
    player_dealer: { ...PLAYER_DEALER, stage: "offering", seat: null, asked: 2, posted_cents: null },
  });

  it("suggests the lowest line minimum, at most the balance", () =>
    expect([suggestedBankCents(offered, 500_000), suggestedBankCents(offered, 700)]).toEqual([1000, 700]));
  it("suggests the previous bank if the player keeps the bank", () => {
    const last = settledRound([], { bank: { seat: 2, cents: 30_000, net_cents: 0, left_cents: 30_000 } });
    const posting = tableView({ ...offered, last_round: last, player_dealer: { ...PLAYER_DEALER, seat: 2, posted_cents: null } });
    expect([
      suggestedBankCents(posting, 500_000),
      suggestedBankCents(posting, 20_000),
      suggestedBankCents({ ...offered, last_round: last }, 500_000),
    ]).toEqual([30_000, 20_000, 1000]);
  });
  it("names the limits of bets against the bank", () => expect(betLimitsAgainstBank(offered)).toEqual({ least: 500, most: 50_000 }));
});

describe("betting behind a seat", () => {
  it("is possible at taken seats of other players", () => expect(seatsToBetBehind(tableView())).toEqual([4]));
  it("is not possible at the bank's seat, nor for the player who banks", () => {
    expect(seatsToBetBehind(tableView({ player_dealer: { ...PLAYER_DEALER, seat: 4 } }))).toEqual([]);
    expect(seatsToBetBehind(tableView({ player: { ...OWN_PLAYER, bank_cents: 1 } }))).toEqual([]);
  });
  it("is not offered if no wager can be bet from behind", () =>
    expect(seatsToBetBehind(tableView({ wagers: [{ ...PLAYER, is_backline_allowed: false }] }))).toEqual([]));
  it("stays possible while the viewer has chips there, after the seat's player has left", () => {
    const own = { ...OWN_PLAYER, spots: [{ seat: 3, bettor: "backline-1", wagers: { player: 1000 } }] };
    expect([canBetBehind(tableView(), 3), canBetBehind(tableView({ player: own }), 3)]).toEqual([false, true]);
    expect(isHeldByViewer(tableView({ player: own }), { seat: 3, bettor: "backline-1" })).toBe(true);
    expect(isHeldByViewer(tableView({ player: own }), { seat: 3, bettor: "player" })).toBe(false);
  });
  it("shows the chips of all players at a seat", () => {
    const chips = [4, 2].map((seat) => ({ seat, bettor: "player", wager: "player", cents: 1000, is_own: seat === 2 }));
    expect(chipsAtSeat(tableView({ chips }), 4).map((chip) => chip.seat)).toEqual([4]);
  });
});
