/** Where the reader is: the part of the address after the hash, so that the server needs to know no pages. */
export type Route = { page: string; parts: string[] };

function currentRoute(): Route {
  const [page = "", ...parts] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  return { page, parts };
}

class Router {
  route = $state<Route>(currentRoute());

  constructor() {
    addEventListener("hashchange", () => {
      this.route = currentRoute();
    });
  }

  navigate(...parts: string[]): void {
    location.hash = `/${parts.map(encodeURIComponent).join("/")}`;
  }
}

export const router = new Router();
