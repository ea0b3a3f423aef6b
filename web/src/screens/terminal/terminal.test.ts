import { describe, expect, it } from "vitest";
import { loadParts } from "../../table/game-loader";
import type { Wager, WagerProblem } from "../../lib/types";
import {
  PLAYER_DEALER,
  BANKER,
  BETTING,
  GAME,
  OWN_PLAYER,
  PLAYER,
  TIE,
  oddsLabel,
  ownResult,
  payout,
  payRow,
  settledRound,
  tableView,
  wager,
} from "../../games/testing/table-view";
import { hasResult, voidReason } from "../../ui/void-reason";
import { suggestedBankCents, betLimitsAgainstBank } from "../../table/betting/bank";
import { chipsAtSeat, isHeldByViewer, canBetBehind, seatsToBetBehind } from "../../table/betting/backline";
import { chipsAtTable, initialChip, chipsForAmount } from "../../table/betting/chips";
import { chargesText, oddsText, oddsToOneText, payText, wagerOddsText, paidOddsText } from "../../table/betting/odds";
import { isSameBets, totalCents, withoutChange } from "../../table/betting/bets";
import { bettingClosedText, blockingProblem, problemText, spotClosedText } from "../../table/betting/refused-bets";
import { resultAnnouncement, statusAnnouncement } from "./announcements";
import { viewerResultSentence, statusLine } from "../../table/betting/status-line";

const SIDE = wager("dragon", {
  title: "Dragon 7",
  rows: [payRow("40:1")],
});
const NOW = 1000;
await loadParts("terminal", GAME.family);

/** A problem with a wager, as the server reports it. */
const problem = (reason: WagerProblem["reason"], given: Partial<WagerProblem> = {}): WagerProblem => ({
  wager: "dragon",
  reason,
  cents: null,
  missing_cents: null,
  others: [],
  share: "1",
  is_incomplete: false,
  cites: [],
  ...given,
});

describe("why a bet is refused", () => {
  const view = tableView({ wagers: [PLAYER, TIE, BANKER, SIDE] });

  it.each([
    [problem("above-maximum", { cents: 10_000 }), "Maximum here is $100"],
    [problem("not-exact-stake", { cents: 100 }), "The stake here is exactly $1"],
    [problem("below-minimum", { cents: 1000, missing_cents: 500 }), "Minimum here is $10: $5 more"],
    [problem("below-combined-minimum", { cents: 3000, missing_cents: 2000 }), "All your wagers together make $30 at least: $20 more"],
    [problem("other-missing", { others: ["banker"] }), "Dragon 7 goes with a wager on Banker: place that first"],
    [problem("excluded", { others: ["tie"] }), "Dragon 7 and Tie cannot be bet together"],
    [problem("above-cap", { cents: 1000, others: ["player", "banker"] }), "No more here than on Player or Banker: $10"],
    [problem("above-cap", { cents: 1250, others: ["player"], share: "1/2" }), "No more here than 1/2 of what is on Player: $12.50"],
    [problem("not-equal", { cents: 1000, others: ["player"] }), "Exactly what is on Player: $10"],
    [problem("backline"), "Dragon 7 is not taken from behind a seat"],
    [problem("jackpot-pending"), "Dragon 7 is closed while a jackpot is confirmed."],
    [problem("meter-down"), "Dragon 7 is closed: its meter cannot be reached."],
  ])("%j", (found, text) => expect(problemText(view, found)?.()).toBe(text));

  it("a change is taken back if a wager that grew is refused, but not if it only waits for more chips", () => {
    const missing = problem("other-missing", { others: ["banker"] });
    expect(blockingProblem([missing], {}, { dragon: 500 })).toBe(missing);
    expect(blockingProblem([missing], { dragon: 500, banker: 1000 }, { dragon: 500 })).toBeNull();
    expect(blockingProblem([problem("below-minimum", { is_incomplete: true })], {}, { dragon: 100 })).toBeNull();
    const barred = problem("excluded", { others: ["tie"] });
    expect(blockingProblem([barred], { dragon: 500 }, { dragon: 500, tie: 500 })).toBe(barred);
  });

  it("names the reason why a spot is closed", () => {
    expect(spotClosedText(view, wager("m", { title: "Meter", is_locked: true }))?.()).toBe("Meter is closed while a jackpot is confirmed.");
    expect(spotClosedText(view, wager("m", { title: "Meter", is_meter_down: true }))?.()).toBe(
      "Meter is closed: its meter cannot be reached.",
    );
    expect(spotClosedText(view, wager("m", { title: "Pair", is_backline_allowed: false }), true)?.()).toBe(
      "Pair is not taken from behind a seat",
    );
    const banking = (bank_refusal: "has-bank" | "bank-at-seat") => tableView({ player: { ...OWN_PLAYER, bank_refusal } });
    expect(spotClosedText(banking("has-bank"), PLAYER)?.()).toContain("You have the bank");
    expect(spotClosedText(banking("bank-at-seat"), PLAYER)?.()).toContain("Another player banks from your seat");
    expect(spotClosedText(banking("bank-at-seat"), PLAYER, true)).toBeNull();
  });

  it.each([
    ["table-closed" as const, "The table is closed"],
    ["held" as const, "The table is held"],
    ["paused" as const, "The pit has stopped the table for a moment"],
    ["free-hand" as const, "Free hand: it is dealt without wagers."],
    ["no-more-bets" as const, "No more bets. The next round takes chips again."],
    ["no-bank" as const, "No bank is posted yet: betting opens when a player-dealer has put one up."],
    ["not-open" as const, "Bets are not open yet."],
  ])("the table takes no bets: %s", (closed_reason, why) =>
    expect(bettingClosedText(tableView({ betting: { ...BETTING, closed_reason } }))?.()).toBe(why),
  );

  it("the table takes bets while betting is open", () => expect(bettingClosedText(tableView())).toBeNull());
});

describe("bets", () => {
  it("count in the total", () => expect(totalCents({ player: 2500, banker: 500 })).toBe(3000));
  it("are compared by amount, not by order", () =>
    expect([isSameBets({ a: 1, b: 2 }, { b: 2, a: 1 }), isSameBets({ a: 1 }, { a: 1, b: 2 }), isSameBets({ a: 1 }, { a: 2 })]).toEqual([
      true,
      false,
      false,
    ]));
  it("can be without a change, and keep what was added since", () =>
    expect(withoutChange({ a: 3000, b: 500 }, { a: 1000, c: 200 }, { a: 2000 })).toEqual({ a: 2000, b: 500, c: 200 }));
});

describe("odds", () => {
  it("are shown in words", () => {
    expect(wagerOddsText(TIE)).toBe("8 to 1");
    expect(["8:1", "250 for 1", "$500"].map((odds) => payText(payout(odds)))).toEqual(["8 to 1", "250 for 1", "$500"]);
    expect([
      oddsText(payRow("250 for 1")),
      oddsText(payRow("$500")),
      oddsToOneText(payRow("1000:1")),
      oddsToOneText(payRow("3:2")),
    ]).toEqual(["250 for 1", "", "1,000", "3–2"]);
  });

  it("are those of the server's label", () => {
    const shown = (odds: string, given: Partial<Wager["odds_label"]> = {}) =>
      wagerOddsText(wager("w", { odds_label: oddsLabel(odds, given) }));
    expect(shown("40:1", { kind: "up-to" })).toBe("up to 40 to 1");
    expect(shown("$500", { kind: "up-to" })).toBe("up to $500");
    expect(shown("1:1", { kind: "except", exception: payout("1:2"), exception_name: "6" })).toBe("1 to 1, half on 6");
    expect(shown("1:1", { kind: "except", exception: payout("3:2"), exception_name: "Natural" })).toBe("1 to 1, 3 to 2 on Natural");
    expect([shown("", { kind: "meter" }), shown("")]).toEqual(["up to the meter", ""]);
  });

  it("of the row that paid", () => {
    const rows = ["3:1", "40:1"].map((odds, nth) => payRow(odds, { name: String(nth) }));
    expect(paidOddsText(wager("several", { rows }), "0")).toBe("3 to 1");
  });

  it("are followed by the commission", () => {
    const charged = (of: "winnings" | "stake", taken_on: "win" | "push") =>
      chargesText({ ...BANKER, charges: [{ percent: "5", of, taken_on, when: "", cite: "" }] });
    expect([charged("winnings", "win"), charged("stake", "win"), charged("stake", "push")]).toEqual([
      "less 5%",
      "less 5% of the stake",
      "· 5% of a push",
    ]);
  });
});

describe("chips", () => {
  it("are not offered above the highest maximum", () => expect(Math.max(...chipsAtTable(tableView()))).toBeLessThanOrEqual(50_000));
  it("the first one selected reaches the minimum of a line", () => expect(initialChip(tableView())).toBe(2500));
  it("or the combined minimum of all wagers", () =>
    expect(initialChip(tableView({ game: { ...GAME, combined_minimum_cents: 3000 }, wagers: [PLAYER, BANKER] }))).toBe(10_000));
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

  it("says how the round was won, or what the bank could not pay", () => {
    const view = tableView();
    for (const own of [ownResult("player", "win", 2500), ownResult("tie", "push", 0), ownResult("banker", "lose", -2500)])
      expect(viewerResultSentence(view, settledRound([own]))).toBe("With a natural 9");
    expect(viewerResultSentence(view, settledRound([ownResult("banker", "returned", 0)]))).toBe("The bank was used up; Banker came back.");
    const charged = settledRound([ownResult("banker", "lose", -7500)]);
    charged.player = { ...charged.player!, fee_cents: 100, result_cents: -7600 };
    expect(resultAnnouncement(view, charged)).toContain("−$76 for you. Collection $1 included.");
    expect(viewerResultSentence(view, settledRound([]))).toBe("With a natural 9. Bets open again in a moment.");
    const opening = tableView({
      ...view,
      phase: "between-rounds",
      betting: { ...BETTING, is_open: false, closes_at: null, opens_at: 4200 },
      last_round: settledRound([]),
    });
    expect(statusLine(opening, 1000).next).toBe("With a natural 9. Bets open in 4 s.");
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
