#!/bin/sh
# A job of `bench submit --engine hyperqueue`: the command `hq` of HyperQueue, whose server and workers are running. Where there is no such
# command, the Python package `hyperqueue` (`pip install hyperqueue`) starts a server and a worker on this machine for as long as the job
# takes. Words in double braces are filled in.
cd {{directory}} || exit 2

# HyperQueue starts this script again for every line of the list.
if test "$1" = play; then
    for shard in ${2:-$HQ_ENTRY}; do
        # 4: tasks failed and were recorded as failures, which playing them again would not change.
        {{command}} --threads 1 --shard "$shard/{{shards}}" || test $? -eq 4 || exit 1
    done
    exit 0
fi

if command -v hq >/dev/null; then
    hq submit --name {{name}} --cpus 1 --crash-limit 10 --wait --each-line {{list}} {{options}} -- sh {{script}} play
else
    python3 - {{list}} {{script}} {{jobs}} <<'PYTHON'
import os, sys
from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

list, script, logs = sys.argv[1:]
# One shard that cannot be played does not end the others.
job = Job(name="{{name}}", max_fails=None)
for number, line in enumerate(open(list), 1):
    log = os.path.join(logs, f"hyperqueue-{number}.log")
    job.program(["sh", script, "play", line.strip()], stdout=log, stderr=log, crash_limit=10)
with LocalCluster() as cluster:
    cluster.start_worker(WorkerConfig(cores=len(os.sched_getaffinity(0))))
    client = cluster.client()
    played = client.wait_for_jobs([client.submit(job)], raise_on_error=False)
if not played:
    print(f"some shards could not be played: {logs}/hyperqueue-*.log say why", file=sys.stderr)
PYTHON
fi
{{merge}}
