import { get, post, rememberCsrf } from "./api";

export type Role = "player" | "dealer" | "supervisor" | "cashier" | "auditor" | "admin";
export type Me = {
  user_id: number;
  name: string;
  display_name: string;
  role: Role;
  csrf: string;
  balance_cents: number | null;
  must_change: boolean;
};
export type HouseTold = { name: string; demonstration: boolean; mark: string; help_line: string; version: string };

/** Who is at this screen. */
class Session {
  me = $state<Me | null>(null);
  house = $state<HouseTold | null>(null);
  known = $state(false);

  async load(): Promise<void> {
    this.house = await get<HouseTold>("/api/house");
    try {
      this.take(await get<Me>("/api/me"));
    } catch {
      this.me = null;
    }
    this.known = true;
  }

  async logIn(name: string, password: string): Promise<void> {
    const told = await post<{ csrf: string }>("/api/login", { name, password });
    rememberCsrf(told.csrf);
    this.take(await get<Me>("/api/me"));
  }

  async logOut(): Promise<void> {
    await post("/api/logout");
    this.me = null;
  }

  private take(me: Me): void {
    rememberCsrf(me.csrf);
    this.me = me;
  }
}

export const session = new Session();
