#!/bin/sh
# How strong are the players of UCI_LimitStrength? They meet their neighbours in strength, and
# another engine that has a UCI_Elo of its own; one scale of ratings with intervals at the end.
# Repeat the command to resume it. docs/uci-elo.md has what came of it.
#
#   sh examples/uci-elo.sh [NIWAKI [STOCKFISH]]
#
# A number of nodes bounds the moves of all; the players of Niwaki use less.
set -eu

niwaki=${1:-target/release/niwaki}
other=${2:-}
elos=${ELOS:-"800 1000 1200 1400 1600 1800 2000 2200 2400 2600"}
others=${OTHERS:-"1350 1700"}
games=${GAMES:-60}
nodes=${NODES:-20000}
out=${OUT:-runs/uci-elo}

ours=$(for elo in $elos; do echo "$elo niwaki uci:$niwaki"; done)
theirs=$(if [ -n "$other" ]; then for elo in $others; do echo "$elo other uci:$other"; done; fi)
sorted=$(printf '%s\n%s\n' "$ours" "$theirs" | sort -n)

set --
while read -r elo name engine; do
    [ -z "$elo" ] || set -- "$@" "$engine,UCI_LimitStrength=true,UCI_Elo=$elo,name=$name $elo"
done <<END
$sorted
END
exec "$niwaki" match "$@" --neighbours 3 --nodes "$nodes" --games "$games" --hash 2 --draw 80,8,10 --resign 900,4 --out "$out"
