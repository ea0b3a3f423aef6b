"""The screens: built from web/ into the package, and served as they are. They load nothing from elsewhere."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles

FOLDER = Path(__file__).with_name("web")
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


def add_pages(app: FastAPI, folder: Path = FOLDER) -> None:
    """Serve the screens, where they were built; without them the API stands alone."""

    @app.get("/", include_in_schema=False)
    async def first_page() -> Response:
        if not (folder / "index.html").exists():
            return PlainTextResponse("The screens are not built here. The API is described at /docs.\n")
        return FileResponse(folder / "index.html", headers={"Content-Security-Policy": POLICY})

    app.mount("/assets", StaticFiles(directory=folder / "assets", check_dir=False), name="assets")
