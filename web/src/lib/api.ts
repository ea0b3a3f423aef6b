/** Talking to the house. Every refusal comes as a `Refusal`: a code, a sentence, the rule it rests on. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly cites: readonly string[] = [],
    readonly status = 0,
  ) {
    super(message);
  }
}

let csrf = "";

export function rememberCsrf(token: string): void {
  csrf = token;
}

type Body = Record<string, unknown> | readonly unknown[];

async function ask<T>(method: string, path: string, body?: Body): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET") headers["X-CSRF-Token"] = csrf;
  let response: Response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refusal("network/away", "The house cannot be reached just now.");
  }
  const text = await response.text();
  const answer: unknown = text === "" ? null : parsed(text);
  if (!response.ok) throw refusal(answer, response.status);
  return answer as T;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function refusal(answer: unknown, status: number): Refusal {
  const error = (answer as { error?: { code?: string; message?: string; cites?: string[] } } | null)?.error;
  return new Refusal(error?.code ?? `http/${status}`, error?.message ?? "That did not work.", error?.cites, status);
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body: Body = {}): Promise<T> => ask<T>("POST", path, body);
export const put = <T>(path: string, body: Body): Promise<T> => ask<T>("PUT", path, body);
export const patch = <T>(path: string, body: Body): Promise<T> => ask<T>("PATCH", path, body);
export const remove = <T>(path: string): Promise<T> => ask<T>("DELETE", path);

/** A key of its own for every command: sent twice, it is carried out once. */
export function newKey(): string {
  return `w-${crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`}`;
}
