import { get, post, setCsrfToken } from "./api";

export type Role = "player" | "dealer" | "supervisor" | "cashier" | "auditor" | "admin" | "surveillance";
export type CurrentUser = {
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
export type HouseInfo = { name: string; demonstration: boolean; mark: string; help_line: string; time_zone: string; version: string; posted_accounts: string[]; terminal: HouseTerminal | null };
export type HouseTerminal = { id: string; name: string; table: string | null };

/** Who is at this screen. */
class Session {
  me = $state<CurrentUser | null>(null);
  house = $state<HouseInfo | null>(null);
  isLoaded = $state(false);
  /** Whoever was here has been signed out by the house: at another screen, by the clock, or by an admin. */
  wasEndedByServer = $state(false);

  async load(): Promise<void> {
    this.house = await get<HouseInfo>("/api/house");
    await this.refresh().catch(() => undefined);
    this.isLoaded = true;
  }

  /** Ask the house again who is here: a session may have ended elsewhere, or run out. */
  async refresh(): Promise<void> {
    const { me } = await get<{ me: CurrentUser | null }>("/api/session");
    this.wasEndedByServer = me === null && (this.me !== null || this.wasEndedByServer);
    this.setUser(me);
  }

  async logIn(name: string, password: string, code?: string): Promise<void> {
    const told = await post<{ csrf: string }>("/api/login", { name, password, ...(code === undefined ? {} : { code }) });
    setCsrfToken(told.csrf);
    await this.refresh();
  }

  async logOut(): Promise<void> {
    await post("/api/logout").catch(() => undefined);
    await this.refresh().catch(() => undefined);
    this.wasEndedByServer = false;
  }

  private setUser(me: CurrentUser | null): void {
    if (me !== null) setCsrfToken(me.csrf);
    this.me = me;
  }
}

export const session = new Session();
