/** Where the reader is: the part of the address after the hash, so that the server needs to know no pages. */
export type Place = { page: string; parts: string[] };

function read(): Place {
  const [page = "", ...parts] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  return { page, parts };
}

class Router {
  place = $state<Place>(read());

  constructor() {
    addEventListener("hashchange", () => {
      this.place = read();
    });
  }

  go(...parts: string[]): void {
    location.hash = `/${parts.map(encodeURIComponent).join("/")}`;
  }
}

export const router = new Router();
