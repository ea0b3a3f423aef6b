#!/bin/sh
# Print the path of the Chromium that the browser tests use; install Debian's package if there is none.
# With --all, install Firefox and WebKit too, which only the soak uses.
# Latin letters come with the web pages. Symbols, Chinese and Korean are drawn with two fonts (tests/browser/fonts.conf), so that
# pictures are equal on every machine, whatever other fonts it has.
set -eu

find_browser() {
    command -v chromium || command -v chromium-browser || command -v google-chrome || true
}

has_font() {
    [ -n "$(find /usr/share/fonts /usr/local/share/fonts -name "$1" 2>/dev/null | head -n 1)" ]
}

others=""
[ "${1:-}" != --all ] || others="firefox-esr webkit2gtk-driver xvfb"

has_others() {
    [ -z "$others" ] || { command -v firefox-esr && command -v WebKitWebDriver && command -v Xvfb; } >/dev/null
}

is_ready() {
    [ -n "$(find_browser)" ] && has_font DejaVuSans.ttf && has_font 'DroidSansFallback*' && has_others
}

install_browser() {
    packages="fonts-dejavu-core fonts-droid-fallback $others"
    [ -n "$(find_browser)" ] || packages="chromium $packages"
    if ! command -v apt-get >/dev/null; then
        echo "Chromium, DejaVu Sans and Droid Sans Fallback are needed and this is no Debian system: install them, with chromium on the PATH" >&2
        exit 1
    fi
    if [ "$(id -u)" != 0 ]; then
        echo "Chromium and two fonts are needed; run as root: apt-get install $packages" >&2
        exit 1
    fi
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q >&2
    apt-get install -q -y --no-install-recommends $packages >&2
}

# If two processes start together, one installs and the other waits for it.
if ! is_ready; then
    exec 9>"${TMPDIR:-/tmp}/croupier-browser-install.lock"
    flock 9
    is_ready || install_browser
fi
browser=$(find_browser)
if [ -z "$browser" ]; then
    echo "Chromium was not found" >&2
    exit 1
fi
echo "$browser"
