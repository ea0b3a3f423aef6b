import { describe, expect, it } from "vitest";
import { load } from "../games/slots";
import type { Wager } from "../lib/types";
import { BANK, BANKER, BETTING, GAME, OWN, PLAYER, TIE, result, row, settled, table, wager } from "../games/testing/table";
import { isDecided, voidTold } from "../ui/void";
import { firstBank, wagersAgainst } from "./bank";
import { chipsAt, isOwnHolder, mayStandBehind, seatsToStandBehind } from "./backline";
import { chipsFor, firstChip, stackOf } from "./chips";
import { keptInWords, oddsOf, paidAt, times, wouldWin } from "./odds";
import { same, standing, total, whyNoBets, whyNot, whyShut, whyWaits } from "./reasons";
import { spokenResult, spokenStop } from "./spoken";
import { outcome, told } from "./status";

const SIDE = wager("dragon", { title: "Dragon 7", requires: [{ wagers: ["banker"], seated_only: false, cite: "" }], rows: [row("40:1")] });
const NOW = 1000;
await load("terminal", GAME.family);

describe("why a chip cannot lie", () => {
  const view = table({ wagers: [PLAYER, TIE, BANKER, SIDE] });

  it("says nothing while it can", () => expect(whyNot(view, { player: 2500 }, PLAYER)).toBeNull());
  it("knows the maximum", () => expect(whyNot(view, { player: 10_001 }, PLAYER)?.()).toBe("Maximum here is $100"));
  it("names what a side bet goes with", () => expect(whyNot(view, { dragon: 500 }, SIDE)?.()).toBe("Dragon 7 goes with a wager on Banker: place that first"));
  it("lets it lie beside that", () => expect(whyNot(view, { dragon: 500, banker: 1000 }, SIDE)).toBeNull());

  it("waits until all wagers together are enough", () => {
    const asks = table({ game: { ...GAME, combined_minimum_cents: 3000 }, wagers: [PLAYER, BANKER] });
    expect(whyWaits(asks, { player: 1000 }, PLAYER)?.()).toBe("All your wagers together make $30 at least: $20 more");
    expect(standing(asks, { player: 1000 })).toEqual({});
    expect(standing(asks, { player: 1000, banker: 2000 })).toEqual({ player: 1000, banker: 2000 });
    expect(firstChip(asks)).toBe(10_000);
  });

  it("tells a fixed stake", () => {
    const fixed = wager("meter", { limit: { least_cents: 100, most_cents: 100, cite: "" } });
    expect(whyNot(table({ wagers: [fixed] }), { meter: 200 }, fixed)?.()).toBe("The stake here is exactly $1");
  });

  it("knows what excludes each other, whichever of them says so", () => {
    const one = wager("one", { title: "One", excludes: [{ wagers: ["other"], seated_only: false, cite: "" }] });
    const other = wager("other", { title: "Other" });
    const both = table({ wagers: [one, other] });
    expect(whyNot(both, { one: 500, other: 500 }, other)?.()).toBe("Other and One cannot be bet together");
  });

  it("caps by the largest of the others, or by their sum", () => {
    const by = (by_total: boolean) => wager("capped", { caps: [{ wagers: ["player", "banker"], is_of_total: by_total, share: "1", is_exact: false, cite: "" }] });
    const layout = { player: 1000, banker: 1000, capped: 1500 };
    expect(whyNot(table({ wagers: [PLAYER, BANKER, by(false)] }), layout, by(false))?.()).toBe("No more here than on Player or Banker: $10");
    expect(whyNot(table({ wagers: [PLAYER, BANKER, by(true)] }), layout, by(true))).toBeNull();
  });

  it("caps by a share of the others, where the rulebook says one", () => {
    const half = wager("half", { caps: [{ wagers: ["player"], is_of_total: false, share: "1/2", is_exact: false, cite: "" }] });
    const halved = table({ wagers: [PLAYER, half] });
    expect(whyNot(halved, { player: 2500, half: 1251 }, half)?.()).toBe("No more here than 1/2 of what is on Player: $12.50");
    expect(whyNot(halved, { player: 2500, half: 1250 }, half)).toBeNull();
  });

  it("asks of whoever stands behind a seat what the rulebook asks of him", () => {
    const needs = (seated_only: boolean) => wager("bonus", { requires: [{ wagers: ["ante"], seated_only, cite: "" }] });
    const ante = (backline: boolean) => wager("ante", { is_backline_allowed: backline });
    const why = (one: Wager, other: Wager) => whyNot(table({ wagers: [other, one] }), { bonus: 500 }, one, true);
    expect([why(needs(true), ante(true)), why(needs(true), ante(false))]).toEqual([null, null]);
    expect([why(needs(false), ante(true))?.(), why(needs(false), ante(false))?.()]).toEqual(Array(2).fill("bonus goes with a wager on ante: place that first"));
  });

  it("explains a spot that nobody may use", () => {
    expect(whyShut(view, wager("m", { title: "Meter", is_locked: true }))?.()).toBe("Meter is closed while a jackpot is confirmed.");
    expect(whyShut(view, wager("m", { title: "Meter", is_meter_down: true }))?.()).toBe("Meter is closed: its meter cannot be reached.");
    expect(whyShut(view, wager("m", { title: "Pair", is_backline_allowed: false }), true)?.()).toBe("Pair is not taken from behind a seat");
    expect(whyShut(table({ player_dealer: { ...BANK, seat: 2 }, player: { ...OWN, bank_cents: 100 } }), PLAYER)?.()).toContain("You have the bank");
  });

  it.each([
    [{ phase: "closed" as const }, "The table is closed"],
    [{ hold_reasons: ["fault"] }, "The table is held"],
    [{ is_paused: true }, "The pit has stopped the table for a moment"],
    [{ next_hand: { free_hand: true, card_carried: false } }, "Free hand: it is dealt without wagers."],
    [{ phase: "dealing" as const }, "No more bets. The next round takes chips again."],
    [{ betting: { ...BETTING, closes_at: NOW } }, "No more bets. The next round takes chips again."],
    [{ player_dealer: { ...BANK, posted_cents: null } }, "No bank is posted yet: betting opens when a player-dealer has put one up."],
    [{ betting: { ...BETTING, is_open: false } }, "Bets are not open yet."],
  ])("the table takes none: %j", (given, why) => expect(whyNoBets(table(given), NOW)?.()).toBe(why));

  it("takes them while bets are open", () => expect(whyNoBets(table(), NOW)).toBeNull());
});

describe("chips that wait", () => {
  const view = table({ wagers: [PLAYER, TIE, BANKER, SIDE] });

  it("below the minimum", () => expect(whyWaits(view, { player: 500 }, PLAYER)?.()).toBe("Minimum here is $10: $5 more"));
  it("are not sent, nor is what leans on them", () => expect(standing(view, { player: 2500, banker: 500, dragon: 500 })).toEqual({ player: 2500 }));
  it("count in the sum all the same", () => expect(total({ player: 2500, banker: 500 })).toBe(3000));
  it("layouts are the same by what lies on them", () => expect([same({ a: 1, b: 2 }, { b: 2, a: 1 }), same({ a: 1 }, { a: 1, b: 2 }), same({ a: 1 }, { a: 2 })]).toEqual([true, false, false]));
});

describe("odds", () => {
  it("are a number of times, where they are", () => expect(["8:1", "3:2", "$500", "100%"].map((odds) => times(row(odds)))).toEqual([8, 1.5, null, null]));
  it("are said in words", () => expect(oddsOf(TIE)).toBe("8 to 1"));

  it("of several rows are the best", () => {
    const rows = ["3:1", "40:1"].map((odds, nth) => row(odds, { name: String(nth) }));
    expect(oddsOf(wager("several", { rows }))).toBe("up to 40 to 1");
    expect(paidAt(wager("several", { rows }), "0")).toBe("3 to 1");
  });

  it("of a line that pays two ways are both said", () => {
    const rows = [row("1:2", { name: "Banker wins with 6" }), row("1:1", { name: "Banker wins" })];
    expect(oddsOf({ ...BANKER, rows })).toBe("even money, half on 6");
    expect(oddsOf({ ...BANKER, rows: [row("3:2", { name: "Natural" }), row("1:1", { name: "Win" })] })).toBe("even money, 3 to 2 on Natural");
    expect(oddsOf({ ...BANKER, rows: [row("500:1", { name: "Royal" }), ...rows] })).toBe("up to 500 to 1");
  });

  it("keep the commission back from what a stake would win", () => {
    const banker = { ...BANKER, charges: [{ share: "1/20", of: "winnings" as const, taken_on: "win" as const, when: "", cite: "" }] };
    expect(keptInWords(banker)).toBe("less 5%");
    expect(wouldWin(banker, 2500, [])).toBe(2375);
  });

  it("keep nothing back from a win where the commission is on the tie", () => {
    const terms = [{ title: "Vigorish", text: "Vigorish: 5% of the stake when the hands tie", cite: "" }];
    const banker = { ...BANKER, terms, charges: [{ share: "1/20", of: "stake" as const, taken_on: "push" as const, when: "", cite: "" }] };
    expect(keptInWords(banker)).toBe("· 5% of a push");
    expect(wouldWin(banker, 2500, [])).toBe(2500);
  });

  it("reach up to the meter", () => {
    const rows = [row("100%", { pays: "the meter", meter: "m" })];
    expect(wouldWin(wager("m", { rows }), 100, [{ meter: "m", title: "", wager: "m", linked: "m", cents: 99_000 }])).toBe(99_000);
  });
});

describe("chips", () => {
  it("none above every maximum is offered", () => expect(Math.max(...chipsFor(table()))).toBeLessThanOrEqual(50_000));
  it("the first makes the minimum of a line", () => expect(firstChip(table())).toBe(2500));
  it("a stack has five at most, the largest first", () => expect([stackOf(3600), stackOf(1_000_000).length]).toEqual([[2500, 500, 500, 100], 5]));
});

describe("the line that says what happens", () => {
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
    [{ ...between, last_round: settled([], { status: "void" }) }, "The round is void"],
    [{ ...between, last_round: settled([result("player", "win", 2500)]) }, "Player wins, 9 over 2"],
    [{ is_paused: true }, "The pit has stopped the table for a moment"],
    [{ hold_reasons: ["dispute"] }, "The table is held"],
    [{ phase: "closed" as const }, "The table is closed"],
    [{ ...between, jackpots: [{ id: "j", round: "", meter: "m", title: "M", wager: "m", seat: 2, cents: 1, is_own: true }] }, "You hit the jackpot"],
    [{ ...between, player_dealer: { ...BANK, posted_cents: null, stage: "offering" as const, asked: 2 } }, "The bank is offered to you"],
    [{ ...between, player_dealer: { ...BANK, posted_cents: null, stage: "offering" as const, asked: 4, behind: "you" as const } }, "The bank is offered to you"],
    [{ ...between, player_dealer: { ...BANK, posted_cents: null, stage: "offering" as const, asked: 2, behind: "another" as const } }, "The bank is being offered"],
    [{ ...between, player_dealer: { ...BANK, posted_cents: null, seat: 4, behind: "another" as const } }, "The player behind seat 4 posts the bank"],
    [{ ...between, player_dealer: { ...BANK, posted_cents: null, stage: "broken" as const, seat: null } }, "Nobody takes the bank"],
    [{ player_dealer: { ...BANK, seat: 2 }, player: { ...OWN, bank_cents: 30_000 } }, "You have the bank"],
  ])("%j", (given, main) => {
    const line = told(table(given), NOW);
    expect(line.main).toBe(main);
    expect(line.next).not.toBe("");
  });

  it("a free hand that comes next is told before it", () => {
    const next_hand = { free_hand: true, card_carried: false };
    expect(told(table({ ...between, next_hand, last_round: settled([], { status: "void" }) }), NOW).next).toBe("All stakes and fees went back. The next hand is a free hand: it is dealt without wagers.");
  });

  it("a void says why, also while the table is held for it", () => {
    const last = settled([], { status: "void", code: "malfunction" });
    expect(told(table({ ...between, last_round: last }), NOW).next).toBe("A fault at the table broke it off. All stakes and fees went back. The next bets open soon.");
    const held = told(table({ ...between, last_round: last, hold_reasons: ["fault"] }), NOW);
    expect(held).toMatchObject({ main: "The round is void", tone: "warn" });
    expect(held.next).toBe("A fault at the table broke it off. All stakes and fees went back. A fault was reported at this table. A supervisor has it put right and releases the table.");
    expect(voidTold({ code: "rules", reason: "too few cards were left to finish the round" })).toBe("By the rules: too few cards were left to finish the round.");
    expect([voidTold({ code: "rules" }), voidTold({})]).toEqual(["", ""]);
  });

  it("nobody has won a void round, nor one the table is held for", () => {
    const [last, none] = [settled([]), { ...settled([]), status: "void" as const }];
    expect([isDecided(table(), last), isDecided(table(), none), isDecided(table({ hold_reasons: ["dispute"] }), last)]).toEqual([true, false, false]);
  });

  it("says what the round meant", () => {
    const view = table();
    expect(outcome(view, settled([result("player", "win", 2500)]))).toBe("Player pays 1 to 1: $25");
    expect(outcome(view, settled([result("tie", "push", 0)]))).toBe("Push: $25 comes back. Bets open again in a moment.");
    expect(outcome(view, settled([result("banker", "lose", -2500)]))).toBe("−$25 this round. Bets open again in a moment.");
    expect(outcome(view, settled([result("banker", "returned", 0)]))).toBe("The bank was used up; Banker came back.");
    const charged = settled([result("banker", "lose", -7500)]);
    charged.player = { ...charged.player!, fee_cents: 100, result_cents: -7600 };
    expect(outcome(view, charged)).toBe("−$76 this round. Collection $1 included. Bets open again in a moment.");
    expect(spokenResult(view, charged)).toContain("−$76 for you. Collection $1 included.");
    expect(outcome(view, settled([]))).toBe("You had nothing staked. Bets open again in a moment.");
    const opening = table({ ...view, phase: "between-rounds", betting: { ...BETTING, is_open: false, closes_at: null, opens_at: 4200 }, last_round: settled([]) });
    expect(told(opening, 1000).next).toBe("You had nothing staked. Bets open in 4 s.");
    expect(outcome(view, settled([result("player", "win", 2500)], { status: "corrected" }))).toContain("corrected");
  });
});

describe("what is said to whoever does not look", () => {
  it("names every spot that pays or comes back, and the sum", () => {
    const last = settled([result("player", "win", 2500), result("tie", "push", 0), result("banker", "lose", -2500)]);
    expect(spokenResult(table(), last)).toBe("Player wins, 9 over 2. Player wins $25. Tie comes back, $25. $0 for you.");
  });

  it("does not count a jackpot twice", () => {
    expect(spokenResult(table(), settled([result("tie", "win", 1_499_950, { jackpot_cents: 1_500_050 })]))).toContain("Tie wins $14,999.50. +$14,999.50 for you");
  });

  it("tells a void round, a corrected one, and one without chips", () => {
    expect(spokenResult(table(), settled([], { status: "void" }))).toBe("The round is void. All stakes and fees went back.");
    expect(spokenResult(table(), settled([]))).toBe("Player wins, 9 over 2");
    expect(spokenResult(table(), settled([result("player", "win", 2500)], { status: "corrected" }))).not.toContain("..");
  });

  it("tells what stops the table", () => {
    expect(spokenStop(table())).toBe("Place your bets");
    expect(spokenStop(table({ phase: "dealing" }))).toBe("No more bets");
    expect(spokenStop(table({ is_paused: true }))).toContain("The pit has stopped the table for a moment. Clocks stand");
    expect(spokenStop(table({ phase: "between-rounds" }))).toBe("");
  });
});

describe("the bank that is offered", () => {
  const offered = table({ phase: "between-rounds", player_dealer: { ...BANK, stage: "offering", seat: null, asked: 2, posted_cents: null } });

  it("begins with one wager's worth, however much credit there is", () => expect([firstBank(offered, 500_000), firstBank(offered, 700)]).toEqual([1000, 700]));
  it("is what he put up before while he banks on", () => {
    const last = settled([], { bank: { seat: 2, cents: 30_000, net_cents: 0, left_cents: 30_000 } });
    const posting = table({ ...offered, last_round: last, player_dealer: { ...BANK, seat: 2, posted_cents: null } });
    expect([firstBank(posting, 500_000), firstBank(posting, 20_000), firstBank({ ...offered, last_round: last }, 500_000)]).toEqual([30_000, 20_000, 1000]);
  });
  it("names what may be bet against it", () => expect(wagersAgainst(offered)).toEqual({ least: 500, most: 50_000 }));
});

describe("standing behind a seat", () => {
  it("is for taken seats of others", () => expect(seatsToStandBehind(table())).toEqual([4]));
  it("is not for the bank's seat, nor for whoever banks", () => {
    expect(seatsToStandBehind(table({ player_dealer: { ...BANK, seat: 4 } }))).toEqual([]);
    expect(seatsToStandBehind(table({ player: { ...OWN, bank_cents: 1 } }))).toEqual([]);
  });
  it("is not offered where no wager is taken from behind", () => expect(seatsToStandBehind(table({ wagers: [{ ...PLAYER, is_backline_allowed: false }] }))).toEqual([]));
  it("lasts while chips lie there, though the seat's player has left", () => {
    const own = { ...OWN, spots: [{ seat: 3, bettor: "backline-1", wagers: { player: 1000 } }] };
    expect([mayStandBehind(table(), 3), mayStandBehind(table({ player: own }), 3)]).toEqual([false, true]);
    expect(isOwnHolder(table({ player: own }), { seat: 3, bettor: "backline-1" })).toBe(true);
    expect(isOwnHolder(table({ player: own }), { seat: 3, bettor: "player" })).toBe(false);
  });
  it("shows everybody's chips at a seat", () => {
    const chips = [4, 2].map((seat) => ({ seat, bettor: "player", wager: "player", cents: 1000, is_own: seat === 2 }));
    expect(chipsAt(table({ chips }), 4).map((chip) => chip.seat)).toEqual([4]);
  });
});
