#!/bin/sh
# Prints the Chromium that the tests of the screens drive, after installing Debian's package where there is none.
# The Latin letters come with the screens; the fonts here are for Chinese, and for whatever is left.
set -eu

find_browser() {
    command -v chromium || command -v chromium-browser || command -v google-chrome || true
}

install_browser() {
    if ! command -v apt-get >/dev/null; then
        echo "Chromium is needed and this is no Debian system: install it, with chromium on the PATH" >&2
        exit 1
    fi
    if [ "$(id -u)" != 0 ]; then
        echo "Chromium is needed; run as root: apt-get install chromium fonts-liberation fonts-droid-fallback" >&2
        exit 1
    fi
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q >&2
    apt-get install -q -y --no-install-recommends chromium fonts-liberation fonts-droid-fallback >&2
}

# Two who start together: one installs, the other waits for it.
if [ -z "$(find_browser)" ]; then
    exec 9>"${TMPDIR:-/tmp}/croupier-browser-install.lock"
    flock 9
    [ -n "$(find_browser)" ] || install_browser
fi
browser=$(find_browser)
if [ -z "$browser" ]; then
    echo "Chromium was not found" >&2
    exit 1
fi
echo "$browser"
