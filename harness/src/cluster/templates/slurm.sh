#!/bin/bash
# A job of `bench submit --engine slurm`. Words in double braces are filled in. To give a partition, an account or modules, copy this template
# (`bench submit --show-template slurm > lab.sh`), add lines such as `#SBATCH --partition=short`, and name it with --template lab.sh.
#SBATCH --job-name={{name}}
#SBATCH --array=1-{{tasks}}
#SBATCH --cpus-per-task=1
#SBATCH --time={{minutes}}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output={{jobs}}/%A_%a.log
# Before the time limit, and when the task is to be moved to another node: time to save a checkpoint.
#SBATCH --signal=B:TERM@120

cd {{directory}} || exit 2

# Slurm signals this shell only. What it starts is told, and waited for.
child=
trap 'test -n "$child" && kill -TERM "$child"' TERM INT

for shard in $(sed -n "${SLURM_ARRAY_TASK_ID}p" {{list}}); do
    {{command}} --threads 1 --shard "$shard/{{shards}}" &
    child=$!
    wait "$child"; code=$?
    # A signal ends `wait` before the child has ended.
    while kill -0 "$child" 2>/dev/null; do wait "$child"; code=$?; done
    # 4: tasks failed and were recorded as failures, which playing them again would not change.
    test "$code" -eq 0 || test "$code" -eq 4 || exit "$code"
done
