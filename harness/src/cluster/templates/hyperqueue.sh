#!/bin/sh
# A job of `bench submit --engine hyperqueue`: the command `hq` of HyperQueue, whose server and workers are running. Words in double braces are
# filled in.
cd {{directory}} || exit 2

# HyperQueue starts this script again for every line of the list.
if test "$1" = play; then
    for shard in $HQ_ENTRY; do
        # 4: tasks failed and were recorded as failures, which playing them again would not change.
        {{command}} --threads 1 --shard "$shard/{{shards}}" || test $? -eq 4 || exit 1
    done
    exit 0
fi

hq submit --name {{name}} --cpus 1 --crash-limit 10 --wait --each-line {{list}} {{options}} -- sh {{script}} play
{{merge}}
