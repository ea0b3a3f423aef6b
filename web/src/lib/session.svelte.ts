import { get, post, rememberCsrf } from "./api";

export type Role = "player" | "dealer" | "supervisor" | "cashier" | "auditor" | "admin" | "surveillance";
export type Me = {
  user_id: number;
  name: string;
  display_name: string;
  role: Role;
  csrf: string;
  /** The commands this person may give: by the house's own table, so that no screen keeps one. */
  may: string[];
  balance_cents: number | null;
  must_change: boolean;
  /** The house asks a second factor of this role, and there is none yet. */
  must_set_up: boolean;
};
export type HouseTold = { name: string; demonstration: boolean; mark: string; help_line: string; time_zone: string; version: string; posted_accounts: string[]; terminal: HouseTerminal | null };
export type HouseTerminal = { id: string; name: string; table: string | null };

/** Who is at this screen. */
class Session {
  me = $state<Me | null>(null);
  house = $state<HouseTold | null>(null);
  known = $state(false);
  /** Whoever was here has been signed out by the house: at another screen, by the clock, or by an admin. */
  ended = $state(false);

  async load(): Promise<void> {
    this.house = await get<HouseTold>("/api/house");
    await this.check().catch(() => undefined);
    this.known = true;
  }

  /** Ask the house again who is here: a session may have ended elsewhere, or run out. */
  async check(): Promise<void> {
    const { me } = await get<{ me: Me | null }>("/api/session");
    this.ended = me === null && (this.me !== null || this.ended);
    this.take(me);
  }

  async logIn(name: string, password: string, code?: string): Promise<void> {
    const told = await post<{ csrf: string }>("/api/login", { name, password, ...(code === undefined ? {} : { code }) });
    rememberCsrf(told.csrf);
    await this.check();
  }

  async logOut(): Promise<void> {
    await post("/api/logout").catch(() => undefined);
    await this.check().catch(() => undefined);
    this.ended = false;
  }

  private take(me: Me | null): void {
    if (me !== null) rememberCsrf(me.csrf);
    this.me = me;
  }
}

export const session = new Session();
