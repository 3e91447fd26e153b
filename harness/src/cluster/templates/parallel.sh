#!/bin/sh
# A job of `bench submit --engine parallel`: GNU parallel, on this machine or, with `-- --sshloginfile hosts`, on all that ssh reaches and that
# share this directory. Words in double braces are filled in.
cd {{directory}} || exit 2

# GNU parallel starts this script again for every line of the list.
if test "$1" = play; then
    for shard in $2; do
        # 4: tasks failed and were recorded as failures, which playing them again would not change.
        {{command}} --threads 1 --shard "$shard/{{shards}}" || test $? -eq 4 || exit 1
    done
    exit 0
fi

parallel --joblog {{jobs}}/parallel.log --retries 3 {{options}} sh {{script}} play '{}' <{{list}}
{{merge}}
