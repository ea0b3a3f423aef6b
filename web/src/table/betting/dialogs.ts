/** The dialogs of the table screen. */
export type DialogName = "favourites" | "betting" | "record" | "rounds" | "game" | "mine" | "cash" | "seat" | "more";
