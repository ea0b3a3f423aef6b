import { closeEarlyTable } from "./early";
import { get, post, setCsrfToken } from "./api";
import type { CurrentUserResponse, HouseResponse, TerminalResponse } from "../wire.http";

export type CurrentUser = CurrentUserResponse;
/** Public facts about the casino and this terminal. */
export type HouseInfo = HouseResponse;
export type HouseTerminal = TerminalResponse;

/** How long a loaded balance counts as new: pages that open together ask once. */
const NEW_MS = 1000;

/** The signed-in user of this browser, and the casino. */
class Session {
  me = $state<CurrentUser | null>(null);
  house = $state<HouseInfo | null>(null);
  /** True when the first requests have been answered: until then no page is shown. */
  isLoaded = $state(false);
  /** True if the server ended the session: by a sign-in elsewhere, by time or by an administrator. */
  wasEndedByServer = $state(false);
  /** When the user and the balance were last loaded. */
  private refreshedAt = 0;

  async load(): Promise<void> {
    const [house] = await Promise.all([get("/api/house"), this.refresh().catch(() => undefined)]);
    if (this.me === null) closeEarlyTable();
    this.house = house;
    this.isLoaded = true;
  }

  /** Load the current user again: the session may have ended, or the balance changed. */
  async refresh(): Promise<void> {
    const { me } = await get("/api/session");
    this.wasEndedByServer = me === null && (this.me !== null || this.wasEndedByServer);
    this.setUser(me);
    this.refreshedAt = Date.now();
  }

  /** Load the balance again, unless it is new. */
  async refreshBalance(): Promise<void> {
    if (this.me !== null && Date.now() - this.refreshedAt > NEW_MS) await this.refresh();
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
