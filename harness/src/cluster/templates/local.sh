#!/bin/bash
# A job of `bench submit --engine local`: processes on this machine, one per core and pinned to it, which is what timed budgets need. Words in
# double braces are filled in.
cd {{directory}} || exit 2
trap 'trap - TERM; kill -TERM 0' TERM

play() { # NUMBER: the shards of every {{cores}}th line, from the line NUMBER on
    pin=
    command -v taskset >/dev/null && pin="taskset --cpu-list $(($1 - 1))"
    for shard in $(sed -n "$1~{{cores}}p" {{list}}); do
        # 4: tasks failed and were recorded as failures, which playing them again would not change.
        $pin {{command}} --threads 1 --shard "$shard/{{shards}}" || test $? -eq 4 || return 1
    done
}

for number in $(seq {{cores}}); do
    play "$number" &
done
wait
{{merge}}
