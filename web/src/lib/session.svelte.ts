import { get, post, setCsrfToken } from "./api";
import type { CurrentUserResponse, HouseResponse, TerminalResponse } from "../wire.http";

export type CurrentUser = CurrentUserResponse;
/** Public facts about the casino and this terminal. */
export type HouseInfo = HouseResponse;
export type HouseTerminal = TerminalResponse;

/** The signed-in user of this browser, and the casino. */
class Session {
  me = $state<CurrentUser | null>(null);
  house = $state<HouseInfo | null>(null);
  /** True when the first requests have been answered: until then no page is shown. */
  isLoaded = $state(false);
  /** True if the server ended the session: by a sign-in elsewhere, by time or by an administrator. */
  wasEndedByServer = $state(false);

  async load(): Promise<void> {
    const [house] = await Promise.all([get("/api/house"), this.refresh().catch(() => undefined)]);
    this.house = house;
    this.isLoaded = true;
  }

  /** Load the current user again: the session may have ended, or the balance changed. */
  async refresh(): Promise<void> {
    const { me } = await get("/api/session");
    this.wasEndedByServer = me === null && (this.me !== null || this.wasEndedByServer);
    this.setUser(me);
  }

  async logIn(name: string, password: string, code?: string): Promise<void> {
    const response = await post("/api/login", { name, password, ...(code === undefined ? {} : { code }) });
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
