#!/bin/sh
# Shares a run out with GNU parallel, and joins its parts. The same command again goes on
# where it was.
#
#   examples/gnu-parallel.sh PARTS OUT COMMAND...
#
# such as
#
#   examples/gnu-parallel.sh 8 runs/grid niwaki sweep turk-mc --grid multi_cut.cuts=2..4 --depth 10
#
# For several machines with one file system, set PARALLEL="--sshlogin a,b,c --workdir .".
set -eu
if [ $# -lt 3 ]; then
    echo "usage: $0 PARTS OUT COMMAND..." >&2
    exit 2
fi
parts=$1
out=$2
shift 2
seq "$parts" | parallel --quote --line-buffer --halt now,fail=1 \
    "$@" --shard "{}/$parts" --jobs 1 --out "$out.part-{}"
exec "$1" merge "$out" "$out".part-*
