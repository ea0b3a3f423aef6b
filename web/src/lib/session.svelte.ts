import { get, post, setCsrfToken } from "./api";
import type { Permission, Role } from "./types";

export type CurrentUser = {
  user_id: number;
  name: string;
  display_name: string;
  role: Role;
  csrf: string;
  /** Names of the commands the user is permitted to send, as the server lists them. */
  may: Permission[];
  balance_cents: number | null;
  must_change: boolean;
  /** True if the role requires a second factor and the user has none yet. */
  must_set_up: boolean;
};
/** Public facts about the casino and this terminal, from /api/house. */
export type HouseInfo = {
  name: string;
  demonstration: boolean;
  mark: string;
  help_line: string;
  time_zone: string;
  version: string;
  posted_accounts: string[];
  terminal: HouseTerminal | null;
};
export type HouseTerminal = { id: string; name: string; table: string | null };

/** The signed-in user of this browser, and the casino. */
class Session {
  me = $state<CurrentUser | null>(null);
  house = $state<HouseInfo | null>(null);
  /** True when the first requests have been answered: until then no page is shown. */
  isLoaded = $state(false);
  /** True if the server ended the session: by a sign-in elsewhere, by time or by an administrator. */
  wasEndedByServer = $state(false);

  async load(): Promise<void> {
    this.house = await get<HouseInfo>("/api/house");
    await this.refresh().catch(() => undefined);
    this.isLoaded = true;
  }

  /** Load the current user again: the session may have ended, or the balance changed. */
  async refresh(): Promise<void> {
    const { me } = await get<{ me: CurrentUser | null }>("/api/session");
    this.wasEndedByServer = me === null && (this.me !== null || this.wasEndedByServer);
    this.setUser(me);
  }

  async logIn(name: string, password: string, code?: string): Promise<void> {
    const response = await post<{ csrf: string }>("/api/login", { name, password, ...(code === undefined ? {} : { code }) });
    setCsrfToken(response.csrf);
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
