export type * from "../wire";
