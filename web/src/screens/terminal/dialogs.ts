/** The dialogs of a table, in one file: a terminal loads them when the first is opened, after the table is drawn. */
export { default as BettingDialog } from "./betting/BettingDialog.svelte";
export { default as CashOut } from "./CashOut.svelte";
export { default as Favourites } from "./Favourites.svelte";
export { default as MoreDialog } from "./MoreDialog.svelte";
export { default as ResponsiblePlay } from "./ResponsiblePlay.svelte";
export { default as RoundHistory } from "./RoundHistory.svelte";
export { default as RulesDialog } from "./RulesDialog.svelte";
export { default as SeatDialog } from "./SeatDialog.svelte";
