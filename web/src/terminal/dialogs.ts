/** What slides over the table when it is asked for. */
export type DialogName = "favourites" | "betting" | "record" | "rounds" | "game" | "mine" | "cash" | "seat";
