import { common } from "../lib/common";
import { people } from "../ui/people.svelte";
import { choiceName as bjChoice, handName as played, t as bj } from "../ui/blackjack/words";
import { dealerTold } from "../dealer/poker/next";
import { isPokerRound, lastFelt } from "../ui/poker/felt";
import { choiceName, handName as poker } from "../ui/poker/words";
import { t } from "./t";
import type { KeptRound } from "./types";

type Ended = { cards: Record<string, string[]>; facts?: Record<string, number | string | boolean> };

/** "Player", "Banker", or what another game calls a hand. */
export function handName(hand: string, isPoker = false): string {
  if (hand === "board" || isPoker) return poker(hand);
  if (hand === "dealer" || hand.startsWith("player:")) return played(hand);
  if (hand === "player" || hand === "banker") return common(`side.${hand}`);
  return hand.charAt(0).toUpperCase() + hand.slice(1);
}

/** "Banker wins, 9 over 7"; empty for a game that names no winner. */
export function outcome(round: { cards: Record<string, string[]>; facts?: Record<string, unknown> }): string {
  const facts = round.facts ?? {};
  if (isPoker(round)) return dealerTold(lastFelt({ round: "", ...(round as Ended) }));
  if (facts["dealer_broke"] !== undefined) return dealerEnd(facts);
  const [player, banker] = [Number(facts["player_total"]), Number(facts["banker_total"])];
  if (Number.isNaN(player) || Number.isNaN(banker)) return "";
  if (facts["winner"] === "tie") return t("outcome.tie", { points: player });
  const winner = facts["winner"] === "player" ? "player" : "banker";
  return t("outcome.wins", { side: handName(winner), high: Math.max(player, banker), low: Math.min(player, banker) });
}

/** A round of a poker game, settled or broken off. */
export function isPoker(round: { cards: Record<string, string[]>; facts?: Record<string, unknown>; dealt?: KeptRound["dealt"] }): boolean {
  return isPokerRound({ ...(round as Ended), ...(round.dealt === undefined ? {} : { dealt: round.dealt.map(({ hand }) => ({ hand: hand ?? "" })) }) });
}

/** A game that is played against the dealer names no winner: it tells what he had. */
function dealerEnd(facts: Record<string, unknown>): string {
  if (facts["dealer_natural"] === true) return bj("end.dealer_natural");
  return bj(facts["dealer_broke"] === true ? "end.dealer_broke" : "end.dealer", { total: Number(facts["dealer_total"]) });
}

/** "Banker, card 3": where a card of a round lies, counted from 1. */
export function cardPlace(round: KeptRound, place: number): string {
  const lies = round.dealt[place - 1];
  if (lies === undefined || lies.hand === null) return t("card.place", { place });
  return t("card.lies", { hand: handName(lies.hand, isPoker(round)), nth: lies.nth ?? 0 });
}

/** "Seat 2: Play 4x", and where nobody spoke: what was decided in a round, in order. */
export function decisionsOf(round: KeptRound): string[] {
  const named = isPoker(round) ? choiceName : bjChoice;
  return (round.answers ?? []).flatMap(({ seat, decided, mark }) => {
    if (mark === "silence") return [t("round.silence")];
    return seat === undefined || decided === undefined ? [] : [`${t("money.seat", { seat })}: ${named(decided)}`];
  });
}

/** A seat's bettor by name. */
export function who(account: string): string {
  return people.nameOf(account);
}

/** "dealer-midi/000043" as its table and its number. */
export function roundParts(round: string): [string, number] {
  const [table = "", number = "0"] = round.split("/");
  return [table, Number(number)];
}
