#!/usr/bin/env bash
# Plays an experiment through `bench submit --engine slurm` on a Slurm of two nodes that it sets up on this machine, does to its tasks what happens
# on clusters, and compares the merged run with that of one machine. It prints a table of faults and outcomes, and takes Slurm down again.
#
#     harness/tests/cluster/slurm.sh BENCH
#
# It needs slurmctld and slurmd (Debian: slurm-wlm) and the rights of root. Neither munge nor systemd nor control groups are used. For the full
# disk it mounts 300 kB of memory; where that is not allowed, the table says so.
set -euo pipefail

bench=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
export SLURM_CONF=$work/slurm.conf TMPDIR=$work
run=$work/shared/limits

# Two nodes that are one host, each with a daemon of its own.
mkdir -p "$work"/{state,n1,n2,shared}
cat >"$SLURM_CONF" <<CONF
ClusterName=treebench
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
AuthType=auth/none
CredType=cred/none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdTimeout=15
KillWait=5
JobRequeue=1
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/%n.log
NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=17001 CPUs=2 State=UNKNOWN
NodeName=n2 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=17002 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF

take_down() {
    scancel --user=root 2>/dev/null || true
    sleep 1
    for daemon in slurmctld n1 n2; do
        test -s "$work/$daemon.pid" && kill -9 "$(cat "$work/$daemon.pid")" 2>/dev/null || true
    done
    pkill -9 -f "slurmd -N n[12] -f $SLURM_CONF" 2>/dev/null || true
    pkill -9 -f "$work" 2>/dev/null || true
    umount "$work/small" 2>/dev/null || true
    rm -rf "$work"
}
trap take_down EXIT

daemon() { slurmd -N "$1" -f "$SLURM_CONF"; }

# until SECONDS WHAT COMMAND…: waits until the command succeeds.
until_true() {
    local seconds=$1 what=$2
    shift 2
    for ((i = 0; i < 5 * seconds; i++)); do
        "$@" >/dev/null 2>&1 && return 0
        sleep 0.2
    done
    echo "error: not within $seconds s: $what" >&2
    tail -n 20 "$work"/*.log >&2 || true
    exit 1
}

slurmctld -f "$SLURM_CONF"
daemon n1
daemon n2
until_true 60 "two idle nodes" bash -c 'test "$(sinfo --noheader --Node --states=idle | wc -l)" -eq 2'

table=$'fault\toutcome\n'
row() { table+="$1"$'\t'"$2"$'\n'; }

running() { squeue --noheader --array --states=RUNNING --name=clustered --format='%K %N'; }
ended() { test -z "$(squeue --noheader --name=clustered,clustered-merge --format=%i)"; }
some_run() { test "$(running | wc -l)" -ge 3 && running | grep -q n1 && test "$(running | grep -c n2)" -ge 2; }
# The process that plays a shard.
player() { pgrep -f "run $here/clustered.toml .*--shard $1/8" | head -1; }
submit() { "$bench" submit "$here/clustered.toml" --engine slurm --out "$run" --shards 8 --calibrate 0.1 "$@"; }
finished() { "$bench" status "$run" --format json | python3 -c 'import json, sys; print(json.load(sys.stdin)["shards"]["finished"])'; }

"$bench" run "$here/clustered.toml" --out "$work/alone" --no-report >/dev/null

job() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["names"][0])' "$run/jobs/job.json"; }

# All tasks play on a disk that is too small.
mkdir "$work/small"
if mount -t tmpfs -o size=300k none "$work/small"; then
    TMPDIR=$work/small submit --minutes 30 >/dev/null
    until_true 300 "the end of the job on a full disk" ended
    row "the nodes' own disk is full" \
        "$(finished) of 8 shards finished, $(grep -l -i -e 'disk is full' -e 'no space left' "$run"/jobs/*_*.log | wc -l) tasks say why"
    umount "$work/small"
else
    row "the nodes' own disk is full" "not tried: nothing can be mounted here"
fi

# A task hangs until it is killed at its time limit. The others get the signal that Slurm sends before one; those that start later play on.
submit --minutes 30 >/dev/null
until_true 60 "running tasks on both nodes" some_run
sleep 2
hangs=$(running | awk '{ print $1; exit }')
kill -STOP "$(player "$(sed -n "${hangs}p" "$run/jobs/shards.txt")")"
scontrol update JobId="$(job)_$hangs" TimeLimit=1
for task in $(running | awk -v hangs="$hangs" '$1 != hangs { print $1 }'); do
    scancel --batch --signal=TERM "$(job)_$task" || true
done
until_true 300 "the end of the job with a time limit" ended
row "signal before the time limit, and a task that is killed at it" "$(finished) of 8 shards finished, $(ls "$run/shards" | wc -l) files, \
state of the killed task: $(scontrol --oneliner show job "$(job)_$hangs" | grep -o 'JobState=[A-Z]*' | head -1)"

# Another run directory, whose tasks suffer every other fault at once.
limits=$run
run=$work/shared/run
submit --minutes 30 >/dev/null
until_true 60 "running tasks on both nodes" some_run
sleep 2
lost=$(running | awk '$2 == "n1" { print $1; exit }')
other=$(running | awk '$2 == "n2" { print $1 }' | head -1)
hand=$(running | awk '$2 == "n2" { print $1 }' | tail -1)
echo "n1 is lost with task $lost, the player of task $other is killed, task $hand is requeued by hand"
kill -9 "$(cat "$work/n1.pid")"
kill -9 "$(player "$(sed -n "${other}p" "$run/jobs/shards.txt")")"
scontrol requeue "$(job)_$hand"
sleep 20
daemon n1
until_true 600 "the end of the job with a lost node" ended
row "slurmd killed: its task runs on beside the requeued one; a player killed with -9; a task requeued by hand" \
    "$(finished) of 8 shards finished, $(ls "$run/shards" | wc -l) files"

rounds=0
while test "$(finished)" -lt 8 && test $rounds -lt 5; do
    submit --minutes 30 >/dev/null
    until_true 600 "the end of another job" ended
    rounds=$((rounds + 1))
done
row "submitted again" "$(finished) of 8 shards finished after $rounds more jobs"
test "$(finished)" -eq 8

# Both played all of it or a part, so that what they have in common must be equal.
"$bench" merge "$limits" "$run" --into "$work/merged" --no-report
"$bench" export "$work/merged" --format jsonl --reproducible >"$work/merged.jsonl"
"$bench" export "$work/alone" --format jsonl --reproducible >"$work/alone.jsonl"
cmp "$work/merged.jsonl" "$work/alone.jsonl"
row "all of them" "the merged run equals that of one machine: $(wc -l <"$work/alone.jsonl") records"
printf '\n%s' "$table" | tr '\t' :
