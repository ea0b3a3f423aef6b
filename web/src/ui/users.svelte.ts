import { get } from "../lib/api";
import type { UserResponse } from "../wire.http";

export type User = UserResponse;

/** Names of the users behind actor ids such as `user:7` and `player:7`, for screens that may load them. */
class UserDirectory {
  users = $state<User[]>([]);

  async load(): Promise<void> {
    this.users = await get("/api/users");
  }

  nameOf(actor: string | null): string {
    if (actor === null || actor === "") return "";
    const [kind, id] = actor.split(":");
    if (kind !== "user" && kind !== "player") return actor;
    return this.users.find((user) => String(user.id) === id)?.display_name ?? actor;
  }
}

export const userDirectory = new UserDirectory();
