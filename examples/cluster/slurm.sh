#!/usr/bin/env bash
# A job array for Slurm: 1,000 shards of 1,000,000 games, each on one processor, requeued when its node is lost.
#   sbatch examples/cluster/slurm.sh noah 2 /shared/noah
#   ludex merge /shared/noah/*.json --json > noah.json
#SBATCH --job-name=ludex
#SBATCH --array=0-999
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --time=08:00:00
#SBATCH --requeue
set -euo pipefail
game=$1 players=$2 folder=$3
exec "${SLURM_SUBMIT_DIR:-.}/examples/cluster/shard.sh" "$game" "$players" 1000000 "$SLURM_ARRAY_TASK_ID" "$folder"
