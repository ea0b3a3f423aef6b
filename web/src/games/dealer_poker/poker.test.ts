import { describe, expect, it } from "vitest";
import type { LastRound, TableView } from "../../lib/types";
import { loadParts } from "../../table/game-loader";
import { formatList } from "../../lib/format-list";
import { withStake } from "../../table/betting/bets";
import { dealerHandSentence, otherSeatSentence, resultHeadline, resultReason, settledSpots } from "./result-sentences";
import {
  dealingSentence,
  givenUpWagersText,
  ownStakesAt,
  questionAnnouncement,
  questionTitle,
  wagersInPlaySentence,
} from "./terminal-sentences";
import { viewerResultSentence, resultSentence, statusLine } from "../../table/betting/status-line";
import { OWN_PLAYER, ownResult, payRow, settledRound, stakesOf, tableView, wager } from "../testing/table-view";
import { ownSeats } from "../../ui/hands-on-table";
import { handsOnTable, handsOfFinishedRound, openBoardCardCount, dealerUpCard } from "./hands";
import { madeHandFrom, parseHandName } from "../../ui/hand-names/made-hand";
import { choiceWithCost, choiceName, handName, madeHandName, payTableRowName } from "./words";

await Promise.all(["three-card", "ultimate-holdem"].map((family) => loadParts("terminal", family)));
const cards = (text: string): string[] => text.split(" ");
const ANTE = wager("ante", { title: "Ante", group: "line", placed_with: ["blind"], is_backline_allowed: false, after_fold: "given-up" });
const BLIND = wager("blind", {
  title: "Blind",
  group: "line",
  placed_with: ["ante"],
  is_backline_allowed: false,
  after_fold: "given-up",
});
const PLAY = wager("play", {
  title: "Play",
  group: "line",
  is_placed_during_round: true,
  is_backline_allowed: false,
});
const TRIPS = wager("trips", { title: "Trips", after_fold: "stays" });
const BAD_BEAT = wager("bad-beat", { title: "Bad Beat", after_fold: "stays" });
const HOLDEM = { game: { family: "ultimate-holdem" } as never, wagers: [ANTE, BLIND, PLAY, TRIPS, BAD_BEAT] };
const THREE = {
  game: { family: "three-card" } as never,
  wagers: [
    wager("ante", { title: "Ante", group: "line", after_fold: "given-up" }),
    wager("play", { title: "Play", group: "line", is_placed_during_round: true }),
    wager("pair-plus", { title: "Pair Plus", after_fold: "given-up" }),
    wager("six-card-bonus", { title: "6 Card Bonus", after_fold: "stays" }),
  ],
};
const down = (count: number, from = 1) =>
  Array.from({ length: count }, (_, nth) => ({ position_in_hand: nth + from, card_number: null, is_face_down: true }));
const open = (text: string) =>
  cards(text).map((card, nth) => ({ position_in_hand: nth + 1, card_number: null, is_face_down: false, card }));
const chip = (wagerId: string, cents: number, given = {}) => ({ seat: 2, bettor: "player", wager: wagerId, cents, is_own: true, ...given });

const handValue = (category: string, ranks: string, text = "") => ({
  total: null,
  is_soft: false,
  category,
  ranks: [...ranks],
  cards: cards(text),
});

describe("the name of a poker hand", () => {
  it.each([
    ["pair", "K", "pair of kings"],
    ["pair", "KA75", "pair of kings, ace kicker"],
    ["high-card", "K5", "king high, five kicker"],
    ["two-pair", "K57", "kings and fives, seven kicker"],
    ["full-house", "K4", "kings full of fours"],
    ["straight", "5", "five-high straight"],
    ["royal-flush", "A", "royal flush"],
    ["straight-flush", "6", "six-high straight flush"],
    ["flush", "AJ942", "ace-high flush"],
    ["four-of-a-kind", "7K", "four sevens, king kicker"],
    ["three-of-a-kind", "9", "three nines"],
    ["mini-royal", "A", "mini royal flush"],
  ])("%s of %s", (category, ranks, name) => expect(madeHandName(madeHandFrom(handValue(category, ranks)))).toBe(name));

  it("is null if the server sends none or an unknown category", () =>
    expect([madeHandFrom(undefined), madeHandFrom(handValue("nine of cups", "9"))]).toEqual([null, null]));

  it.each([
    "royal flush",
    "mini royal flush",
    "king-high straight flush",
    "ace-high flush",
    "kings full of fours",
    "kings and fours, ace kicker",
    "pair of sixes, ace kicker",
    "pair of kings",
    "three sixes",
    "four tens, two kicker",
    "queen high, nine kicker",
  ])("parses the server's name: %s", (name) => expect(madeHandName(parseHandName(name))).toBe(name));

  it("reads a wheel as a straight to the five, and returns null for other text", () => {
    expect(parseHandName("five-high straight (wheel)")).toEqual({ category: "straight", high: "5" });
    expect(parseHandName("three-high straight flush (A-2-3)")).toEqual({ category: "straight-flush", high: "3" });
    expect(parseHandName("nine of cups")).toBeNull();
  });
});

const decision = (own: boolean, ...choices: [string, number][]) => ({
  deadline_at: 9000,
  time_limit_seconds: 15,
  questions: [
    {
      seat: own ? 2 : 4,
      hand: 1,
      choices: choices.map(([word, cents]) => ({ do: word, least_cents: cents, most_cents: cents })),
      default_choice: choices[0]?.[0] ?? "fold",
      question_number: 1,
      is_own: own,
    },
  ],
  next_seats: [] as number[],
});

function holdem(given: Partial<TableView> = {}): TableView {
  return tableView({
    ...HOLDEM,
    phase: "dealing",
    hands: { dealer: down(2), board: [...open("Kd 5s 7h"), ...down(2, 4)], "player:2": open("Kc 5d"), "player:4": down(2) },
    hand_values: { "player:2": handValue("two-pair", "K57") },
    hand_states: [
      { hand: "dealer", seat: null, total: null, is_soft: false, state: "waiting", stake_cents: 0 },
      { hand: "board", seat: null, total: null, is_soft: false, state: "waiting", stake_cents: 0 },
      { hand: "player:2", seat: 2, total: null, is_soft: false, state: "playing", stake_cents: 1000 },
      { hand: "player:4", seat: 4, total: null, is_soft: false, state: "played", stake_cents: 5000 },
    ],
    chips: [chip("ante", 1000), chip("blind", 1000), chip("trips", 500), chip("bad-beat", 500)],
    player: { ...OWN_PLAYER, spots: [{ seat: 2, bettor: "player", wagers: {} }] },
    decision: decision(true, ["check", 0], ["play-2", 2000]),
    ...given,
  });
}

describe("the hands on the table", () => {
  it("have null for hidden cards and a name for the viewer's hand", () => {
    const hands = handsOnTable(holdem(), null);
    expect(hands.dealer.cards.map((card) => card.card)).toEqual([null, null]);
    expect(hands.seats.map((seat) => [seat.seat, seat.state, madeHandName(seat.madeHand)])).toEqual([
      [2, "playing", "kings and fives, seven kicker"],
      [4, "played", ""],
    ]);
    expect([openBoardCardCount(hands), dealerUpCard(hands), ownSeats(holdem(), hands)]).toEqual([3, null, [2]]);
  });

  it("show the player-dealer's single face-up card", () => {
    const view = tableView({
      ...THREE,
      phase: "dealing",
      hands: {
        dealer: [...down(2), { position_in_hand: 3, card_number: 9, is_face_down: false, card: "2s" }],
        "player:2": open("Ks Kh 4d"),
      },
      hand_values: { "player:2": handValue("pair", "K4", "Ks Kh 4d") },
      hand_states: [{ hand: "player:2", seat: 2, total: null, is_soft: false, state: "playing", stake_cents: 500 }],
      decision: decision(true, ["fold", 0], ["play", 500]),
    });
    const hands = handsOnTable(view, null);
    expect(dealerUpCard(hands)).toBe("2s");
    expect(questionTitle(view, hands, hands.seats[0]!)).toBe("Play or fold: pair of kings, four kicker against the two");
  });

  it("have display names for hands, choices and pay rows", () => {
    expect(["dealer", "board", "player:3"].map(handName)).toEqual(["Player-dealer", "Board", "Seat 3"]);
    expect(["fold", "check", "play", "play-4"].map(choiceName)).toEqual(["Fold", "Check", "Play", "Play 4x"]);
    expect([choiceWithCost("play-4", 4000), choiceWithCost("check", 0)]).toEqual(["Play 4x $40", "Check"]);
    expect([formatList([]), formatList(["Ante"]), formatList(["Ante", "Blind", "Trips"])]).toEqual(["", "Ante", "Ante, Blind and Trips"]);
    expect(["Royal flush", "Straight beaten", "One pair", "Anything else"].map(payTableRowName)).toEqual([
      "Royal flush",
      "Straight beaten",
      "One pair",
      "Anything else",
    ]);
  });
});

describe("the status line during decisions", () => {
  it("the announcement has hand, choices and default choice", () => {
    const view = holdem();
    const hands = handsOnTable(view, null);
    expect(questionAnnouncement(view, hands, hands.seats[0]!)).toBe(
      "On the flop: kings and fives, seven kicker. You may: Check, Play 2x $20. No answer: check.",
    );
  });

  const after = (state: "played" | "folded") => {
    const view = holdem({ decision: decision(false, ["fold", 0], ["play-1", 1000]) });
    const chips = [...view.chips, ...(state === "played" ? [chip("play", 2000, { is_added_wager: true })] : [])];
    return {
      ...view,
      hand_states: view.hand_states.map((handState) => (handState.seat === 2 ? { ...handState, state } : handState)),
      chips,
      stakes: stakesOf(chips),
    };
  };

  it("says that the viewer's turn comes, or that the viewer has decided", () => {
    const before = decision(false, ["fold", 0], ["play-1", 1000]);
    const main = (later: number[]) => dealingSentence(holdem({ decision: { ...before, next_seats: later } })).main;
    expect([main([2]), main([])]).toEqual(["Your turn comes next", "You have decided"]);
  });

  it("says after a fold which bonus wagers stay in play", () => {
    expect(dealingSentence(after("folded"))).toEqual({
      main: "You folded",
      next: "Trips and Bad Beat stay in play. Seat 4 still decides.",
    });
    const stakes = ownStakesAt(after("folded"), { seat: 2, state: "folded" });
    expect(stakes.map((stake) => [stake.wager.id, stake.status])).toEqual([
      ["ante", "given-up"],
      ["blind", "given-up"],
      ["trips", "stays"],
      ["bad-beat", "stays"],
    ]);
    expect(givenUpWagersText(ownStakesAt(holdem(), { seat: 2, state: "playing" }))).toBe("Ante and Blind");
  });

  it("in three-card poker a fold gives up Pair Plus", () => {
    const view = tableView({ ...THREE, chips: [chip("ante", 500), chip("pair-plus", 500), chip("six-card-bonus", 500)] });
    expect(wagersInPlaySentence(ownStakesAt(view, { seat: 2, state: "folded" }))).toBe("6 Card Bonus stays in play.");
    expect(givenUpWagersText(ownStakesAt(view, { seat: 2, state: "playing" }))).toBe("Ante and Pair Plus");
  });

  it("says what the viewer plays for, or that the seat's player decides for a backline bettor", () => {
    expect(dealingSentence(after("played")).main).toBe("You play for $20");
    const behind = after("played");
    expect(dealingSentence({ ...behind, player: { ...OWN_PLAYER, spots: [{ seat: 2, bettor: "backline-1", wagers: {} }] } }).main).toBe(
      "The player of seat 2 decides for you too",
    );
  });

  it("mentions a fresh deck instead of a shoe", () =>
    expect(statusLine(tableView({ ...HOLDEM, phase: "between-rounds", shoe: null }), 0).main).toBe("A fresh deck is shuffled"));
});

describe("a finished round", () => {
  const facts = { dealer_qualifies: true, dealer: "pair of jacks, king kicker", "seat 2": "kings and fives, seven kicker" };
  const roundCards = { dealer: cards("Jd Jc"), board: cards("Kd 5s 7h 4d 2h"), "player:2": cards("Kc 5d") };
  const made = { dealer: handValue("pair", "JK75", "Jd Jc Kd 7h 5s"), "player:2": handValue("two-pair", "K57", "Kd Kc 5s 5d 7h") };
  const results = [
    ownResult("ante", "win", 1000, { cents: 1000 }),
    ownResult("blind", "push", 0, { cents: 1000 }),
    ownResult("play", "win", 2000, { cents: 2000 }),
    ownResult("trips", "win", 1500, { cents: 500, name: "Three of a kind" }),
  ];
  const last: LastRound = settledRound(results, { cards: roundCards, facts, hand_values: made });

  it("lists the cards that form each hand", () => {
    const hands = handsOfFinishedRound(last);
    expect(hands.dealer.bestCards).toEqual(expect.arrayContaining(["Jd", "Jc", "Kd", "7h"]));
    expect(hands.seats[0]?.bestCards).not.toContain("4d");
    expect(hands.seats.map((hand) => [hand.state, hand.netCents])).toEqual([["played", 4500]]);
  });

  it("uses the name in the facts if there are no hand values, and then lists no cards", () => {
    const hands = handsOfFinishedRound({ ...last, hand_values: {}, facts: { ...facts, "seat 2": "pair of fives, king kicker" } });
    expect([madeHandName(hands.seats[0]?.madeHand ?? null), hands.seats[0]?.bestCards]).toEqual(["pair of fives, king kicker", null]);
  });

  const view = (round: LastRound, wagers = HOLDEM) => tableView({ ...wagers, phase: "between-rounds", last_round: round });
  const compared = (result: "win" | "lose" | "tie", given: Partial<LastRound> = {}): LastRound => ({
    ...last,
    hand_values: { ...made, "player:2": { ...made["player:2"], compared: result } },
    ...given,
  });
  const settledWith = (...own: Parameters<typeof settledRound>[0]): LastRound =>
    settledRound(own, { cards: roundCards, facts, hand_values: compared("lose").hand_values });

  it("is described by the player-dealer's hand for viewers without a wager", () => {
    expect(resultSentence(tableView(HOLDEM), last)).toBe("Player-dealer: pair of jacks");
    expect(
      dealerHandSentence({ ...last, hand_values: { dealer: handValue("high-card", "J9") }, facts: { ...facts, dealer_qualifies: false } }),
    ).toBe("Player-dealer: jack high, does not qualify");
  });

  it("says who won and over what, the viewer first", () => {
    expect(resultHeadline(compared("win"))).toBe("You win: kings and fives over pair of jacks");
    expect(resultHeadline(compared("lose"))).toBe("You lose: pair of jacks over kings and fives");
    expect(resultHeadline(compared("tie"))).toBe("Push: both have kings and fives");
    expect(resultHeadline(settledWith(ownResult("ante", "lose", -1000)))).toBe("You folded: kings and fives against pair of jacks");
  });

  it("names the kickers where they decide", () => {
    const value = (ranks: string) => handValue("pair", ranks, "");
    const pairs = (own: string, dealer: string) =>
      resultHeadline(compared("win", { hand_values: { dealer: value(dealer), "player:2": { ...value(own), compared: "win" as const } } }));
    expect(pairs("KA", "KQ")).toBe("You win: pair of kings, ace kicker over pair of kings, queen kicker");
    expect(pairs("KAQ", "KAJ")).toBe("You win on the kicker: pair of kings, ace kicker");
  });

  it("says why: whether the player-dealer qualifies, and what became of the line wagers", () => {
    expect(resultReason(view(last), compared("win"))).toBe("Ante and Play are paid, Blind comes back.");
    const not = compared("win", { facts: { ...facts, dealer_qualifies: false } });
    expect(resultReason(view(not), not)).toBe("No pair at the player-dealer: Blind comes back.");
    const folded = settledWith(ownResult("ante", "lose", -1000), ownResult("blind", "lose", -1000), ownResult("trips", "win", 1500));
    expect(resultReason(view(folded), folded)).toBe("Ante and Blind are given up.");
  });

  it("gives the reason of every wager", () => {
    const rows = (...names: string[]) => names.map((name) => payRow("3:1", { name }));
    const wagers = [
      ANTE,
      { ...BLIND, rows: rows("Flush", "Straight") },
      PLAY,
      { ...TRIPS, rows: rows("Flush", "Three of a kind") },
      { ...BAD_BEAT, rows: rows("Straight beaten", "Three of a kind beaten") },
    ];
    const reasons = (round: LastRound) =>
      Object.fromEntries(settledSpots(view(round, { ...HOLDEM, wagers })).map(({ wager, reason }) => [wager.id, reason]));
    expect(reasons(compared("win"))).toEqual({
      ante: "the hand wins",
      blind: "the hand wins, but pays from straight up",
      play: "2 × Ante; the hand wins",
      trips: "Three of a kind",
    });
    const folded = settledWith(ownResult("ante", "lose", -1000), ownResult("trips", "lose", -500), ownResult("bad-beat", "lose", -500));
    expect(reasons(folded)).toEqual({
      ante: "given up with the hand",
      play: "not made",
      trips: "nothing from three of a kind up",
      "bad-beat": "nothing from three of a kind up was beaten",
    });
  });

  it("in three-card poker a player-dealer who does not qualify pays the Ante and returns Play", () => {
    const round = settledRound([ownResult("ante", "win", 500), ownResult("play", "returned", 0)], {
      cards: { dealer: cards("Jd 9c 4h"), "player:2": cards("Qs Qh 8s") },
      facts: { dealer_qualifies: false },
      hand_values: {
        dealer: handValue("high-card", "J9", "Jd 9c 4h"),
        "player:2": { ...handValue("pair", "Q8", "Qs Qh 8s"), compared: "win" as const },
      },
    });
    expect(resultHeadline(round)).toBe("You win: the player-dealer does not qualify");
    expect(resultReason(view(round, THREE), round)).toBe(
      "The player-dealer does not qualify under queen high: Ante is paid, Play comes back.",
    );
    expect(settledSpots(view(round, THREE)).map(({ reason }) => reason)).toEqual(Array(2).fill("the player-dealer does not qualify"));
  });

  it("says the hand and the outcome of another seat", () => {
    const hand = { ...handsOfFinishedRound(compared("win")).seats[0]!, seat: 2 };
    expect(otherSeatSentence(view({ ...last, results }), hand)).toBe("kings and fives. Ante and Play are paid, Blind comes back");
  });

  it("does not report an empty bank if the rules return the Play wager", () => {
    const back = settledRound([ownResult("ante", "win", 500), ownResult("play", "returned", 0)], {
      cards: roundCards,
      facts: { ...facts, dealer_qualifies: false },
      bank: { seat: 1, cents: 10_000, net_cents: -500, left_cents: 0 },
    });
    expect(viewerResultSentence(tableView(HOLDEM), back)).not.toContain("bank");
    const unpaid = settledRound([ownResult("ante", "returned", 0)], {
      cards: roundCards,
      facts,
      bank: { seat: 1, cents: 10_000, net_cents: -10_000, left_cents: 0 },
    });
    expect(viewerResultSentence(tableView(HOLDEM), unpaid)).toBe("The bank was used up; Ante came back.");
  });
});

describe("Ante and Blind", () => {
  it("are always equal", () => {
    expect(withStake({ trips: 500 }, BLIND, 1000)).toEqual({ trips: 500, ante: 1000, blind: 1000 });
    expect(withStake({ ante: 1000, blind: 1000, trips: 500 }, ANTE, 0)).toEqual({ trips: 500 });
    expect(withStake({ ante: 1000, blind: 1000 }, TRIPS, 500)).toEqual({ ante: 1000, blind: 1000, trips: 500 });
  });
});
