#!/bin/sh
# Print the path of nginx or haproxy; install Debian's package if there is none. The tests start their own and stop it again.
#   scripts/proxy.sh nginx|haproxy
set -eu

program=$1
case $program in
    nginx) package=nginx-light ;;
    haproxy) package=haproxy ;;
    *) echo "scripts/proxy.sh: nginx or haproxy, not $program" >&2; exit 2 ;;
esac

find_program() {
    command -v "$program" || { [ ! -x "/usr/sbin/$program" ] || echo "/usr/sbin/$program"; }
}

install_package() {
    if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
        echo "$program is needed; run as root on Debian: apt-get install $package" >&2
        exit 1
    fi
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q >&2
    # Without a running init system the package starts nothing; elsewhere policy-rc.d would be asked.
    apt-get install -q -y --no-install-recommends "$package" >&2
}

if [ -z "$(find_program)" ]; then
    exec 9>"${TMPDIR:-/tmp}/croupier-proxy-install.lock"
    flock 9
    [ -n "$(find_program)" ] || install_package
fi
find_program
