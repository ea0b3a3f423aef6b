#!/usr/bin/env bash
# A round of dealer-assist baccarat and a round of player-dealer baccarat, through the API and nothing else.
# Start the demonstration house first, in another terminal: make serve
# Another address: CROUPIER_URL=http://127.0.0.1:8080 docs/play-through-the-api.sh
# docs/play-through-the-api.md explains every step.
set -euo pipefail

url=${CROUPIER_URL:-http://127.0.0.1:8000}
password=${CROUPIER_PASSWORD:-play-money-only}
here=$(cd "$(dirname "$0")/.." && pwd)
python=${PYTHON:-$here/.venv/bin/python}
keep=$(mktemp -d)
trap 'rm -rf "$keep"' EXIT
run="walk-$(date +%s)-$$" # keys of this run: a key is used once, ever
number=0
answer=""

token() { cat "$keep/$1.token"; }
step() { printf '\n%s\n' "$*"; }

# pick a.b.c: one value of the JSON on standard input.
pick() {
  "$python" -c '
import functools, json, sys
step = lambda value, key: value[int(key) if key.lstrip("-").isdigit() else key]
print(functools.reduce(step, sys.argv[1].split("."), json.load(sys.stdin)))' "$1"
}

# log_in NAME: a program asks for the token itself; a page would get a cookie and the csrf token.
log_in() {
  answer=$(curl -sS --fail-with-body "$url/api/login" -H 'content-type: application/json' \
    -d "{\"name\": \"$1\", \"password\": \"$password\", \"token\": true}")
  pick token <<<"$answer" >"$keep/$1.token"
  echo "$1 is logged in as $(pick role <<<"$answer")"
}

# send WHO TABLE COMMAND: the status goes to $status, the answer to $answer.
send() {
  number=$((number + 1))
  status=$(curl -sS -o "$keep/answer" -w '%{http_code}' "$url/api/tables/$2/commands" \
    -H "authorization: Bearer $(token "$1")" -H 'content-type: application/json' \
    -d "{\"key\": \"$run-$number\", \"command\": $3}")
  answer=$(<"$keep/answer")
}

# give WHO TABLE COMMAND: a command that has to be accepted.
give() {
  send "$@"
  if [[ $status != 200 ]]; then
    echo "$1: $3 was refused: $answer" >&2
    exit 1
  fi
  echo "$1: $3 -> record $(pick seq <<<"$answer")"
}

# refused WHO TABLE COMMAND: one that has to be refused.
refused() {
  send "$@"
  if [[ $status == 200 ]]; then
    echo "$1: $3 was accepted" >&2
    exit 1
  fi
  echo "$1: $3 -> $status $answer"
}

look() { curl -sS --fail-with-body "$url$2" -H "authorization: Bearer $(token "$1")"; }
credit() { echo "$1 has $(look "$1" /api/me | pick balance_cents) cents"; }
console() { echo "the console: $(look dealer "/api/tables/$1" | pick view.staff.next_step.text)"; }
cards() { for card in "${@:2}"; do give dealer "$1" "{\"do\": \"read-card\", \"card\": \"$card\"}"; done; }

# live WHO TABLE AFTER [COMMAND]: the live connection, with the websockets package of croupier[server].
# It shows what comes, sends the command if there is one, and leaves after a reply, or when nothing more comes.
live() {
  CROUPIER_TOKEN=$(token "$1") "$python" - "$url" "$2" "$3" "$run-live-$2-$3" "${4-}" <<'PYTHON'
import json
import os
import sys

from websockets.sync.client import connect

url, table, after, key, command = sys.argv[1:]
where = f"ws{url.removeprefix('http')}/api/tables/{table}/live" + (f"?after={after}" if after else "")
SHOWN = ("round", "hand", "card", "seat", "wagers", "cents", "action_cents", "cards")


def show(frame: dict) -> None:
    if frame["type"] == "state":
        print(f"  state as of record {frame['seq']}: {frame['view']['phase']}")
    elif frame["type"] == "events":
        for record in frame["records"]:
            for event in record["events"]:
                told = {name: event[name] for name in SHOWN if event.get(name) not in (None, "", {}, [])}
                print(f"  #{record['seq']} {event['kind']} {json.dumps(told)}")
    else:
        print(f"  {json.dumps(frame)}")


with connect(where, additional_headers={"authorization": f"Bearer {os.environ['CROUPIER_TOKEN']}"}) as socket:
    if command:
        socket.send(json.dumps({"type": "command", "key": key, "command": json.loads(command)}))
    for _ in range(100):
        try:
            frame = json.loads(socket.recv(timeout=10 if command else 1))
        except TimeoutError:
            break
        show(frame)
        if frame["type"] == "reply":
            sys.exit(0 if frame["ok"] else 1)
PYTHON
}

echo "== Dealer-assist: $url, table dealer-midi (ilani-midi-baccarat, the house banks)"

step "1. Who plays, who deals, who watches over it"
curl -sS --fail-with-body "$url/api/house" | "$python" -m json.tool | grep -E '"(name|mark|help_line)"'
for name in player player2 dealer supervisor; do log_in "$name"; done
credit player

step "2. A seat, and a shoe: the first card read is burnt, with as many more as it counts"
give player dealer-midi '{"do": "sit-down", "seat": 3}'
give dealer dealer-midi '{"do": "load-shoe"}'
console dealer-midi
cards dealer-midi 5d

step "3. Bets open; one is refused by the rulebook, with the line it rests on"
give dealer dealer-midi '{"do": "open-bets"}'
round=$(pick events.0.round <<<"$answer")
refused player dealer-midi '{"do": "place-wagers", "seat": 3, "wagers": [{"wager": "tie", "cents": 20000}]}'

step "4. The player bets over the live connection: 50 dollars on Banker, 10 on Tie"
live player dealer-midi "" \
  '{"do": "place-wagers", "seat": 3, "wagers": [{"wager": "banker", "cents": 5000}, {"wager": "tie", "cents": 1000}]}'
seen=$(look player /api/tables/dealer-midi | pick seq)
credit player

step "5. No more bets; the dealer reads the cards as they leave the shoe"
give dealer dealer-midi '{"do": "close-bets"}'
console dealer-midi
cards dealer-midi 4s 6h Kd Qc
console dealer-midi

step "6. A misread card: 6 of spades was read, it is the ace. The round is worked out again"
cards dealer-midi 6s
console dealer-midi
give dealer dealer-midi '{"do": "correct-card", "place": 5, "card": "As"}'
console dealer-midi

step "7. The result is called, and the round is settled"
give dealer dealer-midi '{"do": "call-result"}'
credit player

step "8. The same command with the same key again: nothing is done twice"
answer=$(curl -sS --fail-with-body "$url/api/tables/dealer-midi/commands" \
  -H "authorization: Bearer $(token dealer)" -H 'content-type: application/json' \
  -d "{\"key\": \"$run-$number\", \"command\": {\"do\": \"call-result\"}}")
echo "repeated: $(pick repeated <<<"$answer"), record $(pick seq <<<"$answer")"

step "9. The player's screen was away since record $seen: it comes back and is told what it missed"
live player dealer-midi "$seen"

step "10. The round from the house's memory, and as a signed bundle that anybody can check"
look player "/api/rounds/dealer-midi/$((10#${round#*/}))" | "$python" -c '
import json, sys
kept = json.load(sys.stdin)
print(kept["id"], kept["status"], *(f"{hand}: {chr(32).join(cards)}" for hand, cards in kept["cards"].items()))
for one in kept["player"]["results"]:
    print(one["wager"], one["cents"], one["result"], one["net_cents"], one["cite"])
print("credit before", kept["player"]["balance_before_cents"], "and after", kept["player"]["balance_after_cents"])'
curl -sS --fail-with-body -X POST "$url/api/rounds/dealer-midi/$((10#${round#*/}))/bundle" \
  -H "authorization: Bearer $(token supervisor)" -o "$keep/round.bundle.json"
# The house's key comes from the house, not with the bundle; without it the signer is not known, and the status 1.
"$python" -m croupier audit bundle "$keep/round.bundle.json" ${CROUPIER_PUBLIC_KEY:+--public-key "$CROUPIER_PUBLIC_KEY"} |
  tail -n 1 || [[ -z ${CROUPIER_PUBLIC_KEY:-} ]]
give player dealer-midi '{"do": "stand-up"}'

echo
echo "== Player-dealer: table dealer-cash-in (ca-cash-in-baccarat, collection schedule 1)"

step "11. A new game: the supervisor closes and opens the table, so that the bank is offered from the first seat on"
give supervisor dealer-cash-in '{"do": "close-table"}'
give supervisor dealer-cash-in '{"do": "open-table"}'
give dealer dealer-cash-in '{"do": "load-shoe"}'
cards dealer-cash-in 3c

step "12. The first to sit down is offered the bank, takes it and puts up 300 dollars"
credit player
credit player2
give player dealer-cash-in '{"do": "sit-down", "seat": 1}'
console dealer-cash-in
give player dealer-cash-in '{"do": "accept-bank", "cents": 30000}'
give player2 dealer-cash-in '{"do": "sit-down", "seat": 2}'

step "13. Player Two bets against him: 100 dollars on Player, 10 on Phoenix 7"
give dealer dealer-cash-in '{"do": "open-bets"}'
round=$(pick events.0.round <<<"$answer")
live player2 dealer-cash-in "" \
  '{"do": "place-wagers", "seat": 2, "wagers": [{"wager": "player", "cents": 10000}, {"wager": "phoenix-7", "cents": 1000}]}'
seen=$(look player2 /api/tables/dealer-cash-in | pick seq)

step "14. No more bets: the collection is taken, then the cards are dealt"
give dealer dealer-cash-in '{"do": "close-bets"}'
cards dealer-cash-in Ts 2h 2d Kc 4c 5s
console dealer-cash-in
give dealer dealer-cash-in '{"do": "call-result"}'

step "15. Phoenix 7 is owed 400 dollars; the bank pays as far as what was put up reaches, and loses no more"
live player2 dealer-cash-in "$seen"
look supervisor "/api/rounds/dealer-cash-in/$((10#${round#*/}))" | "$python" -c '
import json, sys
kept = json.load(sys.stdin)
for one in kept["results"]:
    print(one["wager"], one["cents"], one["result"], one["net_cents"], one["cite"])
print("bank: put up", kept["bank"]["cents"], "net", kept["bank"]["net_cents"], "collection", sum(kept["fees"].values()))'
credit player
credit player2

step "16. Both leave; the books of the house balance"
give player dealer-cash-in '{"do": "stand-up"}'
give player2 dealer-cash-in '{"do": "stand-up"}'
echo "trial balance: $(look supervisor /api/trial-balance | pick summary.total_cents) cents"
