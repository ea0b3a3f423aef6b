/** The page and its parameters, from the URL after "#": "#/table/bj-1" is page "table" with parts ["bj-1"]. */
export type Route = { page: string; parts: string[] };

function currentRoute(): Route {
  const [page = "", ...parts] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  return { page, parts };
}

/** Hash router: all pages have the same path, so the server needs no route for each. */
class Router {
  route = $state<Route>(currentRoute());
  /** True once the user has gone from the first page to another. */
  hasNavigated = false;

  constructor() {
    addEventListener("hashchange", () => {
      this.hasNavigated = true;
      this.route = currentRoute();
    });
  }

  navigate(...parts: string[]): void {
    location.hash = `/${parts.map(encodeURIComponent).join("/")}`;
  }
}

export const router = new Router();
