import { get } from "../lib/api";

export type User = {
  id: number;
  name: string;
  display_name: string;
  role: string;
  active: boolean;
  third_party: boolean;
  created_at: number;
  failed: number;
  locked_until: number | null;
  must_change: boolean;
  second_factor: boolean;
};

/** Names of the users behind actor ids such as `user:7` and `player:7`, for screens that may load them. */
class UserDirectory {
  users = $state<User[]>([]);

  async load(): Promise<void> {
    this.users = await get<User[]>("/api/users");
  }

  nameOf(actor: string | null): string {
    if (actor === null || actor === "") return "";
    const [kind, id] = actor.split(":");
    if (kind !== "user" && kind !== "player") return actor;
    return this.users.find((user) => String(user.id) === id)?.display_name ?? actor;
  }
}

export const userDirectory = new UserDirectory();
