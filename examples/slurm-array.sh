#!/bin/sh
# Shares a run out among the tasks of a Slurm array. A task that is killed or requeued goes
# on where it was.
#
#   sbatch --array=1-8 examples/slurm-array.sh OUT COMMAND...
#
# such as
#
#   id=$(sbatch --parsable --array=1-8 examples/slurm-array.sh runs/grid \
#       niwaki sweep turk-mc --grid multi_cut.cuts=2..4 --depth 10)
#   sbatch --dependency=afterok:$id --wrap "niwaki merge runs/grid runs/grid.part-*"
#
# The second line joins the parts when all are done.
#
# A sequential test needs no script: its parts share one folder and end when all together have decided.
#
#   sbatch --array=1-64 --requeue --wrap "niwaki match new.toml niwaki --nodes 20000 --sprt 0,5 \
#       --jobs 1 --shard \$SLURM_ARRAY_TASK_ID/64 --out runs/test"
#SBATCH --job-name=niwaki
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --output=niwaki-%A-%a.log
set -eu
if [ $# -lt 2 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
    echo "usage: sbatch --array=1-N $0 OUT COMMAND..." >&2
    exit 2
fi
out=$1
shift
exec "$@" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --jobs "${SLURM_CPUS_PER_TASK:-1}" --out "$out.part-$SLURM_ARRAY_TASK_ID"
