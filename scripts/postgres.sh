#!/bin/sh
# Print the folder of PostgreSQL's server programs; install Debian's package if there is none.
# The tests start their own server from these programs and stop it again.
set -eu

find_programs() {
    for initdb in $(command -v initdb || true) $(ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null | sort -rV); do
        programs=$(dirname "$(readlink -f "$initdb")")
        if [ -x "$programs/postgres" ]; then
            echo "$programs"
            return
        fi
    done
}

install_programs() {
    if ! command -v apt-get >/dev/null; then
        echo "PostgreSQL's server is needed and this is no Debian system: install it, with initdb on the PATH" >&2
        exit 1
    fi
    if [ "$(id -u)" != 0 ]; then
        echo "PostgreSQL's server is needed; run as root: apt-get install postgresql" >&2
        exit 1
    fi
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q >&2
    apt-get install -q -y --no-install-recommends postgresql-common >&2
    # Prevent the package from starting a server: only the programs are needed.
    sed -ri 's/^#?(create_main_cluster).*/\1 = false/' /etc/postgresql-common/createcluster.conf
    apt-get install -q -y --no-install-recommends postgresql >&2
}

# Several test processes may start together: one installs, the others wait for it.
if [ -z "$(find_programs)" ]; then
    exec 9>"${TMPDIR:-/tmp}/croupier-postgres-install.lock"
    flock 9
    [ -n "$(find_programs)" ] || install_programs
fi
programs=$(find_programs)
if [ -z "$programs" ]; then
    echo "PostgreSQL's server programs were not found" >&2
    exit 1
fi
echo "$programs"
